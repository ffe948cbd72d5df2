"""The checker accepts what happened, and finds every kind of lie about it."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from tests.server.faults.checker import find_problems
from tests.server.faults.history import History, Said
from tests.server.local_server import ANNA, BEN, LocalServer

from huefall.protocol import commands
from huefall.server.store import StoredEntry
from huefall.server.store.streams import table_stream
from huefall.server.tables.inbox import CommandReceived

MOVES = 30

Stored = dict[str, list[StoredEntry]]


@cache
def _play() -> tuple[History, Stored]:
    """Return a true history: two people play a part of a round."""

    async def play() -> tuple[History, Stored]:
        server = LocalServer()
        table, clients = await server.started(ANNA, BEN)
        history, seen = History(), [0] * len(clients)
        for number in range(MOVES):
            _see(history, table.state.code, clients, seen)
            match = table.state.match
            if match.asked is None:
                break
            legal = [str(move) for move in match.legal() if not move.is_claim]
            move = next((one for one in legal if one.startswith("play ")), legal[0])
            await _say(history, table, clients[match.asked], revision=table.state.revision, move=move, id=f"t{number}")
        _see(history, table.state.code, clients, seen)
        saved = await server.store.read(table_stream(table.state.code))
        code = table.state.code
        await server.close()
        return history, {code: list(saved)}

    return asyncio.run(play())


async def _say(history: History, table: Any, client: Any, **fields: Any) -> None:
    said = history.say(table.state.code, client.connection.guest, {"type": "move", **fields})
    table.post(CommandReceived(client.connection, commands.Move(**fields)))
    answer = await client.until(lambda: next((one for one in client.received if one.get("id") == fields["id"]), None))
    history.answer(said, answer)


def _see(history: History, code: str, clients: list[Any], seen: list[int]) -> None:
    for place, client in enumerate(clients):
        for message in client.received[seen[place] :]:
            if message["type"] in {"welcome", "update"}:
                history.see(code, message, 0, place)
        seen[place] = len(client.received)


def _done(history: History) -> Said:
    return next(said for said in history.said[5:] if said.answer["type"] == "done")


def _lose_end(history: History, saved: list[StoredEntry]) -> None:
    del saved[-1]


def _repeat(history: History, saved: list[StoredEntry]) -> None:
    again = saved[_done(history).answer["revision"] - 1]
    saved.append(StoredEntry(again.stream, len(saved) + 1, again.at, again.data))


def _other_answer(history: History, saved: list[StoredEntry]) -> None:
    _done(history).answer["revision"] += 1


def _refuse_what_is_done(history: History, saved: list[StoredEntry]) -> None:
    _done(history).answer = {"type": "refused", "reason": "stale"}


def _other_command(history: History, saved: list[StoredEntry]) -> None:
    _done(history).command["move"] = "play r0"


def _other_view(history: History, saved: list[StoredEntry]) -> None:
    sight = next(sight for sight in history.sights[8:] if sight.message.get("view"))
    sight.message["view"]["sizes"][0] += 1


def _other_kind(history: History, saved: list[StoredEntry]) -> None:
    next(sight for sight in history.sights if sight.message.get("what") == "moved").message["what"] = "sat"


def _too_early(history: History, saved: list[StoredEntry]) -> None:
    """A command is carried out before something that was known when it was sent."""
    _done(history).moment = 10**6


def _old_welcome(history: History, saved: list[StoredEntry]) -> None:
    sight = history.sights[0]
    assert sight.message["type"] == "welcome"
    history.sights[0] = replace(sight, opened=10**6)


@pytest.mark.parametrize(
    "lie",
    [
        *(_lose_end, _repeat, _other_answer, _refuse_what_is_done, _other_command),
        *(_other_view, _other_kind, _too_early, _old_welcome),
    ],
)
def test_a_lie_about_what_happened_is_found(lie: Callable[[History, list[StoredEntry]], None]) -> None:
    history, stored = copy.deepcopy(_play())
    (saved,) = stored.values()
    lie(history, saved)
    problems = _problems(history, stored)
    assert problems


def _problems(history: History, stored: Stored) -> list[str]:
    try:
        return find_problems(history, stored)
    except Exception as error:  # noqa: BLE001  # entries that cannot be applied
        return [repr(error)]


def test_the_truth_is_accepted() -> None:
    history, stored = _play()
    assert find_problems(history, stored) == []
    assert sum(said.answer["type"] == "done" for said in history.said) > 5
