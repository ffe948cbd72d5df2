"""A load and what it costs: moves as fast as they are answered, or at a steady rate."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass

from bench.server.crowd import Crowd, Seat
from bench.server.process import BenchError, Server


@dataclass(frozen=True)
class Window:
    """What was counted over a while of load."""

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
        """Moves acknowledged per second of the clock on the wall."""
        return self.moves / self.seconds

    @property
    def per_cpu_second(self) -> float:
        """Moves acknowledged per CPU-second of the server; neighbours take nothing away from it."""
        return self.moves / self.server_cpu

    @property
    def updates_per_second(self) -> float:
        """Updates delivered per second."""
        return self.updates / self.seconds

    @property
    def update_size(self) -> float:
        """Bytes of an update on average."""
        return self.update_bytes / self.updates

    @property
    def move_size(self) -> float:
        """Bytes of a move's message on average."""
        return self.move_bytes / self.sent

    @property
    def server_share(self) -> float:
        """How much of its core the server had."""
        return self.server_cpu / self.seconds

    @property
    def client_share(self) -> float:
        """How much of its core the client had; near 1 it is what is slow."""
        return self.client_cpu / self.seconds


async def watch(server: Server, crowd: Crowd, seconds: float) -> Window:
    """Count over a while in which somebody else lets the crowd play."""
    begin, cpu, own = time.perf_counter(), server.cpu_seconds(), time.process_time()
    moves, updates, size = crowd.moves, crowd.updates, crowd.update_bytes
    sent, sent_size = crowd.sent, crowd.sent_bytes
    await asyncio.sleep(seconds)
    return Window(
        seconds=time.perf_counter() - begin,
        moves=crowd.moves - moves,
        updates=crowd.updates - updates,
        update_bytes=crowd.update_bytes - size,
        move_bytes=crowd.sent_bytes - sent_size,
        sent=crowd.sent - sent,
        server_cpu=server.cpu_seconds() - cpu,
        client_cpu=time.process_time() - own,
    )


async def play_fast(server: Server, crowd: Crowd, seconds: float, warm_up: float = 1.0) -> Window:
    """Play as fast as moves are answered, and come to rest."""
    with crowd.playing():
        await asyncio.sleep(warm_up)
        window = await watch(server, crowd, seconds)
    await crowd.settle()
    return window


async def play_steadily(
    server: Server, crowd: Crowd, per_second: float, seconds: float, warm_up: float = 1.0
) -> tuple[Window, list[float]]:
    """Play at a steady rate; return how long answers took as well, sorted."""
    with crowd.playing(per_second):
        await asyncio.sleep(warm_up)
        waits: list[float] = []
        crowd.waits = waits
        window = await watch(server, crowd, seconds)
        crowd.waits = None
    await crowd.settle()
    return window, sorted(waits)


def check(crowd: Crowd, groups: Sequence[Sequence[Seat]]) -> None:
    """Make sure that every update has come to every seat, once and in order, and that nothing was refused."""
    uneven = sum(len({seat.told for seat in group}) != 1 for group in groups)
    gone = sum(seat.closed for group in groups for seat in group)
    if crowd.gaps or crowd.refusals or uneven or gone:
        raise BenchError(
            f"this was no clean run: {crowd.gaps} updates out of order, {uneven} tables whose seats were not told the "
            f"same, {gone} connections lost, refused: {dict(crowd.refusals)}"
        )
