"""Where compiled code is kept, that several processes share it, and that old code goes unless somebody uses it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from huefall.kernel import cache
from huefall.kernel.cache import IN_USE, MAX_UNUSED_DAYS, SECONDS_PER_DAY, cache_root, open_cache, remove_unused

#: A home in which nobody can create anything, not even root.
NO_HOME = "/dev/null"

LONG_AGO = time.time() - (MAX_UNUSED_DAYS + 1) * SECONDS_PER_DAY

SHARED = """
import os, subprocess, sys
from huefall.kernel.cache import open_cache
cache = open_cache("x")
(cache.directory / "mark").touch()
child = "from huefall.kernel.cache import open_cache; c = open_cache('x'); print(c.problem, (c.directory / 'mark').exists())"
print(cache.directory, cache.problem, sep="|")
print(subprocess.run([sys.executable, "-c", child], check=True, capture_output=True, text=True).stdout.strip())
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HUEFALL_CACHE", str(tmp_path))
    return tmp_path / "huefall"


def old_directory(root: Path, name: str) -> Path:
    directory = root / f"kernel-{name}"
    directory.mkdir(parents=True)
    (directory / IN_USE).touch()
    (directory / "code").write_text("x", encoding="utf-8")
    os.utime(directory, (LONG_AGO, LONG_AGO))
    return directory


def test_the_variable_wins_over_the_cache_of_the_user() -> None:
    everything = {"HUEFALL_CACHE": "/a", "XDG_CACHE_HOME": "/b", "HOME": "/c"}
    assert cache_root(everything) == Path("/a/huefall")
    assert cache_root({**everything, "HUEFALL_CACHE": ""}) == Path("/b/huefall")
    assert cache_root({"HOME": "/c"}) == Path("/c/.cache/huefall")


def test_a_user_without_any_home_has_a_place_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", no_home)
    assert cache.find_problem(cache_root({})) == "/dev/null/.cache/huefall: Not a directory"


@pytest.mark.process
def test_without_a_writable_home_child_processes_share_one_temporary_directory_and_it_is_removed() -> None:
    environment = {name: value for name, value in os.environ.items() if name not in {"HUEFALL_CACHE", "XDG_CACHE_HOME"}}
    done = subprocess.run(
        [sys.executable, "-c", SHARED],
        check=True,
        capture_output=True,
        text=True,
        env={**environment, "HOME": NO_HOME},
    )
    place, child = done.stdout.splitlines()
    directory, problem = place.split("|")
    assert problem == "/dev/null/.cache/huefall: Not a directory"
    assert child == "True", "the child process must find what its parent has compiled, and have no problem"
    assert not Path(directory).parents[1].exists(), "the temporary directory ends with the process that made it"


def test_code_of_other_versions_goes_when_it_was_not_used_for_a_month(root: Path) -> None:
    old, recent, current = old_directory(root, "old"), root / "kernel-recent", open_cache("now").directory
    recent.mkdir()
    assert remove_unused(current) == [old]
    assert sorted(path.name for path in root.iterdir()) == ["kernel-now", "kernel-recent"]


def test_the_directory_in_use_here_stays_however_old_it_is(root: Path) -> None:
    current = open_cache("now").directory
    os.utime(current, (LONG_AGO, LONG_AGO))
    assert remove_unused(current) == []
    assert current.is_dir()


@pytest.mark.skipif(not cache.HAS_LOCKS, reason="locks of files are those of Unix")
def test_a_directory_that_another_version_still_uses_stays(root: Path) -> None:
    used, current = open_cache("used").directory, open_cache("now").directory
    os.utime(used, (LONG_AGO, LONG_AGO))
    assert remove_unused(current) == []
    assert used.is_dir()


def test_opening_a_directory_makes_it_recent(root: Path) -> None:
    directory = old_directory(root, "mine")
    open_cache("mine")
    assert directory.stat().st_mtime > LONG_AGO + SECONDS_PER_DAY
    assert (directory / "code").exists()


def test_a_file_of_somebody_else_with_such_a_name_is_left_alone(root: Path) -> None:
    current = open_cache("now").directory
    stray = root / "kernel-notes.txt"
    stray.write_text("x", encoding="utf-8")
    os.utime(stray, (LONG_AGO, LONG_AGO))
    assert remove_unused(current) == []
    assert stray.exists()
