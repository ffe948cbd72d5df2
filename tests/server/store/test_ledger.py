"""Judging and writing batches, without threads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from huefall.server.store import StoreConflict, StoredEntry, StoreError, StoreFull, appender, ledger, statements
from huefall.server.store.database import Database, open_database
from huefall.server.store.ledger import Ledger
from huefall.server.store.migrations import MIGRATIONS
from huefall.server.store.orders import DeleteStreams
from huefall.server.store.reader import Reader


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = open_database(tmp_path / "huefall.db", MIGRATIONS)
    yield opened
    opened.reading.close()
    opened.writing.close()
    opened.lock.release()


@pytest.fixture
def writer(database: Database) -> Ledger:
    return Ledger(database.writing, "huefall.db")


@pytest.fixture
def reader(database: Database) -> Reader:
    return Reader(database.reading, "huefall.db")


def entry(stream: str, number: int, data: bytes = b"{}") -> StoredEntry:
    return StoredEntry(stream, number, 1_700_000_000_000, data)


def lasts(reader: Reader) -> dict[str, int]:
    return {info.stream: info.last for info in reader.streams("")}


def test_a_batch_of_known_streams_is_one_statement(database: Database, writer: Ledger) -> None:
    writer.execute([[entry(f"table:{place}", 1)] for place in range(100)])
    statements: list[str] = []

    def note(cursor: apsw.Cursor, sql: str, values: object) -> bool:
        statements.append(sql)
        return True

    database.writing.exec_trace = note
    assert writer.execute([[entry(f"table:{place}", 2)] for place in range(100)]) == [None] * 100
    assert len(statements) == 1


def test_few_statements_are_prepared_whatever_the_size_of_a_batch(writer: Ledger, reader: Reader) -> None:
    statements.insert_rows.cache_clear()
    number = 0
    for size in (*range(1, 70), 600, statements.MAX_ROWS, statements.MAX_ROWS + 1, 2 * statements.MAX_ROWS + 5):
        batch = [[entry("table:a", number + place)] for place in range(1, size + 1)]
        assert writer.execute(batch) == [None] * size
        number += size
        assert lasts(reader) == {"table:a": number}
    assert statements.insert_rows.cache_info().currsize <= 11
    assert len(statements.insert_rows(statements.MAX_ROWS)) < 16_384  # what apsw keeps prepared
    assert [kept.number for kept in reader.read("table:a", 0)] == list(range(1, number + 1))


def test_a_full_disk_fails_the_whole_batch_and_the_next_may_succeed(
    database: Database, writer: Ledger, reader: Reader
) -> None:
    writer.execute([[entry("table:a", 1), entry("table:b", 1)]])
    database.writing.pragma("max_page_count", database.writing.pragma("page_count"))
    large = entry("table:a", 2, b"7" * 100_000)
    for batch in (
        [[large], [entry("table:b", 2)]],  # one statement
        [[large], [entry("table:b", 2)], [entry("table:new", 1)], [entry("table:b", 9)]],  # a transaction of several
    ):
        outcomes = writer.execute(batch)
        assert all(type(outcome) is StoreFull and "the disk is full" in str(outcome) for outcome in outcomes)
        assert len(set(map(id, outcomes))) == len(batch)  # each can be raised by itself
        assert lasts(reader) == {"table:a": 1, "table:b": 1}
    database.writing.pragma("max_page_count", 1_000_000)
    assert writer.execute([[large], [entry("table:b", 2), entry("table:new", 1)]]) == [None, None]
    assert lasts(reader) == {"table:a": 2, "table:b": 2, "table:new": 1}


def test_a_connection_that_fails_is_not_used_again(database: Database, writer: Ledger, reader: Reader) -> None:
    writer.execute([[entry("table:a", 1)]])
    database.writing.close()
    for batch in ([[entry("table:a", 2)], DeleteStreams(["table:a"])], [DeleteStreams(["table:a"])]):
        outcomes = writer.execute(batch)
        assert all(isinstance(outcome, StoreError) for outcome in outcomes)
    writer.checkpoint_when_due()
    assert lasts(reader) == {"table:a": 1}


def test_a_log_that_somebody_was_reading_is_copied_soon_after(
    database: Database, writer: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger, "RETRY_PAGES", 1)
    number = 0

    def append_until_due() -> int:
        nonlocal number
        before = number
        while True:
            number += 1
            assert writer.execute([[entry("table:a", number, b"x" * 4000)]]) == [None]
            if writer.checkpoint_when_due():
                return number - before

    monkeypatch.setattr(writer, "_pages_until_checkpoint", 50)
    writer.execute([[entry("table:b", 1)]])
    database.reading.execute("BEGIN")
    database.reading.execute("SELECT count(*) FROM entries").fetchall()  # keeps everything later out of the database
    assert append_until_due() > 1
    assert append_until_due() == 1, "somebody is still reading"
    database.reading.execute("COMMIT")
    assert append_until_due() == 1
    assert writer._pages_until_checkpoint == ledger.CHECKPOINT_PAGES


def test_a_checkpoint_that_fails_is_heard_of_by_the_next_append(
    database: Database, writer: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger, "CHECKPOINT_PAGES", 1)
    assert writer.execute([[entry("table:a", 1)]]) == [None]
    database.writing.close()
    writer.checkpoint_when_due()
    assert "no more entries are stored" in str(writer.execute([[entry("table:a", 2)]])[0])


def test_last_numbers_that_are_no_longer_remembered_are_looked_up(
    writer: Ledger, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(appender, "MAX_CACHED", 3)
    for number in range(1, 5):
        for place in range(6):
            assert writer.execute([[entry(f"table:{place}", number)]]) == [None]
    assert len(writer._appender._heads) <= 4
    assert isinstance(writer.execute([[entry("table:0", 4)]])[0], StoreConflict)
    assert lasts(reader) == {f"table:{place}": 4 for place in range(6)}


def test_refused_streams_leave_no_trace(database: Database, writer: Ledger) -> None:
    for place in range(20):
        assert isinstance(writer.execute([[entry(f"table:{place}", 2)]])[0], StoreConflict)
    assert not writer._appender._heads and not writer._appender._ids
    assert database.writing.execute("SELECT count(*) FROM streams").fetchall() == [(0,)]


def test_a_stream_that_begins_again_does_not_inherit_entries(writer: Ledger, reader: Reader) -> None:
    writer.execute([[entry("table:a", 1), entry("table:a", 2), entry("table:b", 1)]])
    outcomes = writer.execute(
        [DeleteStreams(["table:a", "table:b"]), [entry("table:c", 1)], [entry("table:a", 1, b"1")]]
    )
    assert outcomes == [None, None, None]
    assert reader.read("table:a", 0) == [entry("table:a", 1, b"1")]
    assert lasts(reader) == {"table:a": 1, "table:c": 1}
