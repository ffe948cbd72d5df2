"""Which colour a player probably lacks: the one on which they last drew.

The search follows every single card (``huefall.bots.beliefs.beliefs``); this is what fits into a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping

from huefall.bots.beliefs.beliefs import VOLUNTARY_DRAW_RULES
from huefall.bots.bot import View
from huefall.vocabulary import colors


def colors_lacked(view: View) -> Mapping[int, str]:
    """Find the colour on which each player last chose to draw, unless they have since played it, drawn again or swapped.

    Only the last draw counts, because it may have brought a colour lacked before. A player who draws until a card fits
    (DRAW-01) and keeps it may have the colour now.
    """
    lacked: dict[int, str] = {}
    color: str | None = None
    until_playable = False
    for event in view.get("told", ()):
        kind, seat = event["event"], event.get("seat")
        if kind in {"turn_up", "play"}:
            letter = event["card"][:1]
            color = letter if letter in colors.LETTERS else None
            if kind == "play" and lacked.get(seat) == letter:
                del lacked[seat]
        elif kind in {"color", "boost"}:
            color = event["color"]
        elif kind in {"swap", "rotate"}:
            lacked.clear()
        elif kind == "draw" and seat is not None:
            lacked.pop(seat, None)
            if event["rule"] in VOLUNTARY_DRAW_RULES and color is not None:
                lacked[seat] = color
                until_playable = event["rule"] == "DRAW-01"
        elif kind == "keep" and until_playable and seat is not None and lacked.get(seat) == color:
            lacked.pop(seat, None)
    return lacked
