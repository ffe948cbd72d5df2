"""What the policy thinks of plays before any is tried."""

from __future__ import annotations

from typing import Any

import pytest

from huefall.bots.policy import tuned_policies
from huefall.bots.search import search_open
from huefall.game import Game
from huefall.kernel.layout import MOVE, blank
from huefall.notation.moves import MoveReader, read_move


def best_of(edition: str, hand: list[str], color: str, plays: list[str], **options: Any) -> str:
    """Return the play the policy likes best."""
    position = {"edition": edition, "options": options, "hands": [hand, ["r1", "b1", "g1", "g2"]], "discard": [f"{color}5"]}
    game = Game.from_position({**position, "pile": ["r2", "r3", "r4"], "turn": 0})
    reader = MoveReader(game.setting)
    held = game.record_of_state[0]["hands"][0].tolist()
    moves = blank(MOVE, len(plays))
    for number, play in enumerate(plays):
        reader.pack(0, read_move(game.setting, held, play), moves[number : number + 1])
    opinions = search_open(game.setting, game.state, moves, 1, tuned_policies()).opinions()
    return plays[int(opinions.argmax())]


@pytest.mark.parametrize("in_force", ["r", "b", "g"])
def test_a_black_card_names_the_colour_most_cards_have_whatever_is_in_force(in_force: str) -> None:
    hand = ["W", "b1", "b4", "b7", "g4"]
    assert best_of("classic", hand, in_force, ["play W r", "play W g", "play W b", "play W y"]) == "play W b"


def test_the_card_laid_with_a_gauntlet_is_no_longer_held_AVG_01() -> None:  # noqa: N802
    hand = ["WG", "b1", "b4", "g4", "g7"]
    assert best_of("avengers", hand, "r", ["play WG b1 b", "play WG b1 g"]) == "play WG b1 g"


def test_a_gauntlet_is_played_with_a_colour_the_own_hand_is_rid_of_AVG_01() -> None:  # noqa: N802
    hand = ["WG", "b1", "b4", "g4"]
    assert best_of("avengers", hand, "r", ["play WG b1 b", "play WG g4 b"]) == "play WG g4 b"


def test_a_coloured_card_that_leaves_the_colour_is_liked() -> None:
    assert best_of("classic", ["r3", "b5", "y8"], "r", ["play b5", "play r3"]) == "play r3"
