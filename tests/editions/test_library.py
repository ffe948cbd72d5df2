"""Editions are found by name or by path."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.random_play import THUNDER

from huefall.editions import SHIPPED, EditionError, load_edition


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_edition_has_its_name_and_titles(name: str) -> None:
    edition = load_edition(name)
    assert edition.name == name
    assert set(edition.title) == {"en", "zh-Hant"}
    assert edition.source == ""
    assert load_edition(name) is edition


def test_a_file_is_found_by_its_path() -> None:
    edition = load_edition(THUNDER)
    assert (edition.name, edition.source) == ("thunder", THUNDER)
    assert edition.card_count == 120  # 108, four +5, four SA, four W+2
    assert edition.titles()["SA"]["en"] == "Skip Everyone"


def test_a_file_needs_no_suffix_if_it_is_there(tmp_path: Path) -> None:
    path = tmp_path / "mine"
    path.write_text(Path(THUNDER).read_text(encoding="utf-8"), encoding="utf-8")
    assert load_edition(str(path)).name == "thunder"


@pytest.mark.parametrize(
    "name", ["", "Classic", "uno", "classic.json", "no/such/edition", "a\0b", "\ud800", "x" * 5000]
)
def test_an_unknown_name_is_an_error_that_lists_the_known_ones(name: str) -> None:
    with pytest.raises(EditionError, match="classic, buzz, jurassic, bts, avengers") as caught:
        load_edition(name)
    assert repr(name) in str(caught.value)


def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(EditionError, match=r"missing\.toml: cannot be read"):
        load_edition(str(tmp_path / "missing.toml"))
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    with pytest.raises(EditionError, match=r"folder\.toml: cannot be read"):
        load_edition(str(folder))
    strange = tmp_path / "latin.toml"
    strange.write_bytes('name = "Z\u00fcri"'.encode("latin-1"))
    with pytest.raises(EditionError, match=r"latin.toml: not UTF-8 text \(byte 9\)"):
        load_edition(str(strange))


@pytest.mark.parametrize("name", ["a\0b.toml", "\ud800.toml", f"{'x' * 5000}.toml"])
def test_an_impossible_file_name_is_an_error(name: str) -> None:
    with pytest.raises(EditionError, match="cannot be read"):
        load_edition(name)
