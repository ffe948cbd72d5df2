"""The documentation is true: its code runs, its commands work, its links lead somewhere, its generated pages are current."""

from __future__ import annotations

import io
import json
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.docs import __main__ as generated
from tools.docs.gaps import GAPS

from huefall import __version__
from huefall.cli import main
from huefall.notation.position import FIELDS
from huefall.scenario import run_scenario
from huefall.texts.rulings import load_rulings
from huefall.vocabulary import rule_ids, verbs

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "bench").glob("*.md")])
README = (ROOT / "README.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)

#: What the README's first Python block is, and what it says.
EIGHT_LINES, ITS_ANSWER = 8, "seat 2 wins: [381, 0, 535] after 8 rounds"


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path, language: str) -> list[str]:
    """List a page's code blocks in a language, without the indentation of a list around them."""
    found = FENCE.findall(page.read_text(encoding="utf-8"))
    return [re.sub(rf"^{indent}", "", code, flags=re.MULTILINE) for indent, marked, code in found if marked == language]


def all_blocks(language: str) -> list[object]:
    return [
        pytest.param(code, id=f"{name_of(page)}-{number}")
        for page in PAGES
        for number, code in enumerate(blocks(page, language), 1)
    ]


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a temporary folder with links into the project, so that code on a page writes no files into the project."""
    for folder in ("docs", "tests"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    monkeypatch.chdir(tmp_path)
    return tmp_path


# Code


@pytest.mark.parametrize("code", all_blocks("python"))
def test_python_on_a_page_runs(code: str, elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(code, "page", "exec"), {"__name__": "page"})  # noqa: S102  # our own page
    assert capsys.readouterr().out


def test_the_eight_lines_play_a_match_and_print_the_winner(capsys: pytest.CaptureFixture[str]) -> None:
    code = blocks(ROOT / "README.md", "python")[0]
    assert len(code.splitlines()) == EIGHT_LINES
    exec(compile(code, "README", "exec"), {"__name__": "readme"})  # noqa: S102  # our own page
    assert capsys.readouterr().out.strip() == ITS_ANSWER


@pytest.mark.process
@pytest.mark.parametrize("code", all_blocks("sh"))
def test_commands_on_a_page_work(
    code: str, elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for line in code.splitlines():
        command, *arguments = shlex.split(line, comments=True)
        assert command == "huefall", line
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))  # a player leaves at once
        assert main(arguments) == 0, line
        assert capsys.readouterr().out, line


class EchoingKeyboard:
    """Standard input that echoes its lines, like a terminal."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = iter(lines)

    def readline(self) -> str:
        line = f"{next(self.lines)}\n"
        sys.stdout.write(line)
        return line


def test_the_transcript_is_what_the_table_says(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command, *shown = blocks(ROOT / "README.md", "text")[0].splitlines()
    typed = [line.partition("> ")[2] for line in shown if line.startswith("Your move> ")]
    monkeypatch.setattr(sys, "stdin", EchoingKeyboard([*typed, "quit"]))
    assert main(shlex.split(command)[2:]) == 0
    written = capsys.readouterr().out
    passages = "\n".join(shown).split("…")
    assert len(passages) > 1 and all(passage.strip() in written for passage in passages)


def test_scenarios_on_pages_pass() -> None:
    found = [scenario for page in PAGES for code in blocks(page, "json") for scenario in json.loads(code)]
    assert found
    assert [run_scenario(scenario).failures for scenario in found] == [()] * len(found)


@pytest.mark.parametrize("code", all_blocks("toml"))
def test_toml_on_a_page_can_be_read(code: str) -> None:
    assert tomllib.loads(code)


def test_a_card_of_the_walk_can_be_played(elsewhere: Path) -> None:
    row = blocks(ROOT / "docs" / "walks" / "add-a-card.md", "toml")[0]
    deck = (ROOT / "docs" / "examples" / "thunder.toml").read_text(encoding="utf-8")
    (elsewhere / "my.toml").write_text(f"{deck}\n{row}", encoding="utf-8")
    assert main(["editions", "check", "my.toml"]) == 0
    assert main(["simulate", "--edition", "my.toml", "--games", "10", "--threads", "1"]) == 0


# Names


def links(page: Path) -> Iterator[str]:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    yield from re.findall(r"\]\((?!https?:)([^)\s]+)\)", text)


def anchors(page: Path) -> set[str]:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    named = re.findall(r'^<a id="([\w-]+)"></a>$', text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings} | set(named)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), f"{name_of(page)}: {link}"
        assert not anchor or anchor in anchors(target), f"{name_of(page)}: no heading for {link}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_files_that_are_named_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for path in re.findall(r"`((?:src|docs|tests|bench)/[\w./-]+)`", text):
        assert (ROOT / path).exists(), f"{name_of(page)}: {path}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_rules_that_are_named_exist(page: Path) -> None:
    families = "|".join(sorted({name.rpartition("-")[0] for name in rule_ids.NAMES}))
    named = re.findall(rf"\b((?:{families})-\d\d)\b", page.read_text(encoding="utf-8"))
    assert set(named) <= set(rule_ids.NAMES)


