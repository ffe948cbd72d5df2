"""Many seats at tables where nothing happens: what they cost in memory, and that they cost no time.

uvicorn pings every socket every 20 seconds. The bare echo, with as many sockets open over the same 20 seconds, shows what
that costs; the rest would be the tables'.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from bench.server.crowd import Crowd
from bench.server.load import check
from bench.server.process import Server
from bench.server.seating import seat_players, seat_shouters

#: As long as it takes until every socket was pinged once.
IDLE_SECONDS = 20.0


@dataclass(frozen=True)
class Idle:
    """What idle seats cost."""

    seats: int
    before: int  # bytes of the server with nobody there
    resident: int
    bare_before: int
    bare_resident: int  # of the bare echo with as many sockets
    seconds: float
    cpu: float
    bare_cpu: float

    @property
    def per_seat(self) -> float:
        """Bytes per seat: a socket and a quarter of a table."""
        return (self.resident - self.before) / self.seats

    @property
    def bare_per_socket(self) -> float:
        """Bytes per socket of the bare echo."""
        return (self.bare_resident - self.bare_before) / self.seats


async def sit_idle(server: Server, bare: Server, tables: int, seconds: float = IDLE_SECONDS) -> Idle:
    """Fill tables, deal, and do nothing."""
    before, bare_before = server.resident(), bare.resident()
    crowd, bare_crowd = Crowd(), Crowd()
    players = await seat_players(server, crowd, tables)
    shouters = await seat_shouters(bare, bare_crowd, tables, "draw")
    await asyncio.sleep(2)
    cpu, bare_cpu = server.cpu_seconds(), bare.cpu_seconds()
    await asyncio.sleep(seconds)
    check(crowd, players)
    check(bare_crowd, shouters)
    return Idle(
        seats=sum(len(group) for group in players),
        before=before,
        resident=server.resident(),
        bare_before=bare_before,
        bare_resident=bare.resident(),
        seconds=seconds,
        cpu=server.cpu_seconds() - cpu,
        bare_cpu=bare.cpu_seconds() - bare_cpu,
    )
