"""What every kind of ownership must hold to for a node that is alone. A new one gets a line in ``KINDS``."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from tests.server.ownership.several_nodes import Fence

from huefall import __version__
from huefall.server.ownership import Ownership, SoleNode
from huefall.server.ownership.shared import SharedOwnership

Work = Callable[[Ownership], Awaitable[None]]
Run = Callable[[Work], None]


def sole(_: pytest.FixtureRequest) -> Callable[[], Ownership]:
    return SoleNode


def shared(request: pytest.FixtureRequest) -> Callable[[], Ownership]:
    url = request.getfixturevalue("url")
    return lambda: SharedOwnership(url, Fence(), name="alone:8000", host="127.0.0.1")


KINDS = [pytest.param(sole, id="sole"), pytest.param(shared, id="shared", marks=pytest.mark.process)]


@pytest.fixture(params=KINDS)
def run(request: pytest.FixtureRequest) -> Run:
    """Run a piece of work with a node that has joined with three tables and seven connections, and let it leave."""
    make: Callable[[], Ownership] = request.param(request)

    async def do(work: Work) -> None:
        ownership = make()
        await ownership.start(8000, lambda: 3, lambda: 7)
        try:
            await work(ownership)
        finally:
            await ownership.stop()

    return lambda work: asyncio.run(do(work))


def test_a_node_knows_itself_and_that_it_is_alone(run: Run) -> None:
    async def work(ownership: Ownership) -> None:
        node = ownership.node
        assert node.id > 0 and node.name and node.version == __version__
        assert (node.tables, node.connections, node.is_draining) == (3, 7, False)
        assert list(ownership.peers) == []
        assert bool(ownership.secret) == ownership.is_shared, "only other nodes ask for a proof"

    run(work)


def test_a_node_that_is_alone_may_have_every_table(run: Run) -> None:
    async def work(ownership: Ownership) -> None:
        lost: list[str] = []
        ownership.on_table_lost(lost.append)
        await ownership.claim_table("aaaa2222")
        await ownership.claim_table("aaaa2222")
        await ownership.release_table("aaaa2222")
        await ownership.release_table("never222")
        await ownership.drain()
        await ownership.claim_table("bbbb2222")
        assert lost == []

    run(work)


def test_a_node_that_is_alone_may_do_all_work(run: Run) -> None:
    async def work(ownership: Ownership) -> None:
        assert await ownership.claim_work("expiry")
        assert await ownership.claim_work("expiry"), "what a node has it may claim again"
        await ownership.release_work("expiry")
        await ownership.release_work("never claimed")
        assert await ownership.claim_work("expiry")

    run(work)


def test_a_node_does_not_hear_itself(run: Run) -> None:
    async def work(ownership: Ownership) -> None:
        told: list[str] = []
        ownership.on_told("topic", told.append)
        ownership.on_peers_changed(lambda: told.append("changed"))
        await ownership.tell("topic", "text")
        await ownership.claim_work("anything")  # an answer of the database that comes after the notice
        assert told == []

    run(work)


def test_a_node_may_leave_twice(run: Run) -> None:
    async def work(ownership: Ownership) -> None:
        await ownership.stop()

    run(work)
