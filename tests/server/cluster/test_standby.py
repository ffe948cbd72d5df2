"""The primary of a pair of PostgreSQL servers dies under load, and its standby is promoted: nothing acknowledged is lost.

That holds with synchronous replication, where a commit returns when both have it.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.scale import SEED
from tests.server.cluster.acknowledgements import check_acknowledged
from tests.server.cluster.faulty_nodes import bad_lines
from tests.server.cluster.nodes import Service
from tests.server.cluster.returning_player import ReturningPlayer
from tests.server.player import Player, new_guest, new_table
from tests.waiting import MAX_WAIT_SECONDS
from tools.cluster.local_postgres import LocalPostgres, PostgresMissingError, find_programs

pytestmark = [
    pytest.mark.process,
    pytest.mark.exhaustive(
        "making and promoting a standby takes long: test_takeover.py has a database that goes away and comes back"
    ),
]

NODES = 2
TABLES = 2
PEOPLE = 2

#: Commands acknowledged at each table before the primary dies, and after the standby has taken over.
COMMANDS = 20

DATABASE = "cards"


@pytest.fixture
def primary() -> Iterator[LocalPostgres]:
    """Run a server of this test's own: it does not come back."""
    try:
        find_programs()
    except PostgresMissingError as error:
        pytest.skip(str(error))
    with tempfile.TemporaryDirectory(prefix="huefall-postgres-") as folder:
        server = LocalPostgres(Path(folder) / "primary")
        yield server
        server.stop(at_once=True)


@pytest.fixture
def standby(primary: LocalPostgres) -> Iterator[LocalPostgres]:
    primary.create_database(DATABASE)
    server = primary.add_standby(primary.folder.parent / "standby")
    yield server
    server.stop(at_once=True)


def test_nothing_acknowledged_is_lost_when_a_synchronous_standby_is_promoted(
    tmp_path: Path, primary: LocalPostgres, standby: LocalPostgres
) -> None:
    print(f"HUEFALL_SEED={SEED}")
    # The standby first: it must be passed over until it takes writes.
    hosts = f"127.0.0.1:{standby.port},127.0.0.1:{primary.port}"
    service = Service(tmp_path, f"postgresql://huefall@{hosts}/{DATABASE}")
    try:
        for _ in range(NODES):
            service.begin_node()
        for node in service.nodes:
            node.wait_for("tables_open")
        players = asyncio.run(_play(service, primary, standby))
        assert [node.stop() for node in service.nodes] == [0] * NODES
    finally:
        service.stop()
    assert all(list(bad_lines(node.log)) == [] for node in service.nodes)
    assert all(node.logged("store_back") for node in service.nodes), "no node has changed to the standby"
    # A refusal because the database is away is honest; whoever is refused decides anew.
    assert [fault for player in players for fault in player.faults if "store_away" not in fault] == []
    asyncio.run(check_acknowledged(standby.url(DATABASE), players))


async def _play(service: Service, primary: LocalPostgres, standby: LocalPostgres) -> list[ReturningPlayer]:
    rng = Random(f"standby {SEED}")
    players = [player for _ in range(TABLES) for player in await _seat(service, rng)]
    async with asyncio.timeout(MAX_WAIT_SECONDS), asyncio.TaskGroup() as tasks:
        for player in players:
            tasks.create_task(player.play())
        await _go_on(players)
        await asyncio.to_thread(primary.stop, at_once=True)
        await asyncio.to_thread(standby.promote)
        await _go_on(players)
        for player in players:
            player.finished = True
    return players


async def _seat(service: Service, rng: Random) -> list[ReturningPlayer]:
    urls = [node.url for node in service.nodes]
    tokens = [await asyncio.to_thread(new_guest, rng.choice(urls), f"Guest {number}") for number in range(PEOPLE)]
    code = await asyncio.to_thread(lambda: new_table(rng.choice(urls), tokens[0], seats=PEOPLE))
    host_url, other_url = (url.replace("http", "ws", 1) for url in rng.choices(urls, k=2))
    async with Player(host_url, code, tokens[0]) as host, Player(other_url, code, tokens[1]) as other:
        assert (await other.say("sit"))["type"] == "done"
        assert (await host.say("start"))["type"] == "done"
    return [
        ReturningPlayer(lambda: rng.choice(urls), code, token, Random(rng.random()), deals=place == 0)
        for place, token in enumerate(tokens)
    ]


async def _go_on(players: list[ReturningPlayer]) -> None:
    """Wait until every table has gone on."""

    def count(code: str) -> int:
        return sum(len(player.acknowledged) for player in players if player.code == code)

    wanted = {player.code: count(player.code) + COMMANDS for player in players}
    while any(count(code) < number for code, number in wanted.items()):  # noqa: ASYNC110  # noted without an event
        await asyncio.sleep(0.01)
