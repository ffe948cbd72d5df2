"""Bots are named by a level, and those that search by a search limit, too: in positions, which can be repeated, or in time."""

from __future__ import annotations

from random import Random

import pytest

from huefall.bots import LEVELS, SEARCHING, YARDSTICKS, UnknownBotError, make_bot, play_round
from huefall.bots.levels.searching import SearchBot
from huefall.bots.roster import read_bot
from huefall.bots.search.limit import Limit
from huefall.game import Game


@pytest.mark.parametrize("name", [*LEVELS, *YARDSTICKS, "expert:1000", "expert:200ms", "hard:1", "hard:60000ms"])
def test_a_name_is_read_and_written_and_is_the_level_of_its_bot(name: str) -> None:
    assert str(read_bot(name)) == name == make_bot(name).level
    assert read_bot(name).searches is (name.partition(":")[0] in SEARCHING)


@pytest.mark.parametrize("level", SEARCHING)
def test_a_search_limit_takes_the_place_of_the_usual_one(level: str) -> None:
    usual, counted, timed = (make_bot(name) for name in (level, f"{level}:77", f"{level}:250ms"))
    assert isinstance(usual, SearchBot) and isinstance(counted, SearchBot) and isinstance(timed, SearchBot)
    assert counted.limit == Limit(positions=77)
    assert timed.limit == Limit(seconds=0.25)
    assert counted.catches == timed.catches == usual.catches


def test_a_search_limit_in_positions_can_be_repeated() -> None:
    def play() -> list[str]:
        game = Game.new("classic", 2, seed=3)
        play_round(game, [make_bot("expert:32"), make_bot("hard:16")], Random(5))
        return [str(game.position()), *map(str, game.scores)]

    assert play() == play()


def test_names_are_written_in_one_way() -> None:
    assert make_bot("expert:0100").level == "expert:100"


@pytest.mark.parametrize(
    "name",
    [
        "expert:",
        "expert:abc",
        "expert:0",
        "expert:-5",
        "expert:100001",
        "hard:0ms",
        "hard:60001ms",
        "hard:2s",
        "expert:1e3",
    ],
)
def test_what_is_no_search_limit_is_refused_with_what_is(name: str) -> None:
    level, _, written = name.partition(":")
    expected = (
        rf"'{name}': expected a search limit .* such as {level}:1000\) .* such as {level}:200ms\), got '{written}'"
    )
    with pytest.raises(UnknownBotError, match=expected):
        make_bot(name)


@pytest.mark.parametrize("level", ["easy", "normal", "random", "greedy"])
def test_who_does_not_search_takes_no_search_limit(level: str) -> None:
    with pytest.raises(UnknownBotError, match=rf"'{level}:5': {level} does not search .* such as expert:1000"):
        make_bot(f"{level}:5")
