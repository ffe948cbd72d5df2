from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tools.docs.protocol import fill_page

from huefall.protocol import decode_command, http
from huefall.protocol.messages import Bye, Done, Message, Refused, Update, Welcome
from huefall.protocol.tables import TableShown
from huefall.protocol.views import EventShown, View

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")
PLAYER = (DOCS / "examples" / "player.py").read_text(encoding="utf-8")
MAX_LINES = 90

REQUESTS, CONVERSATION = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def conversation() -> list[tuple[str, str]]:
    """List senders and messages; {…} is an abbreviation of the full value that came before."""
    full: dict[str, str] = {}
    lines = []
    for line in CONVERSATION.splitlines():
        who, text = line.split(" ", 1)
        for field in ("view", "table"):
            text = text.replace(f'"{field}":{{…}}', f'"{field}":{full.get(field)}')
        message = json.loads(text)
        full |= {field: json.dumps(message[field]) for field in ("view", "table") if message.get(field)}
        lines.append((who, text))
    return lines


def test_everything_said_in_the_conversation_can_be_said() -> None:
    for who, text in conversation():
        if who == "→":
            decode_command(text)
        else:
            message = msgspec.json.decode(text, type=Message)
            if isinstance(message, Update | Welcome) and message.view is not None:
                msgspec.convert(message.view, View)
            if isinstance(message, Update):
                msgspec.convert(message.events, list[EventShown])


def test_the_conversation_writes_messages_as_the_server_does() -> None:
    for who, text in conversation():
        if who == "←":
            message = msgspec.json.decode(text, type=Message)
            assert json.loads(msgspec.json.encode(message)) == json.loads(text)
            if isinstance(message, Update) and message.table is not None:
                assert isinstance(message.table, TableShown)


def test_the_conversation_keeps_the_promises_of_the_page() -> None:
    revision = 0
    answers: dict[str, Any] = {}
    for who, text in conversation():
        if who == "→":
            continue
        message = msgspec.json.decode(text, type=Message)
        if isinstance(message, Update):
            assert message.revision == revision + 1
        if isinstance(message, Update | Welcome):
            revision = message.revision
        if isinstance(message, Done):
            assert message.revision <= revision
            assert answers.setdefault(message.id, message) == message
        if isinstance(message, Refused):
            assert message.revision == revision and message.first.revision <= revision
        assert not isinstance(message, Bye)
    assert answers


def test_the_requests_on_the_page_are_those_of_the_api() -> None:
    bodies = re.findall(r"^([→←]) (.*)$", REQUESTS, re.MULTILINE)
    kinds = (http.NewGuest, http.Guest, http.NewTable, http.TableMade)
    for (_, text), kind in zip(bodies, kinds, strict=True):
        msgspec.json.decode(text, type=kind)


def test_a_page_without_its_marks_is_no_page() -> None:
    with pytest.raises(ValueError, match="must have the marks <!-- commands"):
        fill_page("# The wire\n")


def test_the_player_is_short_and_needs_only_one_package() -> None:
    assert len(PLAYER.splitlines()) <= MAX_LINES
    imported = {
        node.module if isinstance(node, ast.ImportFrom) else node.names[0].name
        for node in ast.walk(ast.parse(PLAYER))
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert {str(name).partition(".")[0] for name in imported} == {
        "hashlib",
        "json",
        "random",
        "secrets",
        "sys",
        "time",
        "urllib",
        "websockets",
    }
