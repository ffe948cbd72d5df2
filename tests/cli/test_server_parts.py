"""Without the libraries of the server its commands say what to install."""

from __future__ import annotations

import pytest

from huefall.cli import arguments, main


@pytest.mark.parametrize("command", [["serve"], ["admin", "tables"]])
def test_missing_libraries_are_named_and_how_to_get_them(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(arguments, "find_spec", lambda part: None if part == "apsw" else object())
    assert main(command) == 2
    said = capsys.readouterr().err
    assert said == "huefall: the server needs apsw: install it with pip install 'huefall[server]'\n"
