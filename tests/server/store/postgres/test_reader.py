"""Damage in the rows of a stream is found whenever the stream is read."""

from __future__ import annotations

import pytest
from tests.server.store.postgres.test_appender import entry, query, with_two

from huefall.server.store import StreamDamaged, UnreadableStream
from huefall.server.store.postgres import PostgresStore


@pytest.mark.parametrize(
    ("statement", "number", "problem"),
    [
        ("UPDATE huefall.entries SET data = 'x' WHERE number = 3", 3, "does not have the content"),
        ("UPDATE huefall.entries SET at = at + 1 WHERE number = 2", 2, "does not have the content"),
        ("UPDATE huefall.entries SET hash = '' WHERE number = 4", 4, "does not have the content"),
        ("DELETE FROM huefall.entries WHERE number = 3", 3, "is missing"),
        ("DELETE FROM huefall.entries WHERE number = 5", 5, "is missing"),
        ("DELETE FROM huefall.entries", 1, "is missing"),
        ("UPDATE huefall.streams SET hash = 'x'", 5, "is not the one that the stream ends with"),
        ("UPDATE huefall.streams SET last = 4", 5, "is not the one that the stream ends with"),
    ],
)
def test_damage_in_a_row_is_found(database_url: str, statement: str, number: int, problem: str) -> None:
    async def work(one: PostgresStore, other: PostgresStore) -> None:
        await one.append([entry("table:a", each) for each in range(1, 6)])
        await query(database_url, f"{statement} {'AND' if 'WHERE' in statement else 'WHERE'} true")
        await one.append([entry("table:b", 1)])
        with pytest.raises(StreamDamaged, match=problem) as caught:
            await other.read("table:a")
        assert caught.value.number == number
        assert other.health.damaged["table:a"].number == number
        assert [each.stream for each in await one.read_all("table:")] == ["table:b"]
        assert one.health.damaged["table:a"].number == number

    with_two(database_url, work)


def test_the_end_of_a_stream_can_be_read_without_its_beginning(database_url: str) -> None:
    async def work(one: PostgresStore, other: PostgresStore) -> None:
        await one.append([entry("table:a", number) for number in range(1, 6)])
        await query(database_url, "UPDATE huefall.entries SET data = 'x' WHERE number = 1")
        assert [each.number for each in await one.read("table:a", 3)] == [4, 5]

    with_two(database_url, work)


def test_entries_of_a_newer_program_are_refused_with_its_name(database_url: str) -> None:
    async def work(one: PostgresStore, other: PostgresStore) -> None:
        from huefall.server.store import chain

        await one.append([entry("table:a", 1)])
        newer = chain.ENTRY_VERSION + 1
        first = chain.hash_entry(chain.begin_chain("table:a"), 1, entry("table:a", 1).at, newer, b"{}")
        await query(database_url, "UPDATE huefall.entries SET version = $1, hash = $2", newer, first)
        await query(database_url, "INSERT INTO huefall.releases VALUES ($1, '99.0')", newer)
        with pytest.raises(UnreadableStream, match=r"written by Huefall 99\.0"):
            await one.read("table:a")

    with_two(database_url, work)


def test_a_damaged_snapshot_is_none(database_url: str) -> None:
    async def work(one: PostgresStore, other: PostgresStore) -> None:
        await one.append([entry("table:a", 1)])
        await one.put_snapshot("table:a", 1, "p", b"1")
        await query(database_url, "UPDATE huefall.snapshots SET data = 'x'")
        assert await one.read_snapshot("table:a", "p") is None

    with_two(database_url, work)
