"""Measures how long a server takes to start with many open tables and a long history: ``make bench-restart``.

A database is filled with tables of the same match; then the server is started twice: after a crash, when tables are made
from their entries, and after a stop, when they have snapshots.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[2]
sys.path[0] = str(ROOT)  # so that it runs as a script, and no module here hides another of its name

from bench.server.process import BenchError, Cores, Server, running  # noqa: E402  # after the path is set
from bench.server.run import FLAGS  # noqa: E402
from huefall.editions import RULES_VERSION  # noqa: E402
from huefall.protocol.tables import TableSetup  # noqa: E402
from huefall.server.ops.tokens import new_code  # noqa: E402
from huefall.server.store import SqliteStore, StoredEntry  # noqa: E402
from huefall.server.store.database import DATABASE_NAME  # noqa: E402
from huefall.server.tables import entries  # noqa: E402
from huefall.server.tables.setup import fill_setup  # noqa: E402
from huefall.server.tables.state import TableState  # noqa: E402

#: What a restart may take until the server is ready.
GOAL_SECONDS = 2.0

SEED = 7


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how long a server takes to start with many open tables.")
    parser.add_argument("--tables", type=int, default=1000, help="open tables (default: 1000)")
    parser.add_argument("--entries", type=int, default=500, help="entries of each (default: 500)")
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as directory:
            measure(Path(directory), options.tables, options.entries)
    except BenchError as error:
        sys.exit(f"bench: {error}")


def measure(data: Path, tables: int, count: int) -> None:
    codes = asyncio.run(fill(data, play(count), tables))
    print(f"{tables} open tables, {tables * count:,} entries, {(data / DATABASE_NAME).stat().st_size >> 20} MB")
    cores = Cores.of_this_machine()
    for case in ("from entries", "from snapshots"):
        began = time.perf_counter()
        with running(["-m", "huefall", "serve", f"--data={data}", *FLAGS], cores, data / "server.log") as server:
            listening = time.perf_counter() - began
            wait_until_ready(server)
            ready, ready_cpu = time.perf_counter() - began, server.cpu_seconds()
            first = time_tables(server, codes[:1])
            rest = time_tables(server, codes[1:])
            rest_cpu = server.cpu_seconds() - ready_cpu
        verdict = "" if ready < GOAL_SECONDS else f": MORE than {GOAL_SECONDS:.0f} s"
        print(
            f"{case}: listening after {listening:.2f} s, ready after {ready:.2f} s{verdict} "
            f"({ready_cpu:.2f} s of CPU time); the first table after {first * 1000:.0f} ms more, "
            f"all others within {rest:.1f} s ({rest_cpu:.1f} s of CPU time)"
        )


def play(count: int) -> list[bytes]:
    """Return the first entries of a table of bots that plays one match after the other."""
    state = TableState("aaaaaaaa")
    rng = Random(SEED)
    made: list[bytes] = []

    def enter(entry: entries.TableEntry) -> None:
        state.apply(entry, 0)
        made.append(entries.encode_entry(entry))

    enter(entries.Created(guest="g", setup=fill_setup(TableSetup(seats=4), 45, 1200, 200)))
    for seat in range(4):
        enter(entries.BotAdded(seat=seat, level="easy"))
    while len(made) < count:
        match = state.match
        if match is None or match.over:
            enter(entries.Committed(seed=rng.randbytes(32).hex(), rules_version=RULES_VERSION))
            enter(entries.Dealt())
        elif match.asked is None:
            enter(entries.Dealt())
        else:
            legal = [str(move) for move in match.legal() if not move.is_claim]
            enter(entries.Moved(seat=match.asked, move=rng.choice(legal), by="bot"))
    return made[:count]


async def fill(data: Path, made: list[bytes], tables: int) -> list[str]:
    """Write this many tables; return their codes."""
    store = await SqliteStore.open(data / DATABASE_NAME)
    codes = [new_code() for _ in range(tables)]
    now = int(time.time() * 1000)
    for start in range(0, len(made), 50):  # turn by turn, as tables that are played at the same time
        part = list(enumerate(made[start : start + 50], start + 1))
        await asyncio.gather(
            *(
                store.append([StoredEntry(f"table:{code}", number, now, each) for number, each in part])
                for code in codes
            )
        )
    await store.close()
    return codes


def wait_until_ready(server: Server) -> None:
    while True:
        try:
            with urlopen(f"{server.url}/readyz") as answer:  # noqa: S310  # our own server
                if answer.status == 200:
                    return
        except (HTTPError, URLError):
            time.sleep(0.01)


def time_tables(server: Server, codes: list[str]) -> float:
    began = time.perf_counter()
    for code in codes:
        with urlopen(f"{server.url}/api/tables/{code}") as answer:  # noqa: S310  # our own server
            answer.read()
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
