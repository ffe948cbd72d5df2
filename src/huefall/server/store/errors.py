"""The errors of the store, each with a sentence that says what to do.

Tested in tests/server/store/test_database.py and tests/server/store/test_ledger.py.
"""

from __future__ import annotations

from typing import Self

import apsw

from huefall.vocabulary.errors import HuefallError


class StoreError(HuefallError):
    """The store cannot execute an order. Nothing of it has been acknowledged."""


class StoreConflict(StoreError):
    """The number of an entry is taken or leaves a gap: another writer has appended to the stream."""

    @classmethod
    def of(cls, stream: str, number: int, last: int) -> Self:
        return cls(
            f"the next entry of {stream} must have number {last + 1}, not {number}: "
            "read the stream again and number on from its last entry"
        )

    @classmethod
    def missing(cls, stream: str, number: int) -> Self:
        return cls(f"{stream} has no entry {number} that could be rewritten: read the stream again")


class StoreInUse(StoreError):
    """Another server has opened the database."""


def explain(error: Exception, path: str) -> StoreError:
    """Turn an error of SQLite, or of its input, into a sentence for the person who runs the server."""
    match error:
        case StoreError():
            return error
        case apsw.FullError():
            advice = "the disk is full: free some space; the server then goes on by itself"
        case apsw.BusyError() | apsw.LockedError():
            advice = "another program is writing to it: close that program; only a server may write to its database"
        case apsw.NotADBError():
            advice = "it is not a Huefall database: give the path of another file, or of one that does not exist yet"
        case apsw.CorruptError():
            advice = "the file is damaged: stop the server and put a copy of the database in its place"
        case apsw.ReadOnlyError() | apsw.CantOpenError() | apsw.PermissionsError():
            advice = f"it cannot be opened and written ({error}): check who owns the file and its directory"
        case apsw.IOError():
            advice = f"the disk failed ({error}): look at the disk, then start the server again"
        case _:
            advice = f"{type(error).__name__}: {error}"
    return StoreError(f"{path}: {advice}")
