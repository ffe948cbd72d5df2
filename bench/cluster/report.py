"""Writes bench/CLUSTER.md: the goals for several nodes, what was measured, and the details."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from statistics import median

from bench.cluster.failover import Failover
from bench.cluster.idle import IdleNodes
from bench.cluster.one_node import OneNode
from bench.cluster.relay import Relay
from bench.cluster.two_nodes import TwoNodes
from bench.cluster.window import Window, best, least, middle, waits_of
from bench.machine import processor
from bench.server.failover import GOAL_P50_SECONDS, GOAL_P99_SECONDS
from bench.server.report import Commits, Line
from huefall import __version__

GOAL_SHARE_OF_SQLITE = 0.60
GOAL_RELAY_COST = 1.7
GOAL_ADDED_SECONDS = 0.003

STACK = ("uvicorn", "uvloop", "msgspec", "asyncpg", "apsw")

#: Statements are known by their end: several begin with who lives.
STATEMENT_CHARACTERS = 70

INTRODUCTION = """\
- one node, relay: the nodes are pinned to one core with all their threads, PostgreSQL and the load client to the other;
  two nodes: one on each core, PostgreSQL and the load client wherever there is room
- tables of 4 seats, classic, official rules, a guest on every seat; on its turn a client sends a random legal move as
  soon as it has the update, as for [SERVER.md](SERVER.md); PostgreSQL has fsync and synchronous commits
- every update reached all four seats once and in order, and no command was refused: otherwise there is no page
- what is compared runs at the same time and is loaded in turn, in windows of {seconds:.1f} s; CPU time as the system counts it. The
  machine is shared: compare CPU times and ratios, and take moves per second and response times as what was left of it\
