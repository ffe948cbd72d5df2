"""A match played again, step by step: every position a review looks at, with what its mover could see.

What is handed out stands by itself: positions are copies, so that several threads can look at them while the match is
played on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from huefall.bots.drive import claimable
from huefall.bots.sight import CLAIM_VERBS
from huefall.game import Game, Match, Played, Round
from huefall.game.seeding import seed_table
from huefall.notation.position import read_position
from huefall.review.errors import ReviewError
from huefall.view import told_to, view_for


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

    @property
    def answers(self) -> list[str]:
        """List what could have been answered, without calls and claims."""
        legal = self.view["legal"] if self.view is not None else []
        return [said for said in legal if said.split()[0] not in CLAIM_VERBS and not said.endswith(" uno")]

    @property
    def forced(self) -> bool:
        """Tell whether the rules left the mover no choice."""
        return self.view is not None and not self.foul and len(self.answers) == 1

    @property
    def unclaimed(self) -> list[tuple[int, str]]:
        """List catches and cuts that this move was too late for: who could have made them, and how."""
        if self.before is None or self.played is None or self._is_claim(self.played.seat, self.played.sentence):
            return []
        could = ((seat, said) for seat in range(self.before.players) for said in claimable(self.before, seat))
        return [(seat, said) for seat, said in could if said.split()[0] != "uno"]

    def _is_claim(self, seat: int, sentence: str) -> bool:
        """Tell whether a move was made beside the turn: whoever else could have been quicker has missed nothing."""
        return self.before is not None and (seat != self.before.asked or sentence.split(maxsplit=1)[0] in CLAIM_VERBS)

    @property
    def foul(self) -> bool:
        """Tell whether the move was a foul."""
        return self.played is not None and self.played.foul

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
        )


def count_moves(match: Match) -> int:
    """Count the moves of a match."""
    return sum(len(played.moves) for played in match.rounds)


def moments_of(match: Match, beginning: Match | None = None) -> Iterator[Moment]:
    """Play a match again. ``beginning``: a scripted match that stands where this one began, if that was no deal."""
    if not match.keeps_moves:
        raise ReviewError("this match has not kept its moves, so there is nothing to review")
    again = beginning if beginning is not None else _begin_again(match)
    for number, played in enumerate(match.rounds, 1):
        if number != again.round:  # a match that began from a position stands there already
            again.next_round(played.deck, reshuffle=_order(played))
        yield from _moments_of_round(again, number, played)


def _moments_of_round(again: Match, number: int, played: Round) -> Iterator[Moment]:
    told = [told_to(again.game, seat) for seat in range(again.players)]
    yield Moment(number, 0, _copy(again.game))
    for step, move in enumerate(played.moves, 1):
        view, before = None, _copy(again.game)
        if move.seat == again.asked and move.sentence.split()[0] not in CLAIM_VERBS:
            view = {**view_for(again.game, move.seat), "told": told[move.seat].copy()}
        events = again.play(move.seat, move.sentence, reshuffle=_order(move)).events
        for seat, heard in enumerate(told):
            heard.extend(told_to(again.game, seat, len(heard)))  # only what is new: a round may be long
        drew = tuple(sorted({event.seat for event in events if event.kind == "draw" and event.seat is not None}))
        yield Moment(number, step, _copy(again.game), before, move, view, drew)


def _begin_again(match: Match) -> Match:
    text = None if isinstance(match.edition, str) else match.edition["file"]
    return Match.scripted(match.setting, match.players, match.dealer_draw, notes=match.notes, edition_text=text)


def _copy(game: Game) -> Game:
    state = game.state
    if not game.over:
        seed_table(state, 0, 0)  # what comes is unknown: the script of the replay is not for those who guess
    copied = Game(game.setting, state, undo=False)
    copied.shown = game.shown
    return copied


def without_claims(game: Game) -> Game:
    """Return the table as it stands when the time for catches and cuts is over."""
    closed = read_position(game.setting, {**game.position(), "open": [], "cut": None})
    seed_table(closed, 0, 0)
    return Game(game.setting, closed, undo=False)


def _order(shuffled: Played | Round) -> Sequence[int] | None:
    return None if shuffled.reshuffle is None else shuffled.reshuffle.order
