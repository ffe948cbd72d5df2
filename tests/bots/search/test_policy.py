"""What the policy thinks of plays before any is tried."""

from __future__ import annotations

from typing import Any

import pytest

from huefall.bots.search.policy import tuned_policies
from huefall.bots.search.search import Search
from huefall.game import Game
from huefall.kernel.layout import MOVE, blank
from huefall.kernel.search.sample import nothing_hidden
from huefall.notation.moves import MoveReader, read_move


def opinions(edition: str, hand: list[str], top: str, plays: list[str], **position: Any) -> list[float]:
    """Return how much the policy likes some plays."""
    usual = {"hands": [hand, ["r1", "b1", "g1", "g2"]], "discard": [top], "pile": ["r2", "r3", "r4"], "turn": 0}
    game = Game.from_position({"edition": edition, **usual, **position})
    reader = MoveReader(game.variant)
    held = game.record_of_state[0]["hands"][0].tolist()
    moves = blank(MOVE, len(plays))
    for number, play in enumerate(plays):
        reader.pack(0, read_move(game.variant, held, play), moves[number : number + 1])
    return [
        float(each)
        for each in Search(game.variant, game.state, nothing_hidden(), moves, 1, tuned_policies()).policy_weights()
    ]


def best_of(edition: str, hand: list[str], top: str, plays: list[str], **position: Any) -> str:
    """Return the play it likes best."""
    found = opinions(edition, hand, top, plays, **position)
    return plays[found.index(max(found))]


@pytest.mark.parametrize("in_force", ["r", "b", "g"])
def test_a_black_card_names_the_colour_most_cards_have_whatever_is_in_force(in_force: str) -> None:
    hand = ["W", "b1", "b4", "b7", "g4"]
    assert best_of("classic", hand, f"{in_force}5", ["play W r", "play W g", "play W b", "play W y"]) == "play W b"


def test_the_card_laid_with_a_gauntlet_is_no_longer_held_AVG_01() -> None:  # noqa: N802
    hand = ["WG", "b1", "b4", "g4", "g7"]
    assert best_of("avengers", hand, "r5", ["play WG b1 b", "play WG b1 g"]) == "play WG b1 g"


def test_a_gauntlet_is_played_with_a_colour_the_own_hand_is_rid_of_AVG_01() -> None:  # noqa: N802
    hand = ["WG", "b1", "b4", "g4"]
    assert best_of("avengers", hand, "r5", ["play WG b1 b", "play WG g4 b"]) == "play WG g4 b"


def test_a_coloured_card_that_leaves_the_colour_is_liked() -> None:
    assert best_of("classic", ["r3", "b5", "y8"], "r5", ["play b5", "play r3"]) == "play r3"


@pytest.mark.parametrize(("sizes", "best"), [((6, 1), "play rR"), ((1, 6), "play rS")])
def test_a_shield_sends_the_penalty_to_who_is_nearly_out_SHIELD_01(sizes: tuple[int, int], best: str) -> None:  # noqa: N802
    others = [["g1", "g2", "g3", "g4", "g6", "g7"][: sizes[0]], ["b1", "b2", "b3", "b4", "b6", "b7"][: sizes[1]]]
    hand = ["rR", "rS", "y1", "y2"]
    pending = {"kind": "draw2", "seat": 0, "draw": 2, "from": 2, "count": 1, "guilty": None}
    position = {"hands": [hand, *others], "discard": ["r5", "r+2"], "pending": pending, "options": {"shields": True}}
    assert best_of("classic", hand, "r5", ["play rR", "play rS"], **position) == best


def test_run_is_kept_for_when_it_is_needed_JUR_01() -> None:  # noqa: N802
    assert best_of("jurassic", ["W*", "WE", "b1", "b2"], "r5", ["play WE b", "play W* b"]) == "play W* b"


def test_the_hand_given_away_need_not_go_on_SEVEN_01() -> None:  # noqa: N802
    hand = ["r7", "b7", "b1", "b2", "b3", "b4"]
    red, blue = opinions("classic", hand, "y7", ["play r7 >1", "play b7 >1"], options={"seven_zero": True})
    assert red == blue


def test_several_equal_cards_are_all_gone_SAME_01() -> None:  # noqa: N802
    options = {"same_symbol": True}
    (pair,) = opinions("classic", ["r7", "r7", "y1", "y2"], "y7", ["play r7 r7"], options=options)
    (two,) = opinions("classic", ["g7", "r7", "y1", "y2"], "y7", ["play g7 r7"], options=options)
    assert pair == two


def test_a_card_of_the_boosted_colour_skips_BUZZ_02() -> None:  # noqa: N802
    plain, boosted = (opinions("buzz", ["b3", "y8"], "b5", ["play b3"], boost=boost) for boost in (None, "b"))
    assert boosted > plain
