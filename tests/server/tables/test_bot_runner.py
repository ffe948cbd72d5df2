"""The bots of a table: they answer in their pause, and one that fails loses its move to the legal default."""

from __future__ import annotations

import asyncio
import threading
from random import Random
from typing import Any

import pytest
from tests.server.local_server import ANNA, LocalServer

from huefall.bots.default_answer import default_answer
from huefall.protocol import commands
from huefall.server.tables import bot_runner as bots
from huefall.server.tables.opening import Opening
from huefall.view import view_for


class Strange:
    """A bot that does what it likes."""

    level = "easy"

    def __init__(self, answer: str | None) -> None:
        self.answer = answer

    def choose(self, _: Any, __: Random) -> str:
        if self.answer is None:
            raise RuntimeError("no idea")
        return self.answer

    def claim(self, _: Any, __: Random) -> str | None:
        return self.answer


@pytest.mark.parametrize("answer", [None, "play the piano", "accept", "uno"])
def test_a_bot_that_raises_or_says_nonsense_loses_its_move_to_the_default(
    monkeypatch: pytest.MonkeyPatch, answer: str | None
) -> None:
    monkeypatch.setattr(bots, "_bot", lambda *_: Strange(answer))

    async def play() -> None:
        local = LocalServer()
        table, (anna,) = await local.started(ANNA, bots=2, options={"false_uno_penalty": 0, "misplay_penalty": 0})
        while (
            len(moves := [message["did"] for message in anna.received if message.get("did", {}).get("by") == "bot"]) < 5
        ):
            await anna.until(lambda: table.state.match.asked == 0)
            await anna.say(
                commands.Move, revision=table.state.revision, move=default_answer(view_for(table.state.match.game, 0))
            )
        assert {did["move"].split()[0] for did in moves} <= {"draw", "keep", "accept", "color", "pass"}
        await local.close()

    asyncio.run(play())


class Silent(Strange):
    """A bot that does not answer until it is released."""

    def __init__(self) -> None:
        super().__init__("draw")
        self.released = threading.Event()

    def choose(self, _: Any, __: Random) -> str:
        self.released.wait()
        return "play the piano"

    def claim(self, _: Any, __: Random) -> str | None:
        return None


def test_a_bot_that_never_answers_is_not_waited_for_and_its_late_answer_is_ignored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    silent = Silent()
    monkeypatch.setattr(bots, "_bot", lambda *_: silent)
    monkeypatch.setattr(bots, "DEADLINE_SECONDS", 0.01)

    async def play() -> None:
        local = LocalServer()
        table, (anna,) = await local.started(ANNA, bots=1)
        while (
            len(moves := [message["did"] for message in anna.received if message.get("did", {}).get("by") == "bot"]) < 2
        ):
            if table.state.match.asked == 0:
                move = default_answer(view_for(table.state.match.game, 0))
                await anna.say(commands.Move, revision=table.state.revision, move=move)
            else:
                await anna.until(lambda: table.state.match.asked == 0)
        assert {did["move"].split()[0] for did in moves} <= {"draw", "keep", "accept", "color", "pass"}
        silent.released.set()
        await local.close()

    asyncio.run(play())


async def turn_round() -> None:
    """Let the loop turn often enough for all pending callbacks."""
    for _ in range(200):
        await asyncio.sleep(0)


def test_bots_play_only_while_a_client_is_connected() -> None:
    async def play() -> None:
        local = LocalServer()
        table, (anna,) = await local.started(ANNA, bots=2, options={"target": 0})
        anna.leave()
        await anna.until(lambda: not table.audience)
        await turn_round()  # a bot may have spoken a moment before: that is heard out
        at_rest = table.state.revision
        await turn_round()
        assert table.state.revision == at_rest
        assert not table._parts.scheduler._alarm.is_set and table._parts.scheduler._bots._task is None
        await local.close()

    asyncio.run(play())


def test_bots_claim_out_of_turn() -> None:
    async def play() -> None:
        local = LocalServer()
        table, (anna,) = await local.started(ANNA, bots=5, options={"target": 0, "cut": True, "hand_size": 2})
        rng = Random(3)

        def claims() -> set[str]:
            return {message["did"]["move"].split()[0] for message in anna.received if "did" in message} & {
                "uno",
                "catch",
            }

        for _ in range(2000):
            await anna.until(lambda: table.state.match.over or table.state.match.asked == 0 or claims())
            if claims():
                break
            if table.state.match.over:
                await anna.say(commands.Start)
            else:
                legal = [str(move) for move in table.state.match.legal(0) if not move.is_claim]
                await anna.say(commands.Move, revision=table.state.revision, move=rng.choice(legal))
        assert claims()
        await local.close()

    asyncio.run(play())


class Sleeper:
    """A bot that draws and keeps, claims nothing, and counts how often it is shown a catch."""

    level = "easy"

    def __init__(self) -> None:
        self.shown = 0

    def choose(self, view: Any, _: Random) -> str:
        return default_answer(view)

    def claim(self, view: Any, _: Random) -> str | None:
        self.shown += any(said.startswith("catch") for said in view["legal"])
        return None


def test_a_bot_is_shown_a_missing_call_once_UNO_02(monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: N802
    """The time to catch lasts over the draws of others; a bot that let it go does not look again."""
    sleeper = Sleeper()
    monkeypatch.setattr(bots, "_bot", lambda *_: sleeper)
    position = {
        "hands": [["r1", "g2"], ["y1", "y3", "y4"]],
        "discard": ["r5"],
        "pile": ["g7", "g8", "g9", "b7"],
        "turn": 0,
    }

    async def play() -> None:
        local = LocalServer()
        table, (anna,) = await local.started(ANNA, bots=1, opening=Opening(position))
        await anna.say(commands.Move, revision=table.state.revision, move="play r1")
        await anna.until(lambda: table.state.match.asked == 0)
        assert table.state.match.position()["open"] == [0], "no card was played: the catch is still possible"
        assert sleeper.shown == 1
        await local.close()

    asyncio.run(play())
