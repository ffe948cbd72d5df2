"""What a service of several nodes has stored, read past the nodes, and what must be true of it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from tests.server.faults.checker import MAY_BE_SO
from tests.server.faults.history import History

from huefall.record import replay, verify, write_record
from huefall.server.store import StoredEntry
from huefall.server.store.postgres import PostgresStore
from huefall.server.store.streams import table_stream
from huefall.server.tables import entries
from huefall.server.tables.participation import Participations
from huefall.server.tables.state import TableState
from huefall.view import view_for


async def read_tables(database_url: str, codes: Sequence[str]) -> dict[str, list[StoredEntry]]:
    """Read tables, and verify the chains of all streams of the database on the way."""
    store = await PostgresStore.open(database_url)
    try:
        for info in await store.streams(""):
            saved = await store.read(info.stream)  # raises where a chain is broken
            assert [entry.number for entry in saved] == list(range(1, info.last + 1)), info
        assert store.health.problems == []
        stored = {code: await store.read(table_stream(code)) for code in codes}
        for code, saved in stored.items():
            state = apply_all(code, saved)
            participations = await Participations.read(store, state)
            assert participations.take_missing(state, 0) == [], "what guests played is stored together with it"
        return stored
    finally:
        await store.close()


async def read_last_numbers(database_url: str, codes: Sequence[str]) -> dict[str, int]:
    store = await PostgresStore.open(database_url)
    try:
        lasts = {info.stream: info.last for info in await store.streams("table:")}
        return {code: lasts[table_stream(code)] for code in codes}
    finally:
        await store.close()


def apply_all(code: str, saved: Sequence[StoredEntry]) -> TableState:
    state = TableState(code, keeps_moves=True)
    for entry in saved:
        state.apply(entries.decode_entry(entry.data), entry.at)
    return state


def view_from_store(state: TableState, seat: int | None) -> Any:
    return None if state.match is None else json.loads(json.dumps(view_for(state.match.game, seat)))


def check_cards(state: TableState) -> None:
    """All cards are there, and the match is the one that its record says."""
    match = state.match
    assert match is not None
    position = match.position()
    cards = [*position["pile"], *position["discard"], *(card for hand in position["hands"] for card in hand)]
    assert sorted(cards) == sorted(match.variant.write_cards(match.variant.deck()))
    record = write_record(match, with_seed=True)
    assert replay(record).position() == position
    assert verify(record).commitment == match.commitment


def find_double_numbers(history: History) -> list[str]:
    """Return a sentence for every number that was acknowledged for two different commands."""
    commands: Mapping[tuple[str, int], set[tuple[str, str]]] = defaultdict(set)
    for said in history.said:
        if said.answer is not None and said.answer["type"] == "done" and said.command["type"] not in MAY_BE_SO:
            commands[said.code, said.answer["revision"]].add((said.guest, said.command["id"]))
    return [f"{key} was acknowledged for {sorted(many)}" for key, many in commands.items() if len(many) > 1]
