"""Prepares the load: creates guests and tables over HTTP, opens sockets, takes seats and begins matches."""

from __future__ import annotations

import asyncio
import http.client
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import msgspec

from bench.server.echo_client import EchoClient
from bench.server.load_clients import Client, LoadClients
from bench.server.process import BenchError, Server
from bench.server.table_client import TableClient

SEATS = 4

#: Concurrent handshakes and requests.
MAX_CONCURRENT = 50
THREADS = 16

AnyClient = TypeVar("AnyClient", bound=Client)


class ApiClient:
    """Client of the HTTP API for several threads, each with its own persistent connection."""

    def __init__(self, server: Server) -> None:
        self._host = server.host
        self._local = threading.local()

    def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """Return the response to a request that must succeed."""
        connection = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = http.client.HTTPConnection(self._host, timeout=60)
        headers = {"content-type": "application/json"}
        if token is not None:
            headers["authorization"] = f"Bearer {token}"
        connection.request(method, path, None if body is None else msgspec.json.encode(body), headers)
        answer = connection.getresponse()
        data = answer.read()
        if answer.status >= 300:
            raise BenchError(f"{method} {path} was answered with {answer.status}: {data[:300]!r}")
        return msgspec.json.decode(data) if "json" in answer.headers.get("content-type", "") else data

    def wait_until_ready(self, seconds: float = 120.0) -> None:
        deadline = time.monotonic() + seconds
        while not self.ask("GET", "/healthz")["engine"]["ready"]:
            if time.monotonic() > deadline:
                raise BenchError(f"the rules were not compiled within {seconds:.0f} s")
            time.sleep(0.2)

    def new_guest(self, number: int) -> str:
        """Create a guest and return its token."""
        return str(self.ask("POST", "/api/guests", {"name": f"Guest {number}"})["token"])

    def new_table(self, token: str) -> str:
        """Create a table, with the guest on its first seat, and return its code."""
        setup = {"edition": "classic", "preset": "official", "seats": SEATS, "move_seconds": 0}
        return str(self.ask("POST", "/api/tables", {"setup": setup}, token)["code"])


async def seat_table_clients(
    server: Server, load: LoadClients, tables: int, reach: Sequence[Server] = ()
) -> list[list[TableClient]]:
    """Fill tables with guests and begin a match at each, without any moves.

    ``reach``: the nodes that the sockets of a table's guests are opened at, in turn; without any, the server.
    """
    doors = reach or [server]
    api = ApiClient(server)
    with ThreadPoolExecutor(THREADS) as pool:
        await asyncio.to_thread(api.wait_until_ready)
        tokens = await asyncio.to_thread(lambda: list(pool.map(api.new_guest, range(tables * SEATS))))
        codes = await asyncio.to_thread(lambda: list(pool.map(api.new_table, tokens[::SEATS])))
    seated = []
    for number, code in enumerate(codes):
        first = number * SEATS
        seated.append(
            [
                TableClient(load, doors[guest % len(doors)].host, code, tokens[guest], deals=guest == first, seed=guest)
                for guest in range(first, first + SEATS)
            ]
        )
    for turn in range(SEATS):  # one client per table at a time, so that each has its reply before the next one comes
        players = [table[turn] for table in seated]
        await connect(players)
        for some in _batches(players):
            for player in some:
                player.send_hello()
            await asyncio.gather(*(player.welcomed for player in some))
            if turn:
                for player in some:
                    player.sit()
        await load.settle()
    for some in _batches([table[0] for table in seated]):
        for player in some:
            player.begin()
        await load.settle()
    return seated


async def connect_echo_clients(server: Server, load: LoadClients, rooms: int, sentence: str) -> list[list[EchoClient]]:
    seated = [[EchoClient(load, server.host, room, seat, sentence) for seat in range(SEATS)] for room in range(rooms)]
    await connect([client for room in seated for client in room])
    for room in seated:
        load.on_turn(room[0])
    return seated


async def connect(seats: Sequence[Client]) -> None:
    for some in _batches(seats):
        await asyncio.gather(*(_open(seat) for seat in some))
        await asyncio.gather(*(seat.opened for seat in some))


async def _open(seat: Client) -> None:
    host, _, port = seat.host.partition(":")
    await asyncio.get_running_loop().create_connection(partial(_itself, seat), host, int(port))


def _itself(seat: Client) -> Client:
    return seat


def _batches(seats: Sequence[AnyClient]) -> list[Sequence[AnyClient]]:
    return [seats[start : start + MAX_CONCURRENT] for start in range(0, len(seats), MAX_CONCURRENT)]
