"""Recently executed command ids per guest, so that a command that is sent again is not executed twice."""

from __future__ import annotations

from collections import OrderedDict

#: The latest commands are kept per guest, so a busy guest cannot push out the commands of another.
MAX_GUESTS, MAX_COMMANDS_PER_GUEST = 64, 64


class SeenCommands:
    """The revision each recent command led to, by guest and command id."""

    def __init__(self) -> None:
        self._by_guest: OrderedDict[str, OrderedDict[str, int]] = OrderedDict()

    def add(self, guest: str, command: str, revision: int) -> None:
        revisions = self._by_guest.setdefault(guest, OrderedDict())
        self._by_guest.move_to_end(guest)
        revisions[command] = revision
        if len(revisions) > MAX_COMMANDS_PER_GUEST:
            revisions.popitem(last=False)
        if len(self._by_guest) > MAX_GUESTS:
            self._by_guest.popitem(last=False)

    def find(self, guest: str, command: str) -> int | None:
        """Return the revision a command led to, or None if it is unknown."""
        revisions = self._by_guest.get(guest)
        return None if revisions is None else revisions.get(command)
