"""The written form of the wire: docs/protocol, and the tables in docs/protocol.md, whose sentences are written by hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import msgspec
from msgspec import Struct

from huefall.protocol.commands import Command
from huefall.protocol.messages import Message
from huefall.protocol.openapi import openapi_document
from huefall.protocol.reasons import HTTP_REASONS, SOCKET_REASONS, move_reasons
from huefall.protocol.routes import GENERAL_ERRORS, ROUTES, Route
from huefall.protocol.schema import describe_struct, messages_schema, write_json
from huefall.protocol.typescript import typescript_types
from huefall.server.settings import Settings
from huefall.server.tables.clock import ROUND_PAUSE_MS
from huefall.server.tables.history import MAX_MISSED_CHANGES
from huefall.server.tables.positions import MAX_POSITIONS
from huefall.server.tables.seen_commands import MAX_COMMANDS_PER_GUEST
from tools.docs import fill_marks, table

#: Settings that the author of a client needs to know.
LIMITS = (
    "message_bytes",
    "messages_per_second",
    "body_bytes",
    "requests_per_second",
    "connections_per_guest",
    "connections_per_address",
    "guests_per_address",
    "tables_per_address",
)


def write_files() -> dict[str, str]:
    """Return what programs read, by its path."""
    return {
        "docs/protocol/messages.schema.json": write_json(messages_schema()),
        "docs/protocol/openapi.json": write_json(openapi_document()),
        "docs/protocol/protocol.ts": typescript_types(),
    }


def fill_page(text: str) -> str:
    """Put the tables into the page, each between its marks."""
    tables = {
        "commands": _structs(get_args(Command)),
        "messages": _structs(get_args(Message)),
        "socket reasons": table(["reason", "means"], [[f"`{name}`", words] for name, words in SOCKET_REASONS.items()]),
        "move reasons": table(
            ["reason", "rule", "means"],
            [[f"`{name}`", rule, words] for name, (rule, words) in move_reasons().items()],
        ),
        "routes": _routes(),
        "faults": _faults(),
        "limits": _limits(),
    }
    return fill_marks(text, tables)


def _structs(structs: Iterable[type[Struct]]) -> list[str]:
    rows = []
    for struct in structs:
        fields = [f"`{field.encode_name}`{'' if field.required else '?'}" for field in msgspec.structs.fields(struct)]
        rows.append([f"`{struct.__struct_config__.tag}`", " ".join(fields), describe_struct(struct)])
    return table(["type", "fields", "says"], rows)


def _routes() -> list[str]:
    return table(["request", "who", "body", "answer", "", "reasons"], [_route(route) for route in ROUTES])


def _route(route: Route) -> list[str]:
    if route.answers is not None:
        answer = f"{route.status} `{route.answers.__name__}`"
    elif route.status == 204:
        answer = str(route.status)
    else:
        answer = f"{route.status} {route.media_type}"
    return [
        f"`{route.method} {route.path}`",
        {"open": "anybody", "guest or open": "guest, anybody"}.get(route.access, route.access),
        "" if route.asks is None else f"`{route.asks.__name__}`",
        answer,
        route.summary,
        " ".join(f"`{reason}`" for _, reason in route.errors),
    ]


def _faults() -> list[str]:
    statuses: dict[str, list[int]] = {}
    for status, reason in (*GENERAL_ERRORS, *(error for route in ROUTES for error in route.errors)):
        found = statuses.setdefault(reason, [])
        if status not in found:
            found.append(status)
    general = {reason for _, reason in GENERAL_ERRORS}
    rows = [
        [
            f"`{reason}`",
            ", ".join(str(status) for status in statuses[reason]),
            "any" if reason in general else "",
            words,
        ]
        for reason, words in HTTP_REASONS.items()
    ]
    return table(["reason", "status", "", "means"], rows)


def _limits() -> list[str]:
    told = msgspec.json.schema_components([Settings])[1]["Settings"]["properties"]
    rows = []
    for name in LIMITS:
        words, _, _ = told[name]["description"].rstrip(".").partition("; 0: no limit")
        rows.append([f"{words} (`{name}`)", f"{told[name]['default']:,}"])
    rows += [
        ["Updates a table remembers for those who come back (`since`)", f"{MAX_MISSED_CHANGES:,}"],
        ["Positions of a round that a table remembers to judge late claims", f"{MAX_POSITIONS:,}"],
        ["Commands of each guest that a table remembers by their ids", f"{MAX_COMMANDS_PER_GUEST:,}"],
        ["Seconds until the next round is dealt by itself", f"{ROUND_PAUSE_MS / 1000:,g}"],
    ]
    return table(["", "#limit"], rows)
