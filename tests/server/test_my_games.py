"""A guest's games, statistics and export over the network: after a match, a restart and a crash, and seen by nobody else."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.player import Player, ask, new_guest, new_table
from tests.server.seated_table import seated_table
from tests.server.server_process import ServerProcess, running_server
from tests.server.test_play_on import finish, finished, play_on
from tests.server.test_reviews import place, wait_for_review

pytestmark = pytest.mark.process

ME = "/api/guests/me"

SEED = 5


def mine(server: ServerProcess, token: str, what: str = "games") -> Any:
    status, answer = ask(server.url, f"{ME}/{what}", token=token)
    assert status == 200, answer
    return answer


def test_a_table_with_a_seat_is_listed_until_it_is_given_up_and_seen_by_nobody_else(server: ServerProcess) -> None:
    async def play() -> None:
        anna, ben = new_guest(server.url, "Anna"), new_guest(server.url, "Ben")
        code = new_table(server.url, anna, seats=3, options={"target": 200})
        games = mine(server, anna)
        assert games["finished"] == [] and games["next"] is None
        (game,) = games["running"]
        assert (game["table"], game["match"], game["status"], game["seat"]) == (code, 0, "open", 0)
        assert (game["host"], game["turn"], game["target"], game["round"]) == (True, False, 200, 0)
        assert [player["kind"] for player in game["players"]] == ["person", "empty", "empty"]
        assert game["scores"] == [0, 0, 0] and game["edition"] == "classic"
        assert mine(server, ben)["running"] == []
        async with Player(server.socket_url, code, anna) as player:
            assert (await player.say("leave"))["type"] == "done"
        assert mine(server, anna)["running"] == []

    asyncio.run(play())


def test_without_a_token_or_with_a_wrong_one_nothing_is_shown(server: ServerProcess) -> None:
    token = new_guest(server.url)
    wrong = token[:-1] + ("a" if token[-1] != "a" else "b")
    for path, method in (("games", "GET"), ("statistics", "GET"), ("export", "GET"), ("", "DELETE")):
        for each in (None, wrong):
            status, answer = ask(server.url, f"{ME}/{path}".rstrip("/"), token=each, method=method)
            assert (status, answer["error"]["reason"]) == (401, "no_such_guest"), path
    assert ask(server.url, ME, token=token)[0] == 200


@pytest.mark.parametrize(
    "cursor", ["", "1", "x-abcdefgh-1", "1-abcdefgh-1-1", "1-abcdefgh-", "1-ABCDEFGH-1", "-" * 999]
)
def test_a_cursor_that_no_page_gave_is_refused(server: ServerProcess, cursor: str) -> None:
    status, answer = ask(server.url, f"{ME}/games?before={cursor}", token=new_guest(server.url))
    assert (status, answer["error"]["reason"]) == (400, "bad_request")


def test_whose_turn_it_is_and_who_has_left_is_shown_to_each(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 2) as table:
            asked = (await table.asked()).view["seat"]
            shown = [(await asyncio.to_thread(mine, server, token))["running"][0] for token in table.tokens]
            assert [game["turn"] for game in shown] == [seat == asked for seat in (0, 1)]
            assert [game["host"] for game in shown] == [True, False]
            assert [(game["status"], game["round"], game["left"]) for game in shown] == [("playing", 1, False)] * 2
            keys = set(shown[0])
            assert not keys & {"hands", "view", "legal", "seed", "commitment"}, "VIEW-01"
            assert (await table.players[1].say("leave"))["type"] == "done"
            (game,) = (await asyncio.to_thread(mine, server, table.tokens[1]))["running"]
            assert (game["left"], game["stood_in"], game["host"]) == (True, False, False)

    asyncio.run(play())


def test_a_finished_match_is_listed_counted_and_reviewed_and_outlives_a_crash(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        server.wait_for("tables_open")
        code, token = finished(server, level="hard", edition="bts")
        stranger = new_guest(server.url)
        (match,) = mine(server, token)["finished"]
        assert (match["table"], match["match"], match["seat"], match["edition"]) == (code, 1, 0, "bts")
        _, shown = ask(server.url, f"/api/tables/{code}/matches/1")
        for name in ("winners", "scores", "rounds", "theme", "replay", "review", "origin"):
            assert match[name] == shown[name], name
        assert [(player["kind"], player["level"]) for player in match["players"]] == [
            ("person", None),
            ("bot", "hard"),
            ("bot", "hard"),
        ]
        assert match["reviewed"] is None
        assert ask(server.url, place(code), method="POST")[0] == 200
        server.kill()  # the match and the request for its review are stored
    with running_server(tmp_path) as server:
        server.wait_for("tables_open")
        review = wait_for_review(server, code)
        own = review["summary"][0]
        numbers = {"accuracy": own["accuracy"], "luck": own["luck"], "skill": own["own"]}
        (again,) = mine(server, token)["finished"]
        assert again == {**match, "reviewed": numbers}
        won = int(0 in match["winners"])
        assert mine(server, token, "statistics") == {
            "matches": 1,
            "wins": won,
            "by_edition": [{"edition": "bts", "title": match["title"], "matches": 1, "wins": won}],
            "by_level": [{"level": "hard", "matches": 1, "wins": won}],
            "reviewed": [{"ended": match["ended"], "table": code, "match": 1, **numbers}],
        }
        assert mine(server, stranger) == {"running": [], "finished": [], "next": None}
        assert mine(server, stranger, "statistics")["matches"] == 0
        export = mine(server, token, "export")
        assert (export["name"], export["matches"]) == ("Guest", [again])
        assert [table["table"] for table in export["tables"]] == [code]
        assert len(export["devices"]) == 1 and "hash" not in str(export) and token.partition(".")[2] not in str(export)
        assert mine(server, stranger, "export")["tables"] == []


def test_a_continued_match_is_listed_with_its_origin_and_not_counted(server: ServerProcess) -> None:
    code, token = finished(server)
    status, made = play_on(server, code, token, step=0, seat=1)
    assert status == 201, made
    asyncio.run(finish(server, made["code"], token))
    continued, first = mine(server, token)["finished"]
    assert continued["table"] == made["code"] and continued["seat"] == 1
    assert continued["origin"] == {"table": code, "match": 1, "round": 1, "step": 0}
    assert continued["review"] is None and continued["replay"] is not None and first["origin"] is None
    assert mine(server, token, "statistics")["matches"] == 1


def test_a_lesson_is_no_game(server: ServerProcess) -> None:
    status, made = ask(server.url, "/api/lessons/basics", {})
    assert status == 201, made
    assert mine(server, made["token"]) == {"running": [], "finished": [], "next": None}


def test_two_people_see_the_same_match_from_their_own_seats(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 2, options={"target": 0}) as table:
            host, other = table.players
            await asyncio.gather(host.play(Random(SEED), deals=True), other.play(Random(SEED + 1)))
            await table.settle()
        matches = [(await asyncio.to_thread(mine, server, token))["finished"][0] for token in table.tokens]
        assert [match["seat"] for match in matches] == [0, 1]
        assert matches[1] == {**matches[0], "seat": 1}
        for token in table.tokens:
            statistics = await asyncio.to_thread(mine, server, token, "statistics")
            assert [each["level"] for each in statistics["by_level"]] == ["people"]

    asyncio.run(play())
