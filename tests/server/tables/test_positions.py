"""The positions a table keeps of its latest moves."""

from __future__ import annotations

from tests.server.tables.desk import ANNA, BEN, PILE, Desk, opened, play_match, started

from huefall.protocol import commands
from huefall.server.tables import entries
from huefall.server.tables.positions import MAX_POSITIONS


def table() -> Desk:
    """Begin a match in which nobody has a card that fits, and nobody draws one soon."""
    return opened([["g1", "g2"], ["g3", "g4"]], pile=[*PILE, *PILE])


def draw(desk: Desk, times: int = 1) -> None:
    """Let whoever is asked draw, or keep what was drawn."""
    for _ in range(times):
        match = desk.state.match
        move = "keep" if match.phase == "drawn" else "draw"
        desk.enter(entries.Moved(seat=match.asked, move=move))


def test_no_more_positions_are_kept_than_the_limit() -> None:
    desk = table()
    assert len(desk.state.positions.latest) == 1
    draw(desk, MAX_POSITIONS + 5)
    assert [number for number, _ in desk.state.positions.latest] == list(
        range(desk.state.revision - MAX_POSITIONS + 1, desk.state.revision + 1)
    )


def test_a_deal_begins_anew() -> None:
    desk = started(ANNA, BEN, options={"target": 0})
    play_match(desk, seed=4)
    desk.say(ANNA, commands.Start)
    assert [number for number, _ in desk.state.positions.latest] == [desk.state.revision]


def test_a_move_is_judged_on_each_position_since_a_revision() -> None:
    desk = table()
    state, asked = desk.state, desk.asked
    dealt = state.revision
    draw(desk)  # "keep" is legal after it, "draw" before
    variant = state.match.variant
    assert state.positions.judge_since(dealt, variant, asked, "draw") == [(dealt, True), (dealt + 1, False)]
    assert state.positions.judge_since(dealt + 1, variant, asked, "draw") == [(dealt + 1, False)]
    assert state.positions.judge_since(dealt, variant, asked, "nonsense") == [(dealt, False), (dealt + 1, False)]


def test_what_changes_no_position_has_the_one_before_it() -> None:
    desk = table()
    state, dealt = desk.state, desk.state.revision
    desk.enter(entries.Paced(bot_pause_ms=700))
    assert state.positions.is_current(dealt)
    assert state.positions.judge_since(dealt + 1, state.match.variant, desk.asked, "draw") == [(dealt, True)]
    draw(desk)
    assert not state.positions.is_current(dealt + 1)
    assert state.positions.is_current(dealt + 2)


def test_of_a_revision_that_is_too_long_ago_nothing_is_said() -> None:
    desk = table()
    dealt = desk.state.revision
    draw(desk, MAX_POSITIONS)
    assert desk.state.positions.judge_since(dealt, desk.state.match.variant, 0, "draw") == []
    assert desk.state.positions.judge_since(dealt + 1, desk.state.match.variant, 0, "draw")


def test_looking_at_old_positions_leaves_the_table_as_it_is() -> None:
    desk = table()
    dealt = desk.state.revision
    draw(desk, 3)
    before, position = desk.state.positions.latest, desk.state.match.position()
    desk.state.positions.judge_since(dealt, desk.state.match.variant, 0, "draw")
    assert desk.state.positions.latest == before
    assert desk.state.match.position() == position


def test_entries_applied_again_keep_the_same_positions() -> None:
    desk = table()
    draw(desk, 5)
    assert desk.again().positions.latest == desk.state.positions.latest
