"""The upper limit: the bare classic game in C, compiled for this machine."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from bench.measure import Bests

SOURCE = Path(__file__).with_name("limit.c")
PROGRAM = Path(__file__).with_name("limit")
PLAYERS = (2, 3, 4)
ROUNDS = 150_000


def build(bests: Bests) -> Path | None:
    """Compile the program; without a compiler note that in the results and return None."""
    compiler = shutil.which("cc")
    if compiler is None:
        bests.missing["limit"] = "no C compiler (cc) on this machine"
        return None
    command = [compiler, "-O3", "-march=native", "-o", str(PROGRAM), str(SOURCE)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        bests.missing["limit"] = f"cc failed: {done.stderr.strip().splitlines()[-1]}"
        return None
    return PROGRAM


def measure(program: Path | None, bests: Bests) -> None:
    """Run the program once; it measures its own CPU time."""
    if program is None:
        return
    done = subprocess.run([str(program), str(ROUNDS)], check=True, capture_output=True, text=True)
    for line in done.stdout.splitlines():
        found = json.loads(line)
        bests.add_rate(("limit", found["players"]), found["games_per_cpu_s"])
        bests.add_rate(("limit turns", found["players"]), found["turns_per_cpu_s"])
