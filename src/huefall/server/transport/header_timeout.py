"""How long the head of a request may be, and how long it may take. uvicorn waits for ever for a request to begin or to go
on; whoever opens connections and says nothing would use them all up.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

#: How long a head may be, in bytes, and how long it may take, in seconds.
HEAD_BYTES = 32_768
HEAD_SECONDS = 15.0


class HeaderTimeoutProtocol(H11Protocol):
    """uvicorn's HTTP side, which closes a connection whose next request does not come in time."""

    _timer: asyncio.TimerHandle | None = None
    _is_handed_over = False

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take what comes; a request that has begun is on the application's time."""
        super().data_received(data)
        if self._is_handed_over:
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()
        elif self._timer is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._stop_waiting()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Hand the connection over to the other side, which has limits of its own."""
        self._is_handed_over = True
        self._stop_waiting()
        super().handle_websocket_upgrade(event)

    def _wait(self) -> None:
        self._timer = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._timer = None
        if not self.transport.is_closing() and (self.cycle is None or self.cycle.response_complete):
            self.transport.close()
