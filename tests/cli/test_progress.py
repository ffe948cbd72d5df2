"""One line of progress on a terminal, and none anywhere else."""

from __future__ import annotations

import pytest

from huefall.cli.progress import bar_of, count_of, progress_line


def test_the_line_is_written_over_and_ends_when_all_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    show = progress_line(count_of("rounds"))
    assert show is not None
    show(1, 2)
    show(2, 2)
    show.end()
    assert capsys.readouterr().err == "\r1 of 2 rounds (50 %)\r2 of 2 rounds (100 %)\n"


def test_a_line_that_is_not_finished_is_ended_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    show = progress_line(bar_of("games"))
    assert show is not None
    show(1, 2)
    show.end()
    show.end()
    assert capsys.readouterr().err == f"\r{'█' * 15}{'░' * 15} 1 of 2 games (50 %)\n"


def test_there_is_no_line_in_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: False)
    assert progress_line(count_of("rounds")) is None
