"""The HTTP API: a handler for each route of ``huefall.protocol.routes``, bound to it by its name."""

from __future__ import annotations

import hmac
import io
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

import msgspec
import segno
from msgspec import UNSET, Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route as StarletteRoute

from huefall import __version__
from huefall.bots import LEVELS
from huefall.protocol import http
from huefall.protocol.fields import VERSION
from huefall.protocol.names import tidy_name
from huefall.protocol.openapi import openapi_document
from huefall.protocol.routes import ROUTES, Route
from huefall.protocol.schema import messages_schema
from huefall.protocol.tables import Setup
from huefall.server.catalogue import encoded_catalogue, show_edition
from huefall.server.engine import Engine
from huefall.server.faults import Faulty
from huefall.server.guard.address import Proxies
from huefall.server.guard.connections import Connections
from huefall.server.guard.rates import KeyedRate
from huefall.server.guests import Guests
from huefall.server.hall import Hall, NotReady
from huefall.server.matches import Matches, refuse_match
from huefall.server.metrics import CONTENT_TYPE, Metrics
from huefall.server.table import entries as kept
from huefall.server.table.decide import Person, Refusal
from huefall.server.table.setup import read_own_edition
from huefall.server.table.table import Table
from huefall.server.workers import Workers
from huefall.vocabulary.errors import HuefallError

Body = TypeVar("Body", bound=Struct)
Endpoint = Callable[[Request], Awaitable[Response]]

_encode = msgspec.json.Encoder().encode

DEFAULT_NAME = "Guest"


