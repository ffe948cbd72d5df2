"""From judged steps to a reviewed round: luck and skill apart, turning points, summaries.

V is the chance of each seat. Before the deal it is 1/seats for everybody; the luck of the deal is V after it, less that.
A move changes V first to its value before the move's cards are known: that change is play, counted as ``own`` for the mover
and as ``others`` for everybody else. The cards then change V again: that is luck. A step without a choice is all luck. These
are differences along one chain, so start + deal + draws + own + others is the result of each seat, whatever the estimates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from msgspec.structs import replace as with_changes

from huefall.bots.explain.reasons import Reason
from huefall.game import Round
from huefall.intervals import margin_of_gain
from huefall.protocol.reviews import (
    Chance,
    PerSeat,
    ReviewMargins,
    ReviewMistake,
    ReviewRound,
    ReviewStep,
    ReviewSummary,
    ReviewTurn,
    TurnCode,
)
from huefall.review.judge import MIN_MISTAKE, JudgedStep, weigh_mistake
from huefall.review.margins import add_margins, find_margins
from huefall.review.prepare import StepFacts
from huefall.review.rounding import exact, total

#: How much chance must move between seats for a turning point, and how many a round and a match have at most.
MIN_SWING, MAX_TURNS_OF_ROUND, MAX_TURNS_OF_MATCH = 0.08, 3, 5

#: An accuracy is only given if the margin of what was at stake is at most this share of it.
MAX_UNCERTAINTY = 0.25

#: What happens to the subject of a turning point, for good and for bad: by its own move or another seat's; by luck, with the
#: cards it drew or cards that only others drew; and how a round ends.
CODES: dict[str, tuple[TurnCode, TurnCode]] = {
    "own": ("gained", "lost"),
    "others": ("helped", "hit"),
    "cards": ("lucky", "unlucky"),
    "others_cards": ("lucky_others", "unlucky_others"),
    "over": ("won", "void"),
}


def review_round(number: int, played: Round, judged: Sequence[JudgedStep]) -> ReviewRound:
    """Put the steps of a round together, the deal first."""
    judged = _carry_over(judged)
    seats = len(judged[0].chances)
    start = exact(1 / seats)
    before = [(Chance(start, start, start),) * seats, *(each.chances for each in judged)]
    points = [_make_point(each, known) for each, known in zip(judged, before, strict=False)]
    mistakes = [
        with_changes(mistake, went_well=_went_well(mistake, point))
        for each, point in zip(judged, points, strict=True)
        for mistake in each.mistakes
    ]
    mistakes += [foul for at, each in enumerate(judged) if (foul := _find_foul(each, judged[at - 1], points[at]))]
    mistakes.sort(key=lambda mistake: mistake.step)
    last = judged[-1].facts
    result = played.result
    return ReviewRound(
        round=number,
        dealer=played.dealer,
        over=last.over,
        winner=last.winner,
        points=() if result is None else result.points,
        scores=last.scores if result is None else result.scores,
        start=start,
        steps=tuple(points),
        mistakes=tuple(mistakes),
        turning_points=_find_turning_points(judged, points),
        summary=tuple(_sum_up(seat, start, points, judged, mistakes) for seat in range(seats)),
    )


def _carry_over(judged: Sequence[JudgedStep]) -> list[JudgedStep]:
    """Give idle steps the chances of the step before them."""
    found: list[JudgedStep] = []
    for each in judged:
        found.append(replace(each, chances=found[-1].chances) if each.facts.is_idle else each)
    return found


def _between(judged: JudgedStep, before: Sequence[Chance]) -> Sequence[Chance]:
    """Return the chances between play and luck: after the move, before its cards were known."""
    if judged.facts.is_luck:
        return before
    return judged.chances if judged.after_move is None else judged.after_move


def _make_point(judged: JudgedStep, before: Sequence[Chance]) -> ReviewStep:
    facts = judged.facts
    middle = _between(judged, before)
    return ReviewStep(
        round=facts.round,
        step=facts.step,
        seat=facts.seat,
        sentence=facts.sentence,
        foul=facts.foul,
        chances=tuple(chance.mean for chance in judged.chances),
        low=tuple(chance.low for chance in judged.chances),
        high=tuple(chance.high for chance in judged.chances),
        play=_difference(middle, before),
        luck=_difference(judged.chances, middle),
    )


def _difference(after: Sequence[Chance], before: Sequence[Chance]) -> PerSeat:
    return tuple(exact(one.mean - other.mean) for one, other in zip(after, before, strict=True))


def _find_foul(judged: JudgedStep, before: JudgedStep, point: ReviewStep) -> ReviewMistake | None:
    """Weigh a foul that did nothing else. It cost what it changed, because any legal move would have avoided that."""
    if point.seat is None or not judged.facts.foul or judged.facts.false_call:
        return None
    better, now = before.chances[point.seat], judged.chances[point.seat]
    shift = exact(better.mean + point.play[point.seat] - now.mean)
    chance = Chance(*(exact(each + shift) for each in (now.mean, now.low, now.high)))
    return weigh_mistake(judged.facts, "foul", chance, better, None, Reason("foul", {}))


def _went_well(mistake: ReviewMistake, point: ReviewStep) -> bool:
    """Whether a wrong choice clearly helped its player with the hands as they were, which the player could not know."""
    return mistake.fault == "choice" and point.play[mistake.seat] >= MIN_MISTAKE


# Turning points


def _find_turning_points(judged: Sequence[JudgedStep], points: Sequence[ReviewStep]) -> tuple[ReviewTurn, ...]:
    steps = zip(judged, judged[1:], points[1:], strict=False)
    found = [turn for before, each, point in steps if (turn := _find_turn(each, before.chances, point))]
    return tuple(sorted(find_largest(found, MAX_TURNS_OF_ROUND), key=lambda turn: turn.step))


def find_largest(found: Sequence[ReviewTurn], count: int = MAX_TURNS_OF_MATCH) -> list[ReviewTurn]:
    """Return the largest turning points, largest first; of equal ones the earlier."""
    return sorted(found, key=lambda turn: (-turn.swing, turn.round, turn.step))[:count]


def _find_turn(judged: JudgedStep, before: Sequence[Chance], point: ReviewStep) -> ReviewTurn | None:
    facts = judged.facts
    change = _difference(judged.chances, before)
    swing = exact(sum(abs(each) for each in change) / 2)
    by_play = sum(abs(each) for each in point.play) >= sum(abs(each) for each in point.luck)
    # The subject and the change are those of the larger part, play or luck. The end of a round counts as a whole.
    middle = _between(judged, before)
    first = before if facts.over or by_play else middle
    last = middle if by_play and not facts.over else judged.chances
    part = _difference(last, first)
    subject = _find_subject(part, (point.seat,) if by_play else facts.drew) if facts.winner is None else facts.winner
    larger, smaller = sorted((first[subject], last[subject]), key=lambda chance: -chance.mean)
    if swing < MIN_SWING or larger.mean - smaller.mean <= margin_of_gain(larger, smaller):
        return None
    return ReviewTurn(
        round=point.round,
        step=point.step,
        seat=point.seat,
        sentence=point.sentence,
        cause="play" if by_play else "luck",
        code=_code(facts, subject, part[subject], by_play=by_play),
        subject=subject,
        change=part[subject],
        whole=change[subject],
        swing=swing,
        drew=facts.drew,
    )


def _find_subject(change: PerSeat, first: Sequence[int | None]) -> int:
    """Return the seat whose chance changed most; among equals prefer the mover, or a seat that drew."""
    return max(range(len(change)), key=lambda seat: (abs(change[seat]), seat in first))


def _code(facts: StepFacts, subject: int, change: float, *, by_play: bool) -> TurnCode:
    if facts.over:
        good, bad = CODES["over"]
        return bad if facts.winner is None else good
    if by_play:
        kind = "own" if subject == facts.seat else "others"
    else:
        kind = "cards" if subject in facts.drew else "others_cards"
    good, bad = CODES[kind]
    return good if change > 0 else bad


# Summaries


def _sum_up(
    seat: int,
    start: float,
    points: Sequence[ReviewStep],
    judged: Sequence[JudgedStep],
    mistakes: Sequence[ReviewMistake],
) -> ReviewSummary:
    decided = [each for each, point in zip(judged, points, strict=True) if point.seat == seat and each.decided]
    grades = [mistake.grade for mistake in mistakes if mistake.seat == seat]
    # Wrong calls, missed claims and fouls are no choices among moves, but they are wrong decisions.
    found = [mistake for mistake in mistakes if mistake.seat == seat and mistake.fault != "choice"]
    lapses = [mistake.gain for mistake in found]
    stakes = [*(each.margin for each in decided), *(mistake.margin for mistake in found)]
    return _complete(
        seat=seat,
        rounds=1,
        start=start,
        deal=points[0].luck[seat],
        draws=total(point.luck[seat] for point in points[1:]),
        own=total(point.play[seat] for point in points if point.seat == seat),
        others=total(point.play[seat] for point in points if point.seat != seat),
        result=points[-1].chances[seat],
        decisions=len(decided) + len(lapses),
        at_stake=total([*(each.at_stake for each in decided), *lapses]),
        loss=total([*(each.loss for each in decided), *lapses]),
        mistakes=grades.count("mistake"),
        blunders=grades.count("blunder"),
        margins=find_margins(seat, judged, stakes),
    )


def add_summaries(summaries: Sequence[ReviewSummary]) -> ReviewSummary:
    """Add the summaries of a seat's rounds up to one of its match."""
    chances = ("start", "deal", "draws", "own", "others", "result", "at_stake", "loss")
    counts = ("rounds", "decisions", "mistakes", "blunders")
    sums: dict[str, Any] = {name: total(getattr(each, name) for each in summaries) for name in chances}
    sums |= {name: sum(getattr(each, name) for each in summaries) for name in counts}
    return _complete(seat=summaries[0].seat, **sums, margins=add_margins([each.margins for each in summaries]))


def _complete(*, margins: ReviewMargins, **parts: Any) -> ReviewSummary:
    """Make a summary of its parts, and add the numbers that follow from them."""
    loss, at_stake, decisions = parts["loss"], parts["at_stake"], parts["decisions"]
    is_certain = at_stake > 0 and margins.at_stake <= MAX_UNCERTAINTY * at_stake
    return ReviewSummary(
        **parts,
        margins=margins,
        luck=total((parts["deal"], parts["draws"])),
        average_loss=max(0.0, loss) / decisions if decisions else None,
        accuracy=min(1.0, max(0.0, 1 - loss / at_stake)) if is_certain else None,
    )
