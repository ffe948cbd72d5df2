"""The command line: every command does its work, and every mistake is one sentence and an exit code."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.random_play import THUNDER

from huefall import __version__
from huefall.bots import LEVELS
from huefall.cli import main
from huefall.editions import OPTIONS, PRESETS, SHIPPED
from huefall.game import Match
from huefall.game.ready import prepare_batch, prepare_rules, prepare_search
from huefall.game.shared_seed import SharedSeed
from huefall.kernel import compiler
from huefall.record import write_record
from huefall.texts import load
from huefall.texts.columns import width

ONE_ROUND = ["--set", "target=0"]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run a command; return its exit code and what it wrote."""
    try:
        code = main(arguments)
    except SystemExit as left:  # argparse leaves by itself
        code = int(left.code or 0)
    written = capsys.readouterr()
    return code, written.out, written.err


# Help, version, mistakes


@pytest.mark.process
def test_importing_huefall_imports_only_the_standard_library() -> None:
    probe = (
        "import sys; import huefall; loaded = {name.partition('.')[0] for name in sys.modules}\n"
        "print(len([name for name in sys.modules if name.startswith('huefall')]), loaded & {'numpy', 'numba', 'msgspec'})"
    )
    done = subprocess.run([sys.executable, "-c", probe], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "1 set()", "whoever wants only a part of Huefall must not wait for the engine"


@pytest.mark.process
def test_help_and_version_as_a_program_import_no_engine() -> None:
    probe = (
        "import sys; from huefall.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "sys.exit(bool({'numpy', 'numba', 'huefall.kernel'} & set(sys.modules)))"
    )
    for argument in ("--help", "--version"):
        assert subprocess.run([sys.executable, "-c", probe, argument], check=False, capture_output=True).returncode == 0


@pytest.mark.process
def test_python_m_huefall() -> None:
    done = subprocess.run([sys.executable, "-m", "huefall", "--help"], check=True, capture_output=True, text=True)
    commands = ("play", "simulate", "scenario", "replay", "verify", "editions", "rules")
    assert all(f"    {command} " in done.stdout for command in commands)


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version") == (0, f"huefall {__version__}\n", "")


MISTAKES = [
    ([], "required: COMMAND"),
    (["deal"], "invalid choice: 'deal'"),
    (["simulate", "--edition", "nope"], "unknown edition 'nope'"),
    (["simulate", "--edition", "/no/such.toml"], "cannot be read"),
    (["simulate", "--set", "cut"], "expected option=value, got 'cut'"),
    (["simulate", "--set", "cut=maybe"], "option 'cut' must be true or false, got 'maybe'"),
    (["simulate", "--set", "speed=9"], "unknown option 'speed'"),
    (["simulate", "--set", "footprints=half"], "no meaning in the edition 'classic'"),
    (["simulate", "--preset", "wild"], "unknown preset 'wild'"),
    (["simulate", "--players", "11"], "expected a whole number from 2 to 10, got '11'"),
    (["simulate", "--players", "10", "--set", "hand_size=20"], "hand_size 20 for 10 players"),
    (["simulate", "--games", "0"], "expected a whole number from 1"),
    (["simulate", "--games", "many"], "got 'many'"),
    (
        ["simulate", "--rounds", "1e13"],
        "expected a whole number from 1 to 1000000000000 (1000000, 1_000_000 or 1e6), got",
    ),
    (["simulate", "--seed", "9" * 30], "expected a whole number"),
    (["simulate", "--games", "1", "--trace", "/no/such/trace"], "/no/such/trace: No such file"),
    (["simulate", "--set", "target=" + "9" * 5000], "option 'target' must be a whole number"),
    (["play", "--record", "/no/such/record"], "--record '/no/such/record': cannot be written (No such file"),
    (["play", "--record", "/"], "--record '/': cannot be written (Is a directory)"),
    (["play", "--record", ""], "--record '': cannot be written (a file name was expected)"),
    (["play", "--name", "A\udcff"], "expected a name in UTF-8"),
    (["replay", "/"], "record '/': cannot be read (Is a directory)"),
    (["replay", ""], "a record's file was expected, got ''"),
    (["replay", "/no/such/record"], "record '/no/such/record': cannot be read (No such file"),
    (["verify", "/"], "record '/': cannot be read (Is a directory)"),
    (["play", "--bot", "smart"], "unknown bot 'smart': expected one of easy, normal, hard, expert\n"),
    (
        ["play", "--bot", "random"],
        "random is a yardstick for 'huefall arena': expected one of easy, normal, hard, expert",
    ),
    (
        ["play", "--bot", "easy:5"],
        "bot 'easy:5': easy does not search and takes no search limit; expected plain 'easy'",
    ),
    (
        ["play", "--bot", "expert:abc"],
        "such as expert:1000) or as time (1ms to 60000ms, such as expert:200ms), got 'abc'",
    ),
    (["play", "--lang", "fr"], "invalid choice: 'fr'"),
    (["rules", "--edition", "nope"], "unknown edition 'nope'"),
    (["rules", "--ruling", "nope"], "there is no ruling 'nope'"),
    (["editions", "show", "nope"], "unknown edition 'nope'"),
    (["editions", "check", "/no/such.toml"], "cannot be read"),
    (["scenario"], "required: FILE"),
    (["scenario", "/no/such.json"], "cannot be read"),
]


@pytest.mark.parametrize(("arguments", "reason"), MISTAKES)
def test_a_mistake_is_one_sentence_and_exit_code_2(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert out == ""
    assert err.startswith("huefall: ")
    assert reason in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "flag"),
    [(["serve", "--max-tab", "3"], "--max-tab"), (["play", "--play", "3"], "--play"), (["--vers"], "--vers")],
)
def test_flags_are_not_abbreviated(arguments: list[str], flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("huefall: ") and (flag in err or "required" in err)


def test_an_error_in_an_edition_file_names_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.toml"
    file.write_text('format = 1\nname = "bad"\ncolors = ["red", "mauve"]\n', encoding="utf-8")
    code, _, err = run(capsys, "editions", "check", str(file))
    assert code == 2
    assert "line 3" in err
    assert "mauve" in err


class Interrupted:
    """A keyboard on which Ctrl-C is pressed."""

    def readline(self) -> str:
        raise KeyboardInterrupt


def test_an_interrupt_says_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Interrupted())
    lost = "huefall: stopped: nothing is kept of the match; --record FILE would keep it\n"
    assert run(capsys, "play")[::2] == (130, lost)
    record = tmp_path / "match.jsonl"
    kept = f"huefall: stopped: the match as far as it went is in {record}\n"
    assert run(capsys, "play", "--record", str(record))[::2] == (130, kept)
    assert record.read_text(encoding="utf-8").startswith('{"format": "huefall-record"')


