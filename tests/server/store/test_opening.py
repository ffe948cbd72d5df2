"""Each reason why a database cannot be opened is one sentence, without a password."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from tools.cluster.local_postgres import LocalPostgres, free_port

from huefall.cli import main
from huefall.server.store import SqliteStore, StoreError
from huefall.server.store.opening import open_store
from huefall.server.store.postgres import PostgresStore

PASSWORD = "correct-horse"  # noqa: S105  # of a database for one test


def complain(address: str, data: Path) -> str:
    """Return why a store cannot be opened."""

    async def run() -> None:
        store = await open_store(address, data)
        await store.close()

    with pytest.raises(StoreError) as caught:
        asyncio.run(run())
    return str(caught.value)


def test_without_an_address_the_data_is_in_a_file(tmp_path: Path) -> None:
    async def run() -> None:
        store = await open_store("", tmp_path)
        assert isinstance(store, SqliteStore)
        await store.close()

    asyncio.run(run())
    assert (tmp_path / "huefall.db").is_file()


def test_with_an_address_the_data_is_in_the_database(database_url: str, tmp_path: Path) -> None:
    async def run() -> None:
        store = await open_store(database_url, tmp_path)
        assert isinstance(store, PostgresStore)
        await store.close()

    asyncio.run(run())
    assert not (tmp_path / "huefall.db").exists()


def test_a_missing_driver_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    assert "pip install 'huefall[postgres]'" in complain("postgresql://h/d", tmp_path)


def serve(address: str, data: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Let the command try to serve; return its only line."""
    status = main(["serve", f"--data={data}", "--port=0", f"--store={address}"])
    written = capsys.readouterr().err
    assert status != 0
    (line,) = written.splitlines()
    assert line.startswith("huefall: ") and PASSWORD not in line
    return line


@pytest.mark.process
def test_an_unreachable_server_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    port = free_port()
    line = serve(f"postgresql://ann:{PASSWORD}@127.0.0.1:{port}/cards", tmp_path, capsys)
    assert f"postgresql://ann@127.0.0.1:{port}/cards: it cannot be reached" in line


@pytest.mark.process
@pytest.mark.parametrize("place", ["no.such.host.invalid", "127.0.0.1:port", "[h"])
def test_an_address_that_leads_nowhere_is_named(place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = serve(f"postgresql://ann:{PASSWORD}@{place}/cards", tmp_path, capsys)
    assert "it cannot be reached" in line or "no address that PostgreSQL's clients understand" in line


def test_a_missing_database_is_named(
    postgres: LocalPostgres, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 'database "nothing" does not exist: create it' in serve(postgres.url("nothing"), tmp_path, capsys)


def test_a_wrong_password_is_named(
    postgres: LocalPostgres, database_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = postgres.folder / "pg_hba.conf"
    before = rules.read_text()
    try:
        postgres.query("CREATE ROLE ann LOGIN PASSWORD 'battery-staple'")
        rules.write_text(f"host all ann 127.0.0.1/32 scram-sha-256\n{before}")
        postgres.query("SELECT pg_reload_conf()")
        address = database_url.replace("huefall@", f"ann:{PASSWORD}@")
        assert "does not let this user in" in serve(address, tmp_path, capsys)
    finally:
        rules.write_text(before)
        postgres.query("SELECT pg_reload_conf()")
        postgres.query("DROP ROLE ann")


def test_a_missing_privilege_is_named(
    postgres: LocalPostgres, database_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        postgres.query("CREATE ROLE bob LOGIN")
        address = database_url.replace("huefall@", "bob@")
        assert "lacks a privilege (permission denied for database" in serve(address, tmp_path, capsys)
        asyncio.run(_open(database_url))
        assert "lacks a privilege (permission denied for schema huefall" in serve(address, tmp_path, capsys)
    finally:
        postgres.query("DROP ROLE bob")


async def _open(address: str) -> None:
    store = await PostgresStore.open(address)
    await store.close()


def test_a_newer_schema_is_named(
    postgres: LocalPostgres, database_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(_open(database_url))
    postgres.query("UPDATE huefall.meta SET version = 99", database_url.rpartition("/")[2])
    assert "written by a newer Huefall (its schema is version 99" in serve(database_url, tmp_path, capsys)


def test_another_encoding_is_named(postgres: LocalPostgres, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    postgres.query("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
    try:
        assert "its encoding is LATIN1, not UTF8" in serve(postgres.url("latin"), tmp_path, capsys)
    finally:
        postgres.query("DROP DATABASE latin WITH (FORCE)")


def test_a_setting_that_is_no_address_is_not_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--store: expected an address such as" in serve(f"postgre://ann:{PASSWORD}@h/d", tmp_path, capsys)


def test_the_help_shows_no_address(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HUEFALL_STORE", f"postgresql://ann:{PASSWORD}@h/d")
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    written = capsys.readouterr().out
    assert "--store" in written and PASSWORD not in written
