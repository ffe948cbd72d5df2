"""``Gate``: limits the request rate per address and checks the origin, for HTTP requests and socket handshakes."""

from __future__ import annotations

from collections.abc import Callable

from starlette.types import ASGIApp, Receive, Scope, Send

from huefall.server.guard.address import Client, Proxies
from huefall.server.guard.origins import Origins
from huefall.server.guard.rates import KeyedRate
from huefall.server.guard.rejection import Rejection, answer

#: Methods that change nothing; the page of another site cannot read their responses anyway.
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

#: Files in memory, which cost almost nothing; a page loads many of them at once.
FILES_PATH = "/static/"


class Gate:
    """Middleware that rejects requests that come too often, or that change something from the page of another site."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        proxies: Proxies,
        origins: Origins,
        requests: KeyedRate,
        files: KeyedRate,
        on_rejection: Callable[[str], None] = lambda _reason: None,
    ) -> None:
        self._app = app
        self._proxies = proxies
        self._origins = origins
        self._requests = requests
        self._files = files
        self._on_rejection = on_rejection

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        rejection = self._judge(scope, self._proxies.client(scope))
        if rejection is None:
            await self._app(scope, receive, send)
        else:
            self._on_rejection(rejection.reason)
            await answer(rejection, scope, receive, send)

    def _judge(self, scope: Scope, client: Client) -> Rejection | None:
        rate = self._files if scope["path"].startswith(FILES_PATH) else self._requests
        if wait := rate.hit(client.address):
            return Rejection(429, "too_fast", f"too many requests from your address; wait {wait} s", wait)
        if scope["type"] == "http" and scope["method"] in SAFE_METHODS:
            return None
        return self._origins.reject(scope, client)
