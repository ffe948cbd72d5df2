"""Covering arrays: few rows in which every two values of different factors occur together at least once.

All combinations of two dozen options would be millions of tables, all pairs of their values fit into some sixty. Rows are
built greedily, one pair that is still missing at a time, and filled up with the values that bring most missing pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

Row = dict[str, Any]
Item = tuple[str, Any]  # a factor and one of its values


def always(_first: Item, _second: Item) -> bool:
    """Allow any two values in one row."""
    return True


def covering_rows(
    factors: Mapping[str, Sequence[Any]], fit: Callable[[Item, Item], bool] = always, *, seed: int | str = 0
) -> list[Row]:
    """Return rows that hold every pair of values that fit together; the same rows for the same seed.

    A factor none of whose values fits a row is left out of it. A factor that decides which others fit belongs to the front.
    """
    rng = Random(seed)
    missing = dict.fromkeys(fitting_pairs(factors, fit))
    rows = []
    while missing:
        first, second = next(iter(missing))
        row: Row = dict((first, second))
        for name, values in factors.items():
            if name not in row:
                _add_best(row, [(name, value) for value in values], missing, fit, rng)
        for pair in combinations(sorted(row.items(), key=_place(factors)), 2):
            missing.pop(pair, None)
        rows.append(row)
    return rows


def fitting_pairs(
    factors: Mapping[str, Sequence[Any]], fit: Callable[[Item, Item], bool] = always
) -> list[tuple[Item, Item]]:
    """List every pair of values of two factors that fit together, in the order of the factors."""
    return [
        ((first, value), (second, other))
        for first, second in combinations(factors, 2)
        for value in factors[first]
        for other in factors[second]
        if fit((first, value), (second, other))
    ]


def _place(factors: Mapping[str, Sequence[Any]]) -> Callable[[Item], int]:
    """Return the key that puts the items of a row into the order of the factors, as the pairs have them."""
    order = {name: number for number, name in enumerate(factors)}
    return lambda item: order[item[0]]


def _add_best(
    row: Row,
    items: list[Item],
    missing: Mapping[tuple[Item, Item], None],
    fit: Callable[[Item, Item], bool],
    rng: Random,
) -> None:
    """Add a value that covers the most missing pairs, chosen at random among equals; add none if none fits."""
    possible = [item for item in items if all(fit(item, held) and fit(held, item) for held in row.items())]
    if not possible:
        return
    gains = [sum((item, held) in missing or (held, item) in missing for held in row.items()) for item in possible]
    name, value = rng.choice([item for item, gain in zip(possible, gains, strict=True) if gain == max(gains)])
    row[name] = value
