"""Load the server and write bench/SERVER.md: ``make bench-server``, or ``python bench/server/run.py --quick`` for a first look.

This process is the load client, on a core of its own; the servers run in processes of theirs on another. Huefall and the bare
echo stay up together and are loaded in turn, so that a neighbour who makes the machine slow for a while slows both.
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
from bench.server.crowd import Crowd, Seat  # noqa: E402
from bench.server.idle import Idle, sit_idle  # noqa: E402
from bench.server.load import Window, check, play_fast, play_steadily  # noqa: E402
from bench.server.process import BenchError, Cores, Server, running  # noqa: E402
from bench.server.seating import Asking, seat_players, seat_shouters  # noqa: E402
from bench.server.soak import soak  # noqa: E402

#: Half of what is wanted.
STEADY = report.WANTED_PER_SECOND / 2

#: No limit that a load would meet, no clocks.
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
    """Measure and write."""
    parser = argparse.ArgumentParser(description="Measure the server against a bare echo on the same stack.")
    parser.add_argument("--tables", type=int, default=250, help="tables under load (default: 250)")
    parser.add_argument("--windows", type=int, default=8, help="how often each server is loaded (default: 8)")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each time (default: 3)")
    parser.add_argument("--steady", type=float, default=20.0, help="seconds at half the load (default: 20)")
    parser.add_argument("--soak", type=float, default=180.0, help="seconds of the soak; 0: none (default: 180)")
    parser.add_argument("--idle", type=int, default=1250, help="idle tables; 0: none (default: 1250)")
    parser.add_argument("--quick", action="store_true", help="full and half load for a few seconds, nothing else")
    parser.add_argument("--program", default="-m huefall", help=argparse.SUPPRESS)
    parser.add_argument("--out", type=Path, default=ROOT / "bench" / "SERVER.md", help="where the page goes")
    asked = parser.parse_args()
    if asked.quick:
        asked.windows, asked.seconds, asked.steady, asked.soak, asked.idle = 3, 2.0, 5.0, 0.0, 0
    try:
        with tempfile.TemporaryDirectory() as place:
            found = uvloop.run(measure(asked, Path(place)))
    except BenchError as error:
        sys.exit(f"bench: {error}")
    asked.out.write_text(report.write(found), encoding="utf-8")
    print(report.summary(found))
    tell(f"written to {asked.out}")


async def measure(asked: argparse.Namespace, place: Path) -> report.Found:
    """Measure every part in turn."""
    cores = Cores.of_this_machine()
    program = asked.program.split()
    data = place / "load"
    with running([*program, "serve", f"--data={data}", *FLAGS], cores, place / "load.log") as server:
        tell(f"{asked.tables} tables sit down")
        crowd = Crowd()
        players = await seat_players(server, crowd, asked.tables)
        first = await play_fast(server, crowd, asked.seconds)
        text = text_like(first, place)
        with running([str(ROOT / "bench/server/echo.py"), str(text)], cores, place / "echo.log") as bare:
            ours, bares = await play_in_turn(asked, server, crowd, players, bare, first)
        commits = read_commits(server)
        tell(f"{STEADY:,.0f} moves a second")
        steady, waits = await play_steadily(server, crowd, STEADY, asked.steady)
        if asked.soak:
            tell(f"soak of {asked.soak:.0f} s")
        soaked = await soak(server, crowd, data, asked.soak) if asked.soak else None
        finish(server, crowd, players)
    idle = await measure_idle(asked, program, cores, place, text) if asked.idle else None
    return report.Found(
        tables=asked.tables,
        file_system=file_system(place),
        ours=ours,
        bare=bares,
        commits=commits,
        steady=steady,
        waits=waits,
        soak=soaked,
        idle=idle,
    )


async def play_in_turn(
    asked: argparse.Namespace,
    server: Server,
    crowd: Crowd,
    players: Sequence[Sequence[Seat]],
    bare: Server,
    first: Window,
) -> tuple[list[Window], list[Window]]:
    """Load Huefall and the bare echo in turn."""
    bare_crowd = Crowd()
    shouters = await seat_shouters(bare, bare_crowd, asked.tables, sentence_like(first))
    ours, bares = [], []
    for number in range(1, asked.windows + 1):
        tell(f"full load, window {number} of {asked.windows}")
        ours.append(await play_fast(server, crowd, asked.seconds))
        bares.append(await play_fast(bare, bare_crowd, asked.seconds))
    check(crowd, players)
    check(bare_crowd, shouters)
    return ours, bares


async def measure_idle(
    asked: argparse.Namespace, program: Sequence[str], cores: Cores, place: Path, text: Path
) -> Idle:
    """Fill new servers, and let everybody sit idle."""
    tell(f"{asked.idle} idle tables sit down")
    with (
        running([*program, "serve", f"--data={place / 'idle'}", *FLAGS], cores, place / "idle.log") as server,
        running([str(ROOT / "bench/server/echo.py"), str(text)], cores, place / "idle-echo.log") as bare,
    ):
        Asking(server).wait_until_ready()
        return await sit_idle(server, bare, asked.idle)


def finish(server: Server, crowd: Crowd, players: Sequence[Sequence[Seat]]) -> None:
    """Make sure that all went well, and hang up."""
    check(crowd, players)
    if server.faults():
        raise BenchError(f"the server logged errors: {server.faults()[:3]}")
    for table in players:
        for seat in table:
            seat.hang_up()


def text_like(window: Window, place: Path) -> Path:
    """Write a text of an update's size that reads like one."""
    begin = '{"type":"update","revision":1,"what":"'
    text = place / "update.json"
    text.write_text(begin + "x" * (round(window.update_size) - len(begin) - 2) + '"}', encoding="ascii")
    return text


def sentence_like(window: Window) -> str:
    """Make a sentence that makes a move as long as moves are."""
    frame = '{"type":"move","id":"1000000","revision":1000,"move":""}'
    return "x" * max(1, round(window.move_size) - len(frame))


def read_commits(server: Server) -> report.Commits | None:
    """Ask the server how it has committed."""
    figures = Asking(server).ask("GET", "/metrics").decode()
    found = {
        name: float(match[1])
        for name in ("huefall_batch_entries_count", "huefall_batch_entries_sum", "huefall_commit_seconds_sum")
        if (match := re.search(rf"^{name} (\S+)$", figures, re.MULTILINE))
    }
    if len(found) < 3 or not found["huefall_batch_entries_count"]:
        return None
    batches, entries, seconds = found.values()
    return report.Commits(int(batches), int(entries), seconds)


def tell(sentence: str) -> None:
    """Say what is being done."""
    print(f"bench: {sentence}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
