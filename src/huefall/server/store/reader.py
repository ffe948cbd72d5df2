"""The reading side: a connection of its own, which cannot write, in a thread of its own.

A read waits for no commit and delays none, and since a commit is visible to every connection when it returns, it sees
each append that has returned. Answers come in one piece, as JSON, for the reason given in ledger.py.
"""

from __future__ import annotations

import apsw
import msgspec

from huefall.server.store.contract import StoredEntry, StreamInfo
from huefall.server.store.errors import explain

_READ = """
    SELECT json_group_array(json_array(number, at, data) ORDER BY number)
    FROM entries WHERE stream = (SELECT id FROM streams WHERE name = ?) AND number > ?
"""
_LIST = """
    SELECT json_group_array(json_array(streams.name, final.number, first.at, final.at) ORDER BY streams.name)
    FROM streams
    JOIN entries AS first ON first.stream = streams.id AND first.number = 1
    JOIN entries AS final ON final.stream = streams.id
        AND final.number = (SELECT max(number) FROM entries WHERE stream = streams.id)
    WHERE streams.name >= ?1 AND streams.name < ?1 || char(0x10FFFF)
"""

_entries = msgspec.json.Decoder(list[tuple[int, int, str]])
_infos = msgspec.json.Decoder(list[tuple[str, int, int, int]])


class Reader:
    """The connection that reads."""

    def __init__(self, connection: apsw.Connection, path: str) -> None:
        self._connection = connection
        self._path = path

    def read(self, stream: str, after: int) -> list[StoredEntry]:
        """Return a stream's entries with numbers above ``after``, in order."""
        rows = _entries.decode(self._ask(_READ, (stream, after)))
        return [StoredEntry(stream, number, at, data.encode()) for number, at, data in rows]

    def streams(self, prefix: str) -> list[StreamInfo]:
        """List the streams whose names begin so, by name."""
        return [StreamInfo(*row) for row in _infos.decode(self._ask(_LIST, (prefix,)))]

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _ask(self, sql: str, values: tuple[str | int, ...]) -> str:
        try:
            return str(self._connection.execute(sql, values).fetchall()[0][0])
        except Exception as error:
            raise explain(error, self._path) from error
