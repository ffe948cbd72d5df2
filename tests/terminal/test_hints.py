"""Hints in the terminal: by a key or a word, in words of both languages."""

from __future__ import annotations

import re

import pytest
from tests.terminal.test_plain_table import HANDS, sit_down


@pytest.mark.parametrize("written", ["?", "hint"])
def test_moves_are_ranked_best_first_with_chances_and_a_reason(written: str) -> None:
    screen, match = sit_down({"hands": HANDS}, written)
    told = screen.partition("Your moves, best first, with the chance to win the round:\n")[2]
    chances = re.findall(r"^  [^:]+: .+: (\d+)\s% \((\d+) to (\d+)\s%\)$", told, re.MULTILINE)
    assert len(chances) == 6  # r1, the Wild in four colours, draw
    assert all(int(low) <= int(mean) <= int(high) for mean, low, high in chances)
    assert "  play r1: Play red 1: " in told
    assert re.search(r"^Why the first: .+\.$", told, re.MULTILINE)
    assert match.rounds[-1].moves == [], "a hint is no move"


@pytest.mark.parametrize("written", ["?", "\uff1f", "提示", "hint"])
def test_a_hint_speaks_chinese(written: str) -> None:
    screen, _ = sit_down({"hands": HANDS}, written, lang="zh-Hant")
    assert re.search(r"^  play r1: 出紅色 1：\d+\s%（\d+ 到 \d+\s%）$", screen, re.MULTILINE)
    assert "首選理由：" in screen


def test_long_lists_of_moves_are_shortened() -> None:
    hands = [["r1", "r2", "r3", "r4", "W", "W+4"], *HANDS[1:]]
    screen, _ = sit_down({"hands": hands}, "hint")
    assert len(re.findall(r"\d+ to \d+\s%\)$", screen, re.MULTILINE)) == 8
    told = screen.partition("Your moves, best first")[2]
    assert re.search(r"^  and \d+ more behind these$", told, re.MULTILINE)
    assert "written out" not in told


def test_long_lists_of_moves_are_shortened_in_chinese() -> None:
    hands = [["r1", "r2", "r3", "r4", "W", "W+4"], *HANDS[1:]]
    screen, _ = sit_down({"hands": hands}, "hint", lang="zh-Hant")
    told = screen.partition("你的出法，好的在前")[2]
    assert re.search(r"^  還有 \d+ 種排在後面$", told, re.MULTILINE)
    assert "直接輸入" not in told


# Bot 1 has forgotten its call and is about to play: the person had better catch it.
CATCH = {"hands": [["r1", "g7", "b2", "b3"], ["y1"]], "turn": 1, "open": [1]}


def test_a_claim_is_held_against_letting_it_be() -> None:
    screen, match = sit_down(CATCH, "?")
    told = screen.partition("Your moves, best first, with the chance to win the round:\n")[2]
    ranked = re.findall(r"^  ([^:]+): ([^:]+): (\d+)\s% \(\d+ to \d+\s%\)$", told, re.MULTILINE)
    assert [each[:2] for each in ranked] == [("catch 1", "Catch Bot 1"), ("Enter", "Let it be")]
    assert int(ranked[0][2]) > int(ranked[1][2])
    assert "Why the first: Bot 1 did not call UNO, and a catch costs cards.\n" in told
    assert match.rounds[-1].moves == [], "a hint is no claim"


def test_a_hint_about_a_claim_speaks_chinese() -> None:
    screen, _ = sit_down(CATCH, "?", lang="zh-Hant")
    assert re.search(r"^  Enter: 略過：\d+\s%（\d+ 到 \d+\s%）$", screen, re.MULTILINE)


def test_between_rounds_there_is_no_hint() -> None:
    screen, _ = sit_down({"hands": [["r1"], ["y1", "y2"]], "options": {}}, "play r1", "?")
    assert "A hint is given when you can move or claim something." in screen
