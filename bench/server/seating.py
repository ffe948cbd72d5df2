"""Before there is a load: guests and tables are made over HTTP, sockets opened, seats taken, matches begun."""

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

from bench.server.crowd import Crowd, Seat
from bench.server.player import Player
from bench.server.process import BenchError, Server
from bench.server.shouter import Shouter

SEATS = 4

#: Handshakes and requests under way at once.
AT_ONCE = 50
THREADS = 16

AnySeat = TypeVar("AnySeat", bound=Seat)


class Asking:
    """Asks the HTTP API from several threads, each over a connection that stays open."""

    def __init__(self, server: Server) -> None:
        self._host = server.host
        self._local = threading.local()

    def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """Return the answer to a request that must succeed."""
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
        """Wait for the rules to be compiled."""
        deadline = time.monotonic() + seconds
        while not self.ask("GET", "/healthz")["engine"]["ready"]:
            if time.monotonic() > deadline:
                raise BenchError(f"the rules were not compiled within {seconds:.0f} s")
            time.sleep(0.2)

    def new_guest(self, number: int) -> str:
        """Make a guest and return the token."""
        return str(self.ask("POST", "/api/guests", {"name": f"Guest {number}"})["token"])

    def new_table(self, token: str) -> str:
        """Set up a table for a guest, who sits on its first seat, and return its code."""
        setup = {"edition": "classic", "preset": "official", "seats": SEATS, "move_seconds": 0}
        return str(self.ask("POST", "/api/tables", {"setup": setup}, token)["code"])


async def seat_players(server: Server, crowd: Crowd, tables: int) -> list[list[Player]]:
    """Fill tables with guests and begin a match at each; nobody has moved yet."""
    asking = Asking(server)
    with ThreadPoolExecutor(THREADS) as pool:
        await asyncio.to_thread(asking.wait_until_ready)
        tokens = await asyncio.to_thread(lambda: list(pool.map(asking.new_guest, range(tables * SEATS))))
        codes = await asyncio.to_thread(lambda: list(pool.map(asking.new_table, tokens[::SEATS])))
    seated = []
    for number, code in enumerate(codes):
        first = number * SEATS
        seated.append(
            [
                Player(crowd, server.host, code, tokens[place], deals=place == first, seed=place)
                for place in range(first, first + SEATS)
            ]
        )
    for turn in range(SEATS):  # one of each table at a time, so that each has its answer before the next one comes
        players = [table[turn] for table in seated]
        await connect(server, players)
        for some in _some(players):
            for player in some:
                player.greet()
            await asyncio.gather(*(player.welcomed for player in some))
            if turn:
                for player in some:
                    player.sit()
        await crowd.settle()
    for some in _some([table[0] for table in seated]):
        for player in some:
            player.begin()
        await crowd.settle()
    return seated


async def seat_shouters(server: Server, crowd: Crowd, rooms: int, sentence: str) -> list[list[Shouter]]:
    """Fill the rooms of the bare echo."""
    seated = [[Shouter(crowd, server.host, room, seat, sentence) for seat in range(SEATS)] for room in range(rooms)]
    await connect(server, [shouter for room in seated for shouter in room])
    for room in seated:
        crowd.is_asked(room[0])
    return seated


async def connect(server: Server, seats: Sequence[Seat]) -> None:
    """Open the sockets."""
    loop = asyncio.get_running_loop()
    host, _, port = server.host.partition(":")
    for some in _some(seats):
        await asyncio.gather(*(loop.create_connection(partial(_itself, seat), host, int(port)) for seat in some))
        await asyncio.gather(*(seat.opened for seat in some))


def _itself(seat: Seat) -> Seat:
    return seat


def _some(seats: Sequence[AnySeat]) -> list[Sequence[AnySeat]]:
    return [seats[start : start + AT_ONCE] for start in range(0, len(seats), AT_ONCE)]
