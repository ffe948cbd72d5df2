"""Faces of cards: a coloured card is its suit's shape with a sign on it, a black card an emblem of all colours.

The index in the upper left fits within the 26 pixels that are seen of a card 66 wide under the next one: the sign, the
suit, and the footprint if the card bears one.

Tested in tests/art/test_cards.py.
"""

from __future__ import annotations

from huefall.art import emblems, motifs
from huefall.art.drawing import CENTER, CORNER, HEIGHT, WIDTH, circle, document, group, move, num, pair, path
from huefall.art.icons import footprint, symbol_of
from huefall.art.lettering import Symbol
from huefall.art.mixing import mix
from huefall.art.names import CardName
from huefall.art.palettes import INK, PAPER, SuitColors
from huefall.art.shapes import MEDALLIONS, suit_path
from huefall.art.themes import Theme

#: The place of the index, and the height and maximum width of its sign.
INDEX_X, SIGN_Y, SUIT_Y, PRINT_Y = 44, 45, 96, 150
INDEX_HEIGHT, INDEX_WIDTH = 47, 60

#: The scale of an emblem with five colours; otherwise it would reach under the indices and over the rim.
FIVE_COLORS_SCALE = 0.84

#: The amber disc below a footprint, with its dark edge.
PRINT_GROUND, PRINT_RADIUS = "#FFB547", 29


def colored_face(theme: Theme, name: CardName) -> str:
    """Draw a card of a suit."""
    letter = name.suit or ""
    colors, medallion, symbol = theme.suits[letter], MEDALLIONS[letter], symbol_of(name.face)
    radius = medallion.radius
    shape = suit_path(letter, radius)
    shadow = path(shape, transform="translate(0 6)", fill=mix(colors.deep, "#000000", 0.3), opacity=0.45)
    line = path(suit_path(letter, radius - 9), fill="none", stroke=colors.field, stroke_width=3, opacity=0.55)
    x, y = CENTER[0], CENTER[1] - medallion.lift
    middle = group(shadow + path(shape, fill=PAPER) + line, transform=move((x, y)))
    middle += use_symbol(symbol, (x, y + medallion.drop), medallion.symbol_height, medallion.symbol_width, colors.deep)
    index = use_symbol(symbol, (INDEX_X, SIGN_Y), INDEX_HEIGHT, INDEX_WIDTH, colors.ink)
    index += path(suit_path(letter, 14), transform=f"translate({INDEX_X} {SUIT_Y})", fill=colors.ink)
    return card(motifs.field(theme.motif, letter) + middle + corners(index, name.marked), colors, symbol)


def black_face(theme: Theme, name: CardName, deck: str) -> str:
    """Draw a black card, in the named colour if there is one."""
    if name.suit is not None:
        deck += name.suit if name.suit not in deck else ""
        ground = theme.suits[name.suit]
    else:
        ground = SuitColors(theme.black, theme.black_end, PAPER)
    colors = emblems.Colors(theme, deck, name.suit)
    plain = name.face == "W"
    symbol = Symbol(emblems.cluster(colors, 46, 22), 100) if plain else symbol_of(name.face)
    draw = emblems.EMBLEMS.get(name.face, emblems.wheel)
    emblem = draw(colors, lambda height, width: use_symbol(symbol, (0, 0), height, width, INK))
    middle = (
        colors.shapes()
        + motifs.field(theme.motif, None)
        + group(emblem, transform=move(CENTER, 1 if len(deck) < 5 else FIVE_COLORS_SCALE))
    )
    return card(middle + corners(_black_index(colors, name, symbol, ground.ink), name.marked), ground, symbol)


def _black_index(colors: emblems.Colors, name: CardName, symbol: Symbol, ink: str) -> str:
    if name.face == "W":
        if name.suit is not None:
            return emblems.suit(name.suit, 25, ink, f"translate({INDEX_X} {SIGN_Y + 4})")
        return group(emblems.cluster(colors, 20, 10.5, ink), transform=f"translate({INDEX_X} {SIGN_Y + 6})")
    sign = use_symbol(symbol, (INDEX_X, SIGN_Y), INDEX_HEIGHT, INDEX_WIDTH, ink)
    if name.suit is not None:
        return sign + emblems.suit(name.suit, 14, ink, f"translate({INDEX_X} {SUIT_Y})")
    return sign + group(emblems.cluster(colors, 13, 6.5, ink), transform=f"translate({INDEX_X} {SUIT_Y})")


def use_symbol(symbol: Symbol, center: tuple[float, float], height: float, width: float, color: str) -> str:
    """Show the card's sign at a place, with a height and a maximum width."""
    scale = min(height / 100, width / symbol.width)
    return f'<use href="#n" transform="{move(center, scale)}" color="{color}"/>'


def corners(index: str, marked: bool) -> str:
    """Put the index into the upper left and, turned, into the lower right."""
    mark = ""
    if marked:
        badge = circle((0, 0), PRINT_RADIUS, fill=INK) + circle((0, 0), PRINT_RADIUS - 4, fill=PRINT_GROUND)
        mark = group(
            badge + group(footprint(), transform="translate(0 1)scale(.44)", color=INK),
            transform=f"translate({INDEX_X} {PRINT_Y})",
        )
    return group(index + mark, id="i") + f'<use href="#i" transform="rotate(180 {pair(CENTER)})"/>'


def card(inner: str, colors: SuitColors, symbol: Symbol | None = None) -> str:
    """Put the content of a card between its ground and its rim."""
    sign = group(symbol.markup, id="n") if symbol else ""
    end = colors.field_end if colors.ink != PAPER else colors.deep
    defs = (
        f'<defs><linearGradient id="f" x2=".7" y2="1"><stop stop-color="{colors.field}"/><stop offset="1" stop-color="{end}"/>'
        f'</linearGradient><clipPath id="k"><rect x="3" y="3" width="{WIDTH - 6}" height="{HEIGHT - 6}" rx="{CORNER - 3}"/></clipPath>'
        f"{sign}</defs>"
    )
    edge = f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="{CORNER - 1}" fill="{INK}"/>'
    ground = f'<g clip-path="url(#k)"><rect width="{WIDTH}" height="{HEIGHT}" fill="url(#f)"/>{inner}</g>'
    rim = f'<rect x="5.5" y="5.5" width="{WIDTH - 11}" height="{HEIGHT - 11}" rx="{num(CORNER - 5.5)}" fill="none" stroke="{PAPER}" stroke-width="5"/>'
    return document(defs + edge + ground + rim)
