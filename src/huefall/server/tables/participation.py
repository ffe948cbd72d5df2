"""What a guest did at a table, as a stream of its own: ``participation:GUEST:CODE``.

It tells which tables a guest has a seat at, and which matches they played, without looking at all tables. It says nothing
that the table's own entries do not say: ``Participations`` compares the table with what these streams contain and returns
the entries they lack. The table stores those together with its own, in one append. So a new table, a table of an older
version, and a repeated step after a crash are the same case. Only the task that owns the table writes to them.

Entries of people who have deleted everything about themselves are kept out (``huefall.server.guests.deleted``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

import msgspec
from msgspec import Struct

from huefall.server.guests.deleted import is_deleted_id
from huefall.server.store import Store, StoredEntry
from huefall.server.store.streams import participation_stream
from huefall.server.tables.results import MatchResult
from huefall.server.tables.state import TableState


class _Entry(Struct, frozen=True, tag_field="what", omit_defaults=True):
    """Tags and field names are in databases: add new ones, never change old ones."""


class Came(_Entry, frozen=True, tag="came"):
    """The guest has given a command at the table, and has no seat: the table knows their id, perhaps their name."""


class Seated(_Entry, frozen=True, tag="seated"):
    """The guest has a seat at the table. Within a match they keep it when they leave, and may come back."""


class Unseated(_Entry, frozen=True, tag="unseated"):
    """The guest has no seat any more, or the table is closed."""


class Played(_Entry, frozen=True, tag="played"):
    """A match has ended in which the guest held this seat."""

    seat: int
    result: MatchResult


ParticipationEntry = Came | Seated | Unseated | Played

decode_participation = msgspec.json.Decoder(ParticipationEntry).decode
encode_participation = msgspec.json.Encoder().encode


@dataclass(slots=True)
class Participation:
    """What the stream of one guest at one table says."""

    last: int = 0  # the number of its last entry
    seated: bool = False
    played: set[int] = field(default_factory=set)  # numbers of matches

    def apply(self, entry: ParticipationEntry) -> None:
        self.last += 1
        match entry:
            case Seated():
                self.seated = True
            case Unseated():
                self.seated = False
            case Played():
                self.played.add(entry.result.match)


class Participations:
    """The streams of a table's guests, as far as they are stored or about to be."""

    def __init__(self) -> None:
        self._by_guest: dict[str, Participation] = {}

    @classmethod
    async def read(cls, store: Store, state: TableState) -> Self:
        """Read the streams of everybody whom the entries of a table name."""
        read = cls()
        for guest in sorted(_guests(state)):
            stored = await store.read(participation_stream(guest, state.code))
            participation = read._by_guest[guest] = Participation()
            for entry in stored:
                participation.apply(decode_participation(entry.data))
        return read

    def take_missing(self, state: TableState, at_ms: int) -> list[StoredEntry]:
        """Return the entries that the streams lack; they count as stored from now on."""
        return [entry for guest in sorted(_guests(state)) for entry in self._take_missing_of(guest, state, at_ms)]

    def _take_missing_of(self, guest: str, state: TableState, at_ms: int) -> Iterable[StoredEntry]:
        participation = self._by_guest.setdefault(guest, Participation())
        for entry in _find_missing(guest, state, participation):
            participation.apply(entry)
            yield StoredEntry(
                participation_stream(guest, state.code), participation.last, at_ms, encode_participation(entry)
            )


def has_seat(state: TableState, guest: str) -> bool:
    """Return whether a guest has a seat at a table, or has left one to which they may come back."""
    return state.closed is None and state.seat_of(guest) is not None and guest not in state.kicked


def _guests(state: TableState) -> set[str]:
    return {guest for guest in state.guests if not is_deleted_id(guest)}


def _find_missing(guest: str, state: TableState, stored: Participation) -> list[ParticipationEntry]:
    missing: list[ParticipationEntry] = []
    for finished in state.results:
        seat = finished.seat_of(guest)
        if seat is not None and finished.result.match not in stored.played:
            missing.append(Played(seat, finished.result))
    is_seated = has_seat(state, guest)
    if is_seated != stored.seated:
        missing.append(Seated() if is_seated else Unseated())
    if not stored.last and not missing:
        missing.append(Came())
    return missing
