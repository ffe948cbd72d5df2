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

from tests.server.house import House
from tests.server.player import PATIENCE, Player, new_guest, new_table
from websockets.exceptions import WebSocketException

from huefall.record import replay, verify, write_record
from huefall.server.run import DATABASE
from huefall.server.store import SqliteStore
from huefall.server.store.streams import table_stream
from huefall.server.tables import entries
from huefall.server.tables.state import TableState
from huefall.view import view_for

KILLS = 20
TABLES = 6
PEOPLE = 3

SEED = int(os.environ.get("HUEFALL_SEED", "20"))


@dataclass
class Witness:
    """Knows what was acknowledged, and kills the server when enough has been."""

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


class Survivor:
    """A player that goes on after every crash where it was."""

    def __init__(self, house: House, code: str, token: str, witness: Witness, rng: Random, *, host: bool) -> None:
        self.house = house
        self.code = code
        self.token = token
        self.witness = witness
        self.rng = rng
        self.host = host
        self.guest = token.partition(".")[0]
        self.revision = 0  # the last update it was told
        self.unanswered: dict[str, Any] | None = None
        self.said = 0
        self.view: dict[str, Any] | None = None

    async def play(self) -> None:
        while not self.witness.finished:
            await self.witness.up.wait()
            try:
                async with Player(self.house.socket_url, self.code, self.token, since=self.revision) as player:
                    if player.closed:
                        continue
                    assert player.told[-1]["type"] != "refused", player.told
                    # What was told was stored before: the table cannot stand further back.
                    assert player.revision >= self.revision, f"{player.revision} after {self.revision} was told"
                    await self._sit_and_play(player)
            except (OSError, WebSocketException):
                # Killed a moment ago, perhaps in the middle of the handshake; ``up`` says when to come again.
                await asyncio.sleep(0)

    async def _sit_and_play(self, player: Player) -> None:
        while not player.closed and not self.witness.finished:
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
                await player.until(lambda seen=seen: player.revision > seen or self.witness.finished)
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
            self.witness.note(self.guest, message["id"], answer["revision"])
        elif not again:
            assert answer["reason"] in {"stale", "round_running", "match_running", "false_call_refused"}, answer


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    print(f"HUEFALL_SEED={SEED}")
    rng = Random(SEED)
    house, survivors, witness = asyncio.run(_play_and_kill(tmp_path, rng))
    assert house.stop() == 0
    asyncio.run(_check(tmp_path, survivors, witness))


async def _play_and_kill(data: Path, rng: Random) -> tuple[House, list[Survivor], Witness]:
    house = await asyncio.to_thread(House, data)
    witness = Witness()
    survivors = []
    for number in range(TABLES):
        survivors += await _set_up(house, witness, rng, edition=["classic", "bts", "avengers"][number % 3])
    witness.up.set()
    tasks = [asyncio.create_task(survivor.play()) for survivor in survivors]
    for kill in range(KILLS + 1):
        witness.until_kill = rng.randrange(1, 80)
        witness.wanted_dead.clear()
        waiting = asyncio.create_task(witness.wanted_dead.wait())
        await asyncio.wait([waiting, *tasks], return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE)
        assert witness.wanted_dead.is_set(), [task for task in tasks if task.done()]
        if kill == KILLS:
            break
        witness.up.clear()
        house.kill()
        house = await asyncio.to_thread(House, data, house.port)
        for survivor in survivors:
            survivor.house = house
        witness.up.set()
    witness.finished = True
    await _see_the_end(house, survivors, tasks)
    return house, survivors, witness


async def _set_up(house: House, witness: Witness, rng: Random, edition: str) -> list[Survivor]:
    tokens = [new_guest(house.url, f"Guest {number}") for number in range(PEOPLE)]
    code = new_table(house.url, tokens[0], edition=edition, seats=PEOPLE, options={"target": 60})
    for token in tokens[1:]:
        async with Player(house.socket_url, code, token) as player:
            assert (await player.say("sit"))["type"] == "done"
    async with Player(house.socket_url, code, tokens[0]) as player:
        assert (await player.say("start"))["type"] == "done"
    return [
        Survivor(house, code, token, witness, Random(rng.random()), host=not number)
        for number, token in enumerate(tokens)
    ]


async def _see_the_end(house: House, survivors: list[Survivor], tasks: list[asyncio.Task[None]]) -> None:
    """Let everybody finish what they are saying, and look at the table a last time."""
    while not all(task.done() for task in tasks):
        # Whoever waits for news that nobody makes any more gets some.
        for survivor in survivors:
            async with Player(house.socket_url, survivor.code):
                pass
        waiting = [task for task in tasks if not task.done()]
        for task in waiting:
            task.cancel()
        await asyncio.wait(tasks, timeout=30)
    for task in tasks:
        if not task.cancelled():
            task.result()
    for survivor in survivors:
        async with Player(house.socket_url, survivor.code, survivor.token) as player:
            survivor.view = player.view
            survivor.revision = player.revision


async def _check(data: Path, survivors: list[Survivor], witness: Witness) -> None:
    store = await SqliteStore.open(data / DATABASE)
    stored: Counter[tuple[str, str]] = Counter()
    revisions: dict[tuple[str, str], int] = {}
    for code in {survivor.code for survivor in survivors}:
        saved = await store.read(table_stream(code))
        assert [entry.number for entry in saved] == list(range(1, len(saved) + 1))
        state = TableState(code, keeps_moves=True)
        for entry in saved:
            said = entries.decode_entry(entry.data)
            if said.guest is not None and said.id is not None:
                stored[said.guest, said.id] += 1
                revisions[said.guest, said.id] = entry.number
            state.apply(said, entry.at)
        _check_table(state, [survivor for survivor in survivors if survivor.code == code])
    await store.close()
    assert max(stored.values()) == 1, "carried out twice"
    lost = {key for key, revision in witness.acknowledged.items() if revisions.get(key) != revision}
    assert not lost, f"acknowledged and lost: {lost}"
    assert len(witness.acknowledged) > KILLS * 10


def _check_table(state: TableState, survivors: list[Survivor]) -> None:
    """Every client's last view is the stored table's, and all cards are still there."""
    match = state.match
    for survivor in survivors:
        seat = state.seat_of(survivor.guest)
        assert survivor.revision == state.revision
        assert survivor.view == json.loads(json.dumps(view_for(match.game, seat)))
    position = match.position()
    cards = [*position["pile"], *position["discard"], *(card for hand in position["hands"] for card in hand)]
    assert sorted(cards) == sorted(match.variant.write_cards(match.variant.deck()))
    record = write_record(match, with_seed=True)
    assert replay(record).position() == position
    assert verify(record).commitment == match.commitment
