"""Playing at full speed or at a steady rate, and measuring what it costs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass

from bench.server.load_clients import Client, LoadClients
from bench.server.process import BenchError, Server


@dataclass(frozen=True)
class Window:
    """Counters over a period of load."""

    seconds: float
    moves: int
    updates: int
    update_bytes: int
    move_bytes: int  # of the moves that were sent
    sent: int
    server_cpu: float
    client_cpu: float

    @property
    def per_second(self) -> float:
        """Moves acknowledged per second of wall-clock time."""
        return self.moves / self.seconds

    @property
    def per_cpu_second(self) -> float:
        """Moves acknowledged per CPU-second of the server; other programs do not affect it."""
        return self.moves / self.server_cpu

    @property
    def updates_per_second(self) -> float:
        return self.updates / self.seconds

    @property
    def update_size(self) -> float:
        """Mean bytes of an update."""
        return self.update_bytes / self.updates

    @property
    def move_size(self) -> float:
        """Mean bytes of a move's message."""
        return self.move_bytes / self.sent

    @property
    def server_share(self) -> float:
        """The share of its core that the server used."""
        return self.server_cpu / self.seconds

    @property
    def client_share(self) -> float:
        """The share of its core that the client used; near 1 the client is the bottleneck."""
        return self.client_cpu / self.seconds


async def watch(server: Server, load: LoadClients, seconds: float) -> Window:
    """Measure for some seconds while the clients play."""
    begin, cpu, own = time.perf_counter(), server.cpu_seconds(), time.process_time()
    moves, updates, size = load.moves, load.updates, load.update_bytes
    sent, sent_size = load.sent, load.sent_bytes
    await asyncio.sleep(seconds)
    return Window(
        seconds=time.perf_counter() - begin,
        moves=load.moves - moves,
        updates=load.updates - updates,
        update_bytes=load.update_bytes - size,
        move_bytes=load.sent_bytes - sent_size,
        sent=load.sent - sent,
        server_cpu=server.cpu_seconds() - cpu,
        client_cpu=time.process_time() - own,
    )


async def play_fast(server: Server, load: LoadClients, seconds: float, warm_up: float = 1.0) -> Window:
    """Play as fast as replies come, then wait for the last ones."""
    with load.playing():
        await asyncio.sleep(warm_up)
        window = await watch(server, load, seconds)
    await load.settle()
    return window


async def play_steadily(
    server: Server, load: LoadClients, per_second: float, seconds: float, warm_up: float = 1.0
) -> tuple[Window, list[float]]:
    """Play at a steady rate; also return the sorted response times."""
    with load.playing(per_second):
        await asyncio.sleep(warm_up)
        waits: list[float] = []
        load.waits = waits
        window = await watch(server, load, seconds)
        load.waits = None
    await load.settle()
    return window, sorted(waits)


def check(load: LoadClients, groups: Sequence[Sequence[Client]]) -> None:
    """Check that every update reached every seat once and in order, and that no command was refused."""
    uneven = sum(len({seat.last_revision for seat in group}) != 1 for group in groups)
    gone = sum(seat.closed for group in groups for seat in group)
    if load.gaps or load.refusals or uneven or gone:
        raise BenchError(
            f"this was not a clean run: {load.gaps} updates out of order, {uneven} tables whose seats got different "
            f"updates, {gone} connections lost, refused: {dict(load.refusals)}"
        )
