"""``run_arena``: play a plan in several processes and report.

Tested in tests/arena/test_arena.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from huefall.arena.plan import Plan
from huefall.arena.pool import play_deals
from huefall.arena.report import Report, make_report
from huefall.cores import count_cores
from huefall.game.ready import prepare_rules, prepare_search

#: Called after every deal with the games played so far and in all.
Progress = Callable[[int, int], None]


def run_arena(plan: Plan, *, workers: int | None = None, progress: Progress | None = None) -> Report:
    """Play a plan and report.

    ``workers``: number of processes, one per core by default; it changes the time alone. 0: play in this process,
    without a watchdog for bots that never answer.
    """
    for entrant in plan.entrants:
        entrant.make(plan.edition)  # fail at once if a bot cannot be made
    prepare_rules()
    if any(entrant.may_search for entrant in plan.entrants):
        prepare_search()  # once, before the processes start
    start = time.perf_counter()
    deals = []
    games = 0
    for deal in play_deals(plan, count_cores() if workers is None else workers):
        deals.append(deal)
        games += len(deal.games)
        if progress is not None:
            progress(games, plan.total_games)
    return make_report(plan, deals, time.perf_counter() - start)
