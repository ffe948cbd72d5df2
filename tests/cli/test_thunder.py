"""The worked example edition: three cards of its own from data alone, under every command and in a scripted game."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from huefall.cli import main
from huefall.editions import load_edition
from huefall.game import Game
from huefall.texts import LANGUAGES, card_name, load

THUNDER = str(Path(__file__).parents[2] / "docs" / "examples" / "thunder.toml")


def table(hands: list[list[str]], options: dict[str, Any] | None = None) -> Game:
    pile = ["y9", "g9", "b9", "y8", "g8", "b8", "y6", "g6", "b6"]
    position = {"edition": THUNDER, "hands": hands, "discard": ["r5"], "pile": pile, "turn": 0}
    return Game.from_position({**position, "options": options or {}})


def test_check_and_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["editions", "check", THUNDER]) == 0
    assert "good: thunder (Thunder), 120 cards" in capsys.readouterr().out
    assert main(["editions", "show", THUNDER, "--lang", "zh-Hant"]) == 0
    assert "紅色罰抽五張牌" in capsys.readouterr().out


def test_its_cards_have_names_in_every_language() -> None:
    edition = load_edition(THUNDER)
    for language in LANGUAGES:
        for kind in edition.kinds():
            assert card_name(load(language), kind.text, edition.titles()) != kind.text


@pytest.mark.parametrize("arguments", [["--threads", "2"], ["--preset", "party"], ["--set", "seven_zero=on"]])
def test_simulate(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--edition", THUNDER, "--games", "200", *arguments]) == 0
    assert "200 rounds" in capsys.readouterr().out


def test_simulate_with_a_trace(tmp_path: Path) -> None:
    file = tmp_path / "trace.jsonl"
    assert main(["simulate", "--edition", THUNDER, "--games", "3", "--trace", str(file)]) == 0
    text = file.read_text(encoding="utf-8")
    assert all(f" play {card}" in text for card in ("W+2", "r+5", "rSA"))


def test_play_replay_and_verify(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "match.jsonl")
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 300))
    assert main(["play", "--edition", THUNDER, "--seed", "3", "--set", "target=0", "--record", file]) == 0
    assert "Edition: Thunder" in capsys.readouterr().out
    assert main(["replay", file]) == 0
    assert main(["verify", file]) == 0


def test_draw_five_makes_the_next_player_draw_five() -> None:
    game = table([["r+5", "g1"], ["y1"], ["y2", "y3"]])
    game.play(0, "play r+5 uno")
    assert [len(game.hand(seat)) for seat in range(3)] == [1, 6, 2]
    assert game.asked == 2


def test_skip_everyone_lets_its_player_act_again() -> None:
    game = table([["rSA", "g1", "g2"], ["y1"], ["y2", "y3"], ["b1"]])
    outcome = game.play(0, "play rSA")
    assert game.asked == 0
    assert [event.seat for event in outcome.events if event.kind == "skip"] == [1, 2, 3]


def test_wild_draw_two_is_played_any_time_and_cannot_be_challenged() -> None:
    game = table([["W+2", "r1", "g1"], ["y1"], ["y2", "y3"]])
    game.play(0, "play W+2 g")
    assert [len(game.hand(seat)) for seat in range(3)] == [2, 3, 2]
    assert game.position()["color"] == "g"
    assert game.asked == 2
    # If a seat is asked, because the penalty could be stacked, its answers do not include a challenge.
    game = table([["W+2", "r1", "g1"], ["y1", "b1"], ["y2", "y3"]], {"stacking": "same"})
    game.play(0, "play W+2 g")
    assert [str(move) for move in game.legal(1)] == ["accept"]


def test_its_draw_cards_stack_as_their_kind_does() -> None:
    hands = [["r+5", "g1", "g2"], ["g+2", "y1"], ["W+2", "y2", "y3"], ["b1"]]
    game = table(hands, {"stacking": "cumulative"})
    game.play(0, "play r+5")
    game.play(1, "play g+2 uno")
    game.play(2, "play W+2 b")
    assert game.position()["pending"]["draw"] == 9
    game.play(3, "accept")
    assert len(game.hand(3)) == 10


def test_a_file_with_the_name_of_a_shipped_edition_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "classic.toml"
    file.write_text(Path(THUNDER).read_text(encoding="utf-8").replace('"thunder"', '"classic"'), encoding="utf-8")
    assert main(["play", "--edition", str(file)]) == 2
    assert "name 'classic' is that of an edition that ships" in capsys.readouterr().err
