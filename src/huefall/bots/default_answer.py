"""The answer of a seat that gives none: what is played when its time is up.

It commits to as little as can be: draw, keep, accept, approve. Where only a card or a colour will do, it is the least
card and the colour held most. It never calls, catches or cuts: what nobody asked for is left to the player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from huefall.bots.bot import View
from huefall.vocabulary import colors
from huefall.vocabulary.errors import HuefallError
from huefall.vocabulary.moves import Move

#: Answers that need no thought. To one question at most one of them is legal.
QUIET = ("draw", "keep", "pass", "accept", "approve")


def default_answer(view: View) -> str:
    """Return the legal sentence with which a seat answers its question by default; the seat must be the asked one.

    >>> default_answer({"seat": 0, "turn": 0, "hands": [["r1", "g3", "g4"], None], "legal": ["color r", "color g"]})
    'color g'
    """
    if view["seat"] is None or view["turn"] != view["seat"]:
        raise HuefallError(f"seat {view['seat']} is not asked: only seat {view['turn']} has something to answer")
    legal = view["legal"]
    for verb in QUIET:
        if verb in legal:
            return verb
    moves = [Move.parse(sentence) for sentence in legal]
    held = _colors_held(view["hands"][view["seat"]])
    named = [move for move in moves if move.verb == "color"]
    plays = [move for move in moves if move.verb == "play" and not move.uno]
    return (_best_color(named, held) if named else _least_play(plays, held)).sentence


def _colors_held(hand: Sequence[str]) -> Counter[str]:
    """Count a hand by colour; black cards have none."""
    return Counter(card[0] for card in hand if not _is_black(card))


def _is_black(card: str) -> bool:
    """Tell a black card by its text: a coloured one begins with its colour's letter. The edition is not at hand here."""
    return card[0] not in colors.LETTERS


def _best_color(moves: Sequence[Move], held: Counter[str]) -> Move:
    """Return the move whose colour is held most; the first in the order r y g b p of those held as often."""
    return min(moves, key=lambda move: _rank(move, held))


def _least_play(moves: Sequence[Move], held: Counter[str]) -> Move:
    """Return the play of fewest cards, a coloured one rather than a black one, in the best colour if one is named."""
    return min(moves, key=lambda move: (len(move.cards), _is_black(move.cards[0]), _rank(move, held)))


def _rank(move: Move, held: Counter[str]) -> tuple[int, int]:
    if move.color is None:
        return 0, 0
    return -held[move.color], colors.from_letter(move.color)
