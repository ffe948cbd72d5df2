"""Moves as sentences: reading and writing round-trip."""

from __future__ import annotations

import pytest
from tests.random_play import EDITIONS, dice, random_game, random_move
from tests.scale import SEED, scaled

from huefall.game import Game
from huefall.notation.moves import SentenceError, read_move
from huefall.notation.variant import Variant
from huefall.vocabulary import refusals
from huefall.vocabulary.moves import Move

HALF = Variant.of("jurassic", {"footprints": "half"})
AVENGERS = Variant.of("avengers")


def hand(variant: Variant, *cards: str) -> list[int]:
    return variant.count_cards([variant.number(card) for card in cards])


@pytest.mark.parametrize(
    ("sentence", "move"),
    [
        ("play r7", Move("play", ("r7",))),
        ("play r7 uno", Move("play", ("r7",), uno=True)),
        ("play W g", Move("play", ("W",), "g")),
        ("play W+4 b uno", Move("play", ("W+4",), "b", uno=True)),
        ("play g7 r7 p7", Move("play", ("g7", "r7", "p7"))),
        ("play WG b4 r", Move("play", ("WG", "b4"), "r")),
        ("play WG b4 r uno", Move("play", ("WG", "b4"), "r", uno=True)),
        ("play r7 >2", Move("play", ("r7",), target=2)),
        ("play r7 p7 >10 uno", Move("play", ("r7", "p7"), target=10, uno=True)),
        ("play W r >0", Move("play", ("W",), "r", 0)),
        ("play b+2", Move("play", ("b+2",))),
        ("draw", Move("draw")),
        ("keep", Move("keep")),
        ("pass", Move("pass")),
        ("color p", Move("color", color="p")),
        ("accept", Move("accept")),
        ("challenge", Move("challenge")),
        ("dance", Move("dance")),
        ("approve", Move("approve")),
        ("reject", Move("reject")),
        ("uno", Move("uno")),
        ("catch 3", Move("catch", target=3)),
        ("catch 0", Move("catch", target=0)),
    ],
)
def test_a_sentence_and_its_move_are_the_same_thing(sentence: str, move: Move) -> None:
    assert read_move(AVENGERS, hand(AVENGERS), sentence) == move
    assert str(move) == sentence


def test_spaces_do_not_matter_in_input() -> None:
    assert read_move(AVENGERS, hand(AVENGERS), "  play   WG  b4 r\tuno ") == Move("play", ("WG", "b4"), "r", uno=True)


