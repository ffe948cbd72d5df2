"""``huefall doctor``: what it reports, in both languages, and when it fails."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from huefall.cli import installation, main
from huefall.cli.arguments import SERVER_PARTS
from huefall.cli.installation import Finding, examine
from huefall.kernel import compiler
from huefall.kernel.cache import Cache
from huefall.texts import LANGUAGES, load

pytestmark = pytest.mark.process  # it looks whether the port is free


@pytest.fixture
def environ(tmp_path: Path) -> Mapping[str, str]:
    return {"HUEFALL_DATA": str(tmp_path / "data"), "HUEFALL_PORT": "0"}


def found(environ: Mapping[str, str]) -> dict[str, Finding]:
    return {finding.part: finding for finding in examine(environ)}


def status(finding: Finding) -> tuple[str, str]:
    return finding.status, finding.variant


def without(*parts: str) -> Callable[[str], object]:
    return lambda name: None if name in parts else object()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_is_one_line_and_the_last_line_sums_up(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], environ: Mapping[str, str]
) -> None:
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    code = main(["doctor", "--lang", language])
    *lines, last = capsys.readouterr().out.splitlines()
    assert len(lines) == len(examine(environ))
    words = load(language)
    assert any(line.startswith(words.text("doctor.status.ok")) for line in lines)
    assert last == words.text("doctor.unsound" if code else "doctor.sound")


def test_programs_get_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], environ: Mapping[str, str]
) -> None:
    monkeypatch.setattr(installation, "examine", lambda _: [Finding("numba", "note", "off"), Finding("rules")])
    assert main(["doctor", "--json"]) == 0
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert report["sound"] is True
    assert [(row["part"], row["status"]) for row in report["findings"]] == [("numba", "note"), ("rules", "ok")]


def test_a_problem_is_the_exit_code(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(installation, "examine", lambda _: [Finding("page", "problem", "missing")])
    assert main(["doctor"]) == 1
    assert "make page" in capsys.readouterr().out


def test_libraries_of_the_server_are_optional_but_not_some_of_them(
    monkeypatch: pytest.MonkeyPatch, environ: Mapping[str, str]
) -> None:
    monkeypatch.setattr(installation, "find_spec", without(*SERVER_PARTS))
    parts = found(environ)
    assert status(parts["server"]) == ("note", "missing")
    assert not {"page", "data", "port"} & set(parts), "what only a server needs is not examined"
    monkeypatch.setattr(installation, "find_spec", without("apsw"))
    assert status(found(environ)["server"]) == ("problem", "incomplete")
    assert found(environ)["server"].values == {"parts": "apsw"}


def test_a_missing_page_is_a_problem(
    monkeypatch: pytest.MonkeyPatch, environ: Mapping[str, str], tmp_path: Path
) -> None:
    monkeypatch.setattr(installation, "PACKAGE", tmp_path / "src" / "huefall")
    parts = found(environ)
    assert status(parts["page"]) == ("problem", "missing")
    assert "node" not in parts, "what only developers need is reported in a checkout alone"


def test_a_cache_that_cannot_be_written_is_a_problem(
    monkeypatch: pytest.MonkeyPatch, environ: Mapping[str, str]
) -> None:
    if not compiler.COMPILED:
        pytest.skip("nothing is kept with the compiler off")
    monkeypatch.setattr(compiler, "CACHE", Cache(Path("/tmp/x"), "/x: Permission denied"))  # noqa: S108
    cache = found(environ)["cache"]
    assert status(cache) == ("problem", "unwritable")
    assert cache.values == {"reason": "/x: Permission denied"}


def test_rules_that_are_not_compiled_yet_are_no_problem(
    monkeypatch: pytest.MonkeyPatch, environ: Mapping[str, str]
) -> None:
    if not compiler.COMPILED:
        pytest.skip("nothing is compiled with the compiler off")
    monkeypatch.setattr(compiler, "is_compiled", lambda *_: False)
    assert status(found(environ)["rules"]) == ("note", "uncompiled")


def test_wrong_settings_are_quoted(environ: Mapping[str, str]) -> None:
    settings = found({**environ, "HUEFALL_PORT": "many"})["settings"]
    assert settings.status == "problem"
    assert "many" in settings.values["reason"]


def test_a_data_directory_that_cannot_be_made_is_a_problem(environ: Mapping[str, str], tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert status(found({**environ, "HUEFALL_DATA": str(file / "data")})["data"]) == ("problem", "unwritable")
    assert status(found(environ)["data"]) == ("ok", "")
    assert not (tmp_path / "data").exists(), "nothing is made"


def test_a_full_disk_is_a_problem(monkeypatch: pytest.MonkeyPatch, environ: Mapping[str, str]) -> None:
    monkeypatch.setattr(installation, "MIN_FREE_MB", 10**12)
    assert status(found(environ)["disk"]) == ("problem", "full")


def test_a_port_in_use_is_noted(environ: Mapping[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = found({**environ, "HUEFALL_PORT": str(other.getsockname()[1])})["port"]
    assert status(port) == ("note", "taken")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_has_a_text(language: str) -> None:
    written = (Path(installation.__file__)).read_text(encoding="utf-8")
    keys = [key for key in load(language).texts if key.startswith("doctor.") and key.count(".") == 2]
    for key in keys:
        _, part, variant = key.split(".")
        assert (
            part == "status"
            or f'"{part}", "note", "{variant}"' in written
            or f'"{part}", "problem", "{variant}"' in written
        )


def test_a_broken_compiler_is_reported_and_nothing_is_asked_of_it(
    monkeypatch: pytest.MonkeyPatch, environ: Mapping[str, str]
) -> None:
    import sys

    import huefall.kernel

    monkeypatch.setitem(sys.modules, "huefall.kernel.compiler", None)
    monkeypatch.delattr(huefall.kernel, "compiler")
    parts = found(environ)
    assert status(parts["numba"]) == ("problem", "broken")
    assert not {"cache", "rules"} & set(parts)
