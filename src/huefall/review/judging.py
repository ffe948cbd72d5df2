"""One step, estimated: the chances after it, what the move alone did to them, and whether there was a better one.

A choice is judged by what its player could know: the search is given the view of that seat at that time, not the hands.
It is asked twice. The first, short answer tells which choices to look at; the second, with chance of its own, says what
they are worth. One answer for both would favour whatever was lucky in it, and every move would look like a mistake.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot

from huefall.bots.reasons import Reason, why_better, why_claim
from huefall.review.estimator import Estimate, Estimator, Ranked, seed_for
from huefall.review.model import Chance, Effort, Mistake, exact
from huefall.review.moments import Facts, Moment, without_claims

#: What a better move must at least have gained for the played one to be called a mistake, or a blunder.
MISTAKE, BLUNDER = 0.03, 0.10

CALL = " uno"


@dataclass(frozen=True, slots=True)
class Judged:
    """What was found out about one step."""

    facts: Facts
    chances: tuple[Chance, ...]  # after the step, per seat
    after_move: tuple[float, ...] | None  # before its cards were known; nothing where none came: the same
    decided: bool = False  # whether there was a choice that could be judged
    at_stake: float = 0.0
    loss: float = 0.0
    mistakes: tuple[Mistake, ...] = ()


class Judge:
    """Estimates steps, in any order and in any thread."""

    def __init__(self, estimator: Estimator, effort: Effort, seed: int) -> None:
        self._estimator = estimator
        self._effort = effort
        self._seed = seed

    def judge(self, moment: Moment) -> Judged:
        """Estimate one step."""
        chances = self._chances(moment)
        after_move = self._after_move(moment)
        lapse = self._find_lapse(moment)
        lapses = (*(() if lapse is None else (lapse,)), *self._find_unclaimed(moment))
        choice = self._weigh_choice(moment)
        if choice is None:
            return Judged(moment.facts, chances, after_move, mistakes=lapses)
        best, played, worst = choice
        at_stake = exact(max(0.0, max(best.chance.mean, played.chance.mean) - worst.chance.mean))
        gain = 0.0 if _same(best.sentence, played.sentence) else best.chance.mean - played.chance.mean
        mistake = self._find_mistake(moment, best, played)
        mistakes = lapses if mistake is None else (mistake, *lapses)
        return Judged(moment.facts, chances, after_move, True, at_stake, exact(min(max(0.0, gain), at_stake)), mistakes)

    # Chances

    def _chances(self, moment: Moment) -> tuple[Chance, ...]:
        game = moment.after
        if game.over:
            return tuple(Chance(won, won, won) for won in (float(seat == game.winner) for seat in range(game.players)))
        seed = self._seed_at(moment, "chances")
        return _read(self._estimator.chances(game, rollouts=self._effort.chances, seed=seed))

    def _after_move(self, moment: Moment) -> tuple[float, ...] | None:
        """Estimate the chances after the move, before it was known which cards it brings."""
        if moment.before is None or moment.played is None or not moment.drew or moment.forced or moment.after.over:
            return None
        return tuple(chance.mean for chance in self._chances_with(moment, moment.played.sentence))

    def _chances_with(self, moment: Moment, sentence: str) -> tuple[Chance, ...]:
        # Two sentences at one step are given the same luck: what differs is the sentence.
        if moment.before is None or moment.played is None:
            return ()
        seed, rollouts = self._seed_at(moment, "after"), self._effort.chances
        found = self._estimator.chances_after(moment.before, moment.played.seat, sentence, rollouts=rollouts, seed=seed)
        return _read(found)

    # Choices

    def _weigh_choice(self, moment: Moment) -> tuple[Ranked, Ranked, Ranked] | None:
        """Return the best, the played and the worst choice; nothing where there was none, or it was not legal."""
        if moment.view is None or moment.played is None or moment.foul or len(moment.answers) < 2:
            return None
        said, view, edition = moment.played.sentence, moment.view, moment.after.setting.edition
        sifted = self._estimator.rank(view, edition, rollouts=self._effort.sift, seed=self._seed_at(moment, "sift"))
        if _find(sifted, said) is None:
            return None
        wanted = (sifted[0].sentence, said, min(sifted, key=lambda each: each.chance.mean).sentence)
        legal = [each for each in view["legal"] if any(_same(each, one) for one in wanted)]
        judged = self._estimator.rank(
            {**view, "legal": legal}, edition, rollouts=self._effort.judge, seed=self._seed_at(moment, "judge")
        )
        best, played, worst = (_find(judged, each) for each in wanted)
        return None if best is None or played is None or worst is None else (best, played, worst)

    def _find_mistake(self, moment: Moment, best: Ranked, played: Ranked) -> Mistake | None:
        if moment.view is None or _same(best.sentence, played.sentence):
            return None
        chance, better = _chance(played.chance), _chance(best.chance)
        edition, means = moment.after.setting.edition, (better.mean, chance.mean)
        reason = why_better(moment.view, best.sentence, played.sentence, edition, means)
        return weigh_mistake(moment.facts, "choice", chance, better, best.sentence, reason)

    def _find_lapse(self, moment: Moment) -> Mistake | None:
        """Find a call that was forgotten: no choice of a card, but it may cost as much."""
        if moment.played is None or moment.view is None or moment.foul:
            return None
        seat, said = moment.played.seat, moment.played.sentence
        if said + CALL not in moment.view["legal"]:
            return None
        chance, better = (self._chances_with(moment, each)[seat] for each in (said, said + CALL))
        return weigh_mistake(moment.facts, "uncalled", chance, better, said + CALL, Reason("calls_uno", {}))

    def _find_unclaimed(self, moment: Moment) -> list[Mistake]:
        """Find catches and cuts that were let pass; of several cuts with the same card the best is told."""
        claims = moment.unclaimed
        if not claims or moment.before is None:
            return []
        seed, rollouts = self._seed_at(moment, "after"), self._effort.chances
        # What the claim is worth is what it adds to a table where nobody can make it any more.
        passed = _read(self._estimator.chances(without_claims(moment.before), rollouts=rollouts, seed=seed))
        found: dict[int, Mistake] = {}
        for seat, sentence in claims:
            claimed = self._estimator.chances_after(moment.before, seat, sentence, rollouts=rollouts, seed=seed)
            facts = replace(moment.facts, seat=seat, sentence=None)
            better = _read(claimed)[seat]
            mistake = weigh_mistake(facts, "unclaimed", passed[seat], better, sentence, why_claim(sentence))
            if mistake is not None and (seat not in found or mistake.gain > found[seat].gain):
                found[seat] = mistake
        return list(found.values())

    def _seed_at(self, moment: Moment, purpose: str) -> int:
        return seed_for(self._seed, moment.round, moment.step, purpose)


def weigh_mistake(
    facts: Facts, fault: str, chance: Chance, better: Chance, sentence: str | None, reason: Reason
) -> Mistake | None:
    """Call a move a mistake if what it lost is worth talking of, and more than what the estimates may be wrong by."""
    gain, margin = exact(better.mean - chance.mean), _margin(chance, better)
    if facts.seat is None or gain < MISTAKE or gain <= margin:
        return None
    return Mistake(
        round=facts.round,
        step=facts.step,
        seat=facts.seat,
        fault=fault,
        grade="blunder" if gain >= BLUNDER else "mistake",
        sentence=facts.sentence,
        better=sentence,
        chance=chance,
        better_chance=better,
        gain=gain,
        margin=margin,
        reason=reason,
    )


def _margin(one: Chance, other: Chance) -> float:
    """Return half the interval of the difference of two estimates, as if they had nothing to do with one another."""
    return exact(hypot((one.high - one.low) / 2, (other.high - other.low) / 2))


def _chance(estimate: Estimate) -> Chance:
    return Chance(exact(estimate.mean), exact(estimate.low), exact(estimate.high))


def _read(estimates: Sequence[Estimate]) -> tuple[Chance, ...]:
    return tuple(_chance(estimate) for estimate in estimates)


def _same(one: str, other: str) -> bool:
    """Tell whether two sentences are the same but for a call."""
    return one.removesuffix(CALL) == other.removesuffix(CALL)


def _find(ranked: Sequence[Ranked], sentence: str) -> Ranked | None:
    return next((each for each in ranked if _same(each.sentence, sentence)), None)
