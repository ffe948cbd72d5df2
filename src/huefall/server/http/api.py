"""The HTTP API: a handler for each route of ``huefall.protocol.routes``, bound to it by its name."""

from __future__ import annotations

import hmac
import io
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
import segno
from msgspec import UNSET
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as StarletteRoute
from starlette.types import Receive, Scope, Send

from huefall import __version__
from huefall.protocol import http
from huefall.protocol.fields import VERSION
from huefall.protocol.openapi import openapi_document
from huefall.protocol.routes import ROUTES, Route
from huefall.protocol.schema import messages_schema
from huefall.protocol.tables import Setup
from huefall.server.guard.connections import Connections
from huefall.server.http.context import RequestContext, read_name, read_number, read_seat
from huefall.server.http.errors import ApiError
from huefall.server.http.quick_start import QuickStart
from huefall.server.matches.archive import MatchArchive, refuse_match
from huefall.server.ops.engine import Engine
from huefall.server.ops.metrics import CONTENT_TYPE, Metrics
from huefall.server.reviews.queue import ReviewQueue
from huefall.server.tables import entries
from huefall.server.tables.catalogue import encoded_catalogue, show_edition
from huefall.server.tables.registry import NotReady, TableRegistry
from huefall.server.tables.setup import edition_of, read_own_edition
from huefall.server.tables.table import Table
from huefall.server.transport.compression import PACKED, reads_packed
from huefall.vocabulary.errors import HuefallError

Endpoint = Callable[[Request], Awaitable[Response]]

_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Api:
    """The handlers and what they need."""

    reception: RequestContext
    hall: TableRegistry
    matches: MatchArchive
    reviews: ReviewQueue
    engine: Engine
    metrics: Metrics
    counts: Connections
    admin_token: str

    def routes(self) -> list[StarletteRoute]:
        """Bind every route of the API to its handler; those of one path together, so that a wrong method is told all
        the right ones.
        """
        paths: dict[str, dict[str, Endpoint]] = {}
        for route in ROUTES:
            paths.setdefault(route.path, {})[route.method] = self._answering(route)
        return [StarletteRoute(path, _ByMethod(methods)) for path, methods in paths.items()]

    def _answering(self, route: Route) -> Endpoint:
        beginnings = QuickStart(self.reception, self.matches, self._match)
        place = beginnings if hasattr(beginnings, route.name) else self
        handler: Callable[[Request], Awaitable[Any]] = getattr(place, route.name)

        async def answer(request: Request) -> Response:
            if route.access == "admin":
                self._check_admin(request)
            found = await handler(request)
            if isinstance(found, Response):
                return found
            body = found if isinstance(found, bytes) else b"" if found is None else _encode(found)
            kind = route.media_type if body else None
            return Response(body, route.status, media_type=kind, headers={"cache-control": "no-store"})

        return answer

    # How the server is

    async def health(self, _: Request) -> http.Health:
        """Say that the process lives."""
        engine = http.EngineShown(self.engine.is_ready, round(self.engine.progress, 3))
        return http.Health(__version__, VERSION, engine, len(self.hall), len(self.counts))

    async def ready(self, request: Request) -> http.Health:
        """Say whether matches can begin."""
        if not self.engine.is_ready:
            raise _preparing(self.engine)
        return await self.health(request)

    async def figures(self, _: Request) -> Response:
        """Give the figures."""
        self.metrics.set_tables(table.shown.status for table in self.hall)
        return Response(self.metrics.render(), headers={"content-type": CONTENT_TYPE})

    # Guests

    async def new_guest(self, request: Request) -> http.Guest:
        """Make a guest."""
        asked = await self.reception.read(request, http.NewGuest)
        person, token = await self.reception.make_guest(request, read_name(asked.name))
        return http.Guest(person.guest, person.name, token)

    async def who_am_i(self, request: Request) -> http.GuestShown:
        """Say who the token stands for."""
        person = await self.reception.person(request)
        return http.GuestShown(person.guest, person.name)

    async def rename_guest(self, request: Request) -> http.GuestShown:
        """Call a guest something else."""
        person = await self.reception.person(request)
        asked = await self.reception.read(request, http.NewGuest)
        person = await self.reception.guests.rename(person, read_name(asked.name))
        return http.GuestShown(person.guest, person.name)

    # Tables

    async def lobby(self, _: Request) -> http.Lobby:
        """List the public tables."""
        return http.Lobby(self.hall.lobby())

    async def new_table(self, request: Request) -> http.TableMade:
        """Set up a table."""
        person = await self.reception.person(request)
        asked = await self.reception.read(request, http.NewTable)
        setup = await self.reception.checked(asked.setup)
        seated = [entries.Sat(guest=person.guest, seat=0, name=person.name)] if asked.sit else []
        table = await self.reception.make_table(request, person, setup, seated)
        return http.TableMade(table.state.code, self.reception.link(request, table.state.code))

    async def table(self, request: Request) -> Any:
        """Show a table."""
        return (await self._table(request)).shown

    async def table_edition(self, request: Request) -> bytes:
        """Give the file of a table's own edition."""
        text = (await self._table(request)).state.setup.edition_file
        if text is UNSET:
            raise ApiError(404, "not_found", "this table plays an edition that ships: it has no file of its own")
        return text.encode()

    async def table_catalogue(self, request: Request) -> http.EditionShown:
        """Show the edition played at a table."""
        setup = (await self._table(request)).state.setup
        return await self.reception.archivists.ask(_show_edition_of, setup)

    async def table_qr(self, request: Request) -> bytes:
        """Draw a table's link."""
        table = await self._table(request)
        return await self.reception.archivists.ask(_draw_qr, self.reception.link(request, table.state.code))

    # Finished matches

    async def match(self, request: Request) -> http.MatchShown:
        """Show a finished match."""
        return await self.matches.summary(*self._match(request))

    async def match_record(self, request: Request) -> bytes:
        """Give its record."""
        return (await self.matches.record(*self._match(request))).encode()

    async def match_round(self, request: Request) -> Response:
        """Give the steps of one of its rounds."""
        code, number = self._match(request)
        packed = reads_packed(request)
        data = await self.matches.round(code, number, read_number(request, "round"), read_seat(request), packed=packed)
        return _answer_packed(data, packed=packed)

    async def match_proof(self, request: Request) -> http.ProofShown:
        """Give the proof of its shuffles."""
        return await self.matches.proof(*self._match(request))

    async def match_review(self, request: Request) -> Response:
        """Give its review, or say how far that is."""
        packed = reads_packed(request)
        return _answer_packed(await self.reviews.look(*self._match(request), packed=packed), packed=packed)

    async def ask_review(self, request: Request) -> Response:
        """Have it reviewed."""
        await self.reviews.ask(*self._match(request), lambda: self.reception.admit_review(request))
        return await self.match_review(request)

    # What there is to choose from

    async def catalogue(self, _: Request) -> bytes:
        """List editions, options, presets, bots, emotes."""
        return encoded_catalogue()

    async def check_edition(self, request: Request) -> http.EditionShown:
        """Check an edition's file."""
        asked = await self.reception.read(request, http.EditionCheck)
        try:
            return await self.reception.archivists.ask(_check_edition, asked.file)
        except HuefallError as error:
            raise ApiError(422, "bad_edition", str(error)) from None

    async def openapi(self, _: Request) -> bytes:
        """Describe the API."""
        return _described(openapi_document)

    async def schema(self, _: Request) -> bytes:
        """Describe the messages of the socket."""
        return _described(messages_schema)

    # The keeper's

    async def admin_tables(self, _: Request) -> http.AdminTables:
        """List all tables."""
        return http.AdminTables(self.hall.admin_list())

    async def admin_close(self, request: Request) -> None:
        """Close a table."""
        if not await self.hall.close(request.path_params["code"], "closed by its keeper"):
            raise _no_such_table()

    # What they have in common

    def _check_admin(self, request: Request) -> None:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        given = token.strip().encode("utf-8", "replace") if scheme.lower() == "bearer" else b""
        if not hmac.compare_digest(given, self.admin_token.encode()):
            raise ApiError(403, "forbidden", "this is for the keeper of the server: use huefall admin on its machine")

    async def _table(self, request: Request) -> Table:
        try:
            table = await self.hall.find(request.path_params["code"])
        except NotReady:
            raise _preparing(self.engine) from None
        if table is None:
            raise _no_such_table()
        return table

    def _match(self, request: Request) -> tuple[str, int]:
        if not self.engine.is_ready:
            raise _preparing(self.engine)
        code, number = request.path_params["code"], read_number(request, "match")
        table = self.hall.find_loaded(code)
        if table is not None and number not in table.shown.finished:  # no need to read everything to know
            is_running = number == table.shown.match and table.shown.status != "over"
            raise refuse_match(code, number, is_running=is_running)
        return code, number


