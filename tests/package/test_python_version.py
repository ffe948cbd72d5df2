"""A Python that cannot run Huefall is refused at once, in one sentence, by make and by pip."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from tools.package import python_version
from tools.package.python_version import PYPROJECT, check_python, find_problem, supported_minors

ROOT = PYPROJECT.parent

#: A Python that is too old, as far as `make` can tell: it says its version as tools/package/python_version.py would.
OLD_PYTHON = """#!/bin/sh
case "$1" in
  tools/package/python_version.py) echo "Huefall needs Python 3.11 to 3.15, and python3 is Python 3.10.13" >&2; exit 1 ;;
  -m) echo "went on: $*" >&2; exit 0 ;;
esac
"""


def test_the_project_states_which_versions_it_supports() -> None:
    text = PYPROJECT.read_text(encoding="utf-8")
    minors = supported_minors(text)
    assert minors[0] == 11
    assert [minor for minor in minors if f'"Programming Language :: Python :: 3.{minor}"' not in text] == []


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 10, 13), (3, 16, 0), (4, 0, 0)])
def test_another_version_is_refused_in_one_sentence_that_says_what_to_do(version: tuple[int, int, int]) -> None:
    problem = find_problem(version, range(11, 16), "/usr/bin/python3")
    assert problem.startswith(f"Huefall needs Python 3.11 to 3.15, and /usr/bin/python3 is Python {version[0]}.")
    assert "make play PYTHON=python3.13" in problem
    assert "\n" not in problem


def test_the_python_of_these_tests_is_accepted_and_an_unfit_one_ends_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check_python()
    monkeypatch.setattr(python_version, "supported_minors", lambda _: range(90, 95))
    with pytest.raises(SystemExit, match=r"Huefall needs Python 3\.90 to 3\.94"):
        check_python()


def test_a_line_that_cannot_be_read_says_how_it_should_look() -> None:
    with pytest.raises(ValueError, match="expected a line such as requires-python"):
        supported_minors("requires-python = '3.11'")


@pytest.mark.process
def test_make_stops_at_an_old_python_before_it_sets_anything_up(tmp_path: Path) -> None:
    (tmp_path / "tools").symlink_to(ROOT / "tools")
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    for folder in ("web", "docs"):
        (tmp_path / folder).mkdir()
    python = tmp_path / "old-python"
    python.write_text(OLD_PYTHON, encoding="utf-8")
    python.chmod(0o755)
    done = subprocess.run(
        ["make", "play", f"PYTHON={python}"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert "Huefall needs Python 3.11 to 3.15" in done.stderr
    assert "went on" not in done.stderr
    assert not (tmp_path / ".venv").exists()


def _old_python() -> str | None:
    """Find a real Python that is too old, if this machine has one."""
    found = (shutil.which(f"python3.{minor}") for minor in (10, 9, 8, 7))
    runs = (
        path
        for path in found
        if path and subprocess.run([path, "-V"], capture_output=True, check=False).returncode == 0
    )
    return next(runs, None)


@pytest.mark.process
def test_a_real_old_python_can_run_the_check() -> None:
    python = _old_python()
    if python is None:
        pytest.skip("this machine has no Python 3.7 to 3.10")
    done = subprocess.run(
        [python, "tools/package/python_version.py"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("Huefall needs Python 3.11 to 3.")
    assert len(done.stderr.splitlines()) == 1
