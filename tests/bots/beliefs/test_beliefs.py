"""What a seat can know: cards that hardly are in a hand, and cards that surely are."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from huefall.bots import make_bot, next_move
from huefall.bots.beliefs.beliefs import Beliefs
from huefall.bots.table_view import bot_view
from huefall.game import Game
from huefall.kernel.bits import bit_of, word_of
from huefall.kernel.search.sample import CERTAIN
from huefall.testing import shuffle_hidden
from huefall.vocabulary import events


class Listener:
    """A seat whose beliefs follow the events."""

    level = "listener"
    listens = True


def view_of(game: Game, seat: int) -> dict[str, Any]:
    return bot_view(game, seat, Listener())


def started(hands: list[list[str]], top: str, pile: list[str], edition: str = "classic", **more: Any) -> Game:
    """Deal hands to seats that follow dealer 0, seat 1 first."""
    players = len(hands)
    game = Game.new(edition, players, {"hand_size": len(hands[0]), **more}, seed=1)
    while not game.over:
        game.play(*next_move(game, [make_bot("easy")] * players, Random(1)))
    variant = game.variant
    order = [hands[(seat + 1) % players][i] for i in range(len(hands[0])) for seat in range(players)]
    given = [variant.number(card) for card in [*order, top, *pile]]
    rest = variant.deck()
    for card in given:
        rest.remove(card)
    game.deal(given + rest, dealer=0)
    return game


def barred(game: Game, seat: int, other: int, card: str) -> list[bool]:
    """Return for each unknown card of another hand whether it is unlikely to be this one."""
    view = view_of(game, seat)
    row = Beliefs(game.variant, view).pack(view)[0]
    kind = game.variant.number(card)
    return [bool(row["barred"][other, at, word_of(kind)] & bit_of(kind)) for at in range(int(row["unknown"][other]))]


def known(game: Game, seat: int, other: int) -> list[str]:
    view = view_of(game, seat)
    row = Beliefs(game.variant, view).pack(view)[0]
    return [card for number, card in enumerate(game.variant.texts) for _ in range(int(row["known"][other, number]))]


def bluff(game: Game, seat: int) -> float | None:
    """Return how likely the seat thinks the Wild Draw Four it is asked about was a bluff."""
    view = view_of(game, seat)
    found = int(Beliefs(game.variant, view).pack(view)[0]["bluff"])
    return None if found < 0 else found / CERTAIN


def test_who_draws_had_probably_nothing_that_fits_and_what_is_drawn_may_be_anything() -> None:
    game = started([["r1", "r2", "b1"], ["y1", "y2", "y3"]], "g5", ["b9", "y9"])
    game.play(1, "draw")
    game.play(1, "keep")
    assert barred(game, 0, 1, "g7") == [True, True, True, True]  # the drawn card was kept: it did not fit either
    assert barred(game, 0, 1, "b5") == [True, True, True, True]
    assert barred(game, 0, 1, "W") == [True, True, True, False]  # a black one may be kept for later
    assert barred(game, 0, 1, "y7") == [False] * 4


def test_a_card_drawn_as_a_penalty_may_be_anything() -> None:
    game = started([["g1", "g2", "b1"], ["y1", "y2", "g+2"]], "g5", ["b9", "y9"])
    game.play(1, "play g+2")
    assert barred(game, 1, 0, "g7") == [False] * 5


def test_what_a_player_lays_down_was_the_card_that_could_be_it() -> None:
    game = started([["r1", "r2", "b1"], ["y1", "y2", "y3"]], "g5", ["g9", "y9"])
    game.play(1, "draw")
    game.play(1, "play g9")
    assert barred(game, 0, 1, "g7") == [True, True, True]


def test_a_hand_that_was_shown_is_known_until_its_cards_are_played_CHAL_01() -> None:  # noqa: N802
    game = started([["r1", "r2", "b1"], ["W+4", "g2", "b3"]], "g5", ["r9", "y9", "y8", "y7"])
    game.play(1, "play W+4 b")
    game.play(0, "challenge")
    assert known(game, 0, 1) == ["g2", "b3"]
    game.play(0, "play b1")
    assert known(game, 0, 1) == ["g2", "b3"]
    game.play(1, "play b3")
    assert known(game, 0, 1) == ["g2"]


def test_an_innocent_hand_has_none_of_the_colour_for_everybody_CHAL_03() -> None:  # noqa: N802
    game = started([["r1", "r2", "b1"], ["W+4", "y2", "b3"], ["y5", "y6", "y7"]], "g5", ["r9"])
    game.play(1, "play W+4 b")
    game.play(2, "challenge")
    assert barred(game, 0, 1, "g7") == [True, True]


def test_an_own_hand_that_was_swapped_away_is_known_SEVEN_01() -> None:  # noqa: N802
    game = started([["r1", "r2", "b1"], ["g7", "y2", "b3"]], "g5", ["r9"], seven_zero=True)
    game.play(1, "play g7 >0")
    assert known(game, 1, 0) == ["y2", "b3"]
    assert sorted(known(game, 0, 1)) == ["b1", "r1", "r2"]


def test_who_draws_may_have_held_a_card_that_gives_the_hand_away_SEVEN_01() -> None:  # noqa: N802
    def drawn(*, seven_zero: bool) -> Game:
        game = started([["r1", "r2", "b1"], ["y1", "y2", "y3"]], "g5", ["b9", "y9"], seven_zero=seven_zero)
        game.play(1, "draw")
        game.play(1, "keep")
        return game

    assert barred(drawn(seven_zero=True), 0, 1, "g7") == barred(drawn(seven_zero=True), 0, 1, "g0") == [False] * 4
    assert barred(drawn(seven_zero=True), 0, 1, "g8") == barred(drawn(seven_zero=False), 0, 1, "g7") == [True] * 4


def test_a_wrong_card_that_went_back_is_known_FOUL_01() -> None:  # noqa: N802
    game = started([["r1", "r2", "b1"], ["y2", "g2", "b3"]], "g5", ["r9", "r8", "r7"], misplay_penalty=2)
    game.play(1, "play y2")
    assert known(game, 0, 1) == ["y2"]


def test_the_card_drawn_last_fits_where_it_is_drawn_until_one_does_DRAW_01() -> None:  # noqa: N802
    game = started([["r1", "r2", "b1"], ["y1", "y2", "y3"]], "g5", ["b9", "g9"], draw="until_playable")
    game.play(1, "draw")
    game.play(1, "keep")
    assert barred(game, 0, 1, "g7") == [False, True, True, True, True]  # most is known of the one that fits
    assert barred(game, 0, 1, "y7") == [True, False, False, False, False]


def test_who_must_play_what_fits_keeps_no_wild_DRAW_01() -> None:  # noqa: N802
    game = started([["r1", "r2", "b1"], ["y1", "y2", "y3"]], "g5", ["b9", "g9"], drawn="forced")
    game.play(1, "draw")
    game.play(1, "keep")
    assert barred(game, 0, 1, "W") == [True] * 4
    assert barred(game, 0, 1, "W+4") == [True] * 3 + [False]  # it would be a bluff, perhaps


@pytest.mark.parametrize(
    ("stacking", "lacks_two", "lacks_four"),
    [("off", False, False), ("draw2", True, False), ("same", True, False), ("cumulative", True, True)],
)
def test_who_accepts_a_penalty_could_not_answer_it_STACK_01(  # noqa: N802
    stacking: str, lacks_two: bool, lacks_four: bool
) -> None:
    game = started([["r1", "r2", "b1"], ["g+2", "y2", "y3"]], "g5", ["b8", "b9"], stacking=stacking, challenge=False)
    game.play(1, "play g+2")
    if stacking != "off":
        game.play(0, "accept")
    assert barred(game, 1, 0, "y+2").count(True) == 3 * lacks_two
    assert barred(game, 1, 0, "W+4").count(True) == 3 * lacks_four


def test_nothing_is_learned_from_who_had_no_choice_STACK_01() -> None:  # noqa: N802
    game = started([["r1", "r2", "b1"], ["W+4", "y2", "y3"]], "g5", [], stacking="draw2")
    game.play(1, "play W+4 r")
    game.play(0, "accept")
    assert barred(game, 1, 0, "y+2").count(True) == 0 == barred(game, 1, 0, "W+4").count(True)


def test_a_wild_draw_four_that_nobody_challenges_was_probably_none_WD4_02() -> None:  # noqa: N802
    game = started([["b5", "r1", "y1"], ["W+4", "y2", "y3"]], "r5", [])
    game.play(1, "play W+4 g")
    assert barred(game, 0, 1, "r7") == [False, False]  # whether it was is still the question
    game.play(0, "accept")
    assert barred(game, 0, 1, "r7") == [True, True]
    assert barred(game, 0, 1, "g7") == [False, False]


def test_where_nobody_may_challenge_a_wild_draw_four_tells_nothing_of_the_hand_WD4_02() -> None:  # noqa: N802
    game = started([["b5", "r1", "y1"], ["W+4", "y2", "y3"]], "r5", [], stacking="same", challenge=False)
    game.play(1, "play W+4 g")
    game.play(0, "accept")
    assert barred(game, 0, 1, "r7") == [False, False]


def test_a_guilty_hand_holds_a_card_of_the_colour_until_one_is_played_CHAL_02() -> None:  # noqa: N802
    hands = [["r1", "r2", "b1", "b8"], ["W+4", "y2", "g3", "g4"], ["y5", "y6", "y7", "b3"]]
    game = started(hands, "g5", ["r9", "r8", "r7", "r6"])
    game.play(1, "play W+4 b")
    game.play(2, "challenge")
    of_color = barred(game, 0, 1, "y7")
    assert of_color.count(True) == 1  # one card is nothing but green
    assert not any(barred(game, 0, 1, "g7"))
    game.play(2, "play b3")
    game.play(0, "play b1")
    game.play(1, "draw")
    game.play(1, "keep")
    game.play(2, "draw")
    game.play(2, "keep")
    game.play(0, "play r1")
    game.play(1, "play r9")
    assert barred(game, 0, 1, "y7").count(True) == 1


def test_cards_that_came_after_a_wild_draw_four_are_not_what_guilt_is_about_CHAL_01() -> None:  # noqa: N802
    hands = [["r1", "r2"], ["W+4", "y2"], ["y5", "y6"]]
    game = started(hands, "g5", ["g9", "g8"])
    game.play(1, "play W+4 b")
    game.play(0, "catch 1")
    game.play(2, "challenge")
    assert sorted(barred(game, 0, 1, "g7")) == [False, False, True]


def test_who_may_not_have_been_allowed_to_stack_may_still_hold_the_card_WD4_02() -> None:  # noqa: N802
    hands = [["r1", "W+4", "b1"], ["g+2", "y2", "y3"]]
    game = started(hands, "g5", ["b8", "b9"], stacking="cumulative", wild4="enforce")
    game.play(1, "play g+2")
    game.play(0, "accept")
    assert not any(barred(game, 1, 0, "W+4"))
    assert barred(game, 1, 0, "y+2").count(True) == 3


def test_who_accepts_could_not_pass_it_on_SHIELD_01() -> None:  # noqa: N802
    game = started([["r1", "r2", "b1"], ["g+2", "y2", "y3"]], "g5", ["b8", "b9"], shields=True)
    game.play(1, "play g+2")
    game.play(0, "accept")
    assert barred(game, 1, 0, "gS").count(True) == 3 == barred(game, 1, 0, "gR").count(True)
    assert not any(barred(game, 1, 0, "bS"))


@pytest.mark.parametrize("card", ["g+2*", "gS*", "gR*"])
def test_who_accepts_a_footprint_had_no_escape_JUR_01(card: str) -> None:  # noqa: N802
    hands = [["r1", "r2", "b1"], [card, "y2", "y3"], ["r3", "b3", "b4"]]
    game = started(hands, "g5", ["b8", "b9"], "jurassic")
    game.play(1, f"play {card}")
    asked = game.asked
    assert asked is not None
    game.play(asked, "accept")
    assert barred(game, 1, asked, "WE").count(True) == 3


def test_what_was_held_in_between_is_known_after_a_second_exchange_SEVEN_01() -> None:  # noqa: N802
    hands = [["r1", "b1", "b2", "r7"], ["g7", "y2", "b3", "r4"], ["r7", "y8", "y9", "y1"]]
    game = started(hands, "g5", ["r9"], seven_zero=True)
    game.play(1, "play g7 >0")
    game.play(2, "draw")
    game.play(2, "keep")
    game.play(0, "draw")
    game.play(0, "keep")
    assert known(game, 1, 2) == []
    game.play(1, "play r7 >2")
    assert sorted(known(game, 1, 2)) == ["b1", "b2", "r1"]
    assert sorted(known(game, 1, 0)) == ["b3", "r4", "y2"]


def test_a_fine_paid_between_drawing_and_keeping_is_not_the_card_that_was_kept_PLAY_03() -> None:  # noqa: N802
    game = started([["r1", "r2", "b1"], ["y1", "y2", "y3"]], "g5", ["b9", "y9", "y8"])
    game.play(1, "draw")
    game.play(1, "uno")  # false: two cards more
    game.play(1, "keep")
    assert barred(game, 0, 1, "g7").count(True) == 4


def test_a_fine_paid_by_somebody_else_meanwhile_is_no_matter_PLAY_03() -> None:  # noqa: N802
    game = started([["r1", "r2", "b1"], ["y1", "y2", "y3"]], "g5", ["b9", "y9", "y8"])
    game.play(1, "draw")
    game.play(0, "uno")  # false: two cards more
    game.play(1, "keep")
    assert barred(game, 0, 1, "W") == [True, True, True, False]
    assert barred(game, 0, 1, "g7") == [True, True, True, True]


def test_a_draw_on_one_colour_says_little_of_another_WD4_02() -> None:  # noqa: N802
    game = started([["b5", "r1", "y1"], ["W+4", "b2", "b3"]], "r5", ["g9"])
    game.play(1, "draw")
    game.play(1, "keep")
    game.play(0, "play b5")
    game.play(1, "play W+4 g")
    suspected = bluff(game, 0)
    assert suspected is not None and suspected > 0.15


@pytest.mark.parametrize(
    ("options", "expected"), [({}, True), ({"wild4": "enforce"}, False), ({"challenge": False}, None)]
)
def test_a_bluff_is_suspected_only_where_there_can_be_one_WD4_02(  # noqa: N802
    options: dict[str, Any], expected: bool | None
) -> None:
    game = started([["b5", "r1", "y1"], ["W+4", "y2", "y3"]], "r5", [], stacking="same", **options)
    game.play(1, "play W+4 g")
    suspected = bluff(game, 0)
    assert (None if suspected is None else suspected > 0) is expected
    assert barred(game, 0, 1, "r7") == [options.get("wild4") == "enforce"] * 2


def test_a_shield_on_a_wild_draw_four_is_no_bluff_SHIELD_01() -> None:  # noqa: N802
    hands = [["b5", "r1", "y1"], ["W+4", "y2", "y3"], ["bS", "b1", "b2"]]
    game = started(hands, "r5", [], shields=True)
    game.play(1, "play W+4 g")
    game.play(2, "play bS")
    assert bluff(game, 0) is None


def test_an_own_hand_is_known_after_a_foul_and_a_swap_FOUL_01() -> None:  # noqa: N802
    game = started([["r1", "g7", "b1"], ["y1", "y2", "g3"]], "g5", ["r8", "r9"], seven_zero=True)
    game.play(1, "play y1")  # refused, and costs a card
    game.play(1, "play g3")
    game.play(0, "play g7 >1")
    assert sorted(known(game, 1, 0)) == ["r8", "y1", "y2"]


@pytest.mark.parametrize("checks_self", [True, False])
@pytest.mark.parametrize("others", ["g2", "p2"])
def test_a_player_who_does_not_draw_for_the_gauntlet_lacks_its_colour_AVG_01(others: str, checks_self: bool) -> None:  # noqa: N802
    hands = [[others, "p1", "b1"], ["WG", "g4", "r1"], ["b2", "b3", "p3"]]
    game = started(hands, "r5", ["r9", "b9"], "avengers", gauntlet_self=checks_self)
    game.play(1, "play WG g4 r uno")
    lacks = {seat: barred(game, 0 if seat else 2, seat, "g7") for seat in range(3)}
    assert lacks[0] == ([False] * 5 if others == "g2" else [True] * 3)
    assert lacks[1] == [checks_self]  # whether the one who played it was checked as well
    assert lacks[2] == [True] * 3


@pytest.mark.parametrize("edition", ["classic", "jurassic", "bts", "avengers", "buzz"])
def test_everything_adds_up_and_knows_nothing_hidden_VIEW_01(edition: str) -> None:  # noqa: N802
    options = {"preset": "party", "seven_zero": True} if edition == "classic" else {"preset": "party"}
    for number in range(3):
        game, rng = Game.new(edition, 4, options, seed=31, number=number), Random(number)
        bots = [make_bot("easy")] * 4
        while not game.over:
            for seat in range(4):
                view = view_of(game, seat)
                row = Beliefs(game.variant, view).pack(view)[0]
                for other in range(4):
                    held = int(row["unknown"][other]) + int(row["known"][other].sum())
                    assert other == seat or held == view["sizes"][other], f"seed 31, number {number}"
                    truly = [game.hand(other).count(card) for card in game.variant.texts]
                    assert all(count <= truly[kind] for kind, count in enumerate(row["known"][other][: len(truly)])), (
                        f"seed 31, number {number}: seat {seat} is wrong about seat {other}"
                    )
                unseen = int(row["unseen"].sum()) - sum(int(row["unknown"][other]) for other in range(4))
                assert unseen == view["pile_size"]
            game.play(*next_move(game, bots, rng))


def test_a_position_without_a_past_is_remembered_as_nothing() -> None:
    game = Game.from_position(
        {"hands": [["r1", "b2"], ["g1", "g2", "g3"]], "discard": ["r3"], "pile": ["g1", "g2"], "turn": 0}
    )
    other = Game.from_position(shuffle_hidden(game.position(), 0, Random(3)))
    packed = [Beliefs(each.variant, view_of(each, 0)).pack(view_of(each, 0)).tobytes() for each in (game, other)]
    assert packed[0] == packed[1]
    assert barred(game, 0, 1, "g7") == [False] * 3


def test_a_bluff_is_suspected_where_a_round_was_not_dealt_WD4_02() -> None:  # noqa: N802
    reds = ["r1", "r2", "r4", "r6", "r7", "r8", "r9"]
    position = {"hands": [["b1", "b2"], ["W+4", *reds, "g1"]], "discard": ["r3"], "pile": ["g1", "g2"], "turn": 1}
    game = Game.from_position(position)
    game.play(1, "play W+4 b")
    followed = bluff(game, 0)
    found = bluff(Game.from_position(game.position()), 0)  # and where it was already there
    assert followed is not None and followed > 0.2
    assert found == followed


def test_every_kind_of_event_is_heard_or_known_to_tell_nothing() -> None:
    silent = {
        "dealer_draw",
        "bury",
        "boost",
        "unboost",
        "uno",
        "reverse",
        "ask",
        "reshuffle",
        "forgiven",
        "skip",
        "pass",
    }
    silent |= {"dance", "vote", "verdict", "caught", "false_call", "out", "void", "points", "match"}
    assert silent.isdisjoint(Beliefs._HANDLERS)
    assert silent | set(Beliefs._HANDLERS) == set(events.NAMES)
