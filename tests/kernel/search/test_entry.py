"""Samples have every card once, keep everything visible, and rollouts play them to the end by the rules."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from tests.random_play import random_move

from huefall.bots.beliefs.beliefs import Beliefs
from huefall.bots.levels.searching import SearchBot
from huefall.bots.search.limit import Limit
from huefall.bots.search.policy import tuned_policies
from huefall.bots.table_view import bot_view
from huefall.editions import SHIPPED
from huefall.game import Game
from huefall.kernel.layout import MOVE, PLAY_ROWS, SEATS, STATE, Records, blank
from huefall.kernel.search import entry as search
from huefall.kernel.search.sample import CERTAIN, nothing_hidden
from huefall.vocabulary import colors, phases

#: Everything that makes a policy list and weigh plays it would not otherwise.
OPTIONS: dict[str, Any] = {"preset": "party", "seven_zero": True}

LIMIT = 400


def play_out(game: Game, hidden: Records, samples: int, seed: int) -> tuple[Records, list[int]]:
    """Play a position out without a first move; return the last states and who won."""
    variant = game.variant
    states, nothing = blank(STATE, 3), blank(MOVE)
    states[search.SEEN] = game.record_of_state[0]
    nothing[0]["verb"] = search.NO_MOVE
    winners, scores = np.zeros((samples, 1), np.int8), np.zeros((samples, 1, SEATS), np.int32)
    search.play_out(
        states,
        variant.packed_rules,
        variant.packed_edition,
        hidden,
        tuned_policies(),
        nothing,
        np.ones(1, np.bool_),
        seed,
        0,
        samples,
        LIMIT,
        blank(MOVE),
        blank(MOVE, PLAY_ROWS),
        winners,
        scores,
    )
    return states, winners[:, 0].tolist()


def cards_of(state: Any, kinds: int) -> list[int]:
    """Count all cards of a state by kind."""
    counts = state["hands"][:, :kinds].astype(int).sum(axis=0)
    for name in ("pile", "discard"):
        counts += np.bincount(state[name][: int(state[f"{name}_count"])], minlength=kinds)
    return list(counts.tolist())


def positions(edition: str, players: int, seed: int) -> list[Game]:
    """Play at random for a while; return the table, or an empty list if the round is over."""
    chance = Random(seed)
    game = Game.new(edition, players, OPTIONS, seed=seed)
    for _ in range(chance.randrange(5, 40)):
        if not game.over:
            game.play(*random_move(chance, game))
    return [] if game.over else [game]


@pytest.mark.parametrize("edition", SHIPPED)
def test_samples_have_every_card_once_and_keep_the_visible_ones(edition: str) -> None:
    looked = 0
    for seed in range(4):
        for game in positions(edition, 2 + seed, seed):
            kinds = len(game.variant.kinds)
            deck = [kind.copies for kind in game.variant.kinds]
            bot = SearchBot("expert", limit=Limit(positions=1))
            for seat in range(game.players):
                view = bot_view(game, seat, bot)
                states, winners = play_out(game, Beliefs(game.variant, view).pack(view), 2, seed)
                seen, imagined, played = states[search.SEEN], states[search.IMAGINED], states[search.PLAYED]
                assert cards_of(imagined, kinds) == deck, f"seed {seed}, seat {seat}"
                assert cards_of(played, kinds) == deck, f"seed {seed}, seat {seat}"
                assert imagined["sizes"].tolist() == seen["sizes"].tolist()
                assert imagined["hands"][seat].tolist() == seen["hands"][seat].tolist()
                assert all(-1 <= winner < game.players for winner in winners)
                looked += 1
    assert looked > 3


def test_open_hands_stay_and_only_the_pile_is_shuffled() -> None:
    game = Game.new("classic", 3, seed=5)
    states, winners = play_out(game, nothing_hidden(), 3, seed=1)
    seen, imagined, played = states[search.SEEN], states[search.IMAGINED], states[search.PLAYED]
    assert imagined["hands"].tolist() == seen["hands"].tolist()
    count = int(seen["pile_count"])
    assert imagined["pile"][:count].tolist() != seen["pile"][:count].tolist()
    assert sorted(imagined["pile"][:count].tolist()) == sorted(seen["pile"][:count].tolist())
    assert int(played["phase"]) == phases.OVER
    assert all(0 <= winner < 3 for winner in winners)


def test_the_same_seed_gives_the_same_samples() -> None:
    game = Game.new("classic", 3, seed=6)
    one, two = (play_out(game, nothing_hidden(), 2, seed=9) for _ in range(2))
    assert one[0].tobytes() == two[0].tobytes()
    assert one[1] == two[1]


@pytest.mark.parametrize(("bluff", "guilty"), [(0, 0), (CERTAIN, 1)])
def test_a_bluff_is_sampled_as_often_as_it_is_believed_WD4_02(bluff: int, guilty: int) -> None:  # noqa: N802
    """What the accused truly holds, here no green card, does not matter."""
    hands, top = [["b5", "b6", "y7"], ["W+4", "r1", "r2", "y3"]], "g9"
    variant = Game.new("classic", 2, seed=0).variant
    rest = variant.deck()
    for card in [*hands[0], *hands[1], top]:
        rest.remove(variant.number(card))
    game = Game.from_position({"hands": hands, "discard": [top], "pile": variant.write_cards(rest), "turn": 1})
    game.play(1, "play W+4 r")
    view = bot_view(game, 0, SearchBot("expert", limit=Limit(positions=1)))
    hidden = Beliefs(variant, view).pack(view)
    hidden[0]["before"], hidden[0]["bluff"] = colors.from_letter("g"), bluff
    for seed in range(60):
        states, _ = play_out(game, hidden, 1, seed)
        assert states[search.IMAGINED]["guilty"] == guilty, f"seed {seed}"
