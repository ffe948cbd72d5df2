"""The wire as TypeScript: an interface for every struct, and the unions of commands and messages told apart by ``type``.

A field that may be absent is optional: of what a client says, fields with a default; of what the server says, fields that
are left out while they hold it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

from huefall.protocol import fields
from huefall.protocol.commands import Command
from huefall.protocol.fields import VERSION
from huefall.protocol.http import FaultBody
from huefall.protocol.messages import Message
from huefall.protocol.routes import ROUTES
from huefall.protocol.schema import Schema, define

OPENING = """\
// Written by `make docs` from src/huefall/protocol; change that, not this file.
// The messages of a table's socket and the bodies of the HTTP API: docs/protocol.md.
"""

#: JSON's kinds in TypeScript.
KINDS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def typescript_types() -> str:
    """Return the module with all types."""
    asked = [route.asks for route in ROUTES if route.asks is not None]
    told = [route.answers for route in ROUTES if route.answers is not None]
    definitions = define([Command, *asked], [Message, FaultBody, *told], "{name}")
    parts = [
        OPENING,
        "/** The version of the wire, as `hello` names it. */",
        f"export const VERSION = {VERSION};",
        "",
        *(f"export type {name} = {_literals(words)};" for name, words in _word_lists().items()),
    ]
    for name, schema in definitions.items():
        parts += ["", *_interface(name, schema)]
    parts += ["", *_union("Command", "What a client says.", Command)]
    parts += ["", *_union("Message", "What the server says.", Message)]
    return "\n".join(parts) + "\n"


def _word_lists() -> dict[str, tuple[str, ...]]:
    """Return the lists of words that have a name, such as ``Emote``."""
    return {name: get_args(value) for name, value in vars(fields).items() if get_origin(value) is Literal}


def _interface(name: str, schema: Schema) -> Iterator[str]:
    yield _comment(schema["description"])
    yield f"export interface {name} {{"
    for field, value in schema["properties"].items():
        is_optional = field not in schema["required"]
        words = [value["description"]] if "description" in value else []
        if is_optional and value.get("default") is not None:
            words.append(f"Left out: `{json.dumps(value['default'])}`.")
        if words:
            yield f"  {_comment(' '.join(words))}"
        yield f"  {field}{'?' if is_optional else ''}: {_type(value)};"
    yield "}"


def _union(name: str, description: str, union: Any) -> Iterator[str]:
    yield _comment(description)
    yield f"export type {name} ="
    members = [member.__name__ for member in get_args(union)]
    yield "\n".join(f"  | {member}" for member in members) + ";"


def _comment(text: str) -> str:
    return f"/** {text.replace('*/', '* /')} */"


def _literals(words: tuple[str, ...]) -> str:
    return " | ".join(json.dumps(word) for word in words)


def _type(schema: Schema) -> str:
    """Write the type of a value.

    >>> _type({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}})
    '(number | null)[]'
    """
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(_type(choice) for choice in schema["anyOf"])
    if "enum" in schema:
        words = set(schema["enum"])
        named = (name for name, listed in _word_lists().items() if set(listed) == words)
        return next(named, None) or _literals(tuple(schema["enum"]))
    kind = schema.get("type")
    if kind == "array":
        item = _type(schema.get("items", {}))
        return f"({item})[]" if " | " in item else f"{item}[]"
    if kind == "object":
        return f"Record<string, {_type(schema.get('additionalProperties', {}))}>"
    return "unknown" if kind is None else KINDS[kind]
