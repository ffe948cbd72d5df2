from __future__ import annotations
from collections.abc import Iterator
import pytest
import schemathesis
from hypothesis import HealthCheck, settings, seed
from tests.server.house import House, running
from tests.server.player import ask, new_guest, new_table
from huefall.protocol.openapi import openapi_document
from huefall.server.admin import read_admin_token

schema = schemathesis.openapi.from_dict(openapi_document())

@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("house")) as house:
        house.wait_for("tables are open")
        yield house

@schema.parametrize()
@settings(max_examples=30, deadline=None, database=None, suppress_health_check=list(HealthCheck))
def test_api(case: schemathesis.Case, house: House) -> None:
    case.call_and_validate(base_url=house.url)
