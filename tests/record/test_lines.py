"""docs/records.md is the contract: its tables are the fields that are read, and its example runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from huefall.record import RecordError
from huefall.record.lines import KINDS, read_lines, write_line

PAGE = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")


def test_the_page_lists_every_field_of_every_line() -> None:
    sections = re.findall(r"^### `(\w+)`.*?\n(.*?)(?=^##)", PAGE, re.DOTALL | re.MULTILINE)
    listed = {kind: re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) for kind, table in sections}
    assert listed == {kind: list(fields) for kind, fields in KINDS.items()}


def test_the_example_of_the_page_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert code is not None
    monkeypatch.chdir(tmp_path)
    exec(code[1], {})  # noqa: S102  # the page's own code
    printed = capsys.readouterr().out
    commitment = re.match(r"commitment: ([0-9a-f]{64})\n", printed)
    assert commitment is not None
    assert f"bound by the commitment {commitment[1]}" in printed


def test_a_line_is_read_as_it_was_written() -> None:
    fields = {"move": "2 play r7 uno", "foul": True, "discards": ["r1"], "reshuffle": ["r1"]}
    (line,) = read_lines(write_line(fields))
    assert (line.number, line.kind, dict(line.fields)) == (1, "move", fields)


def test_line_breaks_of_unicode_do_not_end_a_line() -> None:
    text = write_line({"move": "2 draw\u2028\x85"})
    assert text.count("\n") == 1
    assert read_lines(text)[0].fields["move"] == "2 draw\u2028\x85"


def test_the_error_knows_its_line() -> None:
    with pytest.raises(RecordError) as caught:
        read_lines('{"paused": 1, "scores": [], "moves": 0}\n{}')
    assert caught.value.line == 2


def test_an_error_stays_short_whatever_the_file_holds() -> None:
    with pytest.raises(RecordError) as caught:
        read_lines(write_line({"move": "0 draw", "x" * 10_000: 1}))
    assert len(str(caught.value)) < 400
