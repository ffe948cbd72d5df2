"""Bots play by the rules in every edition, know only their view, and the better one wins."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tests.random_play import THUNDER

from huefall.bots import LEVELS, Bot, UnknownBotError, make_bot, next_move, play_round
from huefall.bots.levels.searching import SearchBot
from huefall.bots.search.limit import FIRST_BATCH, Limit
from huefall.bots.table_view import legal_claims
from huefall.editions import SHIPPED, Edition, EditionError
from huefall.game import Game, Match
from huefall.record import load_match, write_record
from huefall.testing import shuffle_hidden
from huefall.testing.tables import LIVELY_OPTIONS
from huefall.texts import LANGUAGES, load
from huefall.view import view_for


def quick(level: str, edition: Edition | None = None) -> Bot:
    """Make a bot that does not think long, and by rollouts instead of time, so that the same seed gives the same answer."""
    bot = make_bot(level, edition)
    if isinstance(bot, SearchBot):
        bot.limit = Limit(positions=FIRST_BATCH)
    return bot


def positions(edition: str, seed: int) -> Iterator[dict[str, Any]]:
    """Yield the positions of a round of easy bots, who get into more situations than good ones."""
    game = Game.new(edition, 3, LIVELY_OPTIONS[edition], seed=seed)
    bots, rng = [make_bot("easy")] * 3, Random(seed)
    while not game.over:
        yield game.position()
        game.play(*next_move(game, bots, rng))


@pytest.mark.parametrize("edition", SHIPPED)
@pytest.mark.parametrize("level", LEVELS)
def test_bots_say_only_legal_sentences(edition: str, level: str) -> None:
    for number in range(4):
        players = 2 + number
        game = Game.new(edition, players, LIVELY_OPTIONS[edition], seed=11, number=number)
        bots, rng = [quick(level)] * players, Random(number)
        while not game.over:
            seat, sentence = next_move(game, bots, rng)
            assert sentence in view_for(game, seat)["legal"], f"seed 11, number {number}"
            game.play(seat, sentence)


@pytest.mark.parametrize("edition", SHIPPED)
@pytest.mark.parametrize("level", LEVELS)
def test_what_is_hidden_never_changes_what_a_bot_does_VIEW_01(edition: str, level: str) -> None:  # noqa: N802
    bot = quick(level)
    compared = 0
    for step, position in enumerate(positions(edition, seed=5)):
        if step % 3:
            continue
        for seat in range(3):
            one = Game.from_position(position)
            other = Game.from_position(shuffle_hidden(position, seat, Random(step)))
            acts = []
            for game in (one, other):
                view = view_for(game, seat)
                acts.append(
                    (
                        bot.claim(view, Random(step)) if legal_claims(game, seat) else None,
                        bot.choose(view, Random(step)) if game.asked == seat else None,
                    )
                )
            assert acts[0] == acts[1], f"seed 5, step {step}, seat {seat}"
            compared += 1
    assert compared > 10


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_round(level: str) -> None:
    ends = []
    for _ in range(2):
        game = Game.new("classic", 3, {"preset": "party"}, seed=2)
        play_round(game, [quick(level)] * 3, Random(9))
        ends.append(game.position())
    assert ends[0] == ends[1]


def test_normal_beats_easy_clearly() -> None:
    wins = 0
    for number in range(200):
        game = Game.new("classic", 2, seed=21, number=number)
        bots = [make_bot("normal"), make_bot("easy")]
        seat = number % 2
        wins += play_round(game, bots if seat == 0 else bots[::-1], Random(number)) == seat
    # About 150 are expected; 120 is four standard deviations below, and four above even play.
    assert wins > 120, f"seed 21: {wins} of 200"


def forgotten_calls(level: str) -> tuple[int, int]:
    """Count the plays of a level that left one card, and those of them without a call."""
    down_to_one = forgotten = 0
    for number in range(30):
        game = Game.new("classic", 3, seed=8, number=number)
        bots, rng = [quick(level)] * 3, Random(number)
        while not game.over:
            seat, sentence = next_move(game, bots, rng)
            can_call = f"{sentence} uno" in view_for(game, seat)["legal"]
            down_to_one += can_call or sentence.endswith(" uno")
            forgotten += can_call
            game.play(seat, sentence)
    return down_to_one, forgotten


def test_normal_always_calls_and_easy_forgets_sometimes_UNO_01() -> None:  # noqa: N802
    down_to_one, forgotten = forgotten_calls("normal")
    assert down_to_one > 30
    assert forgotten == 0
    down_to_one, forgotten = forgotten_calls("easy")
    assert 0 < forgotten < down_to_one


def test_a_bot_has_a_level_the_catalogues_describe() -> None:
    for level in LEVELS:
        assert quick(level).level == level
        assert all(load(language).has(f"bot.{level}.text") for language in LANGUAGES)


def test_an_unknown_level_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownBotError, match=r"'godlike'.*easy, normal, hard, expert, random, greedy"):
        make_bot("godlike")


def test_nobody_moves_when_the_round_is_over() -> None:
    game = Game.from_position(
        {"hands": [["r1"], ["r2"]], "discard": ["r3"], "pile": ["g1", "g2"], "turn": 0, "options": {"target": 0}}
    )
    game.play(0, "play r1")
    with pytest.raises(ValueError, match="over"):
        next_move(game, [make_bot("easy")] * 2, Random(0))


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_that_is_given_the_edition_opens_no_file(level: str) -> None:
    """A match from a record: the view has the name "thunder", and there is no file of that name."""
    match = load_match(write_record(Match(THUNDER, 3, seed=4), with_seed=True))
    assert view_for(match.game, 0)["edition"] == "thunder"
    play_round(match.game, [quick(level, match.variant.edition)] * 3, Random(4))
    assert match.game.over


def test_a_bot_can_be_given_the_name_of_an_edition() -> None:
    game = Game.new("buzz", 2, seed=4)
    play_round(game, [make_bot("normal", "buzz"), make_bot("easy")], Random(4))
    assert game.over
    with pytest.raises(EditionError, match="unknown edition 'nope'"):
        make_bot("normal", "nope")


def test_a_bot_that_cannot_know_the_cards_says_what_it_needs() -> None:
    with pytest.raises(EditionError, match=r"give it the edition, as in make_bot\(level, match\.variant\.edition\)"):
        next_move(Game.new(THUNDER, 2, seed=4), [make_bot("normal")] * 2, Random(0))
