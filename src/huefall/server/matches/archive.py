"""Finished matches: their records, their replays, and the proofs of their shuffles.

They are made anew from a table's entries when somebody asks, beside the event loop, and the last ones asked for are kept
at hand. Nothing of a match is given away before it is over.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from huefall.game import Match
from huefall.protocol.http import MatchShown, ProofShown
from huefall.protocol.tables import Origin, Setup
from huefall.record import verify, write_record
from huefall.server.matches.replays import open_at, show_match, write_replay
from huefall.server.ops.workers import Workers
from huefall.server.refusal import Refusal
from huefall.server.store import Store, StoredEntry
from huefall.server.store.streams import table_stream
from huefall.server.tables import entries
from huefall.server.tables.opening import Opening
from huefall.server.tables.state import TableState
from huefall.server.transport.compression import pack

#: How many matches are kept at hand, and how many may be looked for at once.
REMEMBERED, MAX_AT_ONCE = 64, 32


class _Finished(NamedTuple):
    match: Match
    origin: Origin | None  # the step of another match it went on from


class MatchArchive:
    """Finds finished matches. One that is at hand is only looked at: several may do so at once."""

    def __init__(self, store: Store, workers: Workers) -> None:
        self._store = store
        self._workers = workers
        self._known: OrderedDict[tuple[str, int], _Finished] = OrderedDict()
        self._looking: dict[tuple[str, int], asyncio.Task[_Finished]] = {}

    async def record(self, code: str, number: int) -> str:
        """Return the record of a finished match; raises ``Refusal``."""
        match, _ = await self._find(code, number)
        if match.start is not None:
            raise Refusal(
                "no_record", "this match began from a position, and a record begins with a deal: see its rounds"
            )
        return await self._workers.ask(write_record, match)

    async def summary(self, code: str, number: int) -> MatchShown:
        """Return what there is to say about a finished match, and where the rest is."""
        match, origin = await self._find(code, number)
        return show_match(code, number, match, origin)

    async def round(self, code: str, number: int, wanted: int, seat: int | None, *, packed: bool) -> bytes:
        """Return the replay of one round, as JSON: with every card open, or through a seat's eyes; compressed if asked to."""
        match, origin = await self._find(code, number)
        data = await self._workers.ask(write_replay, code, number, match, wanted, seat, origin)
        return await self._workers.ask(pack, data) if packed else data

    async def opening(self, code: str, number: int, wanted: int, step: int, seat: int) -> tuple[Setup, Opening]:
        """Return how to set a table up that goes on from a step of a round."""
        match, _ = await self._find(code, number)
        return await self._workers.ask(open_at, code, number, match, wanted, step, seat)

    async def proof(self, code: str, number: int) -> ProofShown:
        """Prove the shuffles of a finished match."""
        match, _ = await self._find(code, number)
        if match.start is not None:
            raise Refusal(
                "no_proof", "this match began from a position, not from a shuffled deck: nothing can be proved"
            )
        return await self._workers.ask(_prove, match)

    async def _find(self, code: str, number: int) -> _Finished:
        key = (code, number)
        known = self._known.get(key)
        if known is not None:
            self._known.move_to_end(key)
            return known
        task = self._looking.get(key)
        if task is None:  # however many ask at once, it is played again once
            if len(self._looking) >= MAX_AT_ONCE:
                raise Refusal("server_busy", "too many records are being asked for: try again in a moment")
            task = self._looking[key] = asyncio.create_task(self._look(code, number))
            task.add_done_callback(lambda _: self._looking.pop(key, None))
        return await asyncio.shield(task)

    async def _look(self, code: str, number: int) -> _Finished:
        stored = await self._store.read(table_stream(code))
        finished = await self._workers.ask(_play_again, code, number, stored)
        self._known[code, number] = finished
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return finished


def _play_again(code: str, number: int, stored: Sequence[StoredEntry]) -> _Finished:
    state = TableState(code, keeps_moves=True)
    for entry in stored:
        state.apply(entries.decode_entry(entry.data), entry.at)
        if number in state.finished and state.match is not None:
            opening = None if state.match.start is None else state.opening
            return _Finished(state.match, None if opening is None else opening.origin)
    raise refuse_match(code, number, is_running=0 < number == state.match_number and state.running)


def refuse_match(code: str, number: int, *, is_running: bool) -> Refusal:
    """Say why there is no record of a match."""
    if is_running:
        return Refusal("match_not_over", f"match {number} of this table is not over: its record opens when it is")
    return Refusal("no_such_match", f"there is no match {number} of a table {code}")


def _prove(match: Match) -> ProofShown:
    proof = verify(write_record(match))
    return ProofShown(
        commitment=proof.commitment or "",
        seed=match.seed.hex() if isinstance(match.seed, bytes) else str(match.seed),
        rounds=proof.rounds,
        reshuffles=proof.reshuffles,
        moves=proof.moves,
        text=str(proof),
    )
