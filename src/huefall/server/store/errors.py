"""The errors of the store, each with a sentence that says what to do.

Tested in tests/server/store/test_database.py and tests/server/store/test_ledger.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Self

import apsw

from huefall.vocabulary.errors import HuefallError

if TYPE_CHECKING:
    from huefall.server.store.contract import StoredEntry

#: The exit status of a server whose store has failed, as EX_IOERR of sysexits.h: starting it again may help.
STORE_FAILED_STATUS = 74

#: The exit status if the stored data cannot be read or is incomplete, as EX_DATAERR of sysexits.h.
STORE_DAMAGED_STATUS = 65

#: When a client may try again while the server is started again.
FAILED_RETRY_SECONDS = 10


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


class NotOwner(StoreConflict):
    """Another node has taken the table: this one may not append to it any more. Nothing was stored."""

    @classmethod
    def of_stream(cls, stream: str) -> Self:
        code = stream.partition(":")[2]
        return cls(f"this node no longer owns table {code}: send its people to the node that does, and append nothing")


class StoreInUse(StoreError):
    """Another server has opened the database."""


class StoreDamaged(StoreError):
    """The whole file cannot be read, or acknowledged entries are missing from it. Starting again does not help."""

    exit_status = STORE_DAMAGED_STATUS


class UnreadableStream(StoreError):
    """One stream cannot be read to its end; all others can. ``reason`` and ``text`` are for clients."""

    reason = "cannot_be_read"

    def __init__(self, stream: str, number: int, problem: str, text: str, sound: Sequence[StoredEntry] = ()) -> None:
        super().__init__(f"{stream}: entry {number} {problem}")
        self.stream = stream
        self.number = number
        self.problem = problem
        self.text = text
        #: The entries before it.
        self.sound = sound


class StreamDamaged(UnreadableStream):
    """An entry is not what was written."""

    def __init__(self, stream: str, number: int, problem: str, sound: Sequence[StoredEntry] = ()) -> None:
        text = f"what the server has stored here is damaged at entry {number}: its admin may have a backup"
        super().__init__(stream, number, problem, text, sound)


class NewerEntry(UnreadableStream):
    """An entry was written by a newer program, ``needed`` if it is known which."""

    def __init__(
        self, stream: str, number: int, version: int, sound: Sequence[StoredEntry] = (), needed: str = ""
    ) -> None:
        self.version = version
        program = f"Huefall {needed}" if needed else "a newer Huefall"
        text = f"this was stored by {program}, and this server is older: it needs that version to read entry {number}"
        super().__init__(stream, number, f"was written by {program} (entries of version {version})", text, sound)


class StoreUnavailable(StoreError):
    """Nothing can be stored now; ``reason`` is the code for clients, ``text`` a sentence for people at a table."""

    reason: ClassVar[str]
    text: ClassVar[str]

    def __init__(self, cause: str, retry_after: int = FAILED_RETRY_SECONDS) -> None:
        super().__init__(cause)
        self.retry_after = retry_after


class StoreFull(StoreUnavailable):
    """There is no room on the disk. The store goes on by itself when there is."""

    reason = "store_full"
    text = "the server's disk is full: nothing has changed, try again in a moment"

    @classmethod
    def now(cls, retry_after: int) -> Self:
        """Return the error of an append that is not even tried."""
        return cls("the disk is full, and the store waits for room", retry_after)


class StoreAway(StoreUnavailable):
    """The database cannot be reached; the store goes on by itself when it can.

    An append that was under way may have been stored: read the stream again to find out.
    """

    reason = "store_away"
    text = "the server cannot reach its database: nothing has changed, try again in a moment"

    @classmethod
    def now(cls, retry_after: int) -> Self:
        """Return the error of an order that is not even tried."""
        return cls("the database cannot be reached, and the store tries again", retry_after)


class StoreFailed(StoreUnavailable):
    """The disk has failed: nothing is stored until the database is opened again. The process ends with this status."""

    reason = "store_failed"
    text = "the server can store nothing any more and stops: come back when it has been started again"
    exit_status = STORE_FAILED_STATUS


def explain(error: Exception, path: str) -> StoreError:
    """Turn an error of SQLite, or of its input, into a sentence for the person who runs the server."""
    match error:
        case StoreError():
            return error
        case apsw.FullError():
            return StoreFull(f"{path}: the disk is full: free some space; the server then goes on by itself")
        case apsw.BusyError() | apsw.LockedError():
            advice = "another program is writing to it: close that program; only a server may write to its database"
        case apsw.NotADBError():
            advice = "it is not a Huefall database: give the path of another file, or of one that does not exist yet"
        case apsw.CorruptError():
            return StoreDamaged(
                f"{path}: the file is damaged: stop the server, see what huefall check says, and put a backup in its place "
                "with huefall restore"
            )
        case apsw.ReadOnlyError() | apsw.CantOpenError() | apsw.PermissionsError():
            advice = f"it cannot be opened and written ({error}): check who owns the file and its directory"
        case apsw.IOError():
            advice = f"the disk failed ({error}): look at the disk, then start the server again"
        case _:
            advice = f"{type(error).__name__}: {error}"
    return StoreError(f"{path}: {advice}")
