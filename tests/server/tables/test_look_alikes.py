"""Nobody at a table has a name that looks like another's."""

from __future__ import annotations

import pytest
from tests.server.tables.bare_table import ANNA, BEN, BareTable, seated, started

from huefall.protocol import commands
from huefall.protocol.names import tidy_name
from huefall.server.guests.person import Person
from huefall.server.tables import entries
from huefall.server.tables.look_alikes import skeleton, tell_apart

CYRILLIC_ANNA = Person("g-cyrillic", "\u0410nna")
SECOND_ANNA = Person("g-second", "Anna")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "\u0410nna"),  # a Cyrillic A
        ("Paul", "Pau1"),
        ("Ida", "lda"),
        ("Otto", "0tto"),
        ("Emma", "Ernrna"),
        ("anna", "\uff41nna"),  # a full-width a
        ("Jos\u00e9", "Jose\u0301"),
        ("小二", "小ニ"),
    ],
)
def test_names_that_look_alike_have_one_skeleton_and_are_told_apart(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)
    assert tell_apart(other, [one]) == f"{other} (2)"


@pytest.mark.parametrize(("one", "other"), [("Anna", "Anne"), ("Zoe", "Zoë"), ("小明", "小美"), ("Anna", "ANNA")])
def test_names_that_can_be_told_apart_stay(one: str, other: str) -> None:
    assert tell_apart(other, [one]) == other


def test_nobody_can_choose_the_name_that_another_gets() -> None:
    assert tidy_name("Anna (2)") is None


def names(bare: BareTable) -> list[str | None]:
    return [seat.name for seat in bare.state.show().seats]


def test_who_sits_down_second_gets_a_number_everywhere() -> None:
    bare = seated(ANNA, CYRILLIC_ANNA, SECOND_ANNA)
    assert names(bare) == ["Anna", "\u0410nna (2)", "Anna (3)"]
    bare.say(ANNA, commands.Start)
    assert bare.state.match.notes["seat 2"] == "Anna (3)"
    assert [seat.name for seat in bare.again().seats] == names(bare)


def test_a_person_is_not_told_apart_from_themselves() -> None:
    bare = BareTable(seats=3)
    bare.say(ANNA, commands.Sit)
    bare.say(ANNA, commands.Sit, seat=2)
    assert names(bare) == [None, None, "Anna"]


def test_the_number_goes_with_the_person_and_not_with_the_seat() -> None:
    bare = seated(ANNA, SECOND_ANNA, seats=3)
    bare.say(ANNA, commands.Swap, a=0, b=1)
    assert names(bare)[:2] == ["Anna (2)", "Anna"]


def test_who_takes_over_a_seat_or_waits_for_one_is_told_apart_as_well() -> None:
    bare = started(ANNA, BEN, seats=4, late_joining="ask")
    bare.say(SECOND_ANNA, commands.TakeOver)
    bare.say(CYRILLIC_ANNA, commands.TakeOver)
    assert [request.name for request in bare.state.requests] == ["Anna (2)", "\u0410nna (3)"]
    late = started(ANNA, BEN, seats=3)
    taken = late.decide(SECOND_ANNA, commands.TakeOver, seat=2).entries[0]
    assert isinstance(taken, entries.TakenOver | entries.SeatRequested)
    assert taken.name == "Anna (2)"
