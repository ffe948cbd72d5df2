"""Starting up: the first compilation into an empty cache, ``import huefall``, ``huefall --help``, and the start of a game."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench.measure import Start

ROOT = Path(__file__).resolve().parents[1]
COMPILE = "from huefall.game.ready import prepare_rules; prepare_rules()"
IMPORT = "import time; begin = time.process_time(); import huefall; print(time.process_time() - begin)"
BEGIN = "from huefall import Game; Game.new(seed=1)"


def measure(start: Start) -> None:
    """Compile once, and start each of the other commands."""
    with tempfile.TemporaryDirectory() as empty:
        wall, cpu = _run([sys.executable, "-c", COMPILE], {"HUEFALL_CACHE": empty, "PYTHONPATH": str(ROOT)})
        start.add_time(("compile", "wall"), wall)
        start.add_time(("compile", "cpu"), cpu)
        # The folder is now the warm cache of a fresh installation.
        start.add_time(("begin",), _run([sys.executable, "-c", BEGIN], {"HUEFALL_CACHE": empty})[0])
    with tempfile.TemporaryDirectory() as empty:
        wall, cpu = _run([sys.executable, "-m", "huefall.game.compiling"], {"HUEFALL_CACHE": empty})
        start.add_time(("compile all", "wall"), wall)
        start.add_time(("compile all", "cpu"), cpu)
    start.add_time(("import",), float(_read([sys.executable, "-c", IMPORT])))
    start.add_time(("help",), _run([sys.executable, "-m", "huefall", "--help"], {})[0])


def _read(command: Sequence[str]) -> str:
    """Return what a command prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def _run(command: Sequence[str], settings: dict[str, str]) -> tuple[float, float]:
    """Return the wall and CPU seconds of a command."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.monotonic()
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, **settings})
    wall = time.monotonic() - begin
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
