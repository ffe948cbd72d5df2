from __future__ import annotations

import re
from typing import get_args

import pytest

from huefall.protocol import VERSION
from huefall.protocol.commands import Command
from huefall.protocol.fields import Emote
from huefall.protocol.messages import Message
from huefall.protocol.schema import all_structs, describe_struct
from huefall.protocol.typescript import _comment, _type, typescript_types

TEXT = typescript_types()
INTERFACES = dict(re.findall(r"^export interface (\w+) \{\n(.*?)^\}$", TEXT, re.MULTILINE | re.DOTALL))


def fields(name: str) -> dict[str, str]:
    """Return the types of an interface's fields; the names of those that may be absent end with ``?``."""
    return dict(re.findall(r"^  (\w+\??): (.*);$", INTERFACES[name], re.MULTILINE))


def test_every_struct_is_an_interface_with_all_its_fields() -> None:
    assert INTERFACES.keys() == all_structs().keys()
    for name, struct in all_structs().items():
        tag = ["type"] if struct.__struct_config__.tag is not None else []
        assert [field.rstrip("?") for field in fields(name)] == [*tag, *struct.__struct_encode_fields__]


def test_every_interface_carries_its_words() -> None:
    for name, struct in all_structs().items():
        assert f"/** {describe_struct(struct)} */\nexport interface {name} {{" in TEXT


@pytest.mark.parametrize(("name", "union"), [("Command", Command), ("Message", Message)])
def test_the_unions_are_told_apart_by_their_types(name: str, union: object) -> None:
    _, _, listed = TEXT.partition(f"export type {name} =\n")
    members = re.findall(r"\| (\w+)", listed.partition(";")[0])
    assert members == [struct.__name__ for struct in get_args(union)]
    tags = [fields(member)["type"] for member in members]
    assert tags == [f'"{struct.__struct_config__.tag}"' for struct in get_args(union)]


def test_what_may_be_absent_is_optional() -> None:
    assert fields("AddBot") == {"type": '"add_bot"', "id": "string", "seat?": "number | null", "level?": "string"}
    assert fields("Did") == {"seat": "number", "move": "string", "by?": "PlayedBy", "foul?": "boolean"}
    assert fields("View")["legal?"] == "string[]" and fields("View")["pending"] == "Pending | null"
    assert fields("SetupShown")["move_seconds"] == "number" and fields("TableSetup")["move_seconds?"] == "number"


def test_an_absent_field_says_what_it_then_is() -> None:
    assert '  /** The level of a bot. Default: `"normal"`. */\n  level?: string;' in TEXT


def test_lists_of_words_have_names() -> None:
    words = " | ".join(f'"{word}"' for word in get_args(Emote))
    assert f"export type Emote = {words};" in TEXT
    assert fields("Emoted")["emote"] == "Emote" and fields("TableShown")["status"] == "Status"


def test_the_version_is_a_constant() -> None:
    assert f"export const VERSION = {VERSION};" in TEXT


@pytest.mark.parametrize(
    ("schema", "written"),
    [
        ({}, "unknown"),
        ({"type": "object"}, "Record<string, unknown>"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "Record<string, number>"),
        ({"type": "array"}, "unknown[]"),
        ({"type": "array", "items": {"anyOf": [{"$ref": "You"}, {"type": "null"}]}}, "(You | null)[]"),
        ({"enum": ["b", "a"]}, '"b" | "a"'),
    ],
)
def test_a_value_has_the_type_of_its_schema(schema: dict[str, object], written: str) -> None:
    assert _type(schema) == written


def test_a_comment_cannot_end_early() -> None:
    assert _comment("a */ b").count("*/") == 1
