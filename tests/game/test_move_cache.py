"""The cache of parsed sentences never returns a wrong move."""

from __future__ import annotations

import pytest
from tests.random_play import EDITIONS, dice, random_game, random_move
from tests.reference.lockstep import random_sentence
from tests.scale import SEED, scaled

from huefall.game import Game, MoveRefused
from huefall.game import move_cache as module
from huefall.notation.moves import SentenceError, read_move
from huefall.vocabulary.moves import Move


def skipping(*hand: str) -> Game:
    return Game.from_position(
        {
            "edition": "jurassic",
            "options": {"footprints": "half"},
            "hands": [[*hand, "b1"], ["g1", "g2"]],
            "discard": ["r5"],
            "turn": 0,
        }
    )


def test_a_plain_word_means_the_card_that_is_held_whatever_it_meant_before() -> None:
    for hand, meant in [(["rS"], "rS"), (["rS*"], "rS*"), (["rS", "rS*"], "rS"), (["rS*"], "rS*"), (["rS"], "rS")]:
        assert skipping(*hand).play(0, "play rS").move.cards == (meant,)
    assert skipping("rS", "rS*").play(0, "play rS*").move.cards == ("rS*",)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: path.rsplit("/", 1)[-1])
def test_a_sentence_means_the_same_the_second_time(edition: str) -> None:
    for number in range(scaled(6, least=2)):
        rng = dice("sentences", edition, number)
        game = random_game(rng, edition)
        print(f"{edition} game {number} HUEFALL_SEED={SEED}")
        while not game.over and game.moves < 60:
            for _ in range(4):
                seat, sentence = rng.randrange(game.players), random_sentence(rng, game)
                hand = game.record_of_state[0]["hands"][seat].tolist()
                try:
                    meant: Move | None = read_move(game.variant, hand, sentence)
                except SentenceError:
                    meant = None
                first, second = game.why(seat, sentence), game.why(seat, sentence)
                assert first == second
                if meant is not None:
                    assert game.why(seat, meant) == first
            game.play(*random_move(rng, game))


def test_a_sentence_heard_before_is_still_refused_to_a_stranger() -> None:
    game = Game.from_position({"hands": [["r1", "r2"], ["g1"]], "discard": ["r5"], "turn": 0})
    assert game.why(0, "play r1")
    for seat in (-1, 2, 200, True, "0"):
        assert game.why(seat, "play r1").reason == "no_such_seat"
    assert game.why(1, "play r1").reason in {"not_asked", "not_held"}
    assert game.why(0, "play r1")


def test_odd_spellings_and_too_many_sentences_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_REMEMBERED", 3)
    game = Game.from_position(
        {"hands": [["r1", "r2", "r3", "r4", "r6"], ["g1"]], "discard": ["r5"], "turn": 0, "options": {"hand_size": 9}}
    )
    heard = game._sentences._meanings
    heard.clear()
    for spaces in range(1, 9):
        assert game.why(0, f"play{' ' * spaces}r1")
    assert list(heard) == ["play r1"]
    for card in ("r2", "r3", "r4", "r6"):
        assert game.why(0, f"play {card}")
        assert len(heard) <= 3
    with pytest.raises(MoveRefused):
        game.play(0, "play r1 r2 r3")
