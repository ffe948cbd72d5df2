"""Metrics for Prometheus. Each server has one ``Metrics`` with its own registry. Counters on the path of a move are kept
together with their labels: looking labels up costs more than counting.

No label value comes from a client: paths are those of the routes, reasons those in the code.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter as Multiset
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from huefall.protocol.fields import PlayedBy, Status

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4

ANSWER_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
BOT_LATE_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
COMMIT_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
BATCH_SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class FastCounter(Collector):
    """A counter with one label, for the path of a move. The library's own locks at each step: ten times as slow."""

    def __init__(self, name: str, help_text: str, label: str, values: Iterable[str]) -> None:
        self.counts = dict.fromkeys(values, 0)
        self._description = (name, help_text, label)

    def collect(self) -> Iterable[Metric]:
        name, help_text, label = self._description
        family = CounterMetricFamily(name, help_text, labels=[label])
        for value, count in self.counts.items():
            family.add_metric([value], count)
        return [family]


class FastHistogram(Collector):
    """A histogram for the path of a move, for the same reason."""

    def __init__(self, name: str, help_text: str, bounds: Sequence[float]) -> None:
        self._description = (name, help_text)
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def observe(self, value: float) -> None:
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def collect(self) -> Iterable[Metric]:
        totals = accumulate(self._counts)
        buckets = [(str(bound), float(total)) for bound, total in zip([*self._bounds, "+Inf"], totals, strict=True)]
        return [HistogramMetricFamily(*self._description, buckets=buckets, sum_value=self._sum)]


class Metrics:
    """All metrics of one server."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.connections = Gauge("huefall_connections_open", "Sockets that are open.", registry=registry)
        self.relayed = Gauge(
            "huefall_relayed_connections", "Sockets that are open here, at tables of other nodes.", registry=registry
        )
        self.engine_ready = Gauge("huefall_engine_ready", "1 when the rules are compiled.", registry=registry)
        self.answers = FastHistogram(
            "huefall_answer_seconds", "From the arrival of a move to its acknowledgement.", ANSWER_SECONDS
        )
        registry.register(self.answers)
        self.bots_late = FastHistogram(
            "huefall_bot_late_seconds", "From the end of a bot's pause to its answer.", BOT_LATE_SECONDS
        )
        registry.register(self.bots_late)
        self.bots_shortened = Counter(
            "huefall_bot_searches_skipped", "Positions that searching bots saw without a search.", registry=registry
        )
        self.commit_seconds = Histogram(
            "huefall_commit_seconds", "A commit of the store.", buckets=COMMIT_SECONDS, registry=registry
        )
        self.batch_entries = Histogram(
            "huefall_batch_entries", "Entries stored by one commit.", buckets=BATCH_SIZES, registry=registry
        )
        began = time.monotonic()
        uptime = Gauge("huefall_uptime_seconds", "Since the start of the server.", registry=registry)
        uptime.set_function(lambda: time.monotonic() - began)
        tables = Gauge("huefall_tables_open", "Tables in memory by status.", ["status"], registry=registry)
        self._tables = {status: tables.labels(status) for status in get_args(Status)}
        self.moves = FastCounter("huefall_moves", "Moves accepted, by who made them.", "by", get_args(PlayedBy))
        registry.register(self.moves)
        self._refusals = Counter(
            "huefall_messages_refused", "Messages refused by reason.", ["reason"], registry=registry
        )
        self._refused: dict[str, Counter] = {}
        self._limits = Counter(
            "huefall_rate_limited", "Turned away by a limit, by reason.", ["reason"], registry=registry
        )
        self._limited: dict[str, Counter] = {}
        self._requests = Counter(
            "huefall_http_requests", "HTTP requests by route.", ["method", "route", "status"], registry=registry
        )
        self._requested: dict[tuple[str, str, int], Counter] = {}
        ProcessCollector(registry=registry)

    def watch(self, name: str, help_text: str, value: Callable[[], float]) -> None:
        """Add a gauge whose value another part of the server knows; it is asked when metrics are requested."""
        Gauge(name, help_text, registry=self.registry).set_function(value)

    def count_move(self, by: PlayedBy) -> None:
        self.moves.counts[by] += 1

    def set_tables(self, statuses: Iterable[Status]) -> None:
        """Set the number of tables per status; called when metrics are requested, not when a table changes."""
        counts = Multiset(statuses)
        for status, gauge in self._tables.items():
            gauge.set(counts[status])

    def count_refused(self, reason: str) -> None:
        counter = self._refused.get(reason)
        if counter is None:
            counter = self._refused[reason] = self._refusals.labels(reason)
        counter.inc()

    def count_limited(self, reason: str) -> None:
        """Count a rejection by a limit."""
        counter = self._limited.get(reason)
        if counter is None:
            counter = self._limited[reason] = self._limits.labels(reason)
        counter.inc()

    def count_request(self, method: str, route: str, status: int) -> None:
        """Count an HTTP request under the path of its route, such as ``/api/tables/{code}``."""
        key = (method if method in _METHODS else "other", route, status)
        counter = self._requested.get(key)
        if counter is None:
            counter = self._requested[key] = self._requests.labels(key[0], route, str(status))
        counter.inc()

    def observe_batch(self, entries: int, seconds: float) -> None:
        """Record one commit of the store."""
        self.batch_entries.observe(entries)
        self.commit_seconds.observe(seconds)

    def render(self) -> bytes:
        """Return all metrics in the text format of Prometheus (``CONTENT_TYPE``)."""
        return generate_latest(self.registry)


class RequestCount:
    """Middleware that counts requests. It is the outermost, so that it also counts rejected requests."""

    def __init__(self, app: ASGIApp, *, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status = 500  # what the client gets if the application sends no response

        async def send_and_remember_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, send_and_remember_status)
        finally:
            # Starlette leaves the matched route in the scope. The requested path would make a new time series each.
            route = getattr(scope.get("route"), "path", None)
            self._metrics.count_request(scope["method"], route or "none", status)
