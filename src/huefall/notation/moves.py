"""Sentences checked against a deck and a hand, and moves as records for the kernel."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from huefall.kernel.layout import MOVE, MOVE_CARDS, NOBODY, Records, blank
from huefall.notation.variant import Variant
from huefall.vocabulary import colors, refusals, verbs
from huefall.vocabulary.moves import Move


class SentenceError(Exception):
    """An invalid sentence, with the reason (``refusals``) and the word that is wrong. Never leaves ``Game``."""

    def __init__(self, reason: int, word: str) -> None:
        super().__init__(word)
        self.reason = reason
        self.word = word


def read_move(variant: Variant, hand: Sequence[int], sentence: str) -> Move:
    """Take a sentence apart. ``hand`` counts the seat's cards by kind: a plain card means its footprint twin if
    there is no plain one.
    """
    words = sentence.split()
    verb = words[0] if words else ""
    if verb not in verbs.NAMES:
        raise SentenceError(refusals.UNKNOWN_MOVE, verb)
    rest = words[1:]
    if verb == "play":
        return _read_play(variant, hand, rest)
    if verb == "catch":
        if len(rest) != 1 or not _is_number(rest[0]):
            raise SentenceError(refusals.UNKNOWN_MOVE, sentence)
        return Move(verb, target=int(rest[0]))
    if verb == "color":
        if len(rest) != 1:
            raise SentenceError(refusals.UNKNOWN_MOVE, sentence)
        if not _is_color(variant, rest[0]):
            raise SentenceError(refusals.UNKNOWN_COLOR, rest[0])
        return Move(verb, color=rest[0])
    if rest:
        raise SentenceError(refusals.UNKNOWN_MOVE, sentence)
    return Move(verb)


def _read_play(variant: Variant, hand: Sequence[int], words: list[str]) -> Move:
    uno = words[-1:] == ["uno"]
    if uno:
        words = words[:-1]
    target: int | None = None
    if words and words[-1].startswith(">"):
        if not _is_number(words[-1][1:]):
            raise SentenceError(refusals.UNKNOWN_MOVE, words[-1])
        target = int(words.pop()[1:])
    color: str | None = None
    if words and colors.from_letter(words[-1]) != colors.NO_COLOR:
        color = words.pop()
        if not _is_color(variant, color):
            raise SentenceError(refusals.UNKNOWN_COLOR, color)
    if not words or len(words) > MOVE_CARDS:
        raise SentenceError(refusals.UNKNOWN_MOVE, "play")
    left = list(hand)
    cards = []
    for word in words:
        number = _find_card(variant, left, word)
        left[number] -= 1
        cards.append(variant.texts[number])
    return Move("play", tuple(cards), color, target, uno)


def _find_card(variant: Variant, left: Sequence[int], word: str) -> int:
    plain = variant.numbers.get(word)
    marked = variant.numbers.get(word + "*")
    if plain is None and marked is None:
        raise SentenceError(refusals.UNKNOWN_CARD, word)
    if plain is None or (marked is not None and left[plain] <= 0 and left[marked] > 0):
        return marked  # type: ignore[return-value]  # one of the two is a kind
    return plain


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 2 and str(int(text)) == text


def _is_color(variant: Variant, word: str) -> bool:
    return colors.from_letter(word) in variant.edition.colors


class MoveReader:
    """Turns the kernel's rows into moves and back, remembering those it has seen: a table meets the same sentences
    again and again.
    """

    WIDTH = MOVE.itemsize

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._moves: dict[bytes, Move] = {}
        self._packed: dict[Move, bytes] = {}
        self.rows = blank(MOVE, 256)

    def grow(self, count: int) -> None:
        """Make room for ``count`` moves and the kernel's scratch row."""
        self.rows = blank(MOVE, count + 1)

    def read(self, count: int) -> list[Move]:
        """Read the first rows."""
        data = self.rows[:count].tobytes()
        width = self.WIDTH
        known = self._moves
        moves = []
        for start in range(0, count * width, width):
            # Byte 0 is the seat; byte 2 counts the cards, and the bytes behind them are left over from other moves.
            packed = data[start + 1 : start + 6 + data[start + 2]]
            move = known.get(packed)
            if move is None:
                move = known[packed] = self._unpack(packed)
                self._packed[move] = packed
            moves.append(move)
        return moves

    def knows(self, move: Move) -> bool:
        """Whether the move was read from the kernel: then it is a complete sentence of this deck."""
        return move in self._packed

    def pack(self, seat: int, move: Move, into: Records) -> None:
        """Write a move into a record for the kernel."""
        packed = self._packed.get(move)
        if packed is None:
            packed = self._pack(move)
        row = into.view(np.ndarray).view(np.uint8).data
        row[0] = seat & 0xFF
        row[1 : 1 + len(packed)] = packed

    def _unpack(self, packed: bytes) -> Move:
        verb, count, color, target, uno = packed[:5]
        return Move(
            verbs.NAMES[verb],
            tuple(self._variant.texts[kind] for kind in packed[5 : 5 + count]),
            None if color >= len(colors.LETTERS) else colors.LETTERS[color],
            None if target > 127 else target,
            bool(uno),
        )

    def _pack(self, move: Move) -> bytes:
        cards = bytes(self._variant.numbers[card] for card in move.cards)
        color = colors.NO_COLOR if move.color is None else colors.from_letter(move.color)
        target = NOBODY if move.target is None else move.target
        return bytes((verbs.NAMES.index(move.verb), len(cards), color & 0xFF, target & 0xFF, move.uno)) + cards
