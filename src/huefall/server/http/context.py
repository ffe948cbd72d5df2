"""Shared by all HTTP handlers: authentication, body decoding, rate-limited creation of guests, tables and reviews.

Tested in tests/server/test_tables.py and tests/server/test_strangers.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType
from starlette.requests import ClientDisconnect, Request

from huefall.protocol.names import tidy_name
from huefall.protocol.tables import TableSetup
from huefall.server.guard.address import Proxies
from huefall.server.guard.rates import KeyedRate
from huefall.server.guests.person import Person
from huefall.server.guests.registry import GuestRegistry
from huefall.server.http.errors import ApiError
from huefall.server.http.user_agent import read_user_agent
from huefall.server.ops.metrics import Metrics
from huefall.server.ops.workers import Workers
from huefall.server.refusal import Refusal
from huefall.server.tables import entries
from huefall.server.tables.opening import Opening
from huefall.server.tables.registry import TableRegistry
from huefall.server.tables.setup import problem_of
from huefall.server.tables.table import Table
from huefall.vocabulary.errors import HuefallError

Body = TypeVar("Body", bound=Struct)

DEFAULT_NAME = "Guest"


@dataclass(frozen=True, slots=True)
class RequestContext:
    tables: TableRegistry
    guests: GuestRegistry
    record_pool: Workers
    metrics: Metrics
    proxies: Proxies
    fill_setup: Callable[[TableSetup], TableSetup]
    new_guests: KeyedRate
    new_tables: KeyedRate
    new_reviews: KeyedRate
    new_device_codes: KeyedRate
    device_code_tries: KeyedRate
    public_url: str

    async def read(self, request: Request, kind: type[Body]) -> Body:
        """Decode the body; an empty one has all defaults."""
        try:
            return msgspec.json.decode(await request.body() or b"{}", type=kind)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise ApiError(400, "bad_request", f"the body cannot be read: {error}") from None
        except ClientDisconnect:
            raise ApiError(400, "bad_request", "the body broke off") from None

    async def person(self, request: Request) -> Person:
        """Return the guest of the request's token; 401 without one."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        person = await self.guests.find(token.strip()) if scheme.lower() == "bearer" else None
        if person is None:
            text = "a guest's token is needed, as in 'Authorization: Bearer <token>': POST /api/guests gives one"
            raise ApiError(401, "no_such_guest", text)
        return person

    async def person_or_new(self, request: Request, name: str | UnsetType) -> tuple[Person, str | None]:
        """Return the guest of the request's token; without one create a guest and return the new token, too."""
        if "authorization" in request.headers:
            return await self.person(request), None
        return await self.make_guest(request, DEFAULT_NAME if name is UNSET else read_name(name))

    async def make_guest(self, request: Request, name: str) -> tuple[Person, str]:
        """Create a guest, unless this address has created too many."""
        self._limit(self.new_guests, request, "too_many_guests")
        return await self.guests.make(name, *read_user_agent(request.headers.get("user-agent", "")))

    async def make_table(
        self,
        request: Request,
        person: Person,
        setup: TableSetup,
        seated: Sequence[entries.TableEntry],
        opening: Opening | None = None,
    ) -> Table:
        """Create a table, unless this address has created too many."""
        self._limit(self.new_tables, request, "too_many_tables")
        if self.guests.is_deleted(person.guest):  # while this request was under way
            raise ApiError(401, "no_such_guest", "everything about this guest has been deleted")
        try:
            return await self.tables.make(person, setup, seated, opening)
        except Refusal as refusal:
            raise ApiError(503, refusal.reason, refusal.text, 60) from None

    def admit_review(self, request: Request) -> None:
        """Raise if this address has requested too many reviews."""
        self._limit(self.new_reviews, request, "too_many_reviews")

    def review_address(self, request: Request) -> str:
        """Return the address that has one place in the queue of reviews; empty where addresses have no limit."""
        return self.proxies.client(request.scope).address if self.new_reviews.is_limited else ""

    def admit_device_code(self, request: Request) -> None:
        """Raise if this address has requested too many codes for another device."""
        self._limit(self.new_device_codes, request, "too_many_codes")

    def admit_code_try(self, request: Request) -> None:
        """Raise if this address has tried too many codes, right or wrong."""
        self._limit(self.device_code_tries, request, "too_many_codes")

    def _limit(self, rate: KeyedRate, request: Request, reason: str) -> None:
        wait = rate.hit(self.proxies.client(request.scope).address)
        if wait:
            self.metrics.count_limited(reason)
            raise ApiError(429, reason, f"too many from your address: wait {wait} s", wait)

    async def checked(self, setup: TableSetup) -> TableSetup:
        """Return a setup with the server's defaults filled in; 422 if it cannot be played."""
        try:
            return await self.record_pool.ask(self.fill_setup, setup)
        except HuefallError as error:
            raise ApiError(422, "bad_setup", str(error), problem=problem_of(error)) from None

    def link(self, request: Request, code: str) -> str:
        """Return the URL of a table's page, as this client can reach it."""
        return f"{self.base(request)}/t/{code}"

    def base(self, request: Request) -> str:
        """Return the URL of this server without a slash at the end, as this client can reach it."""
        return (self.public_url or self.proxies.client(request.scope).url).rstrip("/")


def read_name(name: str) -> str:
    """Return a name with its white space in order; 422 if it is not allowed."""
    tidy = tidy_name(name)
    if tidy is None:
        text = "a name has 1 to 24 letters, digits and plain signs, no more than two marks on a letter"
        raise ApiError(422, "bad_name", text)
    return tidy


def read_number(request: Request, name: str) -> int:
    """Return a number from the path of a request; 404 if it is none."""
    text = request.path_params[name]
    if not (text.isascii() and text.isdecimal() and len(text) <= 6):
        raise ApiError(404, f"no_such_{name}", f"expected the number of a {name}, got {text[:40]!r}")
    return int(text)


def read_seat(request: Request) -> int | None:
    """Return the seat from the query of a request; None without one."""
    text = request.query_params.get("seat")
    if text is None:
        return None
    if len(text) != 1 or text not in "0123456789":  # a table has at most ten seats
        raise ApiError(422, "no_such_seat", f"expected the number of a seat, from 0 to 9, got {text[:40]!r}")
    return int(text)
