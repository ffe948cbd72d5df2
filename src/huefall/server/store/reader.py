"""``Reader``: its own read-only connection, used in its own thread.

A read neither waits for a commit nor delays one, and sees each append that has returned, because a commit is visible to
every connection when it returns. Results come as one JSON value, for the reason given in ledger.py. Tested in
tests/server/store/test_contract.py and tests/server/store/test_sqlite.py.
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
_READ_ALL = """
    SELECT json_group_array(json_array(streams.name, number, at, data) ORDER BY streams.name, number)
    FROM streams JOIN entries ON entries.stream = streams.id
    WHERE streams.name >= ?1 AND streams.name < ?1 || char(0x10FFFF)
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
_named_entries = msgspec.json.Decoder(list[tuple[str, int, int, str]])
_infos = msgspec.json.Decoder(list[tuple[str, int, int, int]])


class Reader:
    def __init__(self, connection: apsw.Connection, path: str) -> None:
        self._connection = connection
        self._path = path

    def read(self, stream: str, after: int) -> list[StoredEntry]:
        rows = _entries.decode(self._query(_READ, (stream, after)))
        return [StoredEntry(stream, number, at, data.encode()) for number, at, data in rows]

    def read_all(self, prefix: str) -> list[StoredEntry]:
        rows = _named_entries.decode(self._query(_READ_ALL, (prefix,)))
        return [StoredEntry(stream, number, at, data.encode()) for stream, number, at, data in rows]

    def streams(self, prefix: str) -> list[StreamInfo]:
        return [StreamInfo(*row) for row in _infos.decode(self._query(_LIST, (prefix,)))]

    def close(self) -> None:
        self._connection.close()

    def _query(self, sql: str, values: tuple[str | int, ...]) -> str:
        try:
            return str(self._connection.execute(sql, values).fetchall()[0][0])
        except Exception as error:
            raise explain(error, self._path) from error
