"""Which colours a player probably lacks, in words a person would use: those on which they drew.

The search follows every single card (``huefall.bots.memory``); this is what can be told in a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping

from huefall.bots.bot import View
from huefall.vocabulary import colors


def colors_lacked(view: View) -> Mapping[int, set[str]]:
    """Find the colours on which players drew of their own accord since they last played one, drew anything else or swapped hands.

    Who draws until a card fits (DRAW-01) and keeps that one may have the colour now.
    """
    lacked: dict[int, set[str]] = {}
    color: str | None = None
    until_playable = False
    for event in view.get("told", ()):
        kind, seat = event["event"], event.get("seat")
        if kind in {"turn_up", "play"}:
            letter = event["card"][:1]
            color = letter if letter in colors.LETTERS else None
            if kind == "play" and seat in lacked:
                lacked[seat].discard(letter)
        elif kind in {"color", "boost"}:
            color = event["color"]
        elif kind in {"swap", "rotate"}:
            lacked.clear()
        elif kind == "draw" and seat is not None:
            if event["rule"] not in {"PLAY-03", "DRAW-01"}:
                lacked.pop(seat, None)
            elif color is not None:
                lacked.setdefault(seat, set()).add(color)
                until_playable = event["rule"] == "DRAW-01"
        elif kind == "keep" and until_playable and seat in lacked and color is not None:
            lacked[seat].discard(color)
    return lacked
