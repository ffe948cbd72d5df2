"""The brand: the icon of the page, and the preview picture for links."""

from __future__ import annotations

import re

from huefall.art.cards import card_svg
from huefall.art.drawing import HEIGHT, WIDTH, document, group, move, num, path, polar, ring, rounded
from huefall.art.emblems import Colors, wheel
from huefall.art.lettering import word
from huefall.art.palettes import INK, PAPER
from huefall.art.themes import THEMES

ICON_SIZE = 512
PREVIEW_WIDTH, PREVIEW_HEIGHT = 1200, 630

#: The cards of the preview's fan, from left to right: every edition, every suit, every kind of card.
FAN = (
    ("classic", "r7"),
    ("bts", "p8"),
    ("jurassic", "gS*"),
    ("buzz", "WH"),
    ("classic", "b+2"),
    ("avengers", "WG"),
    ("classic", "yR"),
    ("classic", "W+4"),
)


def icon_svg(scale: float = 2.05, corner: float = 112) -> str:
    """Draw the icon: the wheel of colours, ``scale`` times its size on a card, on a rounded square."""
    theme = THEMES["classic"]
    sign = f'<g transform="scale(.56)" color="{INK}">{word("H").markup}</g>'
    colors = Colors(theme, theme.deck, None)
    petals = colors.shapes() + group(wheel(colors, lambda _height, _width: sign), transform=move((256, 256), scale))
    ground = (
        f'<defs><radialGradient id="f" cy=".4" r=".8"><stop stop-color="{theme.dark.rim}"/>'
        f'<stop offset="1" stop-color="{theme.dark.felt_edge}"/></radialGradient>'
        f'<clipPath id="k"><rect width="512" height="512" rx="{num(corner)}"/></clipPath></defs>'
    )
    body = f'<g clip-path="url(#k)"><rect width="512" height="512" fill="url(#f)"/>{petals}</g>'
    return document(ground + body, ICON_SIZE, ICON_SIZE)


def preview_svg() -> str:
    """Draw the picture for links: the name on the felt, and a hand of cards from every edition."""
    theme = THEMES["classic"]
    table = theme.dark
    ground = (
        f'<defs><radialGradient id="felt" cx=".5" cy=".35" r=".8"><stop stop-color="{table.rim}"/>'
        f'<stop offset=".45" stop-color="{table.felt_center}"/><stop offset="1" stop-color="{table.felt_edge}"/></radialGradient>'
        '<filter id="shade" x="-20%" y="-20%" width="140%" height="140%"><feDropShadow dx="0" dy="6" stdDeviation="8" '
        f'flood-opacity=".5"/></filter></defs><rect width="{PREVIEW_WIDTH}" height="{PREVIEW_HEIGHT}" fill="url(#felt)"/>'
    )
    rings = "".join(rounded(ring(5, radius), radius * 0.16) for radius in (260, 360, 460, 560, 660))
    lines = path(rings, transform="translate(600 300)", fill="none", stroke="#fff", stroke_width=4, opacity=0.06)
    title = word("Huefall")
    shadow = f'<g transform="translate(600 154)scale(1.5)" color="{INK}" opacity=".45">{title.markup}</g>'
    name = f'<g transform="translate(600 146)scale(1.5)" color="{PAPER}">{title.markup}</g>'
    return document(ground + lines + shadow + name + _fan(), PREVIEW_WIDTH, PREVIEW_HEIGHT)


def _fan() -> str:
    drawn, pivot, reach = "", (600.0, 1480.0), 1010.0
    for index, (theme, card) in enumerate(FAN):
        turn = 6.1 * (index - (len(FAN) - 1) / 2)
        place = f"{move(polar(reach, turn - 90, pivot), 1, turn)}translate({num(-WIDTH / 2)} {num(-HEIGHT / 2)})"
        drawn += group(embedded(card_svg(theme, card), f"c{index}"), transform=place, filter="url(#shade)")
    return drawn


def embedded(svg: str, prefix: str) -> str:
    """Return the content of a picture for use in another one; a prefix keeps its ids unique."""
    inner = svg.partition(">")[2].removesuffix("</svg>")
    return re.sub(r'(id="|url\(#|href="#)', rf"\g<1>{prefix}", inner)
