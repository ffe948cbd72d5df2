"""Every setting, declared once: name, type, range, default and help. Flags, variables, the file, what is refused and
the table in docs/hosting.md all follow from it.
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

MOST = 1_000_000


def default_data(environ: Mapping[str, str]) -> Path:
    """Find the directory for data of programs, as the XDG base directories name it."""
    base = Path(environ.get("XDG_DATA_HOME", ""))
    # A relative one is to be ignored, says the specification.
    return (base if base.is_absolute() else Path.home() / ".local" / "share") / "huefall"


class Settings(Struct, frozen=True, kw_only=True):
    """Everything that can be set."""

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
            description="Directory for everything that is kept.",
            extra={"default": "$XDG_DATA_HOME/huefall or ~/.local/share/huefall"},
        ),
    ] = msgspec.field(default_factory=lambda: default_data(os.environ))
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(description="The least important lines to log.")
    ] = "info"
    log_format: Annotated[
        Literal["auto", "console", "json"],
        Meta(description="Lines for people or for programs; auto writes for people when a terminal is listening."),
    ] = "auto"
    public_url: Annotated[
        str,
        Meta(
            description="Where browsers find the server, for links; empty takes it from each request.",
            extra={"read": read_url, "expected": "an address such as https://cards.example.org, or nothing"},
        ),
    ] = ""
    origins: Annotated[
        tuple[str, ...],
        Meta(
            description="Other sites whose pages may use this server; * lets in every one.",
            extra={"read": read_origin, "expected": "origins such as https://example.org, or *"},
        ),
    ] = ()
    trusted_proxies: Annotated[
        tuple[str, ...],
        Meta(
            description="Reverse proxies whose X-Forwarded headers are believed.",
            extra={"read": read_network, "expected": "addresses or networks such as 127.0.0.1 or 10.0.0.0/8"},
        ),
    ] = ()
    max_tables: Annotated[int, Meta(ge=1, le=MOST, description="Tables open at once.")] = 2000
    max_connections: Annotated[int, Meta(ge=1, le=MOST, description="Sockets open at once.")] = 10_000
    connections_per_address: Annotated[
        int, Meta(ge=0, le=MOST, description="Sockets open at once from one address; 0: no limit.")
    ] = 100
    connections_per_guest: Annotated[
        int, Meta(ge=0, le=MOST, description="Sockets open at once of one guest; 0: no limit.")
    ] = 8
    tables_per_address: Annotated[
        int, Meta(ge=0, le=MOST, description="New tables an hour from one address; 0: no limit.")
    ] = 20
    guests_per_address: Annotated[
        int, Meta(ge=0, le=MOST, description="New guests an hour from one address; 0: no limit.")
    ] = 60
    requests_per_second: Annotated[
        int,
        Meta(
            ge=0,
            le=MOST,
            description="HTTP requests from one address, three times as many at once; 20 times that for files of the page; 0: no limit.",
        ),
    ] = 20
    messages_per_second: Annotated[
        int, Meta(ge=0, le=MOST, description="Messages on one socket, three times as many at once; 0: no limit.")
    ] = 20
    message_bytes: Annotated[int, Meta(ge=1024, le=1 << 24, description="Longest message on a socket.")] = 65_536
    body_bytes: Annotated[int, Meta(ge=1024, le=1 << 24, description="Longest body of a request.")] = 65_536
    move_seconds: Annotated[
        int, Meta(ge=0, le=600, description="Time for a decision at a new table, in seconds; 0: no limit.")
    ] = 45
    bot_pause_ms: Annotated[
        int, Meta(ge=0, le=10_000, description="How long bots at a new table take to answer, in milliseconds.")
    ] = 1200
    least_bot_pause_ms: Annotated[
        int,
        Meta(ge=0, le=10_000, description="The least a host may set bots to: a table of bots plays as fast as it may."),
    ] = 200
    idle_table_hours: Annotated[
        int, Meta(ge=0, le=MOST, description="A table where nothing happens for so long is closed; 0: never.")
    ] = 24
    idle_guest_days: Annotated[
        int, Meta(ge=0, le=MOST, description="A guest who stays away for so long is forgotten; 0: never.")
    ] = 90
    keep_record_days: Annotated[
        int, Meta(ge=0, le=MOST, description="Records of finished matches are kept for so long; 0: for ever.")
    ] = 365
    thinkers: Annotated[int, Meta(ge=1, le=256, description="Threads in which bots think.")] = 2
    hint_ms: Annotated[
        int, Meta(ge=1, le=5000, description="How long a hint is thought about, in milliseconds of one thread.")
    ] = 150
    reviews_per_address: Annotated[
        int, Meta(ge=0, le=MOST, description="Matches an hour that one address may have reviewed; 0: no limit.")
    ] = 30
    review_threads: Annotated[
        int,
        Meta(ge=0, le=256, description="Threads for the review of a match, behind everything else; 0: one per core."),
    ] = 0
    review_rollouts: Annotated[
        int,
        Meta(
            ge=0,
            le=MOST,
            description="Games tried per step of a review; 0: as many as half a minute on two cores allows.",
        ),
    ] = 0
    open_browser: Annotated[bool, Meta(description="Open a browser when the server is ready.")] = False
