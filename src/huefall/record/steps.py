"""A match step by step: the deal of each round and every move, with the table before and after it.

``steps`` plays a match again; ``Replayer.steps`` yields the same while it checks a record. Replays, reviews and "play on
from here" all read these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from huefall.game import Game, Match, Outcome, Played
from huefall.game.events import Event
from huefall.record.errors import RecordError


@dataclass(frozen=True, slots=True)
class Step:
    """A deal or a move. ``match`` is the table after it only until the next step is taken: copy what must outlive that."""

    round: int  # from 1
    number: int  # within the round; 0 is the deal
    match: Match
    played: Played | None = None  # None for a deal
    outcome: Outcome | None = None  # None for a deal

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def events(self) -> Sequence[Event]:
        """What the step did; a match that began from a position has no events for its first deal."""
        return self.game.deal_events if self.outcome is None else self.outcome.events


def steps(match: Match) -> Iterator[Step]:
    """Play a match again as far as it went, and stop after each step."""
    if not match.keeps_moves:
        raise RecordError("this match has not kept its moves, so it cannot be played again")
    again = match.begin_again()
    for number, recorded in enumerate(match.rounds, 1):
        if number != again.round:  # a match that began from a position is in its first round already
            again.next_round(recorded.deck, reshuffle=recorded.order)
        yield Step(number, 0, again)
        for move_number, move in enumerate(recorded.moves, 1):
            outcome = again.play(move.seat, move.sentence, reshuffle=move.order)
            yield Step(number, move_number, again, move, outcome)
