"""Three nodes under load are killed, paused, cut off and stalled, and PostgreSQL is restarted: nothing acknowledged is lost.

Clients note all they say and hear; in the end one order of events, the stored one, must explain it. HUEFALL_SEED repeats
the faults in the same order, after as many acknowledged commands each.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest
from tests.scale import SEED
from tests.server.cluster.faulty_nodes import FAULTS, FaultyNode, FaultyNodes
from tests.server.cluster.roaming_player import RETRY_SECONDS, RoamingPlayer
from tests.server.cluster.stored_tables import (
    apply_all,
    check_cards,
    find_double_numbers,
    read_last_numbers,
    read_tables,
    view_from_store,
)
from tests.server.faults.checker import find_problems
from tests.server.faults.history import History
from tests.server.player import Player, ask, new_guest, new_table
from tests.waiting import MAX_WAIT_SECONDS
from tools.cluster.local_postgres import LocalPostgres

from huefall.record import replay, verify
from huefall.server.store import StoredEntry

pytestmark = pytest.mark.process

NODES = 3
FEW_FAULTS, MANY_FAULTS = len(FAULTS), 30

#: Commands acknowledged between two faults, and at each table after the last one.
MIN_BETWEEN, MAX_BETWEEN = 5, 60
AFTERWARDS = 5

PEOPLE = 2

#: Every edition; claims, cuts and stacks at some tables, a bot at others.
TABLES = (
    {"edition": "classic", "preset": "jump-in", "options": {"hand_size": 4, "target": 80}},
    {"edition": "buzz", "seats": PEOPLE + 1, "options": {"hand_size": 4, "target": 80}},
    {"edition": "jurassic", "preset": "party", "options": {"hand_size": 4, "target": 80}},
    {"edition": "bts", "options": {"hand_size": 4, "target": 80, "dance_judge": "vote"}},
    {"edition": "avengers", "preset": "progressive", "seats": PEOPLE + 1, "options": {"hand_size": 4, "target": 80}},
)

#: No clock moves for anybody, and no stand-in sits down for somebody who is only looking for a node that lives.
NO_CLOCK_SECONDS = 600


class Run:
    """One random history over several nodes."""

    def __init__(self, folder: Path, postgres: LocalPostgres, database_url: str, seed: str) -> None:
        self.rng = Random(seed)
        self.history = History()
        self.nodes = FaultyNodes(folder, postgres, database_url, seat_grace_seconds=NO_CLOCK_SECONDS)
        self.players: list[RoamingPlayer] = []
        self.codes: list[str] = []
        self.records: dict[str, dict[int, str]] = {}
        self._database_url = database_url

    async def play(self, faults: list[str]) -> dict[str, list[StoredEntry]]:
        """Play with these faults; return what is stored in the end."""
        try:
            await self.nodes.start(NODES)
            for setup in TABLES:
                await self._seat(setup)
            await self._play(faults)
            stored = await self._compare_views()
            self.records = {code: await asyncio.to_thread(self._read_records, code) for code in self.codes}
            await self.nodes.stop()
        finally:
            await self.nodes.kill_all()
        return stored

    async def _play(self, faults: list[str]) -> None:
        async with asyncio.timeout(MAX_WAIT_SECONDS), asyncio.TaskGroup() as tasks:  # ends with the first that fails
            for player in self.players:
                tasks.create_task(player.play())
            for fault in faults:
                await self._wait(self.rng.randrange(MIN_BETWEEN, MAX_BETWEEN))
                await self.nodes.bring_about(fault, self.rng)
            for code in self.codes:
                await self._wait(AFTERWARDS, code)
            for player in self.players:
                player.finished = True
            await self._wake_waiting()

    async def _seat(self, setup: dict[str, object]) -> None:
        nodes = self.nodes.living
        # In threads, because the nodes reach PostgreSQL through this event loop.
        tokens = [
            await asyncio.to_thread(new_guest, self.rng.choice(nodes).url, f"Guest {number}")
            for number in range(PEOPLE)
        ]
        settings = {"seats": PEOPLE, "move_seconds": NO_CLOCK_SECONDS, **setup}
        code = await asyncio.to_thread(new_table, self.rng.choice(nodes).url, tokens[0], **settings)
        self.codes.append(code)
        for token in tokens[1:]:
            async with Player(self.rng.choice(nodes).socket_url, code, token) as player:
                assert (await player.say("sit"))["type"] == "done"
        if settings["seats"] != PEOPLE:
            async with Player(self.rng.choice(nodes).socket_url, code, tokens[0]) as player:
                assert (await player.say("add_bot"))["type"] == "done"
        windows: list[str | None] = [*tokens, None]  # somebody watches
        for number, window_token in enumerate(windows):
            choose = partial(Random(self.rng.random()).choice, self.nodes.living)
            self.players.append(
                RoamingPlayer(
                    partial(_choose_address, choose),
                    code,
                    window_token,
                    self.history,
                    Random(self.rng.random()),
                    window=f"w{number}",
                )
            )

    async def _wait(self, acknowledgements: int, code: str = "") -> None:
        """Wait until some more commands are acknowledged, at one table or at any."""
        wanted = self._count(code) + acknowledgements
        while self._count(code) < wanted:  # noqa: ASYNC110  # counted where answers are noted, without an event
            await asyncio.sleep(0.02)

    def _count(self, code: str) -> int:
        if not code:
            return self.history.acknowledged
        return sum(
            said.answer is not None and said.answer["type"] == "done" for said in self.history.said if said.code == code
        )

    async def _wake_waiting(self) -> None:
        """Give clients that wait for others an end: nobody moves any more."""
        for player in self.players:
            await player.leave()

    async def _compare_views(self) -> dict[str, list[StoredEntry]]:
        """Connect every client once more, through every node: what it sees is what is stored."""
        views = [(player, *await self._look(player, node)) for player in self.players for node in self.nodes.living]
        stored = await read_tables(self._database_url, self.codes)
        for player, seat, revision, view in views:
            saved = stored[player.code]
            assert view == view_from_store(apply_all(player.code, saved[:revision]), seat)
            people = [entry for entry in saved[revision:] if b'"by":"bot"' not in entry.data]
            assert people == [], f"{player.code} was seen at {revision}, and somebody had moved: {people[:3]}"
        return stored

    async def _look(self, player: RoamingPlayer, node: FaultyNode) -> tuple[int | None, int, object]:
        """Come to a table through one node, which may still be looking for its database, and wait for the last revision."""
        while True:
            async with player.connect(node.socket_url) as connection:
                if connection.table:
                    last = (await read_last_numbers(self._database_url, [player.code]))[player.code]
                    await connection.until(lambda: connection.revision >= last)  # noqa: B023  # awaited here
                    return connection.you.get("seat"), connection.revision, connection.view
            player.note_ends(connection)
            await asyncio.sleep(RETRY_SECONDS)

    def _read_records(self, code: str) -> dict[int, str]:
        url = self.rng.choice(self.nodes.living).url
        _, found = ask(url, f"/api/tables/{code}")
        return {number: ask(url, f"/api/tables/{code}/matches/{number}/record")[1] for number in found["finished"]}


def _choose_address(choose: Callable[[], FaultyNode]) -> str:
    return choose().socket_url


def choose_faults(count: int, rng: Random) -> list[str]:
    """Choose faults, each kind at least once if there is room."""
    faults = [*FAULTS, *(rng.choice(FAULTS) for _ in range(count - len(FAULTS)))]
    rng.shuffle(faults)
    return faults


def check(tmp_path: Path, postgres: LocalPostgres, database_url: str, count: int) -> None:
    faults = choose_faults(count, Random(f"cluster faults {SEED}"))
    print(f"HUEFALL_SEED={SEED}: {' '.join(faults)}")
    run = Run(tmp_path, postgres, database_url, f"cluster history {SEED}")
    stored = asyncio.run(run.play(faults))
    report(run)
    assert [line for player in run.players for line in player.unexpected] == []
    assert find_double_numbers(run.history) == []
    assert find_problems(run.history, stored) == []
    for code, saved in stored.items():
        state = apply_all(code, saved)
        check_cards(state)
        assert sorted(run.records[code]) == state.finished
        for finished in state.results:
            record = run.records[code][finished.result.match]
            assert verify(record).over
            assert list(replay(record).scores) == list(finished.result.scores)
    run.nodes.check_logs()


def report(run: Run) -> None:
    answers = Counter(
        "done" if said.answer["type"] == "done" else said.answer["reason"]
        for said in run.history.said
        if said.answer is not None
    )
    again = sum(said.times > 1 for said in run.history.said)
    ends = Counter(reason for player in run.players for reason in player.ends)
    print(f"{dict(answers)}; {again} sent again; connections ended with {dict(ends)}")
    assert again and ends, "nothing was sent again, or nobody had to come back: the history proves little"


def test_nothing_acknowledged_is_lost_whatever_happens_to_nodes_and_database(
    tmp_path: Path, postgres: LocalPostgres, database_url: str
) -> None:
    check(tmp_path, postgres, database_url, FEW_FAULTS)


@pytest.mark.exhaustive("thirty faults take minutes: the test above has one of each kind")
def test_nothing_acknowledged_is_lost_over_thirty_faults(
    tmp_path: Path, postgres: LocalPostgres, database_url: str
) -> None:
    check(tmp_path, postgres, database_url, MANY_FAULTS)
