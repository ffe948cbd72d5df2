"""Files that commands write: checked before the work begins, and never the file that the command reads. Tested in
tests/cli/test_commands.py and tests/cli/test_review.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from huefall.vocabulary.errors import HuefallError


def check_output(option: str, path: str, inputs: Iterable[str]) -> None:
    """Raise an error if the file cannot be written or is one of the inputs; leave no file behind."""
    from huefall.record.atomic_file import check_target

    check_apart_from(option, path, inputs)
    try:
        check_target(path)
    except (OSError, ValueError) as error:
        raise _refusal(option, path, error) from error


def write_output(option: str, path: str, text: str) -> None:
    """Write a file atomically: after a failure or an interrupt the old file is still there."""
    from huefall.record.atomic_file import write_atomically

    try:
        write_atomically(Path(path).resolve(), text.encode("utf-8"))  # a link stays a link, and its target is written
    except OSError as error:
        raise _refusal(option, path, error) from error


def _refusal(option: str, path: str, error: Exception) -> HuefallError:
    return HuefallError(f"{option} {path!r}: cannot be written ({getattr(error, 'strerror', error)})")


def check_apart_from(option: str, path: str, inputs: Iterable[str]) -> None:
    """Raise an error if the file is one of the inputs, also by another name such as a link."""
    for read in inputs:
        if path and read and _is_same(path, read):  # Path("") is the current folder
            raise HuefallError(
                f"{option} {path!r}: this is the file that is read, {read!r}, and would be overwritten; give another name"
            )


def _is_same(path: str, read: str) -> bool:
    try:
        return Path(path).samefile(read)
    except (OSError, ValueError):  # one of them does not exist, or is not a file name
        return False
