"""Decisions on moves and the next round."""

from __future__ import annotations

import pytest
from tests.server.tables.bare_table import ANNA, BEN, CARA, refused, started

from huefall.game import MoveRefused
from huefall.protocol import commands
from huefall.server.tables import entries


def test_the_next_round_is_dealt_when_the_round_is_over_and_not_before() -> None:
    bare = started(ANNA, BEN)
    assert refused(bare, ANNA, commands.NextRound).reason == "round_running"
    while bare.state.status == "playing":
        match = bare.state.match
        move = next(move for move in match.legal() if not move.is_claim)
        bare.enter(entries.Moved(seat=match.asked, move=str(move)))
    assert refused(bare, CARA, commands.NextRound).reason == "not_seated"
    bare.say(BEN, commands.NextRound)
    assert (bare.state.status, bare.state.match.round) == ("playing", 2)


def test_a_move_ends_the_stand_in() -> None:
    bare = started(ANNA, BEN)
    asked = bare.asked
    person = (ANNA, BEN)[asked]
    bare.enter(entries.StoodIn(seat=asked, on=True))
    assert bare.state.seats[asked].bot_level == "normal"
    bare.say(person, commands.Move, move=next(str(move) for move in bare.state.match.legal() if move.verb != "uno"))
    assert bare.state.seats[asked].bot_level is None


def test_a_refused_move_leaves_the_stand_in() -> None:
    bare = started(ANNA, BEN)
    bare.enter(entries.StoodIn(seat=bare.asked, on=True))
    with pytest.raises(MoveRefused, match="r99"):
        bare.say((ANNA, BEN)[bare.asked], commands.Move, move="play r99")
    assert bare.state.seats[bare.asked].stand_in
