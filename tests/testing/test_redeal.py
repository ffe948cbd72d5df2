"""The public record, and what bots make of it, do not depend on cards a seat has never seen (VIEW-01)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from huefall.bots import make_bot, next_move
from huefall.bots.table_view import bot_view, legal_claims
from huefall.editions import SHIPPED
from huefall.game import Game, Match
from huefall.testing.redeal import Script, redeal
from huefall.testing.tables import LIVELY_OPTIONS, chance_options
from huefall.view import told_to, view_for

OPTIONS: dict[str, Callable[[str], dict[str, Any]]] = {
    "official": lambda _: {},
    "lively": lambda edition: LIVELY_OPTIONS[edition],
    "chance": lambda edition: {**chance_options(edition, Random(edition)), "hand_size": 5},
}


def round_of(edition: str, options: dict[str, Any], seed: int) -> Script:
    """Play a round of easy bots, who get into more situations than good ones."""
    match = Match(edition, 3, {**options, "target": 0}, seed=seed)
    bots, rng = [make_bot("easy", match.variant.edition)] * 3, Random(seed)
    while not match.round_over and match.game.moves < 150:
        match.play(*next_move(match.game, bots, rng))
    return Script.of(match)


def beginnings(script: Script) -> list[Script]:
    """Cut a round off where much is still hidden, and where little is."""
    return [script.until(step) for step in (3, 10, 20, 50)]


def compare_told(script: Script, seat: int | None, tell: Callable[[Game, int | None], Any], seed: int) -> int:
    """Compare the events a seat is shown in two rounds, step by step; count the steps at which another hand differed."""
    other = redeal(script, seat, Random(seed))
    differed = 0
    for step, ((one, _), (two, _)) in enumerate(zip(script.play(), other.play(), strict=True)):
        assert tell(one, seat) == tell(two, seat), f"seed {seed}, step {step}, seat {seat}"
        assert view_for(one, seat) == view_for(two, seat), f"seed {seed}, step {step}, seat {seat}"
        hidden = [each for each in range(script.players) if each != seat]
        differed += any(one.hand(each) != two.hand(each) for each in hidden)
    return differed


@pytest.mark.parametrize("edition", SHIPPED)
@pytest.mark.parametrize("options", OPTIONS)
def test_what_a_seat_is_told_does_not_depend_on_cards_it_never_saw_VIEW_01(edition: str, options: str) -> None:  # noqa: N802
    differed = 0
    for seed in range(2):
        for script in beginnings(round_of(edition, OPTIONS[options](edition), seed)):
            differed += sum(compare_told(script, seat, told_to, seed) for seat in (0, 1, 2, None))
    assert differed > 100


@pytest.mark.parametrize("edition", SHIPPED)
@pytest.mark.parametrize("level", ["hard:32", "expert:32"])
def test_a_bot_that_listens_answers_the_same_whatever_it_never_saw_VIEW_01(edition: str, level: str) -> None:  # noqa: N802
    script = round_of(edition, LIVELY_OPTIONS[edition], seed=3).until(24)
    bot = make_bot(level, script.variant.edition)
    asked = 0
    for seat in range(script.players):
        other = redeal(script, seat, Random(seat))
        for step, ((one, _), (two, _)) in enumerate(zip(script.play(), other.play(), strict=True)):
            views = [bot_view(game, seat, bot) for game in (one, two)]
            assert views[0] == views[1] and "told" in views[0]
            if legal_claims(one, seat):
                assert bot.claim(views[0], Random(step)) == bot.claim(views[1], Random(step))
            if one.asked == seat:
                assert bot.choose(views[0], Random(step)) == bot.choose(views[1], Random(step))
                asked += 1
    assert asked > 3


def leaky(game: Game, seat: int | None) -> list[dict[str, Any]]:
    """Reveal every other hand, too."""
    others = [each for each in range(game.players) if each != seat]
    return [*told_to(game, seat), *({"event": "challenge", "seat": seat, "hand": game.hand(each)} for each in others)]


def next_card(game: Game, seat: int | None) -> list[Any]:
    """Reveal the next card of the pile, too."""
    return [*told_to(game, seat), game.position()["pile"][:1]]


@pytest.mark.parametrize("tell", [leaky, next_card])
def test_a_record_that_tells_too_much_is_noticed(tell: Callable[[Game, int | None], Any]) -> None:
    script = round_of("classic", {}, seed=0).until(10)
    for seat in (0, 1, 2, None):
        with pytest.raises(AssertionError, match=f"seat {seat}"):
            compare_told(script, seat, tell, seed=0)


def test_a_round_dealt_again_has_the_same_cards_and_keeps_what_the_seat_was_dealt_and_shown() -> None:
    scripts = (round_of("classic", {"preset": "party", "challenge": True}, seed) for seed in range(12))
    script = next(each for each in scripts if any(move.sentence == "challenge" for move in each.moves))
    step, seat = next((step, move.seat) for step, move in enumerate(script.moves, 1) if move.sentence == "challenge")
    script = script.until(step)
    other = redeal(script, seat, Random(1))
    assert other.deck != script.deck and sorted(other.deck) == sorted(script.deck)
    one, two = script.end(), other.end()
    assert one.dealt(seat) == two.dealt(seat) and one.showings == two.showings != {}


def test_the_order_of_a_reshuffle_is_hidden_too() -> None:
    script = round_of("classic", {"hand_size": 10, "draw": "until_playable", "stacking": "cumulative"}, seed=1)
    step = next(step for step, move in enumerate(script.moves, 1) if move.reshuffle is not None)
    script = script.until(step + 3)
    pairs = zip(script.moves, redeal(script, 0, Random(2)).moves, strict=True)
    assert any(one.reshuffle != two.reshuffle for one, two in pairs)


def test_a_round_can_be_cut_off() -> None:
    script = round_of("classic", {}, seed=0)
    assert script.until(4).end().moves == 4
