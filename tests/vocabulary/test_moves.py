"""``Move`` reads and writes every sentence of the notation."""

from __future__ import annotations

import pytest

from huefall.vocabulary import verbs
from huefall.vocabulary.moves import Move

SENTENCES = {
    "play r7": Move("play", ("r7",)),
    "play gS*": Move("play", ("gS*",)),
    "play W g": Move("play", ("W",), "g"),
    "play W+4 b uno": Move("play", ("W+4",), "b", uno=True),
    "play g7 r7 y7": Move("play", ("g7", "r7", "y7")),
    "play WG b4 r": Move("play", ("WG", "b4"), "r"),
    "play r7 >2 uno": Move("play", ("r7",), target=2, uno=True),
    "play g10": Move("play", ("g10",)),
    "color p": Move("color", color="p"),
    "catch 3": Move("catch", target=3),
    "uno": Move("uno"),
    **{verb: Move(verb) for verb in ("draw", "keep", "pass", "accept", "challenge", "dance", "approve", "reject")},
}


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_is_read_and_written_back(sentence: str) -> None:
    move = Move.parse(sentence)
    assert move == SENTENCES[sentence]
    assert str(move) == move.sentence == sentence


def test_every_verb_of_the_notation_is_covered() -> None:
    assert {move.verb for move in SENTENCES.values()} == set(verbs.NAMES)


@pytest.mark.parametrize("text", ["", "  ", "jump r7", "Play r7"])
def test_what_begins_with_no_verb_is_an_error_that_lists_the_verbs(text: str) -> None:
    with pytest.raises(ValueError, match=r"a move begins with one of .*play.*; got"):
        Move.parse(text)


def test_claims_are_late_calls_and_catches() -> None:
    assert {sentence for sentence in SENTENCES if Move.parse(sentence).is_claim} == {"uno", "catch 3"}
    assert [sentence for sentence in SENTENCES if Move.parse(sentence).is_call] == ["uno"]


def test_a_call_is_added_and_taken_away() -> None:
    play = Move.parse("play WG b4 r")
    assert str(play.with_call()) == "play WG b4 r uno"
    assert play.with_call().without_call() == play == play.without_call()
