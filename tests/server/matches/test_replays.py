"""Replays as seen from a seat, and how they are sent."""

from __future__ import annotations

import asyncio
import gzip
import json
from random import Random
from typing import Any
from urllib.request import Request, urlopen

import msgspec
import pytest
from tests.server.player import Player, ask
from tests.server.server_process import ServerProcess

from huefall.protocol.http import Replay
from huefall.protocol.views import View


@pytest.fixture(scope="module")
def seen(shared_server: ServerProcess) -> tuple[str, list[Any]]:
    """Play a match of one round; return where its replay is, and what the person on seat 0 received during it."""

    async def play() -> tuple[str, list[Any]]:
        _, made = ask(shared_server.url, "/api/play", {"seats": 3, "level": "easy", "options": {"target": 0}})
        async with Player(shared_server.socket_url, made["code"], made["token"]) as player:
            await player.until(lambda: player.view is not None)
            await player.play(Random(3))
            updates = [message for message in player.received if message.get("view") is not None]
        return f"/api/tables/{made['code']}/matches/1/rounds/1", updates

    return asyncio.run(play())


def test_a_seat_is_shown_again_what_it_was_shown_then(server: ServerProcess, seen: tuple[str, list[Any]]) -> None:
    path, updates = seen
    _, replay = ask(server.url, f"{path}?seat=0")
    assert replay["seat"] == 0
    views = {message["view"]["moves"]: message for message in updates}
    for frame in replay["frames"]:
        assert frame["view"]["seat"] == 0 and "legal" in frame["view"] and "pile" not in frame["view"]
        message = views.get(frame["view"]["moves"])
        if message is not None and message["type"] == "update" and message["what"] == "moved":
            assert frame["view"] == message["view"]
            assert frame["events"] == message["events"]
            assert (frame["seat"], frame["move"]) == (message["did"]["seat"], message["did"]["move"])


def test_without_a_seat_every_card_is_open(server: ServerProcess, seen: tuple[str, list[Any]]) -> None:
    _, replay = ask(server.url, seen[0])
    assert replay["seat"] is None
    for frame in replay["frames"]:
        assert None not in frame["view"]["hands"]
        assert len(frame["view"]["pile"]) == frame["view"]["pile_size"]


@pytest.mark.parametrize("query", ["", "?seat=0", "?seat=2"])
def test_a_replay_is_of_the_types_the_schema_is_written_from(
    server: ServerProcess, seen: tuple[str, list[Any]], query: str
) -> None:
    with urlopen(f"{server.url}{seen[0]}{query}") as answer:
        replay = msgspec.json.decode(answer.read(), type=Replay)
    for frame in replay.frames:
        msgspec.convert(frame.view, View)
    assert sum(kind.copies for kind in replay.edition.kinds) == replay.edition.cards == 108


@pytest.mark.parametrize("seat", ["3", "9", "-1", "10", "x", "", "%D9%A3", "1.0"])
def test_a_seat_that_was_not_there_is_refused(server: ServerProcess, seen: tuple[str, list[Any]], seat: str) -> None:
    status, fault = ask(server.url, f"{seen[0]}?seat={seat}")
    assert (status, fault["error"]["reason"]) == (422, "no_such_seat")
    assert "expected" in fault["error"]["text"]


def test_long_responses_are_compressed_for_clients_that_accept_gzip(
    server: ServerProcess, seen: tuple[str, list[Any]]
) -> None:
    def fetch(path: str, **headers: str) -> tuple[Any, bytes]:
        with urlopen(Request(server.url + path, headers=headers)) as answer:
            return answer.headers, answer.read()

    _, plain = fetch(seen[0])
    headers, packed = fetch(seen[0], **{"Accept-Encoding": "gzip"})
    assert headers["content-encoding"] == "gzip"
    assert json.loads(gzip.decompress(packed)) == json.loads(plain)
    assert len(packed) * 5 < len(plain)
    headers, catalogue = fetch("/api/catalogue", **{"Accept-Encoding": "gzip"})
    assert headers["content-encoding"] == "gzip"
    assert json.loads(gzip.decompress(catalogue))["editions"]
    headers, _ = fetch("/healthz", **{"Accept-Encoding": "gzip"})
    assert headers["content-encoding"] is None, "too short to be worth it"
    headers, _ = fetch("/api/catalogue", **{"Accept-Encoding": "gzip", "Range": "bytes=0-10"})
    assert headers["content-encoding"] is None, "a part is sent as it is"
