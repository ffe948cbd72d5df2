"""Whether the time of a bot's answer tells anything about its hand, while the bots' threads are behind.

    python -m bench.server.timing --tables 50 --seconds 120

Opens tables with one person and three experts each at the shortest pause, plays, and compares how late each bot answered
with how many answers it had. Nobody at the table knows that number; here it is read from the database afterwards.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import correlation, median
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect

from bench.server.process import Cores, running
from bench.server.seating import ApiClient
from huefall.server.store import SqliteStore
from huefall.server.store.database import DATABASE_NAME
from huefall.server.store.streams import TABLES
from huefall.server.tables import entries
from huefall.server.tables.state import TableState

BOTS = 3

#: Kinds of questions that were answered less often are left out.
MIN_DECISIONS = 100

#: Limits that a test from one address would reach.
NO_LIMITS = [
    f"--{name}=0"
    for name in (
        "connections-per-address",
        "tables-per-address",
        "guests-per-address",
        "requests-per-second",
        "messages-per-second",
    )
]


@dataclass
class Player:
    """The person at one table, who answers at once, and notes when each update came."""

    code: str
    token: str
    random: Random
    came: dict[int, float] = field(default_factory=dict)  # by revision, in ms

    async def play(self, url: str, pause_ms: int) -> None:
        async with connect(f"ws{url.removeprefix('http')}/ws/{self.code}", max_size=None) as socket:
            await self._send(socket, type="hello", version=1, token=self.token)
            await self._send(socket, type="pace", id=self._id(), bot_pause_ms=pause_ms)
            async for text in socket:
                message = json.loads(text)
                if message["type"] == "update":
                    self.came[message["revision"]] = time.perf_counter() * 1000
                    await self._answer(socket, message)

    async def _answer(self, socket: ClientConnection, update: dict[str, Any]) -> None:
        status, revision = update.get("table", {}).get("status"), update["revision"]
        view = update.get("view") or {}
        if status == "round_over":
            await self._send(socket, type="next_round", id=self._id(), revision=revision)
        elif status == "over":
            await self._send(socket, type="start", id=self._id())
        elif view.get("turn") == view.get("seat") and not view.get("over"):
            answers = [move for move in view.get("legal", ()) if move.split()[0] not in {"uno", "catch"}]
            if answers:
                await self._send(
                    socket, type="move", id=self._id(), revision=revision, move=self.random.choice(answers)
                )

    async def _send(self, socket: ClientConnection, **message: Any) -> None:
        await socket.send(json.dumps(message))

    def _id(self) -> str:
        return f"{self.random.getrandbits(64):x}"


async def play_tables(api: ApiClient, url: str, tables: int, seconds: float, pause_ms: int) -> list[Player]:
    """Play at all tables for a while."""
    await asyncio.to_thread(api.wait_until_ready)
    players = []
    for number in range(tables):
        body = {"seats": 1 + BOTS, "level": "expert", "move_seconds": 0}
        made = await asyncio.to_thread(api.ask, "POST", "/api/play", body)
        players.append(Player(made["code"], made["token"], Random(number)))
    playing = [asyncio.create_task(player.play(url, pause_ms)) for player in players]
    await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in playing:
        if task.done():
            task.result()
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return players


class Decision(NamedTuple):
    """An answer of a bot."""

    options: int  # how many answers it had
    late_ms: float
    phase: str  # which question it was; everybody knows that


async def read_decisions(data: Path, players: list[Player], pause_ms: int) -> list[Decision]:
    store = await SqliteStore.open(data / DATABASE_NAME)
    decisions = []
    for player in players:
        state = TableState(player.code)
        asked_at: float | None = None
        for stored in await store.read(f"{TABLES}{player.code}"):
            entry = entries.decode_entry(stored.data)
            options, was_asked, phase = 0, False, ""
            if isinstance(entry, entries.Moved) and entry.by == "bot" and state.match is not None:
                was_asked = state.match.asked == entry.seat  # a cut comes earlier, and from another seat
                phase = state.match.game.phase
                options = sum(not move.is_claim for move in state.match.legal(entry.seat))
            change = state.apply(entry, stored.at)
            came = player.came.get(change.revision)
            if options and change.is_answer and came is not None and asked_at is not None and was_asked:
                decisions.append(Decision(options, came - asked_at - pause_ms, phase))
            if change.is_answer or isinstance(entry, entries.Dealt):
                asked_at = came
    await store.close()
    return decisions


def report(decisions: list[Decision]) -> str:
    """Compare the answers to one kind of question: others have fewer answers, and everybody knows which one is asked."""
    times = sorted(decision.late_ms for decision in decisions)
    lines = [f"{len(times)} decisions; late by p50 {median(times):.0f} ms, p99 {times[int(len(times) * 0.99)]:.0f} ms"]
    for phase in sorted({decision.phase for decision in decisions}):
        same = [decision for decision in decisions if decision.phase == phase]
        options = [decision.options for decision in same]
        if len(same) < MIN_DECISIONS or len(set(options)) == 1:
            continue
        by_options = defaultdict(list)
        for decision in same:
            name = "1" if decision.options == 1 else "2-3" if decision.options < 4 else "4+"
            by_options[name].append(decision.late_ms)
        medians = ", ".join(f"{name}: {median(late):.0f} ms" for name, late in sorted(by_options.items()))
        related = correlation(_ranks(options), _ranks([decision.late_ms for decision in same]))
        lines.append(
            f"{phase}: {len(same)} decisions, median by number of answers {medians}; rank correlation {related:+.3f}, "
            f"by chance within ±{2 / len(same) ** 0.5:.3f}"
        )
    return "\n".join(lines)


def _ranks(values: Sequence[float]) -> list[float]:
    """Return the ranks of values, the mean rank for equal ones: a few very late answers must not decide everything."""
    ordered = sorted(values)
    return [(bisect_left(ordered, value) + bisect_right(ordered, value)) / 2 for value in values]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--pause-ms", type=int, default=200)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        command = ["-m", "huefall", "serve", "--port=0", f"--data={data}", "--log-format=json", *NO_LIMITS]
        with running(command, Cores.of_this_machine(), data / "log") as server:
            api = ApiClient(server)
            players = asyncio.run(play_tables(api, server.url, given.tables, given.seconds, given.pause_ms))
            figures = api.ask("GET", "/metrics")
        decisions = asyncio.run(read_decisions(data, players, given.pause_ms))
    print(report(decisions))
    text = figures.decode() if isinstance(figures, bytes) else str(figures)
    print(*(line for line in text.splitlines() if line.startswith("huefall_bot_searches")), sep="\n")


if __name__ == "__main__":
    main()
