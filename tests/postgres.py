"""A real PostgreSQL for tests: one server per test run and worker, and an empty database per test."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.cluster.local_postgres import LocalPostgres, PostgresMissingError, find_programs

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[LocalPostgres]:
    """Run a server for all tests of a worker; a test that stops it must start it again."""
    try:
        find_programs()
    except PostgresMissingError as error:
        pytest.skip(str(error))
    # Not in pytest's own folder: every run of pytest closes that to other users, and PostgreSQL does not run as root.
    with tempfile.TemporaryDirectory(prefix="huefall-postgres-") as folder:
        server = LocalPostgres(Path(folder) / "data")
        yield server
        server.stop(at_once=True)


@pytest.fixture
def database_url(postgres: LocalPostgres) -> Iterator[str]:
    """Create an empty database for one test, and return its address."""
    name = f"test_{next(_numbers)}"
    yield postgres.create_database(name)
    postgres.query(f"DROP DATABASE {name} WITH (FORCE)")
