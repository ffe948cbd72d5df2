"""The batch's random players, reimplemented with ``Game``: the same words of the same generator, every move a sentence."""

from __future__ import annotations

from huefall.game import Game
from huefall.kernel.layout import Records
from huefall.vocabulary import colors
from huefall.vocabulary.moves import Move

MASK = 0xFFFFFFFF


def rotate(word: int, bits: int) -> int:
    return ((word << bits) | (word >> (32 - bits))) & MASK


def next_word(state: Records) -> int:
    """Return the next word of xoshiro128** from a state, as its authors define it."""
    s = state[0]["seed"][:4].tolist()
    result = (rotate((s[1] * 5) & MASK, 7) * 9) & MASK
    t = (s[1] << 9) & MASK
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= t
    s[3] = rotate(s[3], 11)
    state[0]["seed"][:4] = s
    return int(result)


def pick(game: Game, choices: int) -> int:
    return (next_word(game.record_of_state) * choices) >> 32


def plays_in_order(game: Game) -> list[Move]:
    """List the legal plays, each once, in the order in which the batch counts them."""
    plays = [move for move in game.legal() if move.verb == "play" and not move.uno]
    if game.variant.rules.seven_zero:
        return plays  # these are listed, not counted
    kinds = {kind.text: kind for kind in game.variant.kinds}

    def group(move: Move) -> int:
        """Coloured cards, black ones, Gauntlets with the card laid, several equal cards."""
        black = kinds[move.cards[0]].color == colors.NO_COLOR
        return 2 * (len(move.cards) > 1) + (black == (len(move.cards) == 1))

    return sorted(plays, key=group)


def choose(game: Game) -> Move:
    """Choose as the batch does: uniformly over the legal plays, with the call where it is due; else draw, keep, pass, accept."""
    if game.phase == "color":
        letters = [colors.letter(color) for color in game.variant.edition.colors]
        return Move("color", color=letters[pick(game, len(letters))])
    legal = game.legal()
    if game.phase not in ("turn", "drawn"):
        return Move("accept")
    plays = plays_in_order(game)
    if not plays:
        return next(move for move in legal if move.verb in ("draw", "keep", "pass"))
    move = plays[pick(game, len(plays))]
    called = Move("play", move.cards, move.color, move.target, uno=True)
    return called if called in legal else move


def play_to_the_end(game: Game) -> None:
    while not game.over:
        game.play(int(game.asked or 0), choose(game))
