"""Commands that were carried out, by whose they were and by their ids, so that the same one is not carried out twice."""

from __future__ import annotations

from collections import OrderedDict

#: For so many guests, so many commands each are remembered, the latest. Nobody can push out another's.
GUESTS, COMMANDS = 64, 64


class SeenCommands:
    """What commands led to."""

    def __init__(self) -> None:
        self._of_guest: OrderedDict[str, OrderedDict[str, int]] = OrderedDict()

    def note(self, guest: str, message: str, revision: int) -> None:
        """Remember that a command led to a revision."""
        known = self._of_guest.setdefault(guest, OrderedDict())
        self._of_guest.move_to_end(guest)
        known[message] = revision
        if len(known) > COMMANDS:
            known.popitem(last=False)
        if len(self._of_guest) > GUESTS:
            self._of_guest.popitem(last=False)

    def find(self, guest: str, message: str) -> int | None:
        """Return what a command led to when it came the first time."""
        known = self._of_guest.get(guest)
        return None if known is None else known.get(message)
