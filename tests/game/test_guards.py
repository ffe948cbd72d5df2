"""``Game`` checks its arguments: unchecked ones would be written into memory by compiled code."""

from __future__ import annotations

from typing import Any

import pytest

from huefall.game import Game, Match, MoveRefused
from huefall.game.game import new_table
from huefall.notation.variant import Variant
from huefall.vocabulary.errors import HuefallError
from huefall.vocabulary.moves import Move


def test_nothing_is_dealt_in_the_middle_of_a_round() -> None:
    game = Game.new(seed=1)
    with pytest.raises(HuefallError, match="not over"):
        game.deal()


@pytest.mark.parametrize(
    ("deck", "dealer", "words"),
    [
        (None, 99, "no seat 99"),
        (None, -1, "no seat -1"),
        ([1, 2, 3], 0, "no first card can be turned up"),
        ([5] * 108, 0, "too many cards"),
        ([100] * 108, 0, "unknown kind of card 100"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(deck: list[int] | None, dealer: int, words: str) -> None:
    table = new_table(Variant.of("classic"), 3)
    before = table.state.tobytes()
    with pytest.raises(HuefallError, match=words):
        table.deal(deck, dealer)
    assert table.state.tobytes() == before


@pytest.mark.parametrize("seat", ["0", 1.0, None])
def test_a_seat_is_a_whole_number(seat: Any) -> None:
    game = Game.new(seed=1)
    with pytest.raises(HuefallError, match="seat"):
        game.hand(seat)
    with pytest.raises(MoveRefused) as refusal:
        game.play(seat, "draw")
    assert refusal.value.verdict.reason == "no_such_seat"


@pytest.mark.parametrize("arguments", [{"seed": "a"}, {"seed": 1.5}, {"seed": b"short"}, {"seed": 1, "number": -1}])
def test_a_seed_is_a_number_or_32_bytes(arguments: dict[str, Any]) -> None:
    with pytest.raises(HuefallError, match=r"seed|number"):
        Game.new(**arguments)


@pytest.mark.parametrize(
    "move",
    [
        Move("fly"),
        Move("play", ("r99",)),
        Move("play", ("r1",) * 40),
        Move("play", ("r1",), "q"),
        Move("draw", ("r1",), "r", 5, uno=True),
    ],
)
def test_a_move_made_by_hand_is_read_like_its_sentence(move: Move) -> None:
    game = Game.from_position({"hands": [["r1", "b2"], ["g1"]], "discard": ["r5"], "pile": ["y9"], "turn": 0})
    with pytest.raises(MoveRefused):
        game.play(0, move)


def test_a_match_offers_what_its_game_does() -> None:
    match = Match("classic", 3, seed=7)
    game, asked = match.game, match.asked
    assert asked is not None
    assert match.position() == game.position()
    assert match.hand(asked) == game.hand(asked)
    assert (match.phase, match.dealer) == (game.phase, game.dealer)
    assert match.why(asked, "draw") == game.why(asked, "draw")
