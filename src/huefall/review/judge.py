"""Judging one step: the chances after it, what the move alone changed, and whether there was a better one.

A choice is judged by what its player could know: the search is given the view of that seat at that time, not the hands.
The search runs twice. The first, short run picks the choices to compare; the second, on an independent sample, estimates
their worth. One run for both would favour the choices that were lucky in it, and every move would look like a mistake.
A catch or a cut that was not made is judged in the same way, for the seat that could have made it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from huefall.bots.bot import View
from huefall.bots.explain.reasons import Reason, Reasons, why_claim
from huefall.bots.search.estimates import NO_CLAIM, Estimate, Ranked
from huefall.intervals import margin_of_gain
from huefall.protocol.reviews import Chance, MistakeFault, ReasonShown, ReviewEffort, ReviewMistake
from huefall.review.claims import Claimant
from huefall.review.estimator import Estimator, seed_for
from huefall.review.prepare import PreparedStep, StepFacts
from huefall.review.rounding import exact
from huefall.vocabulary.moves import Move

#: How much more chance a better move must have given for the played one to be a mistake, or a blunder.
MIN_MISTAKE, MIN_BLUNDER = 0.03, 0.10


@dataclass(frozen=True, slots=True)
class JudgedStep:
    facts: StepFacts
    chances: tuple[Chance, ...]  # after the step, per seat; empty for an idle step, which changes no chances
    after_move: tuple[Chance, ...] | None  # after the move, before its cards were known; None if it drew no cards
    decided: bool = False  # whether there was a choice that could be judged
    #: The best choice less the worst, and less the played one. The best choice was picked on an independent sample, so either
    #: difference can come out negative; keeping the sign makes the errors cancel in sums.
    at_stake: float = 0.0
    loss: float = 0.0
    margin: float = 0.0  # how much less may have been at stake
    mistakes: tuple[ReviewMistake, ...] = ()


class Judge:
    """Judges steps, in any order and in any thread."""

    def __init__(self, estimator: Estimator, effort: ReviewEffort, seed: int) -> None:
        self._estimator = estimator
        self._effort = effort
        self._seed = seed

    def judge(self, step: PreparedStep) -> JudgedStep:
        chances = self._chances(step)
        after_move = self._after_move(step)
        lapses = (*self._find_wrong_call(step), *self._find_unclaimed(step))
        choice = self._weigh_choice(step)
        if choice is None:
            return JudgedStep(step.facts, chances, after_move, mistakes=lapses)
        best, played, worst = choice
        at_stake, loss = (exact(best.chance.mean - other.chance.mean) for other in (worst, played))
        margin = exact(margin_of_gain(best.chance, worst.chance))
        mistake = self._find_mistake(step, best, played)
        mistakes = lapses if mistake is None else (mistake, *lapses)
        return JudgedStep(step.facts, chances, after_move, True, at_stake, loss, margin, mistakes)

    # Chances

    def _chances(self, step: PreparedStep) -> tuple[Chance, ...]:
        game = step.after
        if step.facts.is_idle:
            return ()
        if game.over:
            return tuple(Chance(won, won, won) for won in (float(seat == game.winner) for seat in range(game.players)))
        seed = self._seed_at(step, "chances")
        return tuple(map(_chance, self._estimator.chances(game, rollouts=self._effort.chances, seed=seed)))

    def _after_move(self, step: PreparedStep) -> tuple[Chance, ...] | None:
        """Estimate the chances after the move, before it was known which cards it draws."""
        if step.before is None or step.played is None or not step.drew or step.forced or step.after.over:
            return None
        move = Move.parse(step.played.sentence)
        sentence = str(move.with_call() if step.called else move)
        seed, rollouts = self._seed_at(step, "after"), self._effort.chances
        found = self._estimator.chances_after(step.before, step.played.seat, sentence, rollouts=rollouts, seed=seed)
        return tuple(map(_chance, found))

    # Choices

    def _weigh_choice(self, step: PreparedStep) -> tuple[Ranked, Ranked, Ranked] | None:
        """Return the best, the played and the worst choice; None without a choice, or if the move was illegal."""
        legal = not step.foul or step.false_call
        if step.view is None or step.played is None or not legal or len(step.answers) < 2:
            return None
        said = step.played.sentence
        sifted = self._rank(step, _without_claims(step.view), "sift")
        if _find(sifted, said) is None:
            return None
        wanted = (sifted[0].sentence, said, min(sifted, key=lambda each: each.chance.mean).sentence)
        judged = self._rank(step, _only(step.view, *wanted), "judge")
        best, played, worst = (_find(judged, each) for each in wanted)
        return None if best is None or played is None or worst is None else (best, played, worst)

    def _find_mistake(self, step: PreparedStep, best: Ranked, played: Ranked) -> ReviewMistake | None:
        if step.view is None or _same(best.sentence, played.sentence):
            return None
        chance, better = _chance(played.chance), _chance(best.chance)
        reason = Reasons(step.view, step.after.variant.edition).why_better(best, played)
        return weigh_mistake(step.facts, "choice", chance, better, best.sentence, reason)

    def _find_wrong_call(self, step: PreparedStep) -> Iterator[ReviewMistake]:
        """Find a forgotten or false call: it is no choice of a card, but may cost as much."""
        if step.played is None or step.view is None or not (step.forgot_call or step.false_call):
            return
        move = Move.parse(step.played.sentence)
        silent_move, called_move = str(move.without_call()), str(move.with_call())
        ranked = self._estimator.rank(
            step.view,
            step.after.variant.edition,
            rollouts=self._effort.judge,
            seed=self._seed_at(step, "call"),
            sentences=(silent_move, called_move),
        )
        silent, called = (_chance(each.chance) for each in sorted(ranked, key=lambda each: each.sentence))
        if step.forgot_call:
            calls = Reason("calls_uno", {})
            found = weigh_mistake(step.facts, "uncalled", silent, called, called_move, calls)
        else:
            found = weigh_mistake(step.facts, "foul", called, silent, None, Reason("foul", {}))
        if found is not None:
            yield found

    # Claims

    def _find_unclaimed(self, step: PreparedStep) -> Iterator[ReviewMistake]:
        """Find catches and cuts that were not made; only the best claim of each seat."""
        for claimant in step.unclaimed:
            weigh = self._weigh_claims_of_asked if claimant.views_after else self._weigh_claims
            weighed = weigh(step, claimant)
            if weighed is not None:
                claim, better, passed = weighed
                facts = replace(step.facts, seat=claimant.seat, sentence=None)
                chance = _chance(passed.chance)
                mistake = weigh_mistake(facts, "unclaimed", chance, _chance(better.chance), claim, why_claim(claim))
                if mistake is not None:
                    yield mistake

    def _weigh_claims(self, step: PreparedStep, claimant: Claimant) -> tuple[str, Ranked, Ranked] | None:
        """Return the best claim of a seat that was not asked, its chance, and the chance without a claim; None if no claim is best."""
        sifted = self._rank_claims(step, claimant, "sift", claimant.claims)
        claim = sifted[0].sentence
        if claim == NO_CLAIM:
            return None
        same = [each for each in claimant.claims if _same(each, claim)]
        judged = self._rank_claims(step, claimant, "judge", same)
        better, passed = _find(judged, claim), _find(judged, NO_CLAIM)
        return None if better is None or passed is None else (claim, better, passed)

    def _rank_claims(
        self, step: PreparedStep, claimant: Claimant, purpose: str, claims: Sequence[str]
    ) -> Sequence[Ranked]:
        return self._rank(step, {**claimant.view, "legal": list(claims)}, purpose, claimant.seat, "claims")

    def _weigh_claims_of_asked(self, step: PreparedStep, claimant: Claimant) -> tuple[str, Ranked, Ranked] | None:
        """The same for the asked seat. It moves after its claim, so each claim is worth what the best move after it is."""
        views = {NO_CLAIM: _without_claims(claimant.view)}
        views |= {claim: _without_claims(claimant.views_after[claim]) for claim in claimant.claims}
        sifted = {claim: self._rank(step, view, "sift", claimant.seat, claim)[0] for claim, view in views.items()}
        claim = max(sifted, key=lambda each: sifted[each].chance.mean)
        if claim == NO_CLAIM:
            return None
        better, passed = (
            self._rank(step, _only(views[each], sifted[each].sentence), "judge", claimant.seat, each)[0]
            for each in (claim, NO_CLAIM)
        )
        return claim, better, passed

    def _rank(self, step: PreparedStep, view: View, purpose: str, *subject: object) -> Sequence[Ranked]:
        """Rank the legal moves of a view in the first run (``sift``) or in the second (``judge``). ``subject``: the seat and
        the claim, if claims are ranked; each subject and each run has a seed of its own.
        """
        rollouts = self._effort.sift if purpose == "sift" else self._effort.judge
        seed = self._seed_at(step, purpose, *subject)
        return self._estimator.rank(view, step.after.variant.edition, rollouts=rollouts, seed=seed)

    def _seed_at(self, step: PreparedStep, *purpose: object) -> int:
        return seed_for(self._seed, step.round, step.step, *purpose)


def weigh_mistake(
    facts: StepFacts, fault: MistakeFault, chance: Chance, better: Chance, sentence: str | None, reason: Reason
) -> ReviewMistake | None:
    """Return a mistake if the loss is large enough to mention and larger than the error of the estimates, else None."""
    gain, margin = exact(better.mean - chance.mean), exact(margin_of_gain(better, chance))
    if facts.seat is None or gain < MIN_MISTAKE or gain <= margin:
        return None
    return ReviewMistake(
        round=facts.round,
        step=facts.step,
        seat=facts.seat,
        fault=fault,
        grade="blunder" if gain >= MIN_BLUNDER else "mistake",
        sentence=facts.sentence,
        better=sentence,
        chance=chance,
        better_chance=better,
        gain=gain,
        margin=margin,
        reason=ReasonShown(reason.code, reason.params),
    )


def _chance(estimate: Estimate) -> Chance:
    return Chance(exact(estimate.mean), exact(estimate.low), exact(estimate.high))


def _same(one: str, other: str) -> bool:
    """Whether two sentences differ by a call at most."""
    if NO_CLAIM in (one, other):
        return one == other
    return Move.parse(one).without_call() == Move.parse(other).without_call()


def _only(view: View, *wanted: str) -> View:
    """Restrict the legal moves of a view to these, with and without calls."""
    return {**view, "legal": [each for each in view["legal"] if any(_same(each, one) for one in wanted)]}


def _without_claims(view: View) -> View:
    """Restrict the legal moves of a view to answers: claims are judged by themselves."""
    return {**view, "legal": [each for each in view["legal"] if not Move.parse(each).is_claim]}


def _find(ranked: Sequence[Ranked], sentence: str) -> Ranked | None:
    return next((each for each in ranked if _same(each.sentence, sentence)), None)
