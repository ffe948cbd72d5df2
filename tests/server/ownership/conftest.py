"""A PostgreSQL server for the tests of this folder, and an empty database with the tables of nodes for each test."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from tests.server.ownership.several_nodes import SCHEMA
from tools.cluster.local_postgres import LocalPostgres, PostgresMissingError

_numbers = count(1)


@pytest.fixture(scope="module")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalPostgres]:
    try:
        server = LocalPostgres(Path(tmp_path_factory.mktemp("postgres")) / "data")
    except PostgresMissingError as error:
        pytest.skip(str(error))
    yield server
    server.stop(at_once=True)


@pytest.fixture
def database_url(postgres: LocalPostgres) -> str:
    return postgres.create_database(f"nodes_{next(_numbers)}")


@pytest.fixture
def url(postgres: LocalPostgres, database_url: str) -> str:
    postgres.query(SCHEMA, database_url.rpartition("/")[2])
    return database_url
