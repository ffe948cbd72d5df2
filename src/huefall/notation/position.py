"""Positions as JSON objects: reading one back gives the same position, same legal moves, same future for the same moves
and draws. Reading is in ``huefall.notation.reading``.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from struct import Struct
from typing import Any

from huefall.kernel import entry
from huefall.kernel.layout import CARDS, KINDS, NO_CARD, NOBODY, STATE, STATE_WORD, Records
from huefall.notation.reading import FIELDS, PENDING_FIELDS, PositionError, read_position, seats_in
from huefall.notation.variant import Variant
from huefall.vocabulary import colors, phases

_AT = {name: int(offset) for name, (_, offset, *_) in (STATE.fields or {}).items()}

#: A state's numbers up to the seed, and its discards, taken out in one go: one field read by name costs as much as all
#: of these together. Seed, hands and pile are stepped over. (``Any``: that arrays are buffers is not in numpy's types.)
_NUMBERS = STATE_WORD["seed"]
_FACE_UP: Any = Struct(f"={_NUMBERS}q{_AT['discard'] - 8 * _NUMBERS}x{CARDS}s")
_HAND: Any = Struct(f"={KINDS}s")

#: Colours by number; the last, at -1, is that of ``NO_COLOR``.
_LETTERS: tuple[str | None, ...] = (*colors.LETTERS, None)

#: The indices of the numbers in what ``_FACE_UP`` reads.
_PHASE, _ASKED, _DIRECTION, _DEALER = (STATE_WORD[name] for name in ("phase", "asked", "direction", "dealer"))
_COLOR, _BOOST, _CUT, _CUT_COUNT = (STATE_WORD[name] for name in ("color", "boost", "cut", "cut_count"))
_CALLED, _OPEN, _PASSES, _MOVES = (STATE_WORD[name] for name in ("called", "open", "passes", "moves"))
_WINNER, _MATCH_WINNERS = STATE_WORD["winner"], STATE_WORD["match_winners"]
_PLAYERS, _PILE_COUNT, _DISCARD_COUNT = (STATE_WORD[name] for name in ("players", "pile_count", "discard_count"))
_SIZES, _POINTS, _SCORES = (STATE_WORD[name] for name in ("sizes", "points", "scores"))
_PENALTY, _SOURCE, _TOGETHER = (STATE_WORD[name] for name in ("penalty", "source", "together"))
_DANCER, _BALLOTS, _APPROVALS = (STATE_WORD[name] for name in ("dancer", "ballots", "approvals"))


def counts_of(state: Records, seat: int) -> bytes:
    """Count a hand's cards by kind."""
    counts: bytes = _HAND.unpack_from(state, _AT["hands"] + KINDS * seat)[0]
    return counts


def hand_of(state: Records, variant: Variant, seat: int) -> list[str]:
    """List a hand: by colour, plain before footprint, black cards last."""
    counts = counts_of(state, seat)
    hand: list[str] = []
    for text, count in zip(compress(variant.texts, counts), filter(None, counts), strict=True):
        if count == 1:
            hand.append(text)
        else:
            hand += [text] * count
    return hand


def write_pending(state: Records, variant: Variant) -> dict[str, Any] | None:
    """Write the pending question, its secret (``guilty``) included."""
    question = _write_question(_FACE_UP.unpack_from(state))
    if question is None:
        return None
    challengeable = entry.can_challenge(state, variant.packed_rules, variant.packed_edition)
    question["guilty"] = bool(state[0]["guilty"]) if challengeable else None
    return {field: question[field] for field in PENDING_FIELDS}


def _write_question(numbers: tuple[Any, ...]) -> dict[str, Any] | None:
    """Write what everybody may know of the pending question."""
    phase = numbers[_PHASE]
    if not phases.is_question(phase):
        return None
    voting = phase == phases.VOTE
    votes = [bool(numbers[_APPROVALS] >> ballot & 1) for ballot in range(numbers[_BALLOTS])] if voting else None
    return {
        "kind": phases.NAMES[phase],
        "seat": numbers[_ASKED],
        "draw": numbers[_PENALTY],
        "from": numbers[_SOURCE],
        "count": numbers[_TOGETHER],
        "dancer": numbers[_DANCER] if voting else None,
        "votes": votes,
    }


@lru_cache(maxsize=64)
def _write_options(variant: Variant) -> dict[str, Any]:
    return variant.rules.changes()


def write_public(state: Records, variant: Variant) -> dict[str, Any]:
    """Write what everybody at the table may see of a position: the first fields of a view, in their order."""
    numbers = _FACE_UP.unpack_from(state)
    players, texts = numbers[_PLAYERS], variant.texts
    asked, winner, winners, cut = numbers[_ASKED], numbers[_WINNER], numbers[_MATCH_WINNERS], numbers[_CUT]
    called, uncalled = numbers[_CALLED], numbers[_OPEN]
    return {
        "edition": variant.edition_name,
        "options": _write_options(variant).copy(),
        "discard": [texts[kind] for kind in numbers[_NUMBERS][: numbers[_DISCARD_COUNT]]],
        "color": _LETTERS[numbers[_COLOR]],
        "turn": None if asked == NOBODY else asked,
        "direction": numbers[_DIRECTION],
        "dealer": numbers[_DEALER],
        "scores": list(numbers[_SCORES : _SCORES + players]),
        "boost": _LETTERS[numbers[_BOOST]],
        "called": seats_in(called) if called else [],
        "open": seats_in(uncalled) if uncalled else [],
        "cut": None if cut == NO_CARD else texts[cut],
        "cut_count": numbers[_CUT_COUNT],
        "passes": numbers[_PASSES],
        "moves": numbers[_MOVES],
        "over": numbers[_PHASE] == phases.OVER,
        "winner": None if winner == NOBODY else winner,
        "points": list(numbers[_POINTS : _POINTS + players]),
        "match_winners": seats_in(winners) if winners else None,
        "sizes": list(numbers[_SIZES : _SIZES + players]),
        "pile_size": numbers[_PILE_COUNT],
        "pending": _write_question(numbers),
    }


def write_pile(state: Records, variant: Variant) -> list[str]:
    """List the draw pile, next card first: a secret as long as the match lasts."""
    row = state[0]
    return variant.write_cards(row["pile"][: row["pile_count"]][::-1].tolist())


def write_position(state: Records, variant: Variant) -> dict[str, Any]:
    """Write a whole position, secrets included."""
    public = write_public(state, variant)
    drawn = int(state[0]["drawn"])
    found = {
        **public,
        "hands": [hand_of(state, variant, seat) for seat in range(len(public["sizes"]))],
        "pile": write_pile(state, variant),
        "pending": write_pending(state, variant),
        "drawn": None if drawn == NO_CARD else variant.texts[drawn],
    }
    return {field: found[field] for field in FIELDS}


__all__ = [
    "FIELDS",
    "PositionError",
    "counts_of",
    "hand_of",
    "read_position",
    "seats_in",
    "write_pending",
    "write_pile",
    "write_position",
    "write_public",
]
