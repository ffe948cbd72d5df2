"""Sets of kinds as two words of bits.

Tested in tests/kernel/test_invariants.py and tests/lockstep.
"""

from __future__ import annotations

from huefall.kernel.compiler import inlined
from huefall.kernel.layout import WORD_BITS


@inlined
def word_of(kind: int) -> int:
    """Return the word a kind's bit is in."""
    return 1 if kind >= WORD_BITS else 0


@inlined
def bit_of(kind: int) -> int:
    """Return the kind's bit within its word."""
    kind = int(kind)  # an int8 would overflow with the compiler off
    return 1 << (kind - WORD_BITS if kind >= WORD_BITS else kind)
