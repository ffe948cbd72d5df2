"""A guest deletes everything about themselves, over the network, while others play on and while the server is killed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest
from tests.server.player import Player, ask, new_guest, new_table
from tests.server.seated_table import seated_table
from tests.server.server_process import ServerProcess, running_server
from tests.server.test_my_games import ME, SEED, mine
from tests.server.test_play_on import finished

from huefall.server.guests.deleted import DELETED_NAME
from huefall.server.guests.registry import GuestRegistry
from huefall.server.store import SqliteStore
from huefall.server.store.database import DATABASE_NAME

pytestmark = pytest.mark.process

NAME = "Annabelle"


def delete_me(server: ServerProcess, token: str) -> None:
    status, answer = ask(server.url, ME, token=token, method="DELETE")
    assert (status, answer) == (204, b"")


def test_what_one_person_played_alone_is_gone(server: ServerProcess) -> None:
    code, token = finished(server, name=NAME)
    running = ask(server.url, "/api/play", {"seats": 2}, token)[1]["code"]
    delete_me(server, token)
    assert ask(server.url, ME, token=token)[0] == 401
    assert ask(server.url, ME, token=token, method="DELETE")[0] == 401
    for path in (f"tables/{code}", f"tables/{running}", f"tables/{code}/matches/1", f"tables/{code}/matches/1/review"):
        assert ask(server.url, f"/api/{path}")[0] == 404, path


def test_others_play_on_with_a_bot_and_read_no_name(server: ServerProcess) -> None:
    async def play() -> None:
        tokens = [new_guest(server.url, name) for name in (NAME, "Ben", "Cara")]
        code = new_table(server.url, tokens[0], seats=3, options={"target": 0})
        async with Player(server.socket_url, code, tokens[0]) as anna:
            for token in tokens[1:]:
                async with Player(server.socket_url, code, token) as player:
                    assert (await player.say("sit"))["type"] == "done"
            assert (await anna.say("start"))["type"] == "done"
            await asyncio.to_thread(delete_me, server, tokens[0])
            await anna.until(lambda: anna.closed is not None)
            bye = anna.received[-1]
            assert (bye["type"], bye["reason"], bye["again"]) == ("bye", "guest_deleted", False)
        async with (
            Player(server.socket_url, code, tokens[1]) as ben,
            Player(server.socket_url, code, tokens[2]) as cara,
        ):
            assert ben.table["seats"][0] == {"kind": "person", "name": DELETED_NAME, "left": True}
            assert ben.you["host"], "the table has another host"
            await asyncio.gather(ben.play(Random(SEED), deals=True), cara.play(Random(SEED + 1)))
            assert ben.match_over and NAME not in "".join(ben.raw + cara.raw)
            assert ben.table["seats"][0] == {"kind": "empty"}
        paths = (f"tables/{code}", *(f"tables/{code}/matches/1{part}" for part in ("", "/record", "/rounds/1")))
        for path in paths:
            status, answer = await asyncio.to_thread(ask, server.url, f"/api/{path}")
            assert status == 200 and NAME not in str(answer), path
        match = (await asyncio.to_thread(mine, server, tokens[1]))["finished"][0]
        assert [player["name"] for player in match["players"]] == [DELETED_NAME, "Ben", "Cara"]

    asyncio.run(play())


def test_people_at_the_table_come_back_to_it_by_themselves(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 2) as table:
            await asyncio.to_thread(delete_me, server, table.tokens[0])
            other = table.players[1]
            await other.until(lambda: other.closed is not None)
            # "table_moved" if another node deletes: it takes the table.
            assert other.received[-1]["reason"] in {"table_reloaded", "table_moved"} and other.received[-1]["again"]
            async with Player(server.socket_url, table.code, table.tokens[1], since=other.revision) as again:
                assert again.revision >= other.revision and again.table["seats"][0]["name"] == DELETED_NAME

    asyncio.run(play())


@pytest.mark.one_node("writes into the SQLite file")
def test_what_was_promised_before_a_crash_is_done_after_the_next_start(tmp_path: Path) -> None:
    """tests/server/history/test_deletion.py kills it at every other moment."""

    async def play(server: ServerProcess) -> tuple[list[str], str]:
        async with seated_table(server, 2, options={"target": 0}) as table:
            host, other = table.players
            await asyncio.gather(host.play(Random(SEED), deals=True), other.play(Random(SEED + 1)))
        return table.tokens, table.code

    async def promise(token: str) -> None:
        """Store the wish, as the server does first."""
        store = await SqliteStore.open(tmp_path / DATABASE_NAME)
        guests = GuestRegistry(store)
        person = await guests.find(token)
        assert person is not None
        await guests.begin_deletion(person)
        await store.close()

    with running_server(tmp_path) as server:
        server.wait_for("tables_open")
        tokens, code = asyncio.run(play(server))
        alone = ask(server.url, "/api/play", {"seats": 2}, tokens[0])[1]["code"]
        server.kill()
    asyncio.run(promise(tokens[0]))
    with running_server(tmp_path) as server:
        assert ask(server.url, ME, token=tokens[0])[0] == 401, "even before the tables are open"
        server.wait_for("guest_deleted")
        assert ask(server.url, f"/api/tables/{alone}")[0] == 404
        (match,) = mine(server, tokens[1])["finished"]
        assert [player["name"] == DELETED_NAME for player in match["players"]] == [True, False]
        _, shown = ask(server.url, f"/api/tables/{code}/matches/1")
        assert shown["players"][0] == DELETED_NAME
    assert tokens[0].partition(".")[0].encode() not in (tmp_path / DATABASE_NAME).read_bytes()


def test_a_deletion_asks_for_the_token_of_the_guest(server: ServerProcess) -> None:
    anna, ben = new_guest(server.url, NAME), new_guest(server.url, "Ben")
    delete_me(server, ben)
    assert ask(server.url, ME, token=anna)[1]["name"] == NAME
    assert ask(server.url, ME, {"name": "Nobody"}, ben, "PATCH")[0] == 401
    assert ask(server.url, "/api/play", {}, ben)[0] == 401
