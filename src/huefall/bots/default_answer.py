"""The default answer: played for a seat whose time is up.

It commits to as little as possible: draw, keep, accept, approve. Where a card or colour has to be chosen, it is the
fewest cards, and the colour held most. It never calls, catches or cuts: claims are left to the player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from huefall.bots.bot import View
from huefall.vocabulary import colors
from huefall.vocabulary.errors import HuefallError
from huefall.vocabulary.moves import Move

#: Answers that choose no card. At most one of them is legal for a question.
CARDLESS_ANSWERS = ("draw", "keep", "pass", "accept", "approve")


def default_answer(view: View) -> str:
    """Return the default answer of a seat, which must be the asked one.

    >>> default_answer({"seat": 0, "turn": 0, "hands": [["r1", "g3", "g4"], None], "legal": ["color r", "color g"]})
    'color g'
    """
    if view["seat"] is None or view["turn"] != view["seat"]:
        raise HuefallError(f"seat {view['seat']} is not asked: only seat {view['turn']} has something to answer")
    legal = view["legal"]
    for verb in CARDLESS_ANSWERS:
        if verb in legal:
            return verb
    moves = [Move.parse(sentence) for sentence in legal]
    held = _colors_held(view["hands"][view["seat"]])
    named = [move for move in moves if move.verb == "color"]
    plays = [move for move in moves if move.verb == "play" and not move.uno]
    return (_best_color(named, held) if named else _smallest_play(plays, held)).sentence


def _colors_held(hand: Sequence[str]) -> Counter[str]:
    """Count the coloured cards of a hand by colour."""
    return Counter(card[0] for card in hand if not _is_black(card))


def _is_black(card: str) -> bool:
    """Whether a card is black: coloured cards begin with the letter of their colour. The edition is not known here."""
    return card[0] not in colors.LETTERS


def _best_color(moves: Sequence[Move], held: Counter[str]) -> Move:
    """The colour held most; of equal ones the first in the order r y g b p."""
    return min(moves, key=lambda move: _color_order(move, held))


def _smallest_play(moves: Sequence[Move], held: Counter[str]) -> Move:
    """The play of fewest cards: coloured before black, and naming the best colour."""
    return min(moves, key=lambda move: (len(move.cards), _is_black(move.cards[0]), _color_order(move, held)))


def _color_order(move: Move, held: Counter[str]) -> tuple[int, int]:
    """Sort moves by the colour they name: held most first, then in the order r y g b p."""
    if move.color is None:
        return 0, 0
    return -held[move.color], colors.from_letter(move.color)
