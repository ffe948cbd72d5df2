from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import msgspec
import pytest
import schemathesis
from tests.protocol.test_schema import references

from huefall.protocol.http import ErrorBody, ErrorDetail
from huefall.protocol.openapi import openapi_document
from huefall.protocol.routes import GENERAL_ERRORS, ROUTES, Route

DOCUMENT = openapi_document()
SUCCESSES = range(200, 300)


def find(reference: str) -> Any:
    """Follow a reference within the document."""
    found: Any = DOCUMENT
    for part in reference.removeprefix("#/").split("/"):
        found = found[part]
    return found


def operation(route: Route) -> Any:
    return DOCUMENT["paths"][route.path][route.method.lower()]


def answers(route: Route) -> dict[int, Any]:
    """Return the answers of a route by status, references followed."""
    found = operation(route)["responses"]
    return {int(status): find(answer["$ref"]) if "$ref" in answer else answer for status, answer in found.items()}


def reasons(answer: Any) -> list[str]:
    narrowed = answer["content"]["application/json"]["schema"]["allOf"][1]
    found: list[str] = narrowed["properties"]["error"]["properties"]["reason"]["enum"]
    return found


def test_the_document_is_valid_openapi() -> None:
    schemathesis.openapi.from_dict(DOCUMENT).validate()
    assert DOCUMENT["openapi"].startswith("3.1.")


def test_the_check_finds_what_is_wrong() -> None:
    broken = json.loads(json.dumps(DOCUMENT))
    broken["paths"]["/healthz"]["get"]["responses"] = "none"
    with pytest.raises(jsonschema_rs.ValidationError):
        schemathesis.openapi.from_dict(broken).validate()


def test_every_reference_leads_somewhere_and_every_schema_is_valid() -> None:
    assert all(find(reference) for reference in references(DOCUMENT))
    for schema in DOCUMENT["components"]["schemas"].values():
        jsonschema_rs.meta.validate({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema})


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_a_route_is_described_as_it_is_listed(route: Route) -> None:
    described = operation(route)
    assert (described["operationId"], described["summary"]) == (route.name, route.summary)
    assert ("requestBody" in described) == (route.asks is not None)
    parameters = [find(item["$ref"]) for item in DOCUMENT["paths"][route.path].get("parameters", [])]
    assert [f"{{{item['name']}}}" for item in parameters] == [part for part in route.path.split("/") if part[:1] == "{"]
    assert [status for status in answers(route) if status in SUCCESSES] == [route.status]
    assert ("content" in answers(route)[route.status]) == (route.status != 204)


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_each_answer_that_is_no_success_lists_its_reasons(route: Route) -> None:
    listed = {
        (status, reason)
        for status, answer in answers(route).items()
        if status not in SUCCESSES
        for reason in reasons(answer)
    }
    assert listed == {*route.errors, *GENERAL_ERRORS}


def test_a_fault_fits_only_under_its_status() -> None:
    route = next(route for route in ROUTES if route.name == "new_guest")
    body = json.loads(msgspec.json.encode(ErrorBody(ErrorDetail("bad_name", "this is not a name"))))
    fits = {}
    for status in (422, 429):
        schema = answers(route)[status]["content"]["application/json"]["schema"]
        fits[status] = jsonschema_rs.is_valid({**schema, "components": DOCUMENT["components"]}, body)
    assert fits == {422: True, 429: False}


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [("code", "k7m2xw9p", "K7M2XW9P"), ("code", "k7m2xw9p", "k7m2xw9"), ("match", 1, 0), ("round", 1, 0)],
)
def test_what_may_stand_in_a_path_has_its_limits(name: str, good: object, bad: object) -> None:
    schema = DOCUMENT["components"]["parameters"][name]["schema"]
    assert jsonschema_rs.is_valid(schema, good) and not jsonschema_rs.is_valid(schema, bad)


def test_who_may_ask_is_said_of_every_route() -> None:
    said = {route.access: operation(route)["security"] for route in ROUTES}
    assert said == {
        "open": [],
        "guest": [{"guest": []}],
        "guest or open": [{"guest": []}, {}],
        "admin": [{"admin": []}],
    }
    assert {scheme["scheme"] for scheme in DOCUMENT["components"]["securitySchemes"].values()} == {"bearer"}


def test_a_body_is_needed_where_something_in_it_is() -> None:
    needed = {route.name: operation(route)["requestBody"]["required"] for route in ROUTES if route.asks is not None}
    assert needed["new_guest"] and needed["check_edition"]
    assert not needed["new_table"] and not needed["quick_play"]
