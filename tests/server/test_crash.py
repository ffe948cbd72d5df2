"""The process is killed at random moments while tables are played, and started again: nothing acknowledged is lost.

Clients come back by themselves and say again what was not answered. A checker holds every acknowledgement against what
is stored in the end.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.scale import scaled
from tests.server.player import Player, new_guest, new_table
from tests.server.server_process import ServerProcess
from tests.waiting import MAX_WAIT_SECONDS
from websockets.exceptions import WebSocketException

from huefall.record import replay, verify, write_record
from huefall.server.store import SqliteStore
from huefall.server.store.database import DATABASE_NAME
from huefall.server.store.streams import table_stream
from huefall.server.tables import entries
from huefall.server.tables.participation import Participations
from huefall.server.tables.state import TableState
from huefall.view import view_for

pytestmark = pytest.mark.process

KILLS = scaled(20, least=3)
TABLES = 6
PEOPLE = 3

SEED = int(os.environ.get("HUEFALL_SEED", "20"))


@dataclass
class AcknowledgementLog:
    """What the server has acknowledged; asks for a kill after a number of acknowledgements."""

    acknowledged: dict[tuple[str, str], int] = field(default_factory=dict)  # by guest and id: the revision
    until_kill: int = 0
    up: asyncio.Event = field(default_factory=asyncio.Event)
    wanted_dead: asyncio.Event = field(default_factory=asyncio.Event)
    finished: bool = False

    def note(self, guest: str, message: str, revision: int) -> None:
        known = self.acknowledged.setdefault((guest, message), revision)
        assert known == revision, f"{message} led to revision {known}, and then to {revision}"
        self.until_kill -= 1
        if self.until_kill <= 0:
            self.wanted_dead.set()


class ReconnectingPlayer:
    """A player who reconnects after every crash, and repeats the command that was not answered."""

    def __init__(
        self, server: ServerProcess, code: str, token: str, log: AcknowledgementLog, rng: Random, *, host: bool
    ) -> None:
        self.server = server
        self.code = code
        self.token = token
        self.log = log
        self.rng = rng
        self.host = host
        self.guest = token.partition(".")[0]
        self.revision = 0  # the last update it received
        self.unanswered: dict[str, Any] | None = None
        self.said = 0
        self.view: dict[str, Any] | None = None

    async def play(self) -> None:
        while not self.log.finished:
            await self.log.up.wait()
            try:
                async with Player(self.server.socket_url, self.code, self.token, since=self.revision) as player:
                    if player.closed:
                        continue
                    assert player.received[-1]["type"] != "refused", player.received
                    # Every update was stored before it was sent: the table cannot be at an earlier revision.
                    assert player.revision >= self.revision, f"{player.revision} after {self.revision} was received"
                    await self._sit_and_play(player)
            except (OSError, WebSocketException):
                # Killed a moment ago, perhaps in the middle of the handshake; ``up`` says when to come again.
                await asyncio.sleep(0)

    async def _sit_and_play(self, player: Player) -> None:
        while not player.closed and not self.log.finished:
            if self.unanswered is not None:
                await self._say(player, self.unanswered)
            elif player.asked:
                legal = player.view["legal"]
                move = self.rng.choice([sentence for sentence in legal if sentence.split()[0] != "catch"])
                await self._say(player, {"type": "move", "revision": player.revision, "move": move})
            elif self.host and player.table["status"] == "round_over":
                await self._say(player, {"type": "next_round", "revision": player.revision})
            elif self.host and player.table["status"] == "over":
                await self._say(player, {"type": "start"})
            else:
                seen = player.revision
                await player.until(lambda seen=seen: player.revision > seen or self.log.finished)
            self.revision, self.view = max(self.revision, player.revision), player.view

    async def _say(self, player: Player, message: dict[str, Any]) -> None:
        again = message is self.unanswered
        if not again:
            self.said += 1
            message = {**message, "id": f"s{self.said}"}
        self.unanswered = message
        try:
            answer = await player.say(message["type"], **{key: message[key] for key in message if key != "type"})
        except Exception as error:
            if type(error).__name__ not in {"ConnectionClosedError", "ConnectionClosedOK"}:
                raise
            await player.until(lambda: player.closed)
            return
        if answer is None:  # the server died; the same is said again when it is back
            return
        self.unanswered = None
        if answer["type"] == "done":
            self.log.note(self.guest, message["id"], answer["revision"])
        elif not again:
            assert answer["reason"] in {"stale", "round_running", "match_running", "false_call_refused"}, answer


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    print(f"HUEFALL_SEED={SEED}")
    rng = Random(SEED)
    server, players, log = asyncio.run(_play_and_kill(tmp_path, rng))
    assert server.stop() == 0
    asyncio.run(_check(tmp_path, players, log))


async def _play_and_kill(data: Path, rng: Random) -> tuple[ServerProcess, list[ReconnectingPlayer], AcknowledgementLog]:
    server = await asyncio.to_thread(ServerProcess, data)
    log = AcknowledgementLog()
    players = []
    for number in range(TABLES):
        players += await _set_up(server, log, rng, edition=["classic", "bts", "avengers"][number % 3])
    log.up.set()
    tasks = [asyncio.create_task(player.play()) for player in players]
    for kill in range(KILLS + 1):
        log.until_kill = rng.randrange(1, 80)
        log.wanted_dead.clear()
        waiting = asyncio.create_task(log.wanted_dead.wait())
        await asyncio.wait([waiting, *tasks], return_when=asyncio.FIRST_COMPLETED, timeout=MAX_WAIT_SECONDS)
        assert log.wanted_dead.is_set(), [task for task in tasks if task.done()]
        if kill == KILLS:
            break
        log.up.clear()
        server.kill()
        server = await asyncio.to_thread(ServerProcess, data, server.port)
        for player in players:
            player.server = server
        log.up.set()
    log.finished = True
    await _see_the_end(server, players, tasks)
    return server, players, log


async def _set_up(
    server: ServerProcess, log: AcknowledgementLog, rng: Random, edition: str
) -> list[ReconnectingPlayer]:
    tokens = [new_guest(server.url, f"Guest {number}") for number in range(PEOPLE)]
    code = new_table(server.url, tokens[0], edition=edition, seats=PEOPLE, options={"target": 60})
    for token in tokens[1:]:
        async with Player(server.socket_url, code, token) as player:
            assert (await player.say("sit"))["type"] == "done"
    async with Player(server.socket_url, code, tokens[0]) as player:
        assert (await player.say("start"))["type"] == "done"
    return [
        ReconnectingPlayer(server, code, token, log, Random(rng.random()), host=not number)
        for number, token in enumerate(tokens)
    ]


async def _see_the_end(
    server: ServerProcess, players: list[ReconnectingPlayer], tasks: list[asyncio.Task[None]]
) -> None:
    """Let all players finish their commands, and note what they see in the end."""
    while not all(task.done() for task in tasks):
        # A client that waits for an update no other client causes any more gets one.
        for player in players:
            async with Player(server.socket_url, player.code):
                pass
        waiting = [task for task in tasks if not task.done()]
        for task in waiting:
            task.cancel()
        await asyncio.wait(tasks, timeout=30)
    for task in tasks:
        if not task.cancelled():
            task.result()
    for player in players:
        async with Player(server.socket_url, player.code, player.token) as client:
            player.view = client.view
            player.revision = client.revision


async def _check(data: Path, players: list[ReconnectingPlayer], log: AcknowledgementLog) -> None:
    store = await SqliteStore.open(data / DATABASE_NAME)
    stored: Counter[tuple[str, str]] = Counter()
    revisions: dict[tuple[str, str], int] = {}
    for code in {player.code for player in players}:
        saved = await store.read(table_stream(code))
        assert [entry.number for entry in saved] == list(range(1, len(saved) + 1))
        state = TableState(code, keeps_moves=True)
        for entry in saved:
            said = entries.decode_entry(entry.data)
            if said.guest is not None and said.id is not None:
                stored[said.guest, said.id] += 1
                revisions[said.guest, said.id] = entry.number
            state.apply(said, entry.at)
        participations = await Participations.read(store, state)
        assert participations.take_missing(state, 0) == [], "what guests played is stored together with it"
        _check_table(state, [player for player in players if player.code == code])
    await store.close()
    assert max(stored.values()) == 1, "carried out twice"
    lost = {key for key, revision in log.acknowledged.items() if revisions.get(key) != revision}
    assert not lost, f"acknowledged and lost: {lost}"
    assert len(log.acknowledged) > KILLS * 10


def _check_table(state: TableState, players: list[ReconnectingPlayer]) -> None:
    """Every client's last view is the stored table's, and all cards are still there."""
    match = state.match
    for player in players:
        seat = state.seat_of(player.guest)
        assert player.revision == state.revision
        assert player.view == json.loads(json.dumps(view_for(match.game, seat)))
    position = match.position()
    cards = [*position["pile"], *position["discard"], *(card for hand in position["hands"] for card in hand)]
    assert sorted(cards) == sorted(match.variant.write_cards(match.variant.deck()))
    record = write_record(match, with_seed=True)
    assert replay(record).position() == position
    assert verify(record).commitment == match.commitment
