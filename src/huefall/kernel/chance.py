"""Chance is explicit: a state carries its generator, so that the same seed gives the same match everywhere.

``FAST`` is xoshiro128**, for simulation: one generator for choices, and one for each shuffle (``shuffle.py``). ``SECURE`` is ChaCha20 in counter mode keyed by 256 bits of entropy, for
tables of people: the cards seen tell nothing about those to come, and the key, revealed after the match, proves every
shuffle.

Words have 32 bits and live in int64, so that nothing overflows and the compiler changes nothing.
"""

from __future__ import annotations

import numpy as np

from huefall.kernel.compiler import inlined, rule
from huefall.kernel.layout import SECURE, Records, State

MASK = 0xFFFFFFFF

#: "expa" "nd 3" "2-by" "te k": ChaCha's constant.
CHACHA_CONSTANT = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)


@inlined
def _turn_left(word: int, bits: int) -> int:
    return ((word << bits) | (word >> (32 - bits))) & MASK


@inlined
def fast_output(s1: int) -> int:
    return (_turn_left((s1 * 5) & MASK, 7) * 9) & MASK


@inlined
def fast_advance(s0: int, s1: int, s2: int, s3: int) -> tuple[int, int, int, int]:
    shifted = (s1 << 9) & MASK
    s2 ^= s0
    s3 ^= s1
    return s0 ^ s3, s1 ^ s2, s2 ^ shifted, _turn_left(s3, 11)


@inlined
def _fast_word(state: State) -> int:
    seed = state.seed
    word = fast_output(seed[1])
    seed[0], seed[1], seed[2], seed[3] = fast_advance(seed[0], seed[1], seed[2], seed[3])
    return word


@rule
def _quarter_round(block: Records, a: int, b: int, c: int, d: int) -> None:
    block[a] = (block[a] + block[b]) & MASK
    block[d] = _turn_left(block[d] ^ block[a], 16)
    block[c] = (block[c] + block[d]) & MASK
    block[b] = _turn_left(block[b] ^ block[c], 12)
    block[a] = (block[a] + block[b]) & MASK
    block[d] = _turn_left(block[d] ^ block[a], 8)
    block[c] = (block[c] + block[d]) & MASK
    block[b] = _turn_left(block[b] ^ block[c], 7)


@rule
def chacha_block(key: Records, counter: int) -> Records:
    """Return the sixteen words of ChaCha20's block ``counter`` under ``key`` with an all-zero nonce (RFC 8439)."""
    start = np.zeros(16, np.int64)
    for i in range(4):
        start[i] = CHACHA_CONSTANT[i]
    for i in range(8):
        start[4 + i] = key[i]
    start[12] = counter & MASK
    block = start.copy()
    for _ in range(10):
        for i in range(4):
            _quarter_round(block, i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            _quarter_round(block, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    for i in range(16):
        block[i] = (block[i] + start[i]) & MASK
    return block


@rule
def _secure_word(state: State) -> int:
    # A block per word would do for a shuffle a minute; a whole one is computed and fifteen words of it are thrown away
    # so that the state needs no buffer.
    word = chacha_block(state.seed, state.ticks >> 4)[state.ticks & 15]
    state.ticks += 1
    return word


@rule
def random_word(state: State) -> int:
    """Return the next 32 random bits."""
    if state.chance == SECURE:
        return _secure_word(state)
    return _fast_word(state)


@rule
def below(state: State, limit: int) -> int:
    """Return a random number from 0 to limit - 1, each equally likely (Lemire's method)."""
    limit = int(limit)
    product = random_word(state) * limit
    if (product & MASK) < limit:
        threshold = (MASK + 1 - limit) % limit
        while (product & MASK) < threshold:
            product = random_word(state) * limit
    return product >> 32


@inlined
def pick_below(state: State, limit: int) -> int:
    """Return a random number from 0 to limit - 1 from the fast generator: a simulated player's choice, not a matter of
    cards.

    One in 2**32 / limit is out by one; players do not notice.
    """
    return (_fast_word(state) * int(limit)) >> 32


@rule
def seed_fast(state: State, seed: int, game: int) -> None:
    """Seed the generator for choices and the key of shuffles for game ``game`` of a run: game i has the seed mix(seed, i)."""
    for i in range(4):
        word = mix((seed & MASK) + i * 0x3C6EF35F)
        word = mix(word ^ ((seed >> 32) & MASK))
        word = mix(word ^ (game & MASK))
        state.seed[i] = mix(word ^ ((game >> 32) & MASK))
        state.seed[4 + i] = state.seed[i]
    state.seed[0] |= 1  # never all zero


@rule
def mix(word: int) -> int:
    """Return another word for each word of 32 bits. The factors are below 2**31, so that int64 holds the products."""
    word = (word + 0x1E3779B9) & MASK
    word = ((word ^ (word >> 16)) * 0x21F0AAAD) & MASK
    word = ((word ^ (word >> 15)) * 0x735A2D97) & MASK
    return word ^ (word >> 15)
