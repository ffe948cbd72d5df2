"""What every test run does: print the seed, sort tests into tiers by what they use, retry where a retry is allowed."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path

import pytest
from tests import process_guard, scale
from tests.postgres import database_url, postgres  # noqa: F401  # fixtures
from tests.scale import FULL_GAMES, GAMES, SEED
from tests.server.cluster import two_nodes
from tests.server.server_process import ServerProcess, running_server

from huefall.game.ready import prepare_search
from huefall.kernel.compiler import COMPILED

#: Fixtures whose tests use a browser, or a server in a process of its own.
BROWSER_FIXTURES = frozenset({"browser"})
PROCESS_FIXTURES = frozenset({"shared_server", "postgres"})

TIERS = {
    "all": "every test",
    "quick": "what every change must pass, for `make test`",
    "rest": "what `quick` leaves out, for `make check`, and again what grows with HUEFALL_GAMES",
}

_left = pytest.StashKey[Counter[str]]()

process_guard.install()


@pytest.fixture
def keyboard() -> Iterator[None]:
    """Handle Ctrl-C as a program in a terminal does: a run in the background, or under ``nohup``, ignores SIGINT."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session", autouse=True)
def _nodes(request: pytest.FixtureRequest) -> Iterator[None]:
    """Put two nodes in the place of every server, if this run asks for it."""
    if request.config.getoption("nodes") == 1:
        yield
        return
    with two_nodes.every_server_as_two_nodes(request.getfixturevalue("postgres")):
        yield


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory, _nodes: None) -> Iterator[ServerProcess]:
    """Run one server without limits for all tests of a worker."""
    prepare_search()  # hints are given from the first move on
    with running_server(tmp_path_factory.mktemp("server"), max_tables=10_000, review_rollouts=60) as server:
        server.wait_for("tables_open")
        yield server


@pytest.fixture
def server(shared_server: ServerProcess) -> Iterator[ServerProcess]:
    """Lend the shared server to one test, which fails if the server logs an error meanwhile."""
    known = shared_server.error_lines
    yield shared_server
    shared_server.check_log(known)


def pytest_addoption(parser: pytest.Parser) -> None:
    meaning = "; ".join(f"{tier}: {what}" for tier, what in TIERS.items())
    parser.addoption("--tier", choices=list(TIERS), default="all", help=f"which tests to run ({meaning})")
    parser.addoption("--nodes", type=int, choices=[1, 2], default=1, help="how many nodes a test's server consists of")
    parser.addoption("--left-file", help="where to write the line about what the quick tier has left out")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_left] = Counter()


def pytest_report_header() -> str:
    compiler = "on" if COMPILED else "off"
    return f"huefall: HUEFALL_GAMES={GAMES} HUEFALL_SEED={SEED}, compiler {compiler}"


# Tiers


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark tests by what they use: when they are found, so that `-m browser` selects by these marks, too."""
    _mark(item)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests of another tier, and begin with those that take longest."""
    tier = config.getoption("tier")
    reasons = {item: _left_because(item, tier) for item in items}
    if config.getoption("nodes") > 1:
        reasons = {item: reason or two_nodes.why_left_out(item) for item, reason in reasons.items()}
    out = [item for item in items if reasons[item]]
    config.stash[_left].update(reasons[item] for item in out)
    config.hook.pytest_deselected(items=out)
    # A long test that begins last keeps the other workers waiting.
    items[:] = sorted((item for item in items if not reasons[item]), key=_rank)


def _mark(item: pytest.Item) -> None:
    fixtures = set(getattr(item, "fixturenames", ()))
    if fixtures & BROWSER_FIXTURES:
        item.add_marker("browser")
    if fixtures & PROCESS_FIXTURES:
        item.add_marker("process")
    if _uses_scale(item):
        item.add_marker("scaled")
    if _may_leave_process(item):
        item.add_marker(pytest.mark.flaky(reruns=1))


def _uses_scale(item: pytest.Item) -> bool:
    """Return whether a test's file takes sizes from `tests.scale`: then it plays more games in a longer run."""
    names = vars(getattr(item, "module", None) or item)
    return names.get("scaled") is scale.scaled or "GAMES" in names


def _may_leave_process(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(name) for name in ("browser", "process"))


def _left_because(item: pytest.Item, tier: str) -> str:
    """Return why a test is left out of a tier; an empty text if it is not."""
    exhaustive = item.get_closest_marker("exhaustive")
    is_journey = item.get_closest_marker("browser") and not item.get_closest_marker("essential")
    if tier == "quick":
        return "exhaustive" if exhaustive else "more of the page" if is_journey else ""
    if tier == "rest":
        return "" if exhaustive or is_journey or item.get_closest_marker("scaled") else "already run by `make test`"
    return ""


def _rank(item: pytest.Item) -> int:
    marks = ("exhaustive", "browser", "process")
    return next((place for place, name in enumerate(marks) if item.get_closest_marker(name)), len(marks))


# The guard


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, None, None]:
    process_guard.noted.clear()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Fail a test that leaves its process without saying so: it would get no second attempt, and others could not skip it."""
    result = yield
    if process_guard.noted and not _may_leave_process(item):
        events = ", ".join(sorted(process_guard.noted))
        pytest.fail(f"this test leaves its process ({events}): mark it with @pytest.mark.process", pytrace=False)
    return result


# The end of a run


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand the count of tests left out from a worker to the process that reports."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        left: Counter[str] = session.config.stash[_left]
        output["left"] = dict(left)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    """Take the count from a worker; all of them collect the same tests."""
    config: pytest.Config = node.config  # type: ignore[attr-defined]  # xdist has no types
    left: dict[str, int] = getattr(node, "workeroutput", {}).get("left", {})
    config.stash[_left] = Counter(left) or config.stash[_left]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Show the report of every first attempt that failed, and say what this run has left out."""
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.section(f"failed at the first attempt: {report.nodeid}", sep="-", yellow=True)
        terminalreporter.write_line(str(report.longrepr))
    if config.getoption("tier") != "quick":
        return
    line = _describe_left(config.stash[_left], terminalreporter.stats.get("skipped", []))
    terminalreporter.write_line(line)
    # `make test` prints it last, after the output of the targets that ran side by side with the tests.
    if config.getoption("left_file"):
        Path(config.getoption("left_file")).write_text(f"{line}\n", encoding="utf-8")


def _describe_left(left: Counter[str], skipped: Iterable[object]) -> str:
    parts = [f"{count} {reason}" for reason, count in sorted(left.items())]
    count = sum(1 for _ in skipped)
    also = f"; {count} skipped for a reason given above" if count else ""
    return (
        f"Left to `make check`: {left.total()} tests ({', '.join(parts)}), {FULL_GAMES} games in lock step instead of {GAMES}, "
        f"interpreted mode, bounds checks and coverage{also}."
    )
