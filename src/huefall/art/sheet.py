"""Sheets for inspection: every card of a theme, a hand of narrow strips, and both as colour-blind people see them."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from typing import Final

from huefall.art.cards import card_svg
from huefall.art.themes import THEMES, TableColors, Theme
from huefall.editions import Edition, load_edition

#: Colours as seen without one kind of cone, in linear RGB: Machado, Oliveira and Fernandes 2009, severity 1.
MISSING_CONE: Final = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}

STYLE = """body{margin:0;font:14px sans-serif}section{padding:16px 20px}h2{margin:0 0 8px;font-size:18px}
.row{display:flex;flex-wrap:wrap;gap:6px}.hand{display:flex;margin:12px 0}.hand img{margin-right:-40px}"""

POSTER_WIDTH, POSTER_HEIGHT = 1320, 1005

#: The poster's row of every theme; ``own`` is the card only that edition has, and the second letter its second colour.
_POSTER_ROW = ("r7", "{second}R", "g+2", "b9", "{second}S{mark}", "W", "W+4_g", "{own}", "back")


def faces_of(theme: Theme) -> list[str]:
    """List every card of the theme's edition, its black cards with a colour, the suits and the back."""
    edition = load_edition(theme.name)
    names = [kind.text for kind in edition.kinds()]
    chosen = [f"{name}_{theme.deck[index % 4]}" for index, name in enumerate(black_cards(edition))]
    return [*names, *chosen, "back", *(f"suit-{letter}" for letter in theme.deck)]


def black_cards(edition: Edition) -> list[str]:
    return [kind.text for kind in edition.kinds() if kind.row.black]


def image(svg: str, width: int) -> str:
    """Return an img element with the picture as a data URL."""
    data = base64.b64encode(svg.encode()).decode()
    return f'<img alt="" width="{width}" src="data:image/svg+xml;base64,{data}">'


def sheet(themes: Iterable[Theme] = THEMES.values(), width: int = 120, sights: bool = False) -> str:
    """Return a page of themes: all cards, and a hand on the dark and the light table."""
    parts = []
    for theme in themes:
        names = faces_of(theme)
        images = [image(card_svg(theme.name, name), width) for name in names]
        hand = "".join(image(card_svg(theme.name, name), 66) for name in [*names[1:-5:4], *names[-12:-4]])
        strip = f'<div class="hand">{hand}</div>'
        shown = f'<div class="row">{"".join(images)}</div>{strip}'
        if sights:
            shown = "".join(f'<div style="filter:url(#{sight})">{strip}</div>' for sight in (*MISSING_CONE, "grey"))
        parts.append(f'<section style="{_felt(theme.dark)}"><h2>{theme.name}</h2>{shown}</section>')
        parts.append(f'<section style="{_felt(theme.light)}">{strip}</section>')
    return _page(STYLE, (_filters() if sights else "") + "".join(parts))


def poster() -> str:
    """Return a page with a row of every theme, each on its own table."""
    rows = []
    for theme in THEMES.values():
        edition = load_edition(theme.name)
        own = next((name for name in black_cards(edition) if name.rstrip("*") not in ("W", "W+4")), "W+4")
        mark = "*" if edition.has("footprint") else ""
        names = [name.format(second=theme.deck[1], mark=mark, own=own) for name in _POSTER_ROW]
        cards = "".join(image(card_svg(theme.name, name), 120) for name in names)
        rows.append(f'<section style="background:{theme.dark.felt_center}">{cards}</section>')  # flat: half the bytes
    style = "body{margin:0}section{display:flex;justify-content:space-between;padding:16px 34px 17px;height:168px}"
    return _page(style, "".join(rows))


def _page(style: str, body: str) -> str:
    return f'<!doctype html><meta charset="utf-8"><title>Cards</title><style>{style}</style>{body}'


def _felt(table: TableColors) -> str:
    felt = f"radial-gradient(ellipse at 50% 40%,{table.felt_center},{table.felt_edge})"
    return f"background:{felt};color:{table.on_felt}"


def _filters() -> str:
    grey = ((0.2126, 0.7152, 0.0722),) * 3
    drawn = ""
    for sight, matrix in {**MISSING_CONE, "grey": grey}.items():
        rows = " ".join(" ".join(f"{value:g}" for value in row) + " 0 0" for row in matrix)
        values = f"{rows} 0 0 0 1 0"
        drawn += (
            f'<filter id="{sight}" color-interpolation-filters="linearRGB"><feColorMatrix values="{values}"/></filter>'
        )
    return f'<svg width="0" height="0" style="position:absolute">{drawn}</svg>'
