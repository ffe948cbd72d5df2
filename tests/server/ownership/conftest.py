"""An empty database with the tables of a store, for each test of this folder."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.ownership.several_nodes import create_schema


@pytest.fixture
def url(database_url: str) -> str:
    asyncio.run(create_schema(database_url))
    return database_url