@pytest.mark.parametrize(("language", "folder"), [("en", "docs"), ("zh-Hant", "docs/zh-Hant")])
def test_every_ruling_is_on_its_page_and_linked_from_its_rules(language: str, folder: str) -> None:
    page, book = ROOT / folder / "rulings.md", ROOT / folder / "rules.md"
    sections = dict(
        re.findall(r"^### ([A-Z0-9]+-\d\d) (.*?)(?=^##|\Z)", book.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    )
    for name, ruling in load_rulings(language).items():
        assert name in anchors(page)
        assert all(quotation.text in page.read_text("utf-8") for quotation in ruling.quotations)
        for rule in ruling.rules:
            assert f"[{ruling.title}](rulings.md#{name})" in sections[rule]


def test_gaps_of_the_rule_book_name_rules_that_exist() -> None:
    assert {rule for rules, _, _ in GAPS for rule in rules.split(", ") if rule} <= set(rule_ids.NAMES)


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page not in reached and page.suffix == ".md":
            reached.add(page)
            waiting += [(page.parent / link.partition("#")[0]).resolve() for link in links(page)]
    assert set(PAGES) <= reached


def test_make_targets_that_are_named_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for page in PAGES:
        named = re.findall(r"(?:`|^ {4})make ([a-z-]+)", page.read_text(encoding="utf-8"), re.MULTILINE)
        assert set(named) <= targets, name_of(page)


# Statements about the code


def test_the_layers_are_those_that_are_enforced() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    enforced = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert re.findall(r"^ {4}(huefall\.\w+(?: \| huefall\.\w+)*) ", text, re.MULTILINE) == enforced


def test_the_notation_names_every_move_and_every_field() -> None:
    text = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    assert all(re.search(rf"`{verb}[ `]", text) for verb in verbs.NAMES)
    assert all(f"`{field}`" in text for field in FIELDS)


def test_the_changes_begin_with_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = [heading for heading in re.findall(r"^## (.*)$", text, re.MULTILINE) if heading != "Unreleased"]
    assert released[0] == __version__


def test_the_trademark_notice_is_on_the_first_screen() -> None:
    assert any("independent project" in line for line in README.splitlines()[:12])


# Generated pages


def test_generated_pages_are_up_to_date() -> None:
    assert generated.outdated() == []


def test_every_rule_is_in_both_rule_books() -> None:
    for page in ("docs/rules.md", "docs/zh-Hant/rules.md"):
        headings = re.findall(r"^### (\S+) \S", generated.pages()[page], re.MULTILINE)
        assert sorted(headings) == sorted(rule_ids.NAMES)


def test_a_page_that_is_out_of_date_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for path, text in generated.pages().items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    monkeypatch.setattr(generated, "ROOT", tmp_path)
    assert generated.main(["--check"]) == 0
    (tmp_path / "docs/options.md").write_text("old", encoding="utf-8")
    (tmp_path / "docs/editions/gone.md").write_text("old", encoding="utf-8")
    assert generated.main(["--check"]) == 1
    complaint = capsys.readouterr().err
    assert complaint == "generated pages are out of date: docs/editions/gone.md, docs/options.md; run `make docs`\n"
    assert generated.main([]) == 0
    assert generated.main(["--check"]) == 0 and not (tmp_path / "docs/editions/gone.md").exists()
