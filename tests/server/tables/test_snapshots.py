"""Snapshots: a table that is loaded from one is the table that its entries make."""

from __future__ import annotations

import asyncio
import pickle
import zlib
from random import Random

import pytest
from tests.scale import SEED
from tests.server.local_server import ANNA, BEN, LocalServer
from tests.server.tables.bare_table import BEN as BARE_BEN
from tests.server.tables.bare_table import BareTable, started

from huefall.server.store import MemoryStore, StoredEntry
from huefall.server.store.streams import table_stream
from huefall.server.tables import entries, loading, snapshots
from huefall.server.tables.snapshots import program_id, read_snapshot, write_snapshot
from huefall.server.tables.state import TableState


def facts(state: TableState) -> dict[str, object]:
    """Return everything that a table's clients, bots and clocks can notice of it."""
    hidden = {"match", "next_match", "history", "saved_revision"}
    known = {name: value for name, value in vars(state).items() if name not in hidden}
    for name in ("requests", "positions", "_seen_commands", "script"):
        known[name] = getattr(known[name], "__dict__", None)
    match = state.match
    return {
        **known,
        "history": state.history.latest,
        "shown": state.show(),
        "match": None if match is None else {**vars(match), "game": match.position(), "variant": None},
        "events": None if match is None else match.game.events,
    }


def play_some(table: BareTable, rng: Random, moves: int) -> None:
    for _ in range(moves):
        match = table.state.match
        assert match is not None
        if match.over:
            return
        if match.round_over:
            table.enter(entries.Dealt())
            continue
        legal = [str(move) for move in match.legal() if not move.is_claim]
        table.enter(entries.Moved(seat=match.asked, move=rng.choice(legal), by="bot"))


@pytest.mark.parametrize("edition", ["classic", "buzz", "jurassic", "avengers", "bts"])
def test_a_table_goes_on_from_its_snapshot_as_if_it_had_never_been_saved(edition: str) -> None:
    rng = Random(f"{SEED} {edition}")
    table = started(BARE_BEN, seats=3, edition=edition, options={"target": 100})
    for _ in range(6):
        play_some(table, rng, rng.randrange(1, 60))
        again = read_snapshot(write_snapshot(table.state))
        assert facts(again) == facts(table.state), f"seed {SEED}"
        table.state = again  # and plays on with it
    assert facts(table.again()) == facts(table.state), f"seed {SEED}"


def test_a_table_is_saved_when_a_round_is_dealt_or_has_gone_on_for_long() -> None:
    state = TableState("abcdefgh")
    state.saved_revision, state.dealt_revision = 100, 1099
    due = []
    for state.revision in (1099, 1100, 1599, 1600):
        due.append(snapshots.is_due(state))
    assert due == [False, False, False, True]
    state.revision = state.dealt_revision = 1100
    assert snapshots.is_due(state)


async def stored_table(store: MemoryStore) -> str:
    local = LocalServer(store)
    table, _ = await local.started(ANNA, BEN)
    await local.registry.stop()
    return table.state.code


def test_a_table_is_loaded_from_its_snapshot_and_the_entries_after_it() -> None:
    async def work() -> None:
        store = MemoryStore()
        code = await stored_table(store)
        whole = await loading.load_state(store, code)
        assert whole is not None
        await snapshots.save(store, whole)
        await store.append(
            [
                StoredEntry(
                    table_stream(code), whole.revision + 1, 5, entries.encode_entry(entries.Paced(bot_pause_ms=7))
                )
            ]
        )
        store._streams[table_stream(code)][0] = StoredEntry(table_stream(code), 1, 0, b"not needed")
        loaded = await loading.load_state(store, code)
        assert loaded is not None
        assert (loaded.revision, loaded.setup.bot_pause_ms) == (whole.revision + 1, 7)

    asyncio.run(work())


@pytest.mark.parametrize("data", [b"", b"nonsense", zlib.compress(pickle.dumps({"a": 1})), zlib.compress(b"\x80\x05.")])
def test_a_damaged_snapshot_falls_back_to_the_entries(data: bytes) -> None:
    async def work() -> None:
        store = MemoryStore()
        code = await stored_table(store)
        before = await loading.load_state(store, code)
        assert before is not None
        await store.put_snapshot(table_stream(code), 3, program_id(), data)
        after = await loading.load_state(store, code)
        assert after is not None and facts(after) == facts(before)

    asyncio.run(work())


def test_a_snapshot_of_another_program_or_another_table_is_ignored() -> None:
    async def work() -> None:
        store = MemoryStore()
        code, other = await stored_table(store), await stored_table(store)
        state = await loading.load_state(store, other)
        assert state is not None
        await store.put_snapshot(table_stream(code), state.revision, program_id(), write_snapshot(state))
        assert await snapshots.load(store, code) is None
        await store.put_snapshot(table_stream(other), state.revision, "huefall 0.0.1", write_snapshot(state))
        assert await snapshots.load(store, other) is None

    asyncio.run(work())


class Evil:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return print, ("gotcha",)


def test_nothing_but_the_parts_of_a_table_is_unpickled() -> None:
    with pytest.raises(pickle.UnpicklingError, match="is no part of a table"):
        read_snapshot(zlib.compress(pickle.dumps(Evil())))


def test_long_tables_are_saved_when_the_server_stops_and_while_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huefall.server.tables.table.MIN_ENTRIES_AT_STOP", 3)

    async def work() -> None:
        store = MemoryStore()
        code = await stored_table(store)
        number, _ = await store.read_snapshot(table_stream(code), program_id()) or (0, b"")
        assert number == len(await store.read(table_stream(code)))
        await store.rewrite([(await store.read(table_stream(code)))[0]])
        assert await store.read_snapshot(table_stream(code), program_id()) is None, "it would have the old names"

    asyncio.run(work())
