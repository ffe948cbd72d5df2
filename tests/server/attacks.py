"""Attacks on a server: meanwhile honest players finish their matches, it stays healthy, and its memory does not grow."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable
from functools import partial
from random import Random

from tests.server.player import Player, ask
from tests.server.seated_table import SeatedTable, seated_table
from tests.server.server_process import ServerProcess
from tests.waiting import MAX_WAIT_SECONDS

from huefall.record import verify

#: Changes of a table at which all clients only play.
HONEST_CHANGES = {"seed_drawn", "sealed", "mixed", "dealt", "moved"}

#: Caches fill and allocators keep what they had; an attack that works takes more than this.
MAX_GROWTH_BYTES = 100 << 20


async def attack_server(server: ServerProcess, *attacks: Awaitable[None], peaceful: SeatedTable | None = None) -> None:
    """Attack a server, and check that honest players finish their matches and the server stays healthy.

    ``peaceful`` is a table that is attacked itself, by people who have no say there.
    """
    server.wait_for("tables_open")
    over = asyncio.Event()
    before = memory(server)

    async def attack() -> None:
        try:
            await asyncio.gather(*attacks)
        finally:
            over.set()

    async with contextlib.AsyncExitStack() as stack:
        options = {"target": 30, "stacking": "cumulative", "seven_zero": True}
        table = peaceful or await stack.enter_async_context(
            seated_table(server, 2, seats=4, start=False, options=options)
        )
        async with asyncio.TaskGroup() as group:
            group.create_task(attack())
            group.create_task(play_honestly(table, over))
            group.create_task(poll_health(server, over))
    grown = memory(server) - before
    assert grown < MAX_GROWTH_BYTES, f"the process has grown by {grown >> 20} MB"


async def play_honestly(table: SeatedTable, over: asyncio.Event) -> None:
    """Play matches until the attack is over, and the last one to its end; each is recorded and proved."""
    host = table.host
    chance = Random(7)
    begun = host.revision
    while not over.is_set():
        answer = await host.say("start")
        assert answer["type"] == "done", answer
        number = host.table["match"]
        for player in table.players:
            await player.until(partial(_plays, player, number))
        await asyncio.gather(*(player.play(Random(chance.random()), deals=player is host) for player in table.players))
        for player in table.players:
            assert player.closed is None, player.closed
        place = f"/api/tables/{table.code}/matches/{number}"
        status, record = await asyncio.to_thread(ask, table.server.url, f"{place}/record")
        assert status == 200, record
        proof = verify(record, commitment=host.table["commitment"])
        assert proof.over, str(proof)
    happened = {
        message["what"] for message in host.received if message["type"] == "update" and message["revision"] > begun
    }
    assert happened == HONEST_CHANGES, happened


def _plays(player: Player, number: int) -> bool:
    return bool(player.table["match"] == number and not player.match_over)


async def poll_health(server: ServerProcess, over: asyncio.Event) -> None:
    """Request the health of the server until the attack is over."""
    while not over.is_set():
        for path in ("/healthz", "/readyz"):
            status, health = await asyncio.to_thread(ask, server.url, path)
            assert status == 200, health
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(over.wait(), 0.2)


def memory(server: ServerProcess) -> int:
    """Return the resident memory of the server in bytes."""
    return int(metric(server, "process_resident_memory_bytes"))


def metric(server: ServerProcess, name: str) -> float:
    """Return the value of one of the server's metrics."""
    _, figures = ask(server.url, "/metrics")
    return next(float(line.split()[1]) for line in figures.decode().splitlines() if line.startswith(f"{name} "))


async def until_disconnected(server: ServerProcess, but: int = 0) -> None:
    """Wait until the server has noticed that its clients are gone."""
    deadline = time.monotonic() + MAX_WAIT_SECONDS
    while time.monotonic() < deadline:
        _, health = await asyncio.to_thread(ask, server.url, "/healthz")
        if health["connections"] <= but:
            return
    raise AssertionError(f"the server still counts {health['connections']} connections")


async def watch(server: ServerProcess, code: str) -> Player:
    """Connect as a spectator and disconnect again."""
    async with Player(server.socket_url, code) as watcher:
        return watcher