@dataclass(frozen=True, slots=True)
class Api:
    """The handlers and what they need."""

    hall: Hall
    guests: Guests
    matches: Matches
    archivists: Workers
    engine: Engine
    metrics: Metrics
    counts: Connections
    proxies: Proxies
    fill: Callable[[Setup], Setup]
    new_guests: KeyedRate
    new_tables: KeyedRate
    public_url: str
    admin_token: str

    def routes(self) -> list[StarletteRoute]:
        """Bind every route of the API to its handler; those of one path together, so that a wrong method is told all
        the right ones.
        """
        paths: dict[str, dict[str, Endpoint]] = {}
        for route in ROUTES:
            paths.setdefault(route.path, {})[route.method] = self._answering(route)
        return [StarletteRoute(path, _by_method(methods), methods=list(methods)) for path, methods in paths.items()]

    def _answering(self, route: Route) -> Endpoint:
        handler: Callable[[Request], Awaitable[Any]] = getattr(self, route.name)

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
        asked = await self._read(request, http.NewGuest)
        person, token = await self._make_guest(request, _name(asked.name))
        return http.Guest(person.guest, person.name, token)

    async def who_am_i(self, request: Request) -> http.GuestShown:
        """Say who the token stands for."""
        person = await self._person(request)
        return http.GuestShown(person.guest, person.name)

    async def rename_guest(self, request: Request) -> http.GuestShown:
        """Call a guest something else."""
        person = await self._person(request)
        asked = await self._read(request, http.NewGuest)
        person = await self.guests.rename(person, _name(asked.name))
        return http.GuestShown(person.guest, person.name)

    # Tables

    async def lobby(self, _: Request) -> http.Lobby:
        """List the public tables."""
        return http.Lobby(self.hall.lobby())

    async def new_table(self, request: Request) -> http.TableMade:
        """Set up a table."""
        person = await self._person(request)
        asked = await self._read(request, http.NewTable)
        setup = await self._checked(asked.setup)
        seated = [kept.Sat(guest=person.guest, seat=0, name=person.name)] if asked.sit else []
        table = await self._make_table(request, person, setup, seated)
        return http.TableMade(table.state.code, self._link(request, table.state.code))

    async def quick_play(self, request: Request) -> http.QuickPlayMade:
        """Make a guest if need be, a table full of bots, and deal."""
        asked = await self._read(request, http.QuickPlay)
        if asked.level not in LEVELS:
            raise Faulty(422, "bad_setup", f"no bot plays at {asked.level!r}: expected one of {', '.join(LEVELS)}")
        setup = await self._checked(
            Setup(
                edition=asked.edition,
                edition_file=asked.edition_file,
                preset=asked.preset,
                options=asked.options,
                seats=asked.seats,
                move_seconds=asked.move_seconds,
            )
        )
        token = None
        if "authorization" in request.headers:
            person = await self._person(request)
        else:
            name = DEFAULT_NAME if asked.name is UNSET else _name(asked.name)
            person, token = await self._make_guest(request, name)
        seated: list[kept.Kept] = [kept.Sat(guest=person.guest, seat=0, name=person.name)]
        seated += [kept.BotAdded(guest=person.guest, seat=seat, level=asked.level) for seat in range(1, asked.seats)]
        seated.append(kept.StartWanted(guest=person.guest))
        table = await self._make_table(request, person, setup, seated)
        code = table.state.code
        return http.QuickPlayMade(code, self._link(request, code), person.guest, person.name, token)

    async def table(self, request: Request) -> Any:
        """Show a table."""
        return (await self._table(request)).shown

    async def table_edition(self, request: Request) -> bytes:
        """Give the file of a table's own edition."""
        text = (await self._table(request)).state.setup.edition_file
        if text is UNSET:
            raise Faulty(404, "not_found", "this table plays an edition that ships: it has no file of its own")
        return text.encode()

    async def table_qr(self, request: Request) -> bytes:
        """Draw a table's link."""
        table = await self._table(request)
        return await self.archivists.ask(_draw_qr, self._link(request, table.state.code))

    # Finished matches

    async def match(self, request: Request) -> http.MatchShown:
        """Show a finished match."""
        return await self.matches.summary(*self._match(request))

    async def match_record(self, request: Request) -> bytes:
        """Give its record."""
        return (await self.matches.record(*self._match(request))).encode()

    async def match_round(self, request: Request) -> bytes:
        """Give the steps of one of its rounds."""
        code, number = self._match(request)
        return await self.matches.round(code, number, _number(request, "round"))

    async def match_proof(self, request: Request) -> http.ProofShown:
        """Give the proof of its shuffles."""
        return await self.matches.proof(*self._match(request))

    # What there is to choose from

    async def catalogue(self, _: Request) -> bytes:
        """List editions, options, presets, bots, emotes."""
        return encoded_catalogue()

    async def check_edition(self, request: Request) -> http.EditionShown:
        """Check an edition's file."""
        asked = await self._read(request, http.EditionCheck)
        try:
            return await self.archivists.ask(_check_edition, asked.file)
        except HuefallError as error:
            raise Faulty(422, "bad_edition", str(error)) from None

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

    async def _read(self, request: Request, kind: type[Body]) -> Body:
        try:
            return msgspec.json.decode(await request.body() or b"{}", type=kind)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise Faulty(400, "bad_request", f"the body cannot be read: {error}") from None
        except ClientDisconnect:
            raise Faulty(400, "bad_request", "the body broke off") from None

    async def _person(self, request: Request) -> Person:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        person = await self.guests.find(token.strip()) if scheme.lower() == "bearer" else None
        if person is None:
            text = "a guest's token is needed, as in 'Authorization: Bearer <token>': POST /api/guests gives one"
            raise Faulty(401, "no_such_guest", text)
        return person

    def _check_admin(self, request: Request) -> None:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        given = token.strip().encode("utf-8", "replace") if scheme.lower() == "bearer" else b""
        if not hmac.compare_digest(given, self.admin_token.encode()):
            raise Faulty(403, "forbidden", "this is for the keeper of the server: use huefall admin on its machine")

    async def _make_guest(self, request: Request, name: str) -> tuple[Person, str]:
        self._limit(self.new_guests, request, "too_many_guests")
        return await self.guests.make(name)

    async def _make_table(self, request: Request, person: Person, setup: Setup, seated: Sequence[kept.Kept]) -> Table:
        self._limit(self.new_tables, request, "too_many_tables")
        try:
            return await self.hall.make(person, setup, seated)
        except Refusal as refusal:
            raise Faulty(503, refusal.reason, refusal.text, 60) from None

    def _limit(self, rate: KeyedRate, request: Request, reason: str) -> None:
        wait = rate.hit(self.proxies.client(request.scope).address)
        if wait:
            self.metrics.count_limited(reason)
            raise Faulty(429, reason, f"too many from your address: wait {wait} s", wait)

    async def _checked(self, setup: Setup) -> Setup:
        try:
            return await self.archivists.ask(self.fill, setup)
        except HuefallError as error:
            raise Faulty(422, "bad_setup", str(error)) from None

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
        code, number = request.path_params["code"], _number(request, "match")
        table = self.hall.at_hand(code)
        if table is not None and number not in table.shown.finished:  # no need to read everything to know
            raise refuse_match(code, number, is_running=number == table.shown.match)
        return code, number

    def _link(self, request: Request, code: str) -> str:
        base = self.public_url or self.proxies.client(request.scope).url
        return f"{base.rstrip('/')}/t/{code}"


def _by_method(methods: dict[str, Endpoint]) -> Endpoint:
    async def answer(request: Request) -> Response:
        return await methods["GET" if request.method == "HEAD" else request.method](request)

    return answer


def _preparing(engine: Engine) -> Faulty:
    text = f"the rules are being compiled, once: {engine.progress:.0%} done"
    return Faulty(503, "preparing", text, 5)


def _no_such_table() -> Faulty:
    return Faulty(404, "no_such_table", "there is no such table: it may have been closed")


def _check_edition(text: str) -> http.EditionShown:
    return show_edition(read_own_edition(text))


def _draw_qr(link: str) -> bytes:
    picture = io.BytesIO()
    segno.make(link, micro=False).save(picture, kind="svg", scale=8, border=2)
    return picture.getvalue()


def _number(request: Request, name: str) -> int:
    text = request.path_params[name]
    if not (text.isascii() and text.isdecimal() and len(text) <= 6):
        raise Faulty(404, f"no_such_{name}", f"expected the number of a {name}, got {text[:40]!r}")
    return int(text)


def _name(name: str) -> str:
    tidy = tidy_name(name)
    if tidy is None:
        text = "a name has 1 to 24 letters, digits and plain signs, no more than two marks on a letter"
        raise Faulty(422, "bad_name", text)
    return tidy


@cache
def _described(describe: Callable[[], dict[str, Any]]) -> bytes:
    return _encode(describe())
