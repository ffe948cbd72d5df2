"""A rematch is one command, whoever is there."""

from __future__ import annotations

import msgspec
import pytest
from tests.server.tables.bare_table import ANNA, BEN, CARA, CONTEXT, DORA, BareTable, play_match, started

from huefall.protocol import commands
from huefall.server.guests.person import Person
from huefall.server.refusal import Refusal
from huefall.server.tables import entries
from huefall.server.tables.decisions import Context, decide


def context(*here: Person) -> Context:
    guests = {person.guest for person in here}
    return Context(CONTEXT.fill_setup, lambda guest: guest in guests, CONTEXT.engine)


def rematch(bare: BareTable, person: Person, *here: Person, command: str = "again") -> None:
    for entry in decide(bare.state, person, commands.Rematch(id=command), context(*here)).entries:
        bare.enter(entry)


def over(*persons: Person, leaving: Person | None = None, seats: int = 0) -> BareTable:
    """Play a match of one round, during which somebody may leave."""
    bare = started(*persons, seats=seats or len(persons), options={"target": 0})
    if leaving is not None:
        bare.say(leaving, commands.Leave)
    play_match(bare, seed=5)
    return bare


def test_a_bot_of_the_tables_level_takes_the_free_seat() -> None:
    bare = started(ANNA, BEN, seats=3, options={"target": 0})
    bare.state.seats[2].level = "hard"
    bare.say(BEN, commands.Leave)
    play_match(bare, seed=5)
    rematch(bare, ANNA, ANNA)
    assert bare.state.status == "playing"
    assert [seat.level for seat in bare.state.seats] == [None, "hard", "hard"]


def test_a_person_who_asked_for_a_seat_gets_it_before_a_bot() -> None:
    bare = over(ANNA, BEN, CARA, leaving=BEN)
    bare.enter(entries.LateJoiningSet(mode="ask"))
    bare.enter(entries.SeatRequested(guest=DORA.guest, name="Dora"))
    rematch(bare, ANNA, ANNA, CARA, DORA)
    assert bare.state.seat_of(DORA.guest) == 1
    assert not bare.state.requests


def test_nobody_waits_for_players_who_are_away() -> None:
    bare = over(ANNA, BEN, CARA)
    bare.state.seats[2].stand_in = True
    rematch(bare, ANNA, ANNA, CARA)
    assert [seat.stand_in for seat in bare.state.seats] == [False, True, False]


def test_another_persons_press_says_so_while_the_host_is_there() -> None:
    bare = over(ANNA, BEN)
    rematch(bare, BEN, ANNA, BEN, command="1")
    rematch(bare, BEN, ANNA, BEN, command="2")
    assert not bare.state.running
    assert [seat.wants_rematch for seat in bare.state.show().seats] == [False, True]
    rematch(bare, ANNA, ANNA, BEN)
    assert bare.state.status == "playing"
    assert not any(seat.wants_rematch for seat in bare.state.show().seats)


def test_if_the_host_has_gone_whoever_presses_is_the_host() -> None:
    bare = over(ANNA, BEN)
    rematch(bare, BEN, BEN)
    assert (bare.state.status, bare.state.host) == ("playing", BEN.guest)
    assert bare.state.seats[0].stand_in


def test_a_rematch_follows_a_match() -> None:
    bare = started(ANNA, BEN)
    with pytest.raises(Refusal) as refused:
        rematch(bare, ANNA, ANNA)
    assert refused.value.reason == "no_match_to_repeat"


def test_a_rematch_sent_twice_is_dealt_once() -> None:
    bare = over(ANNA, BEN)
    rematch(bare, ANNA, ANNA, BEN)
    rematch(bare, ANNA, ANNA, BEN)
    assert bare.state.match_number == 2
    assert msgspec.to_builtins(bare.again().show()) == msgspec.to_builtins(bare.state.show())
