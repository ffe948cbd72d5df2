"""Decisions on seats: sitting down, leaving, swapping."""

from __future__ import annotations

from tests.server.tables.bare_table import ANNA, BEN, CARA, BareTable, play_match, refused, seated, started

from huefall.protocol import commands


def test_the_first_free_seat_is_taken_unless_one_is_named() -> None:
    bare = BareTable(seats=4)
    bare.say(ANNA, commands.Sit)
    bare.say(BEN, commands.Sit, seat=3)
    bare.say(CARA, commands.Sit)
    assert [seat.name for seat in bare.state.seats] == ["Anna", "Cara", None, "Ben"]


def test_a_person_who_sits_elsewhere_moves() -> None:
    bare = BareTable(seats=4)
    bare.say(ANNA, commands.Sit)
    bare.say(ANNA, commands.Sit, seat=2)
    assert [seat.guest for seat in bare.state.seats] == [None, None, ANNA.guest, None]


def test_a_seat_is_not_taken_twice() -> None:
    bare = seated(ANNA, BEN)
    assert refused(bare, CARA, commands.Sit, seat=1).reason == "seat_taken"
    assert refused(bare, CARA, commands.Sit).reason == "no_free_seat"
    assert refused(bare, CARA, commands.Sit, seat=7).reason == "no_such_seat"


def test_others_swap_their_own_seat_with_a_bot_but_not_with_a_person() -> None:
    bare = seated(ANNA, BEN, seats=3)
    bare.say(BEN, commands.Swap, a=1, b=2)
    assert bare.state.seat_of(BEN.guest) == 2
    assert refused(bare, BEN, commands.Swap, a=2, b=0).reason == "not_host"


def test_the_host_swaps_anybody() -> None:
    bare = seated(ANNA, BEN, seats=3)
    bare.say(ANNA, commands.Swap, a=0, b=1)
    assert [bare.state.seat_of(ANNA.guest), bare.state.seat_of(BEN.guest)] == [1, 0]


def test_nobody_inherits_a_hand() -> None:
    bare = started(ANNA, BEN)
    bare.say(BEN, commands.Leave)
    assert bare.state.seats[1].left
    assert refused(bare, CARA, commands.Sit).reason == "no_free_seat"
    assert refused(bare, CARA, commands.Sit, seat=1).reason == "match_running"


def test_a_person_who_left_may_come_back_to_their_seat() -> None:
    bare = started(ANNA, BEN)
    bare.say(BEN, commands.Leave)
    bare.say(BEN, commands.Sit)
    assert (bare.state.seats[1].guest, bare.state.seats[1].left) == (BEN.guest, False)


def test_a_seat_that_was_left_is_free_after_the_match() -> None:
    bare = started(ANNA, BEN, options={"target": 0})
    bare.say(BEN, commands.Leave)
    play_match(bare, seed=1)
    assert bare.state.seats[1].is_free
    bare.say(CARA, commands.Sit)
    assert bare.state.seat_of(CARA.guest) == 1


def test_when_the_host_leaves_the_next_person_is_host() -> None:
    bare = BareTable(seats=4)
    for person in (ANNA, BEN, CARA):
        bare.say(person, commands.Sit)
    bare.say(ANNA, commands.Leave)
    assert bare.state.host == BEN.guest
    bare.say(BEN, commands.Leave)
    assert bare.state.host == CARA.guest
    bare.say(CARA, commands.Leave)
    assert bare.state.host is None
    bare.say(BEN, commands.Sit)
    assert bare.state.host == BEN.guest


def test_when_the_host_leaves_during_a_match_the_next_person_is_host() -> None:
    bare = started(ANNA, BEN, seats=3)
    bare.say(ANNA, commands.Leave)
    assert bare.state.host == BEN.guest
