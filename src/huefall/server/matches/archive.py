"""``MatchArchive``: finished matches, their records and replays, and the proofs of their shuffles.

On request a match is replayed from the entries of its table, in a worker thread; recent ones are cached. No match is
shown before it is over. Tested in tests/server/test_play.py, tests/server/test_play_on.py and
tests/server/matches/test_replays.py.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from huefall.game import Match
from huefall.protocol.http import MatchShown, ProofShown
from huefall.protocol.tables import Origin, TableSetup
from huefall.record import verify, write_record
from huefall.server.matches.replays import open_at, show_match, write_replay
from huefall.server.ops.workers import Workers
from huefall.server.refusal import Refusal
from huefall.server.store import Store, StoredEntry, UnreadableStream
from huefall.server.store.streams import table_stream
from huefall.server.tables.loading import apply_stored
from huefall.server.tables.opening import Opening
from huefall.server.tables.state import TableState
from huefall.server.transport.compression import pack

MAX_CACHED = 64
#: How many matches may be loaded at once.
MAX_LOADING = 32


class _Finished(NamedTuple):
    match: Match  # over, or abandoned when its table was closed
    origin: Origin | None  # the step of another match it continued from
    guests: tuple[str | None, ...]  # who held each seat at the end, None for bots


class MatchArchive:
    """Finds finished matches. Cached matches are never changed, so that several requests may read one at once."""

    def __init__(self, store: Store, workers: Workers) -> None:
        self._store = store
        self._workers = workers
        self._cache: OrderedDict[tuple[str, int], _Finished] = OrderedDict()
        self._loading: dict[tuple[str, int], asyncio.Task[_Finished]] = {}
        self._rewritten: Counter[str] = (
            Counter()
        )  # how often each table was rewritten while one of its matches was loading

    async def record(self, code: str, number: int) -> str:
        """Return the record of a finished match, or raise ``Refusal``."""
        match, *_ = await self._find(code, number, abandoned=True)
        if match.start is not None:
            raise Refusal(
                "no_record", "this match began from a position, and a record begins with a deal: see its rounds"
            )
        return await self._workers.ask(_write, match)

    async def summary(self, code: str, number: int) -> MatchShown:
        match, origin, _ = await self._find(code, number)
        return show_match(code, number, match, origin)

    async def guests(self, code: str, number: int) -> tuple[str | None, ...]:
        """Return the guests who held the seats of a match at its end, by seat; None for bots."""
        return (await self._find(code, number)).guests

    def drop(self, code: str) -> None:
        """Drop what is cached of a table whose entries have been rewritten or deleted."""
        for key in [key for key in self._cache if key[0] == code]:
            del self._cache[key]
        if any(key[0] == code for key in self._loading):
            self._rewritten[code] += 1

    async def round(self, code: str, number: int, round_number: int, seat: int | None, *, packed: bool) -> bytes:
        """Return the replay of one round as JSON: with every card open, or as seen from a seat; compressed if ``packed``."""
        match, origin, _ = await self._find(code, number)
        data = await self._workers.ask(write_replay, code, number, match, round_number, seat, origin)
        return await self._workers.ask(pack, data) if packed else data

    async def opening(
        self, code: str, number: int, round_number: int, step: int, seat: int
    ) -> tuple[TableSetup, Opening]:
        """Return the setup and opening of a table that continues from a step of a round."""
        match, *_ = await self._find(code, number)
        return await self._workers.ask(open_at, code, number, match, round_number, step, seat)

    async def proof(self, code: str, number: int) -> ProofShown:
        match, *_ = await self._find(code, number, abandoned=True)
        if match.start is not None:
            raise Refusal(
                "no_proof", "this match began from a position, not from a shuffled deck: there is no shuffle to prove"
            )
        return await self._workers.ask(_prove, match)

    async def _find(self, code: str, number: int, *, abandoned: bool = False) -> _Finished:
        """Return a match that is over; ``abandoned``: or one that was running when its table was closed."""
        found = await self._find_public(code, number)
        if not found.match.over and not abandoned:
            raise refuse_match(code, number, is_running=True)
        return found

    async def _find_public(self, code: str, number: int) -> _Finished:
        key = (code, number)
        cached = self._cache.get(key)
        if cached is not None:
            self._cache.move_to_end(key)
            return cached
        task = self._loading.get(key)
        if task is None:  # loaded once for all concurrent requests
            if len(self._loading) >= MAX_LOADING:
                raise Refusal("server_busy", "too many records are requested at once: try again in a moment")
            task = self._loading[key] = asyncio.create_task(self._load(code, number))
            task.add_done_callback(lambda _: self._loading.pop(key, None))
        return await asyncio.shield(task)

    async def _load(self, code: str, number: int) -> _Finished:
        while True:
            before = self._rewritten[code]
            finished = await self._replay(code, number)
            if self._rewritten[code] == before:
                break
        self._cache[code, number] = finished
        if len(self._cache) > MAX_CACHED:
            self._cache.popitem(last=False)
        return finished

    async def _replay(self, code: str, number: int) -> _Finished:
        """Replay a match; raise ``UnreadableStream`` if an entry up to its end cannot be read."""
        try:
            stored = await self._store.read(table_stream(code))
        except UnreadableStream as error:
            try:
                return await self._workers.ask(_replay, code, number, error.sound)
            except Refusal:  # it does not end before that entry
                raise error from None
        return await self._workers.ask(_replay, code, number, stored)


def _replay(code: str, number: int, stored: Sequence[StoredEntry]) -> _Finished:
    state = TableState(code, keeps_moves=True)
    for entry in stored:
        apply_stored(state, entry)
        if number in state.finished and state.match is not None:
            opening = None if state.match.start is None else state.opening
            guests = state.results[-1].guests
            return _Finished(state.match, None if opening is None else opening.origin, guests)
    is_running = 0 < number == state.match_number and state.running
    if is_running and state.closed is not None and state.match is not None and state.script is None:
        # It will never go on: there is nothing left to keep secret, and its seed must be open to everybody.
        return _Finished(state.match, None, tuple(seat.guest for seat in state.seats))
    raise refuse_match(code, number, is_running=is_running)


def refuse_match(code: str, number: int, *, is_running: bool) -> Refusal:
    """Return the refusal for a match without a record."""
    if is_running:
        return Refusal("match_not_over", f"match {number} of this table is not over: its record opens when it is")
    return Refusal("no_such_match", f"there is no match {number} of a table {code}")


def _write(match: Match) -> str:
    """Write the record of a match that has ended, with its seed; one that was abandoned ends with ``paused``."""
    return write_record(match, with_seed=not match.over)


def _prove(match: Match) -> ProofShown:
    proof = verify(_write(match))
    shared = match.shared_seed
    return ProofShown(
        commitment=proof.commitment or "",
        seed=match.seed.hex() if isinstance(match.seed, bytes) else str(match.seed),
        rounds=proof.rounds,
        reshuffles=proof.reshuffles,
        moves=proof.moves,
        text=str(proof),
        server_seed=None if shared is None or shared.server_seed is None else shared.server_seed.hex(),
    )
