"""The opponents are named when the table starts, in both languages."""

from __future__ import annotations

import re

import pytest
from tests.terminal.test_plain_table import HANDS, Puppet, sit_down

from huefall.bots import LEVELS, Bot, make_bot
from huefall.texts import LANGUAGES, load


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_is_introduced_by_its_character(level: str, lang: str) -> None:
    screen, _ = sit_down({"hands": HANDS}, bots=[make_bot(level), make_bot(level)], lang=lang)
    text = load(lang).text
    names = text("cards.join").join(text("table.bot", seat=seat) for seat in (1, 2))
    title, character = text(f"bot.{level}.title"), text(f"bot.{level}.text")
    line = text("table.level", players=names, title=title, text=character)
    assert line in screen.splitlines()[:4]
    assert title in line and character in line


def test_bots_of_several_levels_have_a_line_each_with_their_budget() -> None:
    bots: list[Bot] = [make_bot("expert:1000"), make_bot("easy"), make_bot("expert:200ms"), make_bot("hard:1")]
    hands = [*HANDS, ["g1", "g3", "g4"], ["y4", "y5", "y7"]]
    screen, _ = sit_down({"hands": hands}, bots=bots)
    starts = [line.partition(". ")[0] for line in screen.splitlines() if line.startswith("Bot ")]
    assert starts[:4] == [
        "Bot 1: Expert (1000 positions a decision)",
        "Bot 2: Easy",
        "Bot 3: Expert (200 ms a decision)",
        "Bot 4: Hard (1 position a decision)",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_character_promises_a_number_of_trials_that_a_budget_or_a_large_table_denies(lang: str) -> None:
    screen, _ = sit_down({"hands": HANDS}, bots=[make_bot("expert:16"), make_bot("expert:1ms")], lang=lang)
    introduced = screen.splitlines()[2:4]
    assert "16" in introduced[0] and "1" in introduced[1]
    for line in introduced:
        assert not re.search("hundred|thousand|數百|數千|百次|千次", line)


def test_a_custom_bot_has_no_introduction() -> None:
    screen, _ = sit_down({"hands": HANDS}, bots=[Puppet(), make_bot("easy")])
    assert "Bot 1:" not in screen.partition("Round 1")[0] and "\nBot 2: Easy. " in screen
