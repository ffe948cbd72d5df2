"""The default answer: legal under every edition and option, and never more than was asked for."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from tests.random_play import EDITIONS, dice, random_game, random_move
from tests.scale import SEED, scaled

from huefall.bots.default_answer import CARDLESS_ANSWERS, default_answer
from huefall.editions import PRESETS, SHIPPED, Rules, load_edition
from huefall.game import Game
from huefall.view import view_for
from huefall.vocabulary import phases
from huefall.vocabulary.errors import HuefallError

#: Rounds of default answers go on until they are void; by then the pile has long been empty.
LONG = 2000


def answer(game: Game) -> str:
    """Return the default answer of the asked seat, after checking what must hold for every one of them."""
    asked = game.asked
    view = view_for(game, asked)
    said = default_answer(view)
    assert said in view["legal"]
    assert said == default_answer(view)
    assert said.split()[0] not in {"uno", "catch"}
    assert not said.endswith(" uno")
    quiet = [verb for verb in CARDLESS_ANSWERS if verb in view["legal"]]
    assert len(quiet) <= 1
    assert not quiet or said == quiet[0]
    return said


def play_by_default(game: Game) -> Counter[str]:
    """Play a round of default answers; count them by verb."""
    said: Counter[str] = Counter()
    while not game.over and game.moves < LONG:
        sentence = answer(game)
        said[sentence.split()[0]] += 1
        assert not game.play(game.asked, sentence).foul
    return said


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: path.rsplit("/", 1)[-1])
def test_a_round_goes_on_to_the_end_of_the_pile_and_beyond_although_nobody_decides_anything(edition: str) -> None:
    said: Counter[str] = Counter()
    for number in range(scaled(5, least=2)):
        rng = dice("default", edition, number)
        game = random_game(rng, edition)
        print(f"{edition} {game.variant.rules.changes()} players={game.players} game {number} HUEFALL_SEED={SEED}")
        said += play_by_default(game)
        assert game.over or game.moves == LONG
    assert said["draw"]
    assert said["pass"] + said["play"], "there was always something to draw"


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("edition", SHIPPED)
def test_every_edition_and_preset_can_be_played_by_default(edition: str, preset: str) -> None:
    known = load_edition(edition)
    options = Rules.of(known, {"preset": preset}).changes()
    for number in range(scaled(1)):
        players = 2 + (number + SEED) % 9
        print(f"{edition} {preset} players={players} seed {SEED + number}")
        game = Game.new(known, players, options, seed=SEED + number)
        assert play_by_default(game)["draw"]
        assert game.over or game.moves == LONG


def test_every_question_is_met_and_answered_in_the_middle_of_random_play() -> None:
    met: Counter[str] = Counter()
    verbs: Counter[str] = Counter()
    games = scaled(120, least=60)
    for number in range(400):  # until each has come up: which do is up to chance
        if (
            number >= games
            and set(met) | {"over"} == set(phases.NAMES)
            and set(verbs) == {*CARDLESS_ANSWERS, "play", "color"}
        ):
            break
        rng = Random(f"default among others {SEED} {number}")
        game = random_game(rng, EDITIONS[number % len(EDITIONS)])
        print(f"{game.variant.edition_name} {game.variant.rules.changes()} game {number} HUEFALL_SEED={SEED}")
        absent = rng.randrange(game.players)
        while not game.over and game.moves < LONG // 10:
            if game.asked == absent or rng.random() < 0.3:
                said = answer(game)
                met[game.phase] += 1
                verbs[said.split()[0]] += 1
                assert not game.play(game.asked, said).foul
            else:
                game.play(*random_move(rng, game))
    assert set(met) == set(phases.NAMES) - {"over"}, met
    assert set(verbs) == {*CARDLESS_ANSWERS, "play", "color"}, verbs


def asked(**fields: Any) -> str:
    start = {"hands": [["r1", "g1", "W"], ["b1", "b2"]], "pile": ["y9", "b0"], "discard": ["r5"], "turn": 0}
    return default_answer(view_for(Game.from_position({**start, **fields}), 0))


def test_an_ordinary_turn_is_a_draw_although_a_card_fits() -> None:
    assert asked() == "draw"


def test_a_drawn_card_is_kept_although_it_fits() -> None:
    assert asked(drawn="r1") == "keep"


def test_a_drawn_card_that_must_be_played_is_played() -> None:
    assert asked(drawn="r1", options={"drawn": "forced"}) == "play r1"


def test_with_nothing_to_draw_the_least_card_is_played_and_a_black_one_in_the_colour_held_most() -> None:
    assert asked(pile=[]) == "play r1"
    assert asked(pile=[], hands=[["y1", "g1", "g2", "W"], ["b1"]]) == "play W g"
    assert asked(pile=[], hands=[["W", "r2", "y2"], ["b1"]], options={"same_symbol": True}) == "play r2"
    assert asked(pile=[], hands=[["r2", "y2"], ["b1"]]) == "play r2", "without an optional call"


def test_with_nothing_to_draw_and_nothing_to_play_it_is_a_pass() -> None:
    assert asked(pile=[], hands=[["y1", "g1"], ["b1"]]) == "pass"


@pytest.mark.parametrize(
    ("hand", "color"),
    [
        (["g1", "b1", "b2", "W", "W"], "b"),
        (["g1", "g2", "b1", "b2", "y1", "y2"], "y"),
        (["W", "W+4"], "r"),
        (["b3"], "b"),
    ],
)
def test_the_colour_named_is_the_one_held_most_and_first_in_order(hand: list[str], color: str) -> None:
    first = {"discard": ["W"], "pending": {"kind": "color", "seat": 0, "from": 1}}
    assert asked(hands=[hand, ["g9"]], **first) == f"color {color}"


def test_a_penalty_is_accepted_although_it_could_be_challenged_or_passed_on() -> None:
    wild = {"discard": ["r5", "W+4"], "color": "g", "pending": {"kind": "wild4", "seat": 0, "from": 1}}
    assert asked(**wild) == "accept"
    stack = {"discard": ["r+2"], "pending": {"kind": "draw2", "seat": 0, "from": 1}, "options": {"stacking": "same"}}
    assert asked(hands=[["b+2", "r1"], ["g1"]], **stack) == "accept"


def test_a_dance_is_declined_and_somebody_elses_approved() -> None:
    dance = {"edition": "bts", "discard": ["r5", "WD"], "color": "p", "hands": [["r1", "p1"], ["p2", "p3"], ["p4"]]}
    dance["pile"] = ["p7"]
    assert asked(**dance, pending={"kind": "dance", "seat": 0, "from": 1}) == "accept"
    vote = {"kind": "vote", "seat": 0, "from": 1, "dancer": 2}
    assert asked(**dance, pending=vote, options={"dance_judge": "vote"}) == "approve"


def test_a_seat_that_is_not_asked_has_no_default() -> None:
    game = Game.from_position({"hands": [["r1", "g1"], ["b1"]], "pile": ["y9"], "discard": ["r5"], "turn": 0})
    for seat in (None, 1):
        with pytest.raises(HuefallError, match="not asked"):
            default_answer(view_for(game, seat))
