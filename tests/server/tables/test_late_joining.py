"""Joining late: who may take over which seat and when, and what the newcomer is told."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.server.local_server import ANNA as HOST
from tests.server.local_server import BEN as FRIEND
from tests.server.local_server import Client, LocalServer
from tests.server.tables.bare_table import ANNA, BEN, CARA, DORA, PILE, BareTable, play_match, started

from huefall.bots.default_answer import default_answer
from huefall.protocol import commands
from huefall.server.guests.person import Person
from huefall.server.refusal import Refusal
from huefall.server.tables import entries
from huefall.server.tables.late_joining import (
    REQUEST_SECONDS,
    can_change_hands,
    find_due,
    find_expired,
    find_joinable,
)
from huefall.server.tables.opening import Opening
from huefall.server.tables.seat_requests import MAX_OPEN
from huefall.view import view_for

CLARA = Person("g-clara", "Clara")


def nobody(_: str | None) -> bool:
    return False


def everybody(_: str | None) -> bool:
    return True


def refused(bare: BareTable, person: Person, kind: type, **fields: Any) -> str:
    with pytest.raises(Refusal) as caught:
        bare.decide(person, kind, **fields)
    return caught.value.reason


def play_for_asked(bare: BareTable) -> None:
    game = bare.state.match.game
    bare.enter(entries.Moved(seat=bare.asked, move=default_answer(view_for(game, bare.asked)), by="bot"))


def settle(bare: BareTable, is_absent: Any = nobody) -> None:
    while (entry := find_due(bare.state, everybody, is_absent)) is not None:
        bare.enter(entry)


def with_bot_asked(bot: int, **setup: Any) -> BareTable:
    """Return Anna's table with a bot on seat 1, at a moment when the bot is asked, or is not (``bot`` 0)."""
    bare = started(ANNA, seats=2, **setup)
    while bare.asked != bot:
        play_for_asked(bare)
    return bare


def test_a_bots_seat_is_taken_over_while_the_bot_is_not_asked() -> None:
    bare = with_bot_asked(0)
    hand = bare.state.match.game.hand(1)
    bare.say(BEN, commands.TakeOver, seat=1)
    assert bare.state.seat_of(BEN.guest) == 1
    assert bare.state.seats[1].bot_level is None
    assert view_for(bare.state.match.game, 1)["hands"][1] == hand


def test_a_seat_changes_hands_when_its_bot_has_answered() -> None:
    bare = with_bot_asked(1)
    bare.say(BEN, commands.TakeOver, seat=1)
    assert bare.state.seat_of(BEN.guest) is None
    assert bare.state.requests.status_of(BEN.guest) == "granted"
    settle(bare)
    assert bare.state.seat_of(BEN.guest) is None
    while bare.asked == 1:
        play_for_asked(bare)
    settle(bare)
    assert bare.state.seat_of(BEN.guest) == 1


def test_of_two_who_want_one_seat_the_first_gets_it_and_the_second_waits_for_the_next() -> None:
    bare = with_bot_asked(1)
    bare.say(BEN, commands.TakeOver, seat=1)
    bare.say(CARA, commands.TakeOver, seat=1)
    while bare.asked == 1:
        play_for_asked(bare)
    settle(bare)
    assert bare.state.seats[1].guest == BEN.guest
    assert bare.state.requests.status_of(CARA.guest) == "granted"
    bare.say(BEN, commands.Leave)
    settle(bare)
    assert bare.state.seats[1].guest == CARA.guest


def test_a_seat_that_was_just_taken_is_protected() -> None:
    bare = with_bot_asked(0)
    bare.say(BEN, commands.TakeOver, seat=1)
    assert refused(bare, CARA, commands.TakeOver, seat=1) == "seat_protected"
    assert refused(bare, BEN, commands.TakeOver, seat=1) == "already_seated"
    assert refused(bare, CARA, commands.TakeOver, seat=5) == "no_such_seat"


