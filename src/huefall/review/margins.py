"""The margins of luck and skill: how the error of each estimate adds up in the parts of a result.

Each part is a sum of differences along the chain of steps: the chances after one step are the chances before the next.
If both differences belong to the same part, the estimate between them cancels. The estimates are independent, so the
squares of the remaining errors add up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import hypot

from huefall.protocol.reviews import Chance, ReviewMargins
from huefall.review.judge import JudgedStep
from huefall.review.rounding import exact


def find_margins(seat: int, judged: Sequence[JudgedStep], stakes: Sequence[float]) -> ReviewMargins:
    """Return the margins of a seat's parts in a round, the deal first. ``stakes``: the margin of each decision's stake."""
    errors = [0.0]  # of each estimate along the chain; the chance before the deal is certain
    counts: dict[str, Counter[int]] = {name: Counter() for name in ("deal", "draws", "own", "others")}
    after = 0
    for each in judged:
        if each.facts.is_idle:
            continue
        before = middle = after
        after = _append(errors, each.chances[seat])
        if not each.facts.is_luck:
            middle = after if each.after_move is None else _append(errors, each.after_move[seat])
        play = "own" if each.facts.seat == seat else "others"
        luck = "deal" if each.facts.seat is None else "draws"
        for name, added, taken in ((play, middle, before), (luck, after, middle)):
            counts[name][added] += 1
            counts[name][taken] -= 1
    luck_counts = counts["deal"].copy()
    luck_counts.update(counts["draws"])
    parts = {**counts, "luck": luck_counts, "result": Counter([after])}
    return ReviewMargins(**{name: _add(errors, times) for name, times in parts.items()}, at_stake=exact(hypot(*stakes)))


def _append(errors: list[float], chance: Chance) -> int:
    errors.append((chance.high - chance.low) / 2)
    return len(errors) - 1


def _add(errors: Sequence[float], times: Counter[int]) -> float:
    return exact(hypot(*(count * errors[at] for at, count in times.items())))


def add_margins(margins: Sequence[ReviewMargins]) -> ReviewMargins:
    """Return the margins of the sums over several rounds."""
    names = ReviewMargins.__struct_fields__
    return ReviewMargins(**{name: exact(hypot(*(getattr(each, name) for each in margins))) for name in names})
