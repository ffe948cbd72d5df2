"""What a table waits for, and until when."""

from __future__ import annotations

import pytest
from tests.server.tables.bare_table import ANNA, BEN, BOT_PAUSE_MS, MOVE_SECONDS, BareTable, opened, started

from huefall.protocol import commands
from huefall.server.tables import entries
from huefall.server.tables.clock import MIN_AFTER_DRAW_MS, MIN_AFTER_RESUME_MS, ROUND_PAUSE_MS, find_wait


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


def test_a_turn_has_one_time_limit_whatever_is_drawn_in_it() -> None:
    bare = opened([["y1", "y2", "y3"], ["r1", "r2"]])
    before = find_wait(bare.state, 0)
    bare.say(ANNA, commands.Move, move="draw")
    after = find_wait(bare.state, 0)
    assert (after.until_ms, after.limit_ms, after.seat) == (before.until_ms, before.limit_ms, 0)
    assert after.question != before.question  # the time-out of the first question does not end the second
    assert find_wait(bare.again(), 0) == after
    bare.say(ANNA, commands.Move, move="keep")
    assert find_wait(bare.state, 0).until_ms == bare.now + MOVE_SECONDS * 1000


@pytest.mark.parametrize(("limit", "least"), [(30, MIN_AFTER_DRAW_MS), (8, 4_000)])
def test_a_card_drawn_at_the_last_moment_can_still_be_looked_at(limit: int, least: int) -> None:
    bare = opened([["y1", "y2", "y3"], ["r1", "r2"]], move_seconds=limit)
    bare.now = find_wait(bare.state, 0).until_ms - 2000
    bare.say(ANNA, commands.Move, move="draw")
    wait = find_wait(bare.state, 0)
    assert wait.left(bare.now) == least < limit * 1000


def test_a_turn_after_a_won_challenge_has_its_own_time_limit() -> None:
    bare = opened([["W+4", "r1", "y1"], ["y3", "y4"]])
    bare.say(ANNA, commands.Move, move="play W+4 b")
    bare.say(BEN, commands.Move, move="challenge")
    assert bare.asked == 1
    assert find_wait(bare.state, 0).until_ms == bare.now + MOVE_SECONDS * 1000


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
