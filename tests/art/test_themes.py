"""The colours of the table, and the stylesheet that carries them to the page."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest
from tests.art.vision import contrast, luminance

from huefall.art import THEMES, ArtError, Theme, css_properties, find_theme, theme_css
from huefall.art.themes import TableColors
from huefall.vocabulary.errors import HuefallError

TEXT, NO_TEXT = 4.5, 3.0

TABLES = [
    pytest.param(table, id=f"{theme.name}-{mode}")
    for theme in THEMES.values()
    for mode, table in (("dark", theme.dark), ("light", theme.light))
]


@pytest.mark.parametrize("table", TABLES)
def test_text_can_be_read_on_felt_and_panel(table: TableColors) -> None:
    for ground in (table.felt_center, table.felt_edge, table.panel):
        assert contrast(table.on_felt, ground) >= TEXT
        assert contrast(table.on_felt_soft, ground) >= TEXT
    assert contrast(table.on_panel, table.panel) >= TEXT
    assert contrast(table.on_accent, table.accent) >= TEXT


@pytest.mark.parametrize("table", TABLES)
def test_the_accent_stands_out_from_felt_and_panel(table: TableColors) -> None:
    for ground in (table.felt_center, table.felt_edge, table.panel):
        assert contrast(table.accent, ground) >= NO_TEXT


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_by_day_the_table_is_light_and_by_night_dark(theme: Theme) -> None:
    assert luminance(theme.dark.felt_center) < 0.12
    assert luminance(theme.light.felt_edge) > 0.6


def test_no_two_themes_share_a_table_or_a_motif() -> None:
    assert len({theme.dark for theme in THEMES.values()} | {theme.light for theme in THEMES.values()}) == 2 * len(
        THEMES
    )
    assert len({theme.motif for theme in THEMES.values()}) == len(THEMES)


def test_css_properties_have_every_colour_in_both_modes() -> None:
    dark, light = (css_properties(THEMES["buzz"], mode) for mode in ("dark", "light"))
    assert set(dark) == set(light)
    assert {f"--{field.name.replace('_', '-')}" for field in fields(TableColors)} <= set(dark)
    assert dark["--felt-center"] != light["--felt-center"]
    assert dark["--suit-y"] == light["--suit-y"] == THEMES["buzz"].suits["y"].field


def test_the_stylesheet_has_a_dark_and_a_light_block_for_every_theme() -> None:
    css = theme_css()
    for name in THEMES:
        assert f'\n[data-theme="{name}"] {{' in "\n" + css
        assert (
            f':root[data-mode="light"] [data-theme="{name}"], :root[data-mode="light"][data-theme="{name}"] {{' in css
        )
    assert css.count("{") == css.count("}") == 2 * len(THEMES)
    values = re.findall(r"^  (--[a-z-]+): (.*);$", css, re.MULTILINE)
    assert values and all(re.fullmatch(r"#[0-9A-F]{6}", value) for _, value in values)


def test_an_unknown_theme_is_refused_with_the_known_names() -> None:
    with pytest.raises(ArtError, match="unknown theme 'neon': expected one of classic, buzz, jurassic, bts, avengers"):
        find_theme("neon")
    assert issubclass(ArtError, HuefallError)
