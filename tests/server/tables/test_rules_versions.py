"""A match at a table is played to its end by the version of the rules it began with."""

from __future__ import annotations

import json

import pytest
from tests.server.tables.bare_table import ANNA, BEN, CONTEXT, started

from huefall.editions import RULES_VERSION, OptionError
from huefall.protocol import commands
from huefall.protocol.tables import TableSetup
from huefall.record import replay, write_record
from huefall.server.guests.person import Person
from huefall.server.tables import entries
from huefall.server.tables.decisions import decide
from huefall.server.tables.setup import fill_setup
from huefall.server.tables.state import TableState

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
        state.apply(entries.decode_entry(json.dumps(entry).encode()), 0)
    return state


def test_a_running_match_from_before_goes_on_by_its_rules() -> None:
    match = old_table().match
    assert match is not None
    assert match.variant.rules.rules_version == 1
    assert match.position()["options"] == {"rules_version": 1, "target": 0}
    assert replay(write_record(match, with_seed=True)).variant.rules.rules_version == 1


def test_the_next_match_at_an_old_table_is_played_by_the_current_rules() -> None:
    state = old_table()
    assert state.match is not None
    while not state.match.over:
        if state.match.round_over:
            state.apply(entries.Dealt(), 0)
            continue
        move = next(str(move) for move in state.match.legal() if move.verb not in ("uno", "catch"))
        state.apply(entries.Moved(seat=state.match.asked or 0, move=move), 0)
    first = state.match
    for entry in decide(state, Person("a", "Anna"), commands.Start(id="2"), CONTEXT).entries:
        state.apply(entries.decode_entry(entries.encode_entry(entry)), 0)
    assert (state.match_number, state.match is first) == (2, False)
    assert (first.variant.rules.rules_version, state.match.variant.rules.rules_version) == (1, RULES_VERSION)


def test_a_new_match_stores_its_version() -> None:
    bare = started(ANNA, BEN, options={"target": 0})
    (mixed,) = [entry for entry, _ in bare.entries if isinstance(entry, entries.Mixed)]
    assert json.loads(entries.encode_entry(mixed))["rules_version"] == RULES_VERSION


def test_an_old_table_that_began_from_a_position_goes_on_by_its_rules() -> None:
    position = {"hands": [["r1", "r2"], ["b1", "b2", "b3"]], "discard": ["r5"], "turn": 0, "pile": ["g1", "g2"]}
    state = TableState("abcdefgh")
    for entry in ({**OLD_ENTRIES[0], "opening": {"position": position}}, *OLD_ENTRIES[1:]):
        state.apply(entries.decode_entry(json.dumps(entry).encode()), 0)
    assert state.match is not None
    assert state.match.variant.rules.rules_version == 1
    state.apply(entries.Moved(seat=0, move="play r1"), 0)
    state.apply(entries.Moved(seat=1, move="draw"), 0)
    assert state.match.position()["open"] == [], "in version 1 a draw ends the time to catch (UNO-02)"


def test_a_setup_names_no_version() -> None:
    with pytest.raises(OptionError, match="rules_version is no option"):
        fill_setup(TableSetup(options={"rules_version": 1}), 30, 0)
