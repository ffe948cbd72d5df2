"""Decisions on questions and pauses. Hints: tests/server/tables/test_hints.py."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.server.tables.bare_table import ANNA, BEN, CONTEXT, started

from huefall.protocol import commands
from huefall.server.refusal import Refusal
from huefall.server.tables.decisions import decide
from huefall.server.tables.decisions.actions import HurryBots


def test_bots_are_not_hurried_while_another_player_is_connected() -> None:
    bare = started(ANNA, BEN)
    context = replace(CONTEXT, is_here=lambda guest: guest == BEN.guest)
    with pytest.raises(Refusal) as caught:
        decide(bare.state, ANNA, commands.Hurry(id="h"), context)
    assert caught.value.reason == "not_alone"
    assert decide(bare.state, BEN, commands.Hurry(id="h"), context).action == HurryBots()
