"""VIEW-01: views and events do not depend on what the seat may not see."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from tests.random_play import EDITIONS, dice, random_game, random_move
from tests.reference.lockstep import random_sentence
from tests.scale import SEED, scaled
from tests.view.worlds import known_after, other_world

from huefall.game import Game, MoveRefused, Outcome
from huefall.view import events_for, private_part, public_part, seats_told_more, view_for
from huefall.vocabulary.errors import HuefallError
from huefall.vocabulary.moves import Move

GAMES = scaled(12, least=4)
MOVES = 50

#: Keys of a position that no view has; ``seed`` and ``guilty`` are secret everywhere.
SECRETS = ("pile", "seed", "guilty", "deck", "ticks")


def everything_seen(game: Game, seat: int | None) -> bytes:
    """Everything a seat can see of a position, in every form, as bytes."""
    return json.dumps([view_for(game, seat), public_part(game), private_part(game, seat)]).encode()


def keys_of(value: object) -> set[str]:
    if isinstance(value, dict):
        return set(value) | {key for inner in value.values() for key in keys_of(inner)}
    return {key for inner in value for key in keys_of(inner)} if isinstance(value, list) else set()


def watchers(game: Game) -> list[int | None]:
    return [None, *range(game.players)]


def some_watchers(game: Game, rng: Random, seat: int | None) -> list[int | None]:
    """Return the given seat and two random ones, one of them perhaps a spectator."""
    return list(dict.fromkeys([seat, *rng.sample(watchers(game), 2)]))


def some_move(rng: Random, game: Game) -> tuple[int, str]:
    if rng.random() < 0.15:
        return rng.randrange(game.players), random_sentence(rng, game)
    seat, move = random_move(rng, game)
    return seat, str(move)


def play_in_both(game: Game, seat: int | None, rng: Random, mover: int, outcome: Outcome, move: Move) -> None:
    """Play a move that was made and taken back here in another world as well: the seat must see the same."""
    known = known_after(game, seat, mover, move, outcome)
    world = other_world(game, seat, rng, known)
    assert everything_seen(game, seat) == everything_seen(world, seat)
    again = world.play(mover, move)
    here = json.dumps(events_for(outcome.events, seat)).encode()
    there = json.dumps(events_for(again.events, seat)).encode()
    assert here == there, f"{mover} {move} as seen by {seat}"
    assert seats_told_more(outcome.events) == seats_told_more(again.events)
    game.play(mover, move)
    assert everything_seen(game, seat) == everything_seen(world, seat), f"after {mover} {move} as seen by {seat}"
    game.undo()


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: path.rsplit("/", 1)[-1])
def test_a_view_does_not_depend_on_hidden_cards(edition: str) -> None:
    differing = 0
    for number in range(GAMES):
        rng = dice("view", edition, number)
        game = random_game(rng, edition)
        print(f"{edition} {game.variant.rules.changes()} players={game.players} game {number} HUEFALL_SEED={SEED}")
        for _ in range(MOVES):
            for seat in some_watchers(game, rng, game.asked):
                world = other_world(game, seat, rng)
                differing += world.position()["hands"] != game.position()["hands"]
                assert everything_seen(game, seat) == everything_seen(world, seat)
                if seat is not None:
                    assert game.legal(seat) == world.legal(seat)
            if game.over:
                break
            game.play(*random_move(rng, game))
    assert differing > GAMES * MOVES // 8, "the worlds hardly differ"


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: path.rsplit("/", 1)[-1])
def test_the_events_a_seat_sees_do_not_depend_on_hidden_cards(edition: str) -> None:
    met: Counter[str] = Counter()
    for number in range(GAMES):
        rng = dice("events", edition, number)
        game = random_game(rng, edition)
        print(f"{edition} {game.variant.rules.changes()} players={game.players} game {number} HUEFALL_SEED={SEED}")
        for _ in range(MOVES):
            if game.over:
                break
            mover, sentence = some_move(rng, game)
            try:
                outcome = game.play(mover, sentence)
            except MoveRefused:
                continue
            game.undo()
            for seat in some_watchers(game, rng, mover):
                play_in_both(game, seat, rng, mover, outcome, outcome.move)
            game.play(mover, outcome.move)
            met[outcome.move.verb] += 1
    assert met["play"] > GAMES, met


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: path.rsplit("/", 1)[-1])
def test_no_secret_is_in_a_view_or_an_event(edition: str) -> None:
    for number in range(GAMES):
        rng = dice("secrets", edition, number)
        game = random_game(rng, edition)
        print(f"{edition} game {number} HUEFALL_SEED={SEED}")
        for _ in range(MOVES):
            for seat in watchers(game):
                view = view_for(game, seat)
                assert not keys_of(view) & set(SECRETS)
                assert [other for other, hand in enumerate(view["hands"]) if hand is not None] == (
                    [] if seat is None else [seat]
                )
                assert ("legal" in view) == (seat is not None)
                assert view["drawn"] is None or seat == game.asked
            if game.over:
                break
            outcome = game.play(*random_move(rng, game))
            for seat in watchers(game):
                seen = events_for(outcome.events, seat)
                assert not keys_of(seen) & set(SECRETS)
                assert not [
                    event for event in seen if event["event"] == "draw" and "card" in event and event["seat"] != seat
                ]
                assert [event["event"] for event in seen] == [event.kind for event in outcome.events]


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: path.rsplit("/", 1)[-1])
def test_the_public_part_does_not_depend_on_anything_hidden_from_anybody(edition: str) -> None:
    differing = pending = 0
    for number in range(GAMES):
        rng = dice("public", edition, number)
        game = random_game(rng, edition)
        print(f"{edition} {game.variant.rules.changes()} players={game.players} game {number} HUEFALL_SEED={SEED}")
        for _ in range(MOVES):
            world = other_world(game, None, rng)
            differing += all(world.hand(seat) != game.hand(seat) for seat in range(game.players))
            pending += public_part(game)["pending"] is not None
            assert json.dumps(public_part(game)).encode() == json.dumps(public_part(world)).encode()
            assert not keys_of(public_part(game)) & set(SECRETS)
            assert not set(public_part(game)) & {"seat", "hands", "drawn", "shown", "legal"}
            if game.over:
                break
            game.play(*random_move(rng, game))
    assert differing > GAMES, "the worlds hardly differ"
    assert pending, "no question was ever pending"


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: path.rsplit("/", 1)[-1])
def test_a_view_is_its_public_part_and_then_the_private_one(edition: str) -> None:
    for number in range(GAMES):
        rng = dice("parts", edition, number)
        game = random_game(rng, edition)
        print(f"{edition} game {number} HUEFALL_SEED={SEED}")
        for _ in range(MOVES):
            public = public_part(game)
            for seat in watchers(game):
                private = private_part(game, seat)
                assert not set(public) & set(private)
                assert list(view_for(game, seat)) == [*public, *private]
                assert view_for(game, seat) == public | private
            if game.over:
                break
            game.play(*random_move(rng, game))
            if rng.random() < 0.1:
                game.undo()


@pytest.mark.parametrize("seat", [-1, 2, True])
def test_a_seat_that_does_not_exist_has_no_view(seat: int) -> None:
    game = Game.new("classic", 2, seed=1)
    for view in (view_for, private_part):
        with pytest.raises(HuefallError, match="no seat"):
            view(game, seat)


BLUFF: dict[str, Any] = {
    "hands": [["W+4", "r1", "b2", "b3"], ["g1", "g2"], ["y1", "y2", "y3"]],
    "discard": ["r5"],
    "pile": ["g3", "g4", "g5", "g6", "g7", "g8", "g9"],
    "turn": 0,
}


def challenged() -> Game:
    game = Game.from_position(BLUFF)
    game.play(0, "play W+4 g")
    game.play(1, "challenge")
    return game


def test_the_hand_is_shown_to_the_challenger_alone_CHAL_01() -> None:  # noqa: N802
    game = challenged()
    # As it was when the challenge was made: without the card played, and without the four drawn for it.
    assert view_for(game, 1)["shown"] == {"seat": 0, "hand": ["r1", "b2", "b3"]}
    for other in (None, 0, 2):
        assert view_for(game, other)["shown"] is None
    assert view_for(game, 1)["hands"] == [None, ["g1", "g2"], None]


def test_the_shown_hand_is_gone_with_the_next_act() -> None:
    game = challenged()
    game.play(1, "draw")
    assert view_for(game, 1)["shown"] is None
    game.undo()
    assert view_for(game, 1)["shown"] is not None


@pytest.mark.parametrize(("seat", "sentence"), [(1, "play r1"), (2, "uno"), (1, "play y1")])
def test_a_foul_or_a_refused_move_leaves_the_shown_hand(seat: int, sentence: str) -> None:
    game = challenged()
    with suppress(MoveRefused):
        assert game.play(seat, sentence).foul
    assert view_for(game, 1)["shown"] is not None


def test_a_new_round_shows_nothing() -> None:
    position = {**BLUFF, "hands": [["W+4", "r1"], ["g1"], ["y1", "y2"]]}
    game = Game.from_position(position)
    game.play(0, "play W+4 g uno")
    game.play(1, "challenge")
    assert view_for(game, 1)["shown"] is not None
    game.play(1, "play g1")
    assert game.over
    game.next_round()
    assert view_for(game, 1)["shown"] is None


def test_a_question_is_asked_whatever_the_hand_holds() -> None:
    """PLAY-03, JUR-01: with and without an answer in hand, the same question."""
    for held in ("WE", "b1"):
        game = Game.from_position(
            {"edition": "jurassic", "hands": [["rS*", "r1"], [held, "b2"], ["g1"]], "discard": ["r5"], "turn": 0}
        )
        game.play(0, "play rS* uno")
        assert view_for(game, 2)["pending"]["kind"] == "skip"
        assert game.asked == 1


def test_the_views_of_a_fresh_table_have_the_fields_of_the_notation() -> None:
    game = Game.new("classic", 3, seed=1)
    fields = set(game.position()) - {"pile"} | {"sizes", "pile_size", "seat", "shown"}
    assert set(view_for(game, None)) == fields
    for seat in range(3):
        view = view_for(game, seat)
        assert set(view) == fields | {"legal"}
        assert view["seat"] == seat
        assert view["hands"][seat] == game.hand(seat)
        assert (view["sizes"], view["pile_size"]) == ([7, 7, 7], 86)
        assert view["legal"] == [str(move) for move in game.legal(seat)]
