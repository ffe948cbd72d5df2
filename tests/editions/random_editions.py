"""Random edition files whose rows are in some colours only, with the cards a reader must find in them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from huefall.vocabulary.colors import NAMES

#: Faces a random deck may have, with what they do.
COLORED = {
    **{str(number): "" for number in range(1, 7)},
    "0": 'exchanges = "rotate"',
    "7": 'exchanges = "swap"',
    "S": "skips = 1\nshield = true",
    "SA": 'skips = "all"',
    "R": "reverses = true\nshield = true",
    "+2": "draws = 2",
    "+3": "draws = 3\nfootprint = true",
}
BLACK = {
    "W": "",
    "W+4": "draws = 4\nrestricted = true",
    "WH": "boosts = true",
    "WE": 'escapes = true\nfirst = "ignore"',
    "WD": "dares = 3",
    "WG": "checks = 2",
}


@dataclass
class Deck:
    """A file, and its cards counted while it was written."""

    name: str
    text: str
    cards: Counter[str] = field(default_factory=Counter)  # {"r7": 2}, without footprints
    points: dict[str, int] = field(default_factory=dict)


def random_edition(rng: Random, name: str) -> Deck:
    """Write an edition file: two to five colours, rows in any of them, faces of which some have a row per part of the colours."""
    colors = rng.sample(NAMES, rng.choice([2, 3, 4, 5, 5]))
    deck = Deck(name, f'format = 1\nname = "{name}"\ncolors = {_list(colors)}\n')
    faces = rng.sample(sorted(COLORED), rng.randint(5, len(COLORED)))
    for number, face in enumerate(faces):
        # The first face is in every colour: no colour may be without cards, and no deck too small.
        mine = rng.sample(colors, len(colors) if number == 0 else rng.randint(1, len(colors)))
        cut = rng.randrange(len(mine)) if rng.random() < 0.4 else 0
        for part in (mine[:cut], mine[cut:]):
            if part:
                _add_colored(deck, rng, face, part, with_colors=len(part) < len(colors) or rng.random() < 0.5)
    for face in ["W", *rng.sample(sorted(BLACK.keys() - {"W"}), rng.randint(0, 4))]:
        copies = rng.randint(1, 4)
        deck.text += f'\n[[card]]\nblack = "{face}"\ncopies = {copies}\npoints = 50\n{BLACK[face]}\n'
        deck.cards[face], deck.points[face] = copies, 50
    return deck


def _add_colored(deck: Deck, rng: Random, face: str, colors: list[str], *, with_colors: bool) -> None:
    copies, points = rng.randint(3, 4), rng.randint(0, 30)
    named = f"colors = {_list(colors)}\n" if with_colors else ""
    deck.text += f'\n[[card]]\nface = "{face}"\n{named}copies = {copies}\npoints = {points}\n{COLORED[face]}\n'
    for color in colors:
        deck.cards[color[0] + face], deck.points[color[0] + face] = copies, points


def _list(names: list[str]) -> str:
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"
