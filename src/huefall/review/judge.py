"""One step, estimated: the chances after it, what the move alone did to them, and whether there was a better one.

A choice is judged by what its player could know: the search is given the view of that seat at that time, not the hands.
It is asked twice. The first, short answer tells which choices to look at; the second, with chance of its own, says what
they are worth. One answer for both would favour whatever was lucky in it, and every move would look like a mistake. A
catch or a cut that was let pass is judged in the same way, for the seat that could have made it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from huefall.bots.bot import View
from huefall.bots.explain.reasons import Reason, Reasons, why_claim
from huefall.bots.search.estimates import NO_CLAIM, Estimate, Ranked
from huefall.bots.sight import CALL
from huefall.intervals import margin_of_gain
from huefall.review.claims import Claimant
from huefall.review.estimator import Estimator, seed_for
from huefall.review.model import Chance, Effort, Mistake, exact
from huefall.review.moments import Facts, Moment
from huefall.vocabulary.moves import CLAIM_VERBS

#: What a better move must at least have gained for the played one to be called a mistake, or a blunder.
MISTAKE, BLUNDER = 0.03, 0.10


@dataclass(frozen=True, slots=True)
class Judged:
    """What was found out about one step."""

    facts: Facts
    chances: tuple[Chance, ...]  # after the step, per seat; none after an idle one: they are what they were
    after_move: tuple[Chance, ...] | None  # before its cards were known; nothing where none came: the same
    decided: bool = False  # whether there was a choice that could be judged
    #: What lay between the best and the worst choice, and between the best and the played one. Which is the best was found out
    #: before, so by the error of an estimate either may be below nought: only in that way are errors made up for in a sum.
    at_stake: float = 0.0
    loss: float = 0.0
    margin: float = 0.0  # by how much less may have been at stake
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
        lapses = (*self._find_wrong_call(moment), *self._find_unclaimed(moment))
        choice = self._weigh_choice(moment)
        if choice is None:
            return Judged(moment.facts, chances, after_move, mistakes=lapses)
        best, played, worst = choice
        at_stake, loss = (exact(best.chance.mean - other.chance.mean) for other in (worst, played))
        margin = exact(margin_of_gain(best.chance, worst.chance))
        mistake = self._find_mistake(moment, best, played)
        mistakes = lapses if mistake is None else (mistake, *lapses)
        return Judged(moment.facts, chances, after_move, True, at_stake, loss, margin, mistakes)

    # Chances

    def _chances(self, moment: Moment) -> tuple[Chance, ...]:
        game = moment.after
        if moment.facts.is_idle:
            return ()
        if game.over:
            return tuple(Chance(won, won, won) for won in (float(seat == game.winner) for seat in range(game.players)))
        seed = self._seed_at(moment, "chances")
        return _read(self._estimator.chances(game, rollouts=self._effort.chances, seed=seed))

    def _after_move(self, moment: Moment) -> tuple[Chance, ...] | None:
        """Estimate the chances after the move, before it was known which cards it brings."""
        if moment.before is None or moment.played is None or not moment.drew or moment.forced or moment.after.over:
            return None
        seat, sentence = moment.played.seat, moment.played.sentence + (CALL if moment.called else "")
        seed, rollouts = self._seed_at(moment, "after"), self._effort.chances
        return _read(self._estimator.chances_after(moment.before, seat, sentence, rollouts=rollouts, seed=seed))

    # Choices

    def _weigh_choice(self, moment: Moment) -> tuple[Ranked, Ranked, Ranked] | None:
        """Return the best, the played and the worst choice; nothing where there was none, or it was not legal."""
        legal = not moment.foul or moment.false_call
        if moment.view is None or moment.played is None or not legal or len(moment.answers) < 2:
            return None
        said = moment.played.sentence
        sifted = self._rank(moment, _without_claims(moment.view), "sift")
        if _find(sifted, said) is None:
            return None
        wanted = (sifted[0].sentence, said, min(sifted, key=lambda each: each.chance.mean).sentence)
        judged = self._rank(moment, _only(moment.view, *wanted), "judge")
        best, played, worst = (_find(judged, each) for each in wanted)
        return None if best is None or played is None or worst is None else (best, played, worst)

    def _find_mistake(self, moment: Moment, best: Ranked, played: Ranked) -> Mistake | None:
        if moment.view is None or _same(best.sentence, played.sentence):
            return None
        chance, better = _chance(played.chance), _chance(best.chance)
        reason = Reasons(moment.view, moment.after.variant.edition).why_better(best, played)
        return weigh_mistake(moment.facts, "choice", chance, better, best.sentence, reason)

    def _find_wrong_call(self, moment: Moment) -> Iterator[Mistake]:
        """Find a call that was forgotten or false: no choice of a card, but it may cost as much."""
        if moment.played is None or moment.view is None or not (moment.forgot_call or moment.false_call):
            return
        bare = moment.played.sentence.removesuffix(CALL)
        ranked = self._estimator.rank(
            moment.view,
            moment.after.variant.edition,
            rollouts=self._effort.judge,
            seed=self._seed_at(moment, "call"),
            sentences=(bare, bare + CALL),
        )
        silent, called = (_chance(each.chance) for each in sorted(ranked, key=lambda each: each.sentence))
        if moment.forgot_call:
            calls = Reason("calls_uno", {})
            found = weigh_mistake(moment.facts, "uncalled", silent, called, bare + CALL, calls)
        else:
            found = weigh_mistake(moment.facts, "foul", called, silent, None, Reason("foul", {}))
        if found is not None:
            yield found

    # Claims

    def _find_unclaimed(self, moment: Moment) -> Iterator[Mistake]:
        """Find catches and cuts that were let pass; of several that one seat could have made the best is told."""
        for claimant in moment.unclaimed:
            weighed = (
                self._weigh_claimed(moment, claimant) if claimant.claimed else self._weigh_claims(moment, claimant)
            )
            if weighed is not None:
                claim, better, passed = weighed
                facts = replace(moment.facts, seat=claimant.seat, sentence=None)
                chance = _chance(passed.chance)
                mistake = weigh_mistake(facts, "unclaimed", chance, _chance(better.chance), claim, why_claim(claim))
                if mistake is not None:
                    yield mistake

    def _weigh_claims(self, moment: Moment, claimant: Claimant) -> tuple[str, Ranked, Ranked] | None:
        """Return the best claim of a seat that was not asked, with what it and saying nothing are worth."""
        sifted = self._rank_claims(moment, claimant, "sift", claimant.claims)
        claim = sifted[0].sentence
        if claim == NO_CLAIM:
            return None
        same = [each for each in claimant.claims if _same(each, claim)]
        judged = self._rank_claims(moment, claimant, "judge", same)
        better, passed = _find(judged, claim), _find(judged, NO_CLAIM)
        return None if better is None or passed is None else (claim, better, passed)

    def _rank_claims(self, moment: Moment, claimant: Claimant, purpose: str, claims: Sequence[str]) -> Sequence[Ranked]:
        return self._rank(moment, {**claimant.view, "legal": list(claims)}, purpose, claimant.seat, "claims")

    def _weigh_claimed(self, moment: Moment, claimant: Claimant) -> tuple[str, Ranked, Ranked] | None:
        """Return the same for the asked seat: it goes on with its own move, so what counts is the best one after each."""
        views = {NO_CLAIM: _without_claims(claimant.view)}
        views |= {claim: _without_claims(claimant.claimed[claim]) for claim in claimant.claims}
        sifted = {claim: self._rank(moment, view, "sift", claimant.seat, claim)[0] for claim, view in views.items()}
        claim = max(sifted, key=lambda each: sifted[each].chance.mean)
        if claim == NO_CLAIM:
            return None
        better, passed = (
            self._rank(moment, _only(views[each], sifted[each].sentence), "judge", claimant.seat, each)[0]
            for each in (claim, NO_CLAIM)
        )
        return claim, better, passed

    def _rank(self, moment: Moment, view: View, purpose: str, *place: object) -> Sequence[Ranked]:
        rollouts = self._effort.sift if purpose == "sift" else self._effort.judge
        seed = self._seed_at(moment, purpose, *place)
        return self._estimator.rank(view, moment.after.variant.edition, rollouts=rollouts, seed=seed)

    def _seed_at(self, moment: Moment, *purpose: object) -> int:
        return seed_for(self._seed, moment.round, moment.step, *purpose)


def weigh_mistake(
    facts: Facts, fault: str, chance: Chance, better: Chance, sentence: str | None, reason: Reason
) -> Mistake | None:
    """Call a move a mistake if what it lost is worth talking of, and more than what the estimates may be wrong by."""
    gain, margin = exact(better.mean - chance.mean), exact(margin_of_gain(better, chance))
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


def _chance(estimate: Estimate) -> Chance:
    return Chance(exact(estimate.mean), exact(estimate.low), exact(estimate.high))


def _read(estimates: Sequence[Estimate]) -> tuple[Chance, ...]:
    return tuple(_chance(estimate) for estimate in estimates)


def _same(one: str, other: str) -> bool:
    """Tell whether two sentences are the same but for a call."""
    return one.removesuffix(CALL) == other.removesuffix(CALL)


def _only(view: View, *wanted: str) -> View:
    """Leave only some sentences of a view legal, with and without calls."""
    return {**view, "legal": [each for each in view["legal"] if any(_same(each, one) for one in wanted)]}


def _without_claims(view: View) -> View:
    """Leave only answers to the question legal: a claim is judged by itself, and does not stand in for a move."""
    return {**view, "legal": [each for each in view["legal"] if each.split(" ", 1)[0] not in CLAIM_VERBS]}


def _find(ranked: Sequence[Ranked], sentence: str) -> Ranked | None:
    return next((each for each in ranked if _same(each.sentence, sentence)), None)
