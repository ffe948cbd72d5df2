"""What guests did at a table, in streams of their own: complete, without repetition, and about nobody else."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.server.local_server import LocalServer, play_out
from tests.server.tables.bare_table import ANNA, BEN, CARA, BareTable, play_match
from tests.server.tables.test_opening import ORIGIN, position

from huefall.protocol import commands
from huefall.server.guests.deleted import new_deleted_id
from huefall.server.store import MemoryStore, StoredEntry
from huefall.server.store.streams import participation_stream
from huefall.server.tables import entries
from huefall.server.tables.inbox import Close
from huefall.server.tables.opening import Opening
from huefall.server.tables.participation import Participations, Played, decode_participation


def two_people(**setup: Any) -> BareTable:
    bare = BareTable(seats=3, options={"target": 0}, **setup)
    bare.say(ANNA, commands.Sit)
    bare.say(BEN, commands.Sit)
    bare.say(ANNA, commands.AddBot, level="hard")
    bare.say(ANNA, commands.Start)
    return bare


def tags(stored: list[StoredEntry], guest: str) -> list[str]:
    """Return the kinds of entries about a guest; their numbers have no gaps."""
    own = [entry for entry in stored if entry.stream == participation_stream(guest, "abcdefgh")]
    assert [entry.number for entry in own] == list(range(1, len(own) + 1))
    return [type(decode_participation(entry.data)).__name__ for entry in own]


def played(stored: list[StoredEntry], guest: str) -> list[Played]:
    decoded = [decode_participation(entry.data) for entry in stored if f":{guest}:" in entry.stream]
    return [entry for entry in decoded if isinstance(entry, Played)]


def test_a_guest_sits_plays_and_leaves() -> None:
    bare, participations = two_people(), Participations()
    stored = participations.take_missing(bare.state, 1)
    assert tags(stored, ANNA.guest) == tags(stored, BEN.guest) == ["Seated"]
    assert participations.take_missing(bare.state, 2) == [], "everything is stored"
    play_match(bare, 7)
    stored += participations.take_missing(bare.state, 3)
    bare.say(BEN, commands.Leave)
    stored += participations.take_missing(bare.state, 4)
    assert tags(stored, ANNA.guest) == ["Seated", "Played"]
    assert tags(stored, BEN.guest) == ["Seated", "Played", "Unseated"]
    (own,) = played(stored, BEN.guest)
    match = bare.state.match
    assert match is not None
    assert own.seat == 1 and own.result.match == 1 and own.result.ended_ms == bare.state.moved_at_ms
    assert (list(own.result.winners), list(own.result.scores)) == (match.winners, match.scores)
    assert [(player.name, player.level) for player in own.result.players] == [
        ("Anna", None),
        ("Ben", None),
        ("", "hard"),
    ]
    assert ANNA.guest not in str(stored[-1].data), "streams of guests do not name the ids of others"


def test_whatever_is_missing_is_written_whenever_that_is_noticed() -> None:
    bare, at_once = two_people(), Participations()
    steps = at_once.take_missing(bare.state, 0)
    play_match(bare, 7)
    steps += at_once.take_missing(bare.state, 0)
    late = Participations().take_missing(bare.state, 0)
    for guest in (ANNA.guest, BEN.guest):
        assert sorted(tags(steps, guest)) == sorted(tags(late, guest)) == ["Played", "Seated"]


def test_who_left_or_was_sent_away_still_played_and_who_lost_the_seat_did_not() -> None:
    bare = two_people()
    bare.say(BEN, commands.Leave)
    assert tags(Participations().take_missing(bare.state, 0), BEN.guest) == ["Seated"], "they may come back"
    bare.enter(entries.TakenOver(guest=CARA.guest, seat=1, name="Cara"))
    bare.say(ANNA, commands.Kick, seat=1)
    assert tags(Participations().take_missing(bare.state, 0), CARA.guest) == ["Came"], "they may not come back"
    play_match(bare, 7)
    stored = Participations().take_missing(bare.state, 0)
    assert [entry.seat for entry in played(stored, CARA.guest)] == [1]
    assert played(stored, BEN.guest) == [] and tags(stored, BEN.guest) == ["Came"]


def test_somebody_without_a_seat_who_gave_a_command_is_known() -> None:
    bare = BareTable(seats=2)
    assert tags(Participations().take_missing(bare.state, 0), ANNA.guest) == ["Came"]


def test_a_deleted_guest_has_no_stream() -> None:
    bare = BareTable(seats=2)
    bare.enter(entries.Sat(guest=new_deleted_id(), seat=0, name="(deleted)"))
    assert {entry.stream for entry in Participations().take_missing(bare.state, 0)} == {
        participation_stream(ANNA.guest, "abcdefgh")
    }


@pytest.mark.parametrize("is_lesson", [True, False])
def test_a_match_from_a_position_names_its_origin_and_lessons_are_no_matches(is_lesson: bool) -> None:
    opening = Opening(position(2), lesson="basics") if is_lesson else Opening(position(2), origin=ORIGIN)
    bare = BareTable(opening, seats=2, options={"target": 0})
    bare.say(ANNA, commands.Sit)
    bare.enter(entries.BotAdded(seat=1, level="easy"))
    bare.say(ANNA, commands.Start)
    play_match(bare, 7)
    stored = Participations().take_missing(bare.state, 0)
    results = [entry.result for entry in played(stored, ANNA.guest)]
    assert [(result.origin, result.dealt) for result in results] == ([] if is_lesson else [(ORIGIN, False)])


def test_a_live_table_stores_them_with_its_own_entries_and_again_after_a_restart() -> None:
    async def play() -> None:
        local = LocalServer(store := AppendsKept())
        table, clients = await local.started(ANNA, BEN, options={"target": 0})
        await play_out(table, clients)
        code = table.state.code
        mixed = [batch for batch in store.appends if any(each.stream.startswith("participation:") for each in batch)]
        assert all(any(each.stream == f"table:{code}" for each in batch) for batch in mixed), "never on their own"
        before = await store.read_all("participation:")
        await local.registry.stop()

        again = LocalServer(store)
        found = await again.registry.find(code)
        assert found is not None
        assert await store.read_all("participation:") == before
        found.post(Close("idle"))
        await clients[0].until(lambda: not len(again.registry))
        after = await store.read(participation_stream(ANNA.guest, code))
        kinds = [type(decode_participation(entry.data)).__name__ for entry in after]
        assert kinds == ["Seated", "Played", "Unseated"]
        await again.close()

    asyncio.run(play())


def test_a_table_of_an_older_version_gets_them_when_it_is_loaded() -> None:
    async def play() -> None:
        local = LocalServer()
        table, clients = await local.started(ANNA, BEN, options={"target": 0})
        await play_out(table, clients)
        await local.registry.stop()
        written = await local.store.read_all("participation:")
        await local.store.forget([entry.stream for entry in written])
        again = LocalServer(local.store)
        assert await again.registry.find(table.state.code) is not None
        kinds = [type(decode_participation(entry.data)) for entry in await local.store.read_all("participation:")]
        assert sorted(map(str, kinds)) == sorted(str(type(decode_participation(entry.data))) for entry in written)
        await again.close()

    asyncio.run(play())


class AppendsKept(MemoryStore):
    """A store that keeps what was appended together."""

    def __init__(self) -> None:
        super().__init__()
        self.appends: list[list[StoredEntry]] = []

    async def append(self, entries: Any) -> None:
        await super().append(entries)
        self.appends.append(list(entries))
