"""Databases as every release wrote them: they are upgraded, their tables go on, and their matches replay as they were played.

Each has a finished match and a running one of two people and a bot, and the record of the first as that release gave it out;
from 0.8.0 on also a guest with two devices and the review of the match. A release adds its own: see releases/README.md.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from pathlib import Path

import apsw
import pytest
from tests.server.local_server import LocalServer

from huefall import __version__
from huefall.record import verify
from huefall.server.guests.entries import decode_entry
from huefall.server.guests.state import GuestState
from huefall.server.matches.archive import MatchArchive
from huefall.server.ops.workers import Workers
from huefall.server.ownership import SoleNode
from huefall.server.reviews.repository import Reviewed, ReviewRepository
from huefall.server.store import SqliteStore
from huefall.server.store.backup import check_file
from huefall.server.store.migrations import MIGRATIONS, query_number, run
from huefall.server.store.streams import GUESTS

RELEASES = Path(__file__).with_name("releases")
NAMES = sorted(file.stem for file in RELEASES.glob("*.sql"))

#: Releases whose databases have a guest with two devices and a review.
WITH_REVIEW = [name for name in NAMES if name not in {"0.4.0", "0.5.0", "0.6.0", "0.7.0"}]


def make_database(name: str, path: Path) -> Path:
    connection = apsw.Connection(str(path))
    run(connection, "PRAGMA journal_mode = WAL")
    run(connection, (RELEASES / f"{name}.sql").read_text(encoding="utf-8"))
    connection.close()
    return path


def test_there_is_a_database_of_every_earlier_release_since_0_4_0() -> None:
    changes = (Path(__file__).parents[3] / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(r"^## (\d+\.\d+\.\d+)$", changes, re.MULTILINE)
    earlier = released[released.index("0.4.0") : 0 : -1]
    assert [name for name in NAMES if name != __version__] == earlier


@pytest.mark.parametrize("name", NAMES)
def test_a_release_can_be_upgraded_played_on_and_replayed(name: str, tmp_path: Path) -> None:
    path = make_database(name, tmp_path / "huefall.db")
    connection = apsw.Connection(str(path))
    count, schema = (
        query_number(connection, "SELECT count(*) FROM entries"),
        query_number(connection, "PRAGMA user_version"),
    )
    connection.close()
    record = (RELEASES / f"{name}.record.jsonl").read_text(encoding="utf-8")

    async def work() -> None:
        store = await SqliteStore.open(path)
        assert len(await store.read_all("")) == count
        local = LocalServer(store)
        (info,) = await store.streams("table:")
        code = info.stream.removeprefix("table:")
        table = await local.registry.find(code)
        assert table is not None
        assert (table.state.status, table.state.revision, table.state.finished) == ("playing", info.last, [1])
        workers = Workers(1)
        found = await MatchArchive(store, workers).record(code, 1)
        assert moves_of(found) == moves_of(record)
        assert verify(found).commitment == verify(record).commitment
        assert store.health.problems == []
        workers.stop()
        await local.close()

    asyncio.run(work())
    assert check_file(path) == []
    copies = [file for file in tmp_path.iterdir() if "before-schema" in file.name]
    assert len(copies) == (schema < len(MIGRATIONS)), "a database is copied if its schema changes"
    assert [check_file(copy) for copy in copies] == [[] for _ in copies]


@pytest.mark.parametrize("name", WITH_REVIEW)
def test_devices_and_reviews_of_a_release_are_still_there(name: str, tmp_path: Path) -> None:
    path = make_database(name, tmp_path / "huefall.db")

    async def work() -> None:
        store = await SqliteStore.open(path)
        guests: dict[str, GuestState] = {}
        for entry in await store.read_all(GUESTS):
            guests.setdefault(entry.stream, GuestState()).apply(decode_entry(entry.data), entry.at)
        assert sorted((guest.name, len(guest.devices)) for guest in guests.values()) == [("Anna", 2), ("Ben", 1)]
        (info,) = await store.streams("table:")
        reviews = ReviewRepository(store, SoleNode())
        outcome = await reviews.find((info.stream.removeprefix("table:"), 1))
        assert isinstance(outcome, Reviewed)
        review = json.loads(gzip.decompress(outcome.packed))
        assert review["players"] == ["Anna", "Ben", "bot (easy)"]
        assert await reviews.requests() == []
        await store.close()

    asyncio.run(work())


def moves_of(record: str) -> list[object]:
    """Return everything that was dealt and played: each line but the header, which names who wrote it."""
    return [json.loads(line) for line in record.splitlines()[1:]]
