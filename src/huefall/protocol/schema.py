"""The messages of the wire as JSON Schema, written from the Structs: nothing is said twice.

A class's docstring describes it, the ``#:`` comment above a field describes the field. What a client sends is closed: a
field that is not listed is refused. What the server sends is open: later versions may add to it.
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

from huefall.protocol import commands, http, messages, reviews, tables, views
from huefall.protocol.commands import Command
from huefall.protocol.fields import VERSION
from huefall.protocol.http import Frame, ReviewShown
from huefall.protocol.messages import Message, Update, Welcome
from huefall.protocol.reviews import Review
from huefall.protocol.views import EventShown, View

DIALECT = "https://json-schema.org/draft/2020-12/schema"
NAME = f"urn:huefall:messages:{VERSION}"

#: Fields that are passed on as they were written elsewhere, and what they hold then.
PASSED_ON: dict[tuple[type[Struct], str], Any] = {
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
    (said, told), _ = msgspec.json.schema_components([Command, Message], ref_template="#/$defs/{name}")
    unions = {
        "Command": {"description": "What a client says.", **said},
        "Message": {"description": "What the server says.", **told},
    }
    return {
        "$schema": DIALECT,
        "$id": NAME,
        "title": "The messages of Huefall",
        "description": "What is said on a table's socket, explained in docs/protocol.md.",
        "version": VERSION,
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in unions],
        "$defs": unions | definitions,
    }


def define(asked: Iterable[Any], told: Iterable[Any], ref_template: str) -> dict[str, Schema]:
    """Return the schema of every struct in these types by its name; ``asked`` are a client's, ``told`` the server's."""
    asked, told = list(asked), list(told)
    passed_on, found = msgspec.json.schema_components([*PASSED_ON.values(), *asked, *told], ref_template=ref_template)
    wanted = dict(found)
    for (struct, field), schema in zip(PASSED_ON, passed_on, strict=False):
        if struct.__name__ in wanted:
            properties = wanted[struct.__name__]["properties"]
            left_out = {"default": properties[field]["default"]} if "default" in properties[field] else {}
            properties[field] = {**schema, **left_out}
    _, said = msgspec.json.schema_components(asked, ref_template=ref_template)
    structs = all_structs()
    reached = _reached([*asked, *told], wanted, ref_template)
    definitions = {}
    for name in sorted(reached):
        schema = wanted[name]
        _describe(schema, structs[name])
        if name not in said:
            _open(schema, structs[name])
        definitions[name] = schema
    return definitions


def write_json(document: Mapping[str, Any]) -> str:
    """Write a document the way it stands in the project."""
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


@cache
def all_structs() -> dict[str, type[Struct]]:
    """Return every struct of the wire by its name."""
    return {
        name: value
        for module in (commands, messages, tables, views, reviews, http)
        for name, value in vars(module).items()
        if inspect.isclass(value) and issubclass(value, Struct) and not name.startswith("_") and value is not Struct
    }


def describe_struct(struct: type[Struct]) -> str:
    """Return the docstring of a struct as plain text."""
    return plain(inspect.getdoc(struct) or "")


def describe_fields(struct: type[Struct]) -> dict[str, str]:
    """Return the ``#:`` comments above the fields of a struct, by the name a field has on the wire.

    >>> describe_fields(http.Fault)["retry_after"]
    'When to ask again, in seconds.'
    """
    try:
        source = textwrap.dedent(inspect.getsource(struct))
    except OSError:  # installed without its source: the schema then has fewer words
        return {}
    lines = source.splitlines()
    written = dict(zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True))
    found = {}
    for statement in ast.parse(source).body[0].body:  # type: ignore[attr-defined]  # a class has a body
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            words: list[str] = []
            for line in reversed(lines[: statement.lineno - 1]):
                if not line.lstrip().startswith("#:"):
                    break
                words.insert(0, line.lstrip().removeprefix("#:").strip())
            if words:
                found[written[statement.target.id]] = plain(" ".join(words))
    return found


def plain(text: str) -> str:
    """Take the line breaks and the doubled marks of a docstring out."""
    return " ".join(text.split()).replace("``", "`")


def _describe(schema: Schema, struct: type[Struct]) -> None:
    """Put the words of the source into a schema: of a field, what its type says and then what the comment adds."""
    schema["description"] = describe_struct(struct)
    properties = schema["properties"]
    for name, text in describe_fields(struct).items():
        words = " ".join(filter(None, (properties[name].get("description"), text)))
        properties[name] = {**properties[name], "description": words}


def _open(schema: Schema, struct: type[Struct]) -> None:
    """Say what holds for everything the server sends: more may come, and what is never left out can be relied on."""
    schema.pop("additionalProperties", None)
    if not struct.__struct_config__.omit_defaults:
        always = {field.encode_name for field in msgspec.structs.fields(struct) if field.default is not UNSET}
        schema["required"] = [name for name in schema["properties"] if name in always or name in schema["required"]]


def _reached(types: list[Any], definitions: Mapping[str, Schema], ref_template: str) -> set[str]:
    """Name the structs these types lead to; ``PASSED_ON`` may have brought others along."""
    schemas, _ = msgspec.json.schema_components(types, ref_template=ref_template)
    reached: set[str] = set()
    waiting: list[Any] = list(schemas)
    by_reference = {ref_template.format(name=name): name for name in definitions}
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            name = by_reference.get(item.get("$ref", ""))
            if name is not None and name not in reached:
                reached.add(name)
                waiting.append(definitions[name])
            waiting += item.values()
        elif isinstance(item, list):
            waiting += item
    return reached
