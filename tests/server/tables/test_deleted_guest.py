"""A guest is taken out of a table's entries, and the table stays what it was for the others."""

from __future__ import annotations

import msgspec
import pytest
from tests.server.tables.bare_table import ANNA, BEN, CARA, BareTable, play_match, started

from huefall.protocol import commands
from huefall.server.guests.deleted import DELETED_NAME, new_deleted_id
from huefall.server.guests.person import Person
from huefall.server.store import StoredEntry
from huefall.server.tables import entries
from huefall.server.tables.deleted_guest import anonymize, guests_named, leave_for_good, people_seated
from huefall.server.tables.state import TableState


def stored(bare: BareTable) -> list[StoredEntry]:
    return [
        StoredEntry("table:abcdefgh", number, at, entries.encode_entry(entry))
        for number, (entry, at) in enumerate(bare.entries, 1)
    ]


def replaced(all_entries: list[StoredEntry], rewritten: list[StoredEntry]) -> TableState:
    """Make the table from its entries after some were rewritten."""
    by_number = {entry.number: entry for entry in all_entries} | {entry.number: entry for entry in rewritten}
    state = TableState("abcdefgh", keeps_moves=True)
    for entry in by_number.values():
        state.apply(entries.decode_entry(entry.data), entry.at)
    return state


@pytest.mark.parametrize("person", [ANNA, BEN])
def test_the_entries_lead_to_the_same_table_under_another_name(person: Person) -> None:
    bare = started(ANNA, BEN, seats=3, options={"target": 0}, late_joining="ask")
    bare.say(CARA, commands.TakeOver)
    play_match(bare, 3)
    before, after = bare.state, replaced(stored(bare), anonymize(stored(bare), person.guest, new_deleted_id()))
    own = before.seat_of(person.guest)
    shown = before.show()
    names = [DELETED_NAME if seat == own else each.name for seat, each in enumerate(shown.seats)]
    seats = [msgspec.structs.replace(each, name=name) for each, name in zip(shown.seats, names, strict=True)]
    assert after.show() == msgspec.structs.replace(shown, seats=seats)
    assert after.match.position() == before.match.position()
    assert after.match.notes[f"seat {own}"] == DELETED_NAME
    assert after.seat_of(person.guest) is None


def test_nothing_of_the_guest_is_left_and_nothing_of_others_is_touched() -> None:
    bare = started(ANNA, BEN, seats=3, late_joining="ask")
    bare.say(CARA, commands.TakeOver)  # waits for the host: an entry with a name, without a seat
    everything = stored(bare)
    for person in (ANNA, BEN, CARA):
        rewritten = anonymize(everything, person.guest, new_deleted_id())
        assert [entry.number for entry in rewritten] == [
            number for number, (entry, _) in enumerate(bare.entries, 1) if entry.guest == person.guest
        ]
        text = b"".join(entry.data for entry in rewritten).decode()
        assert person.guest not in text and person.name not in text
        assert anonymize(rewritten, person.guest, new_deleted_id()) == []


def test_who_sat_and_who_is_named() -> None:
    bare = started(ANNA, BEN, seats=3, late_joining="ask")
    bare.say(CARA, commands.TakeOver)
    everything = stored(bare)
    assert people_seated(everything) == {ANNA.guest, BEN.guest}
    assert guests_named(everything) == {ANNA.guest, BEN.guest, CARA.guest}
    bare = BareTable(seats=2)
    bare.enter(entries.Sat(guest=new_deleted_id(), seat=0, name=DELETED_NAME))
    assert people_seated(stored(bare)) == set() and guests_named(stored(bare)) == {ANNA.guest}


def test_leaving_for_good_withdraws_a_request_or_gives_the_seat_up() -> None:
    bare = started(ANNA, BEN, seats=3, late_joining="ask")
    bare.say(CARA, commands.TakeOver)
    for entry in leave_for_good(bare.state, CARA.guest):
        bare.enter(entry)
    assert not len(bare.state.requests)
    for entry in leave_for_good(bare.state, ANNA.guest):
        bare.enter(entry)
    assert bare.state.seats[0].left and bare.state.host == BEN.guest
    assert list(leave_for_good(bare.state, ANNA.guest)) == []
