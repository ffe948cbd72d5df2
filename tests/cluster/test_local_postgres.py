"""A PostgreSQL of one's own: started, stopped, cut off, and kept from whom it is not for."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.cluster.local_postgres import LocalPostgres, PostgresMissingError, find_programs

pytestmark = pytest.mark.process


@pytest.fixture
def folder() -> Iterator[Path]:
    try:
        find_programs()
    except PostgresMissingError as error:
        pytest.skip(str(error))
    # Not in pytest's own folder, which every run closes to other users.
    with tempfile.TemporaryDirectory(prefix="huefall-postgres-") as name:
        yield Path(name) / "data"


def test_what_is_committed_survives_a_stop_and_a_power_cut(folder: Path) -> None:
    server = LocalPostgres(folder)
    try:
        server.create_database("cards")
        server.query("CREATE TABLE cards (name text)", "cards")
        for at_once in (False, True):
            server.query(f"INSERT INTO cards VALUES ('{at_once}')", "cards")  # noqa: S608
            server.stop(at_once=at_once)
            assert server.process.poll() is not None
            server.start()
        assert server.query("SELECT name FROM cards ORDER BY name", "cards").split() == ["False", "True"]
    finally:
        server.stop()
    again = LocalPostgres(folder)  # the same data, at another port
    try:
        assert again.query("SELECT count(*) FROM cards", "cards") == "2"
        assert again.query("SHOW fsync") == "on"
        assert again.query("SHOW listen_addresses") == "127.0.0.1"
    finally:
        again.stop()


def test_a_promoted_standby_has_everything_and_takes_writes_alone(folder: Path) -> None:
    primary = LocalPostgres(folder)
    try:
        standby = primary.add_standby(folder.parent / "standby")
        try:
            primary.query("CREATE TABLE cards (name text)")
            primary.query("INSERT INTO cards VALUES ('before')")
            with pytest.raises(PostgresMissingError, match="read-only"):
                standby.query("INSERT INTO cards VALUES ('too early')")
            primary.stop(at_once=True)
            standby.promote()
            standby.query("INSERT INTO cards VALUES ('after')")
            assert standby.query("SELECT name FROM cards ORDER BY name").split() == ["after", "before"]
        finally:
            standby.stop(at_once=True)
    finally:
        primary.stop(at_once=True)


def test_it_does_not_run_as_root(folder: Path) -> None:
    server = LocalPostgres(folder)
    try:
        assert Path(f"/proc/{server.pid}").stat().st_uid != 0
    finally:
        server.stop()


def test_a_server_that_cannot_start_says_why_and_is_gone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[LocalPostgres] = []
    begin = LocalPostgres.start

    def note_and_begin(self: LocalPostgres) -> None:
        started.append(self)
        begin(self)

    monkeypatch.setattr(LocalPostgres, "start", note_and_begin)
    with pytest.raises(PostgresMissingError, match="no_such_setting"):
        LocalPostgres(folder, settings={"no_such_setting": "1"})
    assert started[0].process.poll() is not None


def test_an_interrupted_start_leaves_no_process(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[LocalPostgres] = []

    def interrupt(self: LocalPostgres) -> bool:
        started.append(self)
        raise KeyboardInterrupt

    monkeypatch.setattr(LocalPostgres, "_answers", interrupt)
    with pytest.raises(KeyboardInterrupt):
        LocalPostgres(folder)
    assert started[0].process.poll() is not None


@pytest.mark.skipif(os.geteuid() != 0, reason="only root starts it as another user")
def test_folders_that_are_not_temporary_stay_closed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "gettempdir", lambda: "/elsewhere")
    with pytest.raises(PostgresMissingError, match="choose another directory"):
        LocalPostgres(folder)
    assert not folder.parent.stat().st_mode & 0o001