def test_only_those_who_left_or_missed_a_turn_and_the_grace_period_are_absent() -> None:
    bare = started(ANNA, BEN, CARA)
    assert find_joinable(bare.state, everybody) == []  # away, but no turn missed
    bare.enter(entries.StoodIn(seat=1, on=True))
    assert find_joinable(bare.state, nobody) == []  # back in time
    assert find_joinable(bare.state, everybody) == [1]
    bare.say(CARA, commands.Leave)
    assert find_joinable(bare.state, nobody) == [2]


def test_without_a_time_limit_the_grace_period_alone_counts_and_nobody_waits_for_an_answer() -> None:
    bare = started(ANNA, BEN, move_seconds=0)
    assert find_joinable(bare.state, lambda guest: guest == BEN.guest) == [1]
    assert can_change_hands(bare.state, bare.asked)


def test_who_returns_in_time_keeps_the_seat_and_the_newcomer_waits() -> None:
    bare = started(ANNA, BEN)
    bare.enter(entries.StoodIn(seat=1, on=True))
    bare.enter(entries.SeatRequested(guest=DORA.guest, name="Dora", seat=1, granted=True))
    bare.enter(entries.StoodIn(guest=BEN.guest, seat=1, on=False))
    settle(bare, is_absent=nobody)
    assert bare.state.seats[1].guest == BEN.guest
    assert bare.state.requests.status_of(DORA.guest) == "granted"


def test_who_comes_back_too_late_is_told_and_may_take_another_seat() -> None:
    bare = started(ANNA, BEN, seats=3)
    bare.say(BEN, commands.Leave)
    while not can_change_hands(bare.state, 1):
        play_for_asked(bare)
    bare.say(CARA, commands.TakeOver, seat=1)
    assert bare.state.lost_seats == {BEN.guest: 1}
    while not can_change_hands(bare.state, 2):
        play_for_asked(bare)
    bare.say(BEN, commands.TakeOver)
    assert (bare.state.seat_of(BEN.guest), bare.state.lost_seats) == (2, {})


def test_the_host_is_asked_and_may_decline_once_for_all() -> None:
    bare = with_bot_asked(0, late_joining="ask")
    number = bare.say(BEN, commands.TakeOver).revision
    settle(bare)
    assert bare.state.requests.status_of(BEN.guest) == "waiting"
    assert [(each.name, each.granted) for each in bare.state.show().requests] == [("Ben", False)]
    assert refused(bare, CARA, commands.Admit, request=number) == "not_host"
    bare.say(ANNA, commands.Admit, request=number, on=False)
    assert bare.state.requests.status_of(BEN.guest) == "declined"
    assert refused(bare, BEN, commands.TakeOver) == "request_declined"
    assert refused(bare, ANNA, commands.Admit, request=number) == "no_such_request"


def test_the_host_agrees() -> None:
    bare = with_bot_asked(0, late_joining="ask")
    number = bare.say(BEN, commands.TakeOver).revision
    bare.say(ANNA, commands.Admit, request=number)
    settle(bare)
    assert bare.state.seats[1].guest == BEN.guest


def test_a_request_without_an_answer_expires_and_may_be_made_again() -> None:
    bare = with_bot_asked(0, late_joining="ask")
    bare.say(BEN, commands.TakeOver)
    assert not find_expired(bare.state, everybody, bare.now)
    for entry in find_expired(bare.state, everybody, bare.now + REQUEST_SECONDS * 1000):
        bare.enter(entry)
    assert bare.state.requests.status_of(BEN.guest) == "expired"
    bare.say(BEN, commands.TakeOver)
    assert bare.state.requests.status_of(BEN.guest) == "waiting"


def test_a_request_can_be_withdrawn() -> None:
    bare = with_bot_asked(0, late_joining="ask")
    bare.say(BEN, commands.TakeOver)
    bare.say(BEN, commands.Leave)
    assert bare.state.requests.status_of(BEN.guest) is None