@pytest.mark.parametrize(
    ("arguments", "interrupted", "said"),
    [
        (
            ["arena", "easy", "random", "--games", "2"],
            "huefall.arena.run_arena",
            "there is no result, and nothing is kept of the games that were played",
        ),
        (
            ["simulate", "--games", "2"],
            "huefall.sim.simulate",
            "there is no result, and nothing is kept of the rounds that were played",
        ),
        (
            ["simulate", "--games", "2", "--trace", os.devnull],
            "huefall.sim.trace_rounds",
            f"there is no result, and {os.devnull} breaks off where the rounds do",
        ),
        (["review", "RECORD"], "huefall.review.review_record", "there is no review, and nothing was written"),
        (["rules"], "huefall.cli.rules.run", ""),
    ],
)
def test_every_command_says_that_it_was_stopped_and_what_is_lost(
    arguments: list[str],
    interrupted: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    record = tmp_path / "match.jsonl"
    play(monkeypatch, capsys, "1\n", "--seed", "4", "--record", str(record))
    monkeypatch.setattr(interrupted, interrupt)
    code, out, err = run(capsys, *(str(record) if word == "RECORD" else word for word in arguments))
    assert (code, out, err) == (130, "", f"huefall: stopped: {said}\n" if said else "huefall: stopped\n")


def test_on_a_terminal_the_sentence_begins_a_line_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Interrupted())
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert run(capsys, "play")[2].startswith("\nhuefall: stopped")
    monkeypatch.setattr("sys.stderr.isatty", lambda: False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    _, out, err = run(capsys, "play")
    assert out.endswith("> \n") and err.startswith("huefall: stopped")


@pytest.mark.parametrize(
    ("language", "said"), [("en", "The match was recorded in {}\n"), ("zh-Hant", "這場的紀錄已寫入 {}\n")]
)
def test_leaving_a_table_names_the_file_of_the_record(
    language: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    record = tmp_path / "match.jsonl"
    out = play(monkeypatch, capsys, "quit\n", "--seed", "4", "--lang", language, "--record", str(record))
    assert out.endswith(said.format(record))


@pytest.mark.process
def test_a_closed_pipe_is_not_an_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as closed:
        done = subprocess.run(
            [sys.executable, "-m", "huefall", "rules"], stdout=closed, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, done.stderr) == (0, b"")


def test_compiling_is_announced(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(compiler, "is_compiled", lambda _: False)
    prepare_batch.cache_clear()
    code, _, err = run(capsys, "simulate", "--games", "1")
    assert code == 0
    assert "compiling the simulator, once" in err
    assert "compiled in" in err
    prepare_rules.cache_clear()
    code, _, err = run(capsys, "simulate", "--games", "1", "--trace", os.devnull)
    assert code == 0
    assert "compiling the rules, once" in err


# Simulate


def test_simulate_shows_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "simulate", "--players", "3", "--rounds", "200", "--preset", "party", "--seed", "5")
    assert (code, err) == (0, "")
    assert "classic, 3 players, misplay_penalty=2, stacking=cumulative" in out
    assert "200 rounds of random play, seed 5" in out
    assert "rounds per CPU-second" in out


def test_simulate_json_is_the_same_on_any_number_of_threads(capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for threads in "123":
        arguments = ["simulate", "--games", "500", "--edition", "buzz", "--threads", threads, "--json"]
        result = json.loads(run(capsys, *arguments)[1])
        found.append({key: result[key] for key in ("wins", "void", "moves", "games", "players", "edition")})
    assert found[0] == found[1] == found[2]
    assert sum(seat["wins"] for seat in found[0]["wins"]) + found[0]["void"] == 500


@pytest.mark.parametrize(("command", "option"), [("simulate", "--trace"), ("play", "--record")])
def test_an_edition_file_that_is_read_is_not_written_over(
    command: str, option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = Path(THUNDER).read_bytes()
    edition = tmp_path / "thunder.toml"
    edition.write_bytes(text)
    code, _, err = run(capsys, command, "--edition", str(edition), option, str(edition))
    assert code == 2 and f"{option} {str(edition)!r}: this is the file that is read" in err
    assert edition.read_bytes() == text


def test_simulate_writes_a_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "trace.jsonl"
    code, out, _ = run(capsys, "simulate", "--games", "2", "--players", "2", "--trace", str(file), "--json")
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert code == 0
    assert json.loads(out)["moves"]["total"] == len(lines) - 2
    assert [line["game"] for line in lines if line["move"] is None] == [0, 1]


# Scenarios


SCENARIO = {
    "id": "D2-01x",
    "what": "Draw Two",
    "hands": [["r+2", "g1", "g2"], ["b1", "b2", "b3"], ["y1", "y2", "y3"]],
    "top": "r5",
    "turn": 0,
    "steps": ["0 play r+2", {"check": {"turn": 2}}],
}


def test_scenario_tells_a_line_each_and_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps([SCENARIO]), encoding="utf-8")
    bad.write_text(json.dumps([{**SCENARIO, "steps": ["0 play r+2", {"check": {"turn": 1}}]}]), encoding="utf-8")
    code, out, _ = run(capsys, "scenario", str(good))
    assert (code, out) == (0, "ok   D2-01x: Draw Two\n1 passed, 0 failed\n")
    code, out, _ = run(capsys, "scenario", str(good), str(bad))
    assert code == 1
    assert "FAIL D2-01x: Draw Two\n       step 2:" in out
    assert out.endswith("1 passed, 1 failed\n")


# Play, replay, verify


def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lines: str, *arguments: str) -> str:
    """Play in plain mode with lines from the keyboard."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    code, out, err = run(capsys, "play", "--plain", *arguments)
    assert (code, err) == (0, "")
    return out


def test_play_until_the_input_ends(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = play(monkeypatch, capsys, "1\n1\n", "--seed", "4", "--name", "Ada", "--bot", "easy", "--players", "3")
    assert "Ada: 7 cards" in out
    assert out.endswith("You left the table. Goodbye!\n")


@pytest.mark.parametrize("name", ["you", "bot", "bot (easy)", "bot (expert:200ms)"])
def test_a_name_that_records_use_for_bots_or_unnamed_players_is_refused(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "play", "--name", name)
    assert (code, out) == (2, "")
    assert f"expected a name of your own, got {name!r}: records note bots" in err


@pytest.mark.parametrize("bot", [*LEVELS, "expert:16", "hard:1ms"])
def test_every_level_can_be_played_against(
    bot: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    prepare_search()
    out = play(monkeypatch, capsys, "1\n", "--seed", "4", "--bot", bot, "--players", "2")
    title = load("en").text(f"bot.{bot.partition(':')[0]}.title")
    assert f"\nBot 1: {title}" in out
    assert "Bot 1 played" in out or "Bot 1 drew" in out


def test_the_search_is_compiled_before_the_table_and_it_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiler, "is_compiled", lambda part: part != compiler.SEARCH_PART)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    for bot, is_said in (("normal", False), ("expert:16", True)):
        prepare_search.cache_clear()
        code, _, err = run(capsys, "play", "--bot", bot, "--seed", "4")
        assert code == 0 and ("compiling the search, once" in err) is is_said


def test_a_match_against_a_bot_with_a_search_limit_in_positions_can_be_repeated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    prepare_search()
    arguments = ("--seed", "4", "--bot", "expert:40", "--players", "3")
    assert play(monkeypatch, capsys, "1\n" * 8, *arguments) == play(monkeypatch, capsys, "1\n" * 8, *arguments)


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ((), "en"),
        (("--lang", "en"), "en"),
        (("--lang", "zh-Hant"), "zh-Hant"),
        (("--lang=zh-Hant", "--seed", "4"), "zh-Hant"),
    ],
)
def test_help_lists_the_levels_in_the_language_asked_for(
    asked: tuple[str, ...], language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = "".join(f"{level} {load(language).text(f'bot.{level}.text')}" for level in LEVELS)
    for arguments in ((*asked, "--help"), ("--help", *asked)):
        code, out, _ = run(capsys, "play", *arguments)
        assert code == 0
        listed = out.partition("\nlevels:\n")[2]
        assert "".join(listed.split()) == "".join(expected.split())
        assert max(width(line) for line in listed.splitlines()) <= 79


def test_an_unknown_language_is_an_error_in_help_too(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "play", "--lang", "fr", "--help")
    assert code == 2 and "invalid choice: 'fr'" in err


def test_play_in_chinese(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = play(monkeypatch, capsys, "rules\n", "--edition", "bts", "--lang", "zh-Hant", "--seed", "4")
    assert "輪到你了> " in out
    assert "舞蹈" in out or "跳舞" in out


@pytest.mark.parametrize("seed", [["--seed", "6"], []], ids=["numbered", "secret"])
def test_a_record_is_replayed_and_verified(
    seed: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.jsonl"
    play(monkeypatch, capsys, "1\n" * 400, "--players", "2", *seed, *ONE_ROUND, "--record", str(file))
    code, out, _ = run(capsys, "replay", str(file))
    assert code == 0
    assert "as recorded" in out
    code, out, _ = run(capsys, "verify", str(file))
    assert code == 0
    assert "follow from the seed" in out


def test_an_edited_record_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.jsonl"
    play(monkeypatch, capsys, "1\n" * 400, "--players", "2", "--seed", "6", *ONE_ROUND, "--record", str(file))
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join(lines[:4] + lines[5:]), encoding="utf-8")
    for command in ("replay", "verify"):
        code, out, err = run(capsys, command, str(file))
        assert (code, out) == (1, "")
        assert err.startswith(f"huefall: {file}: line ")
        assert err.count("\n") == 1


def test_several_records_of_a_table_show_a_match_that_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files, previous = [], None
    for number in (1, 2, 3):
        shared = SharedSeed("k7m2xw9p", number, previous, ("", ""), ("", ""), bytes([number] * 32))
        match, previous = Match("classic", 2, {"target": 0}, seed=shared), shared.commitment
        files.append(str(tmp_path / f"{number}.jsonl"))
        Path(files[-1]).write_text(write_record(match, with_seed=True), encoding="utf-8")
    code, out, err = run(capsys, "verify", *files)
    assert (code, len(out.splitlines()), err) == (0, 3, "")
    code, out, err = run(capsys, "verify", files[0], files[2])
    assert (code, len(out.splitlines())) == (1, 2)
    assert err.startswith("huefall: table k7m2xw9p: match 2 is missing")
    code, _, err = run(capsys, "verify", files[0], "--contribution", "ab" * 16)
    assert code == 1 and "is not among those the seed was mixed from" in err
    code, _, err = run(capsys, "verify", *files, "--commitment", "ab" * 32)
    assert code == 2 and "give the record of that match alone" in err


# Editions, rules


@pytest.mark.parametrize("arguments", [["editions"], ["editions", "list"]])
def test_editions_are_listed(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, *arguments)
    assert [line.split()[0] for line in out.splitlines()] == list(SHIPPED)
    assert "Buzz Lightyear" in out


def test_an_edition_is_shown_card_by_card(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "editions", "show", "jurassic")
    assert out.startswith("jurassic (Jurassic World), 112 cards, red, yellow, green, blue, 2 to 10 players\n")
    skip = (
        "rS*        2      20  red Skip with footprint [skips = 1, shield, footprint] The next player loses the turn. "
    )
    assert skip in out
    assert "\nWE         4      50  Run! [escapes] " in out
    _, out, _ = run(capsys, "editions", "--lang", "zh-Hant", "show", "jurassic")
    assert "逃跑牌" in out


def test_rules_list_every_option_with_its_values(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "rules")
    assert all(f"\n{name}  " in f"\n{out}" for name in OPTIONS)
    assert all(f"--preset {name}  " in out for name in PRESETS)
    assert "    * stacking=off  Off\n      stacking=draw2  Draw Two only\n" in out
    assert "    * target=500  (0–1000000)\n" in out  # a range


def test_rules_show_a_ruling_and_list_those_of_an_edition(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rules", "--ruling", "shields")
    assert code == 0 and out.startswith("Which colour must a shield on a Draw Two have? [SHIELD-01]\n")
    _, all_listed, _ = run(capsys, "rules", "--ruling")
    _, of_buzz, _ = run(capsys, "rules", "--ruling", "--edition", "buzz", "--lang", "zh-Hant")
    assert "  dance-judge: " in all_listed and "  boost-skip" in of_buzz and "  dance-judge" not in of_buzz


def test_rules_of_an_edition_leave_out_options_without_effect_there(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "rules", "--edition", "bts", "--lang", "zh-Hant")
    assert "dance_judge=vote" in out
    assert "footprints" not in out
    assert "目標分數" in out


def test_a_record_of_older_rules_is_replayed_verified_and_reviewed_by_them(capsys: pytest.CaptureFixture[str]) -> None:
    record = str(Path(__file__).parents[1] / "record" / "rules_version_1" / "classic-40.jsonl")
    code, out, _ = run(capsys, "replay", record)
    assert code == 0 and "by version 1 of the rules" in out
    assert run(capsys, "verify", record)[0] == 0
    code, out, err = run(capsys, "review", record, "--rollouts", "2", "--short")
    assert code == 0, err
    assert "Seat 0 won the match!" in out
