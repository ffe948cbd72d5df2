"""What the search thinks of moves, and of who will win."""

from __future__ import annotations

from random import Random

import pytest
from tests.bots.positions import table

from huefall.bots.levels.searching import SearchBot
from huefall.bots.search.limit import Limit
from huefall.bots.search.rank import rank
from huefall.editions import SHIPPED
from huefall.game import Game
from huefall.view import view_for


def test_a_move_that_wins_at_once_is_best_and_sure() -> None:
    ranked = rank(view_for(table([["r1"], ["g1", "g2", "g3"]]), 0), limit=Limit(positions=64))
    assert ranked[0].sentence == "play r1"
    assert ranked[0].chance.mean == 1.0
    assert {each.sentence for each in ranked} == {"play r1", "draw", "uno"}


def test_calls_are_made_where_they_are_due_UNO_01() -> None:  # noqa: N802
    ranked = rank(view_for(table([["r1", "r2"], ["g1", "g2", "g3"]]), 0), limit=Limit(positions=16))
    assert {each.sentence for each in ranked} == {"play r1 uno", "play r2 uno", "draw"}


def test_the_colour_that_is_held_is_named() -> None:
    ranked = rank(view_for(table([["W", "b1", "b2", "b5"], ["g1", "g2"]]), 0), limit=Limit(positions=400))
    assert ranked[0].sentence == "play W b"


def test_moves_are_ranked_by_the_chance_that_is_shown_whatever_the_score() -> None:
    """Where points count, the match may want another move than the round: a hint says what it says."""
    hands = [["r+2", "r5", "r9", "W", "W+4"], ["y1", "y2"]]
    for scores in ([0, 0], [480, 0], [0, 480]):
        game = table(hands, options={"target": 500}, scores=scores)
        shown = [each.chance.mean for each in rank(view_for(game, 0), limit=Limit(positions=100))]
        assert shown == sorted(shown, reverse=True)


def test_who_is_not_asked_may_claim_or_say_nothing_UNO_03() -> None:  # noqa: N802
    game = table([["r1", "r2"], ["g1", "g2", "g3", "b3"]])
    game.play(0, "play r1")
    seen = [rank(view_for(game, seat), limit=Limit(positions=200)) for seat in (0, 1)]
    assert [each.sentence for each in seen[0]] == ["uno", ""]
    view = {**view_for(game, 1), "turn": 0}
    assert rank({**view, "legal": ["catch 0"]}, limit=Limit(positions=400))[0].sentence == "catch 0"
    assert rank({**view, "legal": []}) == []


def test_who_is_asked_may_claim_first_and_still_answer_UNO_02() -> None:  # noqa: N802
    game = table([["r1", "r2"], ["g1", "r3", "b3", "y4"]])
    game.play(0, "play r1")
    ranked = [each.sentence for each in rank(view_for(game, 1), limit=Limit(positions=200))]
    assert ranked[0] == "catch 0"
    assert sorted(ranked) == ["catch 0", "draw", "play g1", "play r3"]


@pytest.mark.parametrize("positions", [64, 1500])
def test_nobody_who_was_seen_is_let_go_however_long_it_is_thought_about_UNO_02(positions: int) -> None:  # noqa: N802
    others = [["g1", "g2", "g3"], ["b1", "b2", "b3"], ["y1", "y2", "y3"], ["g5", "b6", "y7"], ["b8", "g8", "y8"]]
    game = table([["r1", "r2"], *others])
    game.play(0, "play r1")
    view = view_for(game, 3)
    bot = SearchBot("expert", limit=Limit(positions=positions))
    assert {bot.claim(view, Random(seed)) for seed in range(12)} == {"catch 0"}


def test_a_cut_is_weighed_against_letting_it_pass_for_good_CUT_01() -> None:  # noqa: N802
    """A cut cannot be made later: if it could, waiting would cost nothing and the search would never cut."""
    hands = [["r5", "b1", "b2", "b4"], ["g1", "g2", "g4"], ["r5", "y1"], ["b6", "b7", "b8"]]
    game = table(hands, options={"target": 0, "cut": True})
    game.play(0, "play r5")
    ranked = rank(view_for(game, 2), limit=Limit(positions=2000))
    assert [each.sentence for each in ranked] == ["play r5 uno", ""]
    assert ranked[0].chance.low > ranked[1].chance.high


def test_few_trials_do_not_overrule_what_is_usually_right() -> None:
    """One or two rollouts are no evidence: then the policy decides, and plays no Wild without need."""
    game = table([["r5", "r9", "W", "b1", "b2", "r8"], ["g1", "g2", "y3"], ["g4", "y5", "y6"], ["b5", "b6", "y7"]])
    view = view_for(game, 0)
    chosen = {SearchBot("hard", limit=Limit(positions=2)).choose(view, Random(seed)) for seed in range(20)}
    assert chosen <= {"play r5", "play r8", "play r9"}


def test_somebody_who_is_nearly_out_is_stopped() -> None:
    ranked = rank(view_for(table([["r+2", "r5", "r9", "b1", "g4"], ["y1"]], called=[1]), 0), limit=Limit(positions=600))
    assert ranked[0].sentence == "play r+2"


@pytest.mark.parametrize("edition", SHIPPED)
def test_the_same_seed_gives_the_same_answer(edition: str) -> None:
    game = Game.new(edition, 3, {"preset": "party"}, seed=9)
    asked = game.asked
    assert asked is not None
    one, two = (rank(view_for(game, asked), limit=Limit(positions=48), seed=4) for _ in range(2))
    assert one == two


def test_a_challenge_is_made_when_the_bluff_is_known_CHAL_02() -> None:  # noqa: N802
    """Seat 1 was shown to hold the colour, and plays another Wild Draw Four on it."""
    hands = [["r1", "r2", "b1", "y5", "y6"], ["W+4", "W+4", "g2", "g3", "g4", "g5"]]
    game = table(hands, "g9", turn=1)
    game.play(1, "play W+4 g")
    game.play(0, "challenge")
    game.play(0, "draw")
    game.play(0, "keep")
    game.play(1, "play W+4 g")
    bot = SearchBot("expert", limit=Limit(positions=200))
    from huefall.bots.table_view import bot_view

    assert bot.choose(bot_view(game, 0, bot), Random(1)) == "challenge"


def test_the_clock_ends_thinking() -> None:
    ticks = iter(range(10_000))
    game = Game.new("classic", 2, seed=3)
    asked = game.asked
    assert asked is not None
    bot = SearchBot("expert", limit=Limit(positions=10**9, seconds=5.0), clock=lambda: float(next(ticks)))
    assert bot.choose(view_for(game, asked), Random(1)) in view_for(game, asked)["legal"]
