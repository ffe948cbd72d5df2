"""The picture in the middle of a black card. It has every colour of the deck, each with its shape; once a colour has been
named, the others fade.

Tested in tests/art/test_cards.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from huefall.art.drawing import circle, group, move, pair, path, polar, ring, rounded
from huefall.art.icons import footprint
from huefall.art.mixing import mix
from huefall.art.palettes import INK, PAPER
from huefall.art.shapes import suit_path
from huefall.art.themes import Theme

#: Draws the card's sign in the middle, with a height and a maximum width.
Sign = Callable[[float, float], str]

#: Suits are defined at this size and scaled where they are used.
SHAPE_RADIUS = 20

_LINES: dict[str, str | float] = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}


@dataclass(frozen=True, slots=True)
class Colors:
    """The colours an emblem shows, and the one that was named."""

    theme: Theme
    deck: str
    chosen: str | None

    def is_bright(self, letter: str) -> bool:
        """Whether the colour is not faded: it was named, or none has been named yet."""
        return self.chosen is None or letter == self.chosen

    def ground(self, letter: str) -> str:
        """Return the colour, faded unless it is shown bright."""
        field = self.theme.suits[letter].field
        return field if self.is_bright(letter) else mix(field, INK, 0.72)

    def sign(self, letter: str) -> str:
        """Return the colour of the suit's shape on that ground."""
        return self.theme.suits[letter].ink if self.is_bright(letter) else mix(self.ground(letter), "#FFFFFF", 0.35)

    def shapes(self) -> str:
        """Return the shapes of all suits, once, for every place that shows one."""
        return f"<defs>{''.join(path(suit_path(letter, SHAPE_RADIUS), id=letter) for letter in self.deck)}</defs>"

    def line(self, letter: str) -> str:
        """Return the colour of the outline: light for the named colour, which is now the card's ground."""
        return PAPER if letter == self.chosen else INK

    def angles(self) -> list[tuple[str, float]]:
        """Return each colour with its place on a wheel, the first on top."""
        return [(letter, -90 + index * 360 / len(self.deck)) for index, letter in enumerate(self.deck)]


def suit(letter: str, radius: float, color: str, transform: str) -> str:
    """Return a suit's shape at its place; ``Colors.shapes`` must come before it."""
    return f'<use href="#{letter}" transform="{transform}scale({radius / SHAPE_RADIUS:.3g})" fill="{color}"/>'


def wheel(colors: Colors, sign: Sign) -> str:
    """Petals round a disc with the card's sign on it."""
    half = 180 / len(colors.deck) - 5
    shoulder = 79
    drawn = []
    for letter, angle in colors.angles():
        petal = [
            polar(44, angle - half),
            polar(shoulder, angle - half),
            polar(112, angle),
            polar(shoulder, angle + half),
            polar(44, angle + half),
        ]
        drawn.append(path(rounded(petal, 13), fill=colors.ground(letter), stroke=colors.line(letter), stroke_width=4))
        drawn.append(suit(letter, 16, colors.sign(letter), move(polar(76, angle))))
    return "".join(drawn) + circle((0, 0), 47, fill=INK) + circle((0, 0), 42, fill=PAPER) + sign(54, 68)


def cluster(colors: Colors, radius: float, size: float, color: str | None = None) -> str:
    """Small suits in a ring, in one colour or in their own."""
    parts = [(letter, move(polar(radius, angle))) for letter, angle in colors.angles()]
    return "".join(suit(letter, size, color or colors.theme.suits[letter].field, place) for letter, place in parts)


def hyperspeed(colors: Colors, _: Sign) -> str:
    """Comets in formation behind a star."""
    drawn = []
    for index, letter in enumerate(colors.deck):
        x = 37 * (index - (len(colors.deck) - 1) / 2)
        y = abs(x) * 0.75 - 22
        comet = f"M{x - 18:g} {y:g}a18 18 0 0 1 36 0L{x:g} {132 - abs(x) * 0.6:g}Z"
        drawn.append(path(comet, fill=colors.ground(letter), stroke=PAPER, stroke_width=4, stroke_linejoin="round"))
        drawn.append(suit(letter, 11, colors.sign(letter), f"translate({x:g} {y + 2:g})rotate(-30)"))
    star = path(rounded(ring(4, 42, inner=11), 3) + rounded(ring(4, 24, start=-45, inner=9), 3), fill=PAPER)
    streaks = path("M-37-14V-52M37-14V-52M-66 8V-26M66 8V-26", **_LINES, stroke=PAPER, stroke_width=5, opacity=0.6)
    lead = group(star, transform="translate(0-80)")
    return group(streaks + "".join(drawn) + lead, transform="translate(-6-6)rotate(30)")


