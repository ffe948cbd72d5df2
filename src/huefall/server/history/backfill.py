"""Writes what guests have played at tables of versions before 0.7.0, which did not store it; once, after an upgrade.

Tables are taken in the order of their names, and a stream notes how far it has come, so that a restarted server goes on from
there. To write something twice does no harm: what is stored already is left out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import structlog
from msgspec import Struct, json

from huefall.server.ops.clock import now_ms
from huefall.server.ops.workers import Workers
from huefall.server.ownership import OwnedElsewhere
from huefall.server.reviews.numbers import numbers_of_guests
from huefall.server.reviews.repository import Reviewed, ReviewRepository
from huefall.server.store import Store, StoredEntry, StoreError, UnreadableStream
from huefall.server.store.streams import BACKFILL, REVIEWS, TABLES, match_of_review, table_stream
from huefall.server.tables import entries
from huefall.server.tables.participation import Participations
from huefall.server.tables.registry import TableRegistry
from huefall.server.tables.results import FinishedMatch
from huefall.server.tables.state import TableState

log = structlog.get_logger("huefall.history")

#: Tables between two notes of the progress.
TABLES_PER_NOTE = 100


class Progress(Struct, frozen=True, omit_defaults=True):
    after: str  # the name of the last stream that is done
    done: bool = False


class Backfill:
    """The one-time work. ``tables`` must be open."""

    def __init__(self, store: Store, tables: TableRegistry, reviews: ReviewRepository, workers: Workers) -> None:
        self._store = store
        self._tables = tables
        self._reviews = reviews
        self._workers = workers

    async def run(self) -> None:
        """Write what is missing, unless that was done before."""
        notes = await self._store.read(BACKFILL)
        progress = json.decode(notes[-1].data, type=Progress) if notes else Progress("")
        if progress.done:
            return
        number = len(notes)
        streams = [info.stream for info in await self._store.streams(TABLES) if info.stream > progress.after]
        reviewed: dict[str, set[int]] = {}
        for info in await self._store.streams(REVIEWS):
            code, match = match_of_review(info.stream)
            reviewed.setdefault(code, set()).add(match)
        for place, stream in enumerate(streams, 1):
            code = stream.removeprefix(TABLES)
            await self._fill_if_possible(code, reviewed.get(code, set()))
            if place % TABLES_PER_NOTE == 0:
                number += 1
                await self._note(number, Progress(stream))
        await self._note(number + 1, Progress(streams[-1] if streams else progress.after, done=True))
        if streams:
            log.info("what guests played at older tables has been written", tables=len(streams))

    async def _note(self, number: int, progress: Progress) -> None:
        await self._store.append([StoredEntry(BACKFILL, number, now_ms(), json.encode(progress))])

    async def _fill_if_possible(self, code: str, reviewed: set[int]) -> None:
        try:
            await self._fill(code, reviewed)
        except StoreError:
            raise  # after a restart it goes on from here
        except Exception:  # one broken table must not keep the others from being completed
            log.exception("what guests played at a table cannot be written", table=code)

    async def _fill(self, code: str, reviewed: set[int]) -> None:
        """Write the participations of one table, and the numbers of its guests in reviews."""
        table, is_in_memory = None, False  # one in memory has written its participations when it was loaded
        try:
            table = await self._tables.find(code)
            is_in_memory = table is not None
        except OwnedElsewhere:
            is_in_memory = True
        except UnreadableStream:
            pass  # noted by the store; it is completed as far as it can be read
        if table is not None:
            results = list(table.state.results)
        else:
            state = await self._workers.ask(_replay, code, await self._read(code))
            if not is_in_memory:
                participations = await Participations.read(self._store, state)
                await self._store.append(participations.take_missing(state, now_ms()))
            results = state.results
        for finished in results:
            if finished.result.match in reviewed:
                await self._fill_review(code, finished)
        await asyncio.sleep(0)

    async def _read(self, code: str) -> Sequence[StoredEntry]:
        try:
            return await self._store.read(table_stream(code))
        except UnreadableStream as error:
            return error.sound

    async def _fill_review(self, code: str, finished: FinishedMatch) -> None:
        key = (code, finished.result.match)
        outcome = await self._reviews.find(key)
        if isinstance(outcome, Reviewed):
            numbers = await self._workers.ask(numbers_of_guests, outcome.packed, finished.guests)
            await self._reviews.put_numbers(key, numbers)


def _replay(code: str, stored: Sequence[StoredEntry]) -> TableState:
    """Apply the entries of a table, as far as this version can."""
    state = TableState(code)
    for entry in stored:
        try:
            state.apply(entries.decode_entry(entry.data), entry.at)
        except Exception:
            log.exception("a table cannot be read to its end", table=code, number=entry.number)
            break
    return state
