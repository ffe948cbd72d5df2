"""Random histories: people play and claim at once through a bad network, while the server is killed, its power cut, its disk
failed and its clock set. A checker looks for one order of events that explains everything they saw.

HUEFALL_SEED repeats the faults, in the same order and after as many acknowledged commands each. `make test-long` has many.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from tests.scale import SEED, scaled
from tests.server.faults.checker import find_problems
from tests.server.faults.history import History
from tests.server.faults.history_player import HistoryPlayer
from tests.server.faults.life import ServerLives
from tests.server.faults.proxy import Proxy
from tests.server.player import Player, ask, new_guest, new_table
from tests.waiting import MAX_WAIT_SECONDS

from huefall.record import replay, verify
from huefall.server.store import SqliteStore, StoredEntry
from huefall.server.store.database import DATABASE_NAME
from huefall.server.store.streams import table_stream
from huefall.server.tables import entries
from huefall.server.tables.state import TableState

pytestmark = pytest.mark.process

#: Each is met at least once, in a random order.
FAULTS = ("kill", "power", "sync", "write", "clock")
COUNT = scaled(10, least=len(FAULTS))

PEOPLE = 3

#: Short rounds have many calls and catches. The time for a move is one that no honest client needs, but a set clock may.
TABLES = (
    {"edition": "classic", "options": {"hand_size": 3, "target": 60}},
    {"edition": "classic", "preset": "jump-in", "options": {"hand_size": 3, "target": 40}},
)
MOVE_SECONDS = 600


async def _set_up(url: str, socket_url: str, setup: dict[str, object]) -> tuple[str, list[str]]:
    tokens = [new_guest(url, f"Guest {number}") for number in range(PEOPLE)]
    code = new_table(url, tokens[0], seats=PEOPLE, move_seconds=MOVE_SECONDS, **setup)
    for token in tokens[1:]:
        async with Player(socket_url, code, token) as player:
            assert (await player.say("sit"))["type"] == "done"
    return code, tokens


class Run:
    """One random history."""

    def __init__(self, directory: Path, seed: str) -> None:
        self.rng = Random(seed)
        self.history = History()
        self.lives = ServerLives(directory, Random(self.rng.random()))
        self.proxy = Proxy(lambda: self.lives.port, Random(self.rng.random()))
        self.players: list[HistoryPlayer] = []
        self.codes: list[str] = []

    async def play(self, faults: list[str]) -> dict[str, dict[int, str]]:
        """Play with these faults; return the records of finished matches by table, as the last server tells them."""
        try:
            await self._play(faults)
            records = {code: _read_records(self.lives.server.url, code) for code in self.codes}
            assert self.lives.server.stop() == 0
            return records
        finally:
            await self.proxy.stop()
            self.lives.kill()

    async def _play(self, faults: list[str]) -> None:
        await self.lives.start()
        await self.proxy.start()
        for setup in TABLES:
            await self._seat(setup)
        async with asyncio.timeout(MAX_WAIT_SECONDS), asyncio.TaskGroup() as tasks:  # ends with the first that fails
            for player in self.players:
                tasks.create_task(player.play())
            for fault in [*faults, "end"]:
                await self._wait(self.rng.randrange(10, 90))
                await self._bring_about(fault)
            for player in self.players:
                player.finished = True
            self.proxy.heal()

    async def _seat(self, setup: dict[str, object]) -> None:
        code, tokens = await _set_up(self.lives.server.url, self.lives.server.socket_url, setup)
        self.codes.append(code)
        # The host has two windows; somebody watches.
        for number, token in enumerate([tokens[0], *tokens, None]):
            self.players.append(
                HistoryPlayer(
                    lambda: f"ws://127.0.0.1:{self.proxy.port}",
                    code,
                    token,
                    self.history,
                    Random(self.rng.random()),
                    window=f"w{number}",
                )
            )

    async def _wait(self, acknowledgements: int) -> None:
        """Wait until some more commands are acknowledged."""
        wanted = self.history.acknowledged + acknowledgements
        while self.history.acknowledged < wanted:  # noqa: ASYNC110  # counted where answers are noted, without an event
            await asyncio.sleep(0.01)

    async def _bring_about(self, fault: str) -> None:
        match fault:
            case "kill":
                self.lives.kill()
            case "power":
                self.lives.cut_power()
            case "sync" | "write":
                await self.lives.fail_disk(syncs=fault == "sync")
            case "clock":
                self.lives.set_clock()
        if fault in {"kill", "power", "sync", "write"}:
            await self.lives.start()


def choose_faults(rng: Random) -> list[str]:
    faults = [*FAULTS, *(rng.choice(FAULTS) for _ in range(COUNT - len(FAULTS)))]
    rng.shuffle(faults)
    return faults


def test_one_order_of_events_explains_what_everybody_saw(tmp_path: Path) -> None:
    faults = choose_faults(Random(f"faults {SEED}"))
    print(f"HUEFALL_SEED={SEED}: {' '.join(faults)}")
    run = Run(tmp_path, f"history {SEED}")
    records = asyncio.run(run.play(faults))
    stored = asyncio.run(_read(run.lives.data, run.codes))
    assert [line for player in run.players for line in player.unexpected] == []
    assert find_problems(run.history, stored) == []
    _check_ends(stored, records)
    _report(run)


def _read_records(url: str, code: str) -> dict[int, str]:
    _, found = ask(url, f"/api/tables/{code}")
    return {number: ask(url, f"/api/tables/{code}/matches/{number}/record")[1] for number in found["finished"]}


async def _read(data: Path, codes: list[str]) -> dict[str, list[StoredEntry]]:
    store = await SqliteStore.open(data / DATABASE_NAME)
    assert store.health.problems == []
    stored = {code: await store.read(table_stream(code)) for code in codes}
    await store.close()
    return stored


def _check_ends(stored: dict[str, list[StoredEntry]], records: dict[str, dict[int, str]]) -> None:
    """No clock has moved or closed anything, and every finished match has a record that proves itself and its scores."""
    for code, saved in stored.items():
        state = TableState(code)
        for one in saved:
            entry = entries.decode_entry(one.data)
            assert not isinstance(entry, entries.Closed)
            assert not isinstance(entry, entries.Moved) or entry.by != "clock", entry
            state.apply(entry, one.at)
        assert sorted(records[code]) == state.finished
        for finished in state.results:
            record = records[code][finished.result.match]
            assert verify(record).over
            assert list(replay(record).scores) == list(finished.result.scores)


def _report(run: Run) -> None:
    answers = Counter(
        "done" if said.answer["type"] == "done" else said.answer["reason"]
        for said in run.history.said
        if said.answer is not None
    )
    again = sum(said.times > 1 for said in run.history.said)
    lost = sum("first" in said.answer for said in run.history.said if said.answer is not None)
    print(f"{dict(answers)}; {again} sent again, {lost} races lost; network: {dict(Counter(run.proxy.met))}")
    assert again and lost, "nothing was sent again, or nobody lost a race: the history proves little"
