"""Shuffles are fair, by every generator, and give the same cards whether they are done at once or as cards are drawn."""

from __future__ import annotations

from itertools import permutations
from random import Random

import numpy as np
import pytest
from tests.kernel.evenness import GENERATORS, assert_even, table
from tests.random_play import EDITIONS, EVERYTHING
from tests.scale import SEED

from huefall.kernel import entry
from huefall.kernel.batch import start_match
from huefall.kernel.compiler import COMPILED, rule
from huefall.kernel.deal import deal_round, shuffle_deck
from huefall.kernel.layout import CARDS, STATE, Records, blank
from huefall.kernel.shuffle import card_at, order_pile, shuffle
from huefall.notation.variant import Variant

#: With the compiler off a secure word takes a millisecond.
ORDERS = 36_000 if COMPILED else 720
SHUFFLES = 10_800 if COMPILED else 400

#: The lowest number that a card can be, without its sign; 224 different cards do not fit above 0.
LOWEST = 128


@rule
def lay_numbers(states: Records, count: int) -> None:
    """Lay numbers into the pile, from the lowest that a card can be, and shuffle them."""
    state = states[0]
    for place in range(count):
        state.pile[place] = place - LOWEST
    shuffle(state, count)


@rule
def write_orders(states: Records, count: int, out: Records) -> None:
    """Shuffle numbers again and again; write each order."""
    for i in range(len(out)):
        lay_numbers(states, count)
        order_pile(states[0], 0)
        for place in range(count):
            out[i, place] = int(states[0].pile[place]) + LOWEST


@rule
def shuffle_and_draw(states: Records, count: int, steps: Records) -> None:
    """Shuffle numbers, and look at places further and further down, ``steps`` apart."""
    lay_numbers(states, count)
    place = count
    for step in steps:
        place = max(place - step, 0)
        card_at(states[0], place)


@rule
def deal(states: Records, rules: Records, editions: Records, number: int, at_once: bool) -> int:
    """Deal a round; ``at_once``: from a shuffle that is complete before. Return how many cards the deal left without order."""
    state = states[0]
    start_match(state, 2, SEED, number, editions[0], None)
    shuffle_deck(state, editions[0])
    if at_once:
        order_pile(state, 0)
    deal_round(state, rules[0], editions[0], None)
    unordered = int(state.unordered)
    order_pile(state, 0)
    return unordered


def orders_of(generator: str, seed: int, count: int, shuffles: int) -> list[list[int]]:
    out = np.zeros((shuffles, count), np.int64)
    write_orders(table(generator, seed), count, out)
    orders: list[list[int]] = out.tolist()
    return orders


