"""What a disk may have after a power cut: everything that was synced, and any part of what was written since.

A sync makes what was written to its file before it safe. Of everything else each sector is on the disk or is not, whatever
the order of the writes was; so is a truncation. A deletion is on the disk for certain when the directory was synced after
it, which SQLite does when it deletes in that way, and at the first sync of a file it has created.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.server.faults.recording_files import BASE, CREATE, DELETE, SYNC, TRUNCATE, WRITE, Operation

#: The least that a disk writes as a whole.
SECTOR_BYTES = 512

#: How much of what was not synced is kept: nothing, a little, half, most, everything.
SHARES = (0.0, 0.1, 0.5, 0.9, 1.0)


def cut_power(operations: Sequence[Operation], rng: Random) -> dict[str, bytes]:
    """Return the files as a power cut after these operations may leave them."""
    by_name: dict[str, list[tuple[int, Operation]]] = {}
    for place, operation in enumerate(operations):
        by_name.setdefault(operation.name, []).append((place, operation))
    directory_synced = max((_last_directory_sync(of_file) for of_file in by_name.values()), default=-1)
    share = rng.choice(SHARES)
    files = {name: _cut_file(of_file, directory_synced, share, rng) for name, of_file in by_name.items()}
    return {name: data for name, data in files.items() if data is not None}


def _last_directory_sync(operations: Sequence[tuple[int, Operation]]) -> int:
    """Return the place of the last operation on a file that has synced its directory, too; -1 if there is none."""
    last, is_new = -1, False
    for place, operation in operations:
        if (operation.kind == SYNC and is_new) or (operation.kind == DELETE and operation.offset):
            last = place
        is_new = operation.kind == CREATE or (is_new and operation.kind != SYNC)
    return last


def _cut_file(
    operations: Sequence[tuple[int, Operation]], directory_synced: int, share: float, rng: Random
) -> bytes | None:
    """Return what is left under the name of a file; None if it is not there.

    A file that is deleted and created again is another file: the directory has the old one, none, or the new one.
    """
    lives: list[list[Operation] | None] = [None]
    certain = 0  # the place in ``lives`` that the directory certainly has reached
    for place, operation in operations:
        if operation.kind in {BASE, CREATE}:
            lives.append([operation])
        elif operation.kind == DELETE:
            lives.append(None)
        elif (current := lives[-1]) is not None:
            current.append(operation)
            continue
        if operation.kind == BASE or place <= directory_synced:
            certain = len(lives) - 1
    left = lives[certain] if rng.random() >= share else rng.choice(lives[certain:])
    return None if left is None else _cut_content(left, share, rng)


def _cut_content(operations: Sequence[Operation], share: float, rng: Random) -> bytes:
    content = bytearray()
    synced = max((place for place, one in enumerate(operations) if one.kind in {BASE, SYNC}), default=-1)
    for operation in operations[: synced + 1]:
        _apply(content, operation)
    for operation in operations[synced + 1 :]:
        for part in _sectors(operation):
            if rng.random() < share:
                _apply(content, part)
    return bytes(content)


def _apply(content: bytearray, operation: Operation) -> None:
    if operation.kind == TRUNCATE:
        del content[operation.offset :]
        content.extend(bytes(operation.offset - len(content)))
    elif operation.kind in {BASE, WRITE}:
        end = operation.offset + len(operation.data)
        content.extend(bytes(max(0, end - len(content))))
        content[operation.offset : end] = operation.data


def _sectors(operation: Operation) -> list[Operation]:
    """Divide a write at the borders of sectors, each of which is written or not."""
    if operation.kind != WRITE:
        return [operation]
    parts, at = [], 0
    while at < len(operation.data):
        size = SECTOR_BYTES - (operation.offset + at) % SECTOR_BYTES
        parts.append(operation._replace(offset=operation.offset + at, data=operation.data[at : at + size]))
        at += size
    return parts


def write_files(files: dict[str, bytes], directory: Path) -> None:
    """Replace the files of a database; others in the directory, such as tokens and locks, stay."""
    directory.mkdir(exist_ok=True)
    for file in directory.glob("huefall.db*"):
        if not file.name.endswith(".lock"):
            file.unlink()
    for name, data in files.items():
        (directory / name).write_bytes(data)
