"""Claims and stale messages: the order in which they arrive decides, and nothing is played twice."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from typing import Any

from tests.scale import SEED
from tests.server.player import Player, ask
from tests.server.seated_table import seated_table
from tests.server.server_process import ServerProcess

from huefall.record import replay


def catchable(player: Player) -> bool:
    return bool(player.view["open"]) and player.view["open"][0] != player.view["seat"]


def test_of_two_catches_at_once_the_first_counts_and_the_second_learns_who_was_first(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 4, options={"target": 0}) as table:
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
            _, record = ask(server.url, f"/api/tables/{table.code}/matches/1/record")
            catches = [move for move in replay(record).rounds[0].moves if move.sentence == sentence]
            assert catches[0].seat == winner.you["seat"]

    asyncio.run(play())


def test_a_call_that_comes_before_the_catch_saves_and_the_catch_learns_of_it(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 3, options={"target": 0}) as table:
            player = await table.play_until(catchable, Random(3))
            silent = table.players[player.view["open"][0]]
            assert "uno" in silent.view["legal"]
            before = silent.revision
            assert (await silent.move("uno", before))["type"] == "done"
            answer = await player.move(f"catch {silent.you['seat']}", before)
            assert (answer["type"], answer["reason"]) == ("refused", "not_catchable")
            assert answer["first"] == {"revision": before + 1, "seat": silent.you["seat"], "move": "uno"}

    asyncio.run(play())


def test_a_call_that_comes_just_after_the_catch_is_refused_and_costs_nothing_more(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 3, options={"target": 0}) as table:
            player = await table.play_until(catchable, Random(11))
            seat = player.view["open"][0]
            silent, before = table.players[seat], table.host.revision
            # Both have seen the same; the catch is there first.
            assert (await player.move(f"catch {seat}", before))["type"] == "done"
            answer = await silent.move("uno", before)
            assert (answer["type"], answer["reason"]) == ("refused", "stale")
            assert answer["first"] == {"revision": before + 1, "seat": player.you["seat"], "move": f"catch {seat}"}
            await table.settle()
            assert silent.revision == before + 1, "a refused call has changed something"
            assert len(silent.view["hands"][seat]) == 1 + 2

    asyncio.run(play())


def test_of_a_call_and_a_catch_at_once_the_first_counts_and_nobody_is_fined(server: ServerProcess) -> None:
    async def play() -> None:
        met = {"uno": 0, "catch": 0}
        chance = Random(12)
        async with seated_table(server, 3, options={"hand_size": 3}) as table:
            for time in range(200):  # a few are enough, unless the network turns them all round
                if time >= 8 and all(met.values()):
                    break
                player = await table.play_until(catchable, chance)
                seat = player.view["open"][0]
                silent, before = table.players[seat], table.host.revision
                pair = [(silent, "uno"), (player, f"catch {seat}")]
                if time % 2:
                    pair.reverse()
                answers = await asyncio.gather(*(each.move(move, before) for each, move in pair))
                await table.settle()
                kinds = [answer["type"] for answer in answers]
                assert sorted(kinds) == ["done", "refused"], answers
                first, move = pair[kinds.index("done")]
                earlier = {"revision": before + 1, "seat": first.you["seat"], "move": move}
                assert answers[kinds.index("refused")]["first"] == earlier
                assert len(silent.view["hands"][seat]) == (1 if first is silent else 3)
                met[move.split()[0]] += 1
        assert all(met.values()), met

    asyncio.run(play())


def test_a_catch_that_comes_after_the_next_card_learns_of_that_card(server: ServerProcess) -> None:
    def can_go_on(player: Player) -> bool:
        return catchable(player) and len(player.view["hands"][player.view["seat"]]) > 2 and bool(plays_of(player))

    async def play() -> None:
        async with seated_table(server, 3) as table:
            player = await table.play_until(can_go_on, Random(13))
            seat, before = player.view["open"][0], table.host.revision
            late = next(other for other in table.players if other.you["seat"] not in {seat, player.you["seat"]})
            move = plays_of(player)[0]
            assert (await player.move(move, before))["type"] == "done"
            answer = await late.move(f"catch {seat}", before)
            assert (answer["type"], answer["reason"]) == ("refused", "stale")
            assert answer["first"] == {"revision": before + 1, "seat": player.you["seat"], "move": move}

    asyncio.run(play())


#: A deck in which several people can cut the same card.
MANY_ALIKE = """
format = 1
name = "alike"
title = { en = "Alike", zh-Hant = "同牌" }
colors = ["red", "green"]

