"""Decisions on the start of a match."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.server.local_server import FakeEngine
from tests.server.tables.bare_table import ANNA, BEN, CONTEXT, BareTable, play_match, refused, seated, started

from huefall.protocol import commands
from huefall.server.refusal import Refusal
from huefall.server.tables.decisions import Decision, decide
from huefall.server.tables.decisions.actions import StartWhenReady


def test_a_table_with_an_empty_seat_does_not_start() -> None:
    bare = BareTable(seats=3)
    bare.say(ANNA, commands.Sit)
    assert refused(bare, ANNA, commands.Start).reason == "seats_empty"


def test_a_match_is_not_started_twice() -> None:
    bare = started(ANNA, BEN)
    assert refused(bare, ANNA, commands.Start).reason == "match_running"


def test_a_rematch_is_started_by_the_host_when_the_match_is_over() -> None:
    bare = started(ANNA, BEN, options={"target": 0})
    play_match(bare, seed=2)
    assert (bare.state.status, bare.state.finished) == ("over", [1])
    bare.say(ANNA, commands.Start)
    assert (bare.state.status, bare.state.match_number) == ("playing", 2)


def test_a_start_waits_for_the_rules_but_not_for_what_is_wrong_with_it() -> None:
    context = replace(CONTEXT, engine=FakeEngine(is_ready=False))
    start = commands.Start(id="s")
    decision = decide(seated(ANNA, BEN).state, ANNA, start, context)
    assert decision == Decision(action=StartWhenReady(start), replies_later=True)
    with pytest.raises(Refusal) as caught:
        decide(BareTable(seats=2).state, ANNA, start, context)
    assert caught.value.reason == "seats_empty"
