"""Claims and stale messages: the order in which they arrive decides, and nothing is played twice."""

from __future__ import annotations

import asyncio
from random import Random

from tests.server.gathering import gathered
from tests.server.house import House
from tests.server.player import Player, ask

from huefall.record import replay


def catchable(player: Player) -> bool:
    return bool(player.view["open"]) and player.view["open"][0] != player.view["seat"]


def test_of_two_catches_at_once_the_first_counts_and_the_second_learns_who_was_first(house: House) -> None:
    async def play() -> None:
        async with gathered(house, 4, options={"target": 0}) as table:
            player = await table.play_until(catchable, Random(1))
            caught = player.view["open"][0]
            sentence = f"catch {caught}"
            rivals = [other for other in table.players if sentence in other.view["legal"]]
            assert len(rivals) == 3
            before = table.host.revision
            answers = await asyncio.gather(*(rival.move(sentence, before) for rival in rivals))
            done = [answer for answer in answers if answer["type"] == "done"]
            late = [answer for answer in answers if answer["type"] == "refused"]
            assert len(done) == 1 and len(late) == 2
            await table.settle()
            winner = rivals[answers.index(done[0])]
            for answer in late:
                assert answer["reason"] == "not_catchable"
                assert answer["rule"] == "UNO-03"
                assert answer["first"] == {"revision": before + 1, "seat": winner.view["seat"], "move": sentence}
            await table.play_until(lambda _: table.host.table["match"] == 2, Random(2))
            _, record = ask(house.url, f"/api/tables/{table.code}/matches/1/record")
            catches = [move for move in replay(record).rounds[0].moves if move.sentence == sentence]
            assert catches[0].seat == winner.you["seat"]

    asyncio.run(play())


def test_a_call_that_comes_before_the_catch_saves(house: House) -> None:
    async def play() -> None:
        async with gathered(house, 3, options={"target": 0}) as table:
            player = await table.play_until(catchable, Random(3))
            silent = table.players[player.view["open"][0]]
            assert "uno" in silent.view["legal"]
            assert (await silent.move("uno"))["type"] == "done"
            answer = await player.move(f"catch {silent.you['seat']}", player.revision)
            assert (answer["type"], answer["reason"]) == ("refused", "not_catchable")

    asyncio.run(play())


def test_a_cut_and_the_turn_at_once_are_played_in_order_of_arrival(house: House) -> None:
    async def play() -> None:
        met = {"cut": 0, "turn": 0}
        chance = Random(4)
        async with gathered(house, 6, options={"cut": True, "target": 0}) as table:
            for time in range(200):  # a few are enough, unless the network turns them all round
                if time >= 12 and met["cut"] and met["turn"]:
                    break
                await table.play_until(lambda _: any(cuts_of(other) for other in table.players), chance)
                asked = await table.asked()
                cutter = next(other for other in table.players if cuts_of(other))
                before = asked.revision
                turn = next(move for move in asked.view["legal"] if move.split()[0] not in {"uno", "catch"})
                pair = [(asked, turn), (cutter, cuts_of(cutter)[0])]
                if time % 2:
                    pair.reverse()
                answers = await asyncio.gather(*(player.move(move, before) for player, move in pair))
                await table.settle()
                kinds = [answer["type"] for answer in answers]
                assert sorted(kinds) == ["done", "refused"], answers
                first, late = pair[kinds.index("done")], answers[kinds.index("refused")]
                if late["reason"] == "no_match_running":  # the first one was a last card
                    continue
                assert late["reason"] == "stale"
                assert late["first"]["seat"] == first[0].you["seat"]
                met["cut" if first[0] is cutter else "turn"] += 1
        assert met["cut"] and met["turn"], met

    def cuts_of(player: Player) -> list[str]:
        if player.asked or player.view["over"]:
            return []
        return [move for move in player.view["legal"] if move.startswith("play ")]

    asyncio.run(play())


def test_a_message_that_was_meant_for_another_position_is_not_played(house: House) -> None:
    async def play() -> None:
        async with gathered(house, 2) as table:
            player = await table.play_until(lambda player: "draw" in player.view["legal"], Random(9))
            seen = player.revision
            assert (await player.move("draw"))["type"] == "done"
            await table.play_until(lambda other: other is player and other.revision > seen + 2, Random(5))
            answer = await player.move("draw", seen)
            assert (answer["type"], answer["reason"]) == ("refused", "stale")
            assert answer["revision"] == player.revision

    asyncio.run(play())


def test_a_message_that_comes_twice_is_played_once_and_answered_twice(house: House) -> None:
    async def play() -> None:
        async with gathered(house, 2) as table:
            player = await table.play_until(lambda player: "draw" in player.view["legal"], Random(8))
            before = player.revision
            message = {"type": "move", "id": "the-same", "revision": before, "move": "draw"}
            for _ in range(3):
                await player.send(message)
            await player.until(lambda: sum(told.get("id") == "the-same" for told in player.told) == 3)
            answers = [told for told in player.told if told.get("id") == "the-same"]
            assert answers == [{"type": "done", "id": "the-same", "revision": before + 1}] * 3
            await table.settle()
            assert player.revision == before + 1

    asyncio.run(play())


def test_the_same_id_of_another_guest_is_another_message(house: House) -> None:
    async def play() -> None:
        async with gathered(house, 2) as table:
            one = await table.asked()
            first = await one.move(_plain(one), id="the-same")
            other = await table.play_until(lambda player: player is not one, Random(10))
            before = other.revision
            second = await other.move(_plain(other), id="the-same")
            assert (first["type"], second["type"]) == ("done", "done")
            assert second["revision"] == before + 1 > first["revision"], "it was taken for the first one"

    asyncio.run(play())


def test_messages_in_the_wrong_order_are_played_in_the_order_they_arrive_or_not_at_all(house: House) -> None:
    async def play() -> None:
        async with gathered(house, 2, options={"drawn": "optional"}) as table:
            player = await table.play_until(lambda player: "draw" in player.view["legal"], Random(6))
            before = player.revision
            # The answer to what the draw will bring overtakes the draw itself.
            await player.send({"type": "move", "id": "keep", "revision": before + 1, "move": "keep"})
            await player.send({"type": "move", "id": "draw", "revision": before, "move": "draw"})
            await player.until(lambda: sum(told.get("id") in {"keep", "draw"} for told in player.told) == 2)
            keep, draw = [told for told in player.told if told.get("id") in {"keep", "draw"}]
            assert (keep["id"], keep["reason"]) == ("keep", "stale")
            assert (draw["id"], draw["type"]) == ("draw", "done")

    asyncio.run(play())


def test_two_windows_of_one_player_see_the_same_and_both_can_play(house: House) -> None:
    async def play() -> None:
        async with gathered(house, 2) as table:
            player = await table.asked()
            seat = player.you["seat"]
            async with Player(house.socket_url, table.code, table.tokens[seat]) as window:
                assert window.view == player.view and window.you == player.you
                assert (await window.move(_plain(window)))["type"] == "done"
                await player.until(lambda: player.revision == window.revision)
                assert window.view == player.view
                # Both press the same at once: it is played once.
                await table.play_until(lambda other: other is player, Random(7))
                await window.until(lambda: window.revision == player.revision)
                before, move = player.revision, _plain(player)
                answers = await asyncio.gather(player.move(move, before), window.move(move, before))
                assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
                assert next(answer for answer in answers if answer["type"] == "refused")["reason"] == "stale"

    asyncio.run(play())


def _plain(player: Player) -> str:
    return str(next(move for move in player.view["legal"] if move.split()[0] not in {"uno", "catch"}))
