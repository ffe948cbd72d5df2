"""Positions as JSON objects: reading one back gives the same position, same legal moves, same future for the same moves
and draws. Reading is in ``huefall.notation.reading``.
"""

from __future__ import annotations

from typing import Any

from huefall.kernel import entry
from huefall.kernel.layout import NOBODY, NOTHING, Records
from huefall.notation.reading import FIELDS, PositionError, read_position, seats_in
from huefall.notation.setting import Setting
from huefall.vocabulary import colors, phases


def hand_of(state: Records, setting: Setting, seat: int) -> list[str]:
    """List a hand: by colour, plain before footprint, black cards last."""
    counts = state[0]["hands"][seat].tolist()
    return [text for text, count in zip(setting.texts, counts, strict=False) for _ in range(count)]


def optional_seat(seat: int) -> int | None:
    """Write a seat, or null for nobody."""
    return None if seat == NOBODY else seat


def write_pending(state: Records, setting: Setting) -> dict[str, Any] | None:
    """Write the pending question, its secret (``guilty``) included."""
    row = state[0]
    phase = int(row["phase"])
    if not phases.DRAW2 <= phase < phases.OVER:
        return None
    challengeable = entry.can_challenge(state, setting.packed_rules, setting.packed_edition)
    voting = phase == phases.VOTE
    return {
        "kind": phases.NAMES[phase],
        "seat": int(row["asked"]),
        "draw": int(row["penalty"]),
        "from": int(row["source"]),
        "count": int(row["together"]),
        "guilty": bool(row["guilty"]) if challengeable else None,
        "dancer": int(row["dancer"]) if voting else None,
        "votes": [bool(row["approvals"] >> ballot & 1) for ballot in range(row["ballots"])] if voting else None,
    }


def write_public(state: Records, setting: Setting) -> dict[str, Any]:
    """Write what everybody at the table may see of a position."""
    row = state[0]
    players = int(row["players"])
    over = int(row["phase"]) == phases.OVER
    winners = int(row["match_winners"])
    color, boost, cut = int(row["color"]), int(row["boost"]), int(row["cut"])
    return {
        "edition": setting.edition_name,
        "options": setting.rules.changes(),
        "discard": [setting.texts[kind] for kind in row["discard"][: row["discard_count"]].tolist()],
        "color": None if color == colors.NO_COLOR else colors.letter(color),
        "turn": optional_seat(int(row["asked"])),
        "direction": int(row["direction"]),
        "dealer": int(row["dealer"]),
        "scores": row["scores"][:players].tolist(),
        "boost": None if boost == colors.NO_COLOR else colors.letter(boost),
        "called": seats_in(int(row["called"])),
        "open": seats_in(int(row["open"])),
        "cut": None if cut == NOTHING else setting.texts[cut],
        "cut_count": int(row["cut_count"]),
        "passes": int(row["passes"]),
        "moves": int(row["moves"]),
        "over": over,
        "winner": optional_seat(int(row["winner"])),
        "points": row["points"][:players].tolist(),
        "match_winners": seats_in(winners) if winners else None,
    }


def write_position(state: Records, setting: Setting) -> dict[str, Any]:
    """Write a whole position, secrets included."""
    row = state[0]
    public = write_public(state, setting)
    drawn = int(row["drawn"])
    found = {
        **public,
        "hands": [hand_of(state, setting, seat) for seat in range(row["players"])],
        "pile": [setting.texts[kind] for kind in row["pile"][: row["pile_count"]][::-1].tolist()],
        "pending": write_pending(state, setting),
        "drawn": None if drawn == NOTHING else setting.texts[drawn],
    }
    return {field: found[field] for field in FIELDS}


__all__ = [
    "FIELDS",
    "PositionError",
    "hand_of",
    "read_position",
    "seats_in",
    "write_pending",
    "write_position",
    "write_public",
]
