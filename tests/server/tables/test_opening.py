"""Tables whose match begins from a position, without sockets: what follows from their entries, and who may change them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.server.tables.bare_table import ANNA, BareTable, fill

from huefall.game import Match
from huefall.notation.variant import Variant
from huefall.protocol import commands
from huefall.protocol.tables import Origin, TableSetup
from huefall.server.matches.replays import steps_of
from huefall.server.refusal import Refusal
from huefall.server.tables import entries
from huefall.server.tables.opening import Opening
from huefall.server.tables.state import TableState

ORIGIN = Origin("abcdefgh", 1, 1, 4)


def position(moves: int, seed: int = 3, **options: Any) -> dict[str, Any]:
    """Return a position of a round of two after some moves."""
    match = Match("classic", 2, options, seed=seed)
    rng = Random(seed)
    for _ in range(moves):
        match.play(match.asked, rng.choice(_acts(match)))
    assert not match.round_over
    return match.position()


def _acts(match: Match) -> list[Any]:
    return [move for move in match.legal() if not move.is_claim]


class OpenedTable(BareTable):
    """Anna's table, which begins from a position; a bot sits opposite her."""

    def __init__(self, opening: Opening) -> None:
        super().__init__()
        self.state = TableState("abcdefgh")
        self.entries.clear()
        self.enter(entries.Created(guest=ANNA.guest, setup=fill(TableSetup(seats=2)), opening=opening))
        self.enter(entries.Sat(guest=ANNA.guest, seat=0, name="Anna"))
        self.enter(entries.BotAdded(guest=ANNA.guest, seat=1, level="easy"))


def test_the_first_match_begins_from_the_position_and_the_next_with_a_deal() -> None:
    opening = Opening(position(4, target=0), origin=ORIGIN)
    bare = OpenedTable(opening)
    bare.say(ANNA, commands.Start)
    assert bare.state.match.position() == {**opening.position, "options": {}}
    assert bare.state.show().origin == ORIGIN
    assert bare.state.show().commitment is None
    rng = Random(1)
    while bare.state.running:
        match = bare.state.match
        if match.round_over:
            bare.enter(entries.Dealt())
        else:
            bare.enter(entries.Moved(seat=match.asked, move=str(rng.choice(_acts(match))), by="bot"))
    assert bare.state.finished == [1]
    bare.say(ANNA, commands.Start)
    assert bare.state.match.commitment is not None
    assert bare.state.match.position()["moves"] == 0


def test_applying_the_entries_again_gives_the_same_table() -> None:
    bare = OpenedTable(Opening(position(6), origin=ORIGIN))
    bare.say(ANNA, commands.Start)
    for _ in range(3):
        bare.enter(entries.Moved(seat=bare.asked, move=str(_acts(bare.state.match)[0])))
    bare.enter(entries.Paced(bot_pause_ms=900))
    again = bare.again()
    assert again.show() == bare.state.show()
    assert again.match.position() == bare.state.match.position()
    assert again.match.game.state.tobytes() == bare.state.match.game.state.tobytes(), "chance included"


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (commands.Configure, {"setup": TableSetup(seats=3)}),
        (commands.AddBot, {"level": "normal", "seat": 1}),
        (commands.RemoveBot, {"seat": 1}),
        (commands.Swap, {"a": 0, "b": 1}),
    ],
)
def test_nothing_is_changed_that_the_position_would_not_fit(kind: type, fields: dict[str, Any]) -> None:
    bare = OpenedTable(Opening(position(2)))
    with pytest.raises(Refusal, match="about to begin") as refused:
        bare.say(ANNA, kind, **fields)
    assert refused.value.reason == "match_running"


def test_a_round_from_a_position_is_played_again_step_by_step_with_its_reshuffles() -> None:
    """The pile is nearly empty, so that there are some."""
    start = position(20)
    start = {**start, "discard": [*start["pile"][2:], *start["discard"]], "pile": start["pile"][:2]}
    match = Match.from_position(Variant.of("classic"), start, bytes(32))
    rng = Random(2)
    positions = [match.position()]
    while not match.round_over:
        match.play(match.asked, rng.choice(_acts(match)))
        positions.append(match.position())
    assert any(move.reshuffle is not None for move in match.rounds[0].moves)
    assert [step.match.position() for step in steps_of(match, 1)] == positions
