"""The search's result: a seat's moves ranked by their win chances.

for ranked in rank(view_for(game, 0)):
    print(ranked.sentence, ranked.chance.mean)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from huefall.bots.beliefs.beliefs import IGNORE_RATE
from huefall.bots.bot import View
from huefall.bots.search.estimates import NO_CLAIM, Ranked, estimate, is_clearly_better
from huefall.bots.search.limit import Clock, Limit
from huefall.bots.search.policy import tuned_policies, varied_policies
from huefall.bots.search.search import Search, search_view
from huefall.bots.seat_view import SeatView
from huefall.editions import Edition
from huefall.kernel.layout import MOVE, Records, blank
from huefall.kernel.search import entry as search
from huefall.notation.moves import MoveReader, read_move
from huefall.notation.variant import Variant
from huefall.vocabulary.moves import Move

#: At most this many moves are compared: those the policy prefers.
MAX_MOVES = 12

#: The policy's preference counts like this many rollouts.
POLICY_ROLLOUTS = 200

#: What one card more in hand costs, as a chance that is divided by the number of players.
CHANCE_PER_CARD = 0.1

#: The policy counts no move as more than this many cards worse than its favourite.
MIN_POLICY_GAP = -3.0

#: Positions per move where nothing else is asked for.
DEFAULT_LIMIT = Limit(positions=400)


def rank(
    view: View,
    edition: Edition | None = None,
    *,
    limit: Limit = DEFAULT_LIMIT,
    seed: int = 0,
    sentences: Sequence[str] | None = None,
    is_cancelled: Callable[[], bool] | None = None,
) -> list[Ranked]:
    """Rank the legal sentences of a seat by the chance to win the round, best first, all tried in the same samples.

    For a seat that is not asked, the ranking holds its claims and ``NO_CLAIM``. A seat that is asked may claim first and
    answer afterwards: so its claims come first, unless they are clearly worse than the best answer, or that one wins at
    once. ``sentences``: rank only these, as they are; otherwise calls are added wherever one is due.
    """
    batches = limit.batches(is_cancelled=is_cancelled)
    seat_view = SeatView(view, edition)
    claims = [seat_view.with_call(move) for move in seat_view.claims()]
    if sentences is None:
        sentences = [*seat_view.called_answers(), *claims] if seat_view.asked else [*claims, NO_CLAIM]
    if not sentences or sentences == [NO_CLAIM]:
        return []
    found = _prepare(view, sentences, edition, seed, varied_policies(), IGNORE_RATE)
    found.run(batches)
    wins = found.round_wins()[:, :, view["seat"]]
    ranked = [Ranked(sentence, estimate(wins[:, number])) for number, sentence in enumerate(sentences)]
    ranked.sort(key=lambda each: -each.chance.mean)
    best = ranked[0].chance
    if seat_view.asked and best.mean < 1:
        ranked.sort(key=lambda each: each.sentence not in claims or is_clearly_better(best, each.chance))
    return ranked


def choose_best(
    view: View,
    sentences: Sequence[str],
    edition: Edition | None,
    seed: int,
    limit: Limit,
    *,
    clock: Clock = time.perf_counter,
    ignore_rate: float = IGNORE_RATE,
) -> str:
    """Choose the sentence that wins most: matches, where points count, else rounds.

    Where moves are nearly equal, as at large tables, rollouts say little: so the policy's preference is added
    (``POLICY_ROLLOUTS``). ``ignore_rate``: the share of samples that ignore suspicions about hidden cards.
    ``NO_CLAIM`` may be among the sentences of a seat that could claim something.
    """
    batches = limit.batches(clock)
    seat = view["seat"]
    found = _prepare(view, sentences, edition, seed, tuned_policies(), ignore_rate)
    kept = found.keep_favourites(MAX_MOVES)
    found.run(batches, None if NO_CLAIM in sentences else seat)  # claims are compared in all samples
    means = found.match_chances()[:, :, seat].mean(axis=0)
    weights = found.policy_weights()
    preference = CHANCE_PER_CARD / found.players * np.maximum(weights - weights.max(), MIN_POLICY_GAP)
    score = found.tried * means + POLICY_ROLLOUTS * preference
    return sentences[int(kept[np.where(found.active, score, -np.inf).argmax()])]


def _prepare(
    view: View, sentences: Sequence[str], edition: Edition | None, seed: int, policies: Records, ignore_rate: float
) -> Search:
    variant = Variant.of(view["edition"] if edition is None else edition, view["options"])
    return search_view(variant, view, _pack(variant, view, sentences), seed, policies, ignore_rate)


def _pack(variant: Variant, view: View, sentences: Sequence[str]) -> Records:
    """Convert sentences to the kernel's move records."""
    seat = view["seat"]
    held = [0] * len(variant.kinds)
    for card in view["hands"][seat]:
        held[variant.number(card)] += 1
    reader = MoveReader(variant)
    rows = blank(MOVE, len(sentences))
    for number, sentence in enumerate(sentences):
        row = rows[number : number + 1]
        if sentence == NO_CLAIM:
            row[0]["verb"] = _verb_of_no_claim(sentences)
        else:
            reader.pack(seat, read_move(variant, held, sentence), row)
    return rows


def _verb_of_no_claim(sentences: Sequence[str]) -> int:
    """Return the kernel's verb for making no claim: the chance to catch, to cut, or both expires."""
    verbs = {Move.parse(sentence).verb for sentence in sentences if sentence != NO_CLAIM}
    if "catch" in verbs:
        return search.NO_CLAIM if "play" in verbs else search.NO_CATCH
    return search.NO_CUT if "play" in verbs else search.NO_MOVE
