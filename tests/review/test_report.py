"""The review as text: the chances of all seats after every step, in columns, with a legend of the signs it uses."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from huefall.game import Match
from huefall.review import Review, review_match
from huefall.review.report import MAX_COLUMNS, write_report
from huefall.review.wording import Words
from huefall.texts import LANGUAGES, load
from huefall.texts.columns import width

NOTES = {"seat 0": "Alexandra", "seat 1": "林小美", "seat 2": "bot (hard)"}


@pytest.fixture
def make(play_on: Callable[..., Match], by_hand: Any) -> Callable[..., Review]:
    def review(players: int = 3, **played: int) -> Review:
        match = play_on(Match("classic", players, {"preset": "party"}, seed=6, notes=NOTES), Random(6), **played)
        return review_match(match, estimator=by_hand(width=0.02, noise=0.5), threads=2)

    return review


def steps_of(text: str, title: str) -> list[list[str]]:
    """Return the lines of the tables of steps, those of one table together."""
    found: list[list[str]] = []
    for part in text.split("\n\n"):
        lines = part.split("\n")
        if lines[0] == title:
            found.append(lines[1:])
        elif found and lines[0].startswith(" ") and re.match(r" *0 ", lines[1]):
            found.append(lines)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_everybodys_chance_and_its_interval(make: Callable[..., Review], language: str) -> None:
    review, catalogue = make(rounds=2), load(language)
    words = Words(review, catalogue)
    tables = steps_of(write_report(review, catalogue), catalogue.text("review.graph"))
    assert len(tables) == len(review.rounds) == 2
    for (head, *lines), played in zip(tables, review.rounds, strict=True):
        assert all(words.player(seat) in head for seat in range(3))
        for line, point in zip(lines, played.steps, strict=True):
            assert words.step(point) in line
            numbers = re.findall(r"(\d+)\s% +\((\d+)–(\d+)\)", line)
            assert numbers == [
                tuple(f"{100 * each:.0f}" for each in chance)
                for chance in zip(point.chances, point.low, point.high, strict=True)
            ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 10])
def test_columns_of_numbers_are_aligned(make: Callable[..., Review], players: int, language: str) -> None:
    catalogue = load(language)
    for table in steps_of(write_report(make(players, moves=40), catalogue), catalogue.text("review.graph")):
        assert len({width(line) for line in table}) == 1
        assert width(table[0]) <= MAX_COLUMNS
        ends = [[width(line[: each.end()]) for each in re.finditer(r"\)", line)] for line in table[1:]]
        assert all(each[-1] == ends[0][-1] for each in ends)


def test_a_large_table_continues_below_with_all_seats(make: Callable[..., Review]) -> None:
    review, catalogue = make(10, moves=20), load("en")
    words = Words(review, catalogue)
    tables = steps_of(write_report(review, catalogue, columns=80), catalogue.text("review.graph"))
    assert len(tables) > 1
    heads = " ".join(table[0] for table in tables)
    assert all(words.player(seat) in heads for seat in range(10))
    assert all(len(table) == 1 + len(review.rounds[0].steps) for table in tables)
    assert all(width(line) <= 80 for table in tables for line in table)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_short_report_has_no_table_and_does_not_explain_it(make: Callable[..., Review], language: str) -> None:
    review, catalogue = make(rounds=1), load(language)
    long, short = (write_report(review, catalogue, short=each) for each in (False, True))
    assert steps_of(long, catalogue.text("review.graph"))
    assert catalogue.text("review.notes.ranges") in long
    assert not steps_of(short, catalogue.text("review.graph"))
    assert catalogue.text("review.notes.ranges") not in short
    assert not re.search(r"\d–\d", short)
    assert catalogue.text("review.notes.points") in short


def test_a_round_that_is_not_over_is_won_by_nobody(make: Callable[..., Review]) -> None:
    review = make(moves=12)
    assert not review.rounds[-1].over
    assert [review.rounds_won(seat) for seat in range(3)] == [0, 0, 0]
    rows = write_report(review, load("en")).split("\n")
    head = rows.index(next(row for row in rows if "Rounds won" in row))
    assert [re.split(r"  +", row)[2] for row in rows[head + 1 : head + 4]] == ["0", "0", "0"]
    assert load("en").text("review.parts.open") not in rows


def test_a_sum_with_a_round_that_is_not_over_says_so(play_on: Callable[..., Match], by_hand: Any) -> None:
    match = play_on(Match("classic", 2, seed=6), Random(6), rounds=1)
    match.next_round()
    review = review_match(match, estimator=by_hand(), threads=1)
    told = load("en").text("review.parts.open")
    assert write_report(review, load("en")).count(told) == 1
    assert sum(review.rounds_won(seat) for seat in range(2)) == 1


def test_bots_have_their_level_in_the_summary(make: Callable[..., Review]) -> None:
    review = make(moves=5)
    assert "電腦 2（困難）" in write_report(review, load("zh-Hant"))
    assert write_report(review, load("en")).count("Bot 2 (hard)") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_tells_every_round_and_every_mistake(
    play_on: Callable[..., Match], by_hand: Any, language: str
) -> None:
    match = play_on(Match("classic", 3, {"preset": "party"}, seed=6), Random(6), rounds=2)
    review = review_match(match, estimator=by_hand({"draw": 0.1}, width=0.0), threads=2)
    catalogue = load(language)
    text = write_report(review, catalogue)
    for played in review.rounds:
        assert catalogue.text("review.round", amount=played.round) in text
        assert played.mistakes
        for mistake in played.mistakes:
            assert catalogue.text(f"review.grade.{mistake.grade}") in text
    assert catalogue.text("review.unfinished") in text
    assert "{" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_luck_and_skill_are_shown_with_their_margins(
    play_on: Callable[..., Match], by_hand: Any, language: str
) -> None:
    match = play_on(Match("classic", 3, seed=6), Random(6), rounds=1)
    review, catalogue = review_match(match, estimator=by_hand(width=0.02), threads=1), load(language)
    first = review.rounds[0].summary[0]
    assert first.margins is not None and first.margins.own
    assert Words(review, catalogue).part(first.own, 1, first.margins.own) in write_report(review, catalogue)
