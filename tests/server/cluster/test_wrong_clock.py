"""Nodes whose clocks are wrong own, lose and take tables like any other: only the clock of the database counts."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from tests.server.cluster.faulty_nodes import FaultyNode, FaultyNodes
from tests.server.cluster.stored_tables import apply_all, check_cards, read_tables
from tests.server.cluster.test_takeover import Table
from tools.cluster.local_postgres import LocalPostgres

pytestmark = [
    pytest.mark.process,
    pytest.mark.exhaustive(
        "pauses beyond the lease take long: tests/server/ownership/test_shared.py has them without a server"
    ),
]

DAY_SECONDS = 24 * 60 * 60

#: How long the stored times of moves of two nodes are apart at least; both clocks are wrong by a day.
MIN_APART_MS = DAY_SECONDS * 1000


@pytest.mark.parametrize("wrong_by", [DAY_SECONDS, -DAY_SECONDS])
def test_a_node_with_a_wrong_clock_owns_loses_and_takes_tables(
    tmp_path: Path, postgres: LocalPostgres, database_url: str, wrong_by: int
) -> None:
    async def owner(table: Table) -> str:
        """Return the port of the node that owns a table."""
        statement = (
            "SELECT nodes.name FROM huefall.streams JOIN huefall.nodes ON nodes.id = streams.owner "  # noqa: S608
            f"WHERE streams.name = 'table:{table.code}'"
        )
        name = await asyncio.to_thread(postgres.query, statement, database_url.rpartition("/")[2])
        return name.rpartition(":")[2]

    def port(node: FaultyNode) -> str:
        return str(node.server.port)

    async def play(nodes: FaultyNodes) -> None:
        program = (sys.executable, "-m", "tests.server.wrong_clock", str(wrong_by))
        (wrong,), (right,) = await asyncio.gather(nodes.start(program=program), nodes.start())

        table = await Table.start(wrong)
        first = await table.move_once(right)
        assert await owner(table) == port(wrong), "it owns what it has made"

        wrong.pause()
        try:
            second = await table.move_once(right)  # as soon as the paused node is taken for dead
        finally:
            wrong.resume()
        assert await owner(table) == port(right), "it loses what it does not care for"
        assert first < second < await table.move_once(wrong)

        nodes.living.remove(right)
        await right.kill()
        last = await table.move_once(wrong)
        assert await owner(table) == port(wrong), "it takes what belongs to nobody who lives"

        (saved,) = (await read_tables(database_url, [table.code])).values()
        check_cards(apply_all(table.code, saved))
        apart = abs(saved[last - 1].at - saved[second - 1].at)
        assert apart > MIN_APART_MS // 2, "the clock was not wrong"

    async def run() -> None:
        nodes = FaultyNodes(tmp_path, postgres, database_url)
        try:
            await play(nodes)
            await nodes.stop()
        finally:
            await nodes.kill_all()
        nodes.check_logs()

    asyncio.run(run())
