"""``shuffle_hidden``: a position that looks the same from one seat and differs in all hidden cards (VIEW-01)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any


def shuffle_hidden(
    position: Mapping[str, Any], seat: int, rng: Random, kept: Mapping[int, Iterable[str]] | None = None
) -> dict[str, Any]:
    """Deal everything that a seat cannot see again: the other hands, the pile, the guilt, another seat's drawn card.

    ``kept``: cards that stay in a hand, by seat, because its owner was told of them (its draws).
    """
    hands: list[list[str]] = position["hands"]
    staying = {other: Counter(cards) & Counter(hands[other]) for other, cards in (kept or {}).items()}
    staying[seat] = Counter(hands[seat])
    free = [Counter(hand) - staying.get(other, Counter()) for other, hand in enumerate(hands)]
    pool = [card for cards in free for card in cards.elements()] + list(position["pile"])
    rng.shuffle(pool)
    dealt = [
        [*staying.get(other, Counter()).elements(), *(pool.pop() for _ in range(cards.total()))]
        for other, cards in enumerate(free)
    ]
    dealt[seat] = list(hands[seat])
    changed = {**position, "hands": dealt, "pile": pool}
    turn = position["turn"]
    if position["drawn"] is not None and turn != seat and position["drawn"] not in staying.get(turn, ()):
        changed["drawn"] = rng.choice(dealt[turn])
    if position["pending"] is not None and position["pending"]["guilty"] is not None:
        changed["pending"] = {**position["pending"], "guilty": rng.random() < 0.5}
    return changed
