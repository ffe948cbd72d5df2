"""Security headers: our pages load from and call only this server, cannot be framed, and send no referrer to other sites
(the link of a table is an invitation).
"""

from __future__ import annotations

from collections.abc import Sequence

from starlette.datastructures import MutableHeaders
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from huefall.server.guard.address import Proxies

#: ``'self'`` in connect-src covers the socket of the same host in every browser since 2022.
CONTENT_POLICY = (
    "default-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)

HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}

#: One year, and this host only: other subdomains are not ours to decide about.
STRICT_TRANSPORT = "max-age=31536000"

#: How long a browser may cache the permissions of another origin.
PREFLIGHT_SECONDS = 3600

_STARTS = frozenset({"http.response.start", "websocket.http.response.start"})


class SecurityHeaders:
    """Middleware that adds the headers to every response. A header the response already has is kept."""

    def __init__(self, app: ASGIApp, *, proxies: Proxies) -> None:
        self._app = app
        self._proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        secure = self._proxies.client(scope).secure

        async def send_with_headers(message: Message) -> None:
            if message["type"] in _STARTS:
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if secure:
                    # Browsers ignore it over http, and a server at home has no certificate.
                    headers.setdefault("strict-transport-security", STRICT_TRANSPORT)
            await send(message)

        await self._app(scope, receive, send_with_headers)


def with_cors(app: ASGIApp, origins: Sequence[str]) -> ASGIApp:
    """Let pages of the configured origins read responses; without any there is no such header."""
    if not origins:
        return app
    # Tokens travel in Authorization, not in cookies: a browser adds no credentials by itself.
    return CORSMiddleware(
        app,
        allow_origins=origins,
        allow_methods=["GET", "POST", "PATCH", "DELETE"],
        allow_headers=["authorization", "content-type"],
        expose_headers=["retry-after"],
        max_age=PREFLIGHT_SECONDS,
    )
