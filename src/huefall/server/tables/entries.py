"""The entries a table consists of, numbered from 1 in its stream of the store.

An entry says what happened, never what followed from it: that is computed by applying it
(``huefall.server.tables.state``). Tags and field names are in databases: add new ones, never change old ones.
Tested in tests/server/tables/state/test_table_state.py.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec
from msgspec import Struct

from huefall.protocol.fields import LateJoining, PlayedBy
from huefall.protocol.tables import TableSetup
from huefall.server.tables.opening import Opening


class _Entry(Struct, frozen=True, tag_field="what", omit_defaults=True, kw_only=True):
    guest: str | None = None  # who sent the command; None if the server did this itself
    id: str | None = None  # of the command, so that it is not executed twice
    digest: str | None = None  # of the command, to tell it from another one with the same id; None before version 0.8.0


class Created(_Entry, frozen=True, tag="created"):
    """``guest`` is the host. With an opening the first match begins from a position."""

    setup: TableSetup
    opening: Opening | None = None


class Configured(_Entry, frozen=True, tag="configured"):
    setup: TableSetup


class Sat(_Entry, frozen=True, tag="sat"):
    """``guest`` took a seat, moved to it, or came back to it."""

    seat: int
    name: str


class Left(_Entry, frozen=True, tag="left"):
    """The person gave the seat up; during a match a bot plays on in it."""

    seat: int


class Kicked(_Entry, frozen=True, tag="kicked"):
    """The host sent the person on this seat away for good."""

    seat: int


class BotAdded(_Entry, frozen=True, tag="bot_added"):
    """A bot took a seat, or the bot there plays at another level."""

    seat: int
    level: str


class BotRemoved(_Entry, frozen=True, tag="bot_removed"):
    seat: int


class Swapped(_Entry, frozen=True, tag="swapped"):
    """The occupants of seats ``a`` and ``b`` have changed places."""

    a: int
    b: int


class HandedOver(_Entry, frozen=True, tag="handed_over"):
    """The person on this seat is the host now."""

    seat: int


class StartWanted(_Entry, frozen=True, tag="start_wanted"):
    """``guest`` wants a match to begin as soon as the rules are compiled."""


class SeedDrawn(_Entry, frozen=True, tag="seed_drawn"):
    """The server has drawn its part of the next match's seed; everybody sees its commitment from now on."""

    seed: str


class Sealed(_Entry, frozen=True, tag="sealed"):
    """``guest`` has started the match, and the seals of the contributions are fixed: now they can be told.

    ``start`` is the id of the command, which is carried out when the match is dealt.
    """

    seals: tuple[str, ...]  # by seat; empty for seats without one
    start: str


class Mixed(_Entry, frozen=True, tag="mixed"):
    """The contributions are told, or too late: the next match's seed is mixed from them and from the server's part."""

    contributions: tuple[str, ...]  # by seat; empty for seats without one
    rules_version: int


class Committed(_Entry, frozen=True, tag="committed"):
    """The server alone has chosen the seed of the next match, which begins from a position.

    Up to version 0.7.0 of Huefall every match began so, and its commitment was published with this entry. The match is played by this version of the rules to its end. Entries older than version 2 do not name it.
    """

    seed: str
    rules_version: int = 1


class Dealt(_Entry, frozen=True, tag="dealt"):
    """A round was dealt: the first of the match that was committed to, or the next one of a running match."""


class Moved(_Entry, frozen=True, tag="moved"):
    seat: int
    move: str  # as it was sent: "play W+4 b uno"
    by: PlayedBy = "person"


class StoodIn(_Entry, frozen=True, tag="stood_in"):
    """A stand-in has begun to play for a person, or the person has come back."""

    seat: int
    on: bool


class Paced(_Entry, frozen=True, tag="paced"):
    """The host has changed the pause of the bots."""

    bot_pause_ms: int


class HintsAllowed(_Entry, frozen=True, tag="hints_allowed"):
    """The host has allowed or forbidden hints."""

    on: bool


class TakenOver(_Entry, frozen=True, tag="taken_over"):
    """``guest`` took over the seat of a bot or an absent player, with its hand and score."""

    seat: int
    name: str


class SeatRequested(_Entry, frozen=True, tag="seat_requested"):
    """``guest`` asked for a seat, any seat if None. The request's number is the revision of this entry.

    ``granted``: the host need not agree, but no seat could change hands at once.
    """

    name: str
    seat: int | None = None
    granted: bool = False


class RequestGranted(_Entry, frozen=True, tag="request_granted"):
    """A person who asked for a seat gets one as soon as possible."""

    request: int


class RequestEnded(_Entry, frozen=True, tag="request_ended"):
    """A person who asked for a seat does not get one."""

    request: int
    why: Literal["declined", "expired", "withdrawn"]


class LateJoiningSet(_Entry, frozen=True, tag="late_joining_set"):
    """The host has changed whether people may take over seats."""

    mode: LateJoining


class RematchWanted(_Entry, frozen=True, tag="rematch_wanted"):
    """The person on this seat wants another match."""

    seat: int


class Closed(_Entry, frozen=True, tag="closed"):
    """The table is closed for good: its code will never be played at again."""

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
    | SeedDrawn
    | Sealed
    | Mixed
    | Committed
    | Dealt
    | Moved
    | StoodIn
    | Paced
    | HintsAllowed
    | TakenOver
    | SeatRequested
    | RequestGranted
    | RequestEnded
    | LateJoiningSet
    | RematchWanted
    | Closed
)

_decoder = msgspec.json.Decoder(TableEntry)
_encoder = msgspec.json.Encoder()


def encode_entry(entry: TableEntry) -> bytes:
    return _encoder.encode(entry)


def decode_entry(data: bytes) -> TableEntry:
    entry: TableEntry = _decoder.decode(data)
    return entry


class _Tag(Struct):
    what: str


_tag_decoder = msgspec.json.Decoder(_Tag)


def is_closing(data: bytes) -> bool:
    """Return whether an entry closes its table. It may be of a kind that this version does not know, or damaged."""
    try:
        return _tag_decoder.decode(data).what == tag_of(Closed)
    except msgspec.DecodeError:
        return False


@cache
def tag_of(kind: type[TableEntry]) -> str:
    """Return the tag of a kind of entry.

    >>> tag_of(BotAdded)
    'bot_added'
    """
    return str(kind.__struct_config__.tag)
