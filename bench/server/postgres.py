"""Measures how many entries per second a node stores durably in PostgreSQL, and what that costs.

    python -m bench.server.postgres [--seconds 3] [--store postgresql://…]

Without an address it starts a PostgreSQL of its own, with fsync on. Every stream has one append of one entry of 500 bytes
under way at a time, as a table does; the number of streams is the number of appends in flight.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

import uvloop
from tools.cluster.local_postgres import LocalPostgres

from huefall.server.store import SqliteStore, Store, StoredEntry
from huefall.server.store.postgres import PostgresStore

ENTRY_BYTES = 500
IN_FLIGHT = (1, 10, 100, 1000, 4000)
DATA = b'{"x":"' + b"a" * (ENTRY_BYTES - 8) + b'"}'


class Measured(NamedTuple):
    """One row of the table."""

    in_flight: int
    per_second: float
    batch: float  # entries per batch
    median_ms: float
    p99_ms: float
    cpu_us: float  # of this process per entry


async def measure(store: Store, in_flight: int, seconds: float, run: str) -> Measured:
    """Append to many streams for some time."""
    batches: list[int] = []
    store.watch = lambda entries, _: batches.append(entries)  # type: ignore[attr-defined]
    waits: list[float] = []
    now = time.perf_counter
    end = now() + seconds

    async def play(stream: str) -> None:
        number = 0
        while (began := now()) < end:
            number += 1
            await store.append([StoredEntry(stream, number, 1_700_000_000_000, DATA)])
            waits.append(now() - began)

    began, cpu = now(), resource.getrusage(resource.RUSAGE_SELF)
    await asyncio.gather(*(play(f"table:{run}{place}") for place in range(in_flight)))
    took, used = now() - began, resource.getrusage(resource.RUSAGE_SELF)
    spent = used.ru_utime + used.ru_stime - cpu.ru_utime - cpu.ru_stime
    cuts = quantiles(waits, n=100)
    count = len(waits)
    return Measured(in_flight, count / took, count / len(batches), cuts[49] * 1e3, cuts[98] * 1e3, spent / count * 1e6)


async def measure_store(store: Store, seconds: float) -> list[Measured]:
    try:
        return [await measure(store, in_flight, seconds, f"{in_flight}-") for in_flight in IN_FLIGHT]
    finally:
        await store.close()


@contextmanager
def database(address: str, folder: Path) -> Iterator[str]:
    """Lend the address of an empty database."""
    if address:
        yield address
        return
    server = LocalPostgres(folder / "postgres")
    try:
        print(f"PostgreSQL {server.query('SHOW server_version')}, fsync {server.query('SHOW fsync')}")
        yield server.create_database("bench")
    finally:
        server.stop(at_once=True)


def show(name: str, rows: list[Measured]) -> None:
    print(f"\n{name}: entries of {ENTRY_BYTES} bytes, each an append of its own\n")
    print("| in flight | entries/s | per batch | median ms | p99 ms | CPU µs of the node per entry |")
    print("|---:|---:|---:|---:|---:|---:|")
    for row in rows:
        print(
            f"| {row.in_flight:,} | {row.per_second:,.0f} | {row.batch:,.1f} | {row.median_ms:.2f} | {row.p99_ms:.2f} "
            f"| {row.cpu_us:.1f} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure durable appends to PostgreSQL, next to SQLite.")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each number of appends in flight")
    parser.add_argument("--store", default="", help="an empty database; default: one of its own")
    parsed = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="huefall-bench-") as folder,
        database(parsed.store, Path(folder)) as address,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):

        async def with_postgres() -> list[Measured]:
            return await measure_store(await PostgresStore.open(address), parsed.seconds)

        async def with_sqlite() -> list[Measured]:
            return await measure_store(await SqliteStore.open(Path(folder) / "huefall.db"), parsed.seconds)

        show("PostgreSQL", runner.run(with_postgres()))
        show("SQLite", runner.run(with_sqlite()))


if __name__ == "__main__":
    main()
