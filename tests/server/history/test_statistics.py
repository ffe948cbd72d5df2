"""Matches and wins are counted by edition and by opponents, as a table by hand says."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from huefall.protocol.me import MyFinishedMatch, MyPlayer, MyReview
from huefall.protocol.tables import Origin
from huefall.server.history.statistics import count, opponents_of


def player(text: str) -> MyPlayer:
    """A person by name, or a bot by level."""
    return MyPlayer(text, "person", None) if text[0].isupper() or text[0] == "(" else MyPlayer("", "bot", text)


def match(
    number: int,
    players: Sequence[str],
    *,
    won: bool = False,
    edition: str = "classic",
    reviewed: MyReview | None = None,
    origin: Origin | None = None,
) -> MyFinishedMatch:
    """A match of the person on the last seat."""
    seat = len(players) - 1
    return MyFinishedMatch(
        table="abcdefgh",
        match=number,
        edition=edition,
        theme="classic",
        title={"en": f"{edition} {number}"},
        ended=f"2026-01-{number:02}T00:00:00Z",
        players=[player(each) for each in players],
        seat=seat,
        winners=[seat] if won else [0],
        scores=[0] * len(players),
        rounds=1,
        replay=None,
        review=None,
        reviewed=reviewed,
        origin=origin,
    )


@pytest.mark.parametrize(
    ("players", "opponents"),
    [
        (["easy", "Anna"], "easy"),
        (["easy", "expert", "hard", "Anna"], "expert"),
        (["expert", "Ben", "Anna"], "people"),
        (["normal", "(deleted)", "Anna"], "people"),
        (["retired", "normal", "Anna"], "normal"),
    ],
)
def test_the_opponents_are_the_strongest_bot_or_people(players: list[str], opponents: str) -> None:
    assert opponents_of(match(1, players)) == opponents


def test_a_guest_without_matches_has_zeros() -> None:
    found = count([])
    assert (found.matches, found.wins, found.by_edition, found.by_level, found.reviewed) == (0, 0, [], [], [])


def test_everything_is_counted_once_and_continued_matches_are_not() -> None:
    review = MyReview(accuracy=0.5, luck=0.25, skill=-0.125)
    newest_first = [
        match(6, ["hard", "Anna"], won=True, reviewed=review, origin=Origin("abcdefgh", 1, 1, 1)),
        match(5, ["Ben", "Anna"], won=True, edition="bts", reviewed=MyReview(None, 0.0, 0.0)),
        match(4, ["hard", "Anna"]),
        match(3, ["hard", "Anna"], won=True, reviewed=review),
        match(2, ["easy", "Anna"], won=True),
        match(1, ["easy", "Anna"], edition="bts"),
    ]
    found = count(newest_first)
    assert (found.matches, found.wins) == (5, 3)
    assert [(each.edition, each.matches, each.wins) for each in found.by_edition] == [("classic", 3, 2), ("bts", 2, 1)]
    assert found.by_edition[1].title == {"en": "bts 5"}, "the title of the latest"
    assert [(each.level, each.matches, each.wins) for each in found.by_level] == [
        ("easy", 2, 1),
        ("hard", 2, 1),
        ("people", 1, 1),
    ]
    assert [(each.match, each.accuracy, each.skill) for each in found.reviewed] == [(3, 0.5, -0.125), (5, None, 0.0)]
