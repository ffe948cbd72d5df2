"""Runs a server: opens the store, assembles the parts, listens, and stops in order."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import webbrowser
from typing import Any

import structlog
import uvicorn
import uvloop

from huefall.server.assembly import build
from huefall.server.ops.admin import note_address
from huefall.server.ops.logs import configure_logs
from huefall.server.settings import Settings
from huefall.server.store import StoreFailed, StoreHealth
from huefall.server.store.opening import open_store
from huefall.vocabulary.errors import HuefallError

log = structlog.get_logger("huefall.server")

#: How long open requests may take to end when the server stops.
STOP_SECONDS = 5

#: Request line and headers together.
MAX_HEADER_BYTES = 32_768

#: Each connection needs a file descriptor; sockets have a limit of their own, and this many HTTP requests come on top.
MAX_REQUEST_CONNECTIONS = 1000

#: Variable for tests: if set, the server runs on plain ASGI although the installed uvicorn could do better.
PLAIN_ASGI_VARIABLE = "_HUEFALL_PLAIN_ASGI"


class ServeError(HuefallError):
    """The server cannot listen on the configured address."""


def serve(settings: Settings, cache_problem: str = "", *, accept_loss: bool = False) -> None:
    """Run a server until SIGINT or SIGTERM, or until its store fails.

    ``cache_problem`` says why compiled rules are kept in the data directory. ``accept_loss``: start although acknowledged
    entries are missing.
    """
    configure_logs(settings.log_level, settings.log_format)
    if cache_problem:
        log.warning(
            "compiled rules are kept in the data directory: set HUEFALL_CACHE to keep them elsewhere",
            event_id="cache_moved",
            reason=cache_problem,
        )
    # uvicorn shuts down at both signals and then raises them again; neither is a failure.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    listener = _listen(settings)
    url = _local_url(listener)
    with contextlib.suppress(KeyboardInterrupt), listener, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_serve(settings, listener, url, accept_loss=accept_loss))


async def _serve(settings: Settings, listener: socket.socket, url: str, *, accept_loss: bool) -> None:
    store = await open_store(settings.store, settings.data, accept_loss=accept_loss)
    server = build(settings, store)
    store.watch = server.metrics.observe_batch
    note_address(settings.data, url)
    http, ws = choose_protocols()
    listening = uvicorn.Server(
        uvicorn.Config(
            server.app,
            log_config=None,
            access_log=False,
            http=http,
            h11_max_incomplete_event_size=MAX_HEADER_BYTES,
            limit_concurrency=settings.max_connections + MAX_REQUEST_CONNECTIONS,
            ws=ws,
            ws_max_size=settings.message_bytes,
            # uvicorn's default, on, more than doubles the cost of a message and triples the memory of a connection.
            ws_per_message_deflate=False,
            ws_ping_interval=20.0,
            ws_ping_timeout=20.0,
            proxy_headers=False,  # huefall.server.guard.address reads them, from trusted proxies only
            server_header=False,
            date_header=False,
            timeout_graceful_shutdown=STOP_SECONDS,
            timeout_keep_alive=30,
        )
    )
    log.info("listening", event_id="listening", url=url)
    if settings.open_browser:
        asyncio.get_running_loop().call_later(0.2, webbrowser.open, url)
    store.health.on_change(lambda: _end_if_failed(listening, store.health))
    await listening.serve(sockets=[listener])
    if store.health.failed is not None:
        raise StoreFailed(store.health.failed)


def _end_if_failed(listening: uvicorn.Server, health: StoreHealth) -> None:
    """End the server if its store has failed: only a new start can find out what is on the disk."""
    if health.failed is not None:
        listening.should_exit = True


def choose_protocols() -> tuple[Any, Any]:
    """Return uvicorn's HTTP and WebSocket protocols: ours, or uvicorn's own where ours do not fit its version.

    Needs a running event loop.
    """
    try:
        if PLAIN_ASGI_VARIABLE in os.environ:
            raise ImportError(f"{PLAIN_ASGI_VARIABLE} is set")  # noqa: TRY301
        from huefall.server.transport import uvicorn_protocols as ours  # noqa: PLC0415  # its imports fail where uvicorn has changed

        ours.check_uvicorn()
    except Exception as error:  # noqa: BLE001  # whatever uvicorn's new version raises, the server can still run
        log.warning(
            "serving over plain ASGI: slower, and without limits on slow headers and on pings",
            event_id="plain_asgi",
            uvicorn=uvicorn.__version__,
            reason=f"{type(error).__name__}: {error}",
        )
        return "h11", "auto"
    return ours.HeaderTimeoutProtocol, ours.DirectProtocol


def _listen(settings: Settings) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        return socket.create_server((settings.host, settings.port), family=family, backlog=1024)
    except OSError as error:
        raise ServeError(
            f"cannot listen on {settings.host} port {settings.port}: {error.strerror or error}; "
            "another program may use it: choose another with --port"
        ) from error


def _local_url(listener: socket.socket) -> str:
    """Return the server's address as seen from its own machine."""
    host, port = listener.getsockname()[:2]
    everywhere = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104  # what to show instead
    shown = everywhere.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}"