class _ByMethod:
    """The handlers of one path. It takes every method, so that a wrong one is not left to the page, which takes all that is left."""

    def __init__(self, methods: dict[str, Endpoint]) -> None:
        self._methods = methods

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        request = Request(scope, receive, send)
        endpoint = self._methods.get("GET" if request.method == "HEAD" else request.method)
        if endpoint is None:
            allowed = [*self._methods, *(["HEAD"] if "GET" in self._methods else [])]
            raise HTTPException(405, headers={"allow": ", ".join(allowed)})
        await (await endpoint(request))(scope, receive, send)


def _answer_packed(data: bytes, *, packed: bool) -> Response:
    """Send what may be long, and is compressed already where that was asked for."""
    head = {"cache-control": "no-store", **(PACKED if packed else {})}
    return Response(data, media_type="application/json", headers=head)


def _preparing(engine: Engine) -> ApiError:
    text = f"the rules are being compiled, once: {engine.progress:.0%} done"
    return ApiError(503, "preparing", text, 5)


def _no_such_table() -> ApiError:
    return ApiError(404, "no_such_table", "there is no such table: it may have been closed")


def _check_edition(text: str) -> http.EditionShown:
    return show_edition(read_own_edition(text))


def _show_edition_of(setup: Setup) -> http.EditionShown:
    return show_edition(edition_of(setup))


def _draw_qr(link: str) -> bytes:
    picture = io.BytesIO()
    segno.make(link, micro=False).save(picture, kind="svg", scale=8, border=2)
    return picture.getvalue()


@cache
def _described(describe: Callable[[], dict[str, Any]]) -> bytes:
    return _encode(describe())
