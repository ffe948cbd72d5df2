"""``huefall review``: what it shows, and what it says when it cannot."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from huefall.bots import make_bot, next_move
from huefall.cli import main
from huefall.game import Game, Match
from huefall.record import save_match, write_record
from huefall.review import Review, export, run


class Even:
    """An estimator for which all chances are the same."""

    class _Chance:
        def __init__(self, mean: float) -> None:
            self.mean = self.low = self.high = mean

    def rank(self, view: Any, edition: Any = None, *, rollouts: int = 400, seed: int = 0) -> list[Any]:  # noqa: ARG002
        return []

    def chances(self, game: Game, *, rollouts: int = 400, seed: int = 0) -> list[Any]:  # noqa: ARG002
        return [self._Chance(1 / game.players)] * game.players

    def chances_after(self, game: Game, seat: int, sentence: str, **_: int) -> list[Any]:  # noqa: ARG002
        return self.chances(game)


@pytest.fixture(autouse=True)
def even(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "rollout_estimator", Even())


@pytest.fixture(autouse=True)
def template(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A template of an exported review that need not be built."""
    path = tmp_path_factory.mktemp("page") / "review.html"
    path.write_text("<!doctype html><title>{{huefall:title}}</title>{{huefall:report}}", encoding="utf-8")
    monkeypatch.setattr(export, "TEMPLATE", path)
    return path


def play(moves: int) -> Match:
    # Nobody forgets a call in this match: ``Even`` ranks none.
    match = Match("classic", 2, {"target": 0}, seed=1, notes={"seat 0": "Ann"})
    bots, chance = [make_bot("easy"), make_bot("easy")], Random(3)
    while not match.over and moves:
        match.play(*next_move(match.game, bots, chance))
        moves -= 1
    return match


@pytest.fixture
def record(tmp_path: Path) -> str:
    path = tmp_path / "match.jsonl"
    save_match(play(10_000), path)
    return str(path)


