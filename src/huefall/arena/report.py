"""The result of a run: a standing per entrant and per pair, as a table and as a JSON object.

Tested in tests/arena/test_arena.py.
"""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from huefall.arena.games import DealResult, EntrantLog, GameResult
from huefall.arena.intervals import Interval, share_interval
from huefall.arena.plan import Plan
from huefall.arena.ratings import NEEDED, Rating, can_rate, rate
from huefall.arena.seat import percentile
from huefall.arena.stuck import DROP_REASONS, describe_drop
from huefall.bots.guard import FAULT_KINDS
from huefall.texts import load
from huefall.texts.columns import align
from huefall.texts.options import edition_title, written_value

#: Longest first.
TIME_UNITS = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6))


@dataclass(frozen=True, slots=True)
class Standing:
    """The result of one entrant. Every seat counts: three random players have three chances to win."""

    name: str
    source: str
    seats: int  # in all games
    wins: float  # a shared match counts as a fraction
    share: Interval  # per seat; 1 / players if all are equal
    rating: Rating | None
    log: EntrantLog


@dataclass(frozen=True, slots=True)
class Pair:
    """Two entrants compared: the first one's share of the games that one of them won."""

    first: str
    second: str
    decided: int  # games won by one of the two, or shared by both
    share: Interval  # 1/2 if they are equal


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a run."""

    plan: Plan
    standings: tuple[Standing, ...]  # in the order in which they entered
    pairs: tuple[Pair, ...]
    games: int
    void: int
    mean_moves: float
    seconds: float = field(compare=False)

    @property
    def ranked(self) -> list[Standing]:
        """The standings, best first."""
        return sorted(self.standings, key=lambda standing: -standing.share.share)


def make_report(plan: Plan, deals: Sequence[DealResult], seconds: float) -> Report:
    """Summarise the deals, given in any order."""
    ordered = sorted(deals, key=lambda deal: deal.deal)
    games = [game for deal in ordered for game in deal.games]
    ratings = rate(len(plan.entrants), games) if can_rate() else None
    standings = tuple(
        _stand(plan, entrant, ordered, None if ratings is None else ratings[entrant])
        for entrant in range(len(plan.entrants))
    )
    pairs = tuple(_compare(plan, first, second, ordered) for first, second in _met(plan))
    return Report(
        plan,
        standings,
        pairs,
        len(games),
        sum(not game.winners for game in games),
        statistics.fmean(game.moves for game in games) if games else 0.0,
        seconds,
    )


def _stand(plan: Plan, entrant: int, deals: Sequence[DealResult], rating: Rating | None) -> Standing:
    parts: list[tuple[float, float]] = []
    seats, wins, log = 0, 0.0, EntrantLog()
    for deal in deals:
        sat = sum(game.seating.count(entrant) for game in deal.games)
        won = sum(_won(game, entrant) for game in deal.games)
        parts.append((won, sat))
        seats, wins = seats + sat, wins + won
        log.add(deal.logs[entrant])
    known = plan.entrants[entrant]
    return Standing(known.name, known.source, seats, wins, share_interval(parts, seats), rating, log)


def _won(game: GameResult, entrant: int) -> float:
    return sum(game.seating[seat] == entrant for seat in game.winners) / max(1, len(game.winners))


def _met(plan: Plan) -> list[tuple[int, int]]:
    together = {pair for table in plan.tables() for pair in combinations(sorted(set(table)), 2)}
    return sorted(together)


def _compare(plan: Plan, first: int, second: int, deals: Sequence[DealResult]) -> Pair:
    """Compare two entrants, each win divided by the winner's number of seats."""
    parts, decided = [], 0
    for deal in deals:
        won: defaultdict[int, float] = defaultdict(float)
        for game in deal.games:
            seats = Counter(game.seating)
            if first in seats and second in seats:
                shared = {entrant: _won(game, entrant) for entrant in (first, second)}
                decided += any(shared.values())
                for entrant, part in shared.items():
                    won[entrant] += part / seats[entrant]
        parts.append((won[first], won[first] + won[second]))
    names = plan.entrants
    return Pair(names[first].name, names[second].name, decided, share_interval(parts, decided))


def as_object(report: Report) -> dict[str, Any]:
    """The result as a JSON object."""
    plan = report.plan
    return {
        "edition": plan.edition.source or plan.edition.name,
        "options": plan.rules.changes(),
        "players": plan.players,
        "played": "matches" if plan.matches else "rounds",
        "seed": plan.seed,
        "deals": plan.deals,
        "games": report.games,
        "void": report.void,
        "mean_moves": report.mean_moves,
        "limit_seconds": plan.limit,
        "entrants": [_standing_object(standing) for standing in report.standings],
        "pairs": [
            {"first": pair.first, "second": pair.second, "decided": pair.decided, **_interval_object(pair.share)}
            for pair in report.pairs
        ],
        "seconds": report.seconds,
    }


