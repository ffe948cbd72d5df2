"""The upper limit: the bare classic game in C, compiled for this machine."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from bench.measure import Measurements, Start

SOURCE = Path(__file__).with_name("limit.c")
PROGRAM = Path(__file__).with_name("limit")
ROUNDS = 80_000


def build(found: Measurements) -> None:
    """Compile the program; without a compiler note that in the results."""
    PROGRAM.unlink(missing_ok=True)
    compiler = shutil.which("cc")
    if compiler is None:
        found.missing["limit"] = "no C compiler (cc) on this machine"
        return
    command = [compiler, "-O3", "-march=native", "-o", str(PROGRAM), str(SOURCE)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        found.missing["limit"] = f"cc failed: {done.stderr.strip().splitlines()[-1]}"


def measure(start: Start, players: int) -> None:
    """Run the program once, if there is one; it measures its own CPU time."""
    if not PROGRAM.exists():
        return
    done = subprocess.run([str(PROGRAM), str(ROUNDS), str(players)], check=True, capture_output=True, text=True)
    rates = json.loads(done.stdout)
    start.add_rate(("limit", players), rates["games_per_cpu_s"])
    start.add_rate(("turns", "limit", players), rates["turns_per_cpu_s"])
