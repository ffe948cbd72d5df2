"""Builds the page of web/ into the package, when a wheel or sdist is made from a checkout that does not have it yet.

Tested in tests/package/test_page.py, and as a whole in tests/browser/test_installation.py.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools.package.node import OLDEST, fits, installed_version

ROOT = Path(__file__).resolve().parents[2]

#: What a build leaves behind: the page of the server, and the one that a review is exported into.
BUILT = (Path("src/huefall/server/page/index.html"), Path("src/huefall/review/page/review.html"))

#: `make` touches it when the packages that build the page are installed.
BUILDER = Path("web/node_modules/.builder")


class PageError(Exception):
    """The page cannot be built; the sentence says what is missing."""


def needs_build(root: Path = ROOT) -> bool:
    """Return whether the page is missing, or older than what it is built from."""
    built = [root / file for file in BUILT]
    if not all(file.is_file() for file in built):
        return True
    # Whoever unpacks an sdist may give its files any time; its page is the one it was made with.
    is_sdist = (root / "PKG-INFO").is_file()
    return not is_sdist and _is_older(built[0], _sources(root))


def build_page(root: Path = ROOT) -> None:
    """Build the page unless that has been done; raise an error that says what is missing."""
    if not needs_build(root):
        return
    if not (root / "web" / "package-lock.json").is_file():
        raise PageError("the page is missing, and so is web/, from which it is built: use a complete checkout or sdist")
    if not fits(installed_version()) or shutil.which("npm") is None:
        version = ".".join(map(str, OLDEST))
        raise PageError(
            f"the page cannot be built without Node {version} or newer: install Node, or let pip install it from the "
            "package index (without --no-build-isolation), or install a wheel, which contains the page"
        )
    if not (root / BUILDER).is_file() or _is_older(root / BUILDER, [root / "web" / "package-lock.json"]):
        _run_npm(root, ["ci", "--ignore-scripts", "--omit=dev", "--no-fund", "--no-audit", "--loglevel=error"])
        (root / BUILDER).touch()
    _run_npm(root, ["run", "--silent", "build", "--", "--logLevel", "warn"])
    for file in BUILT:
        (root / file).touch()  # newer than its sources, also where the build has kept a file that did not change


def _run_npm(root: Path, arguments: Sequence[str]) -> None:
    # The build writes to standard output, which belongs to the frontend's protocol.
    done = subprocess.run(  # noqa: S603  # the arguments are our own
        [str(shutil.which("npm")), "--prefix", "web", *arguments],
        cwd=root,
        env={**os.environ, "NO_UPDATE_NOTIFIER": "1"},
        stdout=subprocess.DEVNULL,
        check=False,
    )
    if done.returncode:
        raise PageError(
            f"the page cannot be built: `npm {arguments[0]}` failed (exit code {done.returncode}, output above); it needs the "
            "npm registry once; a wheel contains the page and needs neither"
        )


def _is_older(file: Path, others: Sequence[Path] | Iterator[Path]) -> bool:
    time = file.stat().st_mtime
    return any(other.stat().st_mtime > time for other in others)


def _sources(root: Path) -> Iterator[Path]:
    """Yield the files that the page is built from, as the Makefile lists them."""
    yield root / "docs" / "protocol" / "protocol.ts"
    for folder, folders, files in os.walk(root / "web"):
        if "node_modules" in folders:
            folders.remove("node_modules")
        yield from (Path(folder) / file for file in files)
