"""The reception: what handlers of the HTTP API have in common. Who asks, what they ask for, and new guests and tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType
from starlette.requests import ClientDisconnect, Request

from huefall.protocol.names import tidy_name
from huefall.protocol.tables import Setup
from huefall.server.guard.address import Proxies
from huefall.server.guard.rates import KeyedRate
from huefall.server.guests.person import Person
from huefall.server.guests.registry import GuestRegistry
from huefall.server.http.errors import ApiError
from huefall.server.ops.metrics import Metrics
from huefall.server.ops.workers import Workers
from huefall.server.refusal import Refusal
from huefall.server.tables import entries
from huefall.server.tables.opening import Opening
from huefall.server.tables.registry import TableRegistry
from huefall.server.tables.setup import show_trouble
from huefall.server.tables.table import Table
from huefall.vocabulary.errors import HuefallError

Body = TypeVar("Body", bound=Struct)

DEFAULT_NAME = "Guest"


@dataclass(frozen=True, slots=True)
class RequestContext:
    """Receives requests."""

    hall: TableRegistry
    guests: GuestRegistry
    archivists: Workers
    metrics: Metrics
    proxies: Proxies
    fill: Callable[[Setup], Setup]
    new_guests: KeyedRate
    new_tables: KeyedRate
    new_reviews: KeyedRate
    public_url: str

    async def read(self, request: Request, kind: type[Body]) -> Body:
        """Read what is asked for."""
        try:
            return msgspec.json.decode(await request.body() or b"{}", type=kind)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise ApiError(400, "bad_request", f"the body cannot be read: {error}") from None
        except ClientDisconnect:
            raise ApiError(400, "bad_request", "the body broke off") from None

    async def person(self, request: Request) -> Person:
        """Say who asks, by the token they bring."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        person = await self.guests.find(token.strip()) if scheme.lower() == "bearer" else None
        if person is None:
            text = "a guest's token is needed, as in 'Authorization: Bearer <token>': POST /api/guests gives one"
            raise ApiError(401, "no_such_guest", text)
        return person

    async def person_or_new(self, request: Request, name: str | UnsetType) -> tuple[Person, str | None]:
        """Say who asks; who brings no token becomes a guest, and is given one."""
        if "authorization" in request.headers:
            return await self.person(request), None
        return await self.make_guest(request, DEFAULT_NAME if name is UNSET else read_name(name))

    async def make_guest(self, request: Request, name: str) -> tuple[Person, str]:
        """Make a guest, unless there were too many from this address."""
        self._limit(self.new_guests, request, "too_many_guests")
        return await self.guests.make(name)

    async def make_table(
        self,
        request: Request,
        person: Person,
        setup: Setup,
        seated: Sequence[entries.TableEntry],
        opening: Opening | None = None,
    ) -> Table:
        """Make a table, unless there were too many from this address."""
        self._limit(self.new_tables, request, "too_many_tables")
        try:
            return await self.hall.make(person, setup, seated, opening)
        except Refusal as refusal:
            raise ApiError(503, refusal.reason, refusal.text, 60) from None

    def admit_review(self, request: Request) -> None:
        """Let a review be asked for, unless there were too many from this address."""
        self._limit(self.new_reviews, request, "too_many_reviews")

    def _limit(self, rate: KeyedRate, request: Request, reason: str) -> None:
        wait = rate.hit(self.proxies.client(request.scope).address)
        if wait:
            self.metrics.count_limited(reason)
            raise ApiError(429, reason, f"too many from your address: wait {wait} s", wait)

    async def checked(self, setup: Setup) -> Setup:
        """Check a setup, and fill in the server's defaults."""
        try:
            return await self.archivists.ask(self.fill, setup)
        except HuefallError as error:
            raise ApiError(422, "bad_setup", str(error), trouble=show_trouble(error)) from None

    def link(self, request: Request, code: str) -> str:
        """Return the address of a table's page, as the one who asks can reach it."""
        base = self.public_url or self.proxies.client(request.scope).url
        return f"{base.rstrip('/')}/t/{code}"


def read_name(name: str) -> str:
    """Tidy a name; refuse what nobody can be called."""
    tidy = tidy_name(name)
    if tidy is None:
        text = "a name has 1 to 24 letters, digits and plain signs, no more than two marks on a letter"
        raise ApiError(422, "bad_name", text)
    return tidy


def read_number(request: Request, name: str) -> int:
    """Read a number in the path of a request."""
    text = request.path_params[name]
    if not (text.isascii() and text.isdecimal() and len(text) <= 6):
        raise ApiError(404, f"no_such_{name}", f"expected the number of a {name}, got {text[:40]!r}")
    return int(text)


def read_seat(request: Request) -> int | None:
    """Read the seat in the query of a request, if one is there."""
    text = request.query_params.get("seat")
    if text is None:
        return None
    if len(text) != 1 or text not in "0123456789":  # a table has no more seats than there are digits
        raise ApiError(422, "no_such_seat", f"expected the number of a seat, from 0 to 9, got {text[:40]!r}")
    return int(text)
