"""``huefall arena``: it plays, and every mistake is one sentence."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.random_play import THUNDER

from huefall.arena import stuck as silence
from huefall.cli import main

FILE = str(Path(__file__).parents[1] / "arena" / "bad_bots.py")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        code = main(["arena", *arguments])
    except SystemExit as left:
        code = int(left.code or 0)
    written = capsys.readouterr()
    return code, written.out, written.err


MISTAKES = [
    ([], "needs two or more who enter, got 0"),
    (["normal"], "needs two or more who enter, got 1"),
    (["normal", "smart"], "unknown bot 'smart': expected one of random, greedy, easy"),
    (["normal", "easy", "--games", "0"], "expected a whole number from 1"),
    (["normal", "easy", "--limit", "0"], "expected seconds, more than 0 and up to 3600, got '0'"),
    (["normal", "easy", "--limit", "soon"], "got 'soon'"),
    (
        ["normal", "easy", "--set", "target=200"],
        "target means whole matches, and single rounds are played: add --matches",
    ),
    (["normal", "easy", "--edition", "nope"], "unknown edition 'nope'"),
    (
        ["normal", "easy", "--picture", "/no/such/picture.svg"],
        "--picture '/no/such/picture.svg': cannot be written (No such file",
    ),
    (
        ["normal", "easy", "--picture", "x.png"],
        "--picture 'x.png': the picture is an SVG file; expected a name that ends in .svg",
    ),
    (["normal", "easy", "--picture", "arena"], "--picture 'arena': the picture is an SVG file"),
    (["normal", "expert:abc"], "bot 'expert:abc': expected a search limit behind the colon"),
    (["normal", "easy:5"], "bot 'easy:5': easy does not search and takes no search limit"),
    (["normal", "expert:9000ms"], "expert:9000ms thinks longer than the 5 s an answer may take: allow more (--limit)"),
    (["normal", "--bot", "nothing"], "unknown bot 'nothing'"),
    (["normal", "--bot", "no_such_module:Bot"], "no module 'no_such_module' here"),
    (["normal", "--bot", "no_such.py:Bot"], "no file 'no_such.py'"),
    (["normal", "--bot", f"{FILE}:Missing"], "has no Missing; its classes are"),
    (["normal", "--bot", f"{FILE}:Unmakeable"], "cannot be made (RuntimeError: the weights are missing)"),
    (["normal", "--bot", f"{FILE}:Nameless"], "expected an attribute level"),
    (["normal", "--bot", f"{FILE}:Secretive"], "its level cannot be read (RuntimeError: no name)"),
    (
        ["normal", "--bot", f"{FILE}:Painter"],
        r"expected a level without control characters, such as 'mybot', got 'a\x1b",
    ),
    (["normal", "--bot", f"{FILE}:Speechless"], "it raises: an answer is owed whatever the position"),
    (["normal", "--bot", f"{FILE}:Killer"], "has not passed the check: it ends its process (exit code 5); --unchecked"),
    (["normal", "--bot", f"{FILE}:Liar"], "has not passed the check: it says what is not legal"),
]


@pytest.mark.process
@pytest.mark.parametrize(("arguments", "reason"), MISTAKES)
def test_a_mistake_is_one_sentence_and_exit_code_2(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    told = [line for line in err.splitlines() if not line.startswith("checking ")]
    assert len(told) == 1
    assert told[0].startswith("huefall: ") and reason in told[0]


def test_arena_shows_a_table_and_draws_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "arena.svg"
    picture.write_text("an older one", encoding="utf-8")
    arguments = ("normal", "random", "--players", "3", "--games", "6", "--preset", "party", "--workers", "0")
    code, out, err = run(capsys, *arguments, "--picture", str(picture))
    assert (code, err) == (0, f"the picture was written to {picture}\n")
    assert out.startswith("classic, 3 players, misplay_penalty=2, stacking=cumulative")
    assert "6 rounds on 2 deals, seats rotated, seed 0" in out and "target" not in out
    assert picture.read_text(encoding="utf-8").startswith("<svg ")


@pytest.mark.usefixtures("little_room")
def test_a_picture_that_cannot_be_written_leaves_the_older_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "arena.svg"
    picture.write_text("an older one", encoding="utf-8")
    code, _, err = run(capsys, "easy", "random", "--games", "2", "--workers", "0", "--picture", str(picture))
    assert (code, err) == (2, f"huefall: --picture {str(picture)!r}: cannot be written (File too large)\n")
    assert [file.read_text(encoding="utf-8") for file in tmp_path.iterdir()] == ["an older one"]


@pytest.mark.process
def test_a_bot_that_fails_the_check_leaves_no_picture_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run(capsys, "normal", "--bot", f"{FILE}:Liar", "--picture", str(tmp_path / "left.svg"))
    assert code == 2 and "has not passed the check" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("option", "source", "named"), [("--edition", THUNDER, "{}"), ("--bot", FILE, "{}:Good")])
def test_a_picture_is_not_drawn_over_what_the_arena_reads(
    option: str, source: str, named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    read, picture = tmp_path / Path(source).name, tmp_path / "picture.svg"
    read.write_bytes(Path(source).read_bytes())
    picture.hardlink_to(read)
    arguments = ("normal", "easy", option, named.format(read), "--picture", str(picture), "--games", "2")
    code, _, err = run(capsys, *arguments, "--workers", "0")
    assert code == 2 and f"--picture {str(picture)!r}: this is the file that is read" in err
    assert read.read_bytes() == Path(source).read_bytes()


@pytest.mark.process
def test_a_bot_of_ones_own_enters_before_those_that_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("random", "--bot", f"{FILE}:Good", "--players", "3", "--games", "3", "--workers", "0", "--json")
    code, out, _ = run(capsys, *arguments)
    result = json.loads(out)
    assert code == 0
    assert [(entrant["name"], entrant["seats"]) for entrant in result["entrants"]] == [("good", 3), ("random", 6)]


def test_the_help_names_the_default_number_of_players(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "--help")
    assert "2 to 10 (default: 2)" in out
    _, out, _ = run(capsys, "easy", "random", "--games", "2", "--workers", "0", "--json")
    assert json.loads(out)["players"] == 2


@pytest.mark.process
@pytest.mark.parametrize("workers", ["0", "1"])
def test_what_a_bot_prints_is_no_result(workers: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "loud.py"
    source.write_text(
        "from huefall.bots.levels.easy import EasyBot\n"
        "print('loaded')\n"
        "class Loud(EasyBot):\n"
        "    level = 'loud'\n"
        "    def choose(self, view, rng):\n"
        "        print('chosen')\n"
        "        return super().choose(view, rng)\n",
        encoding="utf-8",
    )
    own = ("--bot", f"{source}:Loud", "--unchecked")
    code, out, err = run(capsys, "random", *own, "--games", "2", "--workers", workers, "--json")
    assert code == 0 and json.loads(out)["games"] == 2
    assert "loaded\n" in err and ("chosen\n" in err) == (workers == "0")  # another process has its own


@pytest.mark.process
def test_it_is_said_that_a_bot_is_being_checked(capsys: pytest.CaptureFixture[str]) -> None:
    own = f"{FILE}:Good"
    _, out, err = run(capsys, "random", "--bot", own, "--games", "2", "--workers", "0", "--json")
    assert f"checking {own} …\n" in err and json.loads(out)["games"] == 2
    _, _, err = run(capsys, "random", "--bot", own, "--games", "2", "--workers", "0", "--json", "--unchecked")
    assert "checking" not in err


def test_an_unchecked_bot_may_be_bad(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("random", "--bot", f"{FILE}:Liar", "--unchecked", "--games", "2", "--workers", "0", "--matches")
    code, out, _ = run(capsys, *arguments, "--set", "target=30", "--json")
    result = json.loads(out)
    assert code == 0 and result["options"]["target"] == 30
    assert result["entrants"][0]["faults"]["illegal"] > 0
    assert "expected one of" in result["entrants"][0]["messages"][0]


@pytest.mark.process
def test_a_bot_that_hangs_does_not_cost_the_result(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(silence, "MAX_STUCK", 1)
    own = ("--bot", f"{FILE}:Twin", "--unchecked")
    code, out, _ = run(capsys, "random", *own, "--games", "6", "--limit", "0.1", "--workers", "1", "--seed", "13")
    assert code == 0
    assert "6 rounds on 3 deals" in out
    assert "the twin did not answer within 1.2 s in 1 game; the legal default played for it on 6 of 6 seats." in out


@pytest.mark.process
@pytest.mark.parametrize("name", ["Forker", "LeavingForker"])
@pytest.mark.parametrize(("checked", "processes"), [((), 2), (("--unchecked",), 1)])
def test_a_copy_that_a_bot_makes_of_its_process_is_never_asked(
    name: str,
    checked: tuple[str, ...],
    processes: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    notes = tmp_path / "notes"
    monkeypatch.setenv("FORKER_NOTES", str(notes))
    arguments = ("random", "--bot", f"{FILE}:{name}", *checked, "--games", "2", "--workers", "1", "--seed", "13")
    code, out, _ = run(capsys, *arguments, "--json")
    asked = set(notes.read_text(encoding="utf-8").split())
    assert len(asked) == processes, "that of the check and that of the arena"
    forker = json.loads(out)["entrants"][0]
    assert code == 0 and forker["seats"] == 2
    assert sum(forker["faults"].values()) == forker["seats_by_default"] == 0


@pytest.fixture
def copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return where bots note the copies they leave behind, and end those."""
    notes = tmp_path / "notes"
    monkeypatch.setenv("FORKER_NOTES", str(notes))
    yield notes
    for word in notes.read_text(encoding="utf-8").split():
        if word.isdigit():
            with suppress(ProcessLookupError):
                os.kill(int(word), signal.SIGKILL)


