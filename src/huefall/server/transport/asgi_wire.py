"""``AsgiWire``: a ``Wire`` on any ASGI server, used when uvicorn's protocols do not fit ``uvicorn_protocols``.

``send`` of ASGI may wait for the network, and a table never does: messages go into a queue that a task empties.
It costs more per message than ``DirectWire``, and a client that floods pings is not dropped.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState


class AsgiWire:
    """Sends through Starlette. ASGI cannot drop a connection: ``on_abort`` must end the handler of the socket."""

    def __init__(self, socket: WebSocket, on_abort: Callable[[], None]) -> None:
        self._socket = socket
        self._on_abort = on_abort
        self._unsent: deque[bytes] = deque()
        self._backlog = 0
        self._is_open = True
        self._sending: asyncio.Task[None] | None = None

    @property
    def backlog(self) -> int:
        return self._backlog

    def write(self, text: bytes) -> None:
        if not self._is_open:
            return
        self._unsent.append(text)
        self._backlog += len(text)
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send_all())

    def abort(self) -> None:
        self._is_open = False
        self._forget_unsent()
        if self._sending is not None:
            self._sending.cancel()
        self._on_abort()

    async def close(self, code: int, reason: str) -> None:
        self._is_open = False
        if self._sending is not None:
            await self._sending
        if self._socket.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(WebSocketDisconnect):
                await self._socket.close(code, reason)

    async def _send_all(self) -> None:
        while self._unsent:
            text = self._unsent.popleft()
            try:
                await self._socket.send_text(text.decode())
            except (WebSocketDisconnect, RuntimeError):  # the client has left, or the handler has closed the socket
                self._is_open = False
                self._forget_unsent()
                return
            self._backlog -= len(text)

    def _forget_unsent(self) -> None:
        self._unsent.clear()
        self._backlog = 0
