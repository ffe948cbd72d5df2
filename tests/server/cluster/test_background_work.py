"""Work that one node does for all is done by another one if that node is killed: reviews, deletions, the sweep."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path

import pytest
from tests.server.cluster.nodes import Service, running_nodes
from tests.server.player import ask
from tests.server.server_process import ServerProcess
from tests.server.test_my_games import ME
from tests.server.test_play_on import finished
from tests.server.test_reviews import look, place, wait_for_review
from tests.waiting import MAX_WAIT_SECONDS
from tools.cluster.local_postgres import LocalPostgres

pytestmark = [
    pytest.mark.process,
    pytest.mark.exhaustive(
        "killing nodes at their work takes long: tests/server/reviews/test_sharing.py has it without processes"
    ),
]

#: A review that does not end within a test.
ENDLESS_ROLLOUTS = 1_000_000

#: The nodes ask each other all the time who sweeps; with so few checks the clock has never agreed for long enough.
RESTLESS_SWEEP = [
    "huefall.server.retention.sweep:CHECK_SECONDS=0.05",
    "huefall.server.retention.sweep:CHECKS_PER_SWEEP=1",
]

#: Sweeps of one node in which the other one would have done at least one if it could.
MANY_SWEEPS = 20

POLL_SECONDS = 0.05


def wait_until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + MAX_WAIT_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(POLL_SECONDS)


class Work:
    """Who does what, as the database has it."""

    def __init__(self, postgres: LocalPostgres, database_url: str) -> None:
        self._postgres = postgres
        self._database = database_url.rpartition("/")[2]

    def find(self, prefix: str, node: ServerProcess) -> str:
        """Return the name of a piece of work that a node has claimed; an empty text if there is none."""
        return self._query(
            f"SELECT work.name FROM huefall.work JOIN huefall.nodes ON nodes.id = work.node "  # noqa: S608
            f"WHERE work.name LIKE '{prefix}%' AND nodes.name LIKE '%:{node.port}'"
        )

    def give(self, name: str, node: ServerProcess) -> None:
        """Claim work for a node."""
        self._query(
            f"INSERT INTO huefall.work (name, node) "  # noqa: S608
            f"SELECT '{name}', nodes.id FROM huefall.nodes WHERE nodes.name LIKE '%:{node.port}'"
        )

    def _query(self, statement: str) -> str:
        return self._postgres.query(statement, self._database)


@pytest.fixture
def work(postgres: LocalPostgres, database_url: str) -> Work:
    return Work(postgres, database_url)


def test_a_review_of_a_killed_node_is_finished_by_another_one(tmp_path: Path, database_url: str, work: Work) -> None:
    with running_nodes(1, tmp_path, database_url, review_rollouts=ENDLESS_ROLLOUTS) as service:
        (dying,) = service.nodes
        code, _ = finished(dying)
        assert ask(dying.url, place(code), method="POST")[0] == 200
        wait_until(lambda: work.find("review-asked:", dying))
        heir = service.start_node(review_rollouts=16)
        assert look(heir, code)["state"] in {"waiting", "working"}
        assert work.find("review-asked:", dying), "the node that lives keeps its work"
        dying.kill()
        assert wait_for_review(heir, code)["players"]  # nobody has asked again


def test_a_deletion_of_a_killed_node_is_finished_by_another_one(tmp_path: Path, database_url: str, work: Work) -> None:
    with running_nodes(2, tmp_path, database_url) as service:
        dying, heir = service.nodes
        code, token = finished(heir)
        # The deletion waits for whoever writes about the table's reviews: until the node is killed in the middle of it.
        work.give(f"review-writing:{code}", heir)
        asking = threading.Thread(target=_delete, args=(dying, token))
        asking.start()
        wait_until(lambda: work.find("deletion:", dying))
        assert heir.logged("guest_deleted") is None
        dying.kill()
        asking.join()
        heir.wait_for("guest_deleted")
        assert ask(heir.url, ME, token=token)[0] == 401
        assert ask(heir.url, f"/api/tables/{code}")[0] == 404


def _delete(node: ServerProcess, token: str) -> None:
    with suppress(OSError, HTTPException):  # the node is killed meanwhile
        ask(node.url, ME, token=token, method="DELETE")


def test_one_node_sweeps_and_another_one_if_that_is_killed(tmp_path: Path, database_url: str, work: Work) -> None:
    with running_nodes(2, tmp_path, database_url, constants=RESTLESS_SWEEP) as service:
        dying, heir = _by_sweep(service, work)
        wait_until(lambda: _sweeps(dying) >= MANY_SWEEPS)
        assert _sweeps(heir) == 0 or dying.logged("lease_ended"), "two nodes sweep, and both live"
        dying.kill()
        wait_until(lambda: _sweeps(heir) >= MANY_SWEEPS)
        assert work.find("sweep", heir)


def _by_sweep(service: Service, work: Work) -> list[ServerProcess]:
    """Return the nodes, the one that sweeps first."""
    wait_until(lambda: any(work.find("sweep", node) for node in service.nodes))
    return sorted(service.nodes, key=lambda node: not work.find("sweep", node))


def _sweeps(node: ServerProcess) -> int:
    return sum(line.get("event_id") == "sweep_waits" for line in node.log)
