"""Third-party bots are found and made, or the error says why not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.arena.bad_bots import Good

from huefall.bots.loading import BotLoadError, find_maker, load_bot
from huefall.editions import load_edition

BAD_BOTS = str(Path(__file__).parents[1] / "arena" / "bad_bots.py")


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("nothing", "expected module:Class or file.py:Class"),
        (":Bot", "expected module:Class"),
        ("module:not a name", "expected module:Class"),
        ("no_such_module:Bot", "no module 'no_such_module' here"),
        ("huefall.no_such:Bot", "no module 'huefall.no_such' here"),
        ("no_such_file.py:Bot", "no file 'no_such_file.py'"),
        (f"{BAD_BOTS}:Missing", "has no Missing; its classes are "),
        (f"{BAD_BOTS}:NO_BOT", "expected a class or a function that makes a bot, got 7"),
    ],
)
def test_a_bot_that_cannot_be_found_is_told_with_what_was_expected(source: str, reason: str) -> None:
    with pytest.raises(BotLoadError) as raised:
        find_maker(source)
    assert reason in str(raised.value)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Unmakeable", "cannot be made (RuntimeError: the weights are missing)"),
        ("Nameless", "expected an attribute level"),
        ("Claimless", "expected a method claim(view, rng), and there is none"),
        ("Narrow", "choose must take two arguments"),
        ("Secretive", "its level cannot be read (RuntimeError: no name)"),
        ("Methodless", "its choose cannot be read (RuntimeError: no method)"),
        ("Painter", r"expected a level without control characters, such as 'mybot', got 'a\x1b[31mb\nc'"),
    ],
)
def test_a_bot_that_is_none_is_told_with_what_it_lacks(name: str, reason: str) -> None:
    with pytest.raises(BotLoadError) as raised:
        load_bot(find_maker(f"{BAD_BOTS}:{name}"), None, name)
    assert reason in str(raised.value)


def test_an_answer_is_returned_and_not_awaited() -> None:
    class Async(Good):
        async def choose(self, view: Any, rng: Any) -> str:  # noqa: ARG002
            return str(view["legal"][0])

    with pytest.raises(BotLoadError, match="bot 'Async': choose must not be async"):
        load_bot(Async, None)


@pytest.mark.parametrize(
    ("maker", "reason"), [("mine:Good", "'mine:Good'; give the class itself, not its name"), (7, "7$")]
)
def test_what_makes_no_bot_is_told_with_what_would(maker: Any, reason: str) -> None:
    with pytest.raises(BotLoadError, match=f"expected a class or a function that makes a bot, got {reason}"):
        load_bot(maker, None)


def test_only_the_classes_of_the_module_itself_are_listed(tmp_path: Path) -> None:
    source = "from pathlib import Path\nfrom random import Random\n\nclass Mine: ...\n"
    (tmp_path / "own_listed.py").write_text(source, encoding="utf-8")
    with pytest.raises(BotLoadError, match=r"has no Missing; its classes are Mine$"):
        find_maker(f"{tmp_path / 'own_listed.py'}:Missing")


def test_whether_it_listens_must_be_something_that_can_be_read() -> None:
    class Deaf(Good):
        @property
        def listens(self) -> bool:
            raise RuntimeError("deaf")

    class Vague(Good):
        class Answer:
            def __bool__(self) -> bool:
                raise RuntimeError("perhaps")

        listens = Answer()

    with pytest.raises(BotLoadError, match=r"its listens cannot be read \(RuntimeError: deaf\)"):
        load_bot(Deaf, None)
    with pytest.raises(BotLoadError, match=r"expected True or False as listens, got .* \(RuntimeError: perhaps\)"):
        load_bot(Vague, None)


def test_a_module_of_the_current_folder_is_found_and_one_that_fails_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", list(__import__("sys").path))
    (tmp_path / "own_of_here.py").write_text("from huefall.bots.levels.easy import EasyBot as Mine", encoding="utf-8")
    (tmp_path / "own_failing.py").write_text("import nothing_of_that_name", encoding="utf-8")
    (tmp_path / "own_broken.py").write_text("1 / 0", encoding="utf-8")
    assert load_bot(find_maker("own_of_here:Mine"), None).level == "easy"
    assert load_bot(find_maker("own_of_here.py:Mine"), None).level == "easy"
    for source in ("own_failing:Mine", "own_broken:Mine", "own_broken.py:Mine"):
        with pytest.raises(BotLoadError, match=r"fails when it is (imported|run)"):
            find_maker(source)


def test_the_edition_is_given_to_who_takes_it_and_to_nobody_else() -> None:
    given: list[Any] = []

    class Base:
        level = "base"

        def choose(self, view: Any, rng: Any) -> Any: ...

        def claim(self, view: Any, rng: Any) -> Any: ...

    class Takes(Base):
        def __init__(self, edition: Any = None) -> None:
            given.append(edition)

    class Other(Base):
        def __init__(self, budget: int = 50) -> None:
            given.append(budget)

    edition = load_edition("buzz")
    for maker in (Takes, Other, lambda any_name: Takes(edition=any_name), lambda: Takes(None)):
        load_bot(maker, edition)
    assert given == [edition, 50, edition, None]
