"""What a table waits for, and until when."""

from __future__ import annotations

from tests.server.tables.bare_table import ANNA, BEN, BOT_PAUSE_MS, MOVE_SECONDS, BareTable, started

from huefall.protocol import commands
from huefall.server.tables import entries
from huefall.server.tables.clock import ROUND_PAUSE_MS, WAKING_MS, find_wait


def finish_round(bare: BareTable) -> None:
    while bare.state.status == "playing":
        match = bare.state.match
        move = next(move for move in match.legal() if move.verb not in {"uno", "catch"})
        bare.enter(entries.Moved(seat=match.asked, move=str(move)))


def test_nothing_is_waited_for_before_the_deal() -> None:
    assert find_wait(BareTable().state, 0) is None


def test_a_person_has_the_tables_time_from_when_the_question_was_put() -> None:
    bare = started(ANNA, BEN)
    wait = find_wait(bare.state, 0)
    assert (wait.kind, wait.seat, wait.limit) == ("person", bare.asked, MOVE_SECONDS * 1000)
    assert wait.until == bare.now + MOVE_SECONDS * 1000


def test_a_claim_beside_the_turn_gives_no_more_time() -> None:
    bare = started(ANNA, BEN)
    before = find_wait(bare.state, 0)
    bare.enter(entries.Moved(seat=1 - bare.asked, move="uno"))
    assert find_wait(bare.state, 0) == before


def test_a_table_may_have_no_time_limit() -> None:
    assert find_wait(started(ANNA, BEN, move_seconds=0).state, 0) is None


def test_a_bots_pause_is_the_tables_whatever_it_holds() -> None:
    for _ in range(20):
        bare = started(ANNA, seats=3)
        wait = find_wait(bare.state, 0)
        if bare.asked != 0:
            assert (wait.kind, wait.until, wait.limit) == ("bot", bare.state.asked_at + BOT_PAUSE_MS, BOT_PAUSE_MS)


def test_a_bot_that_sits_in_has_a_bots_pause() -> None:
    bare = started(ANNA, BEN)
    bare.enter(entries.StoodIn(seat=bare.asked, on=True))
    assert find_wait(bare.state, 0).kind == "bot"


def test_whoever_is_asked_has_some_time_when_the_table_wakes_up() -> None:
    bare = started(ANNA, BEN)
    woke = bare.now + 3_600_000
    assert find_wait(bare.state, woke).until == woke + WAKING_MS
    soon = bare.now + 1000
    assert find_wait(bare.state, soon).until == bare.now + MOVE_SECONDS * 1000


def test_the_next_round_comes_by_itself_after_a_pause() -> None:
    bare = started(ANNA, BEN)
    finish_round(bare)
    wait = find_wait(bare.state, 0)
    assert (wait.kind, wait.seat, wait.until) == ("round", None, bare.state.moved_at + ROUND_PAUSE_MS)


def test_without_a_time_limit_the_next_round_waits_for_people() -> None:
    bare = started(ANNA, BEN, move_seconds=0)
    finish_round(bare)
    assert find_wait(bare.state, 0) is None
    for person in (ANNA, BEN):
        bare.say(person, commands.Leave)
    assert find_wait(bare.state, 0).kind == "round"


def test_what_is_shown_is_time_left() -> None:
    wait = find_wait(started(ANNA, BEN).state, 0)
    shown = wait.show(wait.until - 500)
    assert (shown.seat, shown.left, shown.limit) == (wait.seat, 500, wait.limit)
    assert wait.show(wait.until + 500).left == 0
