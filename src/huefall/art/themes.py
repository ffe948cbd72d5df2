"""A theme per edition: its palette, its motif, its black cards, and its table, dark and light."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from huefall.art import palettes
from huefall.art.palettes import SuitColors
from huefall.vocabulary.errors import HuefallError


class ArtError(HuefallError):
    """A theme or card that cannot be drawn; the text names it."""


@dataclass(frozen=True, slots=True)
class TableColors:
    """The colours of the page round the cards. ``on_…`` is text on the colour of that name."""

    felt_center: str
    felt_edge: str
    rim: str  # the edge of the table, and lines on it
    on_felt: str
    on_felt_soft: str  # text that matters less
    accent: str  # buttons that matter most, glow of what can be played
    on_accent: str
    panel: str  # dialogs and seats
    on_panel: str


@dataclass(frozen=True, slots=True)
class Theme:
    """How an edition looks."""

    name: str
    deck: str  # the letters of its colours, in the order of the wheel
    motif: str  # what the fields and backs show: facets, starlight, jungle, stage or shield
    suits: Mapping[str, SuitColors]
    black: str  # the ground of a black card
    black_end: str
    dark: TableColors
    light: TableColors


THEMES: Mapping[str, Theme] = {
    theme.name: theme
    for theme in (
        Theme(
            "classic", "rygb", "facets", palettes.CLASSIC, "#2E2449", "#130E22",
            TableColors("#1F5147", "#0C211D", "#2E6F62", "#FFF9EC", "#B9D3CB", "#FFD75E", "#1A1428", "#0F2A25", "#FFF9EC"),
            TableColors("#F1F6EE", "#CFE0D4", "#8FB5A4", "#12332B", "#365A50", "#B3261E", "#FFFFFF", "#FFFFFF", "#12332B"),
        ),
        Theme(
            "buzz", "rygb", "starlight", palettes.BUZZ, "#1A2468", "#070A26",
            TableColors("#243A8C", "#080D2A", "#4A63C8", "#F4F6FF", "#B9C4F2", "#8CFFB0", "#08182A", "#0D1542", "#F4F6FF"),
            TableColors("#EEF2FF", "#CBD5F7", "#8E9FE0", "#131C52", "#3B4680", "#4A2BC2", "#FFFFFF", "#FFFFFF", "#131C52"),
        ),
        Theme(
            "jurassic", "rygb", "jungle", palettes.JURASSIC, "#22402C", "#0B1A11",
            TableColors("#36532C", "#111E10", "#6E7F3A", "#FBF6E4", "#CBD3AE", "#FFB547", "#2A1600", "#172914", "#FBF6E4"),
            TableColors("#F8F2DF", "#DCD6B4", "#A79F6A", "#2A2A12", "#55532E", "#9A3412", "#FFFFFF", "#FFFCF2", "#2A2A12"),
        ),
        Theme(
            "bts", "rpgb", "stage", palettes.BTS, "#46187A", "#19062E",
            TableColors("#4B2480", "#150726", "#8A5BD0", "#FBF4FF", "#D5BFF2", "#FF9BD2", "#2B0722", "#220C3D", "#FBF4FF"),
            TableColors("#F8F0FF", "#E2CFF8", "#B491DE", "#31104F", "#5C3B7C", "#8A1C7C", "#FFFFFF", "#FFFFFF", "#31104F"),
        ),
        Theme(
            "avengers", "rpgb", "shield", palettes.AVENGERS, "#2E3648", "#11141D",
            TableColors("#36455F", "#10151F", "#6B7F9E", "#F3F6FA", "#BCC8D8", "#7FE3FF", "#06202B", "#1A2230", "#F3F6FA"),
            TableColors("#F2F5F8", "#CFD8E2", "#8FA0B5", "#1A2432", "#435166", "#A51219", "#FFFFFF", "#FFFFFF", "#1A2432"),
        ),
    )
}  # fmt: skip


def find_theme(name: str) -> Theme:
    """Return the theme of a name; raise an error for an unknown one."""
    found = THEMES.get(name)
    if found is None:
        raise ArtError(
            f"unknown theme {name!r}: expected one of {', '.join(THEMES)}; an edition of one's own is drawn as classic"
        )
    return found


def css_properties(theme: Theme, mode: str = "dark") -> dict[str, str]:
    """Return the theme's custom properties for the page; ``mode`` is dark or light.

    >>> properties = css_properties(THEMES["bts"], "light")
    >>> properties["--felt-center"], properties["--suit-p"], properties["--suit-p-ink"]
    ('#F8F0FF', '#BC97FF', '#1A1428')
    """
    table = theme.light if mode == "light" else theme.dark
    found = {f"--{field.name.replace('_', '-')}": getattr(table, field.name) for field in fields(table)}
    return found | _suit_properties(theme)


def theme_css() -> str:
    """Return the stylesheet of all themes: an element with ``data-theme``, and everything inside it, takes their colours.

    The root's ``data-mode`` chooses the light table; without it the table is dark.
    """
    blocks = []
    for theme in THEMES.values():
        blocks.append(_block(f'[data-theme="{theme.name}"]', css_properties(theme)))
        light = css_properties(theme, "light")
        here = f'[data-theme="{theme.name}"]'
        blocks.append(_block(f':root[data-mode="light"] {here}, :root[data-mode="light"]{here}', light))
    return "\n".join(blocks) + "\n"


def _suit_properties(theme: Theme) -> dict[str, str]:
    found = {"--paper": palettes.PAPER, "--ink": palettes.INK, "--black-card": theme.black}
    for letter, suit in theme.suits.items():
        found |= {f"--suit-{letter}": suit.field, f"--suit-{letter}-deep": suit.deep, f"--suit-{letter}-ink": suit.ink}
    return found


def _block(selector: str, properties: Mapping[str, str]) -> str:
    lines = "".join(f"  {name}: {value};\n" for name, value in properties.items())
    return f"{selector} {{\n{lines}}}\n"
