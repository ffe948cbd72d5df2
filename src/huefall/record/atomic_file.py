"""Files written as a whole: whoever reads one finds the old or the new, never half of it."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


def write_atomically(path: str | os.PathLike[str], data: bytes, mode: int = 0o666) -> None:
    """Write a file durably; what was there before stays if that fails or is interrupted, and an ``OSError`` names the path."""
    with _beside(path, mode) as (beside, file):
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
        beside.replace(path)


def check_target(path: str | os.PathLike[str]) -> None:
    """Raise the ``OSError`` that ``write_atomically`` would raise for this path, and leave no file behind."""
    with _beside(path, 0o600):
        pass


@contextmanager
def _beside(path: str | os.PathLike[str], mode: int) -> Iterator[tuple[Path, BinaryIO]]:
    """Open a file beside the path, to be moved there. One that is not moved is removed, and an error names the path."""
    target = Path(path)
    if not os.fspath(path):
        raise OSError(errno.ENOENT, "a file name was expected", "")
    if target.is_dir():
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    if target.exists() and not target.is_file():  # moving a file there would replace a device
        raise OSError(errno.EINVAL, "not a regular file", os.fspath(path))
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        try:
            with open(handle, "wb") as file:
                yield beside, file
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error
