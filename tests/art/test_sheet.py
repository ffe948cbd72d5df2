"""The pages to look at cards on, and the command that writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from huefall.art import THEMES, ArtError, find_theme
from huefall.art.__main__ import main
from huefall.art.rasterise import find_browser, page_of
from huefall.art.sheet import faces_of, poster, sheet
from huefall.editions import SHIPPED, load_edition


@pytest.mark.parametrize("name", SHIPPED)
def test_a_sheet_shows_every_card_of_the_edition_and_the_back(name: str) -> None:
    faces = faces_of(find_theme(name))
    assert {kind.text for kind in load_edition(name).kinds()} | {"back"} <= set(faces)
    assert sheet([find_theme(name)]).count("<img") >= len(faces)


def test_the_sheet_of_sights_has_a_filter_for_each() -> None:
    page = sheet([THEMES["bts"]], sights=True)
    for sight in ("protan", "deutan", "tritan", "grey"):
        assert f'id="{sight}"' in page and f"url(#{sight})" in page


def test_the_poster_has_a_row_of_every_theme() -> None:
    assert poster().count("<section") == len(THEMES)


def test_the_command_writes_a_sheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "sheet.html"
    assert main(["sheet", str(target), "--theme", "buzz"]) == 0
    assert target.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert str(target) in capsys.readouterr().out


def test_the_command_lists_the_themes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheet", str(tmp_path / "sheet.html"), "--theme", "neon"]) == 1
    assert "unknown theme 'neon'" in capsys.readouterr().err


def test_without_a_browser_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    with pytest.raises(ArtError, match="no browser to draw with"):
        find_browser()


def test_a_page_for_the_camera_shows_the_picture_in_its_size() -> None:
    page = page_of('<svg viewBox="0 0 1 1"></svg>', 30, 20)
    assert '<svg width="30" height="20"' in page
