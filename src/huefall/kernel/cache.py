"""The directory that keeps compiled code between runs: where it is, who uses it, and when it may go.

Each version of the sources, of numba and of the processor has a directory of its own in the cache; those that nobody has
used for a month are removed when new code has been compiled. This module does not import numba: a server reads it before it
listens.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: age alone decides what is removed
    fcntl = None  # type: ignore[assignment]

HAS_LOCKS = fcntl is not None

#: The environment variable that names another place.
VARIABLE = "HUEFALL_CACHE"

#: A directory of another version is removed when it has not been used for this long.
MAX_UNUSED_DAYS = 30

#: A file in each directory; every process that uses the code holds a shared lock on it until it ends.
IN_USE = "in-use"

#: Directories of compiled code, and what they are called while they are being removed.
PREFIX, REMOVED_PREFIX = "kernel-", ".removed-"

SECONDS_PER_DAY = 86_400


@dataclass(frozen=True)
class Cache:
    directory: Path  # ~/.cache/huefall/kernel-9f86d081884c7d65
    problem: str = ""  # why the code cannot be kept after this process, such as "~/.cache/huefall: Permission denied"


def cache_root(environ: Mapping[str, str]) -> Path:
    """Return where compiled code is kept for this user, whether or not it can be written."""
    base = environ.get(VARIABLE) or environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else _home(environ) / ".cache") / "huefall"


def find_problem(root: Path) -> str:
    """Make a directory if needed; return why it cannot be written, or an empty text if it can."""
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return ""
    except OSError as error:
        return f"{root}: {error.strerror or error}"


def open_cache(name: str) -> Cache:
    """Make a directory of compiled code and mark it as used until this process ends.

    Where the cache cannot be written, the code goes into a temporary directory that ends with this process. Its child
    processes find it by the environment, so that each of them need not compile again. Its name cannot be guessed: others
    could put code there.
    """
    root = cache_root(os.environ)
    problem = find_problem(root)
    if problem:
        temporary = Path(tempfile.mkdtemp(prefix="huefall-"))
        atexit.register(_remove_own, temporary, os.getpid())
        os.environ[VARIABLE] = str(temporary)
        root = cache_root(os.environ)
    directory = root / f"{PREFIX}{name}"
    _use(directory)
    return Cache(directory, problem)


def remove_unused(current: Path, now: float | None = None) -> list[Path]:
    """Remove directories next to ``current`` that nobody uses or has used for a month; return them."""
    oldest = (time.time() if now is None else now) - MAX_UNUSED_DAYS * SECONDS_PER_DAY
    others = [path for path in current.parent.glob(f"{PREFIX}*") if path != current and path.is_dir()]
    return [path for path in sorted(others) if _remove_if_unused(path, oldest)]


def _use(directory: Path) -> None:
    """Make a directory, note the time of use and hold a shared lock; the system releases it with the process."""
    while True:
        directory.mkdir(parents=True, exist_ok=True)
        os.utime(directory)
        if not HAS_LOCKS:
            return
        lock = _open_lock(directory)
        if lock is None:
            continue
        fcntl.flock(lock, fcntl.LOCK_SH)
        if _is_lock_of(lock, directory):
            return
        os.close(lock)  # the directory was removed meanwhile


def _remove_if_unused(directory: Path, oldest: float) -> bool:
    lock = None
    try:
        if directory.stat().st_mtime >= oldest:
            return False
        if HAS_LOCKS:
            lock = os.open(directory / IN_USE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Under another name at once, so that nobody reads a directory of which half is gone.
        removed = directory.with_name(f"{REMOVED_PREFIX}{os.getpid()}-{directory.name}")
        directory.rename(removed)
    except OSError:  # in use, somebody else's, or gone
        return False
    finally:
        if lock is not None:
            os.close(lock)
    shutil.rmtree(removed, ignore_errors=True)
    return True


def _open_lock(directory: Path) -> int | None:
    try:
        return os.open(directory / IN_USE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except FileNotFoundError:
        return None


def _is_lock_of(lock: int, directory: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(lock), (directory / IN_USE).stat())
    except FileNotFoundError:
        return False


def _remove_own(temporary: Path, process: int) -> None:
    if os.getpid() == process:  # not in a fork
        shutil.rmtree(temporary, ignore_errors=True)


def _home(environ: Mapping[str, str]) -> Path:
    """Return the home directory; one that cannot exist for a user without any, as in some containers."""
    try:
        return Path(environ.get("HOME") or Path.home())
    except RuntimeError:
        return Path(os.devnull)
