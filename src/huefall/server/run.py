"""Running a server: open the store, put the house together, listen, and stop in order."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import webbrowser

import structlog
import uvicorn
import uvloop

from huefall.server.assembly import build
from huefall.server.ops.admin import note_address
from huefall.server.ops.logs import configure_logs
from huefall.server.settings import Settings
from huefall.server.store import SqliteStore
from huefall.server.transport.header_timeout import HEAD_BYTES, HeaderTimeoutProtocol
from huefall.server.transport.wire import DirectProtocol
from huefall.vocabulary.errors import HuefallError

log = structlog.get_logger("huefall.server")

DATABASE = "huefall.db"

#: How long open requests may take to end when the server stops.
STOP_SECONDS = 5


class ServeError(HuefallError):
    """The server cannot listen where it was told to."""


def serve(settings: Settings) -> None:
    """Run a server until it is told to stop."""
    configure_logs(settings.log_level, settings.log_format)
    # uvicorn stops in order at both signals and then raises them again; being asked to stop is no failure.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    listener = _listen(settings)
    url = _local_url(listener)
    with contextlib.suppress(KeyboardInterrupt), listener, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_serve(settings, listener, url))


async def _serve(settings: Settings, listener: socket.socket, url: str) -> None:
    store = await SqliteStore.open(settings.data / DATABASE)
    house = build(settings, store)
    store.watch = house.metrics.observe_batch
    note_address(settings.data, url)
    server = uvicorn.Server(
        uvicorn.Config(
            house.app,
            log_config=None,
            access_log=False,
            http=HeaderTimeoutProtocol,
            h11_max_incomplete_event_size=HEAD_BYTES,
            # Each connection is a file. Room for requests beside the sockets, whose number has a limit of its own.
            limit_concurrency=settings.max_connections + 1000,
            ws=DirectProtocol,
            ws_max_size=settings.message_bytes,
            # On by default, it more than doubles the cost of a message and triples the memory of a connection.
            ws_per_message_deflate=False,
            ws_ping_interval=20.0,
            ws_ping_timeout=20.0,
            proxy_headers=False,  # huefall.server.guard.address reads them, and believes only named proxies
            server_header=False,
            date_header=False,
            timeout_graceful_shutdown=STOP_SECONDS,
            timeout_keep_alive=30,
        )
    )
    log.info("listening", event_id="listening", url=url)
    if settings.open_browser:
        asyncio.get_running_loop().call_later(0.2, webbrowser.open, url)
    await server.serve(sockets=[listener])


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
    """Say where the server can be reached from its own machine."""
    host, port = listener.getsockname()[:2]
    everywhere = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104  # what is shown instead
    shown = everywhere.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}"
