"""What is kept of a table: entries, numbered from 1, from which everything else about it follows.

An entry says what happened, never what came of it; that is found by applying it (``huefall.server.tables.state``). The
names of entries and fields are in databases: they may be added to, not changed.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from huefall.protocol.fields import PlayedBy
from huefall.protocol.tables import Setup
from huefall.server.tables.opening import Opening


class _Entry(Struct, frozen=True, tag_field="what", omit_defaults=True, kw_only=True):
    """What every entry has in common: whose command it was, and under which id, so that it is not carried out twice."""

    guest: str | None = None
    id: str | None = None


class Created(_Entry, frozen=True, tag="created"):
    """The table is there; ``guest`` is its host. With an opening its first match begins from a position."""

    setup: Setup
    opening: Opening | None = None


class Configured(_Entry, frozen=True, tag="configured"):
    """Something else will be played."""

    setup: Setup


class Sat(_Entry, frozen=True, tag="sat"):
    """``guest`` took a seat, or came back to it; who sat elsewhere has moved."""

    seat: int
    name: str


class Left(_Entry, frozen=True, tag="left"):
    """Somebody gave the seat up."""

    seat: int


class Kicked(_Entry, frozen=True, tag="kicked"):
    """Somebody was sent away by the host."""

    seat: int


class BotAdded(_Entry, frozen=True, tag="bot_added"):
    """A bot sits down, or plays at another level from now on."""

    seat: int
    level: str


class BotRemoved(_Entry, frozen=True, tag="bot_removed"):
    """A bot gets up."""

    seat: int


class Swapped(_Entry, frozen=True, tag="swapped"):
    """Two seats have changed places."""

    a: int
    b: int


class HandedOver(_Entry, frozen=True, tag="handed_over"):
    """Somebody else is the host."""

    seat: int


class StartWanted(_Entry, frozen=True, tag="start_wanted"):
    """``guest`` wants a match to begin as soon as the rules are compiled."""


class Committed(_Entry, frozen=True, tag="committed"):
    """The seed of the next match is chosen; everybody is told the commitment before anybody sees a card.

    The match is played by this version of the rules to its end. Entries from before there was a second one state none.
    """

    seed: str
    rules_version: int = 1


class Dealt(_Entry, frozen=True, tag="dealt"):
    """A round is dealt: the first of the match that was committed to, or the next."""


class Moved(_Entry, frozen=True, tag="moved"):
    """A move was made."""

    seat: int
    move: str
    by: PlayedBy = "person"


class StoodIn(_Entry, frozen=True, tag="stood_in"):
    """A bot has begun to play for a person, or has given the seat back."""

    seat: int
    on: bool


class Paced(_Entry, frozen=True, tag="paced"):
    """The host lets the bots take more time, or less."""

    bot_pause_ms: int


class HintsAllowed(_Entry, frozen=True, tag="hints_allowed"):
    """The host lets people ask for hints, or no longer."""

    on: bool


class Closed(_Entry, frozen=True, tag="closed"):
    """The table is no more."""

    reason: str


TableEntry = (
    Created
    | Configured
    | Sat
    | Left
    | Kicked
    | BotAdded
    | BotRemoved
    | Swapped
    | HandedOver
    | StartWanted
    | Committed
    | Dealt
    | Moved
    | StoodIn
    | Paced
    | HintsAllowed
    | Closed
)

_decoder = msgspec.json.Decoder(TableEntry)
_encoder = msgspec.json.Encoder()


def encode_entry(entry: TableEntry) -> bytes:
    """Write an entry as the store keeps it."""
    return _encoder.encode(entry)


def decode_entry(data: bytes) -> TableEntry:
    """Read an entry of the store."""
    entry: TableEntry = _decoder.decode(data)
    return entry
