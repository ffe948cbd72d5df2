"""The HTTP API as a list: the server binds a handler to each route by its name, the OpenAPI page is written from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

from huefall.protocol import http
from huefall.protocol.tables import TableShown

Method = Literal["GET", "POST", "PATCH", "DELETE"]
Access = Literal["open", "guest", "guest or open", "admin"]


@dataclass(frozen=True, slots=True)
class Route:
    """One thing that can be asked for."""

    name: str
    method: Method
    path: str
    summary: str
    access: Access = "open"
    asks: type[Struct] | None = None
    answers: type[Struct] | None = None
    status: int = 200
    #: What may stand behind the question mark.
    query: tuple[str, ...] = ()
    #: Where the answer is no JSON.
    media_type: str = "application/json"
    #: Reasons of the ``error`` in answers that are no success, beside those any route may give.
    faults: tuple[tuple[int, str], ...] = ()


TABLE_FAULTS = ((404, "no_such_table"), (503, "preparing"))
MATCH_FAULTS = ((404, "no_such_match"), (403, "match_not_over"), (503, "preparing"), (503, "server_busy"))
PLAY_FAULTS = ((422, "bad_name"), (429, "too_many_guests"))
SETUP_FAULTS = ((422, "bad_setup"), (429, "too_many_tables"), (503, "server_full"))

ROUTES = (
    Route("health", "GET", "/healthz", "Whether the process lives.", answers=http.Health),
    Route("ready", "GET", "/readyz", "Whether matches can begin.", answers=http.Health, faults=((503, "preparing"),)),
    Route("figures", "GET", "/metrics", "Figures for Prometheus.", media_type="text/plain"),
    Route("catalogue", "GET", "/api/catalogue", "Editions, options, presets, bots, emotes.", answers=http.Catalogue),
    Route(
        "new_guest",
        "POST",
        "/api/guests",
        "Become a guest: a name and a secret token.",
        asks=http.NewGuest,
        answers=http.Guest,
        status=201,
        faults=((422, "bad_name"), (429, "too_many_guests")),
    ),
    Route("who_am_i", "GET", "/api/guests/me", "Who the token stands for.", "guest", answers=http.GuestShown),
    Route(
        "rename_guest",
        "PATCH",
        "/api/guests/me",
        "Take another name; tables show it when one sits down next.",
        "guest",
        asks=http.NewGuest,
        answers=http.GuestShown,
        faults=((422, "bad_name"),),
    ),
    Route("lobby", "GET", "/api/tables", "The public tables.", answers=http.Lobby),
    Route(
        "new_table",
        "POST",
        "/api/tables",
        "Set up a table.",
        "guest",
        asks=http.NewTable,
        answers=http.TableMade,
        status=201,
        faults=SETUP_FAULTS,
    ),
    Route(
        "quick_play",
        "POST",
        "/api/play",
        "Play against bots at once.",
        "guest or open",
        asks=http.QuickPlay,
        answers=http.QuickPlayMade,
        status=201,
        faults=(*PLAY_FAULTS, *SETUP_FAULTS),
    ),
    Route(
        "new_lesson",
        "POST",
        "/api/lessons/{lesson}",
        "Be taught: a table with a fixed deal and bots that play their part.",
        "guest or open",
        asks=http.NewLesson,
        answers=http.QuickPlayMade,
        status=201,
        faults=((404, "no_such_lesson"), *PLAY_FAULTS, *SETUP_FAULTS),
    ),
    Route("table", "GET", "/api/tables/{code}", "A table, cards aside.", answers=TableShown, faults=TABLE_FAULTS),
    Route(
        "table_edition",
        "GET",
        "/api/tables/{code}/edition",
        "The file of the edition played at a table.",
        media_type="application/toml",
        faults=TABLE_FAULTS,
    ),
    Route(
        "table_catalogue",
        "GET",
        "/api/tables/{code}/catalogue",
        "The edition played at a table, its cards and which rules explain them.",
        answers=http.EditionShown,
        faults=TABLE_FAULTS,
    ),
    Route(
        "table_qr",
        "GET",
        "/api/tables/{code}/qr.svg",
        "A table's link as a picture to scan.",
        media_type="image/svg+xml",
        faults=TABLE_FAULTS,
    ),
    Route(
        "check_edition",
        "POST",
        "/api/editions/check",
        "Whether an edition's file can be played, and if not, which line is wrong.",
        asks=http.EditionCheck,
        answers=http.EditionShown,
        faults=((422, "bad_edition"),),
    ),
    Route(
        "match",
        "GET",
        "/api/tables/{code}/matches/{match}",
        "A finished match.",
        answers=http.MatchShown,
        faults=MATCH_FAULTS,
    ),
    Route(
        "match_record",
        "GET",
        "/api/tables/{code}/matches/{match}/record",
        "Its record (docs/records.md).",
        media_type="application/jsonl",
        faults=((404, "no_record"), *MATCH_FAULTS),
    ),
    Route(
        "match_round",
        "GET",
        "/api/tables/{code}/matches/{match}/rounds/{round}",
        "All steps of one of its rounds: every card open, or through the eyes of a `seat`.",
        answers=http.Replay,
        query=("seat",),
        faults=((404, "no_such_round"), (422, "no_such_seat"), *MATCH_FAULTS),
    ),
    Route(
        "play_on",
        "POST",
        "/api/tables/{code}/matches/{match}/rounds/{round}/play",
        "Play on against bots from a step of one of its rounds, at a table of one's own.",
        "guest or open",
        asks=http.PlayOn,
        answers=http.QuickPlayMade,
        status=201,
        faults=(
            (404, "no_such_round"),
            (422, "no_such_seat"),
            (422, "bad_step"),
            *MATCH_FAULTS,
            *PLAY_FAULTS,
            *SETUP_FAULTS,
        ),
    ),
    Route(
        "match_proof",
        "GET",
        "/api/tables/{code}/matches/{match}/proof",
        "The proof of its shuffles.",
        answers=http.ProofShown,
        faults=((404, "no_proof"), *MATCH_FAULTS),
    ),
    Route(
        "match_review",
        "GET",
        "/api/tables/{code}/matches/{match}/review",
        "Its review (docs/review.md), or how far that is.",
        answers=http.ReviewShown,
        faults=((404, "no_review"), *MATCH_FAULTS),
    ),
    Route(
        "ask_review",
        "POST",
        "/api/tables/{code}/matches/{match}/review",
        "Have it reviewed, unless that has been asked for already.",
        answers=http.ReviewShown,
        faults=((404, "no_review"), (429, "too_many_reviews"), *MATCH_FAULTS),
    ),
    Route("openapi", "GET", "/api/openapi.json", "This description.", media_type="application/json"),
    Route("schema", "GET", "/api/schema.json", "The messages of the socket as JSON Schema."),
    Route("admin_tables", "GET", "/api/admin/tables", "All tables.", "admin", answers=http.AdminTables),
    Route(
        "admin_close",
        "DELETE",
        "/api/admin/tables/{code}",
        "Close a table for good.",
        "admin",
        status=204,
        faults=TABLE_FAULTS,
    ),
)

#: Where a table's socket is.
SOCKET_PATH = "/ws/{code}"

#: Reasons any route may give.
GENERAL_FAULTS = (
    (400, "bad_request"),
    (401, "no_such_guest"),
    (403, "forbidden"),
    (404, "not_found"),
    (405, "method_not_allowed"),
    (408, "too_slow"),
    (413, "too_large"),
    (429, "too_fast"),
    (500, "internal"),
)