@pytest.mark.parametrize(
    ("sentence", "reason", "word"),
    [
        ("", refusals.UNKNOWN_MOVE, ""),
        ("fly", refusals.UNKNOWN_MOVE, "fly"),
        ("Play r7", refusals.UNKNOWN_MOVE, "Play"),
        ("play", refusals.UNKNOWN_MOVE, "play"),
        ("play uno", refusals.UNKNOWN_MOVE, "play"),
        ("play g", refusals.UNKNOWN_MOVE, "play"),
        ("play >1", refusals.UNKNOWN_MOVE, "play"),
        ("play r7 >", refusals.UNKNOWN_MOVE, ">"),
        ("play r7 >two", refusals.UNKNOWN_MOVE, ">two"),
        ("play r7 >-1", refusals.UNKNOWN_MOVE, ">-1"),
        ("play r7 >01", refusals.UNKNOWN_MOVE, ">01"),
        ("play r7 >100", refusals.UNKNOWN_MOVE, ">100"),
        ("play " + "r7 " * 33, refusals.UNKNOWN_MOVE, "play"),
        ("play r10", refusals.UNKNOWN_CARD, "r10"),
        ("play 7r", refusals.UNKNOWN_CARD, "7r"),
        ("play R7", refusals.UNKNOWN_CARD, "R7"),
        ("play WH r", refusals.UNKNOWN_CARD, "WH"),
        ("play y7", refusals.UNKNOWN_CARD, "y7"),
        ("play rS*", refusals.UNKNOWN_CARD, "rS*"),
        ("play r7 uno uno", refusals.UNKNOWN_CARD, "uno"),
        ("play r7 >1 g", refusals.UNKNOWN_CARD, ">1"),
        ("play W y", refusals.UNKNOWN_COLOR, "y"),
        ("color y", refusals.UNKNOWN_COLOR, "y"),
        ("color red", refusals.UNKNOWN_COLOR, "red"),
        ("color", refusals.UNKNOWN_MOVE, "color"),
        ("color r g", refusals.UNKNOWN_MOVE, "color r g"),
        ("catch", refusals.UNKNOWN_MOVE, "catch"),
        ("catch me", refusals.UNKNOWN_MOVE, "catch me"),
        ("catch -1", refusals.UNKNOWN_MOVE, "catch -1"),
        ("catch 1 2", refusals.UNKNOWN_MOVE, "catch 1 2"),
        ("catch \u00b2", refusals.UNKNOWN_MOVE, "catch \u00b2"),
        ("draw 2", refusals.UNKNOWN_MOVE, "draw 2"),
        ("uno uno", refusals.UNKNOWN_MOVE, "uno uno"),
        ("accept uno", refusals.UNKNOWN_MOVE, "accept uno"),
    ],
)
def test_what_is_no_sentence_is_told_with_the_word(sentence: str, reason: int, word: str) -> None:
    with pytest.raises(SentenceError) as caught:
        read_move(AVENGERS, hand(AVENGERS, "r7", "W"), sentence)
    assert (refusals.NAMES[caught.value.reason], caught.value.word) == (refusals.NAMES[reason], word)


@pytest.mark.parametrize(
    ("held", "sentence", "cards"),
    [
        (("rS", "rS*"), "play rS", ("rS",)),
        (("rS",), "play rS", ("rS",)),
        (("rS*",), "play rS", ("rS*",)),  # the plain form means it where there is no plain one
        (("rS", "rS*"), "play rS*", ("rS*",)),
        (("rS", "rS*"), "play rS rS", ("rS", "rS*")),
        (("rS*", "gS*"), "play rS gS", ("rS*", "gS*")),
        ((), "play rS", ("rS",)),
        ((), "play rS*", ("rS*",)),
        (("W*",), "play W r", ("W*",)),
    ],
)
def test_a_plain_card_stands_for_its_footprint_twin(
    held: tuple[str, ...], sentence: str, cards: tuple[str, ...]
) -> None:
    assert read_move(HALF, hand(HALF, *held), sentence).cards == cards


def test_with_all_footprints_the_plain_form_is_understood() -> None:
    every = Variant.of("jurassic")
    assert "rS" not in every.numbers
    assert read_move(every, hand(every), "play rS").cards == ("rS*",)


def test_a_card_is_written_with_its_footprint_in_output() -> None:
    game = Game.from_position({"edition": "jurassic", "hands": [["rS*", "r1"], ["b1"]], "discard": ["r5"], "turn": 0})
    assert {"play rS*", "play rS* uno"} <= {str(move) for move in game.legal(0)}
    assert game.play(0, "play rS uno").move == Move("play", ("rS*",), uno=True)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: path.rsplit("/", 1)[-1])
def test_every_legal_move_reads_back_as_itself(edition: str) -> None:
    for number in range(scaled(20, least=2)):
        rng = dice("moves", edition, number)
        game = random_game(rng, edition)
        print(f"{edition} {game.variant.rules.changes()} game {number} HUEFALL_SEED={SEED}")
        for _ in range(20):
            if game.over:
                break
            for seat in range(game.players):
                counts = game.record_of_state[0]["hands"][seat].tolist()
                for move in game.legal(seat):
                    assert read_move(game.variant, counts, str(move)) == move
            game.play(*random_move(rng, game))
