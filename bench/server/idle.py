"""Many seats at idle tables: their memory, and that they cost no CPU time.

uvicorn pings every socket every 20 seconds. The bare echo, with as many sockets over the same 20 seconds, shows the
cost of that; anything more would be the cost of tables.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from bench.server.load import check
from bench.server.load_clients import LoadClients
from bench.server.process import Server
from bench.server.seating import connect_echo_clients, seat_table_clients

#: Until every socket was pinged once.
IDLE_SECONDS = 20.0


@dataclass(frozen=True)
class Idle:
    """The cost of idle seats."""

    seats: int
    before: int  # bytes of the server without clients
    resident: int
    bare_before: int
    bare_resident: int  # of the bare echo with as many sockets
    seconds: float
    cpu: float
    bare_cpu: float

    @property
    def per_seat(self) -> float:
        """Bytes per seat: one socket and a quarter of a table."""
        return (self.resident - self.before) / self.seats

    @property
    def bare_per_socket(self) -> float:
        """Bytes per socket of the bare echo."""
        return (self.bare_resident - self.bare_before) / self.seats


async def sit_idle(server: Server, bare: Server, tables: int, seconds: float = IDLE_SECONDS) -> Idle:
    """Fill tables, deal, and measure without moves."""
    before, bare_before = server.resident(), bare.resident()
    load, echo_load = LoadClients(), LoadClients()
    players = await seat_table_clients(server, load, tables)
    echo_clients = await connect_echo_clients(bare, echo_load, tables, "draw")
    await asyncio.sleep(2)
    cpu, bare_cpu = server.cpu_seconds(), bare.cpu_seconds()
    await asyncio.sleep(seconds)
    check(load, players)
    check(echo_load, echo_clients)
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
