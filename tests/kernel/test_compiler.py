"""Bits of words, with the compiler on and off, by an instruction of the processor and without it."""

from __future__ import annotations

from random import Random

import pytest
from tests.scale import SEED

from huefall.kernel.compiler import lowest, nth_bit, nth_bit_by_loop, popcount
from huefall.kernel.layout import WORD_BITS

WORDS = [1, 1 << (WORD_BITS - 1), (1 << WORD_BITS) - 1, *(Random(SEED).getrandbits(WORD_BITS) | 1 for _ in range(40))]


@pytest.mark.parametrize("word", WORDS)
def test_the_set_bits_of_a_word_are_counted_and_found(word: int) -> None:
    places = [place for place in range(WORD_BITS) if word >> place & 1]
    assert popcount(word) == len(places)
    assert lowest(word) == places[0]
    assert [nth_bit(word, number) for number in range(len(places))] == places
    assert [nth_bit_by_loop(word, number) for number in range(len(places))] == places
