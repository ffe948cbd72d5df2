"""The table stays consistent under random play of every edition and every pair of options."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from tests.kernel.invariants import check_cards, check_legal, check_other_sentences, check_question, check_round_trip
from tests.random_play import EDITIONS, dice, editions_with, other_values, random_game, random_move
from tests.scale import SEED, scaled

from huefall.editions import OPTIONS, PRESETS
from huefall.game import Game

PAIRS = list(combinations(OPTIONS, 2))
SEATS = (2, 3, 4, 2, 3, 5, 10)

#: Moves per pair, and between two full checks, which try every legal move.
MOVES = min(40, scaled(40, least=12))
CHECK_EVERY = 4

#: Made-up sentences per full check.
SENTENCES = 5


def check_all(game: Game, rng: Random) -> Counter[str]:
    """Check all invariants of the present state."""
    check_question(game)
    check_round_trip(game)
    if game.over:
        return Counter()
    check_legal(game, rng)
    return check_other_sentences(game, rng, SENTENCES)


def play_and_check(game: Game, rng: Random) -> Counter[str]:
    """Play random moves, over several rounds if they end, with full checks in between."""
    met = check_all(game, rng)
    for number in range(MOVES):
        if game.over:
            met += check_all(game, rng)
            if game.match_winners:
                break
            game.next_round()
        else:
            game.play(*random_move(rng, game))
        check_cards(game)
        if number % CHECK_EVERY == 0:
            met += check_all(game, rng)
    return met


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_the_table_stays_consistent_under_every_pair_of_options(first: str, second: str) -> None:
    editions = editions_with(first, second)
    assert editions, "no edition in which both are meaningful"
    for turn in range(scaled(1)):
        rng = Random(f"{SEED} {first} {second} {turn}")
        options = {name: rng.choice(other_values(name)) for name in (first, second)}
        options.setdefault("hand_size", rng.choice([2, 3, 5]))
        edition = editions[(PAIRS.index((first, second)) + turn) % len(editions)]
        players = SEATS[(PAIRS.index((first, second)) + turn) % len(SEATS)]
        seed = rng.getrandbits(40)
        print(f"{edition} {options} players={players} seed={seed} HUEFALL_SEED={SEED}")
        play_and_check(Game.new(edition, players, options, seed=seed), rng)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: path.rsplit("/", 1)[-1])
def test_the_table_stays_consistent_under_any_options(edition: str) -> None:
    met: Counter[str] = Counter()
    for number in range(scaled(12, least=2)):
        rng = dice(edition, number)
        game = random_game(rng, edition)
        print(f"{edition} {game.variant.rules.changes()} players={game.players} game {number} HUEFALL_SEED={SEED}")
        met += play_and_check(game, rng)
    assert met["refused"], f"no sentence was refused: {met}"


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: path.rsplit("/", 1)[-1])
def test_every_round_ends_or_is_void(edition: str, preset: str) -> None:
    for number in range(scaled(6)):
        rng = dice(edition, preset, number)
        options = {"preset": preset, "hand_size": rng.choice([2, 4, 7])}
        game = Game.new(edition, rng.choice([2, 3, 4]), options, seed=rng.getrandbits(40))
        print(f"{edition} {options} players={game.players} game {number} HUEFALL_SEED={SEED}")
        moves = 0
        while not game.over:
            game.play(*random_move(rng, game))
            moves += 1
            if moves % 16 == 0:
                check_cards(game)
        check_cards(game)
        check_question(game)
        position = game.position()
        assert position["moves"] == moves <= 5000
        if game.winner is None:
            assert sum(position["points"]) == 0
            assert moves == 5000 or position["passes"] == game.players
        else:
            assert position["hands"][game.winner] == []
            # SCORE-01: the winner gets exactly the points left in all hands.
            worth = {kind.text: kind.row.points for kind in game.variant.kinds}
            left = sum(worth[card] for hand in position["hands"] for card in hand)
            assert position["points"] == [left if seat == game.winner else 0 for seat in range(game.players)]


def test_a_round_is_void_when_everybody_passes_PILE_03() -> None:  # noqa: N802
    position = {"hands": [["r1", "r2"], ["r3", "r4"]], "pile": ["b8", "b9"], "discard": ["g5"], "turn": 0}
    game = Game.from_position(position)
    for seat, sentence in ((0, "draw"), (0, "keep"), (1, "draw"), (1, "keep"), (0, "pass"), (1, "pass")):
        assert not game.over
        game.play(seat, sentence)
    assert game.over
    assert game.winner is None
    assert game.position()["points"] == [0, 0]


def test_a_round_is_void_at_its_5000th_move_PILE_04() -> None:  # noqa: N802
    """Calls and fouls count among the moves, refused ones do not; the last move is carried out."""
    position = {"hands": [["r1", "r2"], ["r3"]], "pile": ["b8"], "discard": ["b7", "g5"], "turn": 0, "moves": 4996}
    game = Game.from_position(position)
    assert not game.why(1, "draw")
    game.play(1, "uno")
    assert game.play(0, "play r1").foul
    game.play(0, "draw")
    assert game.phase == "drawn"
    game.play(0, "keep")
    assert game.over
    assert (game.winner, game.position()["moves"]) == (None, 5000)
    assert sorted(game.hand(0)) == ["b7", "b8", "r1", "r2"]
