"""Files written as a whole, or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from huefall.record.atomic_file import check_target, write_atomically


def test_a_target_is_checked_without_being_touched(tmp_path: Path) -> None:
    there = tmp_path / "there.jsonl"
    there.write_text("old", encoding="utf-8")
    check_target(there)
    check_target(tmp_path / "new.jsonl")
    assert [(path.name, path.read_text(encoding="utf-8")) for path in tmp_path.iterdir()] == [("there.jsonl", "old")]
    for wrong in (
        tmp_path,
        tmp_path / "no" / "folder.jsonl",
        there / "below",
        Path(os.devnull),
        "",
        tmp_path / ("x" * 300),
    ):
        with pytest.raises(OSError) as caught:
            check_target(wrong)
        assert caught.value.filename == str(wrong)


def test_a_file_that_cannot_be_moved_into_place_leaves_only_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    there = tmp_path / "there.html"
    write_atomically(there, b"old")
    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(OSError, match=r"No space left.*there\.html"):
        write_atomically(there, b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("there.html", b"old")]
