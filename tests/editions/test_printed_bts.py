"""The BTS deck as its sheet prints it: counted by hand, under every command, and played by every bot (DECK-03)."""

from __future__ import annotations

import io
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.random_play import PRINTED_BTS, dice, random_options
from tests.reference.cases import Case
from tests.reference.lockstep import compare_match
from tests.scale import SEED, scaled

from huefall.arena import Plan, enter, run_arena
from huefall.bots import LEVELS, Bot, make_bot, play_round
from huefall.bots.beliefs.bluff import guess_bluff
from huefall.bots.default_answer import default_answer
from huefall.bots.levels.searching import SearchBot
from huefall.bots.search.limit import FIRST_BATCH, Limit
from huefall.bots.seat_view import SeatView
from huefall.cli import main
from huefall.editions import PRESETS, load_edition
from huefall.game import Game
from huefall.notation.variant import Variant
from huefall.sim import simulate
from huefall.texts import LANGUAGES, card_name, load
from huefall.texts.options import edition_title
from huefall.view import view_for

EDITION = load_edition(PRINTED_BTS)


def quick(level: str, rollouts: int) -> Bot:
    """Make a bot that thinks by rollouts instead of time, so that the same seed gives the same answer."""
    bot = make_bot(level, EDITION)
    if isinstance(bot, SearchBot):
        bot.limit = Limit(positions=rollouts)
    return bot


def view_of(hands: list[list[str]], discard: tuple[str, ...] = ("r5",), **more: object) -> dict[str, Any]:
    """Set up a position in which seat 0 is asked, with the rest of the deck as the pile, and look at it from there."""
    variant = Variant.of(PRINTED_BTS)
    rest = variant.deck()
    for card in [*(card for hand in hands for card in hand), *discard]:
        rest.remove(variant.number(card))
    Random(5).shuffle(rest)
    position = {
        "edition": PRINTED_BTS,
        "hands": hands,
        "discard": discard,
        "pile": variant.write_cards(rest),
        "turn": 0,
    }
    return view_for(Game.from_position({**position, "options": {"target": 0}, **more}), 0)


def test_the_deck_is_that_of_the_sheet_card_by_card() -> None:
    """19 numbers in each of blue, green, red, purple; 8 of each action card, two in blue, green, red, yellow; 12 black cards."""
    found = Counter({kind.text: kind.copies for kind in EDITION.kinds()})
    wanted: Counter[str] = Counter({"W": 4, "W+4": 4, "WD": 4})
    for color in "bgrp":
        wanted[f"{color}0"] = 1
        wanted.update({f"{color}{number}": 2 for number in range(1, 10)})
    for color in "bgry":
        wanted.update({f"{color}{face}": 2 for face in ("+2", "R", "S")})
    assert found == wanted
    assert EDITION.card_count == found.total() == 112
    by_color = Counter(dict.fromkeys("rygbp", 0))
    for card, copies in found.items():
        by_color[card[0]] += copies if card[0] != "W" else 0
    assert by_color == Counter({"r": 25, "g": 25, "b": 25, "p": 19, "y": 6, "W": 0})


def test_except_for_its_colours_it_is_the_shipped_deck() -> None:
    shipped = {(row.face, row.black): row for row in load_edition("bts").rows}
    assert {(row.face, row.black) for row in EDITION.rows} == shipped.keys()
    for row in EDITION.rows:
        other = shipped[row.face, row.black]
        assert replace(row, colors=other.colors) == other, row.face


def test_it_has_names_in_every_language() -> None:
    names = {language: edition_title(load(language), EDITION.name, EDITION.title) for language in LANGUAGES}
    assert names == {"en": "BTS as printed", "zh-Hant": "防彈少年團（依說明書）"}
    for language in LANGUAGES:
        for kind in EDITION.kinds():
            assert card_name(load(language), kind.text, EDITION.titles()) != kind.text


