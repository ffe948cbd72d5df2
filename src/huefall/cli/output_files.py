"""Files that commands write: refused before anybody has waited for them, and never one that the command reads."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from huefall.vocabulary.errors import HuefallError


def check_output(option: str, path: str, inputs: Iterable[str]) -> None:
    """Refuse a file that cannot be written, or is one of those that are read; leave no file behind."""
    from huefall.record.atomic_file import check_target

    check_apart_from(option, path, inputs)
    try:
        check_target(path)
    except (OSError, ValueError) as error:
        raise _refusal(option, path, error) from error


def write_output(option: str, path: str, text: str) -> None:
    """Write a file as a whole: if that fails, or is interrupted, the one that was there before is still there."""
    from huefall.record.atomic_file import write_atomically

    try:
        write_atomically(
            Path(path).resolve(), text.encode("utf-8")
        )  # a link stays one, and what it leads to is written
    except OSError as error:
        raise _refusal(option, path, error) from error


def _refusal(option: str, path: str, error: Exception) -> HuefallError:
    return HuefallError(f"{option} {path!r}: cannot be written ({getattr(error, 'strerror', error)})")


def check_apart_from(option: str, path: str, inputs: Iterable[str]) -> None:
    """Refuse to write over a file that is read, under whatever name: a link is the same file."""
    for read in inputs:
        if path and read and _is_same(path, read):  # an empty name would be taken for the current folder
            raise HuefallError(
                f"{option} {path!r}: this is the file that is read, {read!r}, and would be overwritten; give another name"
            )


def _is_same(path: str, read: str) -> bool:
    try:
        return Path(path).samefile(read)
    except (OSError, ValueError):  # one of them is not there, or no name of a file
        return False
