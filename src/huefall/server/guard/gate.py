"""The gate of the HTTP side: how often an address asks, and from which page. It stands before sockets too, whose
handshake is a request like any other.
"""

from __future__ import annotations

from collections.abc import Callable

from starlette.types import ASGIApp, Receive, Scope, Send

from huefall.server.guard.address import Client, Proxies
from huefall.server.guard.origins import Origins
from huefall.server.guard.rates import KeyedRate
from huefall.server.guard.rejection import Rejection, answer

#: Methods that change nothing; a foreign page cannot read their answers anyway.
READING = frozenset({"GET", "HEAD", "OPTIONS"})

#: Files that are kept at hand and cost next to nothing; a page wants many of them at once.
FILES = "/static/"


class Gate:
    """Middleware that turns away who asks too often, and foreign pages that want to change something."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        proxies: Proxies,
        origins: Origins,
        requests: KeyedRate,
        files: KeyedRate,
        on_refusal: Callable[[str], None] = lambda _reason: None,
    ) -> None:
        self._app = app
        self._proxies = proxies
        self._origins = origins
        self._requests = requests
        self._files = files
        self._on_refusal = on_refusal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through or answer it with a refusal."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        refusal = self._judge(scope, self._proxies.client(scope))
        if refusal is None:
            await self._app(scope, receive, send)
        else:
            self._on_refusal(refusal.reason)
            await answer(refusal, scope, receive, send)

    def _judge(self, scope: Scope, client: Client) -> Rejection | None:
        rate = self._files if scope["path"].startswith(FILES) else self._requests
        if wait := rate.hit(client.address):
            return Rejection(429, "too_fast", f"too many requests from your address; wait {wait} s", wait)
        if scope["type"] == "http" and scope["method"] in READING:
            return None
        return self._origins.refuse(scope, client)
