"""Nodes over a real PostgreSQL: who gets a table, who lives, and what happens when somebody or the database is gone."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest
from tests.server.ownership.dropping_proxy import proxy_to
from tests.server.ownership.several_nodes import NEVER_SECONDS, Node, Nodes, create_schema, nodes_on, until, with_nodes
from tools.cluster.local_postgres import LocalPostgres

from huefall.server.ownership import OwnedElsewhere, Peer, TableMoving, session
from huefall.server.ownership.session import DatabaseAway

pytestmark = pytest.mark.process


async def owner_for(node: Node, code: str) -> Peer:
    """Return who a node says owns a table, which it claims if it can."""
    try:
        await node.claim_table(code)
    except OwnedElsewhere as elsewhere:
        return elsewhere.owner
    return node.node


async def takes(node: Node, code: str) -> bool:
    return (await owner_for(node, code)).id == node.node.id


def test_nodes_see_each_other_come_and_go(url: str) -> None:
    async def work(nodes: Nodes) -> None:
        first = await nodes.start(heartbeat_seconds=NEVER_SECONDS)
        assert first.is_shared and first.peers == [] and len(first.secret) == 32
        second = await nodes.start()
        assert second.secret == first.secret
        await until(lambda: first.sees(second))
        assert second.sees(first)
        assert first.changes == second.changes == 1
        peer = second.peers[0]
        assert (peer.name, peer.host, peer.port) == ("node-1", "127.0.0.1", 9001)
        assert peer.id == first.node.id != second.node.id == second.store.node_id
        await first.stop()
        await until(second.sees)
        assert second.changes == 2

    with_nodes(url, work)


def test_a_table_has_one_owner(url: str) -> None:
    async def work(nodes: Nodes) -> None:
        await nodes.create(["free"])
        one, two = await nodes.start(), await nodes.start()
        await one.claim_table("free")
        assert await nodes.owner("free") == (one.node.id, 1)
        assert one.epoch("free") == 1
        await one.claim_table("free")
        assert one.epoch("free") == 1, "what a node owns keeps its epoch"
        with pytest.raises(OwnedElsewhere, match="table free belongs to node node-1") as elsewhere:
            await two.claim_table("free")
        assert (elsewhere.value.code, elsewhere.value.owner.port) == ("free", 9001)
        assert two.epoch("free") is None and await nodes.owner("free") == (one.node.id, 1)

    with_nodes(url, work)


def test_a_table_that_does_not_exist_can_be_claimed_and_that_means_nothing(url: str) -> None:
    async def work(nodes: Nodes) -> None:
        one, two = await nodes.start(), await nodes.start()
        await one.claim_table("nowhere")
        await two.claim_table("nowhere")
        assert one.store.epochs == two.store.epochs == {}

    with_nodes(url, work)


def test_a_released_table_is_anybodys(url: str) -> None:
    async def work(nodes: Nodes) -> None:
        await nodes.create(["a"])
        one, two = await nodes.start(), await nodes.start()
        await one.claim_table("a")
        await two.release_table("a")
        assert await nodes.owner("a") == (one.node.id, 1), "nobody releases what is another's"
        await one.release_table("a")
        assert await nodes.owner("a") == (None, 1) and one.epoch("a") is None
        await two.claim_table("a")
        assert await nodes.owner("a") == (two.node.id, 2) and two.epoch("a") == 2
        assert one.lost == two.lost == []

    with_nodes(url, work)


def test_of_many_claims_at_once_one_wins(url: str) -> None:
    codes = [f"t{number}" for number in range(50)]

    async def work(nodes: Nodes) -> None:
        await nodes.create(codes)
        three = [await nodes.start() for _ in range(3)]
        asked = [(node, code) for code in codes for node in three]
        owners = await asyncio.gather(*(owner_for(node, code) for node, code in asked))
        for code in codes:
            said = {owner.id for (_, asked_code), owner in zip(asked, owners, strict=True) if asked_code == code}
            owner, epoch = await nodes.owner(code)
            assert said == {owner}, "all nodes name the same owner"
            assert epoch == 1
            assert [node.epoch(code) for node in three if node.epoch(code)] == [1]
        assert Counter(node.node.id for node in three for _ in node.store.epochs).total() == len(codes)

    with_nodes(url, work)


def test_a_node_whose_session_ends_is_dead_at_once(url: str) -> None:
    async def work(nodes: Nodes) -> None:
        await nodes.create(["a", "b"])
        dying, heir = (
            await nodes.start(retry_seconds=NEVER_SECONDS),
            await nodes.start(dead_after_seconds=NEVER_SECONDS),
        )
        await dying.claim_table("a")
        assert not await takes(heir, "a")
        await nodes.end_session(dying)
        await heir.claim_table("a")
        assert await nodes.owner("a") == (heir.node.id, 2)
        await until(lambda: not dying._session.is_open)
        with pytest.raises(DatabaseAway, match="cannot be reached"):
            await dying.claim_table("b")
        with pytest.raises(DatabaseAway):
            await dying.claim_work("expiry")
        await dying.release_table("a")

    with_nodes(url, work)


def test_a_node_that_shows_no_life_is_dead_after_a_while_and_is_told(url: str) -> None:
    async def work(nodes: Nodes) -> None:
        await nodes.create(["a", "b"])
        quick = {"dead_after_seconds": 0.3}
        paused = await nodes.start(heartbeat_seconds=NEVER_SECONDS, **quick)
        heir = await nodes.start(heartbeat_seconds=0.05, **quick)
        await paused.claim_table("a")
        await paused.claim_table("b")
        await until(lambda: takes(heir, "a"))
        assert await nodes.owner("a") == (heir.node.id, 2)
        # It gives up both: nobody can tell it which of them was taken.
        await until(lambda: sorted(set(paused.lost)) == ["a", "b"])
        assert paused.epoch("a") is None and paused.epoch("b") is None and not paused.holds_lease
        assert heir.lost == []
        await until(heir.sees)
        paused._membership.wake()  # it goes on, and lives again with the table nobody took
        await until(lambda: heir.sees(paused))
        await until(lambda: paused.epoch("b") == 1)
        assert not await takes(heir, "b")
        assert paused.epoch("a") is None

    with_nodes(url, work)


def test_a_node_that_was_cut_off_comes_back_as_itself(url: str) -> None:
    async def work(nodes: Nodes) -> None:
        await nodes.create(["kept", "taken"])
        away, heir = await nodes.start(retry_seconds=0.5), await nodes.start()
        number = away.node.id
        await away.claim_table("kept")
        await away.claim_table("taken")
        before = away.changes
        await nodes.end_session(away)
        await heir.claim_table("taken")
        await until(lambda: away.lost == ["taken"])
        await until(lambda: away.changes > before)
        assert away.node.id == number
        assert away.epoch("kept") == 1 and await nodes.owner("kept") == (number, 1)
        assert not await takes(heir, "kept")
        assert not await takes(away, "taken")

    with_nodes(url, work)


def test_a_node_whose_row_is_gone_comes_back_as_another_one(url: str) -> None:
    async def work(nodes: Nodes) -> None:
        await nodes.create(["a", "b"])
        node = await nodes.start(heartbeat_seconds=0.05)
        number = node.node.id
        await node.claim_table("a")
        await node.claim_table("b")
        await nodes.database.execute("DELETE FROM huefall.nodes")
        await until(lambda: node.node.id != number)
        await until(lambda: sorted(node.lost) == ["a", "b"])
        assert node.store.epochs == {}
        await node.claim_table("a")
        assert await nodes.owner("a") == (node.node.id, 2)

    with_nodes(url, work)


def test_nodes_outlive_a_restart_of_the_database(url: str, postgres: LocalPostgres) -> None:
    async def work(nodes: Nodes) -> None:
        await nodes.create(["a", "b"])
        one, two = await nodes.start(), await nodes.start()
        ids = one.node.id, two.node.id
        await one.claim_table("a")
        await two.claim_table("b")
        changes = one.changes, two.changes
        postgres.stop(at_once=True)
        await until(lambda: not one._session.is_open and not two._session.is_open)
        with pytest.raises(DatabaseAway):
            await one.claim_table("b")
        postgres.start()
        await until(lambda: one.changes > changes[0] and two.changes > changes[1])
        await until(lambda: one.sees(two) and two.sees(one))
        assert (one.node.id, two.node.id) == ids
        assert one.lost == two.lost == []
        await one.claim_table("a")
        assert one.epoch("a") == two.epoch("b") == 1
        assert not await takes(one, "b")
        told: list[str] = []
        two.on_told("topic", told.append)
        await one.tell("topic", "again")
        await until(lambda: told == ["again"])

    with_nodes(url, work)


def test_work_is_done_by_one_node(url: str) -> None:
    async def work(nodes: Nodes) -> None:
        dying, heir = await nodes.start(retry_seconds=NEVER_SECONDS), await nodes.start()
        claimed = await asyncio.gather(*(node.claim_work("expiry") for node in (dying, heir) for _ in range(5)))
        assert sum(claimed) == 5, "one of them, as often as it asks"
        assert claimed[0] != claimed[5]
        owner, other = (dying, heir) if claimed[0] else (heir, dying)
        await other.release_work("expiry")
        assert not await other.claim_work("expiry"), "nobody releases what is another's"
        await owner.release_work("expiry")
        assert await dying.claim_work("expiry")
        assert not await heir.claim_work("expiry")
        assert await heir.claim_work("reviews")
        await nodes.end_session(dying)
        assert await heir.claim_work("expiry")

    with_nodes(url, work)


def test_nodes_tell_each_other_and_not_themselves(url: str) -> None:
    async def work(nodes: Nodes) -> None:
        three = [await nodes.start() for _ in range(3)]
        told: list[list[str]] = [[], [], []]
        for node, texts in zip(three, told, strict=True):
            node.on_told("guests", texts.append)
        long = "卡" * 1333
        await three[0].tell("others", "nobody listens")
        await three[0].tell("guests", 'g1 "quoted"')
        await three[1].tell("guests", long)
        await three[0].tell("guests", "last")
        await until(lambda: told[1][-1:] == told[2][-1:] == ["last"])
        assert told == [[long], ['g1 "quoted"', "last"], ['g1 "quoted"', long, "last"]]
        with pytest.raises(ValueError, match="at most 4000 bytes at once, and this is 4001"):
            await three[0].tell("guests", "x" * 4001)
        with pytest.raises(ValueError, match="the nodes' own"):
            await three[0].tell("table_lost", "x")

    with_nodes(url, work)


def test_a_draining_node_sends_tables_to_the_emptiest_other_one(url: str) -> None:
    async def work(nodes: Nodes) -> None:
        await nodes.create(["old", "new", "theirs"])
        full, draining, empty = [await nodes.start() for _ in range(3)]
        await full.claim_table("theirs")
        await draining.claim_table("old")
        await draining.drain()
        await until(lambda: any(peer.is_draining for peer in full.peers))
        await until(lambda: [peer.tables for peer in draining.peers if peer.id == full.node.id] == [1])
        await draining.claim_table("old")
        assert draining.epoch("old") == 1, "what it has stays its own until it is released"
        assert (await owner_for(draining, "theirs")).id == full.node.id
        assert (await owner_for(draining, "new")).id == empty.node.id
        assert (await owner_for(draining, "not made yet")).id == empty.node.id
        assert await nodes.owner("new") == (None, 0), "and that one claims it when it is asked"
        await draining.release_table("old")
        assert (await owner_for(draining, "old")).id == empty.node.id
        await full.drain()
        await empty.stop()
        await until(lambda: draining.sees(full) and draining.peers[0].is_draining)
        assert await takes(draining, "new"), "somebody must have it"

    with_nodes(url, work)


def test_a_node_that_stops_leaves_nothing_behind(url: str) -> None:
    async def work(nodes: Nodes) -> None:
        await nodes.create(["a"])
        one, two = await nodes.start(), await nodes.start()
        await one.claim_table("a")
        await one.claim_work("expiry")
        await one.stop()
        assert await nodes.owner("a") == (None, 1)
        assert one.store.epochs == {} and one.lost == []
        assert await two.claim_work("expiry")
        assert await nodes.database.fetchval("SELECT array_agg(id) FROM huefall.nodes") == [two.node.id]
        await one.stop()

    with_nodes(url, work)


def test_a_table_that_somebody_is_writing_to_is_moving(url: str) -> None:
    async def work(nodes: Nodes) -> None:
        await nodes.create(["busy", "free"])
        node = await nodes.start()
        async with nodes.database.transaction():
            await nodes.database.execute("SELECT FROM huefall.streams WHERE name = 'table:busy' FOR UPDATE")
            with pytest.raises(TableMoving):
                await node.claim_table("busy")
            waiting = asyncio.create_task(node.claim_table("busy"))
            await node.claim_table("free")
            assert node.epoch("free") == 1, "nobody waits for another table"
        await waiting
        assert node.epoch("busy") == 1

    with_nodes(url, work)


def test_a_node_accepts_what_the_database_says_it_has(url: str) -> None:
    async def work(nodes: Nodes) -> None:
        await nodes.create(["gained", "taken", "again"])
        node = await nodes.start(heartbeat_seconds=0.05)
        await node.claim_table("taken")
        await node.claim_table("again")
        update = "UPDATE huefall.streams SET owner = $2, epoch = epoch + 1 WHERE name = $1"
        await nodes.database.execute(update, "table:gained", node.node.id)  # as a claim whose answer was lost
        await until(lambda: node.epoch("gained") == 1)
        await nodes.database.execute(update, "table:taken", None)  # as if another node had taken it, and no notice came
        await until(lambda: node.lost == ["taken"])
        assert node.epoch("taken") is None
        await nodes.database.execute(update, "table:again", None)
        await node.claim_table("again")
        assert node.epoch("again") == 3
        assert set(node.lost) == {"taken", "again"}

    with_nodes(url, work)


def test_tables_that_are_created_and_deleted_are_not_lost(url: str) -> None:
    async def work(nodes: Nodes) -> None:
        node = await nodes.start(heartbeat_seconds=NEVER_SECONDS)
        node.store.epochs["table:new"] = 1  # the store has it before the database does
        await node._claims.compare()
        assert node.epoch("new") == 1
        await nodes.database.execute(
            "INSERT INTO huefall.streams (name, last, hash, began, changed, owner, epoch) VALUES ('table:new', 1, '', 0, 0, $1, 1)",
            node.node.id,
        )
        await node._claims.compare()
        assert node.epoch("new") == 1
        await nodes.database.execute("DELETE FROM huefall.streams")
        for _ in range(2):
            await node._claims.compare()
        assert node.epoch("new") is None
        assert node.lost == []

    with_nodes(url, work)


def test_an_earlier_session_of_a_node_is_ended(url: str) -> None:
    async def work(nodes: Nodes) -> None:
        node, other = await nodes.start(retry_seconds=NEVER_SECONDS), await nodes.start()
        number = node.node.id
        lost, node._session._connection = node._session._connection, None  # as if it had been cut off: nobody ends it
        assert lost is not None
        await node._membership._join()
        assert node.node.id == number
        await until(lost.is_closed)
        await until(lambda: other.sees(node))

    with_nodes(url, work)


def test_a_node_does_not_come_back_under_the_id_of_another(url: str) -> None:
    async def work(nodes: Nodes) -> None:
        node = await nodes.start(heartbeat_seconds=NEVER_SECONDS)
        number = node.node.id
        await nodes.database.execute("UPDATE huefall.nodes SET name = 'somebody else'")
        await nodes.end_session(node)
        await until(lambda: node.node.id != number and node._session.is_open)

    with_nodes(url, work)


def test_nodes_that_are_long_dead_are_forgotten(url: str) -> None:
    async def work(nodes: Nodes) -> None:
        await nodes.database.execute(
            "INSERT INTO huefall.nodes (name, host, port, version, seen_at, is_draining, tables, connections) "
            "SELECT 'old', '', 1, '0', now() - age * interval '1 hour', false, 0, 0 FROM unnest(ARRAY[1, 23, 25]) AS age"
        )
        node = await nodes.start()
        ids = await nodes.database.fetchval("SELECT array_agg(id ORDER BY id) FROM huefall.nodes")
        assert ids == [1, 2, node.node.id]
        assert node.sees()

    with_nodes(url, work)


def test_a_listener_that_fails_does_not_end_the_heartbeat(url: str) -> None:
    async def work(nodes: Nodes) -> None:
        first = await nodes.start(heartbeat_seconds=0.05)

        def fail() -> None:
            raise RuntimeError

        first._membership.changed_listeners.insert(0, fail)
        second = await nodes.start()
        await until(lambda: first.changes == 1)
        await second.stop()
        await until(lambda: first.changes == 2)

    with_nodes(url, work)


def test_nodes_of_two_databases_of_one_server_have_nothing_in_common(url: str, postgres: LocalPostgres) -> None:
    postgres.query("DROP DATABASE IF EXISTS other")
    other_url = postgres.create_database("other")
    asyncio.run(create_schema(other_url))

    async def work(nodes: Nodes) -> None:
        async with nodes_on(other_url) as others:
            await nodes.create(["a"])
            dying, heir = await nodes.start(retry_seconds=NEVER_SECONDS), await nodes.start()
            there = await others.start()
            assert there.node.id == dying.node.id, "the same id, and so the same lock but for the database"
            assert there.sees()
            await dying.claim_table("a")
            await nodes.end_session(dying)
            await heir.claim_table("a")

    with_nodes(url, work)


def test_a_node_that_is_cut_off_without_a_word_loses_its_table_and_comes_back(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "ANSWER_SECONDS", 1.0)
    monkeypatch.setattr(session, "CONNECT_SECONDS", 1.0)

    async def work(nodes: Nodes) -> None:
        await nodes.create(["taken", "kept"])
        async with proxy_to(url) as proxy:
            away = await nodes.start(proxy.url, heartbeat_seconds=0.1, dead_after_seconds=0.5)
            heir = await nodes.start(heartbeat_seconds=0.1, dead_after_seconds=0.5)
            number = away.node.id
            await away.claim_table("taken")
            await away.claim_table("kept")
            proxy.cut()
            await until(lambda: takes(heir, "taken"))
            # It cannot know which was taken, and serves neither.
            await until(lambda: sorted(set(away.lost)) == ["kept", "taken"])
            with pytest.raises(DatabaseAway):
                await away.claim_table("taken")
            await until(lambda: not away._session.is_open)
            proxy.mend()
            await until(lambda: heir.sees(away))
            await until(lambda: away.epoch("kept") == 1)
            assert away.node.id == number and away.epoch("taken") is None
            assert not await takes(heir, "kept")
            await away.stop()

    with_nodes(url, work)
