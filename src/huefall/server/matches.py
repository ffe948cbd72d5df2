"""Finished matches: their records, their replays with every card open, and the proofs of their shuffles.

They are made anew from a table's entries when somebody asks, beside the event loop, and the last ones asked for are kept
at hand. Nothing of a match is given away before it is over.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

import msgspec

from huefall.game import Match
from huefall.protocol.http import Frame, MatchShown, ProofShown, Replay
from huefall.protocol.views import EventShown
from huefall.record import replay, verify, write_record
from huefall.record.proof import Proof
from huefall.server.store import Entry, Store
from huefall.server.table import entries as kept
from huefall.server.table.decide import Refusal
from huefall.server.table.state import TableState
from huefall.server.table.table import stream_of
from huefall.server.workers import Workers
from huefall.view import open_events, open_view

#: How many records are kept at hand, and how many may be written at once.
REMEMBERED, MOST_AT_ONCE = 64, 32


class Matches:
    """Finds finished matches."""

    def __init__(self, store: Store, workers: Workers) -> None:
        self._store = store
        self._workers = workers
        self._records: OrderedDict[tuple[str, int], str] = OrderedDict()
        self._writing: dict[tuple[str, int], asyncio.Task[str]] = {}

    async def record(self, code: str, number: int) -> str:
        """Return the record of a finished match; raises ``Refusal``."""
        key = (code, number)
        known = self._records.get(key)
        if known is not None:
            self._records.move_to_end(key)
            return known
        task = self._writing.get(key)
        if task is None:  # however many ask at once, it is written once
            if len(self._writing) >= MOST_AT_ONCE:
                raise Refusal("server_busy", "too many records are being asked for: try again in a moment")
            task = self._writing[key] = asyncio.create_task(self._write(code, number))
            task.add_done_callback(lambda _: self._writing.pop(key, None))
        return await asyncio.shield(task)

    async def _write(self, code: str, number: int) -> str:
        entries = await self._store.read(stream_of(code))
        record = await self._workers.ask(_write_record, code, number, entries)
        self._records[code, number] = record
        if len(self._records) > REMEMBERED:
            self._records.popitem(last=False)
        return record

    async def summary(self, code: str, number: int) -> MatchShown:
        """Return what there is to say about a finished match, and where the rest is."""
        record = await self.record(code, number)
        return await self._workers.ask(_summarise, code, number, record)

    async def round(self, code: str, number: int, wanted: int) -> bytes:
        """Return the replay of one round, as JSON."""
        record = await self.record(code, number)
        return await self._workers.ask(_write_replay, code, number, wanted, record)

    async def proof(self, code: str, number: int) -> ProofShown:
        """Prove the shuffles of a finished match."""
        record = await self.record(code, number)
        return await self._workers.ask(_prove, record)


def _write_record(code: str, number: int, entries: Sequence[Entry]) -> str:
    state = TableState(code, keeps_moves=True)
    for entry in entries:
        state.apply(kept.decode_entry(entry.data), entry.at)
        if number in state.finished and state.match is not None:
            return write_record(state.match)
    raise refuse_match(code, number, is_running=0 < number == state.match_number)


def refuse_match(code: str, number: int, *, is_running: bool) -> Refusal:
    """Say why there is no record of a match."""
    if is_running:
        return Refusal("match_not_over", f"match {number} of this table is not over: its record opens when it is")
    return Refusal("no_such_match", f"there is no match {number} of a table {code}")


def _summarise(code: str, number: int, record: str) -> MatchShown:
    return _show(code, number, replay(record))


def _show(code: str, number: int, match: Match) -> MatchShown:
    place = f"/api/tables/{code}/matches/{number}"
    return MatchShown(
        table=code,
        match=number,
        edition=match.setting.edition.name,
        options=match.setting.rules.changes(),
        players=[match.notes.get(f"seat {seat}", "") for seat in range(match.players)],
        winners=match.winners,
        scores=match.scores,
        rounds=match.round,
        record=f"{place}/record",
        replay=f"{place}/rounds/1",
        proof=f"{place}/proof",
    )


def _write_replay(code: str, number: int, wanted: int, record: str) -> bytes:
    """Play the record again, and take down every step of the wanted round."""
    finished = replay(record)
    if not 1 <= wanted <= finished.round:
        raise Refusal("no_such_round", f"there is no round {wanted}: the match had {finished.round}")
    text = None if isinstance(finished.edition, str) else finished.edition["file"]
    again = Match.scripted(
        finished.setting, finished.players, finished.dealer_draw, notes=finished.notes, edition_text=text
    )
    frames: list[Frame] = []
    for round_number, played in enumerate(finished.rounds[:wanted], 1):
        shuffled = None if played.reshuffle is None else played.reshuffle.order
        dealt = again.next_round(played.deck, reshuffle=shuffled)
        if round_number == wanted:
            frames.append(Frame(_events(open_events(dealt)), open_view(again.game)))
        for move in played.moves:
            shuffled = None if move.reshuffle is None else move.reshuffle.order
            outcome = again.play(move.seat, move.sentence, reshuffle=shuffled)
            if round_number == wanted:
                events = _events(open_events(outcome.events))
                frames.append(Frame(events, open_view(again.game), move.seat, move.sentence, move.foul))
    return msgspec.json.encode(Replay(_show(code, number, finished), wanted, frames))


def _events(written: list[dict[str, object]]) -> list[EventShown]:
    return [msgspec.convert(event, EventShown) for event in written]


def _prove(record: str) -> ProofShown:
    proof: Proof = verify(record)
    last = msgspec.json.decode(record.rstrip("\n").rpartition("\n")[2])
    return ProofShown(
        commitment=proof.commitment or "",
        seed=last["seed"],
        rounds=proof.rounds,
        reshuffles=proof.reshuffles,
        moves=proof.moves,
        text=str(proof),
    )