@pytest.mark.process
def test_a_process_that_is_gone_is_found_though_a_copy_of_it_holds_the_pipe(
    copies: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(silence, "MAX_STUCK", 1)
    arguments = ("random", "--bot", f"{FILE}:Abandoner", "--games", "2", "--workers", "1", "--seed", "13")
    code, _, err = run(capsys, *arguments, "--limit", "60")
    assert code == 2 and "it ends its process (exit code 5)" in err
    code, out, _ = run(capsys, *arguments, "--limit", "60", "--unchecked")
    assert code == 0 and "abandoner ended its process in 1 game" in out
    noted = copies.read_text(encoding="utf-8").split()
    assert len(noted) >= 2 and "ended" not in noted, "the command did not wait for the copies"


@pytest.mark.process
def test_an_interrupt_that_is_the_bots_own_stops_neither_check_nor_arena(capfd: pytest.CaptureFixture[str]) -> None:
    arguments = ("random", "--bot", f"{FILE}:Interrupter", "--games", "2", "--workers", "1", "--seed", "13")
    code, _, err = run(capfd, *arguments)
    assert code == 2 and "it raises: an answer is owed whatever the position" in err and "Traceback" not in err
    code, out, err = run(capfd, *arguments, "--unchecked", "--json")
    interrupter = json.loads(out)["entrants"][0]
    assert (code, err) == (0, "")
    assert interrupter["faults"]["raised"] > 10 and interrupter["seats_by_default"] == 0
    assert "raised KeyboardInterrupt; expected one of" in interrupter["messages"][0]


@pytest.mark.process
def test_an_interrupt_of_a_bot_that_is_made_says_that_it_cannot_be_made(capfd: pytest.CaptureFixture[str]) -> None:
    arguments = ("random", "--bot", f"{FILE}:LateInterrupter", "--games", "2", "--workers", "1", "--seed", "13")
    code, _, err = run(capfd, *arguments)
    assert code == 2 and "cannot be made (KeyboardInterrupt)" in err and "Traceback" not in err


@pytest.mark.process
def test_a_bot_with_a_search_limit_in_positions_enters_and_can_be_repeated(capsys: pytest.CaptureFixture[str]) -> None:
    runs = []
    for workers in "01":
        _, out, _ = run(capsys, "expert:30", "hard:16", "--games", "4", "--seed", "7", "--workers", workers, "--json")
        result = json.loads(out)
        runs.append([{key: entrant[key] for key in ("name", "wins", "decisions")} for entrant in result["entrants"]])
    assert runs[0] == runs[1]
    assert [entrant["name"] for entrant in runs[0]] == ["expert:30", "hard:16"]


def test_progress_is_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    code, _, err = run(capsys, "easy", "random", "--games", "4", "--workers", "0")
    assert code == 0
    assert err.endswith("█ 4 of 4 games (100 %)\n") and "2 of 4 games (50 %)" in err
