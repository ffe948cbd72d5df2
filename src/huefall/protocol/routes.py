"""The routes of the HTTP API. The server binds a handler to each by name; the OpenAPI document is generated from them.

Tested in tests/protocol/test_openapi.py and tests/server/test_api_schema.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

from huefall.protocol import http, me
from huefall.protocol.tables import TableShown

Method = Literal["GET", "POST", "PATCH", "DELETE"]
Access = Literal["open", "guest", "guest or open", "admin"]


@dataclass(frozen=True, slots=True)
class Route:
    name: str
    method: Method
    path: str
    summary: str
    access: Access = "open"
    asks: type[Struct] | None = None
    answers: type[Struct] | None = None
    status: int = 200
    #: Names of query parameters.
    query: tuple[str, ...] = ()
    #: Of the response body, if it is not JSON.
    media_type: str = "application/json"
    #: Status and reason of its errors, in addition to ``GENERAL_ERRORS``.
    errors: tuple[tuple[int, str], ...] = ()


TABLE_ERRORS = ((404, "no_such_table"), (503, "preparing"))
MATCH_ERRORS = ((404, "no_such_match"), (403, "match_not_over"), (503, "preparing"), (503, "server_busy"))
PLAY_ERRORS = ((422, "bad_name"), (429, "too_many_guests"))
SETUP_ERRORS = ((422, "bad_setup"), (429, "too_many_tables"), (503, "server_full"))

ROUTES = (
    Route("health", "GET", "/healthz", "Whether the process runs and can store anything.", answers=http.Health),
    Route(
        "ready",
        "GET",
        "/readyz",
        "Whether matches can begin.",
        answers=http.Health,
        errors=((503, "preparing"), (503, "draining")),
    ),
    Route("figures", "GET", "/metrics", "Metrics for Prometheus.", media_type="text/plain"),
    Route("catalogue", "GET", "/api/catalogue", "Editions, options, presets, bots, emotes.", answers=http.Catalogue),
    Route(
        "new_guest",
        "POST",
        "/api/guests",
        "Create a guest: a name and a secret token.",
        asks=http.NewGuest,
        answers=http.Guest,
        status=201,
        errors=((422, "bad_name"), (429, "too_many_guests")),
    ),
    Route("who_am_i", "GET", "/api/guests/me", "The guest of the token.", "guest", answers=http.GuestShown),
    Route(
        "rename_guest",
        "PATCH",
        "/api/guests/me",
        "Change the name; tables show it the next time the guest sits down.",
        "guest",
        asks=http.NewGuest,
        answers=http.GuestShown,
        errors=((422, "bad_name"),),
    ),
    Route(
        "delete_me",
        "DELETE",
        "/api/guests/me",
        "Delete everything about the guest: the token is void, seats are given up, the name is removed everywhere.",
        "guest",
        status=204,
    ),
    Route(
        "my_games",
        "GET",
        "/api/guests/me/games",
        "The guest's tables and finished matches; further pages with `before`.",
        "guest",
        answers=me.MyGames,
        query=("before",),
        errors=((503, "preparing"),),
    ),
    Route(
        "my_statistics",
        "GET",
        "/api/guests/me/statistics",
        "The guest's matches and wins, and their numbers in reviews.",
        "guest",
        answers=me.MyStatistics,
    ),
    Route(
        "my_export",
        "GET",
        "/api/guests/me/export",
        "Everything stored about the guest, as a file.",
        "guest",
        answers=me.MyExport,
    ),
    Route("devices", "GET", "/api/guests/me/devices", "The guest's devices.", "guest", answers=http.Devices),
    Route(
        "new_device_code",
        "POST",
        "/api/guests/me/devices/code",
        "Request a code that adds another device, once, within ten minutes.",
        "guest",
        asks=http.NewDeviceCode,
        answers=http.NewDeviceLink,
        status=201,
        errors=((422, "too_many_devices"), (429, "too_many_codes")),
    ),
    Route(
        "revoke_device",
        "DELETE",
        "/api/guests/me/devices/{device}",
        "Revoke another device: its token is void, its sockets are closed.",
        "guest",
        status=204,
        errors=((404, "no_such_device"), (422, "this_device")),
    ),
    Route(
        "revoke_other_devices",
        "DELETE",
        "/api/guests/me/devices",
        "Revoke all devices but the one that sends the request.",
        "guest",
        status=204,
    ),
    Route(
        "look_up_device_code",
        "POST",
        "/api/devices/look",
        "Whose device this would become; the code stays valid.",
        asks=http.UseDeviceCode,
        answers=http.GuestShown,
        errors=((404, "no_such_code"), (429, "too_many_codes")),
    ),
    Route(
        "add_device",
        "POST",
        "/api/devices",
        "Use a code: the guest, with a token for this device.",
        asks=http.UseDeviceCode,
        answers=http.Guest,
        status=201,
        errors=((404, "no_such_code"), (422, "too_many_devices"), (429, "too_many_codes")),
    ),
    Route("lobby", "GET", "/api/tables", "The public tables.", answers=http.Lobby),
    Route(
        "new_table",
        "POST",
        "/api/tables",
        "Create a table.",
        "guest",
        asks=http.NewTable,
        answers=http.TableMade,
        status=201,
        errors=SETUP_ERRORS,
    ),
    Route(
        "quick_play",
        "POST",
        "/api/play",
        "Create a table against bots and start playing.",
        "guest or open",
        asks=http.QuickPlay,
        answers=http.QuickPlayMade,
        status=201,
        errors=(*PLAY_ERRORS, *SETUP_ERRORS),
    ),
    Route(
        "new_lesson",
        "POST",
        "/api/lessons/{lesson}",
        "Start a lesson: a table with a fixed deal and scripted bots.",
        "guest or open",
        asks=http.NewLesson,
        answers=http.QuickPlayMade,
        status=201,
        errors=((404, "no_such_lesson"), *PLAY_ERRORS, *SETUP_ERRORS),
    ),
    Route(
        "table", "GET", "/api/tables/{code}", "The public state of a table.", answers=TableShown, errors=TABLE_ERRORS
    ),
    Route(
        "table_edition",
        "GET",
        "/api/tables/{code}/edition",
        "The file of a table's custom edition.",
        media_type="application/toml",
        errors=TABLE_ERRORS,
    ),
    Route(
        "table_catalogue",
        "GET",
        "/api/tables/{code}/catalogue",
        "The edition played at a table, its cards and the rules that explain them.",
        answers=http.EditionShown,
        errors=TABLE_ERRORS,
    ),
    Route(
        "table_qr",
        "GET",
        "/api/tables/{code}/qr.svg",
        "A table's link as a QR code.",
        media_type="image/svg+xml",
        errors=TABLE_ERRORS,
    ),
    Route(
        "check_edition",
        "POST",
        "/api/editions/check",
        "Check the file of a custom edition; an error names the line.",
        asks=http.EditionCheck,
        answers=http.EditionShown,
        errors=((422, "bad_edition"),),
    ),
    Route(
        "match",
        "GET",
        "/api/tables/{code}/matches/{match}",
        "A finished match.",
        answers=http.MatchShown,
        errors=MATCH_ERRORS,
    ),
    Route(
        "match_record",
        "GET",
        "/api/tables/{code}/matches/{match}/record",
        "Its record (docs/records.md).",
        media_type="application/jsonl",
        errors=((404, "no_record"), *MATCH_ERRORS),
    ),
    Route(
        "match_round",
        "GET",
        "/api/tables/{code}/matches/{match}/rounds/{round}",
        "All steps of one of its rounds: with every card open, or as seen from a `seat`.",
        answers=http.Replay,
        query=("seat",),
        errors=((404, "no_such_round"), (422, "no_such_seat"), *MATCH_ERRORS),
    ),
    Route(
        "play_on",
        "POST",
        "/api/tables/{code}/matches/{match}/rounds/{round}/play",
        "Create a table against bots that continues from a step of one of its rounds.",
        "guest or open",
        asks=http.PlayOn,
        answers=http.QuickPlayMade,
        status=201,
        errors=(
            (404, "no_such_round"),
            (422, "no_such_seat"),
            (422, "bad_step"),
            *MATCH_ERRORS,
            *PLAY_ERRORS,
            *SETUP_ERRORS,
        ),
    ),
    Route(
        "match_proof",
        "GET",
        "/api/tables/{code}/matches/{match}/proof",
        "The proof of its shuffles.",
        answers=http.ProofShown,
        errors=((404, "no_proof"), *MATCH_ERRORS),
    ),
    Route(
        "match_review",
        "GET",
        "/api/tables/{code}/matches/{match}/review",
        "Its review (docs/review.md), or the state of that.",
        answers=http.ReviewShown,
        errors=((404, "no_review"), *MATCH_ERRORS),
    ),
    Route(
        "ask_review",
        "POST",
        "/api/tables/{code}/matches/{match}/review",
        "Request its review, unless it has been requested already.",
        answers=http.ReviewShown,
        errors=((404, "no_review"), (429, "too_many_reviews"), *MATCH_ERRORS),
    ),
    Route("openapi", "GET", "/api/openapi.json", "This description.", media_type="application/json"),
    Route("schema", "GET", "/api/schema.json", "The messages of the socket as JSON Schema."),
    Route("admin_tables", "GET", "/api/admin/tables", "All tables.", "admin", answers=http.AdminTables),
    Route(
        "admin_close",
        "DELETE",
        "/api/admin/tables/{code}",
        "Close a table permanently.",
        "admin",
        status=204,
        errors=TABLE_ERRORS,
    ),
    Route("admin_nodes", "GET", "/api/admin/nodes", "All nodes of the service.", "admin", answers=http.AdminNodes),
    Route(
        "admin_drain",
        "POST",
        "/api/admin/nodes/{node}/drain",
        "Let a node hand over its tables to the others, and take no more.",
        "admin",
        status=204,
        errors=((404, "no_such_node"), (409, "last_node")),
    ),
)

#: The path of a table's socket.
SOCKET_PATH = "/ws/{code}"

#: Status and reason of the errors that any route may return.
GENERAL_ERRORS = (
    (400, "bad_request"),
    (401, "no_such_guest"),
    (403, "forbidden"),
    (404, "not_found"),
    (405, "method_not_allowed"),
    (408, "too_slow"),
    (410, "cannot_be_read"),
    (413, "too_large"),
    (429, "too_fast"),
    (500, "internal"),
    (503, "table_moved"),
    (503, "not_supported"),
    (503, "store_full"),
    (503, "store_away"),
    (503, "store_failed"),
)
