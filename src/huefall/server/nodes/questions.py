"""``Questions``: what a node asks the others, because only they know it: their tables, and who is there.

A server that is alone asks nobody. Nodes that do not answer in time are left out of lists.
Tested in tests/server/nodes/test_questions.py.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
from msgspec import Struct

from huefall.protocol.http import AdminTable
from huefall.protocol.me import MyRunningGame
from huefall.protocol.tables import LobbyTable
from huefall.server.history.running import show_running
from huefall.server.nodes.calls import NodeCalls
from huefall.server.ownership import OwnedElsewhere
from huefall.server.refusal import Refusal
from huefall.server.tables.listing import MAX_IN_LOBBY, LobbyOrder
from huefall.server.tables.registry import TableRegistry
from huefall.server.transport.live_connections import LiveConnections

Answer = TypeVar("Answer")

#: The lobby of other nodes is asked for at most this often; the start page of everybody shows it.
LOBBY_SECONDS = 1.0

#: How long a list waits for a node that is slow.
LIST_SECONDS = 2.0


class _Running(Struct):
    code: str
    guest: str


#: A running game of a guest, and when its table has changed, in milliseconds.
RunningGame = tuple[int, MyRunningGame]


_decode_running: Callable[[bytes], RunningGame | None] = msgspec.json.Decoder(RunningGame | None).decode


class Questions:
    def __init__(self, calls: NodeCalls, tables: TableRegistry, connections: LiveConnections) -> None:
        self._calls = calls
        self._tables = tables
        self._connections = connections
        self._lobby: list[tuple[LobbyOrder, LobbyTable]] = []  # of the other nodes
        self._lobby_at = -LOBBY_SECONDS
        calls.register("lobby", _answer(self._own_lobby))
        calls.register("admin_tables", _answer(tables.admin_list))
        calls.register("guests_in_use", _answer(self._own_guests))
        calls.register("running", self._answer_running)
        calls.register("hand_over", self._answer_hand_over)

    async def lobby(self) -> list[LobbyTable]:
        """List the public tables of all nodes, in the order of ``TableRegistry.lobby``."""
        if time.monotonic() - self._lobby_at >= LOBBY_SECONDS:
            self._lobby_at = time.monotonic()
            answers = await self._calls.call_all("lobby", b"", timeout=LIST_SECONDS)
            self._lobby = _merge(answers, list[tuple[LobbyOrder, LobbyTable]])
        rows = sorted([*self._tables.lobby(), *self._lobby], key=lambda row: row[0])
        return [shown for _, shown in rows[:MAX_IN_LOBBY]]

    async def admin_tables(self) -> list[AdminTable]:
        """List all open tables of all nodes."""
        elsewhere = _merge(await self._calls.call_all("admin_tables", b"", timeout=LIST_SECONDS), list[AdminTable])
        return [*await self._tables.admin_list(), *elsewhere]

    async def guests_elsewhere(self) -> set[str]:
        """Return the guests who are connected to other nodes, or have a seat at a table there."""
        return set(_merge(await self._calls.call_all("guests_in_use", b"", timeout=LIST_SECONDS), list[str]))

    async def running(self, code: str, guest: str) -> RunningGame | None:
        """Return a table of a guest as the list of their games shows it; None if they have no seat there.

        Raises ``NotReady``, and ``UnreadableStream`` if it cannot be read.
        """
        try:
            return await self._own_running(code, guest)
        except OwnedElsewhere as error:
            try:
                answer = await self._calls.call(error.owner, "running", msgspec.json.encode(_Running(code, guest)))
            except Refusal:  # the node is going; the list is complete again when another one has the table
                return None
            return _decode_running(answer)

    async def take_table(self, error: OwnedElsewhere) -> None:
        """Make the owner of a table give it up; raise ``Refusal`` if it does not."""
        await self._calls.call(error.owner, "hand_over", error.code.encode())

    # Answers

    async def _own_lobby(self) -> list[tuple[LobbyOrder, LobbyTable]]:
        return self._tables.lobby()

    async def _own_guests(self) -> list[str]:
        return sorted(self._connections.guests | self._tables.seated_guests())

    async def _own_running(self, code: str, guest: str) -> RunningGame | None:
        table = await self._tables.find(code)
        shown = show_running(table, guest) if table is not None else None
        return (table.state.changed_at_ms, shown) if table is not None and shown is not None else None

    async def _answer_running(self, data: bytes) -> bytes:
        asked = msgspec.json.decode(data, type=_Running)
        try:
            return msgspec.json.encode(await self._own_running(asked.code, asked.guest))
        except OwnedElsewhere:
            return b"null"

    async def _answer_hand_over(self, data: bytes) -> bytes:
        await self._tables.hand_over(data.decode())
        return b""


def _answer(ask: Callable[[], Awaitable[object]]) -> Callable[[bytes], Awaitable[bytes]]:
    """Return a handler that answers with JSON, whatever it is asked."""

    async def answer(_: bytes) -> bytes:
        return msgspec.json.encode(await ask())

    return answer


def _merge(answers: list[bytes], kind: type[list[Answer]]) -> list[Answer]:
    return [each for answer in answers for each in msgspec.json.decode(answer, type=kind)]
