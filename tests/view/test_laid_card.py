"""AVG-01 on the table: which card lies on the Gauntlet, from the public record of the round."""

from __future__ import annotations

from typing import Any

import pytest
from tests.random_play import EDITIONS, dice, random_move
from tests.scale import scaled

from huefall.game import Game
from huefall.game.game import new_table
from huefall.notation.variant import Variant
from huefall.scenario.start import rest_of_deck
from huefall.view import laid_card

HANDS = [["WG", "b4", "g1", "g2"], ["r1", "r2", "WG"], ["p1", "p2", "p3"]]


def table(**fields: Any) -> Game:
    start = {"edition": "avengers", "hands": HANDS, "discard": ["r8"], "turn": 0, "pile": ["p9", "p8", "g9", "g8"]}
    return Game.from_position({**start, **fields})


def after(*moves: str, **fields: Any) -> Game:
    game = table(**fields)
    for move in moves:
        seat, _, sentence = move.partition(" ")
        game.play(int(seat), sentence)
    return game


def test_the_laid_card_lies_on_the_gauntlet_and_is_written_under_it_AVG_01() -> None:  # noqa: N802
    game = after("0 play WG b4 r")
    assert laid_card(game) == "b4"
    assert game.position()["discard"] == ["r8", "b4", "WG"]
    assert game.position()["color"] == "r"


def test_the_laid_card_stays_until_the_next_card_is_played() -> None:
    game = after("0 play WG b4 r", "1 draw", "1 keep")
    assert laid_card(game) == "b4"
    game = after("0 play WG b4 r", "1 play r1")
    assert laid_card(game) is None


def test_the_next_gauntlet_shows_its_own_laid_card() -> None:
    assert laid_card(after("0 play WG b4 r", "1 play WG r1 p")) == "r1"


def test_a_move_taken_back_takes_the_laid_card_back() -> None:
    game = after("0 play WG b4 r")
    game.undo()
    assert laid_card(game) is None


def test_a_foul_leaves_the_laid_card_where_it_is() -> None:
    game = after("0 play WG b4 r", hands=[HANDS[0], ["r1", "b2", "b3"], HANDS[2]], options={"misplay_penalty": 2})
    assert game.play(1, "play b2").foul  # AVG-02: not the laid card's colour
    assert laid_card(game) == "b4"


@pytest.mark.parametrize("hand", [["WG", "W", "W"], ["WG", "WG"]])
def test_without_a_coloured_card_no_card_is_laid_AVG_03(hand: list[str]) -> None:  # noqa: N802
    game = after("0 play WG r", hands=[hand, *HANDS[1:]], discard=["b4"])
    assert game.position()["discard"] == ["b4", "WG"]
    assert laid_card(game) is None


def test_a_last_card_is_laid_as_well_AVG_03() -> None:  # noqa: N802
    game = after("0 play WG b4", hands=[["WG", "b4"], *HANDS[1:]])
    assert game.over
    assert laid_card(game) == "b4"


def test_a_gauntlet_turned_up_first_has_no_laid_card_FIRST_04() -> None:  # noqa: N802
    variant = Variant.of("avengers")
    rest = rest_of_deck(variant, ["WG"])
    game = new_table(variant, 2)
    game.deal([*rest[:14], variant.number("WG"), *rest[14:]], dealer=0)
    assert game.position()["discard"] == ["WG"]
    assert laid_card(game) is None
    game.play(1, "color r")
    assert laid_card(game) is None


def test_a_reshuffle_takes_the_laid_card_and_leaves_the_gauntlet_PILE_01() -> None:  # noqa: N802
    game = after("0 play WG b4 r", pile=["p9"])
    assert laid_card(game) == "b4"
    game.play(1, "draw")
    game.play(1, "keep")
    assert laid_card(game) == "b4"
    game.play(2, "draw")
    assert game.position()["discard"] == ["WG"]
    assert laid_card(game) is None


def test_a_reshuffle_in_the_check_itself_takes_the_laid_card_PILE_01() -> None:  # noqa: N802
    game = after("0 play WG b4 r", hands=[HANDS[0], ["r1", "b2"], HANDS[2]], pile=["p9"])
    assert game.position()["discard"] == ["WG"]
    assert laid_card(game) is None


def test_a_gauntlet_of_a_position_has_no_known_laid_card() -> None:
    game = table(discard=["r8", "b3", "WG"], color="r")
    assert laid_card(game) is None
    game.play(0, "play WG b4 g")
    assert laid_card(game) == "b4"


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: path.rsplit("/", 1)[-1])
def test_the_laid_card_is_the_one_under_the_gauntlet_and_comes_from_the_last_play(edition: str) -> None:
    """Follow the moves alone, another way than the record of events."""
    met = 0
    for number in range(scaled(12, least=2)):
        rng = dice("laid", edition, number)
        game = Game.new(edition, 3, seed=number)
        laid = None
        while not game.over and game.moves < 300:
            before = game.position()["discard"]
            seat, move = random_move(rng, game)
            outcome = game.play(seat, move)
            discard = game.position()["discard"]
            if outcome.move.verb == "play" and discard[-2:] != before[-2:]:
                black, *others = outcome.move.cards
                is_laid = black.startswith("W") and [card for card in others if not card.startswith("W")]
                laid = others[-1] if is_laid else None
            if len(discard) == 1:
                laid = None
            assert laid_card(game) == laid, (discard, str(outcome.move))
            assert laid is None or discard[-2] == laid
            met += laid is not None
    assert met or "avengers" not in edition