[[card]]
faces = ["1", "2", "3"]
copies = 16
points = "face"
"""


def test_of_two_cuts_at_once_the_first_counts_and_the_second_is_not_fined(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 4, edition_file=MANY_ALIKE, options={"cut": True}) as table:
            await table.play_until(lambda _: sum(bool(cuts_of(other)) for other in table.players) > 1, Random(14))
            rivals = [other for other in table.players if cuts_of(other)]
            before, sizes = table.host.revision, table.host.view["sizes"]
            cuts = [cuts_of(rival)[0] for rival in rivals]
            answers = await asyncio.gather(*(rival.move(cut, before) for rival, cut in zip(rivals, cuts, strict=True)))
            await table.settle()
            done = [place for place, answer in enumerate(answers) if answer["type"] == "done"]
            assert len(done) == 1
            winner, cut = rivals[done[0]], cuts[done[0]]
            for answer in answers[: done[0]] + answers[done[0] + 1 :]:
                assert (answer["type"], answer["reason"]) == ("refused", "stale")
                assert answer["first"] == {"revision": before + 1, "seat": winner.you["seat"], "move": cut}
            sizes[winner.you["seat"]] -= 1
            assert table.host.view["sizes"] == sizes, "a seat was fined"

    asyncio.run(play())


def test_many_who_claim_at_once_with_old_revisions_are_never_fined_for_a_lost_race(server: ServerProcess) -> None:
    """All seats make claims that were legal in one of their last few views, as a client behind a slow network would."""
    met: Counter[str] = Counter()

    async def claim(player: Player, rng: Random) -> None:
        for time in range(4000):  # a few are enough, unless the network turns them all round
            if time >= 120 and all(met[each] for each in ("done", "lost uno", "lost catch", "lost play")):
                return
            seen = [
                message for message in player.received[-30:] if message.get("view") and message["type"] == "update"
            ][-6:]
            offered = [(message["revision"], move) for message in seen for move in claims_in(message["view"])]
            if offered and rng.random() < 0.7:
                revision, move = rng.choice(offered)
                note(player, move, revision, await player.move(move, revision))
            elif player.table["status"] == "round_over":
                await player.say("next_round", revision=player.revision)
            elif player.asked:
                silent = [move for move in player.view["legal"] if not is_claim(move)]
                move, revision = rng.choice(silent), player.revision
                note(player, move, revision, await player.move(move, revision))
            else:
                await player.say("ping")  # the others have their turn

    def note(player: Player, move: str, revision: int, answer: Any) -> None:
        if answer["type"] == "done":
            did = next(
                message["did"]
                for message in player.received
                if message.get("revision") == answer["revision"] and "did" in message
            )
            assert not did.get("foul"), f"fined for a lost race: {move!r} at {revision}, {did}"
            met["done"] += 1
        else:
            assert answer["first"]["revision"] > revision, (move, revision, answer)
            met[f"lost {move.split(maxsplit=1)[0]}"] += 1

    async def play(seed: int) -> None:
        options = {"hand_size": 2, "cut": True, "target": 5000}
        async with seated_table(server, 4, edition_file=MANY_ALIKE, options=options) as table:
            rngs = [Random(f"{seed} {number}") for number in range(4)]
            await asyncio.gather(*map(claim, table.players, rngs))

    print(f"HUEFALL_SEED={SEED}")
    asyncio.run(play(SEED))
    assert {"done", "lost uno", "lost catch", "lost play"} <= set(met), met


def is_claim(move: str) -> bool:
    return move.split(maxsplit=1)[0] in {"uno", "catch"} or move.endswith(" uno")


def claims_in(view: Any) -> list[str]:
    is_asked = view["turn"] == view["seat"]
    return [move for move in view["legal"] if is_claim(move) or not is_asked]


def plays_of(player: Player) -> list[str]:
    return [move for move in player.view["legal"] if move.startswith("play ")]


def cuts_of(player: Player) -> list[str]:
    return [] if player.asked or player.view["over"] else plays_of(player)


def test_a_cut_and_the_turn_at_once_are_played_in_order_of_arrival(server: ServerProcess) -> None:
    async def play() -> None:
        met = {"cut": 0, "turn": 0}
        chance = Random(4)
        async with seated_table(server, 6, options={"cut": True, "target": 0}) as table:
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

    asyncio.run(play())


def test_a_message_that_was_meant_for_another_position_is_not_played(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 2) as table:
            player = await table.play_until(lambda player: "draw" in player.view["legal"], Random(9))
            seen = player.revision
            assert (await player.move("draw"))["type"] == "done"
            await table.play_until(lambda other: other is player and other.revision > seen + 2, Random(5))
            answer = await player.move("draw", seen)
            assert (answer["type"], answer["reason"]) == ("refused", "stale")
            assert answer["revision"] == player.revision

    asyncio.run(play())


def test_a_message_that_comes_twice_is_played_once_and_answered_twice(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 2) as table:
            player = await table.play_until(lambda player: "draw" in player.view["legal"], Random(8))
            before = player.revision
            message = {"type": "move", "id": "the-same", "revision": before, "move": "draw"}
            for _ in range(3):
                await player.send(message)
            await player.until(lambda: sum(message.get("id") == "the-same" for message in player.received) == 3)
            answers = [message for message in player.received if message.get("id") == "the-same"]
            assert answers == [{"type": "done", "id": "the-same", "revision": before + 1}] * 3
            await table.settle()
            assert player.revision == before + 1

    asyncio.run(play())


def test_the_same_id_of_another_guest_is_another_message(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 2) as table:
            one = await table.asked()
            first = await one.move(_plain(one), id="the-same")
            other = await table.play_until(lambda player: player is not one, Random(10))
            before = other.revision
            second = await other.move(_plain(other), id="the-same")
            assert (first["type"], second["type"]) == ("done", "done")
            assert second["revision"] == before + 1 > first["revision"], "it was taken for the first one"

    asyncio.run(play())


def test_messages_in_the_wrong_order_are_played_in_the_order_they_arrive_or_not_at_all(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 2, options={"drawn": "optional"}) as table:
            player = await table.play_until(lambda player: "draw" in player.view["legal"], Random(6))
            before = player.revision
            # The answer to what the draw will bring overtakes the draw itself.
            await player.send({"type": "move", "id": "keep", "revision": before + 1, "move": "keep"})
            await player.send({"type": "move", "id": "draw", "revision": before, "move": "draw"})
            await player.until(lambda: sum(message.get("id") in {"keep", "draw"} for message in player.received) == 2)
            keep, draw = [message for message in player.received if message.get("id") in {"keep", "draw"}]
            assert (keep["id"], keep["reason"]) == ("keep", "stale")
            assert (draw["id"], draw["type"]) == ("draw", "done")

    asyncio.run(play())


def test_two_windows_of_one_player_see_the_same_and_both_can_play(server: ServerProcess) -> None:
    async def play() -> None:
        async with seated_table(server, 2) as table:
            player = await table.asked()
            seat = player.you["seat"]
            async with Player(server.socket_url, table.code, table.tokens[seat]) as window:
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
