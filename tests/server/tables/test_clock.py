"""What a table waits for, and until when."""

from __future__ import annotations

from tests.server.tables.bare_table import ANNA, BEN, BOT_PAUSE_MS, MOVE_SECONDS, BareTable, started

from huefall.protocol import commands
from huefall.server.tables import entries
from huefall.server.tables.clock import MIN_AFTER_RESUME_MS, ROUND_PAUSE_MS, find_wait


def finish_round(bare: BareTable) -> None:
    while bare.state.status == "playing":
        match = bare.state.match
        move = next(move for move in match.legal() if not move.is_claim)
        bare.enter(entries.Moved(seat=match.asked, move=str(move)))


def test_there_is_no_wait_before_the_deal() -> None:
    assert find_wait(BareTable().state, 0) is None


def test_a_person_has_the_tables_time_from_when_the_question_was_put() -> None:
    bare = started(ANNA, BEN)
    wait = find_wait(bare.state, 0)
    assert (wait.kind, wait.seat, wait.limit_ms) == ("person", bare.asked, MOVE_SECONDS * 1000)
    assert wait.until_ms == bare.now + MOVE_SECONDS * 1000


def test_a_claim_out_of_turn_gives_no_more_time() -> None:
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
            assert (wait.kind, wait.until_ms, wait.limit_ms) == (
                "bot",
                bare.state.asked_at_ms + BOT_PAUSE_MS,
                BOT_PAUSE_MS,
            )


def test_a_stand_in_has_a_bots_pause() -> None:
    bare = started(ANNA, BEN)
    bare.enter(entries.StoodIn(seat=bare.asked, on=True))
    assert find_wait(bare.state, 0).kind == "bot"


def test_the_asked_person_has_some_time_when_the_table_resumes() -> None:
    bare = started(ANNA, BEN)
    resumed = bare.now + 3_600_000
    assert find_wait(bare.state, resumed).until_ms == resumed + MIN_AFTER_RESUME_MS
    soon = bare.now + 1000
    assert find_wait(bare.state, soon).until_ms == bare.now + MOVE_SECONDS * 1000


def test_the_next_round_comes_by_itself_after_a_pause() -> None:
    bare = started(ANNA, BEN)
    finish_round(bare)
    wait = find_wait(bare.state, 0)
    assert (wait.kind, wait.seat, wait.until_ms) == ("round", None, bare.state.moved_at_ms + ROUND_PAUSE_MS)


def test_without_a_time_limit_the_next_round_waits_for_people() -> None:
    bare = started(ANNA, BEN, move_seconds=0)
    finish_round(bare)
    assert find_wait(bare.state, 0) is None
    for person in (ANNA, BEN):
        bare.say(person, commands.Leave)
    assert find_wait(bare.state, 0).kind == "round"


def test_what_is_shown_is_time_left() -> None:
    wait = find_wait(started(ANNA, BEN).state, 0)
    shown = wait.show(wait.until_ms - 500)
    assert (shown.seat, shown.left, shown.limit) == (wait.seat, 500, wait.limit_ms)
    assert wait.show(wait.until_ms + 500).left == 0