def test_the_number_of_requests_is_limited() -> None:
    bare = with_bot_asked(0, late_joining="ask")
    for number in range(MAX_OPEN):
        bare.say(Person(f"g-{number}", f"Guest {number}"), commands.TakeOver)
    assert refused(bare, BEN, commands.TakeOver) == "too_many_requests"


def test_the_host_may_forbid_it_at_any_time() -> None:
    bare = with_bot_asked(0, late_joining="ask")
    bare.say(BEN, commands.TakeOver)
    bare.say(ANNA, commands.SetLateJoining, mode="off")
    settle(bare)
    assert bare.state.requests.status_of(BEN.guest) == "declined"
    assert refused(bare, CARA, commands.TakeOver) == "late_joining_off"
    assert refused(bare, BEN, commands.SetLateJoining, mode="open") == "not_host"


def test_who_was_sent_away_does_not_come_back_on_another_seat() -> None:
    bare = started(ANNA, BEN, seats=3)
    bare.say(ANNA, commands.Kick, seat=1)
    bare.state.seats[1].guest = None
    bare.state.seats[1].level = "easy"
    bare.state._seat_by_guest.pop(BEN.guest)
    assert refused(bare, BEN, commands.TakeOver) == "kicked"


def test_a_table_whose_people_have_all_left_gets_a_new_host() -> None:
    bare = started(ANNA, seats=2)
    bare.say(ANNA, commands.Leave)
    while not can_change_hands(bare.state, 1):
        play_for_asked(bare)
    bare.say(BEN, commands.TakeOver, seat=1)
    assert bare.state.host == BEN.guest


def test_the_same_entries_make_the_same_table() -> None:
    bare = with_bot_asked(1, late_joining="ask")
    number = bare.say(BEN, commands.TakeOver).revision
    bare.say(ANNA, commands.Admit, request=number)
    again = bare.again()
    assert [again.requests.status_of(BEN.guest), again.setup.late_joining] == ["granted", "ask"]
    while bare.asked == 1:
        play_for_asked(bare)
    settle(bare)
    again = bare.again()
    assert again.show() == bare.state.show()
    assert again.seats == bare.state.seats


def test_the_record_names_who_held_the_seat_at_the_end_and_who_did_before() -> None:
    bare = with_bot_asked(0, options={"target": 0})
    bare.say(BEN, commands.TakeOver, seat=1)
    play_match(bare, seed=3)
    notes = bare.state.match.notes
    assert (notes["seat 1"], notes["seat 1 until round 1"]) == ("Ben", "bot (normal)")


def test_a_person_who_waits_gets_a_seat_that_becomes_free_with_the_match() -> None:
    bare = started(ANNA, BEN, options={"target": 0})
    bare.enter(entries.SeatRequested(guest=DORA.guest, name="Dora", granted=True))
    settle(bare)
    assert bare.state.requests
    bare.say(BEN, commands.Leave)
    play_match(bare, seed=1)
    settle(bare)
    assert bare.state.seat_of(DORA.guest) == 1


# At the table's task


def cards_in(message: Any) -> set[str]:
    """List all hands in a message, and the cards of draws."""
    found: set[str] = set()
    view = message.get("view") or {}
    for hand in view.get("hands", []):
        found |= set(hand or [])
    updates = [message, *message.get("log", []), *message.get("missed", [])]
    for event in (event for update in updates for event in update.get("events", [])):
        if event["event"] == "draw" and "card" in event:
            found.add(event["card"])
    return found


