"""What the frames of a relayed socket carry. Tested in tests/server/nodes/test_relay.py.

Fields are written in order; a newer version appends fields with defaults, which an older one ignores.
"""

from __future__ import annotations

import msgspec

from huefall.protocol.commands import Command
from huefall.server.guests.person import Person
from huefall.server.ownership import Peer


class PersonSent(msgspec.Struct, array_like=True, frozen=True):
    guest: str
    name: str
    device: int

    def to_person(self) -> Person:
        return Person(self.guest, self.name, self.device)


class Connect(msgspec.Struct, array_like=True, frozen=True):
    """A client has come; its token has been checked."""

    person: PersonSent | None
    since: int | None
    muted: list[int]


class Rejected(msgspec.Struct, array_like=True, frozen=True):
    """Why the owner does not open a channel. ``moved`` and ``preparing`` are not for clients."""

    reason: str
    text: str = ""
    retry_after: int | None = None
    owner: Peer | None = None  # of a table that has moved, if it is known
    progress: float = 0.0  # of compiling the rules


class Close(msgspec.Struct, array_like=True, frozen=True):
    """The close code and reason of the client's socket."""

    code: int
    reason: str


MOVED, PREPARING = "moved", "preparing"

encode = msgspec.msgpack.Encoder().encode
read_connect = msgspec.msgpack.Decoder(Connect).decode
read_rejected = msgspec.msgpack.Decoder(Rejected).decode
read_close = msgspec.msgpack.Decoder(Close).decode

#: Commands cross a link as clients write them, so that their format is the one whose compatibility is promised.
_encode_json = msgspec.json.Encoder().encode


def encode_command(command: Command) -> bytes:
    return _encode_json(command)


def encode_person(person: Person | None) -> PersonSent | None:
    return None if person is None else PersonSent(person.guest, person.name, person.device)
