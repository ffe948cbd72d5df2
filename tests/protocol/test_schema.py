from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, get_args

import jsonschema_rs
import msgspec
import pytest
from tests.protocol.sent import updates

from huefall.editions import PRESETS, SHIPPED
from huefall.protocol import VERSION, decode_command
from huefall.protocol.commands import Command, Hello
from huefall.protocol.messages import Did, Done, Message, Refused, Update
from huefall.protocol.schema import all_structs, describe_fields, messages_schema
from huefall.protocol.views import EventShown, Pending, View

SCHEMA = messages_schema()
DEFINITIONS = SCHEMA["$defs"]


def validator(name: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(
        {**SCHEMA, "$id": f"urn:test:{name}", "anyOf": [{"$ref": f"#/$defs/{name}"}]}
    )


COMMANDS, MESSAGES = validator("Command"), validator("Message")


def references(item: Any) -> Iterator[str]:
    """Find every reference in a document."""
    if isinstance(item, dict):
        yield from (value for key, value in item.items() if key == "$ref")
        item = list(item.values())
    if isinstance(item, list):
        for part in item:
            yield from references(part)


def test_the_document_is_valid_json_schema_and_names_its_version() -> None:
    jsonschema_rs.meta.validate(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert SCHEMA["version"] == VERSION and SCHEMA["$id"].endswith(f":{VERSION}")


def test_every_command_and_message_is_in_the_document_and_nothing_hangs_in_the_air() -> None:
    wanted = {struct.__name__ for union in (Command, Message) for struct in get_args(union)}
    assert wanted <= DEFINITIONS.keys()
    assert {reference.removeprefix("#/$defs/") for reference in references(SCHEMA)} == DEFINITIONS.keys()


def test_no_two_structs_share_a_name() -> None:
    named = [struct.__name__ for struct in all_structs().values()]
    assert sorted(named) == sorted(all_structs())


@pytest.mark.parametrize("name", sorted(DEFINITIONS))
def test_everything_is_described(name: str) -> None:
    assert DEFINITIONS[name]["description"]


def test_comments_above_fields_and_words_of_their_types_describe_them() -> None:
    assert describe_fields(Did) == {"foul": "It counted as a foul or a false call."}
    assert DEFINITIONS["Did"]["properties"]["foul"]["description"] == describe_fields(Did)["foul"]
    seconds = DEFINITIONS["TableSetup"]["properties"]["move_seconds"]["description"]
    assert seconds.startswith("Time for a turn in seconds") and seconds.endswith("the server's default.")


def test_a_field_is_described_under_its_name_on_the_wire() -> None:
    assert "from" in DEFINITIONS["Pending"]["properties"] and "from_" not in DEFINITIONS["Pending"]["properties"]
    assert describe_fields(Pending) == {}


def test_views_and_events_are_what_is_passed_on() -> None:
    view = {"anyOf": [{"$ref": "#/$defs/View"}, {"type": "null"}]}
    update, welcome = (DEFINITIONS[name]["properties"] for name in ("Update", "Welcome"))
    assert update["view"] == {**view, "default": None}
    assert welcome["view"] == {**view, "description": describe_fields(all_structs()["Welcome"])["view"]}
    assert update["events"] == {"type": "array", "items": {"$ref": "#/$defs/EventShown"}, "default": []}


@pytest.mark.parametrize("edition", SHIPPED)
@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_sent_at_a_table_fits_schema_and_structs(edition: str, preset: str) -> None:
    for data in updates(edition, preset, seed=5):
        message = json.loads(data)
        MESSAGES.validate(message)
        msgspec.convert(message["view"], View)
        msgspec.convert(message.get("events", []), list[EventShown])


@pytest.mark.parametrize(
    "said",
    [
        {"type": "hello", "version": 1},
        {"type": "hello", "version": 1, "token": "x" * 20, "since": 0, "muted": [0, 9]},
        {"type": "hello", "version": 1, "token": "short"},
        {"type": "hello", "version": 1, "muted": [10]},
        {"type": "hello", "version": 1, "extra": 1},
        {"type": "move", "id": "a", "revision": 3, "move": "play r7"},
        {"type": "move", "id": "a", "revision": -1, "move": "play r7"},
        {"type": "move", "id": "a b", "revision": 3, "move": "play r7"},
        {"type": "move", "id": "a", "move": "play r7"},
        {"type": "sit", "id": "a", "seat": None},
        {"type": "emote", "id": "a", "emote": "wow"},
        {"type": "emote", "id": "a", "emote": "you fool"},
        {"type": "configure", "id": "a", "setup": {"seats": 11}},
        {"type": "configure", "id": "a", "setup": {"options": {"stacking": "same", "cut": True, "target": 0}}},
        {"type": "configure", "id": "a", "setup": {"options": {"target": 1.5}}},
        {"type": "dance", "id": "a"},
        {"id": "a"},
        [],
    ],
    ids=str,
)
def test_the_schema_takes_exactly_the_commands_that_the_server_takes(said: Any) -> None:
    try:
        decode_command(json.dumps(said))
        is_taken = True
    except msgspec.DecodeError:
        is_taken = False
    assert COMMANDS.is_valid(said) == is_taken


def test_what_a_client_says_is_closed_and_what_the_server_says_is_open() -> None:
    assert not COMMANDS.is_valid({"type": "ping", "id": "a", "later": 1})
    done = json.loads(msgspec.json.encode(Done("a", 3)))
    assert MESSAGES.is_valid(done) and MESSAGES.is_valid({**done, "later": 1})
    assert "additionalProperties" not in DEFINITIONS["View"]


def test_fields_that_are_always_sent_are_required_and_others_are_not() -> None:
    assert DEFINITIONS["Refused"]["required"] == ["type", "id", "reason", "text"]
    assert DEFINITIONS["Update"]["required"] == ["type", "revision", "what"]
    assert set(DEFINITIONS["View"]["properties"]) - set(DEFINITIONS["View"]["required"]) == {"legal", "pile"}
    left_out = msgspec.json.decode(msgspec.json.encode(Refused(None, "stale", "look again")))
    assert left_out.keys() == set(DEFINITIONS["Refused"]["required"])
    assert msgspec.json.decode(msgspec.json.encode(Update(1, "sat"))).keys() == set(DEFINITIONS["Update"]["required"])


def test_a_new_document_is_made_each_time() -> None:
    messages_schema()["$defs"].clear()
    assert messages_schema() == SCHEMA


def test_a_struct_without_its_source_has_no_words_and_still_a_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_source(_: object) -> str:
        raise OSError("could not get source code")

    monkeypatch.setattr("inspect.getsource", no_source)
    assert describe_fields(Hello) == {}
    assert messages_schema()["$defs"].keys() == DEFINITIONS.keys()
