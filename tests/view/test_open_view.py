"""Open views: everything that was hidden, once a match is over."""

from __future__ import annotations

from random import Random

import pytest
from tests.random_play import EDITIONS, dice, random_game, random_move
from tests.scale import SEED, scaled

from huefall.game import Game
from huefall.view import events_for, laid_open, open_events, open_view, view_for

GAMES = scaled(6, least=2)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: path.rsplit("/", 1)[-1])
def test_an_open_view_shows_every_card_of_the_position(edition: str) -> None:
    for number in range(GAMES):
        rng = dice("open", edition, number)
        game = random_game(rng, edition)
        print(f"{edition} game {number} HUEFALL_SEED={SEED}")
        while not game.over and game.moves < 60:
            view, position = open_view(game), game.position()
            for field in ("hands", "pile", "discard", "drawn"):
                assert view[field] == position[field]
            spectator = view_for(game, None)
            assert set(view) == {*spectator, "pile"}
            for field in set(spectator) - {"hands", "drawn"}:
                assert view[field] == spectator[field]
            happened = game.play(*random_move(rng, game)).events
            opened = open_events(happened)
            assert [event.get("card") for event in opened] == [event.card for event in happened]
            for seat in (None, *range(game.players)):
                for seen, whole in zip(events_for(happened, seat), opened, strict=True):
                    assert seen.items() <= whole.items()


def test_the_pile_is_listed_as_it_will_be_drawn() -> None:
    game = Game.from_position({"hands": [["r1"], ["g1", "g2"]], "discard": ["b5"], "turn": 0, "pile": ["y1", "y2"]})
    assert open_view(game)["pile"] == ["y1", "y2"]
    assert open_events(game.play(0, "draw").events)[0]["card"] == "y1"


def test_hands_are_open_only_when_the_round_is_over() -> None:
    rng = Random(f"count {SEED}")
    print(f"HUEFALL_SEED={SEED}")
    game = Game.new("classic", players=2, seed=3)
    while not game.over:
        assert laid_open(game) is None
        game.play(*random_move(rng, game))
    assert laid_open(game) == game.position()["hands"]
