"""A match at a table is played to its end by the version of the rules it began with."""

from __future__ import annotations

import json

import pytest
from tests.server.table.desk import ANNA, BEN, Desk, play_match, started

from huefall.editions import RULES_VERSION, OptionError
from huefall.protocol import commands as said
from huefall.protocol.tables import Setup
from huefall.record import replay, write_record
from huefall.server.table import entries as kept
from huefall.server.table.setup import fill_setup
from huefall.server.table.state import TableState

#: As 0.4.0 stored a table: no entry speaks of a version.
OLD_ENTRIES = (
    {
        "what": "created",
        "guest": "a",
        "setup": {"seats": 2, "move_seconds": 0, "bot_pause_ms": 0, "options": {"target": 0}},
    },
    {"what": "sat", "guest": "a", "seat": 0, "name": "Anna"},
    {"what": "sat", "guest": "b", "seat": 1, "name": "Ben"},
    {"what": "committed", "guest": "a", "seed": "07" * 32},
    {"what": "dealt", "guest": "a", "id": "1"},
)


def old_table() -> TableState:
    state = TableState("abcdefgh", keeps_moves=True)
    for entry in OLD_ENTRIES:
        state.apply(kept.decode_entry(json.dumps(entry).encode()), 0)
    return state


def test_a_running_match_from_before_goes_on_by_its_rules() -> None:
    match = old_table().match
    assert match is not None
    assert match.setting.rules.rules_version == 1
    assert match.position()["options"] == {"rules_version": 1, "target": 0}
    assert replay(write_record(match, with_seed=True)).setting.rules.rules_version == 1


def test_the_next_match_at_an_old_table_is_played_by_the_current_rules() -> None:
    desk = started(ANNA, BEN, options={"target": 0})
    assert desk.state.match.setting.rules.rules_version == RULES_VERSION
    play_match(desk, seed=3)
    desk.say(ANNA, said.Start)
    committed = [entry for entry in _entries(desk) if isinstance(entry, kept.Committed)]
    assert [entry.rules_version for entry in committed] == [RULES_VERSION, RULES_VERSION]
    assert json.loads(kept.encode_entry(committed[0]))["rules_version"] == RULES_VERSION, "it is stored, not left out"


def _entries(desk: Desk) -> list[kept.Kept]:
    return [entry for entry, _ in desk.entries]


def test_a_setup_names_no_version() -> None:
    with pytest.raises(OptionError, match="rules_version is no option"):
        fill_setup(Setup(options={"rules_version": 1}), 30, 0)
