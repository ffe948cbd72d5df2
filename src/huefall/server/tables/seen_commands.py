"""Recently executed commands by guest and id, so that a command that is sent again is not executed twice.

A digest of the command is kept with its id: another command with the same id is not mistaken for a repetition.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict

import msgspec

from huefall.protocol.commands import Command

#: The latest commands are kept per guest, so a busy guest cannot push out the commands of another.
MAX_GUESTS, MAX_COMMANDS_PER_GUEST = 64, 64

#: Against mistakes of a guest's own programs, not against attacks: nobody else can use the guest's ids.
DIGEST_BYTES = 8

_encode = msgspec.json.Encoder(order="deterministic").encode


def digest_command(command: Command) -> str:
    """Return a digest of everything a command says. It is stored: the same command must always have the same digest."""
    return hashlib.blake2b(_encode(command), digest_size=DIGEST_BYTES).hexdigest()


class SeenCommand(msgspec.Struct, frozen=True, gc=False):
    revision: int  # that the command led to
    digest: str | None  # None in entries of versions that did not store it

    def is_same(self, digest: str) -> bool:
        """Return whether a command with the same id is the same command, as far as can be known."""
        return self.digest is None or self.digest == digest


class SeenCommands:
    """The latest executed commands, by guest and command id."""

    def __init__(self) -> None:
        self._by_guest: OrderedDict[str, dict[str, SeenCommand]] = OrderedDict()

    def add(self, guest: str, command: str, seen: SeenCommand) -> None:
        commands = self._by_guest.get(guest)
        if commands is None:
            commands = self._by_guest[guest] = {}
            if len(self._by_guest) > MAX_GUESTS:
                self._by_guest.popitem(last=False)
        else:
            self._by_guest.move_to_end(guest)
        commands[command] = seen
        if len(commands) > MAX_COMMANDS_PER_GUEST:
            del commands[next(iter(commands))]  # the oldest

    def find(self, guest: str, command: str) -> SeenCommand | None:
        """Return the executed command with this id, or None if it is unknown."""
        commands = self._by_guest.get(guest)
        return None if commands is None else commands.get(command)
