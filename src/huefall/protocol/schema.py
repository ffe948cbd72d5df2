"""The protocol as JSON Schema, generated from the Structs, so that nothing is written twice.

The docstring of a class describes it, the ``#:`` comment above a field describes the field. Commands and request bodies
are closed: unknown fields are errors. Messages and responses are open: later versions may add fields.
"""

from __future__ import annotations

import ast
import inspect
import json
import textwrap
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from huefall.protocol import commands, http, me, messages, reviews, tables, views
from huefall.protocol.commands import Command
from huefall.protocol.fields import VERSION
from huefall.protocol.http import Frame, ReviewShown
from huefall.protocol.messages import Message, Update, Welcome
from huefall.protocol.reviews import Review
from huefall.protocol.views import EventShown, View

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SCHEMA_ID = f"urn:huefall:messages:{VERSION}"

#: Fields whose JSON other modules write, and the type it has.
RAW_FIELDS: dict[tuple[type[Struct], str], Any] = {
    (Update, "events"): list[EventShown],
    (Update, "view"): View | None,
    (Welcome, "view"): View | None,
    (Frame, "view"): View,
    (ReviewShown, "review"): Review | None,
}

Schema = dict[str, Any]


def messages_schema() -> Schema:
    """Return one document with every struct of a table's socket, and the two unions ``Command`` and ``Message``."""
    definitions = define([Command], [Message], "#/$defs/{name}")
    (command, message), _ = msgspec.json.schema_components([Command, Message], ref_template="#/$defs/{name}")
    unions = {
        "Command": {"description": "What a client sends.", **command},
        "Message": {"description": "What the server sends.", **message},
    }
    return {
        "$schema": DIALECT,
        "$id": SCHEMA_ID,
        "title": "The messages of Huefall",
        "description": "Commands and messages on the socket of a table, explained in docs/protocol.md.",
        "version": VERSION,
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in unions],
        "$defs": unions | definitions,
    }


def define(incoming: Iterable[Any], outgoing: Iterable[Any], ref_template: str) -> dict[str, Schema]:
    """Return the schemas of all structs in these types by name; ``incoming`` are a client's, ``outgoing`` the server's."""
    incoming, outgoing = list(incoming), list(outgoing)
    raw_schemas, components = msgspec.json.schema_components(
        [*RAW_FIELDS.values(), *incoming, *outgoing], ref_template=ref_template
    )
    schemas = dict(components)
    for (struct, field), schema in zip(RAW_FIELDS, raw_schemas, strict=False):
        if struct.__name__ in schemas:
            properties = schemas[struct.__name__]["properties"]
            left_out = {"default": properties[field]["default"]} if "default" in properties[field] else {}
            properties[field] = {**schema, **left_out}
    _, closed = msgspec.json.schema_components(incoming, ref_template=ref_template)
    structs = all_structs()
    reached = _reached([*incoming, *outgoing], schemas, ref_template)
    definitions = {}
    for name in sorted(reached):
        schema = schemas[name]
        _describe(schema, structs[name])
        if name not in closed:
            _open_for_additions(schema, structs[name])
        definitions[name] = schema
    # A default may be a tuple, which JSON writes as a list.
    plain_data: dict[str, Schema] = msgspec.json.decode(msgspec.json.encode(definitions))
    return plain_data


def write_json(document: Mapping[str, Any]) -> str:
    """Return a document as the generated files have it."""
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


@cache
def all_structs() -> dict[str, type[Struct]]:
    """Return all structs of the protocol by name."""
    return {
        name: value
        for module in (commands, messages, tables, views, reviews, http, me)
        for name, value in vars(module).items()
        if inspect.isclass(value) and issubclass(value, Struct) and not name.startswith("_") and value is not Struct
    }


def describe_struct(struct: type[Struct]) -> str:
    return plain(inspect.getdoc(struct) or "")


def describe_fields(struct: type[Struct]) -> dict[str, str]:
    """Return the ``#:`` comments above the fields of a struct, by JSON key.

    >>> describe_fields(http.ErrorDetail)["retry_after"]
    'When to try again, in seconds.'
    """
    try:
        source = textwrap.dedent(inspect.getsource(struct))
    except OSError:  # installed without its source: the schema then has fewer descriptions
        return {}
    lines = source.splitlines()
    json_keys = dict(zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True))
    descriptions = {}
    for statement in ast.parse(source).body[0].body:  # type: ignore[attr-defined]  # a class has a body
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            words: list[str] = []
            for line in reversed(lines[: statement.lineno - 1]):
                if not line.lstrip().startswith("#:"):
                    break
                words.insert(0, line.lstrip().removeprefix("#:").strip())
            if words:
                descriptions[json_keys[statement.target.id]] = plain(" ".join(words))
    return descriptions


def plain(text: str) -> str:
    """Remove the line breaks and the double backticks of a docstring."""
    return " ".join(text.split()).replace("``", "`")


def _describe(schema: Schema, struct: type[Struct]) -> None:
    """Add descriptions to a schema: of a field, that of its type and then its comment."""
    schema["description"] = describe_struct(struct)
    properties = schema["properties"]
    for name, text in describe_fields(struct).items():
        words = " ".join(filter(None, (properties[name].get("description"), text)))
        properties[name] = {**properties[name], "description": words}


def _open_for_additions(schema: Schema, struct: type[Struct]) -> None:
    """Allow further fields, and require those that the server never leaves out."""
    schema.pop("additionalProperties", None)
    if not struct.__struct_config__.omit_defaults:
        always = {field.encode_name for field in msgspec.structs.fields(struct) if field.default is not UNSET}
        schema["required"] = [name for name in schema["properties"] if name in always or name in schema["required"]]


def _reached(types: list[Any], definitions: Mapping[str, Schema], ref_template: str) -> set[str]:
    """Return the names of the structs reachable from these types; ``RAW_FIELDS`` may have added others."""
    schemas, _ = msgspec.json.schema_components(types, ref_template=ref_template)
    reached: set[str] = set()
    queue: list[Any] = list(schemas)
    by_reference = {ref_template.format(name=name): name for name in definitions}
    while queue:
        item = queue.pop()
        if isinstance(item, dict):
            name = by_reference.get(item.get("$ref", ""))
            if name is not None and name not in reached:
                reached.add(name)
                queue.append(definitions[name])
            queue += item.values()
        elif isinstance(item, list):
            queue += item
    return reached
