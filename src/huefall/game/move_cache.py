"""Sentences on their way to the rules: a sentence becomes a move, and the move a record for the kernel.

All tables of one variant get the same few hundred sentences again and again, so each is parsed only once.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from huefall.kernel.layout import KINDS, MOVE, Records, blank
from huefall.notation.moves import MoveReader, read_move
from huefall.notation.position import counts_of
from huefall.notation.variant import Variant
from huefall.vocabulary.moves import Move

#: How many sentences of a variant are remembered before all are forgotten: with many equal cards there are very many.
MAX_REMEMBERED = 4096

#: What sentences mean: the move, and its bytes behind the seat's.
Meanings = dict[str, tuple[Move, bytes]]


class MoveCache:
    """Packs the sentences of one table into a record for the kernel, ``packed``."""

    def __init__(self, variant: Variant, reader: MoveReader) -> None:
        self.packed = blank(MOVE)
        self._variant = variant
        self._reader = reader
        self._bytes = self.packed.view(np.ndarray).view(np.uint8).data
        self._meanings = _meanings(variant)

    def pack(self, state: Records, seat: int, known: bool, sentence: str | Move) -> Move:
        """Pack what a seat says and return it as a move; a seat that is not ``known`` holds nothing.

        Text that is not a sentence raises ``SentenceError``.
        """
        if isinstance(sentence, Move):
            if self._reader.knows(sentence):  # one of ours, taken apart already
                self._reader.pack(seat if known else -1, sentence, self.packed)
                return sentence
            sentence = str(sentence)
        meaning = self._meanings.get(sentence)
        if meaning is not None:
            self._bytes[0] = seat if known else 0xFF
            self._bytes[1:] = meaning[1]
            return meaning[0]
        move = read_move(self._variant, counts_of(state, seat) if known else bytes(KINDS), sentence)
        self._reader.pack(seat if known else -1, move, self.packed)
        if sentence == str(move) and self._is_plain(sentence):  # a stranger's odd spelling is not worth the memory
            if len(self._meanings) >= MAX_REMEMBERED:
                self._meanings.clear()
            self._meanings[sentence] = move, bytes(self._bytes[1:])
        return move

    def _is_plain(self, sentence: str) -> bool:
        """Whether a sentence means the same for every hand: none of its cards may also mean a footprint twin."""
        numbers = self._variant.numbers
        return not any(word in numbers and f"{word}*" in numbers for word in sentence.split())


@lru_cache(maxsize=64)
def _meanings(_variant: Variant) -> Meanings:
    return {}