@pytest.mark.parametrize("generator", GENERATORS)
@pytest.mark.parametrize("count", [2, 3, 4])
def test_every_order_of_a_few_cards_is_equally_likely(generator: str, count: int) -> None:
    numbers = {order: number for number, order in enumerate(permutations(range(count)))}
    found = orders_of(generator, 5, count, ORDERS // 3)
    assert_even([numbers[tuple(order)] for order in found], len(numbers), seed=5)


@pytest.mark.skipif(not COMPILED, reason="takes many shuffles")
def test_every_order_of_more_cards_than_one_word_decides_is_equally_likely() -> None:
    numbers = {order: number for number, order in enumerate(permutations(range(6)))}
    found = orders_of("fast", 23, 6, 20 * len(numbers))
    assert_even([numbers[tuple(order)] for order in found], len(numbers), seed=23)


@pytest.mark.parametrize("generator", ["fast", "old fast"])
def test_a_card_is_equally_likely_in_every_place_of_the_deck(generator: str) -> None:
    """The 0 of each colour is there once: where it lies, over many shuffles."""
    variant = Variant.of("classic")
    state = table(generator, 17)
    zeros = [variant.number(card) for card in ("r0", "y0", "g0", "b0")]
    places: list[int] = []
    for _ in range(SHUFFLES):
        entry.mix_deck(state, variant.packed_edition)
        pile = state[0]["pile"].tolist()
        places += [pile.index(zero) for zero in zeros]
    assert_even(places, 108, seed=17)
    assert sorted(state[0]["pile"][:108].tolist()) == sorted(variant.deck())


@pytest.mark.skipif(not COMPILED, reason="takes many shuffles")
@pytest.mark.parametrize("places", [(107, 106), (106, 105), (107, 105), (105, 104), (60, 59), (1, 0), (107, 0)])
def test_the_card_of_a_place_says_nothing_about_the_card_of_another(places: tuple[int, int]) -> None:
    """For places that one word decides, and places that two do: how far the second card is from the first, in their old order."""
    found = orders_of("fast", 31, 108, 5 * SHUFFLES)
    assert_even([(order[places[0]] - order[places[1]]) % 108 - 1 for order in found], 107, seed=31)


def test_a_shuffle_says_nothing_about_the_next_one() -> None:
    for generator in ("fast", "old fast"):
        found = orders_of(generator, 41, 6, ORDERS)
        tops = [order[-1] for order in found]
        assert_even([one * 6 + other for one, other in zip(tops[::2], tops[1::2], strict=True)], 36, seed=41)


def test_a_secure_shuffle_spreads_the_cards_too() -> None:
    variant = Variant.of("classic")
    state = table("secure", 17)
    zeros = [variant.number(card) for card in ("r0", "y0", "g0", "b0")]
    quarters: list[int] = []
    for _ in range(1000 if COMPILED else 30):
        entry.mix_deck(state, variant.packed_edition)
        pile = state[0]["pile"].tolist()
        quarters += [pile.index(zero) // 27 for zero in zeros]
    assert_even(quarters, 4, seed=17)


def test_cards_that_get_their_order_as_they_are_drawn_are_those_of_a_shuffle_at_once() -> None:
    rng = Random(SEED)
    for count in range(1, CARDS + 1) if COMPILED else range(1, CARDS + 1, 7):
        seed = rng.getrandbits(40)
        at_once = orders_of("fast", seed, count, 2)
        state = table("fast", seed)
        # The first shuffle ends anywhere; the second is the same all the same.
        for number, steps in enumerate(([rng.randint(1, 9) for _ in range(rng.randint(0, 12))], [1] * count)):
            shuffle_and_draw(state, count, np.array(steps, np.int64))
            drawn = min(sum(steps), count)
            pile = [card + LOWEST for card in state[0]["pile"][:count].tolist()]
            assert pile[count - drawn :] == at_once[number][count - drawn :], (SEED, count, steps)
            assert sorted(pile) == list(range(count))
        assert state[0]["unordered"] == 0


@pytest.mark.parametrize("edition", [*EDITIONS, EVERYTHING])
@pytest.mark.parametrize("hand_size", [7, 2, 45])
def test_a_deal_is_the_same_with_only_the_cards_it_needs_in_order(edition: str, hand_size: int) -> None:
    """Also where cards that cannot be the first card are buried or ignored, and hardly a card is left to turn up."""
    variant = Variant.of(edition, {"hand_size": hand_size})
    left = []
    for number in range(60 if COMPILED else 6):
        states = blank(STATE), blank(STATE)
        for state, at_once in zip(states, (True, False), strict=True):
            left.append(deal(state, variant.packed_rules, variant.packed_edition, number, at_once))
        assert states[0].tobytes() == states[1].tobytes(), (edition, hand_size, SEED, number)
    assert not any(left[::2])
    assert any(left[1::2])


def test_a_secret_seed_shuffles_at_once() -> None:
    """Its words are one stream, so that no shuffle may leave any to a later one."""
    state = table("secure", 3)
    lay_numbers(state, 108)
    assert (state[0]["unordered"], state[0]["ticks"]) == (0, 107)
    order_pile(state[0], -5)  # as before a draw from a small pile
    assert (state[0]["unordered"], state[0]["ticks"]) == (0, 107)
