"""Who sits where: every rotation of every deal, the last entrant in the seats that are left."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.arena import bad_bots

from huefall.arena import Plan, enter
from huefall.editions import OptionError, load_edition
from huefall.vocabulary.errors import HuefallError

CLASSIC = load_edition("classic")
FILE = str(Path(bad_bots.__file__))


def plan_of(names: str, players: int, **more: Any) -> Plan:
    return Plan(enter(names.split()), CLASSIC, players, **{"games": 100, "seed": 5, **more})


def test_everybody_has_every_hand_of_a_deal_once() -> None:
    plan = plan_of("easy normal random greedy", 4)
    for deal in range(20):
        seatings = plan.seatings(deal)
        assert len(seatings) == 4
        for seat in range(4):
            assert sorted(seating[seat] for seating in seatings) == [0, 1, 2, 3]


def test_every_deal_draws_a_new_order_of_seats() -> None:
    plan = plan_of("easy normal random", 3)
    after = Counter(seating[(seating.index(0) + 1) % 3] for deal in range(200) for seating in plan.seatings(deal))
    assert set(after) == {1, 2} and min(after.values()) > 200, after
    assert plan.seatings(7) == plan_of("easy normal random", 3).seatings(7)


def test_the_last_one_fills_the_seats_that_are_left() -> None:
    plan = plan_of("normal random", 4)
    assert plan.tables() == [(0, 1, 1, 1)]
    for seating in zip(*plan.seatings(3), strict=True):
        assert Counter(seating) == {0: 1, 1: 3}


def test_with_more_entrants_than_seats_everybody_meets_everybody_on_the_same_deals() -> None:
    plan = plan_of("easy normal random", 2)
    assert plan.tables() == [(0, 1), (0, 2), (1, 2)]
    assert len(plan.seatings(0)) == 6
    assert plan.total_games == 300


def test_games_are_rounded_up_to_whole_deals() -> None:
    plan = plan_of("easy normal", 3, games=100)
    assert (plan.deals, plan.total_games) == (34, 102)


def test_a_single_round_is_a_match_that_ends_with_it() -> None:
    assert plan_of("easy normal", 2).table_options == {"target": 0}
    assert plan_of("easy normal", 2, matches=True, options={"target": 200}).table_options == {"target": 200}


@pytest.mark.parametrize(
    ("names", "players", "more", "reason"),
    [
        ("easy", 2, {}, "needs two or more who enter, got 1"),
        ("easy normal", 2, {"options": {"target": 200}}, "target means whole matches"),
        ("easy normal", 11, {}, "players"),
        (" ".join(["easy"] * 20), 8, {}, "make 125,970 tables: enter fewer"),
    ],
)
def test_what_cannot_be_played_is_refused(names: str, players: int, more: dict[str, Any], reason: str) -> None:
    with pytest.raises((HuefallError, OptionError), match=reason):
        plan_of(names, players, **more)


def test_tables_are_counted_without_listing_them(monkeypatch: pytest.MonkeyPatch) -> None:
    for names, players in (("easy normal", 2), ("easy normal", 4), ("easy normal random greedy hard", 3)):
        plan = plan_of(names, players)
        assert plan.table_count == len(plan.tables())

    def run_out_of_memory(plan: Plan) -> None:
        raise AssertionError(f"listed the tables of {len(plan.entrants)} entrants")

    monkeypatch.setattr(Plan, "tables", run_out_of_memory)
    with pytest.raises(HuefallError, match="30 entrants at 10 seats make 30,045,015 tables: enter fewer"):
        plan_of(" ".join(["easy"] * 30), 10)


def test_a_bot_is_named_by_its_level_and_who_enters_twice_gets_a_number() -> None:
    sources = ["tests.arena.bad_bots:Twin", f"{FILE}:Twin", "easy", "expert:1000", "expert:200ms", "easy"]
    names = ["the twin", "the twin 2", "easy", "expert:1000", "expert:200ms", "easy 2"]
    assert [entrant.name for entrant in enter(sources)] == names
    assert [entrant.name for entrant in enter([bad_bots.Good, bad_bots.Good])] == ["good", "good 2"]


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("smart", r"unknown bot 'smart': expected one of random, greedy, easy"),
        ("smart:5", r"bot 'smart:5': expected module:Class or file.py:Class"),
        ("expert:abc", r"bot 'expert:abc': expected a search limit .*, got 'abc'"),
        ("easy:5", r"bot 'easy:5': easy does not search and takes no search limit"),
        ("random:5", r"bot 'random:5': random does not search"),
    ],
)
def test_unknown_names_and_search_limits_are_refused(source: str, reason: str) -> None:
    with pytest.raises(HuefallError, match=reason):
        enter([source])


def test_who_thinks_longer_than_an_answer_may_take_is_refused_before_anybody_has_waited() -> None:
    assert plan_of("expert:4000ms easy", 2).limit == 5
    with pytest.raises(HuefallError, match=r"expert:5000ms thinks longer than the 5 s an answer may take: allow more"):
        plan_of("expert:5000ms easy", 2)


def test_the_search_is_made_ready_for_every_bot_that_may_need_it() -> None:
    names = ["easy", "greedy", "hard", "expert:10", "tests.arena.bad_bots:Raiser"]
    entered = enter(names)
    assert [entrant.may_search for entrant in entered] == [False, False, True, True, True]
    assert [entrant.is_own for entrant in entered] == [False, False, False, False, True]