def test_a_newcomer_is_told_the_hand_and_nothing_from_before() -> None:
    async def play() -> None:
        local = LocalServer()
        # The bot holds no red card, so it draws one that only its seat is told.
        position = {"hands": [["r1", "r2"], ["y7", "b7"]], "discard": ["r5"], "pile": PILE, "turn": 1}
        table, (anna,) = await local.started(HOST, bots=1, opening=Opening(position))
        await anna.until(lambda: table.state.match.asked == 0)
        assert len(table.state.match.game.hand(1)) == 3
        late = Client(table, FRIEND)
        await late.until(lambda: late.received)
        assert not any(cards_in(message) for message in late.received)
        assert late.received[0]["joinable"] == [1]
        before = len(late.received)
        assert (await late.say(commands.TakeOver, seat=1))["type"] == "done"
        assert not any(cards_in(message) for message in late.received[:before])
        taken = next(message for message in late.received if message.get("what") == "taken_over")
        assert taken["you"]["seat"] == 1
        assert taken["view"]["hands"][1] == table.state.match.game.hand(1)
        assert taken["view"]["hands"][0] is None
        again = Client(table, FRIEND)
        await again.until(lambda: again.received)
        log = again.received[0]["log"]
        assert log
        assert not [
            event
            for update in log
            for event in update.get("events", [])
            if event["event"] == "draw" and "card" in event
        ]
        await local.close()

    asyncio.run(play())


def test_a_person_who_merely_lost_the_connection_is_protected() -> None:
    async def play() -> None:
        local = LocalServer()
        table, (anna, ben) = await local.started(HOST, FRIEND, move_seconds=0)
        ben.leave()
        late = Client(table, CLARA)
        answer = await late.say(commands.TakeOver, seat=1)
        assert (answer["type"], answer["reason"]) == ("refused", "seat_protected")
        assert anna.received
        await local.close()

    asyncio.run(play())


def test_after_the_grace_period_everybody_is_told_and_the_seat_can_be_taken() -> None:
    async def play() -> None:
        local = LocalServer(grace_ms=1)
        table, (anna, ben) = await local.started(HOST, FRIEND, move_seconds=0)
        late = Client(table, CLARA)
        ben.leave()
        await late.until(lambda: any(each.get("joinable") == [1] for each in late.received))
        assert (await late.say(commands.TakeOver, seat=1))["type"] == "done"
        back = Client(table, FRIEND)
        welcome = await back.until(lambda: back.received and back.received[0])
        assert (welcome["you"]["seat"], welcome["you"]["lost_seat"]) == (None, 1)
        assert welcome["view"]["hands"] == [None, None]
        assert anna.received
        await local.close()

    asyncio.run(play())


def test_a_request_survives_a_restart_of_the_server() -> None:
    async def play() -> None:
        local = LocalServer()
        table, (anna,) = await local.started(HOST, bots=1, late_joining="ask")
        late = Client(table, FRIEND)
        number = (await late.say(commands.TakeOver, seat=1))["revision"]
        await local.registry.stop()
        restarted = LocalServer(local.store)
        loaded = await restarted.registry.find(table.state.code)
        assert loaded is not None
        anna, late = Client(loaded, HOST), Client(loaded, FRIEND)
        welcome = await anna.until(lambda: anna.received and anna.received[0])
        assert [each["name"] for each in welcome["table"]["requests"]] == ["Ben"]
        assert (await anna.say(commands.Admit, request=number))["type"] == "done"
        await late.until(lambda: loaded.state.seat_of(FRIEND.guest) == 1)
        await restarted.close()
        await local.close()

    asyncio.run(play())


def test_people_who_still_choose_a_seat_do_not_count_as_spectators() -> None:
    async def play() -> None:
        local = LocalServer()
        table = await local.table(HOST)
        anna, late = Client(table, HOST), Client(table, FRIEND)
        await late.until(lambda: late.received)
        assert table.audience.spectators == 0
        assert (await anna.say(commands.AddBot))["type"] == "done"
        assert table.audience.spectators == 1  # nothing is left to choose
        twice = Client(table, FRIEND)
        await twice.until(lambda: twice.received)
        assert table.audience.spectators == 1
        await local.close()

    asyncio.run(play())
