"""Positions that no game can reach are refused, each by the field that is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from huefall.game import Game
from huefall.notation.position import PositionError

START: dict[str, Any] = {"hands": [["r1", "b2"], ["g1"], ["b1"]], "discard": ["r5"], "pile": ["g9"], "turn": 0}
BTS: dict[str, Any] = {"edition": "bts", "discard": ["WD"], "color": "r"}
VOTE: dict[str, Any] = {**BTS, "options": {"dance_judge": "vote"}}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"pending": {"kind": "dance"}}, "pending.kind 'dance' cannot follow from the top card r5"),
        ({"pending": {"kind": "skip"}, "discard": ["rS"]}, "pending.kind 'skip'"),
        ({"pending": {"kind": "draw2"}}, "pending.kind 'draw2'"),
        ({"pending": {"kind": "draw2"}, "discard": ["W+4"], "color": "r"}, "pending.kind 'draw2'"),
        ({"pending": {"kind": "wild4"}, "discard": ["r+2"]}, "pending.kind 'wild4'"),
        ({"pending": {"kind": "color"}}, "pending.kind 'color'"),
        (
            {
                "edition": "jurassic",
                "options": {"footprints": "half"},
                "discard": ["rR"],
                "pending": {"kind": "reverse"},
            },
            "pending.kind 'reverse'",
        ),
        ({"pending": {"kind": "draw2", "draw": 0}, "discard": ["r+2"]}, "pending.draw must be at least 1"),
        ({"pending": {"kind": "draw2", "from": 0}, "discard": ["r+2"]}, "nobody asks oneself"),
        ({**BTS, "pending": {"kind": "vote", "dancer": 2}}, "pending.kind 'vote'"),
        ({**VOTE, "pending": {"kind": "vote", "dancer": 0}}, "pending.votes"),
        ({**VOTE, "pending": {"kind": "vote", "dancer": 2, "votes": [True]}}, "pending.votes"),
        ({"options": {"cut": True}, "discard": ["W"], "color": "r", "cut": "W"}, "cut 'W' must be"),
        ({"winner": 1}, "winner and match_winners must be null"),
        ({"match_winners": [1]}, "winner and match_winners must be null"),
        ({"points": [5, 0, 0]}, "points must be 0"),
        ({"edition": "buzz", "boost": "b"}, "boost 'b' must be the colour in force"),
        ({"called": [1], "open": [1]}, "both in called and in open"),
        ({"over": True, "turn": None, "pending": {"kind": "color"}}, "pending must be null once the round is over"),
    ],
)
def test_what_no_game_can_reach_is_refused(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(PositionError, match=words):
        Game.from_position({**START, **fields})


def test_null_inside_a_question_means_the_default() -> None:
    pending = {"kind": "draw2", "seat": 0, "draw": None, "count": None, "from": None}
    position = Game.from_position({**START, "discard": ["r+2"], "pending": pending}).position()
    assert position["pending"]["draw"] == 2
    assert position["pending"]["count"] == 1
    assert position["pending"]["from"] == 2
