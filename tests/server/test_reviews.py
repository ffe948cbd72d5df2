"""Reviews of finished matches over HTTP: requested without an account, made in the background, stored, and of finished matches only."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from tests.server.player import Player, ask
from tests.server.server_process import ServerProcess, running_server
from tests.server.test_play_on import finished, play_on
from tests.waiting import MAX_WAIT_SECONDS

from huefall.review import Review

pytestmark = pytest.mark.process


def place(code: str, number: int = 1) -> str:
    return f"/api/tables/{code}/matches/{number}/review"


def wait_for_review(server: ServerProcess, code: str) -> Any:
    """Wait until the review is made and stored; its progress never goes back."""
    shown = look(server, code)
    progress = shown["progress"]
    assert server.wait_for("match_reviewed")["table"] == code
    deadline = time.monotonic() + MAX_WAIT_SECONDS
    while shown["state"] != "done" and time.monotonic() < deadline:
        shown = look(server, code)
        assert shown["progress"] >= progress
        progress = shown["progress"]
    assert shown["state"] == "done", shown
    return shown["review"]


def look(server: ServerProcess, code: str) -> Any:
    status, shown = ask(server.url, place(code))
    assert status == 200, shown
    assert shown["state"] in {"waiting", "working", "done"}, shown
    return shown


def test_a_match_is_reviewed_when_somebody_asks_and_the_review_outlives_the_server(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        server.wait_for("tables_open")
        code, _ = finished(server)
        assert ask(server.url, place(code)) == (200, {"state": "none", "progress": 0.0, "ahead": 0, "review": None})
        status, shown = ask(server.url, place(code), method="POST")
        assert (status, shown["state"]) in {(200, "waiting"), (200, "working")}
        server.kill()
    with running_server(tmp_path) as server:
        server.wait_for("tables_open")
        written = wait_for_review(server, code)  # without a second request
        assert ask(server.url, place(code), method="POST")[1]["review"] == written

        review = msgspec.convert(written, Review)  # with every field that the schema promises
        _, match = ask(server.url, f"/api/tables/{code}/matches/1")
        assert match["review"] == place(code)
        assert list(review.winners) == match["winners"]
        assert list(review.players) == match["players"]
        _, replay = ask(server.url, match["replay"])
        assert len(review.rounds[0].steps) == len(replay["frames"])
    with running_server(tmp_path) as server:
        server.wait_for("tables_open")
        assert ask(server.url, place(code))[1]["review"] == written
        assert not [line for line in server.log if line.get("event_id") == "match_reviewed"]


def test_a_match_that_is_not_over_or_never_was_is_not_reviewed(server: ServerProcess) -> None:
    async def begin() -> str:
        _, made = ask(server.url, "/api/play", {"seats": 2})
        async with Player(server.socket_url, made["code"], made["token"]) as player:
            await player.until(lambda: player.view is not None)
        return str(made["code"])

    server.wait_for("tables_open")
    code = asyncio.run(begin())
    for method in ("GET", "POST"):
        for number, fault in ((1, (403, "match_not_over")), (2, (404, "no_such_match"))):
            status, body = ask(server.url, place(code, number), method=method)
            assert (status, body["error"]["reason"]) == fault
        status, body = ask(server.url, place("zzzzzzzz"), method=method)
        assert (status, body["error"]["reason"]) == (404, "no_such_match")


def test_a_match_from_a_position_has_no_review(server: ServerProcess) -> None:
    server.wait_for("tables_open")
    code, token = finished(server)
    _, steps = ask(server.url, f"/api/tables/{code}/matches/1/rounds/1")
    status, made = play_on(server, code, token, step=len(steps["frames"]) - 2, seat=0, level="easy")
    assert status == 201, made

    async def finish() -> None:
        async with Player(server.socket_url, made["code"], token) as player:
            await player.until(lambda: player.view is not None)
            await player.play(Random(1), deals=True)

    asyncio.run(finish())
    assert ask(server.url, f"/api/tables/{made['code']}/matches/1")[1]["review"] is None
    for method in ("GET", "POST"):
        status, body = ask(server.url, place(made["code"]), method=method)
        assert (status, body["error"]["reason"]) == (404, "no_review")


def test_reviews_are_limited_per_address(tmp_path: Path) -> None:
    with running_server(tmp_path, reviews_per_address=1) as server:
        server.wait_for("tables_open")
        codes = [finished(server)[0] for _ in range(2)]
        assert ask(server.url, place(codes[0]), method="POST")[0] == 200
        assert ask(server.url, place(codes[0]), method="POST")[0] == 200, "asking again costs nothing"
        status, body = ask(server.url, place(codes[1]), method="POST")
        assert (status, body["error"]["reason"]) == (429, "too_many_reviews")
        assert body["error"]["retry_after"] > 0
