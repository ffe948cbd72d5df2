"""What the search thinks of the moves a seat can make.

for ranked in rank(view_for(game, 0)):
    print(ranked.sentence, ranked.chance.mean)
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from huefall.bots.beliefs.beliefs import DOUBT
from huefall.bots.bot import View
from huefall.bots.search.estimates import NOTHING, Ranked, estimate, is_clearly_better
from huefall.bots.search.patience import Patience, so_many
from huefall.bots.search.policy import tuned_policies, various_policies
from huefall.bots.search.search import Search, search_view
from huefall.bots.seat_view import SeatView
from huefall.editions import Edition
from huefall.kernel.layout import MOVE, Records, blank
from huefall.kernel.search import entry as search
from huefall.notation.moves import MoveReader, read_move
from huefall.notation.variant import Variant

#: More moves than these are not compared: the rest looks worse to the policy.
MAX_MOVES = 12

#: How many trials the policy's opinion counts for; what a card more in hand costs, in chances shared among the players; and how many
#: cards one move can be behind another in its opinion.
OPINION, CARD, MAX_BEHIND = 200, 0.1, -3.0


def rank(
    view: View,
    edition: Edition | None = None,
    *,
    rollouts: int = 400,
    seed: int = 0,
    patience: Patience | None = None,
    sentences: Sequence[str] | None = None,
) -> list[Ranked]:
    """Rank what a seat can say by the chance to win the round, best first, each tried in as many imagined positions.

    A seat that is not asked may claim something, or say nothing, which is the empty sentence. One that is asked may claim something
    and then still answer: so a claim comes first, unless it is clearly worse than the best answer or that one wins at once.
    ``sentences``: only these are ranked, as they are; otherwise calls are made wherever one is due.
    """
    seat_view = SeatView(view, edition)
    claims = [seat_view.with_call(move) for move in seat_view.claims()]
    if sentences is None:
        sentences = [*seat_view.called_answers(), *claims] if seat_view.asked else [*claims, NOTHING]
    if not sentences or sentences == [NOTHING]:
        return []
    found = _prepare(view, sentences, edition, seed, various_policies(), DOUBT)
    found.run(so_many(rollouts) if patience is None else patience)
    rounds = found.rounds()[:, :, view["seat"]]
    ranked = [Ranked(sentence, estimate(rounds[:, number])) for number, sentence in enumerate(sentences)]
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
    patience: Patience,
    *,
    doubt: float = DOUBT,
) -> str:
    """Choose the sentence that wins most, until patience ends: matches, where points count, else rounds.

    Few trials tell little where moves are nearly alike, as at a large table. So the policy's opinion counts like so many trials
    more. ``doubt``: how often what is suspected of a card is put aside. ``NOTHING`` may be among the sentences of a seat that could
    claim something.
    """
    seat = view["seat"]
    found = _prepare(view, sentences, edition, seed, tuned_policies(), doubt)
    kept = found.prefer(MAX_MOVES)
    found.run(patience, None if NOTHING in sentences else seat)  # a claim is given up only after all trials
    means = found.values()[:, :, seat].mean(axis=0)
    opinions = found.opinions()
    expected = CARD / found.players * np.maximum(opinions - opinions.max(), MAX_BEHIND)
    weighed = found.tried * means + OPINION * expected
    return sentences[int(kept[np.where(found.wanted, weighed, -np.inf).argmax()])]


def _prepare(
    view: View, sentences: Sequence[str], edition: Edition | None, seed: int, policies: Records, doubt: float
) -> Search:
    variant = Variant.of(view["edition"] if edition is None else edition, view["options"])
    return search_view(variant, view, _pack(variant, view, sentences), seed, policies, doubt)


def _pack(variant: Variant, view: View, sentences: Sequence[str]) -> Records:
    """Write the sentences for the kernel."""
    seat = view["seat"]
    held = [0] * len(variant.kinds)
    for card in view["hands"][seat]:
        held[variant.number(card)] += 1
    reader = MoveReader(variant)
    rows = blank(MOVE, len(sentences))
    for number, sentence in enumerate(sentences):
        row = rows[number : number + 1]
        if sentence == NOTHING:
            row[0]["verb"] = _verb_of_nothing(sentences)
        else:
            reader.pack(seat, read_move(variant, held, sentence), row)
    return rows


def _verb_of_nothing(claims: Sequence[str]) -> int:
    """Return what it means to say nothing instead: the time to catch, to cut, or both goes by."""
    said = {sentence.partition(" ")[0] for sentence in claims}
    if "catch" in said:
        return search.NO_CLAIM if "play" in said else search.NO_CATCH
    return search.NO_CUT if "play" in said else search.NO_MOVE