"""


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


def summary(results: Results) -> str:
    """Return the table of goals for a terminal."""
    return "\n".join(
        f"{line.best:>12} {line.median:>12}  (goal {line.goal:>10})  {line.mark:<15}  {line.what}"
        for line in lines(results)
    )


def write(results: Results) -> str:
    """Return the whole page."""
    stack = ", ".join(f"{name} {version(name)}" for name in STACK)
    postgres = "" if results.one is None else f", PostgreSQL {results.one.version}"
    loaded = results.one.postgres if results.one else results.relay.direct if results.relay else []
    return "\n".join(
        [
            "# Several nodes over PostgreSQL",
            "",
            "Generated by `make bench-cluster`. One run on one machine: compare ratios with other machines, not absolute numbers.",
            "`python bench/cluster/run.py --only relay` measures one part; `--quick` gives a first impression.",
            "",
            f"- {datetime.now(UTC):%Y-%m-%d}, Huefall {__version__}, Python {platform.python_version()}, {stack}{postgres}",
            f"- {processor()}, {os.cpu_count()} cores, {platform.system()}; the databases are on {results.file_system}",
            INTRODUCTION.format(seconds=median(window.seconds for window in loaded) if loaded else 0),
            "",
            "A goal is reached if the best windows and the median reach it.",
            "Response times contain waiting for a core, which other programs cause; the best windows have least of it.",
            "",
            "| what | goal | best | median | |",
            "|---|---:|---:|---:|---|",
            *(f"| {line.what} | {line.goal} | {line.best} | {line.median} | {line.mark} |" for line in lines(results)),
            "",
            *_one_lines(results.one),
            *_relay_lines(results.relay),
            *_two_lines(results.two),
            *_idle_lines(results.idle),
            *_failover_lines(results.failover),
        ]
    )


def _compare(
    names: Sequence[str], columns: Sequence[Sequence[Window]], rows: Sequence[tuple[str, str, str]]
) -> list[str]:
    """Write a table of medians, one column for each kind of window."""
    return [
        f"| | {' | '.join(names)} |",
        "|---|" + "---:|" * len(names),
        *(
            f"| {what} | {' | '.join(form.format(middle(windows, name)) for windows in columns)} |"
            for what, form, name in rows
        ),
    ]


def _wait_rows(columns: Sequence[Sequence[Window]]) -> list[str]:
    return [
        f"| {what} | {' | '.join(f'{waits_of(windows, part) * 1000:.1f} ms' for windows in columns)} |"
        for what, part in (("response time, median", 0.5), ("p90", 0.9), ("p99", 0.99))
    ]


def _one_lines(one: OneNode | None) -> list[str]:
    if one is None:
        return []
    rows = [
        ("moves per CPU-second of the node", "{:,.0f}", "per_cpu_second"),
        ("CPU of the node per move", "{:.0f} µs", "nodes_us"),
        ("CPU of PostgreSQL per move", "{:.0f} µs", "database_us"),
        ("moves per second", "{:,.0f}", "per_second"),
    ]
    steady = [one.postgres_steady, one.sqlite_steady]
    return [
        "## One node",
        "",
        f"{one.tables} tables at full load, {len(one.postgres)} windows of each, then as many at a steady rate. SQLite's work is done by a thread of",
        "the node and counts for it; PostgreSQL's is done by another process, on any machine. Medians of all windows:",
        "",
        *_compare(("over PostgreSQL", "over SQLite"), (one.postgres, one.sqlite), rows),
        f"| entries in a commit | {_commit(one.commits)} | {_commit(one.sqlite_commits)} |",
        f"| at {one.postgres_steady[0].per_second:,.0f} moves per second: CPU of the node per move | "
        + " | ".join(f"{middle(windows, 'nodes_us'):.0f} µs" for windows in steady)
        + " |",
        *_wait_rows(steady),
        "",
        f"PostgreSQL wrote {one.log_bytes:,.0f} bytes of its log per move, and its database grew by {one.stored_bytes:,.0f} bytes per move, deals,",
        "snapshots and indexes included.",
        "",
    ]


def _commit(commits: Commits | None) -> str:
    return "" if commits is None else f"{commits.size:.0f}, in {commits.milliseconds:.1f} ms"


def _relay_lines(relay: Relay | None) -> list[str]:
    if relay is None:
        return []
    rows = [
        ("CPU of both nodes per move", "{:.0f} µs", "nodes_us"),
        ("CPU of PostgreSQL per move", "{:.0f} µs", "database_us"),
        ("moves per second", "{:,.0f}", "per_second"),
    ]
    steady = (relay.direct_steady, relay.relayed_steady)
    best_waits = " | ".join(f"{min(each.wait(0.5) for each in windows) * 1000:.2f} ms" for windows in steady)
    return [
        "## A relayed move",
        "",
        f"{relay.tables} tables whose clients reach the owner, and {relay.tables} of the same owner whose clients reach the other node, in turn. The",
        "work of a client's socket moves to the node that the client reached, and the link between the nodes is added; that",
        f"node took {relay.edge_share:.0%} of the CPU time of relayed moves. At full load a link carries many messages at once, the more",
        "because both nodes share a core here; at the steady rate it carries few. Medians of all windows:",
        "",
        *_compare(("direct", "relayed"), (relay.direct, relay.relayed), rows),
        f"| at {relay.direct_steady[0].per_second:,.0f} moves per second: CPU of both nodes per move | "
        + " | ".join(f"{middle(windows, 'nodes_us'):.0f} µs" for windows in steady)
        + " |",
        *_wait_rows(steady),
        f"| median of the best window | {best_waits} |",
        "",
    ]


def _two_lines(two: TwoNodes | None) -> list[str]:
    if two is None:
        return []
    rows = [
        ("moves per second", "{:,.0f}", "per_second"),
        ("CPU of the nodes per move", "{:.0f} µs", "nodes_us"),
        ("CPU of PostgreSQL per move", "{:.0f} µs", "database_us"),
        ("PostgreSQL's share of the CPU of nodes and database", "{:.0%}", "database_share"),
        ("cores that the nodes had", "{:.2f}", "nodes_cores"),
        ("cores that the load client had", "{:.2f}", "client_cores"),
    ]
    return [
        "## Two nodes on two cores",
        "",
        f"{two.tables} tables each. PostgreSQL and the load client run on the same two cores, so two nodes cannot have both for themselves.",
        "",
        *_compare(
            ("one node", "two nodes, all direct", "two nodes, half relayed"), (two.one, two.direct, two.balanced), rows
        ),
        "",
    ]


def _idle_lines(idle: IdleNodes | None) -> list[str]:
    if idle is None:
        return []
    found = (idle.without, idle.with_tables)
    statements = sorted(idle.without.statements | idle.with_tables.statements)
    return [
        "## Idle",
        "",
        f"Two nodes for {idle.without.seconds:.0f} s without any table, and for as long with {idle.with_tables.tables} tables at which everybody thinks, half of the sockets",
        "relayed. PostgreSQL logged every statement:",
        "",
        "| | no tables | open tables |",
        "|---|---:|---:|",
        *(
            f"| `{_shorten(statement)}` | {' | '.join(str(period.statements[statement]) for period in found)} |"
            for statement in statements
        ),
        f"| per second and node | {' | '.join(f'{period.per_node:.2f}' for period in found)} |",
        f"| CPU of both nodes | {' | '.join(f'{period.nodes_cpu:.2f} s' for period in found)} |",
        f"| CPU of PostgreSQL | {' | '.join(f'{period.database_cpu:.2f} s' for period in found)} |",
        "",
    ]


def _shorten(statement: str) -> str:
    return statement if len(statement) <= STATEMENT_CHARACTERS else f"…{statement[-STATEMENT_CHARACTERS:]}"


def _failover_lines(failover: Failover | None) -> list[str]:
    if failover is None:
        return []
    parts = (0.1, 0.5, 0.9, 0.95, 0.99, 1.0)
    return [
        "## Failover",
        "",
        f"Three nodes, {failover.tables} tables of people who play on through a load balancer. {failover.kills} times the owner of some tables was killed with",
        f"SIGKILL, and a new node started in its place; {len(failover.still)} tables stood still until the next acknowledged move for:",
        "",
        "| p10 | p50 | p90 | p95 | p99 | longest |",
        "|---:|---:|---:|---:|---:|---:|",
        "| " + " | ".join(f"{failover.part(part):.2f} s" for part in parts) + " |",
        "",
        "A killed process ends its session with the database at once. A machine that loses power does not: its tables are taken",
        "when it has not renewed its row for three seconds. The tables are few, so that this is not the time to load many at once.",
        "",
    ]
