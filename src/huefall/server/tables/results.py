"""The results of a table's matches, as the streams of its guests keep them. Tested in tests/server/tables/test_participation.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from huefall.game import Match
from huefall.protocol.editions import theme_of
from huefall.protocol.tables import Origin
from huefall.server.tables.seats import SeatState


class ResultPlayer(Struct, frozen=True, omit_defaults=True):
    """Who held a seat at the end: a person by name, or a bot by level."""

    name: str = ""
    level: str | None = None


class MatchResult(Struct, frozen=True, omit_defaults=True):
    """A finished match. It is stored: fields may be added, not changed."""

    match: int
    ended_ms: int
    edition: str
    theme: str
    players: tuple[ResultPlayer, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    rounds: int
    title: dict[str, str] = {}
    #: Whether it began with a deal, so that it has a record and can be reviewed.
    dealt: bool = True
    origin: Origin | None = None


class FinishedMatch(NamedTuple):
    result: MatchResult
    guests: tuple[str | None, ...]  # by seat, None for bots

    def seat_of(self, guest: str) -> int | None:
        return self.guests.index(guest) if guest in self.guests else None


def sum_up(
    match: Match, number: int, seats: Sequence[SeatState], origin: Origin | None, ended_ms: int
) -> FinishedMatch:
    """Return the result of a match that has just ended.

    The player of a seat is who held it at the end, as the match's record says: also a person who has left or been sent
    away, or for whom a stand-in played; not somebody whose seat another person has taken over.
    """
    edition = match.variant.edition
    result = MatchResult(
        match=number,
        ended_ms=ended_ms,
        edition=edition.name,
        theme=theme_of(edition),
        players=tuple(ResultPlayer(seat.name or "", seat.level) for seat in seats),
        winners=tuple(match.winners),
        scores=tuple(match.scores),
        rounds=match.round,
        title=dict(edition.title),
        dealt=match.start is None,
        origin=origin,
    )
    return FinishedMatch(result, tuple(seat.guest for seat in seats))
