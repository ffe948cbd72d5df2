"""Missed catches and cuts: when they count as missed, and what the claimants saw."""

from __future__ import annotations

from huefall.bots.table_view import legal_claims
from huefall.game import Game, Match, Played
from huefall.record import steps
from huefall.review.claims import find_claimants, find_missed
from huefall.review.prepare import prepare_steps

OPEN = {
    "edition": "classic",
    "hands": [["r1", "g2", "W"], ["g1"], ["y1", "y2"]],
    "discard": ["r5"],
    "pile": ["b1", "b2", "b3", "b4"],
    "turn": 0,
    "open": [1],
}


def who_missed(*moves: tuple[int, str], catch_until: str = "play") -> list[list[int]]:
    """Play moves at a table where seat 1 can be caught; list the seats that missed a catch by each of them."""
    table, found = Game.from_position({**OPEN, "options": {"catch_until": catch_until}}), []
    for seat, sentence in moves:
        before = table.copy()
        claimants = find_claimants(before, [[]] * 3)
        outcome = table.play(seat, sentence)
        found.append(
            [each.seat for each in find_missed(claimants, before, Played(seat, sentence, outcome.foul, None), table)]
        )
    return found


def test_a_foul_leaves_the_time_to_catch_open_and_the_next_card_ends_it_once_UNO_02() -> None:  # noqa: N802
    assert who_missed((0, "play g2"), (0, "play g2"), (0, "play r1"), (1, "draw")) == [[], [], [0, 2], []]


def test_a_draw_ends_the_time_to_catch_only_with_catch_until_turn_UNO_02() -> None:  # noqa: N802
    assert who_missed((0, "draw"), (0, "keep")) == [[], []]
    assert who_missed((0, "draw"), (0, "keep"), catch_until="turn") == [[0, 2], []]


def test_a_player_who_draws_can_no_longer_be_caught_UNO_02() -> None:  # noqa: N802
    assert who_missed((0, "draw"), (0, "keep"), (1, "draw")) == [[], [], [0, 2]]


def test_a_catch_after_a_foul_was_in_time_UNO_02() -> None:  # noqa: N802
    assert who_missed((0, "play g2"), (2, "catch 1"), (0, "draw")) == [[], [], []]


def test_a_catch_changes_what_the_asked_seat_sees_and_shows_no_card() -> None:
    asked, other = find_claimants(Game.from_position(OPEN), [[{"event": "deal"}]] * 3)
    assert (asked.seat, other.seat, other.views_after) == (0, 2, {})
    after = asked.views_after["catch 1"]
    assert (asked.view["sizes"], after["sizes"]) == ([3, 1, 2], [3, 3, 2])
    assert (after["turn"], after["open"]) == (0, [])
    assert [event["event"] for event in after["told"]] == ["deal", "caught", "draw", "draw"]
    assert not any("card" in event for event in after["told"])
    assert asked.view["told"] == [{"event": "deal"}]


def test_in_a_match_only_what_is_over_for_good_is_missed(party: Match) -> None:
    count = 0
    for step in prepare_steps(steps(party)):
        for each in step.unclaimed:
            count += 1
            assert step.before is not None and step.played is not None and not step.foul
            assert step.played.seat == step.before.asked
            assert set(each.claims) <= set(legal_claims(step.before, each.seat))
            assert not set(each.claims) & set(legal_claims(step.after, each.seat))
            assert each.view["seat"] == each.seat and "cards" in each.view["told"][0]
    assert count
