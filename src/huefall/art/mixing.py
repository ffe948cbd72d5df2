"""Mixing colours.

Tested in tests/art/test_vision.py.
"""

from __future__ import annotations


def mix(first: str, second: str, share: float) -> str:
    """Mix two colours as a translucent layer of ``second`` over ``first`` does.

    >>> mix("#000000", "#FFFFFF", 0.5)
    '#808080'
    """
    pairs = zip(_bytes(first), _bytes(second), strict=True)
    return "#" + "".join(f"{round(below * (1 - share) + above * share):02X}" for below, above in pairs)


def _bytes(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)
