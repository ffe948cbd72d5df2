"""RLCard's UNO with its random agents, two players, in its own virtual environment: bench/.env-rlcard."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from bench.measure import Measurements, Start

ENVIRONMENT = Path(__file__).with_name(".env-rlcard")
PYTHON = ENVIRONMENT / "bin" / "python"
SCRIPT = Path(__file__).with_name("rlcard_side.py")
PACKAGES = ("rlcard==1.2.0", "numpy>=1.26,<3", "termcolor")


def install(found: Measurements) -> Path | None:
    """Make the environment unless it exists; without a network note that in the results and return None."""
    if not _imports():
        for command in (
            [sys.executable, "-m", "venv", "--clear", str(ENVIRONMENT)],
            [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES],
        ):
            done = subprocess.run(command, check=False, capture_output=True, text=True)
            if done.returncode:
                lines = (done.stderr or done.stdout).strip().splitlines() or ["no reason given"]
                found.missing["rlcard"] = f"RLCard could not be installed: {lines[-1]}"
                return None
    if not _imports():
        found.missing["rlcard"] = "RLCard is installed but cannot be imported"
        return None
    return PYTHON


def _imports() -> bool:
    if not PYTHON.exists():
        return False
    return subprocess.run([str(PYTHON), "-c", "import rlcard"], check=False, capture_output=True).returncode == 0


def measure(python: Path | None, start: Start) -> None:
    """Run RLCard once; its script measures its own CPU time."""
    if python is None:
        return
    done = subprocess.run([str(python), str(SCRIPT)], check=True, capture_output=True, text=True)
    played = json.loads(done.stdout)
    start.add_rate(("rlcard",), played["games"] / played["cpu_seconds"])
