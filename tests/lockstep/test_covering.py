"""Every two values of options meet at some table of the lock step, and there are few such tables."""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path

import pytest
from tests.random_play import EVERYTHING, THUNDER, other_values
from tests.reference.cases import EDITIONS, MEANINGLESS_WITH, PLAYERS, ROOT, is_meaningful, pair_rows
from tests.reference.covering import Item, covering_rows, fitting_pairs
from tests.scale import SEED

from huefall.editions import OPTIONS, SHIPPED, Rules

FACTORS = {"a": (0, 1, 2), "b": (0, 1), "c": (0, 1, 2, 3), "d": (0, 1)}


def values_of(option: str) -> tuple[object, ...]:
    return (getattr(Rules(), option), *other_values(option))


def masked(option: str, value: object, other: str) -> bool:
    return other in MEANINGLESS_WITH.get((option, str(value)), ())


def test_every_pair_of_values_is_covered() -> None:
    rows = covering_rows(FACTORS)
    for (first, values), (second, others) in combinations(FACTORS.items(), 2):
        for pair in product(values, others):
            assert any((row[first], row[second]) == pair for row in rows), (first, second, pair)


def test_the_number_of_rows_is_close_to_the_minimum() -> None:
    assert 12 <= len(covering_rows(FACTORS)) <= 16  # 48 combinations; the two largest factors alone have 12


def test_values_that_do_not_fit_are_never_in_one_row() -> None:
    def fit(first: Item, second: Item) -> bool:
        return (first, second) != (("a", 0), ("c", 1)) and not (first == ("a", 1) and second[0] == "d")

    rows = covering_rows(FACTORS, fit)
    assert not any(row["a"] == 0 and row.get("c") == 1 for row in rows)
    assert all(("d" in row) == (row["a"] != 1) for row in rows)
    for (first, value), (second, other) in fitting_pairs(FACTORS, fit):
        assert any(row.get(first) == value and row.get(second) == other for row in rows)


def test_the_same_seed_gives_the_same_rows() -> None:
    assert covering_rows(FACTORS, seed=5) == covering_rows(FACTORS, seed=5)
    assert covering_rows(FACTORS, seed=5) != covering_rows(FACTORS, seed=6)


@pytest.mark.parametrize(("first", "second"), list(combinations(OPTIONS, 2)))
def test_every_two_values_of_two_options_meet_at_some_table(first: str, second: str) -> None:
    rows = pair_rows(SEED)
    for value, other in product(values_of(first), values_of(second)):
        if masked(first, value, second) or masked(second, other, first):
            continue
        met = [row for row in rows if row.get(first) == value and row.get(second) == other]
        assert met, f"HUEFALL_SEED={SEED}: {first}={value} never meets {second}={other}"


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: path.rsplit("/", 1)[-1])
def test_every_value_of_every_option_occurs_in_every_edition_where_it_is_meaningful(edition: str) -> None:
    rows = [row for row in pair_rows(SEED) if row["edition"] == edition]
    for option in OPTIONS:
        met = {row[option] for row in rows if option in row}
        assert met == (set(values_of(option)) if is_meaningful(option, edition) else set()), (option, SEED)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_value_of_every_option_occurs_with_every_number_of_players(players: int) -> None:
    rows = [row for row in pair_rows(SEED) if row["players"] == players]
    for option in OPTIONS:
        assert {row[option] for row in rows if option in row} == set(values_of(option)), (option, SEED)


def test_an_option_that_another_makes_meaningless_is_left_out() -> None:
    for (option, value), others in MEANINGLESS_WITH.items():
        rows = [row for row in pair_rows(SEED) if row.get(option) == value]
        assert rows
        assert not any(other in row for row in rows for other in others)


def test_the_editions_are_all_that_are_shipped_and_documented() -> None:
    examples = {str(path) for path in (ROOT / "docs" / "examples").glob("*.toml")}
    assert set(EDITIONS) == {*SHIPPED, EVERYTHING, *examples}
    assert THUNDER in examples
    assert all(Path(edition).is_file() for edition in EDITIONS if edition not in SHIPPED)


def test_the_tables_are_few() -> None:
    assert len(pair_rows(SEED)) <= 80, f"HUEFALL_SEED={SEED}"  # so that a short run can play each of them