def test_check_and_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["editions", "check", PRINTED_BTS]) == 0
    assert (
        "good: bts-as-printed (BTS as printed), 112 cards, red, yellow, green, blue, purple" in capsys.readouterr().out
    )
    assert main(["editions", "show", PRINTED_BTS, "--lang", "zh-Hant"]) == 0
    shown = capsys.readouterr().out
    assert "黃色禁止牌" in shown and "紫色 9" in shown
    assert "黃色 9" not in shown and "紫色禁止牌" not in shown


def test_play_replay_and_verify(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "match.jsonl")
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 300))
    assert main(["play", "--edition", PRINTED_BTS, "--seed", "4", "--set", "target=0", "--record", file]) == 0
    assert "Edition: BTS as printed" in capsys.readouterr().out
    assert main(["replay", file]) == 0
    assert main(["verify", file]) == 0


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 4, 10])
def test_rounds_end_with_a_winner_under_every_preset(preset: str, players: int) -> None:
    """A colour with six cards does not make rounds endless: of thousands of random ones hardly any is void (PILE-04)."""
    games = scaled(2000, least=4)
    variant = Variant.of(PRINTED_BTS, {"preset": preset})
    result = simulate(variant, players, games, SEED)
    assert sum(result.wins) + result.void == games
    assert result.void <= games // 100


def test_both_engines_play_the_same_game() -> None:
    for number in range(scaled(40, least=4)):
        rng = dice("printed", number)
        options = random_options(rng, PRINTED_BTS)
        case = Case(PRINTED_BTS, options, rng.choice([2, 3, 4, 7]), rng.getrandbits(40))
        assert compare_match(case, 40)


@pytest.mark.parametrize("level", LEVELS)
def test_bots_of_every_level_play_it(level: str) -> None:
    for number in range(2):
        game = Game.new(PRINTED_BTS, 3, {"preset": ("official", "party")[number]}, seed=6, number=number)
        play_round(game, [quick(level, FIRST_BATCH)] * 3, Random(number))
        assert game.over


#: Hands of which one colour is clearly the best to name, and the hands of the others.
CLEAR = [
    ("y", ["W", "yS", "yR", "y+2", "b1"], [["g1", "g2", "g3", "g4", "b4"], ["b3", "b6", "g8"]]),
    ("p", ["W", "p1", "p2"], [["g1"], ["b3"]]),
    ("b", ["W", "b1", "b2"], [["g1"], ["b3"]]),
]


@pytest.mark.parametrize("level", LEVELS[1:])
@pytest.mark.parametrize(("color", "hand", "others"), CLEAR, ids=[color for color, *_ in CLEAR])
def test_bots_name_the_colour_they_hold_whatever_cards_it_has(
    level: str, color: str, hand: list[str], others: list[list[str]]
) -> None:
    view = view_of([hand, *others])
    assert {quick(level, 4 * FIRST_BATCH).choose(view, Random(seed)) for seed in range(3)} == {f"play W {color}"}


def test_a_player_out_of_time_names_the_colour_held_most() -> None:
    pending = {"kind": "color", "seat": 0, "from": 1}
    for color, hand, others in CLEAR:
        view = view_of([hand, *others], ("W",), color=None, pending=pending)
        assert default_answer(view) == f"color {color}"


def test_the_chance_of_a_bluff_counts_the_cards_the_colour_has_CHAL_01() -> None:  # noqa: N802
    """112 cards less two in the own hand and two discards are unseen; of six yellow ones one lies open, of 19 purple ones one."""
    pending = {"kind": "wild4", "seat": 0, "draw": 4, "from": 1, "count": 1, "guilty": False}
    for under, unseen in (("yS", 5), ("p5", 18), ("r5", 24)):
        view = view_of([["g1", "g2"], ["b1"]], (under, "W+4"), color="b", pending=pending)
        holds = unseen / 108
        assert guess_bluff(SeatView(view, EDITION), 1) == pytest.approx(0.3 * holds / (0.3 * holds + 1 - holds)), under


def test_the_arena_plays_it() -> None:
    plan = Plan(enter(["normal", "random"]), EDITION, 2, 4, seed=3)
    assert run_arena(plan, workers=0).games == 4
