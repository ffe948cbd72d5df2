"""Files written atomically: a reader finds the old or the new file, never half of one."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


def write_atomically(path: str | os.PathLike[str], data: bytes, mode: int = 0o666) -> None:
    """Write a file durably. After a failure or an interrupt the old file is still there; an ``OSError`` names the path."""
    with _temporary_file(path, mode) as (temporary, file):
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
        temporary.replace(path)


def check_target(path: str | os.PathLike[str]) -> None:
    """Raise the ``OSError`` that ``write_atomically`` would raise for this path, and leave no file behind."""
    with _temporary_file(path, 0o600):
        pass


@contextmanager
def _temporary_file(path: str | os.PathLike[str], mode: int) -> Iterator[tuple[Path, BinaryIO]]:
    """Open a temporary file in the same folder, to be moved to the path. It is removed if it was not moved."""
    target = Path(path)
    if not os.fspath(path):
        raise OSError(errno.ENOENT, "a file name was expected", "")
    if target.is_dir():
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    if target.exists() and not target.is_file():  # such as a device, which moving a file there would replace
        raise OSError(errno.EINVAL, "not a regular file", os.fspath(path))
    temporary = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        try:
            with open(handle, "wb") as file:
                yield temporary, file
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error
