"""The tiers of tests: tests left out of a run are counted, and a test that leaves its process must say so."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[1]

LEAVING = """
import multiprocessing, socket, subprocess, sys
def test_starts_a_process():
    try:
        subprocess.run([sys.executable, "-c", ""], check=True)
    except BaseException:
        pass  # not even a test that catches everything gets past the guard
def test_listens():
    with socket.create_server(("127.0.0.1", 0)):
        pass
def test_spawns():
    process = multiprocessing.get_context("spawn").Process(target=print)
    process.start()
    process.join()
attempts = []
def test_fails_once():
    attempts.append(1)
    assert len(attempts) > 1
"""

TIERED = """
import pytest
@pytest.fixture
def browser():
    pass
def test_pure(): pass
@pytest.mark.exhaustive("long")
def test_exhaustive(): pass
def test_journey(browser): pass
@pytest.mark.essential
def test_essential_journey(browser): pass
"""


def run(folder: Path, code: str, *options: str) -> tuple[int, str]:
    """Run tests as the project runs its own; return the exit code and the output."""
    file = folder / "test_given.py"
    file.write_text(code, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", f"--rootdir={folder}", "-p", "no:cacheprovider"]
    command += [f"--config-file={ROOT / 'pyproject.toml'}", "-p", "no:randomly", "-v", *options, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, timeout=600)
    return done.returncode, done.stdout


def passed_in(output: str) -> set[str]:
    return {name for line in output.splitlines() if "PASSED" in line for name in re.findall(r"::(\w+)", line)}


def test_a_test_that_leaves_its_process_must_say_so_and_gets_a_second_attempt(tmp_path: Path) -> None:
    _, unmarked = run(tmp_path, LEAVING)
    for event in ("subprocess.Popen", "socket.bind", "multiprocessing spawn"):
        assert f"leaves its process ({event}" in unmarked
    assert "4 failed" in unmarked and "RERUN" not in unmarked
    passed, marked = run(tmp_path, f"import pytest\npytestmark = pytest.mark.process\n{LEAVING}")
    assert passed == 0 and "4 passed, 1 rerun" in marked
    assert "failed at the first attempt: test_given.py::test_fails_once" in marked


def test_the_quick_tier_counts_what_it_leaves_out_and_the_rest_has_exactly_that(tmp_path: Path) -> None:
    _, quick = run(tmp_path, TIERED, "--tier=quick", "--numprocesses=1")
    assert passed_in(quick) == {"test_pure", "test_essential_journey"}
    assert "Left to `make check`: 2 tests (1 exhaustive, 1 more of the page)" in quick
    _, rest = run(tmp_path, TIERED, "--tier=rest")
    assert passed_in(rest) == {"test_exhaustive", "test_journey"}


def test_the_marks_that_follow_from_fixtures_can_be_selected_by(tmp_path: Path) -> None:
    _, journeys = run(tmp_path, TIERED, "-m", "browser")
    assert passed_in(journeys) == {"test_journey", "test_essential_journey"}
