"""The HTTP API as OpenAPI 3.1, generated from ``huefall.protocol.routes``."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from huefall.protocol.fields import VERSION, Code, Cursor, Seat
from huefall.protocol.http import ErrorBody
from huefall.protocol.reasons import HTTP_REASONS
from huefall.protocol.routes import GENERAL_ERRORS, ROUTES, SOCKET_PATH, Access, Route
from huefall.protocol.schema import Schema, define, describe_struct

REFERENCE = "#/components/schemas/{name}"

#: Parameters in paths, by name.
PATH_PARAMETERS: dict[str, Any] = {
    "code": Code,
    "match": Annotated[int, Meta(ge=1, description="The number of a match at its table, from 1.")],
    "round": Annotated[int, Meta(ge=1, description="The number of a round in its match, from 1.")],
    "node": Annotated[int, Meta(ge=1, description="The number of a node, as in the list of nodes.")],
    "device": Annotated[int, Meta(ge=1, description="The number of a device, as in the list of them.")],
    "lesson": Annotated[
        str, Meta(min_length=1, max_length=40, description="The name of a lesson, as in the catalogue.")
    ],
}

#: Query parameters, by name.
QUERY_PARAMETERS: dict[str, Any] = {"seat": Seat, "before": Cursor}

#: Authentication per kind of access. An empty requirement: none is needed.
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
    "admin": {"type": "http", "scheme": "bearer", "description": "The server's admin token."},
}

#: The media type of every body with a struct; other responses are text.
JSON = "application/json"

NO_CONTENT = 204


def openapi_document() -> Schema:
    paths: defaultdict[str, Schema] = defaultdict(dict)
    for route in ROUTES:
        names = re.findall(r"\{(\w+)\}", route.path)
        if names:
            paths[route.path]["parameters"] = [{"$ref": f"#/components/parameters/{name}"} for name in names]
        paths[route.path][route.method.lower()] = _operation(route)
    requests = [route.asks for route in ROUTES if route.asks is not None]
    responses = [ErrorBody, *(route.answers for route in ROUTES if route.answers is not None)]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Huefall",
            "version": str(VERSION),
            "description": "Guests, tables and finished matches. Commands and messages of a table use its WebSocket, "
            f"`{SOCKET_PATH}`, and are described by `/api/schema.json`; docs/protocol.md explains both.",
        },
        "paths": dict(paths),
        "components": {
            "schemas": define(requests, responses, REFERENCE),
            "parameters": {name: _parameter(name, kind, "path") for name, kind in PATH_PARAMETERS.items()}
            | {name: _parameter(name, kind, "query") for name, kind in QUERY_PARAMETERS.items()},
            "responses": {
                _shared_name(status): _error_response(reasons) for status, reasons in _by_status(GENERAL_ERRORS).items()
            },
            "securitySchemes": SCHEMES,
        },
    }


def _by_status(errors: Iterable[tuple[int, str]]) -> dict[int, list[str]]:
    reasons_by_status: defaultdict[int, list[str]] = defaultdict(list)
    for status, reason in errors:
        if reason not in reasons_by_status[status]:
            reasons_by_status[status].append(reason)
    return dict(sorted(reasons_by_status.items()))


def _operation(route: Route) -> Schema:
    operation: Schema = {"operationId": route.name, "summary": route.summary}
    if route.query:
        operation["parameters"] = [{"$ref": f"#/components/parameters/{name}"} for name in route.query]
    if route.asks is not None:
        # The body can be left out if all its fields have defaults.
        is_required = any(field.required for field in msgspec.structs.fields(route.asks))
        operation["requestBody"] = {"required": is_required, "content": _content(JSON, _reference(route.asks))}
    operation["responses"] = {str(route.status): _success(route)}
    general = _by_status(GENERAL_ERRORS)
    for status, reasons in _by_status((*route.errors, *GENERAL_ERRORS)).items():
        is_shared = reasons == general.get(status)
        shared = {"$ref": f"#/components/responses/{_shared_name(status)}"}
        operation["responses"][str(status)] = shared if is_shared else _error_response(reasons)
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


def _error_response(reasons: list[str]) -> Schema:
    """Describe an error response: the body that all have, narrowed to its reasons."""
    narrowed = {"properties": {"error": {"properties": {"reason": {"enum": reasons}}}}}
    return {
        "description": "\n".join(f"`{reason}`: {HTTP_REASONS[reason]}" for reason in reasons),
        "content": _content(JSON, {"allOf": [_reference(ErrorBody), narrowed]}),
    }


def _shared_name(status: int) -> str:
    return f"error_{status}"


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
