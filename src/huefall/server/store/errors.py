"""What can go wrong in the store, each with a sentence that says what to do about it."""

from __future__ import annotations

from typing import Self

import apsw

from huefall.vocabulary.errors import HuefallError


class StoreError(HuefallError):
    """The store cannot do what it was asked to. Nothing of what was asked has been acknowledged."""


class StoreConflict(StoreError):
    """An entry whose number is taken or leaves a gap: somebody else has appended to the stream."""

    @classmethod
    def of(cls, stream: str, number: int, last: int) -> Self:
        """Say which number came and which was to come."""
        return cls(
            f"the next entry of {stream} is number {last + 1}, and what came is number {number}: "
            "read the stream again and number on from its last entry"
        )


class StoreInUse(StoreError):
    """Another server has the database open."""


def explain(error: Exception, path: str) -> StoreError:
    """Turn an error of SQLite's, or of what was handed to it, into a sentence for whoever runs the server."""
    match error:
        case StoreError():
            return error
        case apsw.FullError():
            told = "there is no room left for it on the disk: make room, and what is sent after that will be kept"
        case apsw.BusyError() | apsw.LockedError():
            told = "another program is writing to it: close that program; only a server may write to its database"
        case apsw.NotADBError():
            told = "it is not a Huefall database: give the path of another file, or of one that does not exist yet"
        case apsw.CorruptError():
            told = "the file is damaged: stop the server and put a copy of the database in its place"
        case apsw.ReadOnlyError() | apsw.CantOpenError() | apsw.PermissionsError():
            told = f"it cannot be opened and written ({error}): check who owns the file and its directory"
        case apsw.IOError():
            told = f"the disk failed ({error}): look at the disk, then start the server again"
        case _:
            told = f"{type(error).__name__}: {error}"
    return StoreError(f"{path}: {told}")
