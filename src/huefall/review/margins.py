"""How sure luck and skill are: what the error of every estimate does to the parts of a result.

A part is a sum of estimates, each of them added and taken away a number of times: along the chain of steps the chances after one are
what the next one changes. Where both changes belong to one part, the estimate between them is no matter to it. The estimates have
nothing to do with one another, so the squares of what is left add up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from math import hypot

from huefall.review.judge import Judged
from huefall.review.model import Chance, Margins, exact


def find_margins(seat: int, judged: Sequence[Judged], stakes: Sequence[float]) -> Margins:
    """Return the margins of a seat's parts in a round, the deal first. ``stakes``: those of each decision's stake."""
    errors = [0.0]  # of each estimate along the chain; where everybody begins is known
    counts: dict[str, Counter[int]] = {name: Counter() for name in ("deal", "draws", "own", "others")}
    after = 0
    for each in judged:
        if each.facts.is_idle:
            continue
        before = middle = after
        after = _note(errors, each.chances[seat])
        if not each.facts.is_luck:
            middle = after if each.after_move is None else _note(errors, each.after_move[seat])
        play = "own" if each.facts.seat == seat else "others"
        luck = "deal" if each.facts.seat is None else "draws"
        for name, added, taken in ((play, middle, before), (luck, after, middle)):
            counts[name][added] += 1
            counts[name][taken] -= 1
    luck_counts = counts["deal"].copy()
    luck_counts.update(counts["draws"])
    parts = {**counts, "luck": luck_counts, "result": Counter([after])}
    return Margins(**{name: _add(errors, times) for name, times in parts.items()}, at_stake=exact(hypot(*stakes)))


def _note(errors: list[float], chance: Chance) -> int:
    errors.append((chance.high - chance.low) / 2)
    return len(errors) - 1


def _add(errors: Sequence[float], times: Counter[int]) -> float:
    return exact(hypot(*(count * errors[at] for at, count in times.items())))


def add_margins(margins: Sequence[Margins]) -> Margins:
    """Return the margins of several rounds added up."""
    return Margins(
        **{part.name: exact(hypot(*(getattr(each, part.name) for each in margins))) for part in fields(Margins)}
    )
