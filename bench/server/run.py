"""Measures the server under load and writes bench/SERVER.md: ``make bench-server``; ``--quick`` gives a first impression.

This process is the load client, on its own core; the servers are processes on another. Huefall and the bare echo run at the
same time and are loaded in turn, so that another program that slows the machine down for a while slows both.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import uvloop

ROOT = Path(__file__).resolve().parents[2]
sys.path[0] = str(ROOT)  # so that it runs as a script, and no module here hides another of its name

from bench.machine import file_system  # noqa: E402  # after the path is set
from bench.server import report  # noqa: E402
from bench.server.idle import Idle, sit_idle  # noqa: E402
from bench.server.load import Window, check, play_fast, play_steadily  # noqa: E402
from bench.server.load_clients import Client, LoadClients  # noqa: E402
from bench.server.process import BenchError, Cores, Server, running  # noqa: E402
from bench.server.seating import ApiClient, connect_echo_clients, seat_table_clients  # noqa: E402
from bench.server.soak import soak  # noqa: E402

#: Half of the goal.
STEADY_MOVES_PER_SECOND = report.GOAL_MOVES_PER_SECOND / 2

#: No rate limits and no clocks.
FLAGS = (
    "--port=0",
    "--log-format=json",
    "--messages-per-second=0",
    "--requests-per-second=0",
    "--connections-per-address=0",
    "--connections-per-guest=0",
    "--tables-per-address=0",
    "--guests-per-address=0",
    "--move-seconds=0",
    "--max-tables=100000",
    "--max-connections=100000",
)


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Measure the server against a bare echo on the same stack.", allow_abbrev=False
    )
    parser.add_argument("--tables", type=int, default=250, help="tables under load (default: 250)")
    parser.add_argument("--windows", type=int, default=8, help="how often each server is loaded (default: 8)")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each time (default: 3)")
    parser.add_argument("--steady", type=float, default=20.0, help="seconds at half the load (default: 20)")
    parser.add_argument("--soak", type=float, default=180.0, help="seconds of the soak; 0: none (default: 180)")
    parser.add_argument("--idle", type=int, default=1250, help="idle tables; 0: none (default: 1250)")
    parser.add_argument("--quick", action="store_true", help="full and half load for a few seconds, nothing else")
    parser.add_argument("--program", default="-m huefall", help=argparse.SUPPRESS)
    parser.add_argument("--out", type=Path, default=ROOT / "bench" / "SERVER.md", help="file to write")
    options = parser.parse_args()
    if options.quick:
        options.windows, options.seconds, options.steady, options.soak, options.idle = 3, 2.0, 5.0, 0.0, 0
    try:
        with tempfile.TemporaryDirectory() as directory:
            results = uvloop.run(measure(options, Path(directory)))
    except BenchError as error:
        sys.exit(f"bench: {error}")
    options.out.write_text(report.write(results), encoding="utf-8")
    print(report.summary(results))
    print_progress(f"written to {options.out}")


async def measure(options: argparse.Namespace, directory: Path) -> report.Results:
    cores = Cores.of_this_machine()
    program = options.program.split()
    data = directory / "load"
    with running([*program, "serve", f"--data={data}", *FLAGS], cores, directory / "load.log") as server:
        print_progress(f"{options.tables} tables are being filled")
        load = LoadClients()
        players = await seat_table_clients(server, load, options.tables)
        first = await play_fast(server, load, options.seconds)
        text = write_update_like(first, directory)
        with running([str(ROOT / "bench/server/echo.py"), str(text)], cores, directory / "echo.log") as bare:
            ours, bares = await play_in_turn(options, server, load, players, bare, first)
        commits = read_commits(server)
        print_progress(f"{STEADY_MOVES_PER_SECOND:,.0f} moves per second")
        steady, waits = await play_steadily(server, load, STEADY_MOVES_PER_SECOND, options.steady)
        if options.soak:
            print_progress(f"soak of {options.soak:.0f} s")
        soaked = await soak(server, load, data, options.soak) if options.soak else None
        finish(server, load, players)
    idle = await measure_idle(options, program, cores, directory, text) if options.idle else None
    return report.Results(
        tables=options.tables,
        file_system=file_system(directory),
        ours=ours,
        bare=bares,
        commits=commits,
        steady=steady,
        waits=waits,
        soak=soaked,
        idle=idle,
    )


async def play_in_turn(
    options: argparse.Namespace,
    server: Server,
    load: LoadClients,
    players: Sequence[Sequence[Client]],
    bare: Server,
    first: Window,
) -> tuple[list[Window], list[Window]]:
    echo_load = LoadClients()
    echo_clients = await connect_echo_clients(bare, echo_load, options.tables, sentence_of_size(first))
    ours, bares = [], []
    for number in range(1, options.windows + 1):
        print_progress(f"full load, window {number} of {options.windows}")
        ours.append(await play_fast(server, load, options.seconds))
        bares.append(await play_fast(bare, echo_load, options.seconds))
    check(load, players)
    check(echo_load, echo_clients)
    return ours, bares


async def measure_idle(
    options: argparse.Namespace, program: Sequence[str], cores: Cores, directory: Path, text: Path
) -> Idle:
    """Measure new servers with idle clients."""
    print_progress(f"{options.idle} idle tables are being filled")
    with (
        running([*program, "serve", f"--data={directory / 'idle'}", *FLAGS], cores, directory / "idle.log") as server,
        running([str(ROOT / "bench/server/echo.py"), str(text)], cores, directory / "idle-echo.log") as bare,
    ):
        ApiClient(server).wait_until_ready()
        return await sit_idle(server, bare, options.idle)


def finish(server: Server, load: LoadClients, players: Sequence[Sequence[Client]]) -> None:
    """Check that the run was clean, and disconnect."""
    check(load, players)
    if server.errors():
        raise BenchError(f"the server logged errors: {server.errors()[:3]}")
    for table in players:
        for seat in table:
            seat.disconnect()


def write_update_like(window: Window, directory: Path) -> Path:
    """Write a file with JSON of the form and the mean size of an update."""
    begin = '{"type":"update","revision":1,"what":"'
    text = directory / "update.json"
    text.write_text(begin + "x" * (round(window.update_size) - len(begin) - 2) + '"}', encoding="ascii")
    return text


def sentence_of_size(window: Window) -> str:
    """Return a text that makes a move message as long as the mean."""
    frame = '{"type":"move","id":"1000000","revision":1000,"move":""}'
    return "x" * max(1, round(window.move_size) - len(frame))


def read_commits(server: Server) -> report.Commits | None:
    """Read the metrics of the store's commits."""
    metrics = ApiClient(server).ask("GET", "/metrics").decode()
    results = {
        name: float(match[1])
        for name in ("huefall_batch_entries_count", "huefall_batch_entries_sum", "huefall_commit_seconds_sum")
        if (match := re.search(rf"^{name} (\S+)$", metrics, re.MULTILINE))
    }
    if len(results) < 3 or not results["huefall_batch_entries_count"]:
        return None
    batches, entries, seconds = results.values()
    return report.Commits(int(batches), int(entries), seconds)


def print_progress(sentence: str) -> None:
    print(f"bench: {sentence}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
