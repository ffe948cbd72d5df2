"""Several cards side by side in one picture: a page that shows a fan of cards makes one request."""

from __future__ import annotations

from collections.abc import Sequence

from huefall.art.brand import embedded
from huefall.art.cards import card_svg
from huefall.art.drawing import HEIGHT, WIDTH, document
from huefall.art.themes import ArtError

#: The gap between two cards, so that a picture cropped at a fraction of a pixel shows no part of its neighbour.
GAP = 24
MOST = 12


def strip_svg(cards: Sequence[tuple[str, str]], deck: str | None = None) -> str:
    """Draw cards side by side, each by its theme and name; ``deck`` as in ``card_svg``."""
    if not 1 <= len(cards) <= MOST:
        raise ArtError(f"a strip of {len(cards)} cards; expected 1 to {MOST}")
    drawn = "".join(
        f'<g transform="translate({place * (WIDTH + GAP)})">{embedded(card_svg(theme, name, deck), f"c{place}")}</g>'
        for place, (theme, name) in enumerate(cards)
    )
    return document(drawn, len(cards) * (WIDTH + GAP) - GAP, HEIGHT)
