"""Events as seats see them: which seats see more, and what the others see instead."""

from __future__ import annotations

import pytest
from tests.random_play import EDITIONS, dice, random_game, random_move
from tests.scale import SEED, scaled

from huefall.game import Game
from huefall.game.events import Event
from huefall.view import event_for, events_for, seats_told_more

GAMES = scaled(10, least=2)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: path.rsplit("/", 1)[-1])
def test_all_other_seats_see_what_a_spectator_sees(edition: str) -> None:
    told_more = 0
    for number in range(GAMES):
        rng = dice("told", edition, number)
        game = random_game(rng, edition)
        print(f"{edition} game {number} HUEFALL_SEED={SEED}")
        while not game.over and game.moves < 80:
            happened = game.play(*random_move(rng, game)).events
            more = seats_told_more(happened)
            told_more += bool(more)
            for seat in range(game.players):
                assert (events_for(happened, seat) != events_for(happened, None)) == (seat in more)
    assert told_more


def test_only_its_owner_sees_a_drawn_card() -> None:
    game = Game.from_position({"hands": [["r1"], ["g1", "g2"]], "discard": ["b5"], "turn": 0, "pile": ["y1", "b2"]})
    draw = next(event for event in game.play(0, "draw").events if event.kind == "draw")
    assert event_for(draw, 0) == {"event": "draw", "seat": 0, "card": "y1", "rule": draw.rule}
    for seat in (1, None):
        assert event_for(draw, seat) == {"event": "draw", "seat": 0, "rule": draw.rule}
    assert seats_told_more([draw]) == {0}


def test_nobody_sees_a_secret_card_without_an_owner() -> None:
    nobodys = Event("draw", "PLAY-03", card="r1")
    assert "card" not in event_for(nobodys, None)
    assert seats_told_more([nobodys]) == set()


def test_an_event_has_every_key_that_applies_and_no_other() -> None:
    whole = Event("swap", "SEVEN-01", seat=0, other=1, card="r7", color="r", amount=0, question="color")
    assert event_for(whole, None) == {
        "event": "swap",
        "seat": 0,
        "other": 1,
        "color": "r",
        "amount": 0,
        "question": "color",
        "card": "r7",
        "rule": "SEVEN-01",
    }
    assert event_for(Event("void", "PILE-04"), 0) == {"event": "void", "rule": "PILE-04"}
