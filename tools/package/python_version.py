"""Whether a Python can run Huefall, by ``requires-python`` in pyproject.toml.

``make`` runs this file with the Python of the machine, and the build backend asks it before anything is downloaded: without
it pip would try old releases of every dependency first, for minutes. It must therefore run on older versions, too (3.7).

Tested in tests/package/test_python_version.py.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

PYPROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"
SUPPORTED = re.compile(r'^requires-python = ">=3\.(\d+),<3\.(\d+)"$', re.MULTILINE)


def supported_minors(pyproject: str) -> range:
    """Return the supported versions of Python 3.

    >>> supported_minors('requires-python = ">=3.11,<3.14"')
    range(11, 14)
    """
    found = SUPPORTED.search(pyproject)
    if found is None:
        raise ValueError('pyproject.toml: expected a line such as requires-python = ">=3.11,<3.16"')
    return range(int(found[1]), int(found[2]))


def find_problem(version: tuple[int, ...], minors: range, program: str) -> str:
    """Return a sentence about a Python that does not fit; an empty text if it does.

    >>> find_problem((3, 11, 7), range(11, 16), "python3")
    ''
    """
    if version[0] == 3 and version[1] in minors:
        return ""
    found = ".".join(map(str, version[:3]))
    return (
        f"Huefall needs Python 3.{minors[0]} to 3.{minors[-1]}, and {program} is Python {found}: "
        f"use another one, as in `make play PYTHON=python3.{minors[-3]}` or `python3.{minors[-3]} -m pip install …`"
    )


def check_python() -> None:
    """End the program with one sentence if this Python does not fit."""
    minors = supported_minors(PYPROJECT.read_text(encoding="utf-8"))
    problem = find_problem(tuple(sys.version_info[:3]), minors, sys.executable)
    if problem:
        raise SystemExit(problem)


if __name__ == "__main__":
    check_python()
