"""The HTTP API against its own description: schemathesis sends requests that the OpenAPI page allows, and many that it does not.

Every check of schemathesis is on, with three exceptions that are the API's decisions:
- Bodies that fit the schema may still be refused with 422: that ``0̴`` is not a name, that an edition's file is
  no TOML, that options do not go together, no schema can say.
- An admin route without a token answers 403, like one with a wrong token; elsewhere a missing token is a 401.
- A whole number is written as one: to JSON Schema ``5.0`` is an integer, here it is refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CHECKS, load_all_checks
from tests.random_play import THUNDER
from tests.scale import SEED, scaled
from tests.server.player import Player, ask, new_guest, new_table
from tests.server.server_process import ServerProcess

from huefall.protocol.fields import DeviceCode
from huefall.protocol.openapi import openapi_document
from huefall.protocol.routes import ROUTES
from huefall.server.ops.admin import read_admin_token

load_all_checks()


def load(*, brings_tokens: bool) -> Any:
    """Load the description, as it is before any server runs."""
    statuses = {
        "positive_data_acceptance": ["2xx", "401", "403", "404", "413", "422"],
        "negative_data_rejection": ["400", "401", "403", "404", "405", "413", "422"],
    }
    checks = {name: {"expected-statuses": expected} for name, expected in statuses.items()}
    generation = {"with-security-parameters": brings_tokens}
    config = schemathesis.Config.from_dict({"seed": SEED, "checks": checks, "generation": generation})
    return schemathesis.openapi.from_dict(openapi_document(), config=config)


#: Made-up requests for each route.
EXAMPLES = scaled(15, least=3)

#: For a client with an invalid token, or none.
API = load(brings_tokens=True)

#: For a client with a valid token.
API_OF_THE_KNOWN = load(brings_tokens=False)

EDITION_FILE = Path(THUNDER).read_text(encoding="utf-8")

ACCESS = {f"{route.method} {route.path}": route.access for route in ROUTES}

#: They take a code for another device: one that is made up does not exist.
CODE_ROUTES = ("POST /api/devices", "POST /api/devices/look")

Test = TypeVar("Test", bound=Callable[..., None])


def of_every_route(api: Any) -> Callable[[Test], Test]:
    """Make a test one of every route, with cases that are made up; nothing is remembered from one run to the next."""

    def mark(test: Test) -> Test:
        often = settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        marked: Test = api.parametrize()(often(test))
        return marked

    return mark


class Known:
    """A server in which there is something to be found: a guest, the admin token, a table with a finished match."""

    def __init__(self, server: ServerProcess) -> None:
        self.url = server.url
        self.guest = new_guest(server.url)
        self.admin_token = read_admin_token(server.data)
        self.code = asyncio.run(self._play(server))

    async def _play(self, server: ServerProcess) -> str:
        # An edition of its own, so that there is a file to be found.
        body = {"seats": 2, "options": {"target": 0}, "edition_file": EDITION_FILE}
        status, made = ask(server.url, "/api/play", body, self.guest)
        assert status == 201, made
        async with Player(server.socket_url, made["code"], self.guest) as player:
            await player.until(lambda: player.view is not None)
            await player.play(Random(SEED), deals=True)
        return str(made["code"])

    def headers_for(self, operation: str) -> dict[str, str]:
        """Return the authorization header, for routes that need one."""
        access = ACCESS[operation]
        if access == "open":
            return {}
        # Who deletes everything about themselves is of no use for the other tests.
        guest = new_guest(self.url) if operation == "DELETE /api/guests/me" else self.guest
        return {"Authorization": f"Bearer {self.admin_token if access == 'admin' else guest}"}

    def place(self, operation: str) -> dict[str, Any]:
        """Return values of path parameters that exist on the server."""
        if operation == "DELETE /api/guests/me/devices/{device}":
            return {"device": self._add_device()}
        if operation.startswith("DELETE"):
            return {"code": new_table(self.url, self.guest)}
        return {"code": self.code, "match": 1, "round": 1, "lesson": "basics", "node": 1}

    def make_code(self) -> str:
        """Request a code for another device; at most one other device is kept, for there is a limit."""
        status, _ = ask(self.url, "/api/guests/me/devices", token=self.guest, method="DELETE")
        assert status == 204
        status, made = ask(self.url, "/api/guests/me/devices/code", {}, self.guest)
        assert status == 201, made
        return str(made["link"]).partition("#")[2]

    def _add_device(self) -> int:
        status, made = ask(self.url, "/api/devices", {"code": self.make_code()})
        assert status == 201, made
        _, found = ask(self.url, "/api/guests/me/devices", token=self.guest)
        return int(found["devices"][-1]["device"])


def _fits_device_code(value: object) -> bool:
    try:
        msgspec.convert(value, DeviceCode)
    except msgspec.ValidationError:
        return False
    return True


@pytest.fixture(scope="module")
def known(shared_server: ServerProcess) -> Known:
    return Known(shared_server)


def test_a_server_hands_out_the_description_that_is_tested_here(known: Known) -> None:
    assert ask(known.url, "/api/openapi.json") == (200, openapi_document())


@of_every_route(API)
def test_whatever_is_asked_the_answer_is_one_that_is_described(case: schemathesis.Case[Any], known: Known) -> None:
    answer = case.call(base_url=known.url)
    left_out = ["missing_required_header"] if ACCESS[case.operation.label] == "admin" else []
    validate(case, answer, left_out)


@of_every_route(API_OF_THE_KNOWN)
def test_valid_requests_get_the_described_responses(case: schemathesis.Case[Any], known: Known) -> None:
    operation = case.operation.label
    place = known.place(operation)
    case.path_parameters = {name: place[name] for name in case.path_parameters}
    case.headers.update(known.headers_for(operation))
    if operation in CODE_ROUTES and isinstance(case.body, dict) and _fits_device_code(case.body.get("code")):
        case.body = {**case.body, "code": known.make_code()}
    answer = case.call(base_url=known.url)
    # What was wrong about the path has just been put right, and the token is one that schemathesis did not make up.
    validate(case, answer, ["ignored_auth", *(["negative_data_rejection"] if case.path_parameters else [])])
    if case.method == case.operation.method.upper():
        assert answer.status_code not in {401, 403, 404}


def validate(case: schemathesis.Case[Any], answer: schemathesis.Response, left_out: list[str]) -> None:
    """Put an answer to the checks of schemathesis, some left out."""
    # A float that is whole is an integer for JSON Schema; a server that is alone is described as not to be drained.
    if (answer.status_code == 400 and b"got `float`" in answer.content) or b'"reason":"last_node"' in answer.content:
        left_out = [*left_out, "positive_data_acceptance"]
    excluded: list[Any] = [CHECKS.get_one(name) for name in left_out]
    case.validate_response(answer, excluded_checks=excluded)
