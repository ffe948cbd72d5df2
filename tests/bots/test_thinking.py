"""What the search thinks of moves, and of who will win."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from huefall.bots import make_bot, next_move
from huefall.bots.searcher import SearchBot
from huefall.bots.thinking import chances, chances_after, rank
from huefall.editions import SHIPPED
from huefall.game import Game
from huefall.view import view_for


def table(hands: list[list[str]], top: str = "r3", **more: Any) -> Game:
    """Set up a position with the rest of the deck as the pile."""
    setting = Game.new("classic", 2, seed=0).setting
    rest = setting.deck()
    for card in [*(card for hand in hands for card in hand), top]:
        rest.remove(setting.number(card))
    Random(5).shuffle(rest)
    position = {
        "hands": hands,
        "discard": [top],
        "pile": setting.write_cards(rest),
        "turn": 0,
        "options": {"target": 0},
    }
    return Game.from_position({**position, **more})


def test_a_move_that_wins_at_once_is_best_and_sure() -> None:
    ranked = rank(view_for(table([["r1"], ["g1", "g2", "g3"]]), 0), rollouts=64)
    assert ranked[0].sentence == "play r1"
    assert ranked[0].chance.mean == 1.0
    assert {each.sentence for each in ranked} == {"play r1", "draw"}


def test_calls_are_made_where_they_are_due_UNO_01() -> None:  # noqa: N802
    ranked = rank(view_for(table([["r1", "r2"], ["g1", "g2", "g3"]]), 0), rollouts=16)
    assert {each.sentence for each in ranked} == {"play r1 uno", "play r2 uno", "draw"}


def test_the_colour_that_is_held_is_named() -> None:
    ranked = rank(view_for(table([["W", "b1", "b2", "b5"], ["g1", "g2"]]), 0), rollouts=400)
    assert ranked[0].sentence == "play W b"


def test_moves_are_ranked_by_the_chance_that_is_shown_whatever_the_score() -> None:
    """Where points count, the match may want another move than the round: a hint says what it says."""
    hands = [["r+2", "r5", "r9", "W", "W+4"], ["y1", "y2"]]
    for scores in ([0, 0], [480, 0], [0, 480]):
        game = table(hands, options={"target": 500}, scores=scores)
        shown = [each.chance.mean for each in rank(view_for(game, 0), rollouts=100)]
        assert shown == sorted(shown, reverse=True)


def test_who_is_not_asked_may_claim_or_say_nothing_UNO_03() -> None:  # noqa: N802
    game = table([["r1", "r2"], ["g1", "g2", "g3", "b3"]])
    game.play(0, "play r1")
    seen = [rank(view_for(game, seat), rollouts=200) for seat in (0, 1)]
    assert [each.sentence for each in seen[0]] == ["uno", ""]
    view = {**view_for(game, 1), "turn": 0}
    assert rank({**view, "legal": ["catch 0"]}, rollouts=400)[0].sentence == "catch 0"
    assert rank({**view, "legal": []}) == []


@pytest.mark.parametrize("positions", [64, 1500])
def test_nobody_who_was_seen_is_let_go_however_long_it_is_thought_about_UNO_02(positions: int) -> None:  # noqa: N802
    others = [["g1", "g2", "g3"], ["b1", "b2", "b3"], ["y1", "y2", "y3"], ["g5", "b6", "y7"], ["b8", "g8", "y8"]]
    game = table([["r1", "r2"], *others])
    game.play(0, "play r1")
    view = view_for(game, 3)
    bot = SearchBot("expert", rollouts=positions)
    assert {bot.claim(view, Random(seed)) for seed in range(12)} == {"catch 0"}


def test_a_cut_is_weighed_against_letting_it_pass_for_good_CUT_01() -> None:  # noqa: N802
    """Who could change their mind later would lose nothing by waiting, and would never cut."""
    hands = [["r5", "b1", "b2", "b4"], ["g1", "g2", "g4"], ["r5", "y1"], ["b6", "b7", "b8"]]
    game = table(hands, options={"target": 0, "cut": True})
    game.play(0, "play r5")
    ranked = rank(view_for(game, 2), rollouts=2000)
    assert [each.sentence for each in ranked] == ["play r5 uno", ""]
    assert ranked[0].chance.low > ranked[1].chance.high


def test_few_trials_do_not_overrule_what_is_usually_right() -> None:
    """A trial or two tell nothing: a card that leads on is played, and no Wild without need."""
    game = table([["r5", "r9", "W", "b1", "b2", "r8"], ["g1", "g2", "y3"], ["g4", "y5", "y6"], ["b5", "b6", "y7"]])
    view = view_for(game, 0)
    chosen = {SearchBot("hard", rollouts=2).choose(view, Random(seed)) for seed in range(20)}
    assert chosen <= {"play r5", "play r8", "play r9"}


def test_somebody_who_is_nearly_out_is_stopped() -> None:
    ranked = rank(view_for(table([["r+2", "r5", "r9", "b1", "g4"], ["y1"]], called=[1]), 0), rollouts=600)
    assert ranked[0].sentence == "play r+2"


@pytest.mark.parametrize("edition", SHIPPED)
def test_the_same_seed_gives_the_same_answer(edition: str) -> None:
    game = Game.new(edition, 3, {"preset": "party"}, seed=9)
    asked = game.asked
    assert asked is not None
    one, two = (rank(view_for(game, asked), rollouts=48, seed=4) for _ in range(2))
    assert one == two


def test_chances_add_up_and_a_finished_round_is_sure() -> None:
    game = Game.new("classic", 4, seed=6)
    found = chances(game, rollouts=200)
    assert sum(each.mean for each in found) == pytest.approx(1.0)
    assert all(each.low <= each.mean <= each.high for each in found)
    rng = Random(6)
    while not game.over:
        game.play(*next_move(game, [make_bot("normal")] * 4, rng))
    assert [each.mean for each in chances(game)] == [float(game.winner == seat) for seat in range(4)]


def test_chances_do_not_depend_on_the_order_of_the_pile() -> None:
    hands = [["r1", "g5", "b7"], ["g1", "g2", "g3"]]
    game = table(hands)
    position = game.position()
    turned = Game.from_position({**position, "pile": sorted(position["pile"])})
    assert chances(game, rollouts=100, seed=2) == chances(turned, rollouts=100, seed=2)


def test_a_move_is_weighed_before_its_luck_is_known() -> None:
    game = table([["g1", "g2"], ["g5", "g6", "y3"]])
    before = chances_after(game, 0, "draw", rollouts=600, seed=3)
    assert sum(each.mean for each in before) == pytest.approx(1.0)
    assert game.moves == 0
    winning = table([["r1"], ["g5", "g6", "y3"]])
    assert [each.mean for each in chances_after(winning, 0, "play r1")] == [1.0, 0.0]


def test_a_challenge_is_made_when_the_bluff_is_known_CHAL_02() -> None:  # noqa: N802
    """Seat 1 was shown to hold the colour, and plays another Wild Draw Four on it."""
    hands = [["r1", "r2", "b1", "y5", "y6"], ["W+4", "W+4", "g2", "g3", "g4", "g5"]]
    game = table(hands, "g9", turn=1)
    game.play(1, "play W+4 g")
    game.play(0, "challenge")
    game.play(0, "draw")
    game.play(0, "keep")
    game.play(1, "play W+4 g")
    bot = SearchBot("expert", rollouts=200)
    from huefall.bots.drive import bot_view

    assert bot.choose(bot_view(game, 0, bot), Random(1)) == "challenge"


def test_the_clock_ends_thinking() -> None:
    ticks = iter(range(10_000))
    game = Game.new("classic", 2, seed=3)
    asked = game.asked
    assert asked is not None
    bot = SearchBot("expert", rollouts=10**9, seconds=5.0, clock=lambda: float(next(ticks)))
    assert bot.choose(view_for(game, asked), Random(1)) in view_for(game, asked)["legal"]


def test_a_forgotten_call_costs_what_a_catch_does_UNO_02() -> None:  # noqa: N802
    game = table([["r1", "r2"], ["g1", "g2", "g3", "b3"]])
    called, silent = (chances_after(game, 0, said, rollouts=400)[0].mean for said in ("play r1 uno", "play r1"))
    game.play(0, "play r1")
    caught = chances_after(game, 1, "catch 0", rollouts=400)[0].mean
    assert caught < silent < called  # somebody may miss it


def test_calls_made_for_everybody_cannot_be_forgotten_UNO_06() -> None:  # noqa: N802
    hands = [["r1", "r2"], ["g1", "g2", "g3", "b3"]]
    automatic = table(hands, options={"target": 0, "uno": "auto"})
    assert chances_after(automatic, 0, "play r1", rollouts=64) == chances_after(
        table(hands), 0, "play r1 uno", rollouts=64
    )
