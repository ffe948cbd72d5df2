"""What follows from a table's entries."""

from __future__ import annotations

import pytest
from tests.server.tables.desk import ANNA, BEN, Desk, play_match, started

from huefall.editions import SHIPPED
from huefall.game import MoveRefused
from huefall.protocol import commands
from huefall.server.tables import entries
from huefall.server.tables.history import REMEMBERED
from huefall.server.tables.seats import find_absent


def play_first(desk: Desk) -> None:
    match = desk.state.match
    move = next(str(move) for move in match.legal() if move.verb not in {"uno", "catch"})
    desk.enter(entries.Moved(seat=match.asked, move=move))


@pytest.mark.parametrize("edition", SHIPPED)
def test_entries_applied_again_give_the_same_table(edition: str) -> None:
    desk = started(ANNA, BEN, seats=3, edition=edition, options={"target": 100})
    play_match(desk, seed=3)
    desk.say(ANNA, commands.Start)
    play_first(desk)
    again = desk.again()
    assert again.match.position() == desk.state.match.position()
    assert again.show() == desk.state.show()
    assert (again.revision, again.last_act, again.asked_at, again.spoke) == (
        desk.state.revision,
        desk.state.last_act,
        desk.state.asked_at,
        desk.state.spoke,
    )
    assert again.history.latest == desk.state.history.latest
    assert (again.dealt, again.positions.latest) == (desk.state.dealt, desk.state.positions.latest)


def test_the_commitment_is_told_before_the_deal() -> None:
    desk = started(ANNA, BEN)
    committed, dealt = desk.state.history.latest[-2:]
    assert (committed.what, dealt.what) == ("committed", "dealt")
    assert not committed.events
    assert desk.state.match.commitment == desk.state.show().commitment


def test_a_refused_move_changes_nothing() -> None:
    desk = started(ANNA, BEN)
    before, shown = desk.state.revision, desk.state.match.position()
    with pytest.raises(MoveRefused):
        desk.enter(entries.Moved(seat=1 - desk.asked, move="draw"))
    assert (desk.state.revision, desk.state.match.position()) == (before, shown)


def test_a_message_is_stale_after_an_act() -> None:
    desk = started(ANNA, BEN)
    seen = desk.state.revision
    assert not desk.state.is_stale(0, seen)
    play_first(desk)
    assert desk.state.is_stale(0, seen)
    assert desk.state.is_stale(1, seen)
    assert not desk.state.is_stale(0, desk.state.revision)


def test_a_claim_of_another_leaves_a_message_fresh_but_not_the_own_second_one() -> None:
    desk = started(ANNA, BEN, options={"false_uno_penalty": 2})
    seen = desk.state.revision
    asked = desk.asked
    desk.enter(entries.Moved(seat=1 - asked, move="uno"))  # a false call: a foul, no act
    assert not desk.state.is_stale(asked, seen)
    assert desk.state.is_stale(1 - asked, seen)


def test_a_command_is_remembered_by_its_guest_and_id() -> None:
    desk = Desk(seats=2)
    desk.say(ANNA, commands.Sit, id="x")
    assert desk.state.done_before(ANNA.guest, "x") == desk.state.revision
    assert desk.state.done_before(BEN.guest, "x") is None
    assert desk.again().done_before(ANNA.guest, "x") == desk.state.revision


def test_what_was_missed_is_told_as_far_as_it_is_remembered() -> None:
    desk = Desk(seats=2)
    for number in range(REMEMBERED + 11):
        desk.say(ANNA, commands.Sit, seat=number % 2)
    last = desk.state.revision
    missed, complete = desk.state.history.missed_since(last - 3)
    assert ([happening.revision for happening in missed], complete) == ([last - 2, last - 1, last], True)
    assert desk.state.history.missed_since(last) == ([], True)
    assert desk.state.history.missed_since(0)[1] is False
    assert desk.state.history.missed_since(last + 1) == ([], False)


def test_two_timeouts_in_a_row_make_somebody_absent() -> None:
    desk = started(ANNA, BEN, options={"drawn": "optional"})
    asked = desk.asked
    for _ in range(40):
        match = desk.state.match
        moves = [str(move) for move in match.legal()]
        move = "draw" if "draw" in moves else "keep" if "keep" in moves else moves[0]
        desk.enter(entries.Moved(seat=match.asked, move=move, by="clock" if match.asked == asked else "person"))
        if find_absent(desk.state.seats) is not None:
            break
    assert find_absent(desk.state.seats) == asked
    assert desk.state.seats[asked].timeouts == 2


def test_a_move_of_the_own_starts_the_count_of_timeouts_anew() -> None:
    desk = started(ANNA, BEN)
    seat = desk.state.seats[desk.asked]
    seat.timeouts = 1
    play_first(desk)
    assert seat.timeouts == 0
