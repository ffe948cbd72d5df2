"""Running an arena: everything a plan asks for, over processes, and the report."""

from __future__ import annotations

import time
from collections.abc import Callable

from huefall.arena.plan import Plan
from huefall.arena.pool import play_deals
from huefall.arena.report import Report, make_report
from huefall.cores import count_cores
from huefall.game.ready import prepare_rules, prepare_search

#: Told after every deal: games done, games in all.
Progress = Callable[[int, int], None]


def run_arena(plan: Plan, *, workers: int | None = None, progress: Progress | None = None) -> Report:
    """Play what is planned and report. ``workers``: processes, one per core if not given; their number changes nothing but the
    time it takes. 0 plays in this process, where a bot that never answers is waited for.
    """
    for entrant in plan.entrants:
        entrant.make(plan.edition)  # what cannot be made is told before anybody has waited
    prepare_rules()
    if any(entrant.may_search for entrant in plan.entrants):
        prepare_search()  # once, and not in every process
    start = time.perf_counter()
    deals = []
    games = 0
    for deal in play_deals(plan, count_cores() if workers is None else workers):
        deals.append(deal)
        games += len(deal.games)
        if progress is not None:
            progress(games, plan.total_games)
    return make_report(plan, deals, time.perf_counter() - start)
