"""Which deals count once an entrant is dropped: the same ones, in whatever order the workers play them."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from huefall.arena import Plan, enter
from huefall.arena.games import DealResult
from huefall.arena.schedule import Job, Schedule
from huefall.arena.stuck import MAX_STUCK, Stuck, find_drops
from huefall.editions import load_edition

PLAN = Plan(enter(["easy", "normal"]), load_edition("classic"), players=2, games=24, seed=5)

#: The games in which `easy` would get stuck, if it were asked: of the deals 1, 4, 5 (both games) and 9.
SILENT = {(1, 0), (4, 1), (5, 0), (5, 1), (9, 0)}


def play(workers: int, rng: Random) -> tuple[dict[int, dict[int, int]], int]:
    """Play the plan with N workers that finish in any order; return who was not asked in the final deals, and the waits."""
    schedule, waits = Schedule(PLAN), 0
    given: list[Job] = []
    played: dict[int, dict[int, int]] = {}
    final: dict[int, dict[int, int]] = {}
    while True:
        while len(given) < workers and (job := schedule.take()) is not None:
            given.append(job)
        if not given:
            return final, waits
        job = rng.choice(given)
        place = silent_place(job)
        if place is not None:
            waits += 1
            schedule.note_stuck(job, place, Stuck(3, "unanswered"))
            continue
        given.remove(job)
        played[job.deal] = dict(job.dropped)
        for result in schedule.finish(job, DealResult(job.deal, (), ())):
            assert result.deal == len(final), "in their order"
            final[result.deal] = played[result.deal]


def silent_place(job: Job) -> tuple[int, int] | None:
    """Return where a deal gets stuck as it was given out; None if it comes to its end."""
    for game, seating in enumerate(PLAN.seatings(job.deal)):
        place = game, seating.index(0)
        if (job.deal, game) in SILENT and place not in job.stuck and game < job.dropped.get(0, game + 1):
            return place
    return None


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_the_same_deals_are_played_by_the_default_however_many_play(workers: int) -> None:
    silenced = {5: {0: 1}, **{deal: {0: 0} for deal in range(6, PLAN.deals)}}
    for seed in range(20):
        final, waits = play(workers, Random(seed))
        assert sorted(final) == list(range(PLAN.deals))
        assert {deal: gone for deal, gone in final.items() if gone} == silenced, f"seed {seed}"
        assert waits <= MAX_STUCK + workers, f"seed {seed}"


def test_who_got_stuck_often_enough_before_is_not_asked_in_any_game() -> None:
    seatings = [(0, 1), (1, 0)]
    assert find_drops(seatings, {}, Counter({1: MAX_STUCK - 1})) == {}
    assert find_drops(seatings, {}, Counter({1: MAX_STUCK})) == {1: 0}
    twice = {(0, 0): Stuck(1, "ended"), (1, 1): Stuck(0, "unanswered")}
    assert find_drops(seatings, twice, Counter({0: MAX_STUCK - 1})) == {0: 1}
    assert find_drops(seatings, twice, Counter()) == {}