def test_a_review_is_written_in_either_language(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", record]) == 0
    assert "Review of the match · Classic" in capsys.readouterr().out
    assert main(["review", record, "--lang", "zh-Hant"]) == 0
    assert "牌局回顧" in capsys.readouterr().out


def test_a_record_cut_in_the_middle_of_a_line_is_reviewed_as_far_as_it_goes(
    record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data = Path(record).read_bytes()
    Path(record).write_bytes(data[: data.rindex(b"move") - 1])  # {"
    assert main(["review", record]) == 0
    assert "Review of the match · Classic" in capsys.readouterr().out


def test_a_short_report_leaves_the_table_of_steps_out(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", record]) == 0
    long = capsys.readouterr().out
    assert " 0 · The deal" in long
    assert main(["review", record, "--short"]) == 0
    short = capsys.readouterr().out
    assert " · The deal" not in short
    assert len(short.splitlines()) < len(long.splitlines())


@pytest.mark.parametrize(
    ("named", "language", "names"),
    [
        ([], "en", ["You", "Bot 1 (easy)", "Bot 2 (easy)"]),
        ([], "zh-Hant", ["你", "電腦 1（簡單）", "電腦 2（簡單）"]),
        (["--name", "Lin"], "en", ["Lin", "Bot 1 (easy)", "Bot 2 (easy)"]),
    ],
)
def test_players_of_a_game_in_the_terminal_keep_their_names(
    named: list[str],
    language: str,
    names: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = str(tmp_path / "terminal.jsonl")
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nquit\n"))
    assert main(["play", "--players", "3", "--bot", "easy", "--seed", "1", *named, "--record", path]) == 0
    capsys.readouterr()
    assert main(["review", path, "--lang", language]) == 0
    rows = capsys.readouterr().out.split("\n\n")[1].split("\n")[1:]
    assert [re.split(r"  +", row)[0] for row in rows] == names


def test_a_name_in_a_record_commands_no_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.jsonl"
    match = play(10_000)
    match.notes = {"seat 0": "\x1b[31mRed\nNew\u202e", "seat 1": "\x07\x9b2J"}
    save_match(match, path)
    for output in ((), ("--html", str(tmp_path / "page.html"))):
        assert main(["review", str(path), *output]) == 0
    out = capsys.readouterr().out
    assert r"\x1b[31mRed New\u202e" in out and r"\x07\x9b2J" in out
    assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(out)
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert r"\x1b[31mRed New" in page and "\x1b[31m" not in page


def test_json_is_one_review(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", record, "--json", "--seed", "5", "--rollouts", "40", "--threads", "1"]) == 0
    review = msgspec.json.decode(capsys.readouterr().out, type=Review)
    assert (review.players, review.seed, review.effort.chances) == (("Ann", ""), 5, 40)


def test_a_page_is_written_in_addition_to_the_output(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    assert main(["review", record, "--html", str(page)]) == 0
    assert capsys.readouterr().out == f"The review was written to {page}\n"
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert main(["review", record, "--html", str(page), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["format"] == "huefall-review"


def test_a_page_that_is_not_built_is_asked_for_before_the_review_is_made(
    record: str, template: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    template.unlink()
    monkeypatch.setattr("huefall.review.review_record", None)  # no review can be made
    page = tmp_path / "page.html"
    assert main(["review", record, "--html", str(page)]) == 2
    assert capsys.readouterr().err == "huefall: the review page has not been built: run `make page` first\n"
    assert not page.exists()


@pytest.mark.usefixtures("record", "little_room")  # in this order: the record needs room
def test_a_page_that_cannot_be_written_leaves_the_older_one(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    page.write_text("an older one", encoding="utf-8")
    files = sorted(tmp_path.iterdir())
    assert main(["review", record, "--html", str(page)]) == 2
    assert capsys.readouterr().err == f"huefall: --html {str(page)!r}: cannot be written (File too large)\n"
    assert page.read_text(encoding="utf-8") == "an older one" and sorted(tmp_path.iterdir()) == files


def test_a_page_is_written_where_a_link_leads(record: str, tmp_path: Path) -> None:
    page, link = tmp_path / "page.html", tmp_path / "link.html"
    link.symlink_to(page)
    assert main(["review", record, "--html", str(link)]) == 0
    assert link.is_symlink() and page.read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("cut", [0, 1])
def test_an_unfinished_match_is_reviewed_as_far_as_it_goes(
    cut: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = write_record(play(7), with_seed=True).splitlines(keepends=True)
    path = tmp_path / "paused.jsonl"
    path.write_text("".join(lines[: len(lines) - cut]), encoding="utf-8")  # paused, or broken off
    assert main(["review", str(path)]) == 0
    assert "not over" in capsys.readouterr().out


def test_a_broken_record_is_refuted_with_its_line(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = Path(record).read_text(encoding="utf-8")
    Path(record).write_text(text.replace('"move": "', '"move": "9', 1), encoding="utf-8")
    assert main(["review", record]) == 1
    assert "line 4, move 1 of round 1" in capsys.readouterr().err


@pytest.mark.parametrize("link", [None, "symlink_to", "hardlink_to"])
def test_the_record_that_is_read_is_not_written_over(
    link: str | None, record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target, before = Path(record), Path(record).read_bytes()
    if link is not None:
        target = tmp_path / "page.html"
        getattr(target, link)(record)
    assert main(["review", record, "--html", str(target)]) == 2
    err = capsys.readouterr().err
    assert f"--html {str(target)!r}: this is the file that is read" in err and "give another name" in err
    assert Path(record).read_bytes() == before


def test_mistakes_in_the_command_line_are_reported_at_once(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", str(tmp_path / "none.jsonl")]) == 2
    assert "cannot be read" in capsys.readouterr().err
    assert main(["review", record, "--html", str(tmp_path)]) == 2
    assert "--html" in capsys.readouterr().err