def _standing_object(standing: Standing) -> dict[str, Any]:
    rating, log = standing.rating, standing.log
    p50, p99 = percentile(log.times, 0.5), percentile(log.times, 0.99)
    return {
        "name": standing.name,
        "source": standing.source,
        "seats": standing.seats,
        "wins": standing.wins,
        **_interval_object(standing.share),
        "rating": None if rating is None else _rating_object(rating),
        "decisions": log.times.total(),
        "decision_ms": {"p50": None if p50 is None else p50 * 1000, "p99": None if p99 is None else p99 * 1000},
        "faults": {kind: log.faults[kind] for kind in FAULT_KINDS},
        "messages": log.messages,
        "left": {reason: log.dropped[reason] for reason in DROP_REASONS},
        "seats_by_default": log.by_default,
    }


def _rating_object(rating: Rating) -> dict[str, Any]:
    return {"mu": rating.mu, "sigma": rating.sigma, "interval": list(rating.interval), "ordinal": rating.ordinal}


def _interval_object(share: Interval) -> dict[str, Any]:
    return {"share": share.share, "interval": [share.low, share.high]}


def as_table(report: Report) -> str:
    """The result as aligned plain text."""
    plan = report.plan
    changes = plan.rules.changes()
    if not plan.matches:
        changes.pop("target", None)
    options = ", ".join(f"{name}={written_value(value)}" for name, value in changes.items())
    void = f", {report.void:,} void" if report.void else ""
    lines = [
        f"{name_edition(plan)}, {plan.players} players, {options or 'official rules'}",
        f"{describe_game_count(report)} on {counted(plan.deals, 'deal')}, seats rotated, seed {plan.seed}{void}",
        f"equal players would win {1 / plan.players:.1%} each",
        "",
        *align(_standing_rows(report)),
    ]
    if len(report.pairs) > 1:
        lines += ["", *align(_pair_rows(report))]
    for standing in report.ranked:
        lines += _fault_lines(standing, plan)
    if not can_rate():
        lines += ["", NEEDED]
    return "\n".join(lines)


def _fault_lines(standing: Standing, plan: Plan) -> list[str]:
    """Describe the faults of a bot, and what the legal default played for it."""
    name, log = standing.name, standing.log
    lines = []
    if count := log.faults.total():
        lines += ["", f"{name} lost {counted(count, 'answer')} to the legal default:"]
        lines += [f"  {message}" for message in log.messages]
        lines += [f"  … and {count - len(log.messages):,} more"] * (count > len(log.messages))
    if log.by_default:
        reasons = [
            f"{describe_drop(reason, plan.max_wait_seconds)} in {counted(log.dropped[reason], 'game')}"
            for reason in DROP_REASONS
            if log.dropped[reason]
        ]
        by_default = f"the legal default played for it on {log.by_default:,} of {counted(standing.seats, 'seat')}"
        more_time = ", or give it more time (--limit)" if log.dropped["unanswered"] else ""
        lines += ["", f"{name} {' and '.join(reasons)}; {by_default}."]
        lines += [f"  Mend it: huefall.testing.check_bot shows more{more_time}."]
    return lines


def name_edition(plan: Plan) -> str:
    """The name of a shipped edition, or the title of any other one."""
    edition = plan.edition
    return edition_title(load("en"), edition.name, edition.title) if edition.source else edition.name


def describe_game_count(report: Report) -> str:
    """The number of rounds or matches, such as ``"2,000 rounds"``."""
    one, many = ("match", "matches") if report.plan.matches else ("round", "rounds")
    return counted(report.games, one, many)


def counted(count: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "deal"), counted(2000, "match", "matches")
    ('1 deal', '2,000 matches')
    """
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"


def _standing_rows(report: Report) -> list[list[str]]:
    rated = can_rate()
    head = ["bot", "seats", "wins", "share", "95 % interval", *["rating ± 2σ"] * rated, "p50", "p99", "faults"]
    rows = [head]
    for standing in report.ranked:
        rating = standing.rating
        rows.append(
            [
                standing.name,
                f"{standing.seats:,}",
                f"{standing.wins:,.0f}",
                f"{standing.share.share:.1%}",
                _write_bounds(standing.share),
                *([] if rating is None else [str(rating)]),
                *(_write_time(percentile(standing.log.times, share)) for share in (0.5, 0.99)),
                f"{standing.log.faults.total():,}",
            ]
        )
    return rows


def _pair_rows(report: Report) -> list[list[str]]:
    rows = [["against each other", "decided", "share", "95 % interval"]]
    for pair in report.pairs:
        names = f"{pair.first} – {pair.second}"
        rows.append([names, f"{pair.decided:,}", f"{pair.share.share:.1%}", _write_bounds(pair.share)])
    return rows


def _write_bounds(share: Interval) -> str:
    return f"{share.low:.1%} … {share.high:.1%}"


def _write_time(seconds: float | None) -> str:
    """Write a time with two digits (time steps are no finer) in a suitable unit.

    >>> [_write_time(seconds) for seconds in (0.000001, 0.0000206, 0.000204, 0.00999, 1.2345, None)]
    ['1.0 µs', '21 µs', '200 µs', '10 ms', '1.2 s', '–']
    """
    if seconds is None:
        return "–"
    rounded = float(f"{seconds:.2g}")  # before choosing the unit: 0.9999 ms is 1.0 ms
    unit, size = next(((unit, size) for unit, size in TIME_UNITS if rounded >= size), TIME_UNITS[-1])
    return f"{rounded / size:.1f} {unit}" if rounded < 10 * size else f"{rounded / size:,.0f} {unit}"