def run(colors: Colors, sign: Sign) -> str:
    """A runner among leaves, with footprints between them."""
    half = 180 / len(colors.deck)
    drawn = []
    for letter, angle in colors.angles():
        tip, left, right = polar(114, angle), polar(104, angle - half * 0.8), polar(104, angle + half * 0.8)
        leaf = f"M0 0Q{pair(left)} {pair(tip)}Q{pair(right)} 0 0Z"
        drawn.append(path(leaf, fill=colors.ground(letter), stroke=colors.line(letter), stroke_width=4))
        drawn.append(suit(letter, 13, colors.sign(letter), move(polar(78, angle))))
    between = (-45, 135) if len(colors.deck) < 5 else (-54, 162)
    prints = "".join(
        group(footprint(), transform=move(polar(88, angle), 0.4, 45), color=colors.theme.dark.accent)
        for angle in between
    )
    disc = circle((0, 0), 56, fill=INK) + circle((0, 0), 51, fill=PAPER)
    return "".join(drawn) + prints + disc + sign(72, 80)


#: A dancer, one arm up: body and limbs, and the head.
_DANCER = "M-2-30L2 6L-18 34L-30 62M2 6L26 22L16 48M-2-28L-28-46L-24-74M-2-28L24-22L40-44"


def dance(colors: Colors, _: Sign) -> str:
    """A dancer in the light of one lamp per colour."""
    middle = (len(colors.deck) - 1) / 2
    # Five lamps are closer together: there is an index to the left of the first.
    apart, radius, size = (30, 14, 8) if len(colors.deck) < 5 else (26, 12, 7)
    beams, lamps = [], []
    for index, letter in enumerate(colors.deck):
        x = apart * (index - middle)
        foot = x * 0.95
        beams.append(
            path(f"M{x - 8:g}-88L{foot - 22:g} 72H{foot + 22:g}L{x + 8:g}-88Z", fill=colors.ground(letter), opacity=0.9)
        )
        lamps.append(circle((x, -92), radius, fill=colors.ground(letter), stroke=PAPER, stroke_width=3))
        lamps.append(suit(letter, size, colors.sign(letter), f"translate({x:g}-92)"))
    floor = f'<ellipse cy="74" rx="57" ry="13" fill="{PAPER}" stroke="{INK}" stroke-width="4"/>'
    strokes = "".join(
        path(_DANCER, **_LINES, stroke=color, stroke_width=width) + circle((-2, -50), 11 + width / 2 - 7, fill=color)
        for color, width in ((INK, 24), (PAPER, 14))
    )
    return "".join(beams) + floor + "".join(lamps) + group(strokes, transform="translate(0 9)")


def gauntlet(colors: Colors, sign: Sign) -> str:
    """Plates in the colours, joined by the sign of infinity."""
    hexagon = rounded(ring(6, 36), 7)
    bond = circle((0, 0), 70, fill="none", stroke=colors.theme.dark.accent, stroke_width=7)
    outer = path(rounded(ring(6, 112), 14), fill="none", stroke=PAPER, stroke_width=3, opacity=0.5)
    plates = []
    for letter, angle in colors.angles():
        place = move(polar(70, angle))
        plates.append(
            path(hexagon, transform=place, fill=colors.ground(letter), stroke=colors.line(letter), stroke_width=5)
        )
        plates.append(suit(letter, 15, colors.sign(letter), place))
    middle = path(rounded(ring(6, 52), 9), fill=PAPER, stroke=INK, stroke_width=6)
    return outer + bond + "".join(plates) + middle + sign(80, 80)


EMBLEMS: dict[str, Callable[[Colors, Sign], str]] = {"WH": hyperspeed, "WE": run, "WD": dance, "WG": gauntlet}
