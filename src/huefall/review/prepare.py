"""Steps prepared for estimation: the positions before and after a move, what its mover could see, and the claims it ended.

Positions are copies, so that several threads can estimate them while the match is played on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from huefall.game import Game, Played
from huefall.game.seeding import seed_table
from huefall.record import Step
from huefall.review.claims import Claimant, find_claimants, find_missed
from huefall.view import told_to, view_for
from huefall.vocabulary.moves import Move


@dataclass(frozen=True, slots=True)
class StepFacts:
    """The part of a step that is kept when its positions are forgotten."""

    round: int
    step: int
    seat: int | None
    sentence: str | None
    foul: bool
    forced: bool
    over: bool
    winner: int | None
    scores: tuple[int, ...]
    drew: tuple[int, ...] = ()  # the seats that drew cards
    false_call: bool = False  # the foul was only a false call with a legal play

    @property
    def is_idle(self) -> bool:
        """Whether the step changed no chances: it was the only possible move, and it drew no cards."""
        return self.forced and not self.drew and not self.over

    @property
    def is_luck(self) -> bool:
        """Whether nobody decided the step: a deal, the only possible move, or a void round."""
        return self.seat is None or self.forced or (self.over and self.winner is None)


@dataclass(frozen=True, slots=True)
class PreparedStep:
    """A deal, or a move with all that is needed to judge it."""

    round: int
    step: int  # 0: the deal
    after: Game
    before: Game | None = None  # None for the deal
    played: Played | None = None  # None for the deal
    view: dict[str, Any] | None = None  # what the mover saw; None unless the move answered a question
    drew: tuple[int, ...] = ()  # the seats that drew cards: then the step was partly luck
    unclaimed: tuple[Claimant, ...] = ()  # seats that could have caught or cut before the move, and now cannot
    called: bool = False  # the mover called right after the move, which counts like calling with it (UNO-01)

    @property
    def move(self) -> Move | None:
        return None if self.played is None else Move.parse(self.played.sentence)

    @property
    def answers(self) -> list[str]:
        """The possible answers, without calls and claims."""
        return [] if self.view is None else [said for said in self.view["legal"] if _is_silent_answer(said)]

    @property
    def forced(self) -> bool:
        """Whether nobody had a choice: one answer, no call to forget, and no claim that ended with the move."""
        alone = self.view is not None and not self.foul and len(self.answers) == 1
        return alone and not self.forgot_call and not self.unclaimed

    @property
    def foul(self) -> bool:
        return self.played is not None and self.played.foul

    @property
    def forgot_call(self) -> bool:
        """Whether a call was due and made neither with the play nor right after it (UNO-01)."""
        if self.view is None or self.move is None or self.foul or self.called or self.move.uno:
            return False
        return str(self.move.with_call()) in self.view["legal"]

    @property
    def false_call(self) -> bool:
        """Whether the foul was only a false call; then the play counts (UNO-04)."""
        if self.view is None or self.move is None or not self.foul:
            return False
        return self.move.uno and str(self.move.without_call()) in self.view["legal"]

    @property
    def facts(self) -> StepFacts:
        return StepFacts(
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


def prepare_steps(steps: Iterable[Step]) -> Iterator[PreparedStep]:
    """Prepare steps as they are played. Each waits for the next one, which may be the call that belongs to it."""
    waiting: PreparedStep | None = None
    histories: list[list[dict[str, Any]]] = []  # the events of the round, as each seat may see them
    before: Game | None = None
    for step in steps:
        if waiting is not None:
            yield _add_late_call(waiting, step)
        if step.played is None or before is None:
            histories = [told_to(step.game, seat) for seat in range(step.match.players)]
            waiting = PreparedStep(step.round, step.number, _copy(step.game))
        else:
            waiting = _prepare_move(step, step.played, before, histories)
            for seat, history in enumerate(histories):
                history.extend(told_to(step.game, seat, len(history)))  # only new events: a round may be long
        before = _copy(step.game)
    if waiting is not None:
        yield waiting


def _prepare_move(
    step: Step, played: Played, before: Game, histories: Sequence[Sequence[dict[str, Any]]]
) -> PreparedStep:
    view = None
    if played.seat == before.asked and not Move.parse(played.sentence).is_claim:
        view = {**view_for(before, played.seat), "told": list(histories[played.seat])}
    drew = {event.seat for event in step.events if event.kind == "draw" and event.seat is not None}
    after = _copy(step.game)
    missed = find_missed(find_claimants(before, histories), before, played, after)
    return PreparedStep(step.round, step.number, after, before, played, view, tuple(sorted(drew)), missed)


def _add_late_call(prepared: PreparedStep, following: Step) -> PreparedStep:
    """Add the call if it is the very next move, by the seat that has just played."""
    move, late, played = prepared.move, following.played, prepared.played
    if move is None or played is None or late is None or not move.is_play or played.foul:
        return prepared
    if late.foul or late.seat != played.seat or not Move.parse(late.sentence).is_call:
        return prepared
    prepared.after.play(late.seat, late.sentence)
    return replace(prepared, called=True)


def _is_silent_answer(sentence: str) -> bool:
    move = Move.parse(sentence)
    return not move.is_claim and not move.uno


def _copy(game: Game) -> Game:
    copied = game.copy()
    if not game.over:
        seed_table(copied.record_of_state, 0, 0)  # the orders that a replay has scripted are not known at this point
    return copied
