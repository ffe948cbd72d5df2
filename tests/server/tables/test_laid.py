"""AVG-01 on the wire: every client gets the card that lies on the Gauntlet, whenever it connects."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from tests.server.tables.bare_table import ANNA, BEN, CARA, BareTable, fill

from huefall.protocol.messages import Presence, Update
from huefall.protocol.tables import TableSetup
from huefall.server.matches.replays import write_replay
from huefall.server.tables import entries
from huefall.server.tables.history import MAX_KEPT_CHANGES, Change
from huefall.server.tables.opening import Opening
from huefall.server.tables.state import TableState
from huefall.server.tables.updates import UpdateWriter, show_you, write_welcome

POSITION: dict[str, Any] = {
    "edition": "avengers",
    "hands": [["WG", "b4", "g1", "g2"], ["r1", "r2", "p3"]],
    "discard": ["r8"],
    "pile": ["p9", "p8", "g9", "g8"],
    "turn": 0,
}


class GauntletTable(BareTable):
    """A table of two that begins from a position in which Anna has a Gauntlet."""

    def __init__(self, **changes: Any) -> None:
        super().__init__()
        self.state = TableState("abcdefgh", keeps_moves=True)
        setup = fill(TableSetup(edition="avengers", seats=2, options={"target": 0}))
        self.entries.clear()
        self.enter(entries.Created(guest=ANNA.guest, setup=setup, opening=Opening({**POSITION, **changes})))
        for seat, person in enumerate((ANNA, BEN)):
            self.enter(entries.Sat(guest=person.guest, seat=seat, name=person.name))
        self.enter(entries.Committed(seed=bytes(32).hex()))
        self.enter(entries.Dealt())

    def move(self, seat: int, sentence: str) -> Change:
        return self.enter(entries.Moved(seat=seat, move=sentence))

    def welcome(self, since: int | None = None) -> dict[str, Any]:
        presence = Presence([True, True], 0)
        written = write_welcome(self.state, show_you(self.state, CARA), since, None, presence)
        welcome: dict[str, Any] = msgspec.json.decode(written)
        return welcome


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_an_update_says_what_lies_on_the_gauntlet(seat: int | None) -> None:
    bare = GauntletTable()
    played = bare.move(0, "play WG b4 r")
    written = UpdateWriter(bare.state, played, None).write(seat)
    assert msgspec.json.decode(written, type=Update).laid == "b4"
    assert msgspec.json.decode(written)["view"]["discard"] == ["r8", "b4", "WG"]
    drawn = bare.move(1, "draw")
    assert msgspec.json.decode(UpdateWriter(bare.state, drawn, None).write(seat))["laid"] == "b4"
    covered = bare.move(1, "keep"), bare.move(0, "draw"), bare.move(0, "keep"), bare.move(1, "play r1")
    assert b'"laid"' not in UpdateWriter(bare.state, covered[-1], None).write(seat)


def test_a_welcome_says_so_however_long_ago_it_was_played() -> None:
    bare = GauntletTable()
    before = bare.state.revision
    assert bare.welcome()["laid"] is None
    bare.move(0, "play WG b4 r")
    for pause in range(MAX_KEPT_CHANGES):
        bare.enter(entries.Paced(bot_pause_ms=pause))
    assert not any(update.get("events") for update in bare.welcome()["log"]), "the play should be forgotten by now"
    for since in (None, before, bare.state.revision):
        assert bare.welcome(since)["laid"] == "b4"
    bare.state = bare.again()  # as after a restart
    assert bare.welcome()["laid"] == "b4"


def test_a_table_that_begins_with_a_gauntlet_on_top_shows_nothing_on_it() -> None:
    bare = GauntletTable(discard=["r8", "b3", "WG"], color="g")
    assert bare.welcome()["laid"] is None


def test_a_replay_shows_it_at_every_step_it_lies_there() -> None:
    bare = GauntletTable(hands=[["WG", "b4", "r5"], ["r1", "r2", "p3"]])
    for seat, sentence in (0, "play WG b4 r uno"), (1, "draw"), (1, "keep"), (0, "play r5"):
        bare.move(seat, sentence)
    match = bare.state.match
    assert match is not None and match.over
    for eyes in (None, 0):
        frames = msgspec.json.decode(write_replay("abcdefgh", 1, match, 1, eyes))["frames"]
        assert [frame.get("laid") for frame in frames] == [None, "b4", "b4", "b4", None]
        assert frames[1]["view"]["discard"] == ["r8", "b4", "WG"]
