"""A match played again, step by step: every position a review looks at, with what its mover could see.

What is handed out stands by itself: positions are copies, so that several threads can look at them while the match is
played on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from huefall.bots.sight import CALL
from huefall.game import Game, Match, Played, Round
from huefall.game.seeding import seed_table
from huefall.review.claims import Claimant, find_claimants, let_pass
from huefall.review.errors import ReviewError
from huefall.view import told_to, view_for
from huefall.vocabulary.moves import CLAIM_VERBS


@dataclass(frozen=True, slots=True)
class Facts:
    """What is kept of a step when its positions are forgotten."""

    round: int
    step: int
    seat: int | None
    sentence: str | None
    foul: bool
    forced: bool
    over: bool
    winner: int | None
    scores: tuple[int, ...]
    drew: tuple[int, ...] = ()  # who drew cards
    false_call: bool = False  # the foul was nothing but a call with a legal play

    @property
    def is_idle(self) -> bool:
        """Tell whether nothing changed: the only move there was, which brought no cards."""
        return self.forced and not self.drew and not self.over

    @property
    def is_luck(self) -> bool:
        """Tell whether the step was nobody's doing: a deal, the only move, or a table that ran out of cards or moves."""
        return self.seat is None or self.forced or (self.over and self.winner is None)


@dataclass(frozen=True, slots=True)
class Moment:
    """A step of a round: the deal, or a move."""

    round: int
    step: int  # 0: the deal
    after: Game  # as the table stands after it
    before: Game | None = None  # and before it; nothing: the deal
    played: Played | None = None
    view: dict[str, Any] | None = None  # what the mover saw, if a question was answered
    drew: tuple[int, ...] = ()  # who drew cards: then chance had a hand in it
    unclaimed: tuple[Claimant, ...] = ()  # who could have caught or cut somebody before it, and now cannot
    called: bool = False  # whether its player called right after it, which is as good as with it (UNO-01)

    @property
    def answers(self) -> list[str]:
        """List what could have been answered, without calls and claims."""
        legal = self.view["legal"] if self.view is not None else []
        return [said for said in legal if said.split()[0] not in CLAIM_VERBS and not said.endswith(CALL)]

    @property
    def forced(self) -> bool:
        """Tell whether nobody had a choice: the mover one answer, no call to forget, and nobody a claim that ended with it."""
        alone = self.view is not None and not self.foul and len(self.answers) == 1
        return alone and not self.forgot_call and not self.unclaimed

    @property
    def foul(self) -> bool:
        """Tell whether the move was a foul."""
        return self.played is not None and self.played.foul

    @property
    def forgot_call(self) -> bool:
        """Tell whether a call was due, and made neither with the play nor right after it (UNO-01)."""
        if self.view is None or self.played is None or self.foul or self.called:
            return False
        return self.played.sentence + CALL in self.view["legal"]

    @property
    def false_call(self) -> bool:
        """Tell whether the foul was nothing but a false call: the play it was attached to stands (UNO-04)."""
        if self.view is None or self.played is None or not self.foul:
            return False
        said = self.played.sentence
        return said.endswith(CALL) and said.removesuffix(CALL) in self.view["legal"]

    @property
    def facts(self) -> Facts:
        """Return what is to be kept."""
        return Facts(
            round=self.round,
            step=self.step,
            seat=None if self.played is None else self.played.seat,
            sentence=None if self.played is None else self.played.sentence,
            foul=self.foul,
            forced=self.forced,
            over=self.after.over,
            winner=self.after.winner,
            scores=tuple(self.after.scores),
            drew=self.drew,
            false_call=self.false_call,
        )


def count_moves(match: Match) -> int:
    """Count the moves of a match."""
    return sum(len(played.moves) for played in match.rounds)


def moments_of(match: Match) -> Iterator[Moment]:
    """Play a match again, step by step."""
    if not match.keeps_moves:
        raise ReviewError("this match has not kept its moves, so there is nothing to review")
    again = match.begin_again()
    for number, played in enumerate(match.rounds, 1):
        if number != again.round:  # a match that began from a position stands there already
            again.next_round(played.deck, reshuffle=played.order)
        yield from _moments_of_round(again, number, played)


def _moments_of_round(again: Match, number: int, played: Round) -> Iterator[Moment]:
    told = [told_to(again.game, seat) for seat in range(again.players)]
    yield Moment(number, 0, _copy(again.game))
    for step, move in enumerate(played.moves, 1):
        view, before = None, _copy(again.game)
        if move.seat == again.asked and move.sentence.split()[0] not in CLAIM_VERBS:
            view = {**view_for(again.game, move.seat), "told": told[move.seat].copy()}
        claimants = find_claimants(before, told)
        events = again.play(move.seat, move.sentence, reshuffle=move.order).events
        for seat, heard in enumerate(told):
            heard.extend(told_to(again.game, seat, len(heard)))  # only what is new: a round may be long
        drew = tuple(sorted({event.seat for event in events if event.kind == "draw" and event.seat is not None}))
        after = _copy(again.game)
        missed = let_pass(claimants, before, move, after)
        called = _is_called_late(move, played.moves[step : step + 1])
        if called:
            after.play(move.seat, "uno")
        yield Moment(number, step, after, before, move, view, drew, missed, called)


def _is_called_late(move: Played, following: Sequence[Played]) -> bool:
    """Tell whether the very next thing is the call of whoever has just played."""
    is_play = move.sentence.startswith("play ") and not move.foul
    return is_play and any((each.seat, each.sentence, each.foul) == (move.seat, "uno", False) for each in following)


def _copy(game: Game) -> Game:
    state = game.state
    if not game.over:
        seed_table(state, 0, 0)  # what comes is unknown: the script of the replay is not for those who guess
    copied = Game(game.variant, state, undo=False)
    copied.shown = game.shown
    return copied
