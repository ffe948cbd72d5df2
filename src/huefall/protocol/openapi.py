"""The HTTP API as OpenAPI 3.1, written from ``huefall.protocol.routes``."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from huefall.protocol.fields import VERSION, Code, Seat
from huefall.protocol.http import FaultBody
from huefall.protocol.reasons import HTTP_REASONS
from huefall.protocol.routes import GENERAL_FAULTS, ROUTES, SOCKET_PATH, Access, Route
from huefall.protocol.schema import Schema, define, describe_struct

REFERENCE = "#/components/schemas/{name}"

#: What may stand in a path, by its name.
PARAMETERS: dict[str, Any] = {
    "code": Code,
    "match": Annotated[int, Meta(ge=1, description="The number of a match at its table, from 1.")],
    "round": Annotated[int, Meta(ge=1, description="The number of a round in its match, from 1.")],
    "lesson": Annotated[
        str, Meta(min_length=1, max_length=40, description="What is taught, as the catalogue lists it.")
    ],
}

#: What may stand behind the question mark, by its name.
QUERIES: dict[str, Any] = {"seat": Seat}

#: Who may ask. An empty requirement: nobody need be known.
SECURITY: dict[Access, list[dict[str, list[str]]]] = {
    "open": [],
    "guest": [{"guest": []}],
    "guest or open": [{"guest": []}, {}],
    "admin": [{"admin": []}],
}

SCHEMES = {
    "guest": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a guest, from `POST /api/guests` or `POST /api/play`.",
    },
    "admin": {"type": "http", "scheme": "bearer", "description": "The token of the server's keeper."},
}

#: What every body is that has a struct; answers of other media types are text.
JSON = "application/json"

NO_CONTENT = 204


def openapi_document() -> Schema:
    """Return the description of the whole HTTP API."""
    paths: defaultdict[str, Schema] = defaultdict(dict)
    for route in ROUTES:
        names = re.findall(r"\{(\w+)\}", route.path)
        if names:
            paths[route.path]["parameters"] = [{"$ref": f"#/components/parameters/{name}"} for name in names]
        paths[route.path][route.method.lower()] = _operation(route)
    asked = [route.asks for route in ROUTES if route.asks is not None]
    told = [FaultBody, *(route.answers for route in ROUTES if route.answers is not None)]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Huefall",
            "version": str(VERSION),
            "description": "Guests, tables and finished matches. What is said at a table goes over its WebSocket, "
            f"`{SOCKET_PATH}`, and is described by `/api/schema.json`; docs/protocol.md explains both.",
        },
        "paths": dict(paths),
        "components": {
            "schemas": define(asked, told, REFERENCE),
            "parameters": {name: _parameter(name, kind, "path") for name, kind in PARAMETERS.items()}
            | {name: _parameter(name, kind, "query") for name, kind in QUERIES.items()},
            "responses": {
                _shared_name(status): _fault(reasons) for status, reasons in _by_status(GENERAL_FAULTS).items()
            },
            "securitySchemes": SCHEMES,
        },
    }


def _by_status(faults: Iterable[tuple[int, str]]) -> dict[int, list[str]]:
    found: defaultdict[int, list[str]] = defaultdict(list)
    for status, reason in faults:
        if reason not in found[status]:
            found[status].append(reason)
    return dict(sorted(found.items()))


def _operation(route: Route) -> Schema:
    operation: Schema = {"operationId": route.name, "summary": route.summary}
    if route.query:
        operation["parameters"] = [{"$ref": f"#/components/parameters/{name}"} for name in route.query]
    if route.asks is not None:
        # Where everything has a default, no body at all asks for just that.
        is_needed = any(field.required for field in msgspec.structs.fields(route.asks))
        operation["requestBody"] = {"required": is_needed, "content": _content(JSON, _reference(route.asks))}
    operation["responses"] = {str(route.status): _success(route)}
    general = _by_status(GENERAL_FAULTS)
    for status, reasons in _by_status((*route.faults, *GENERAL_FAULTS)).items():
        is_shared = reasons == general.get(status)
        shared = {"$ref": f"#/components/responses/{_shared_name(status)}"}
        operation["responses"][str(status)] = shared if is_shared else _fault(reasons)
    operation["security"] = SECURITY[route.access]
    return operation


def _success(route: Route) -> Schema:
    response: Schema = {"description": route.summary if route.answers is None else describe_struct(route.answers)}
    if route.answers is not None:
        response["content"] = _content(JSON, _reference(route.answers))
    elif route.status != NO_CONTENT:
        body = {"type": "object"} if route.media_type == JSON else {"type": "string"}
        response["content"] = _content(route.media_type, body)
    return response


def _fault(reasons: list[str]) -> Schema:
    """Describe a refusal: the body all of them have, and which reasons it can give."""
    narrowed = {"properties": {"error": {"properties": {"reason": {"enum": reasons}}}}}
    return {
        "description": "\n".join(f"`{reason}`: {HTTP_REASONS[reason]}" for reason in reasons),
        "content": _content(JSON, {"allOf": [_reference(FaultBody), narrowed]}),
    }


def _shared_name(status: int) -> str:
    return f"fault_{status}"


def _parameter(name: str, kind: Any, place: Literal["path", "query"]) -> Schema:
    schema = msgspec.json.schema(kind)
    return {
        "name": name,
        "in": place,
        "required": place == "path",
        "description": schema.pop("description"),
        "schema": schema,
    }


def _content(media_type: str, schema: Schema) -> Schema:
    return {media_type: {"schema": schema}}


def _reference(struct: type) -> Schema:
    return {"$ref": REFERENCE.format(name=struct.__name__)}
