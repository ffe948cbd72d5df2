"""Soaks a server in a steady, bounded load for an hour, with clients that come and go: ``make soak``.

Prints how memory, open files, threads and logs developed; the exit status is 1 if one of them has grown.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import uvloop

ROOT = Path(__file__).resolve().parents[2]
sys.path[0] = str(ROOT)  # so that it runs as a script, and no module here hides another of its name

from bench.server.load_clients import LoadClients  # noqa: E402  # after the path is set
from bench.server.process import BenchError, Cores, running  # noqa: E402
from bench.server.run import FLAGS, print_progress  # noqa: E402
from bench.server.seating import connect, seat_table_clients  # noqa: E402
from bench.server.soak import FLAT, Growth, Soak, sample  # noqa: E402
from bench.server.table_client import TableClient  # noqa: E402

#: Clients that are closed and opened again at each sample, as pages are loaded again.
RESTARTS = 4

SAMPLE_SECONDS = 5.0


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Soak a server: nothing but the database may grow.", allow_abbrev=False
    )
    parser.add_argument("--minutes", type=float, default=60.0, help="how long (default: 60)")
    parser.add_argument("--tables", type=int, default=40, help="tables of four people (default: 40)")
    parser.add_argument("--moves-per-second", type=float, default=300.0, help="at all tables together (default: 300)")
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as directory:
            soaked = uvloop.run(soak_steadily(options, Path(directory)))
    except BenchError as error:
        sys.exit(f"soak: {error}")
    growths = [soaked.growth(field) for field in FLAT]
    print(write_table(soaked, growths))
    grown = [growth.measure.name for growth in growths if not growth.is_flat]
    if grown:
        sys.exit(f"soak: not flat: {', '.join(grown)}")


async def soak_steadily(options: argparse.Namespace, directory: Path) -> Soak:
    cores, data, load, rng = Cores.of_this_machine(), directory / "data", LoadClients(), Random(0)
    with running(["-m", "huefall", "serve", f"--data={data}", *FLAGS], cores, directory / "log") as server:
        tables = await seat_table_clients(server, load, options.tables)
        begin = time.monotonic()
        samples = [sample(server, load, data)]
        with load.playing(options.moves_per_second):
            while time.monotonic() - begin < options.minutes * 60:
                await asyncio.sleep(SAMPLE_SECONDS)
                await restart_clients(tables, rng)
                samples.append(sample(server, load, data))
                if len(samples) % 12 == 0:
                    print_progress(f"{samples[-1].at - begin:,.0f} s, {samples[-1].moves:,} moves")
        await load.settle()
        if load.gaps or load.refusals or server.errors():
            problems = (
                f"{load.gaps} updates out of order, refused: {dict(load.refusals)}, errors: {server.errors()[:3]}"
            )
            raise BenchError(f"this was not a clean run: {problems}")
    return Soak(samples)


async def restart_clients(tables: list[list[TableClient]], rng: Random) -> None:
    """Replace some clients that nothing waits for by new ones."""
    for table in rng.sample(tables, min(RESTARTS, len(tables))):
        place = rng.randrange(len(table))
        if table[place].can_be_replaced:
            client = table[place].replacement()
            table[place].disconnect()
            table[place] = client
            await connect([client])
            client.send_hello()
            await client.welcomed


def write_table(soaked: Soak, growths: list[Growth]) -> str:
    lines = [
        f"{soaked.moves:,} moves in {soaked.seconds / 60:,.1f} minutes, {soaked.disk_per_move:,.0f} bytes of disk each",
        f"{'after the warm-up':24}{'first quarter':>14}{'last quarter':>14}{'most':>10}{'growth':>10}{'allowed':>10}",
    ]
    lines += [
        f"{one.measure.name:24}{one.first:14,.1f}{one.last:14,.1f}{one.most:10,.1f}{one.over_the_soak:+10,.1f}"
        f"{one.measure.tolerance:10,.1f}{'' if one.is_flat else '  not flat'}"
        for one in growths
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
