"""Measures who owns a table over PostgreSQL: rows with epochs, as nodes use them, against session advisory locks per table.

It starts a PostgreSQL server of its own with fsync, 60 connections and the default of max_locks_per_transaction.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[0] = str(ROOT)  # so that it runs as a script, and no module here hides another of its name

import asyncpg  # noqa: E402  # after the path is set
from tests.server.ownership.several_nodes import NEVER_SECONDS, Nodes, create_schema, nodes_on  # noqa: E402
from tools.cluster.local_postgres import LocalPostgres, PostgresMissingError  # noqa: E402

IDLE_SECONDS = 10.0
IDLE_NODES = 3
SINGLE_CLAIMS = 1000
SHARDS = 256
BATCH = 500

#: Another space than that of the nodes.
LOCK_CLASS = 7

TRY_LOCKS = f"SELECT pg_try_advisory_lock({LOCK_CLASS}, id::int) FROM huefall.streams WHERE name = ANY($1::text[])"  # noqa: S608
RAISE = "UPDATE huefall.streams SET epoch = epoch + 1 WHERE name = ANY($1::text[])"
COMMITS = "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare ways to own tables over PostgreSQL.")
    parser.add_argument("--tables", type=int, default=10_000, help="tables of one node (default: 10000)")
    parser.add_argument("--failover", type=int, default=1000, help="tables of a node that dies (default: 1000)")
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as directory:
            postgres = LocalPostgres(Path(directory) / "data")
            try:
                asyncio.run(measure(postgres, options.tables, options.failover))
            finally:
                postgres.stop()
    except PostgresMissingError as error:
        sys.exit(f"bench: {error}")


async def measure(postgres: LocalPostgres, tables: int, failover: int) -> None:
    await on_new(postgres, "idle", idle)
    await on_new(postgres, "rows", lambda nodes: rows(nodes, tables, failover))
    await on_new(postgres, "locks", lambda nodes: locks(nodes, tables, failover))


async def on_new(postgres: LocalPostgres, name: str, work: Callable[[Nodes], Awaitable[None]]) -> None:
    """Do something with nodes over a new database."""
    url = postgres.create_database(name)
    await create_schema(url)
    async with nodes_on(url) as nodes:
        await work(nodes)


async def idle(nodes: Nodes) -> None:
    started = [await nodes.start() for _ in range(IDLE_NODES)]
    await asyncio.sleep(2.0)  # until the notices of the start are heard, and counted
    before = await nodes.database.fetchval(COMMITS)
    await asyncio.sleep(IDLE_SECONDS)
    commits = await nodes.database.fetchval(COMMITS) - before
    each = commits / IDLE_SECONDS / len(started)
    show("an idle node, queries per second", f"{each:.2f} ({IDLE_NODES} nodes, {IDLE_SECONDS:.0f} s)")


async def rows(nodes: Nodes, tables: int, failover: int) -> None:
    """Measure what nodes do."""
    codes = [f"t{number:07d}" for number in range(tables)]
    singles = [f"s{number:07d}" for number in range(SINGLE_CLAIMS)]
    await nodes.create(codes + singles)
    await nodes.database.execute("ANALYZE huefall.streams")
    heir = await nodes.start()
    show_median("rows: one claim after the other", [await timed(heir.claim_table(code)) for code in singles])
    show_median("rows: asking for one's own table", [await timed(heir.claim_table(code)) for code in singles])
    show_median("rows: a heartbeat with 1,000 tables", [await timed(heir._membership._beat()) for _ in range(100)])  # noqa: SLF001
    seconds = await timed(asyncio.gather(*(heir.claim_table(code) for code in codes)))
    show(f"rows: {tables:,} claims at once", f"{seconds * 1000:.0f} ms, {tables / seconds:,.0f} per second")
    show_median(f"rows: a heartbeat with {tables:,} more", [await timed(heir._membership._beat()) for _ in range(50)])  # noqa: SLF001
    count = await nodes.database.fetchval("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")
    size = await nodes.database.fetchval("SELECT pg_relation_size('huefall.streams_owner_idx') / 1024")
    show(f"rows: what {tables:,} tables need", f"{count} lock, an index of {size} kB")
    for what, count in (("tables", failover), ("shards", SHARDS)):
        seconds = await fail_over(nodes, [f"{what}-{number}" for number in range(count)])
        show(f"rows: {count:,} {what} taken from a dead node", f"{seconds * 1000:.0f} ms")


async def fail_over(nodes: Nodes, codes: list[str]) -> float:
    """Let a node with these tables die, and measure until another one has them all."""
    dying, heir = await nodes.start(retry_seconds=NEVER_SECONDS), nodes.started[0]
    await nodes.create(codes)
    await asyncio.gather(*(dying.claim_table(code) for code in codes))

    async def take() -> None:
        await nodes.end_session(dying)
        await asyncio.gather(*(heir.claim_table(code) for code in codes))

    return await timed(take())


async def locks(nodes: Nodes, tables: int, failover: int) -> None:
    """Measure one session advisory lock per table, with an epoch in its row all the same."""
    codes = [f"t{number:07d}" for number in range(tables)]
    streams = [f"table:{code}" for code in codes]
    await nodes.create(codes)
    await nodes.database.execute("ANALYZE huefall.streams")
    dying, heir = await asyncpg.connect(nodes.url), await asyncpg.connect(nodes.url)

    async def claim(stream: str) -> None:
        await dying.fetch(TRY_LOCKS, [stream])
        await dying.execute(RAISE, [stream])

    show_median("locks: one claim after the other", [await timed(claim(stream)) for stream in streams[:failover]])
    show_median(
        "locks: without an epoch, so unsafe",
        [await timed(heir.fetch(TRY_LOCKS, [stream])) for stream in streams[:failover]],
    )

    async def take() -> None:
        pid = await dying.fetchval("SELECT pg_backend_pid()")
        await nodes.database.fetchval("SELECT pg_terminate_backend($1, 10000)", pid)
        for start in range(0, failover, BATCH):
            await heir.fetch(TRY_LOCKS, streams[start : start + BATCH])
            await heir.execute(RAISE, streams[start : start + BATCH])

    show(f"locks: {failover:,} tables taken from a dead node", f"{await timed(take()) * 1000:.0f} ms")
    look = "SELECT count(*) FROM pg_locks"
    show_median(
        f"locks: to look at {failover:,} of them", [await timed(nodes.database.fetchval(look)) for _ in range(50)]
    )
    taken = failover
    try:
        for start in range(failover, tables, 100):
            await heir.fetch(TRY_LOCKS, streams[start : start + 100])
            taken = start + 100
        outcome = "all held"
    except asyncpg.OutOfMemoryError as error:
        outcome = f"no more after {taken:,}: {error.args[0]} ({error.hint})"
    show(f"locks: {tables:,} tables", outcome)
    await heir.close()


async def timed(work: Awaitable[object]) -> float:
    began = time.perf_counter()
    await work
    return time.perf_counter() - began


def show_median(what: str, seconds: list[float]) -> None:
    ordered = sorted(seconds)
    late = ordered[int(len(ordered) * 0.99)]
    rate = len(seconds) / sum(seconds)
    show(what, f"median {statistics.median(ordered) * 1000:.2f} ms, p99 {late * 1000:.2f} ms, {rate:,.0f} per second")


def show(what: str, result: str) -> None:
    print(f"{what:<52} {result}", flush=True)


if __name__ == "__main__":
    main()
