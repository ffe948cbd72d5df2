"""Playing on from a step of a finished match, and replays of matches that began so."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.random_play import THUNDER
from tests.server.player import Player, ask, new_guest
from tests.server.server_process import ServerProcess, running_server

SEED = 11


async def finish(server: ServerProcess, code: str, token: str, seed: int = SEED) -> None:
    """Play a match against bots to its end."""
    async with Player(server.socket_url, code, token) as player:
        await player.until(lambda: player.view is not None)
        await player.play(Random(seed), deals=True)
        assert player.match_over


def finished(server: ServerProcess, **body: Any) -> tuple[str, str]:
    """Play a match of one's own; return its table and the token."""
    status, made = ask(server.url, "/api/play", {"seats": 3, "level": "easy", "options": {"target": 0}, **body})
    assert status == 201, made
    asyncio.run(finish(server, made["code"], made["token"]))
    return made["code"], made["token"]


@pytest.fixture(scope="module")
def match(shared_server: ServerProcess) -> tuple[str, str]:
    return finished(shared_server)


def frames(server: ServerProcess, code: str, number: int = 1, wanted: int = 1, seat: int | None = None) -> list[Any]:
    query = "" if seat is None else f"?seat={seat}"
    status, replay = ask(server.url, f"/api/tables/{code}/matches/{number}/rounds/{wanted}{query}")
    assert status == 200, replay
    return list(replay["frames"])


def play_on(
    server: ServerProcess, code: str, token: str | None = None, wanted: int = 1, **body: Any
) -> tuple[int, Any]:
    status, made = ask(server.url, f"/api/tables/{code}/matches/1/rounds/{wanted}/play", body, token)
    return status, made


#: What the position and a view of it have in common.
SHARED = (
    "discard",
    "color",
    "turn",
    "direction",
    "dealer",
    "scores",
    "sizes",
    "pile_size",
    "pending",
    "called",
    "moves",
)


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("part", [0.0, 0.5, 1.0])
def test_a_round_goes_on_from_exactly_where_it_stood(
    server: ServerProcess, match: tuple[str, str], seat: int, part: float
) -> None:
    replay = frames(server, match[0])
    step = int(part * (len(replay) - 2))
    original = replay[step]["view"]

    async def look() -> None:
        # Slow bots: the position is seen before they play.
        status, made = play_on(server, match[0], step=step, seat=seat, name="Zoe")
        assert status == 201, made
        async with Player(server.socket_url, made["code"], made["token"]) as player:
            await player.until(lambda: player.view is not None)
            first = next(message for message in player.received if message.get("view") is not None)
            view = first["view"]
            if view["moves"] == original["moves"]:
                assert {field: view[field] for field in SHARED} == {field: original[field] for field in SHARED}
                assert view["hands"][seat] == original["hands"][seat]
            assert player.you["seat"] == seat and player.you["name"] == "Zoe"
            assert [taken["kind"] for taken in player.table["seats"]].count("bot") == 2
            assert player.table["origin"] == {"table": match[0], "match": 1, "round": 1, "step": step}
            assert player.table["commitment"] is None
            await player.play(Random(seat), deals=True)
        again = frames(server, made["code"])
        assert again[0]["view"] == original
        assert again[0]["events"] == []
        assert again[-1]["view"]["over"]
        # The pile is unchanged: the first draw is the same card.
        assert again[0]["view"]["pile"] == original["pile"]

    asyncio.run(look())


def test_the_match_goes_on_with_its_scores_and_its_next_rounds_are_dealt(server: ServerProcess) -> None:
    code, token = finished(server, options={"target": 250}, seats=2)
    _, shown = ask(server.url, f"/api/tables/{code}/matches/1")
    last = shown["rounds"]
    replay = frames(server, code, wanted=last)
    status, made = play_on(server, code, token, wanted=last, step=0, seat=1)
    assert status == 201, made
    assert "token" not in made
    asyncio.run(finish(server, made["code"], token))
    _, after = ask(server.url, f"/api/tables/{made['code']}/matches/1")
    first = frames(server, made["code"])
    assert first[0]["view"]["scores"] == replay[0]["view"]["scores"]
    assert after["players"][1] != "" and after["options"] == shown["options"]
    for wanted in range(1, after["rounds"] + 1):
        assert frames(server, made["code"], wanted=wanted)[-1]["view"]["over"]
    assert frames(server, made["code"], wanted=after["rounds"])[-1]["view"]["scores"] == after["scores"]


