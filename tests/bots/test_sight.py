"""Bots written against version 0.5.0 still run."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from huefall.bots import make_bot, play_round
from huefall.bots.sight import Sight, read_choice
from huefall.game import Game


class OldBot:
    """Uses every name that the documentation of 0.5.0 mentions."""

    level = "old"

    def __init__(self) -> None:
        self.verbs: set[str] = set()

    def choose(self, view: Mapping[str, Any], rng: Random) -> str:
        sight = Sight(view)
        answers = sight.answers()
        self.verbs.update(choice.verb for choice in answers)
        plays = [choice for choice in answers if choice.verb == "play" and not choice.uno]
        if not plays:
            return rng.choice(answers).sentence
        best = max(plays, key=lambda choice: sum(sight.kinds[card].row.points for card in choice.cards))
        assert (best.color is None) == (sight.color_of(best.cards[-1]) is not None)
        assert best.target is None
        return sight.with_call(best)

    def claim(self, view: Mapping[str, Any], rng: Random) -> str | None:  # noqa: ARG002
        claims = Sight(view).claims()
        return next((choice.sentence for choice in claims if choice.verb in ("catch", "uno")), None)


def test_a_bot_of_version_0_5_0_plays_to_the_end() -> None:
    bot = OldBot()
    for number in range(5):
        game = Game.new("classic", players=3, seed=1, number=number)
        play_round(game, [bot, make_bot("normal"), make_bot("easy")], Random(number))
        assert game.over
    assert {"play", "draw"} <= bot.verbs


@pytest.mark.parametrize(
    ("sentence", "cards", "color", "target", "uno"),
    [
        ("play r7 >2 uno", ("r7",), None, 2, True),
        ("play WG b4 r", ("WG", "b4"), "r", None, False),
        ("play W", ("W",), None, None, False),
        ("catch 3", (), None, 3, False),
        ("uno", (), None, None, False),
        ("color g", (), "g", None, False),
    ],
)
def test_read_choice_takes_a_sentence_apart(
    sentence: str, cards: tuple[str, ...], color: str | None, target: int | None, uno: bool
) -> None:
    choice = read_choice(sentence)
    assert choice.sentence == sentence
    assert (choice.cards, choice.color, choice.target, choice.uno) == (cards, color, target, uno)
