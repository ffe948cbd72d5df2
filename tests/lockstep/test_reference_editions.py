"""The reference engine has its own reader of edition files; DECK-03: a row of coloured cards may name its colours."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.reference import ReferenceError, ReferenceGame
from tests.reference.editions import Edition, load_edition

HEAD = 'format = 1\nname = "small"\ncolors = ["red", "yellow", "purple"]\n'
NUMBERS = '[[card]]\nfaces = ["1", "2", "3", "4"]\ncolors = ["purple", "red"]\ncopies = 2\npoints = "face"\n'
SKIPS = '[[card]]\nface = "S"\ncolors = ["yellow"]\ncopies = 4\npoints = 20\nskips = 1\n'
WILDS = '[[card]]\nblack = "W"\ncopies = 4\npoints = 50\n'


def read(folder: Path, *rows: str) -> Edition:
    path = folder / "small.toml"
    path.write_text("\n".join([HEAD, *rows]), encoding="utf-8")
    return load_edition(path)


def test_a_row_is_in_the_colors_it_names_or_in_all(tmp_path: Path) -> None:
    edition = read(tmp_path, NUMBERS, SKIPS, '[[card]]\nface = "9"\ncopies = 1\npoints = 9\n', WILDS)
    numbers = ["1", "2", "3", "4"]
    expected = [*(f"r{face}" for face in [*numbers, "9"]), "yS", "y9", *(f"p{face}" for face in [*numbers, "9"]), "W"]
    assert list(edition.cards) == expected
    assert edition.copies["yS"] == 4
    assert sum(edition.copies.values()) == 16 + 4 + 3 + 4


def test_a_color_without_numbers_can_be_named_and_matched(tmp_path: Path) -> None:
    read(tmp_path, NUMBERS, SKIPS, WILDS)
    position = {"edition": "small", "hands": [["W", "r1", "r2"], ["yS", "p3"]], "discard": ["r3"], "turn": 0}
    game = ReferenceGame.from_position(position, edition_path=tmp_path / "small.toml")
    assert {"play W r", "play W y", "play W p"} < set(game.legal(0))
    assert game.play(0, "play W y").status == "accepted"
    assert "play yS" in game.legal(1)
    assert "play p3" not in game.legal(1)


def test_the_same_face_may_be_in_two_rows_of_different_colors(tmp_path: Path) -> None:
    plain = '[[card]]\nface = "S"\ncolors = ["red"]\ncopies = 1\npoints = 20\nskips = 1\nshield = true\n'
    edition = read(tmp_path, NUMBERS, SKIPS, plain, WILDS)
    assert (edition.cards["rS"].shield, edition.cards["yS"].shield) == (True, False)


@pytest.mark.parametrize("colors", ["[]", '["green"]', '["orange"]', '["red", "red"]', '"red"', "[1]"])
def test_colors_that_are_not_the_decks_own_are_refused(tmp_path: Path, colors: str) -> None:
    with pytest.raises(ReferenceError, match="colors"):
        read(tmp_path, SKIPS.replace('["yellow"]', colors), NUMBERS, WILDS)


def test_a_black_row_names_no_colors(tmp_path: Path) -> None:
    with pytest.raises(ReferenceError, match="black"):
        read(tmp_path, NUMBERS, WILDS + 'colors = ["red"]\n')
