"""The batch's random players choose uniformly among the legal plays."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

import numpy as np
import pytest
from tests.kernel.outcomes import play_batch
from tests.random_play import EDITIONS
from tests.scale import SEED, scaled

from huefall.game import Game
from huefall.kernel.batch import _choose_counted, _choose_listed
from huefall.kernel.compiler import COMPILED, rule
from huefall.kernel.layout import FAST, MOVE, NO_CARD, Records, blank
from huefall.kernel.moves import start_play
from huefall.notation.moves import MoveReader
from huefall.notation.variant import Variant
from huefall.vocabulary.moves import Move

#: How often a choice is made in each position; with the compiler off a choice takes a tenth of a millisecond.
COUNTED, LISTED_TOO = (40_000, 40_000) if COMPILED else (2000, 300)

POSITIONS: dict[str, dict[str, Any]] = {
    "colours and symbols": {"hands": [["r1", "r9", "g5", "b3", "y5"], ["b1"]], "discard": ["r5"]},
    "black cards": {"hands": [["r1", "W", "W+4", "g2"], ["b1"]], "discard": ["r5"]},
    "a black card alone": {"hands": [["W"], ["b1"]], "discard": ["r5"]},
    "two of a kind are one play": {"hands": [["r1", "r1", "r2", "g9"], ["b1"]], "discard": ["r5"]},
    "no bluff": {"options": {"wild4": "enforce"}, "hands": [["r1", "W", "W+4"], ["b1"]], "discard": ["r5"]},
    "the drawn card": {"hands": [["r1", "r2", "W"], ["b1"]], "discard": ["r5"], "drawn": "W"},
    "a drawn card that does not fit": {"hands": [["r1", "r2", "g2"], ["b1"]], "discard": ["r5"], "drawn": "g2"},
    "nothing fits": {"hands": [["g1", "b2"], ["b1"]], "discard": ["r5"]},
    "purple": {"edition": "bts", "hands": [["p1", "WD", "r4"], ["b1"]], "discard": ["p5"]},
    "several": {
        "options": {"same_symbol": True},
        "hands": [["r7", "g7", "b7", "b7", "r2", "y3", "g3"], ["b1"]],
        "discard": ["r5"],
    },
    "several and all sorts": {
        "options": {"same_symbol": True},
        "hands": [["rS", "rS", "gS", "yS", "W", "W+4", "r1", "y1", "b5"], ["b1"]],
        "discard": ["r5"],
    },
    "several footprints": {
        "edition": "jurassic",
        "options": {"same_symbol": True, "footprints": "half"},
        "hands": [["rS", "rS*", "gS", "gS*", "WE"], ["b1"]],
        "discard": ["rR"],
    },
    "a Gauntlet": {"edition": "avengers", "hands": [["WG", "r1", "p3", "W"], ["b1"]], "discard": ["r5"]},
    "a Gauntlet and its card alone": {"edition": "avengers", "hands": [["WG", "r1"], ["b1"]], "discard": ["r5"]},
    "a Gauntlet without a coloured card": {"edition": "avengers", "hands": [["WG", "W"], ["b1"]], "discard": ["r5"]},
    "several are the whole hand": {
        "options": {"same_symbol": True},
        "hands": [["r7", "g7", "b7"], ["b1"]],
        "discard": ["r5"],
    },
}

#: What cannot be counted is listed: hands that are swapped, cards that are laid.
LISTED: dict[str, dict[str, Any]] = {
    "swaps": {
        "options": {"seven_zero": True, "same_symbol": True},
        "hands": [["r7", "g7", "r1", "W"], ["b1"], ["b2"]],
        "discard": ["r5"],
    },
    "a Gauntlet": {"edition": "avengers", "hands": [["WG", "r1", "p3", "W"], ["b1"]], "discard": ["r5"]},
    "a Gauntlet and its card alone": {"edition": "avengers", "hands": [["WG", "r1"], ["b1"]], "discard": ["r5"]},
}


@rule
def count_choices(states: Records, rules: Records, editions: Records, moves: Records) -> int:
    found = 0
    for i in range(len(moves)):
        kind, color = _choose_counted(states[0], rules[0], editions[0], moves[i])
        if kind >= 0:
            start_play(states[0], moves[i])
            moves[i].cards[0] = kind
            moves[i].color = color
        if kind != NO_CARD:
            found += 1
    return found


@rule
def list_choices(states: Records, rules: Records, editions: Records, moves: Records, plays: Records) -> int:
    found = 0
    for i in range(len(moves)):
        if _choose_listed(states[0], rules[0], editions[0], moves[i], plays) != NO_CARD:
            found += 1
    return found


def choose_often(game: Game, counted: bool) -> Counter[Move]:
    """Let the batch choose repeatedly in the same position, without playing."""
    variant = game.variant
    choices = COUNTED if counted else LISTED_TOO
    state, moves, before = game.state, blank(MOVE, choices), game.state
    records = state, variant.packed_rules, variant.packed_edition, moves
    found = count_choices(*records) if counted else list_choices(*records, blank(MOVE, 256))
    assert found in (0, choices)
    state[0]["seed"] = before[0]["seed"]
    assert state.tobytes() == before.tobytes(), "choosing changed the table"
    assert state[0]["chance"] == FAST
    reader = MoveReader(variant)
    reader.rows = moves
    return Counter(reader.read(found))


def assert_uniform(game: Game, chosen: Counter[Move]) -> None:
    plays = {move for move in game.legal() if move.verb == "play" and not move.uno}
    assert set(chosen) == plays
    for count in chosen.values():
        wanted = chosen.total() / len(plays)
        assert abs(count - wanted) <= 5 * sqrt(wanted), (count, wanted, chosen)


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("counted", [True, False], ids=["counted", "listed"])
def test_each_legal_play_is_chosen_equally_often(name: str, counted: bool) -> None:
    game = Game.from_position({"turn": 0, **POSITIONS[name]}, seed=7)
    assert_uniform(game, choose_often(game, counted))


@pytest.mark.parametrize("name", LISTED)
def test_each_listed_play_is_chosen_equally_often(name: str) -> None:
    game = Game.from_position({"turn": 0, **LISTED[name]}, seed=7)
    assert_uniform(game, choose_often(game, counted=False))


def test_the_plays_of_the_positions_are_as_many_as_counted_by_hand() -> None:
    """r9 r1, g5 y5; r1 and two black cards in four colours; the black card alone; r1 r2; r1 and W in four colours …"""
    counts = [
        sum(move.verb == "play" and not move.uno for move in Game.from_position({"turn": 0, **position}).legal())
        for position in POSITIONS.values()
    ]
    # several: r7 r2; r7 first, then g last with b, bb or neither between (3), or b last with (g) and (b) between (4)
    # all sorts: rS rS gS yS W W+4 r1 b5 → rS r1 b5 + 8 black; rS first: last rS, gS or yS, the other two in or out
    #   (12); r1 y1 (1)
    # footprints: rS and rS* fit a red top, WE has 4 colours; first rS: last rS* gS or gS*, the other two in or out (12);
    #   first rS*: the same
    # Gauntlets: r1, W in four colours, two cards to lay in four colours; r1 or both; two wilds in four colours
    # the whole hand: r7; r7 g7, r7 b7, r7 b7 g7, r7 g7 b7
    assert counts == [4, 9, 1, 2, 5, 4, 0, 0, 5, 9, 24, 30, 13, 2, 8, 5]


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: path.rsplit("/", 1)[-1])
@pytest.mark.parametrize("players", [2, 6])
def test_every_batch_game_ends_with_a_winner_or_void(edition: str, players: int) -> None:
    count = scaled(500, least=3)
    winners, lengths, state = play_batch(Variant.of(edition), players, SEED, 0, count)
    assert set(winners) <= set(range(-1, players))
    assert np.count_nonzero(np.array(winners) >= 0) >= 0.9 * count - 3
    assert max(lengths) <= 5000
    assert state[0]["sizes"][winners[-1]] == 0 or winners[-1] == -1