def test_a_match_from_a_position_has_rounds_but_no_record_and_no_proof(
    server: ServerProcess, match: tuple[str, str]
) -> None:
    _, made = play_on(server, match[0], step=3, seat=0)
    asyncio.run(finish(server, made["code"], made["token"]))
    place = f"/api/tables/{made['code']}/matches/1"
    status, shown = ask(server.url, place)
    assert status == 200
    assert shown["record"] is None and shown["proof"] is None
    assert shown["origin"] == {"table": match[0], "match": 1, "round": 1, "step": 3}
    for path, reason in (("record", "no_record"), ("proof", "no_proof")):
        status, fault = ask(server.url, f"{place}/{path}")
        assert (status, fault["error"]["reason"]) == (404, reason)
        assert "began from a position" in fault["error"]["text"]
    # It can be played on in its turn.
    status, again = play_on(server, made["code"], step=1, seat=2)
    assert status == 201
    asyncio.run(finish(server, again["code"], again["token"]))
    assert frames(server, again["code"])[0]["view"] == frames(server, made["code"])[1]["view"]


def test_an_edition_of_ones_own_is_played_on_from_its_file(server: ServerProcess) -> None:
    text = Path(THUNDER).read_text(encoding="utf-8")
    code, token = finished(server, edition_file=text)
    status, made = play_on(server, code, token, step=2, seat=0)
    assert status == 201, made
    assert ask(server.url, f"/api/tables/{made['code']}/edition") == (200, text.encode())
    asyncio.run(finish(server, made["code"], token))
    assert frames(server, made["code"])[0]["view"] == frames(server, code)[2]["view"]
    status, shown = ask(server.url, f"/api/tables/{made['code']}/catalogue")
    assert status == 200
    assert (shown["name"], shown["theme"]) == ("thunder", "classic")


def test_where_a_round_is_over_there_is_nothing_to_go_on_from(server: ServerProcess, match: tuple[str, str]) -> None:
    last = len(frames(server, match[0])) - 1
    for step, words in ((last, f"at step {last} round 1 is over"), (last + 1, f"its steps are 0 to {last}")):
        status, fault = play_on(server, match[0], step=step, seat=0)
        assert (status, fault["error"]["reason"]) == (422, "bad_step")
        assert words in fault["error"]["text"]


@pytest.mark.parametrize(
    ("body", "status", "reason"),
    [
        ({"step": 0, "seat": 3}, 422, "no_such_seat"),
        ({"step": 0, "seat": 0, "level": "divine"}, 422, "bad_setup"),
        ({"step": -1, "seat": 0}, 400, "bad_request"),
        ({"step": 0}, 400, "bad_request"),
        ({"step": 0, "seat": 0, "name": "<b>"}, 422, "bad_name"),
    ],
)
def test_what_cannot_be_played_on_is_refused_with_its_reason(
    server: ServerProcess, match: tuple[str, str], body: dict[str, Any], status: int, reason: str
) -> None:
    found, fault = play_on(server, match[0], **body)
    assert (found, fault["error"]["reason"]) == (status, reason)


def test_only_finished_matches_are_played_on(server: ServerProcess) -> None:
    _, made = ask(server.url, "/api/play", {"seats": 2})
    assert play_on(server, made["code"], step=0, seat=0)[0] in {403, 404}
    assert play_on(server, "abcdefgh", step=0, seat=0)[0] == 404


@pytest.mark.process
def test_a_table_from_a_position_survives_a_kill_in_the_middle(tmp_path: Path) -> None:
    async def first(server: ServerProcess) -> tuple[str, str, Any]:
        token = new_guest(server.url)
        _, made = ask(server.url, "/api/play", {"seats": 2, "options": {"target": 0}}, token)
        await finish(server, made["code"], token)
        _, again = play_on(server, made["code"], token, step=2, seat=1)
        async with Player(server.socket_url, again["code"], token) as player:
            await player.until(lambda: player.view is not None and player.asked)
            await player.move(next(word for word in player.view["legal"] if word.split()[0] not in {"uno", "catch"}))
            await player.until(lambda: player.asked or player.match_over)
            return again["code"], token, player.view

    with running_server(tmp_path) as server:
        server.wait_for("tables_open")
        code, token, before = asyncio.run(first(server))
        server.kill()
    with running_server(tmp_path) as server:
        server.wait_for("tables_open")

        async def second() -> None:
            async with Player(server.socket_url, code, token) as player:
                assert player.view == before
                await player.play(Random(SEED), deals=True)
                assert player.match_over

        asyncio.run(second())
        assert frames(server, code)[-1]["view"]["over"]
