"""The positions a table keeps of its latest moves."""

from __future__ import annotations

from tests.server.tables.bare_table import ANNA, BEN, PILE, BareTable, opened, play_match, started

from huefall.protocol import commands
from huefall.server.tables import entries
from huefall.server.tables.positions import MAX_POSITIONS


def table() -> BareTable:
    """Begin a match in which no hand has a card that fits, and no early draw is one."""
    return opened([["g1", "g2"], ["g3", "g4"]], pile=[*PILE, *PILE])


def draw(bare: BareTable, times: int = 1) -> None:
    """Let the asked seat draw, or keep what was drawn."""
    for _ in range(times):
        match = bare.state.match
        move = "keep" if match.phase == "drawn" else "draw"
        bare.enter(entries.Moved(seat=match.asked, move=move))


def test_no_more_positions_are_kept_than_the_limit() -> None:
    bare = table()
    assert len(bare.state.positions.latest) == 1
    draw(bare, MAX_POSITIONS + 5)
    assert [number for number, _ in bare.state.positions.latest] == list(
        range(bare.state.revision - MAX_POSITIONS + 1, bare.state.revision + 1)
    )


def test_a_deal_drops_the_earlier_positions() -> None:
    bare = started(ANNA, BEN, options={"target": 0})
    play_match(bare, seed=4)
    bare.say(ANNA, commands.Start)
    assert [number for number, _ in bare.state.positions.latest] == [bare.state.revision]


def test_a_move_is_judged_on_each_position_since_a_revision() -> None:
    bare = table()
    state, asked = bare.state, bare.asked
    dealt = state.revision
    draw(bare)  # "keep" is legal after it, "draw" before
    variant = state.match.variant
    assert state.positions.judge_since(dealt, variant, asked, "draw") == [(dealt, True), (dealt + 1, False)]
    assert state.positions.judge_since(dealt + 1, variant, asked, "draw") == [(dealt + 1, False)]
    assert state.positions.judge_since(dealt, variant, asked, "nonsense") == [(dealt, False), (dealt + 1, False)]


def test_what_changes_no_position_has_the_one_before_it() -> None:
    bare = table()
    state, dealt = bare.state, bare.state.revision
    bare.enter(entries.Paced(bot_pause_ms=700))
    assert state.positions.is_current(dealt)
    assert state.positions.judge_since(dealt + 1, state.match.variant, bare.asked, "draw") == [(dealt, True)]
    draw(bare)
    assert not state.positions.is_current(dealt + 1)
    assert state.positions.is_current(dealt + 2)


def test_a_revision_that_is_too_old_has_no_verdicts() -> None:
    bare = table()
    dealt = bare.state.revision
    draw(bare, MAX_POSITIONS)
    assert bare.state.positions.judge_since(dealt, bare.state.match.variant, 0, "draw") == []
    assert bare.state.positions.judge_since(dealt + 1, bare.state.match.variant, 0, "draw")


def test_looking_at_old_positions_leaves_the_table_as_it_is() -> None:
    bare = table()
    dealt = bare.state.revision
    draw(bare, 3)
    before, position = bare.state.positions.latest, bare.state.match.position()
    bare.state.positions.judge_since(dealt, bare.state.match.variant, 0, "draw")
    assert bare.state.positions.latest == before
    assert bare.state.match.position() == position


def test_entries_applied_again_keep_the_same_positions() -> None:
    bare = table()
    draw(bare, 5)
    assert bare.again().positions.latest == bare.state.positions.latest
