"""Tables over real sockets: coming and going, the host, spectators, the lobby, quick play, emotes."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

from tests.server.player import Player, ask, new_guest, new_table
from tests.server.seated_table import seated_table
from tests.server.server_process import ServerProcess


def test_quick_play_is_one_request(server: ServerProcess) -> None:
    async def play() -> None:
        status, made = ask(server.url, "/api/play", {})
        assert status == 201
        assert made["link"].endswith(f"/t/{made['code']}")
        async with Player(server.socket_url, made["code"], made["token"]) as player:
            await player.until(lambda: player.view is not None)
            assert player.you == {"guest": made["guest"], "name": made["name"], "seat": 0, "host": True}
            assert [seat["kind"] for seat in player.table["seats"]] == ["person", "bot", "bot", "bot"]

    asyncio.run(play())


def test_quick_play_with_a_token_makes_no_second_guest(server: ServerProcess) -> None:
    token = new_guest(server.url, "Ben")
    status, made = ask(server.url, "/api/play", {"seats": 2}, token)
    assert (status, made["name"], "token" in made) == (201, "Ben", False)


def test_a_spectator_sees_no_hand_and_has_no_say(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 2) as table, Player(server.socket_url, table.code) as watcher:
            assert watcher.view["hands"] == [None, None]
            assert "legal" not in watcher.view
            for kind, fields in [
                ("move", {"move": "draw", "revision": 1}),
                ("start", {}),
                ("sit", {}),
                ("emote", {"emote": "wow"}),
            ]:
                answer = await watcher.say(kind, **fields)
                assert (answer["type"], answer["reason"]) == ("refused", "not_seated")
            player = await table.asked()
            await player.move(player.view["legal"][0])
            await watcher.until(lambda: watcher.revision == player.revision)
            assert watcher.view["hands"] == [None, None]

    asyncio.run(play())


def test_a_guest_who_does_not_sit_is_a_spectator(server: ServerProcess) -> None:
    async def play() -> None:
        token = new_guest(server.url, "Zoe")
        async with seated_table(server, 2) as table, Player(server.socket_url, table.code, token) as watcher:
            assert watcher.you["seat"] is None
            assert watcher.view["hands"] == [None, None]
            assert (await watcher.move("draw"))["reason"] == "not_seated"
            assert (await watcher.say("sit"))["reason"] == "no_free_seat"

    asyncio.run(play())


def test_when_the_host_leaves_the_next_seat_is_host_and_is_told_so(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 3) as table:
            host, heir, other = table.players
            assert (await host.say("leave"))["type"] == "done"
            await heir.until(lambda: heir.you["host"])
            await other.until(lambda: other.table["host"] == 1)
            assert not host.you["host"]
            assert heir.table["seats"][0]["left"]
            assert (await host.say("kick", seat=1))["reason"] == "not_host"
            assert (await heir.say("hand_over", seat=2))["type"] == "done"
            await other.until(lambda: other.you["host"])

    asyncio.run(play())


def test_a_bot_plays_on_for_a_person_who_left_until_the_match_is_over(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 2, options={"target": 0}) as table:
            stays, leaves = table.players
            await leaves.say("leave")
            await stays.play(Random(1), deals=True)
            assert stays.match_over
            assert stays.table["seats"][1]["kind"] == "empty"

    asyncio.run(play())


def test_a_kicked_person_is_disconnected_and_cannot_return(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 3, start=False) as table:
            assert (await table.host.say("kick", seat=2))["type"] == "done"
            kicked = table.players[2]
            await kicked.until(lambda: kicked.closed)
            assert kicked.received[-1]["type"] == "bye" and kicked.received[-1]["reason"] == "kicked"
            assert kicked.closed == (4000, "kicked")
            async with Player(server.socket_url, table.code, table.tokens[2]) as again:
                await again.until(lambda: again.closed)
                assert again.received[-1]["reason"] == "kicked"

    asyncio.run(play())


def test_a_rematch_begins_with_the_same_people(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 2, options={"target": 0}) as table:
            await asyncio.gather(*(player.play(Random(2)) for player in table.players))
            first = table.host.table["commitment"]
            assert (await table.players[1].say("start"))["reason"] == "not_host"
            assert (await table.host.say("start"))["type"] == "done"
            await table.settle()
            assert (table.host.table["status"], table.host.table["match"]) == ("playing", 2)
            assert table.host.table["finished"] == [1]
            assert table.host.table["commitment"] != first

    asyncio.run(play())


def test_the_commitment_is_told_before_the_first_view(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 2) as table:
            updates = [message for message in table.players[1].received if message["type"] == "update"]
            shown = table.players[1].received[0]["table"]["upcoming"]["commitment"]
            sealed, mixed, dealt = [each for each in updates if each["what"] in {"sealed", "mixed", "dealt"}]
            assert [each["what"] for each in (sealed, mixed, dealt)] == ["sealed", "mixed", "dealt"]
            assert all(sealed["table"]["upcoming"]["seals"])
            assert (mixed["table"]["commitment"], mixed["table"]["upcoming"]) == (shown, None)
            assert [each["table"]["status"] for each in (sealed, mixed, dealt)] == ["starting", "starting", "playing"]
            assert "view" not in sealed and "view" not in mixed
            assert dealt["view"]["hands"][1]

    asyncio.run(play())


def test_the_lobby_lists_public_tables_and_no_others(server: ServerProcess) -> None:
    async def play() -> None:
        token = new_guest(server.url, "Anna")
        public, private = new_table(server.url, token, public=True), new_table(server.url, token)
        async with Player(server.socket_url, public, token), Player(server.socket_url, private, token):
            tables = {table["code"]: table for table in ask(server.url, "/api/tables")[1]["tables"]}
            assert private not in tables
            assert (tables[public]["free"], tables[public]["persons"]) == (3, ["Anna"])

    asyncio.run(play())


def test_presence_is_told_when_somebody_comes_or_goes(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 2, start=False) as table:
            async with Player(server.socket_url, table.code):
                await table.host.until(lambda: table.host.received[-1].get("spectators") == 1)
            await table.host.until(lambda: table.host.received[-1].get("spectators") == 0)
            table.players[1].drop()
            await table.host.until(lambda: table.host.received[-1].get("here") == [True, False])

    asyncio.run(play())


def test_emotes_are_shown_to_everybody_but_those_who_muted_the_seat(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 3, start=False) as table:
            speaker, deaf, other = table.players
            assert (await deaf.say("mute", seat=0))["type"] == "done"
            assert (await speaker.say("emote", emote="well_played"))["type"] == "done"
            shown = {"type": "emoted", "seat": 0, "emote": "well_played"}
            await other.until(lambda: shown in other.received)
            assert (await deaf.say("ping"))["type"] == "done"
            assert shown not in deaf.received
            await deaf.say("mute", seat=0, on=False)
            await speaker.say("emote", emote="well_played")
            await deaf.until(lambda: shown in deaf.received)
            assert (await speaker.say("emote", emote="free text"))["reason"] == "bad_message"

    asyncio.run(play())


def test_why_says_what_would_come_of_a_move_and_changes_nothing(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 2) as table:
            player = await table.play_until(lambda player: "draw" in player.view["legal"], Random(3))
            before = player.revision
            good = await player.say("why", move="draw")
            assert (good["type"], good["status"]) == ("because", "accepted")
            bad = await player.say("why", move="accept")
            assert (bad["status"], bad["reason"]) == ("refused", "other_question")
            assert player.revision == before

    asyncio.run(play())


def test_names_are_tidied_and_nonsense_is_refused(server: ServerProcess) -> None:
    status, guest = ask(server.url, "/api/guests", {"name": "  小明   2 "})
    assert (status, guest["name"]) == (201, "小明 2")
    for name in ("<b>", "\u202eevil", "a" * 30, " ", "\n", "x\u0301\u0301\u0301\u0301"):
        status, answer = ask(server.url, "/api/guests", {"name": name})
        assert (status, answer["error"]["reason"]) == (422, "bad_name"), name


def test_a_guest_takes_another_name(server: ServerProcess) -> None:
    token = new_guest(server.url, "Anna")
    assert ask(server.url, "/api/guests/me", {"name": "Anne"}, token, "PATCH")[1]["name"] == "Anne"
    assert ask(server.url, "/api/guests/me", token=token)[1]["name"] == "Anne"
    assert ask(server.url, "/api/guests/me", token=token[:-1] + ("a" if token[-1] != "a" else "b"))[0] == 401


def test_an_edition_file_with_a_mistake_is_refused_with_its_line(server: ServerProcess) -> None:
    thunder = (Path(__file__).parents[2] / "docs" / "examples" / "thunder.toml").read_text(encoding="utf-8")
    assert ask(server.url, "/api/editions/check", {"file": thunder})[1]["name"] == "thunder"
    status, answer = ask(server.url, "/api/editions/check", {"file": thunder.replace("copies", "coppies", 1)})
    assert (status, answer["error"]["reason"]) == (422, "bad_edition")
    assert "line " in answer["error"]["text"] and "coppies" in answer["error"]["text"]


def test_health_readiness_and_figures(server: ServerProcess) -> None:
    assert ask(server.url, "/healthz")[1]["engine"] == {"ready": True, "progress": 1.0}
    assert ask(server.url, "/readyz")[0] == 200
    figures = ask(server.url, "/metrics")[1].decode()
    for name in ("huefall_moves_total", "huefall_connections_open", "huefall_commit_seconds", "huefall_tables_open"):
        assert name in figures


def test_a_setup_that_cannot_be_dealt_is_refused_with_what_is_wrong_SETUP_01(server: ServerProcess) -> None:  # noqa: N802
    token = new_guest(server.url, "Anna")
    status, answer = ask(server.url, "/api/tables", {"setup": {"options": {"hand_size": 60}}}, token)
    assert (status, answer["error"]["reason"]) == (422, "bad_setup")
    assert answer["error"]["trouble"] == {
        "kind": "hand_size",
        "field": "hand_size",
        "rule": "SETUP-01",
        "values": {"size": 60, "players": 4, "cards": 108, "most": 24},
    }
