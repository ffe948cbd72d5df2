"""Measures several nodes over PostgreSQL and writes bench/CLUSTER.md: ``make bench-cluster``; ``--quick`` gives a first impression.

This process is the load client. What is compared runs at the same time and is loaded in turn, so that another program that
slows the machine down for a while slows both.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvloop

ROOT = Path(__file__).resolve().parents[2]
sys.path[0] = str(ROOT)  # so that it runs as a script, and no module here hides another of its name

from bench.cluster import report  # noqa: E402  # after the path is set
from bench.cluster.failover import measure_failover  # noqa: E402
from bench.cluster.goals import Results  # noqa: E402
from bench.cluster.idle import measure_idle  # noqa: E402
from bench.cluster.one_node import measure_one_node  # noqa: E402
from bench.cluster.relay import measure_relay  # noqa: E402
from bench.cluster.two_nodes import measure_two_nodes  # noqa: E402
from bench.machine import file_system  # noqa: E402
from bench.server.process import BenchError, Cores  # noqa: E402
from bench.server.run import print_progress  # noqa: E402

PARTS = ("one", "relay", "two", "idle", "failover")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure several nodes over PostgreSQL.", allow_abbrev=False)
    parser.add_argument("--tables", type=int, default=250, help="tables under load (default: 250)")
    parser.add_argument("--windows", type=int, default=6, help="how often each is loaded (default: 6)")
    parser.add_argument("--seconds", type=float, default=2.5, help="how long each time (default: 2.5)")
    parser.add_argument("--idle", type=float, default=20.0, help="seconds without load (default: 20)")
    parser.add_argument("--kills", type=int, default=100, help="nodes that are killed (default: 100)")
    parser.add_argument("--only", choices=PARTS, action="append", help="measure only this; may be repeated")
    parser.add_argument("--quick", action="store_true", help="a few seconds of each")
    parser.add_argument("--out", type=Path, default=ROOT / "bench" / "CLUSTER.md", help="file to write")
    options = parser.parse_args()
    if options.quick:
        options.tables, options.windows, options.seconds, options.idle, options.kills = 100, 3, 2.0, 10.0, 5
    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:
            measure(options, Path(directory))
    except BenchError as error:
        sys.exit(f"bench: {error}")


def measure(options: argparse.Namespace, directory: Path) -> None:
    """Measure one part after the other; each is written at once, so that a later one that fails takes nothing with it."""
    cores = Cores.of_this_machine()
    load = (cores, options.tables, options.windows, options.seconds, print_progress)
    measurements: dict[str, Callable[[Path], object]] = {
        "one": lambda folder: uvloop.run(measure_one_node(folder, *load)),
        "relay": lambda folder: uvloop.run(measure_relay(folder, *load)),
        "two": lambda folder: uvloop.run(measure_two_nodes(folder, *load)),
        "idle": lambda folder: uvloop.run(measure_idle(folder, cores, options.tables, options.idle, print_progress)),
        "failover": lambda _: measure_failover(options.kills),
    }
    found: dict[str, Any] = {}
    for part in options.only or PARTS:
        found[part] = measurements[part](directory / part)
        results = Results(file_system(directory), **found)
        options.out.write_text(report.write(results), encoding="utf-8")
        print_progress(f"written to {options.out}")
    print(report.summary(results))


if __name__ == "__main__":
    main()
