"""The HTTP API: a handler for each route of ``huefall.protocol.routes``, bound by name.

Tested in tests/server/test_tables.py, tests/server/test_play.py and tests/server/test_api_schema.py.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as StarletteRoute
from starlette.types import Receive, Scope, Send

from huefall import __version__
from huefall.protocol import http
from huefall.protocol.editions import show_edition
from huefall.protocol.fields import VERSION
from huefall.protocol.openapi import openapi_document
from huefall.protocol.routes import ROUTES, Route
from huefall.protocol.schema import messages_schema
from huefall.protocol.tables import TableSetup
from huefall.server.guard.connections import Connections
from huefall.server.history.deletion import Deletions
from huefall.server.history.games import GuestHistory
from huefall.server.http.context import RequestContext, read_name, read_number, read_seat
from huefall.server.http.devices import Devices
from huefall.server.http.errors import ApiError
from huefall.server.http.me import Me
from huefall.server.http.qr import draw_qr
from huefall.server.http.quick_start import QuickStart
from huefall.server.matches.archive import MatchArchive, refuse_match
from huefall.server.nodes.draining import Draining
from huefall.server.nodes.forwarding import Forwarding, is_forwarded
from huefall.server.nodes.questions import Questions
from huefall.server.nodes.revocations import Revocations
from huefall.server.ops.engine import Engine
from huefall.server.ops.metrics import CONTENT_TYPE, Metrics
from huefall.server.ownership import OwnedElsewhere, TableMoving
from huefall.server.reviews.queue import ReviewQueue
from huefall.server.store import StoreHealth
from huefall.server.tables import entries
from huefall.server.tables.catalogue import encoded_catalogue
from huefall.server.tables.registry import NotReady, TableRegistry
from huefall.server.tables.setup import edition_of, read_own_edition
from huefall.server.tables.table import Table
from huefall.server.transport.compression import PACKED_HEADERS, accepts_packed
from huefall.vocabulary.errors import HuefallError

Endpoint = Callable[[Request], Awaitable[Response]]

_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Api:
    """The handlers and the parts of the server they use."""

    context: RequestContext
    tables: TableRegistry
    matches: MatchArchive
    reviews: ReviewQueue
    engine: Engine
    metrics: Metrics
    connections: Connections
    history: GuestHistory
    deletions: Deletions
    questions: Questions
    revocations: Revocations
    forwarding: Forwarding
    draining: Draining
    store_health: StoreHealth
    admin_token: str

    def routes(self) -> list[StarletteRoute]:
        """Bind every route to its handler; those of one path together, so that 405 can name all allowed methods."""
        paths: dict[str, dict[str, Endpoint]] = {}
        for route in ROUTES:
            paths.setdefault(route.path, {})[route.method] = self._endpoint(route)
        return [StarletteRoute(path, _MethodDispatcher(methods)) for path, methods in paths.items()]

    def _endpoint(self, route: Route) -> Endpoint:
        quick_start = QuickStart(self.context, self.matches, self._match)
        devices = Devices(self.context, self.revocations)
        me = Me(self.context, self.history, self.deletions, self.questions, lambda: _preparing(self.engine))
        owner = next(owner for owner in (quick_start, devices, me, self) if hasattr(owner, route.name))
        handler: Callable[[Request], Awaitable[Any]] = getattr(owner, route.name)

        async def respond(request: Request) -> Response:
            if route.access == "admin" and not is_forwarded(request):  # the token is of the node that the admin asked
                self._check_admin(request)
            try:
                result = await handler(request)
            except OwnedElsewhere as error:
                if is_forwarded(request):
                    raise TableMoving(error.code) from None
                return await self.forwarding.forward(error.owner, request)
            if isinstance(result, Response):
                return result
            body = result if isinstance(result, bytes) else b"" if result is None else _encode(result)
            media_type = route.media_type if body else None
            return Response(body, route.status, media_type=media_type, headers={"cache-control": "no-store"})

        return respond

    # Health and metrics

    async def health(self, _: Request) -> http.Health:
        if self.store_health.failed is not None:
            self.store_health.check()
        engine = http.EngineShown(self.engine.is_ready, round(self.engine.progress, 3))
        return http.Health(
            __version__, VERSION, engine, len(self.tables), len(self.connections), self.store_health.problems
        )

    async def ready(self, request: Request) -> http.Health:
        self.store_health.check()
        if not self.engine.is_ready:
            raise _preparing(self.engine)
        if self.draining.is_draining:
            raise ApiError(503, "draining", "this node hands over its tables: send clients to another one", 5)
        return await self.health(request)

    async def figures(self, _: Request) -> Response:
        self.metrics.set_tables(table.shown.status for table in self.tables)
        return Response(self.metrics.render(), headers={"content-type": CONTENT_TYPE})

    # Guests

    async def new_guest(self, request: Request) -> http.Guest:
        body = await self.context.read(request, http.NewGuest)
        person, token = await self.context.make_guest(request, read_name(body.name))
        return http.Guest(person.guest, person.name, token)

    async def who_am_i(self, request: Request) -> http.GuestShown:
        person = await self.context.person(request)
        return http.GuestShown(person.guest, person.name)

    async def rename_guest(self, request: Request) -> http.GuestShown:
        person = await self.context.person(request)
        body = await self.context.read(request, http.NewGuest)
        person = await self.context.guests.rename(person, read_name(body.name))
        return http.GuestShown(person.guest, person.name)

    # Tables

    async def lobby(self, _: Request) -> http.Lobby:
        return http.Lobby(await self.questions.lobby())

    async def new_table(self, request: Request) -> http.TableMade:
        person = await self.context.person(request)
        body = await self.context.read(request, http.NewTable)
        setup = await self.context.checked(body.setup)
        seated = [entries.Sat(guest=person.guest, seat=0, name=person.name)] if body.sit else []
        table = await self.context.make_table(request, person, setup, seated)
        return http.TableMade(table.state.code, self.context.link(request, table.state.code))

    async def table(self, request: Request) -> Any:
        return (await self._table(request)).shown

    async def table_edition(self, request: Request) -> bytes:
        text = (await self._table(request)).state.setup.edition_file
        if text is UNSET:
            raise ApiError(404, "not_found", "this table plays an edition that ships: it has no file of its own")
        return text.encode()

    async def table_catalogue(self, request: Request) -> http.EditionShown:
        setup = (await self._table(request)).state.setup
        return await self.context.record_pool.ask(_show_edition_of, setup)

    async def table_qr(self, request: Request) -> bytes:
        table = await self._table(request)
        return await self.context.record_pool.ask(draw_qr, self.context.link(request, table.state.code))

    # Finished matches

    async def match(self, request: Request) -> http.MatchShown:
        return await self.matches.summary(*self._match(request))

    async def match_record(self, request: Request) -> bytes:
        return (await self.matches.record(*self._match(request))).encode()

    async def match_round(self, request: Request) -> Response:
        code, number = self._match(request)
        packed = accepts_packed(request)
        data = await self.matches.round(code, number, read_number(request, "round"), read_seat(request), packed=packed)
        return _respond_packed(data, packed=packed)

    async def match_proof(self, request: Request) -> http.ProofShown:
        return await self.matches.proof(*self._match(request))

    async def match_review(self, request: Request) -> Response:
        packed = accepts_packed(request)
        return _respond_packed(await self.reviews.look(*self._match(request), packed=packed), packed=packed)

    async def ask_review(self, request: Request) -> Response:
        await self.reviews.ask(
            *self._match(request),
            lambda: self.context.admit_review(request),
            self.context.review_address(request),
        )
        return await self.match_review(request)

    # The catalogue, and descriptions of the API

    async def catalogue(self, _: Request) -> bytes:
        return encoded_catalogue()

    async def check_edition(self, request: Request) -> http.EditionShown:
        body = await self.context.read(request, http.EditionCheck)
        try:
            return await self.context.record_pool.ask(_check_edition, body.file)
        except HuefallError as error:
            raise ApiError(422, "bad_edition", str(error)) from None

    async def openapi(self, _: Request) -> bytes:
        return _encoded_description(openapi_document)

    async def schema(self, _: Request) -> bytes:
        return _encoded_description(messages_schema)

    # Admin

    async def admin_tables(self, _: Request) -> http.AdminTables:
        return http.AdminTables(await self.questions.admin_tables())

    async def admin_close(self, request: Request) -> None:
        if not await self.tables.close(request.path_params["code"], "closed by the server's admin"):
            raise _no_such_table()

    async def admin_nodes(self, _: Request) -> http.AdminNodes:
        return http.AdminNodes(self.draining.nodes())

    async def admin_drain(self, request: Request) -> None:
        await self.draining.drain(read_number(request, "node"))

    # Shared

    def _check_admin(self, request: Request) -> None:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        given = token.strip().encode("utf-8", "replace") if scheme.lower() == "bearer" else b""
        if not hmac.compare_digest(given, self.admin_token.encode()):
            raise ApiError(403, "forbidden", "this is for the admin of the server: use huefall admin on its machine")

    async def _table(self, request: Request) -> Table:
        try:
            table = await self.tables.find(request.path_params["code"])
        except NotReady:
            raise _preparing(self.engine) from None
        if table is None:
            raise _no_such_table()
        return table

    def _match(self, request: Request) -> tuple[str, int]:
        if not self.engine.is_ready:
            raise _preparing(self.engine)
        code, number = request.path_params["code"], read_number(request, "match")
        table = self.tables.find_loaded(code)
        if table is not None and number not in table.shown.finished:  # no need to read the store
            is_running = number == table.shown.match and table.shown.status != "over"
            raise refuse_match(code, number, is_running=is_running)
        return code, number


class _MethodDispatcher:
    """The handlers of one path. It accepts every method: a wrong one must get 405, not the page's catch-all route."""

    def __init__(self, methods: dict[str, Endpoint]) -> None:
        self._methods = methods

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive, send)
        endpoint = self._methods.get("GET" if request.method == "HEAD" else request.method)
        if endpoint is None:
            allowed = [*self._methods, *(["HEAD"] if "GET" in self._methods else [])]
            raise HTTPException(405, headers={"allow": ", ".join(allowed)})
        await (await endpoint(request))(scope, receive, send)


def _respond_packed(data: bytes, *, packed: bool) -> Response:
    """Respond with data that a worker thread has already compressed if ``packed``."""
    headers = {"cache-control": "no-store", **(PACKED_HEADERS if packed else {})}
    return Response(data, media_type="application/json", headers=headers)


def _preparing(engine: Engine) -> ApiError:
    text = f"the rules are being compiled, once: {engine.progress:.0%} done"
    return ApiError(503, "preparing", text, 5)


def _no_such_table() -> ApiError:
    return ApiError(404, "no_such_table", "there is no such table: it may have been closed")


def _check_edition(text: str) -> http.EditionShown:
    return show_edition(read_own_edition(text))


def _show_edition_of(setup: TableSetup) -> http.EditionShown:
    return show_edition(edition_of(setup))


@cache
def _encoded_description(describe: Callable[[], dict[str, Any]]) -> bytes:
    return _encode(describe())
