"""What an installation has and what it lacks, as findings; ``huefall doctor`` shows them. Nothing here changes anything,
except that the cache directory is made. Tested in tests/cli/test_doctor.py.
"""

from __future__ import annotations

import os
import platform
import shutil
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from huefall import __version__
from huefall.cli.arguments import SERVER_PARTS
from huefall.vocabulary.errors import HuefallError

if TYPE_CHECKING:
    from huefall.server.settings import Settings

PACKAGE = Path(__file__).resolve().parents[1]

#: Free space below which a server should not be started: SQLite needs room to write.
MIN_FREE_MB = 100

BYTES_PER_MB = 1_000_000

#: Whether a part is there, is optional or will come by itself, or keeps something from working.
Status = Literal["ok", "note", "problem"]


@dataclass(frozen=True)
class Finding:
    """One part of the installation; its sentence is the text ``doctor.PART`` or ``doctor.PART.VARIANT``."""

    part: str
    status: Status = "ok"
    variant: str = ""
    values: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        return f"doctor.{self.part}.{self.variant}" if self.variant else f"doctor.{self.part}"


def examine(environ: Mapping[str, str]) -> list[Finding]:
    """Examine everything, in the order in which a fault of one part explains those after it."""
    return [*_examine_engine(), *_examine_server(environ), *_examine_checkout(PACKAGE.parents[1])]


def _examine_engine() -> Iterator[Finding]:
    yield Finding("huefall", values={"version": __version__, "directory": str(PACKAGE)})
    yield Finding("python", values={"version": platform.python_version(), "program": sys.executable})
    try:
        from huefall.kernel import compiler
    except Exception as error:  # noqa: BLE001  # a library that does not fit may raise anything
        yield Finding("numba", "problem", "broken", {"reason": f"{type(error).__name__}: {error}"})
        return
    if not compiler.COMPILED:
        yield Finding("numba", "note", "off")
        return
    yield Finding("numba", values={"version": version("numba")})
    directory = str(compiler.CACHE_DIRECTORY)
    if compiler.CACHE.problem:
        yield Finding("cache", "problem", "unwritable", {"reason": compiler.CACHE.problem})
    else:
        yield Finding("cache", values={"directory": directory})
    is_compiled = compiler.is_compiled() and compiler.is_compiled(compiler.SEARCH_PART)
    yield Finding("rules") if is_compiled else Finding("rules", "note", "uncompiled")


def _examine_server(environ: Mapping[str, str]) -> Iterator[Finding]:
    missing = [part for part in SERVER_PARTS if find_spec(part) is None]
    if len(missing) == len(SERVER_PARTS):
        yield Finding("server", "note", "missing")
        return
    if missing:
        yield Finding("server", "problem", "incomplete", {"parts": ", ".join(missing)})
        return
    yield Finding("server")
    built = (PACKAGE / "server" / "page" / "index.html", PACKAGE / "review" / "page" / "review.html")
    yield Finding("page") if all(file.is_file() for file in built) else Finding("page", "problem", "missing")
    from huefall.server.settings import read_settings

    try:
        settings = read_settings({}, environ)
    except HuefallError as error:
        yield Finding("settings", "problem", "wrong", {"reason": str(error)})
        return
    yield from _examine_data(settings.data)
    yield _examine_port(settings)


def _examine_data(data: Path) -> Iterator[Finding]:
    existing = next(path for path in (data, *data.parents) if path.exists())
    values = {"directory": str(data)}
    if not existing.is_dir() or not os.access(existing, os.W_OK | os.X_OK):
        yield Finding("data", "problem", "unwritable", values)
        return
    yield Finding("data", values=values)
    free_mb = shutil.disk_usage(existing).free // BYTES_PER_MB
    values = {"free": f"{free_mb:,}", "least": str(MIN_FREE_MB), "directory": str(existing)}
    yield Finding("disk", values=values) if free_mb >= MIN_FREE_MB else Finding("disk", "problem", "full", values)


def _examine_port(settings: Settings) -> Finding:
    values = {"host": settings.host, "port": str(settings.port)}
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        socket.create_server((settings.host, settings.port), family=family).close()
    except OSError as error:
        return Finding("port", "note", "taken", {**values, "reason": error.strerror or str(error)})
    return Finding("port", values=values)


def _examine_checkout(root: Path, find: Callable[[str], str | None] = shutil.which) -> Iterator[Finding]:
    """Examine what only developers need, if the package is part of a checkout."""
    if not (root / "web" / "package.json").is_file():
        return
    node, browser = find("node"), find("chromium") or find("chromium-browser") or find("google-chrome")
    yield Finding("node", values={"program": node}) if node else Finding("node", "note", "missing")
    yield Finding("browser", values={"program": browser}) if browser else Finding("browser", "note", "missing")
