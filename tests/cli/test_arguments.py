"""Arguments of several commands: numbers in every way people write them."""

from __future__ import annotations

from argparse import ArgumentTypeError

import pytest

from huefall.cli.arguments import MAX_SEED, number


@pytest.mark.parametrize(
    ("text", "value"),
    [("0", 0), ("-3", -3), ("1000000", 10**6), ("1_000_000", 10**6), ("1e6", 10**6), ("25E+3", 25_000), ("2e0", 2)],
)
def test_whole_numbers_may_have_underscores_and_powers_of_ten(text: str, value: int) -> None:
    assert number(-3, 10**6)(text) == value


@pytest.mark.parametrize(
    "text",
    ["", "many", "1.5", "1e-3", "1e", "e6", "1__0", "_1", "1_", "--1", "+1", "0x10", "١", " 1", "1e99", "9" * 5000],
)
def test_anything_else_is_refused_with_the_ways_to_write_it(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match=r"from 1 to 9223372036854775807 \(1000000, 1_000_000 or 1e6\), got"):
        number(1, MAX_SEED)(text)


def test_a_small_range_is_explained_without_large_numbers() -> None:
    with pytest.raises(ArgumentTypeError, match=r"^expected a whole number from 2 to 10, got '11'$"):
        number(2, 10)("11")
