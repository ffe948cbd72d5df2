"""A table with an edition that no code knows (tests/editions/unseen.toml): names, log, prompts and help, in both languages."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.terminal.test_plain_table import Puppet

from huefall.game import Game, Match
from huefall.terminal import PlainTable
from huefall.texts import load

UNSEEN = str(Path(__file__).parents[1] / "editions" / "unseen.toml")
OPTIONS = {"target": 0, "stacking": "cumulative"}
POSITION: dict[str, Any] = {
    "edition": UNSEEN,
    "options": OPTIONS,
    "discard": ["r5"],
    "turn": 0,
    "hands": [["r+3", "rSS", "gSS", "g10", "bQ"], ["p+10*", "y8", "y12"], ["b8", "b12", "g12"]],
    "pile": ["y5", "g5", "b5", "y8", "g8", "b8", "r8", "p8", "p5", "r12", "y10", "b10", "r10", "p10", "p12", "r8"],
}


def screen(language: str, *written: str) -> str:
    """Play with these lines from the keyboard; seat 1 stacks every card it can. Return what the terminal shows."""
    match = Match(UNSEEN, 3, OPTIONS, seed=1)
    match.game = Game.from_position(POSITION)
    out = io.StringIO()
    source = io.StringIO("".join(f"{line}\n" for line in written))
    bots = [Puppet("", "play p+10*"), Puppet("", "accept")]
    PlainTable(match, bots, load(language), source, out, Random(1), None).run()
    return out.getvalue()


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "en",
            [
                "red Double Skip (rSS), ",
                "green 10 (g10)",
                "green Double Skip (gSS)",
                "blue Q (bQ)",
                "red Draw Three (r+3)",
                "Draw penalty against Bot 1: 3 cards at stake [D2-01]",
                "Bot 1 stacked purple Draw Ten with footprint [STACK-03]",
                "Draw penalty against Bot 2: 13 cards at stake [D2-01]",
            ],
        ),
        (
            "zh-Hant",
            [
                "紅色 Double Skip (rSS)",
                "綠色 10 (g10)",
                "綠色 Double Skip (gSS)",
                "藍色 Q (bQ)",
                "紅色罰抽三張牌 (r+3)",
                "面對罰抽：累計 3 張 [D2-01]",
                "疊上紫色罰抽十張牌（恐龍腳印） [STACK-03]",
                "面對罰抽：累計 13 張 [D2-01]",
            ],
        ),
    ],
)
def test_cards_and_penalties_are_told_by_their_own_names_and_numbers(language: str, expected: list[str]) -> None:
    shown = screen(language, "play r+3")
    assert [line for line in expected if line not in shown] == []


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "en",
            [
                "red Draw Three (r+3): The next player draws 3 cards and loses the turn.",
                "blue Double Skip (bSS): The next 2 players lose the turn, but never you.",
                "red 全體禁止牌 (rSA): Everybody else loses the turn, so you act again.",
                "A rule that mentions “Draw Two” holds for this card too.",
                "More about it in these rules: D2-01 Draw Two",
                "  +10 Draw Ten: The next player draws 10 cards and loses the turn.",
            ],
        ),
        (
            "zh-Hant",
            [
                "紅色罰抽三張牌 (r+3)：下一位玩家抽 3 張牌，並失去這個回合。",
                "藍色 Double Skip (bSS)：接下來 2 位玩家失去回合，但不會跳過你自己。",
                "紅色全體禁止牌 (rSA)：其他人全部失去回合，由你再出一次。",
                "規則中提到「罰抽兩張牌」的地方，也適用於這張牌。",
                "相關規則：D2-01 罰抽兩張牌",
                "  +10 罰抽十張牌：下一位玩家抽 10 張牌，並失去這個回合。",
            ],
        ),
    ],
)
def test_a_card_is_explained_by_what_it_does(language: str, expected: list[str]) -> None:
    shown = screen(language, "why r+3", "why bSS", "why rSA", "help")
    assert [line for line in expected if line not in shown] == []
    assert "draws 2 cards" not in shown and "抽 2 張牌" not in shown
