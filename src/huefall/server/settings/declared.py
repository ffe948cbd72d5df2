"""Every setting, declared once: name, type, range, default and help. Flags, variables, the file, error messages and the
table in docs/hosting.md are derived from it. Tested in tests/server/test_settings.py.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from huefall.server.guard.address import read_network
from huefall.server.guard.origins import read_origin, read_url
from huefall.server.store.addresses import read_address

MAX = 1_000_000


def default_data(environ: Mapping[str, str]) -> Path:
    """Return the data directory according to the XDG base directory specification."""
    base = Path(environ.get("XDG_DATA_HOME", ""))
    # The specification says that relative paths are ignored.
    return (base if base.is_absolute() else Path.home() / ".local" / "share") / "huefall"


class Settings(Struct, frozen=True, kw_only=True):
    """The settings of a server."""

    host: Annotated[
        str,
        Meta(
            min_length=1,
            description="Address to listen on; 0.0.0.0 for all of IPv4, :: for IPv6 as well.",
            extra={"expected": "an address or the name of a host"},
        ),
    ] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535, description="Port to listen on; 0 takes any free one.")] = 8000
    data: Annotated[
        Path,
        Meta(
            description="Directory for all data.",
            extra={"default": "$XDG_DATA_HOME/huefall or ~/.local/share/huefall"},
        ),
    ] = msgspec.field(default_factory=lambda: default_data(os.environ))
    store: Annotated[
        str,
        Meta(
            description="Address of a PostgreSQL database for all data of tables and guests, which several nodes may share; empty keeps them in a file in the data directory.",
            extra={
                "read": read_address,
                "expected": "an address such as postgresql://user:password@host/database, or an empty text",
                "is_secret": True,
            },
        ),
    ] = ""
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(description="The lowest level of log lines to write.")
    ] = "info"
    log_format: Annotated[
        Literal["auto", "console", "json"],
        Meta(description="Log lines for people or for programs; auto writes for people if stderr is a terminal."),
    ] = "auto"
    public_url: Annotated[
        str,
        Meta(
            description="Address of the server for links; empty takes it from each request.",
            extra={
                "read": read_url,
                "expected": "an address without a path, such as https://cards.example.org, or an empty text",
            },
        ),
    ] = ""
    origins: Annotated[
        tuple[str, ...],
        Meta(
            description="Other sites whose pages may use this server; * allows every site.",
            extra={"read": read_origin, "expected": "origins such as https://example.org, or *"},
        ),
    ] = ()
    trusted_proxies: Annotated[
        tuple[str, ...],
        Meta(
            description="Reverse proxies whose X-Forwarded headers are trusted.",
            extra={"read": read_network, "expected": "addresses or networks such as 127.0.0.1 or 10.0.0.0/8"},
        ),
    ] = ()
    max_tables: Annotated[int, Meta(ge=1, le=MAX, description="Tables open at once.")] = 2000
    max_connections: Annotated[int, Meta(ge=1, le=MAX, description="Sockets open at once.")] = 10_000
    connections_per_address: Annotated[
        int, Meta(ge=0, le=MAX, description="Sockets open at once from one address; 0: no limit.")
    ] = 100
    connections_per_guest: Annotated[
        int, Meta(ge=0, le=MAX, description="Sockets open at once of one guest; 0: no limit.")
    ] = 8
    tables_per_address: Annotated[
        int, Meta(ge=0, le=MAX, description="New tables per hour from one address; 0: no limit.")
    ] = 20
    guests_per_address: Annotated[
        int, Meta(ge=0, le=MAX, description="New guests per hour from one address; 0: no limit.")
    ] = 60
    device_codes_per_address: Annotated[
        int,
        Meta(
            ge=0,
            le=MAX,
            description="Codes for another device that one address may request per hour, and as many that it may try; 0: no limit.",
        ),
    ] = 60
    requests_per_second: Annotated[
        int,
        Meta(
            ge=0,
            le=MAX,
            description="HTTP requests per second from one address, three times as many at once; 20 times that for files of the page; 0: no limit.",
        ),
    ] = 20
    messages_per_second: Annotated[
        int,
        Meta(ge=0, le=MAX, description="Messages per second on one socket, three times as many at once; 0: no limit."),
    ] = 20
    message_bytes: Annotated[
        int, Meta(ge=1024, le=1 << 24, description="Maximum size of a message on a socket, in bytes.")
    ] = 65_536
    body_bytes: Annotated[int, Meta(ge=1024, le=1 << 24, description="Maximum size of a request body, in bytes.")] = (
        65_536
    )
    move_seconds: Annotated[
        int,
        Meta(
            ge=0,
            le=600,
            description="Time for a turn at a new table, in seconds, including what to do with a drawn card; 0: no limit.",
        ),
    ] = 45
    bot_pause_ms: Annotated[
        int, Meta(ge=0, le=10_000, description="How long bots at a new table wait before they play, in milliseconds.")
    ] = 1200
    least_bot_pause_ms: Annotated[
        int,
        Meta(
            ge=0,
            le=10_000,
            description="The minimum that a host may set for that; it limits how fast a table of bots plays.",
        ),
    ] = 200
    seat_grace_seconds: Annotated[
        int,
        Meta(
            ge=0,
            le=3600,
            description="How long nobody can take over the seat of a person who has lost the connection, in seconds.",
        ),
    ] = 60
    idle_table_hours: Annotated[
        int, Meta(ge=0, le=MAX, description="Close a table after this many hours without activity; 0: never.")
    ] = 24
    idle_guest_days: Annotated[
        int, Meta(ge=0, le=MAX, description="Delete a guest after this many days without activity; 0: never.")
    ] = 90
    keep_record_days: Annotated[
        int, Meta(ge=0, le=MAX, description="Delete records of finished matches after this many days; 0: never.")
    ] = 365
    thinkers: Annotated[int, Meta(ge=1, le=256, description="Threads for the decisions of bots.")] = 2
    hint_ms: Annotated[
        int, Meta(ge=1, le=5000, description="Time to compute a hint, in milliseconds of one thread.")
    ] = 150
    reviews_per_address: Annotated[
        int,
        Meta(ge=0, le=MAX, description="Reviews per hour that one address may request, one at a time; 0: no limit."),
    ] = 30
    review_threads: Annotated[
        int,
        Meta(ge=0, le=256, description="Threads for the review of a match, at low priority; 0: one per core."),
    ] = 0
    review_rollouts: Annotated[
        int,
        Meta(
            ge=0,
            le=MAX,
            description="Rollouts per step of a review; 0: as many as half a minute on two cores allows.",
        ),
    ] = 0
    open_browser: Annotated[bool, Meta(description="Open a browser when the server is ready.")] = False
