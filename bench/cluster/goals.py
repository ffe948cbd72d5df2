"""The goals for several nodes, compared with what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bench.cluster.failover import Failover
from bench.cluster.idle import IdleNodes
from bench.cluster.one_node import OneNode
from bench.cluster.relay import Relay
from bench.cluster.two_nodes import TwoNodes
from bench.cluster.window import Window, best, least, middle
from bench.server.failover import GOAL_P50_SECONDS, GOAL_P99_SECONDS
from bench.server.report import Line

GOAL_SHARE_OF_SQLITE = 0.60
GOAL_RELAY_COST = 1.7
GOAL_ADDED_SECONDS = 0.003


@dataclass(frozen=True)
class Results:
    """Everything that was measured; parts that were skipped are None."""

    file_system: str
    one: OneNode | None = None
    relay: Relay | None = None
    two: TwoNodes | None = None
    idle: IdleNodes | None = None
    failover: Failover | None = None


def lines(results: Results) -> list[Line]:
    """Compare every goal with its measurement."""
    return [
        *_one_goals(results.one),
        *_relay_goals(results.relay),
        *_two_goals(results.two),
        *_idle_goals(results.idle),
        *_failover_goals(results.failover),
    ]


def _one_goals(one: OneNode | None) -> list[Line]:
    if one is None:
        return []
    return [
        Line(
            "moves per CPU-second of a node: over PostgreSQL ÷ over SQLite",
            f"≥ {GOAL_SHARE_OF_SQLITE:.0%}",
            f"{one.share:.0%}",
            f"{one.middle_share:.0%}",
            min(one.share, one.middle_share) >= GOAL_SHARE_OF_SQLITE,
        ),
        Line(
            "CPU of PostgreSQL per move",
            "",
            f"{least(one.postgres, 'database_us'):.0f} µs",
            f"{middle(one.postgres, 'database_us'):.0f} µs",
        ),
    ]


def _relay_goals(relay: Relay | None) -> list[Line]:
    if relay is None:
        return []
    return [
        Line(
            "CPU of both nodes per move at full load: relayed ÷ direct",
            f"≤ {GOAL_RELAY_COST} ×",
            f"{relay.cost:.2f} ×",
            f"{relay.middle_cost:.2f} ×",
            max(relay.cost, relay.middle_cost) <= GOAL_RELAY_COST,
        ),
        Line(
            f"the same at {relay.direct_steady[0].per_second:,.0f} moves per second",
            f"≤ {GOAL_RELAY_COST} ×",
            "",
            f"{relay.steady_cost:.2f} ×",
            relay.steady_cost <= GOAL_RELAY_COST,
        ),
        Line(
            "what a relay adds to the median response time",
            f"≤ {GOAL_ADDED_SECONDS * 1000:.0f} ms",
            f"{relay.added_best * 1000:.2f} ms",
            f"{relay.added_median * 1000:.2f} ms",
            max(relay.added_best, relay.added_median) <= GOAL_ADDED_SECONDS,
        ),
    ]


def _two_goals(two: TwoNodes | None) -> list[Line]:
    if two is None:
        return []
    return [
        *(
            Line(f"moves per second of {what}", "", f"{best(found, 'per_second'):,.0f}", _rate(found))
            for what, found in (
                ("two nodes on two cores, all direct", two.direct),
                ("the same, half of the clients relayed", two.balanced),
            )
        ),
        Line("PostgreSQL's share of the CPU there", "", "", f"{middle(two.direct, 'database_share'):.0%}"),
    ]


def _idle_goals(idle: IdleNodes | None) -> list[Line]:
    if idle is None:
        return []
    return [
        Line("queries per second and idle node, no tables", "heartbeat", "", f"{idle.without.per_node:.2f}"),
        Line(
            f"the same with {idle.with_tables.tables} open tables on {idle.with_tables.nodes} nodes",
            "heartbeat",
            "",
            f"{idle.with_tables.per_node:.2f}",
        ),
    ]


def _failover_goals(failover: Failover | None) -> list[Line]:
    if failover is None:
        return []
    return [
        Line(
            f"from a kill to the next acknowledged move, p{part * 100:.0f} of {failover.kills} kills",
            f"< {goal:.0f} s",
            "",
            f"{failover.part(part):.2f} s",
            failover.part(part) < goal,
        )
        for part, goal in ((0.5, GOAL_P50_SECONDS), (0.99, GOAL_P99_SECONDS))
    ]


def _rate(windows: Sequence[Window]) -> str:
    return f"{middle(windows, 'per_second'):,.0f}"
