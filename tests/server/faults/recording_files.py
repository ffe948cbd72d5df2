"""Files of a database whose every write is recorded, and that fail when they are told to.

The store opens its database through apsw, so a VFS of apsw, made the default one, is below the real store without a change
to it. The record has what a disk is told, in order; `power_cut` builds from it what a disk may have after a power cut.
"""

from __future__ import annotations

import os
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import apsw

from huefall.server.store import head as head_module
from huefall.server.store.head import SLOTS, HeadFile

#: Kinds of operations. ``BASE``: the content of a file when it was opened, which is on the disk. ``CREATE``: there was none.
BASE, CREATE, WRITE, TRUNCATE, SYNC, DELETE = range(6)

_HEADER = struct.Struct("<BHQI")

VFS_NAME = "huefall-recording"


class Operation(NamedTuple):
    """Something a file was told."""

    kind: int
    name: str  # of the file in its directory
    offset: int  # of a write; the size of a truncation; 1 for a deletion after which the directory was synced
    data: bytes


class Recording:
    """Operations in order, in a file of their own, so that they outlive a process that is killed."""

    def __init__(self, path: Path) -> None:
        self._handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._lock = threading.Lock()
        self._known: set[str] = set()

    def note(self, kind: int, name: str, offset: int = 0, data: bytes = b"") -> None:
        encoded = name.encode()
        os.write(self._handle, _HEADER.pack(kind, len(encoded), offset, len(data)) + encoded + data)

    def note_base(self, path: Path) -> None:
        """Note what a file has when it is opened for the first time."""
        with self._lock:
            if path.name not in self._known:
                self._known.add(path.name)
                if path.exists():
                    self.note(BASE, path.name, 0, path.read_bytes())
                else:
                    self.note(CREATE, path.name)

    def note_deletion(self, path: Path, *, is_synced: bool) -> None:
        with self._lock:
            self._known.discard(path.name)
            self.note(DELETE, path.name, int(is_synced))

    def close(self) -> None:
        os.close(self._handle)


def read_recording(path: Path) -> list[Operation]:
    """Return the operations of a recording; an incomplete last one, of a killed process, is left out."""
    data = path.read_bytes()
    operations, at = [], 0
    while at + _HEADER.size <= len(data):
        kind, name_length, offset, length = _HEADER.unpack_from(data, at)
        begin = at + _HEADER.size + name_length
        at = begin + length
        if at > len(data):
            break
        operations.append(Operation(kind, data[begin - name_length : begin].decode(), offset, data[begin:at]))
    return operations


class _RecordingFile(apsw.VFSFile):
    def __init__(self, base: str, name: Any, flags: list[int], files: RecordingFiles) -> None:
        self._files = files
        text = name.filename() if isinstance(name, apsw.URIFilename) else name
        self._name = Path(text).name
        files.recording.note_base(Path(text))
        super().__init__(base, name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802  # the name apsw calls
        self._files.on_write()
        self._files.recording.note(WRITE, self._name, offset, bytes(data))
        super().xWrite(data, offset)

    def xTruncate(self, size: int) -> None:  # noqa: N802
        self._files.recording.note(TRUNCATE, self._name, size)
        super().xTruncate(size)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._files.on_sync()
        super().xSync(flags)
        self._files.recording.note(SYNC, self._name)  # only what has returned is safe


class RecordingFiles(apsw.VFS):
    """The files of every database that this process opens while they are in place.

    ``on_write`` and ``on_sync`` are called before each write and sync, and may raise what a disk would.
    """

    def __init__(
        self,
        recording: Recording,
        on_write: Callable[[], None] = lambda: None,
        on_sync: Callable[[], None] = lambda: None,
    ) -> None:
        self.recording = recording
        self.on_write = on_write
        self.on_sync = on_sync
        self._base = apsw.vfs_names()[0]
        super().__init__(VFS_NAME, base=self._base, makedefault=True)

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        return _RecordingFile(self._base, name, flags, self)

    def xDelete(self, filename: str, sync_directory: bool) -> None:  # noqa: N802
        super().xDelete(filename, sync_directory)
        self.recording.note_deletion(Path(filename), is_synced=sync_directory)


def disk_error(what: str) -> apsw.IOError:
    """Return the error SQLite reports for a disk that fails."""
    return apsw.IOError(f"disk I/O error ({what})")


@contextmanager
def recorded(
    path: Path, on_write: Callable[[], None] = lambda: None, on_sync: Callable[[], None] = lambda: None
) -> Iterator[Recording]:
    """Record all databases that are opened inside, and their head files."""
    recording = Recording(path)
    files = RecordingFiles(recording, on_write, on_sync)
    try:
        with recorded_heads(recording):
            yield recording
    finally:
        files.unregister()
        recording.close()


@contextmanager
def recorded_heads(recording: Recording) -> Iterator[None]:
    """Record head files, which are mapped into memory and so are written whenever the system likes."""
    opened: dict[int, Path] = {}
    begin, write, sync = HeadFile.__init__, HeadFile.write, HeadFile.sync

    def begin_recorded(self: HeadFile, path: Path) -> None:
        recording.note_base(path)
        begin(self, path)
        opened[id(self)] = path

    def write_recorded(self: HeadFile, head: Any) -> None:
        write(self, head)
        size = head_module._SLOT_BYTES  # the layout of the file is what is recorded
        start = self._counter % SLOTS * size
        recording.note(WRITE, opened[id(self)].name, start, self._memory[start : start + size])

    def sync_recorded(self: HeadFile) -> None:
        sync(self)
        recording.note(SYNC, opened[id(self)].name)

    HeadFile.__init__, HeadFile.write, HeadFile.sync = begin_recorded, write_recorded, sync_recorded  # type: ignore[method-assign]
    try:
        yield
    finally:
        HeadFile.__init__, HeadFile.write, HeadFile.sync = begin, write, sync  # type: ignore[method-assign]
