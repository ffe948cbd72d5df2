"""What a bot is shown of a table."""

from __future__ import annotations

from huefall.bots.table_view import bot_view, legal_claims
from huefall.game import Game
from huefall.view import told_to, view_for


class Listener:
    level = "listener"
    listens = True


class Deaf:
    level = "deaf"


def test_a_bot_that_listens_is_told_the_round() -> None:
    game = Game.new("classic", 3, seed=5)
    assert bot_view(game, 1, Deaf()) == view_for(game, 1)
    assert bot_view(game, 1, Listener()) == {**view_for(game, 1), "told": told_to(game, 1)}


def test_the_asked_seat_claims_calls_and_catches_alone() -> None:
    game = Game.from_position(
        {"hands": [["r1", "b2"], ["r3", "y3"], ["r1", "b3"]], "discard": ["r5"], "options": {"cut": True}, "turn": 0}
    )
    game.play(0, "play r1")
    assert legal_claims(game, 0) == ["uno"]
    assert legal_claims(game, 1) == ["catch 0"], "its own plays are answers"
    assert set(legal_claims(game, 2)) == {"catch 0", "play r1", "play r1 uno"}
