from __future__ import annotations

import asyncio
import re

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from huefall.server.ops.metrics import CONTENT_TYPE, Metrics, RequestCount


def value(metrics: Metrics, line: str) -> float:
    """Find a line of the rendered metrics, such as ``huefall_moves_total{by="bot"}``."""
    found = re.search(rf"^{re.escape(line)} (\S+)$", metrics.render().decode(), re.MULTILINE)
    assert found, line
    return float(found[1])


def test_everything_is_rendered_from_the_start() -> None:
    text = Metrics().render().decode()
    for name in (
        "connections_open",
        "engine_ready",
        "answer_seconds",
        "commit_seconds",
        "batch_entries",
        "uptime_seconds",
        "tables_open",
        "moves_total",
        "messages_refused_total",
        "rate_limited_total",
        "http_requests_total",
    ):
        assert f"# HELP huefall_{name} " in text
    assert 'huefall_moves_total{by="clock"} 0.0' in text and 'huefall_tables_open{status="playing"} 0.0' in text
    assert CONTENT_TYPE.startswith("text/plain; version=0.0.4")


def test_two_servers_count_for_themselves() -> None:
    one, other = Metrics(), Metrics()
    one.connections.inc()
    one.count_move("person")
    assert value(one, "huefall_connections_open") == 1 and value(other, "huefall_connections_open") == 0
    assert value(one, 'huefall_moves_total{by="person"}') == 1
    assert value(other, 'huefall_moves_total{by="person"}') == 0


def test_a_table_is_counted_under_one_status() -> None:
    metrics = Metrics()
    metrics.set_tables(["open", "playing"])
    assert value(metrics, 'huefall_tables_open{status="open"}') == 1
    assert value(metrics, 'huefall_tables_open{status="playing"}') == 1
    metrics.set_tables(["open"])
    assert value(metrics, 'huefall_tables_open{status="playing"}') == 0


def test_refusals_and_limits_are_counted_by_reason() -> None:
    metrics = Metrics()
    for _ in range(3):
        metrics.count_refused("stale")
    metrics.count_limited("too_fast")
    assert value(metrics, 'huefall_messages_refused_total{reason="stale"}') == 3
    assert value(metrics, 'huefall_rate_limited_total{reason="too_fast"}') == 1


def test_times_and_sizes_fall_into_buckets() -> None:
    metrics = Metrics()
    metrics.answers.observe(0.003)
    metrics.observe_batch(5, 0.002)
    assert value(metrics, 'huefall_answer_seconds_bucket{le="0.0025"}') == 0
    assert value(metrics, 'huefall_answer_seconds_bucket{le="0.005"}') == 1
    assert value(metrics, 'huefall_batch_entries_bucket{le="4.0"}') == 0
    assert value(metrics, 'huefall_batch_entries_bucket{le="8.0"}') == 1
    assert value(metrics, "huefall_commit_seconds_count") == 1


def ask(app: RequestCount, method: str, path: str) -> None:
    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        pass

    scope: Scope = {
        "type": "http",
        "method": method,
        "path": path,
        "root_path": "",
        "headers": [],
        "query_string": b"",
    }
    asyncio.run(app(scope, receive, send))


def test_requests_are_counted_by_route_not_by_path() -> None:
    async def show(_request: Request) -> PlainTextResponse:
        return PlainTextResponse("x")

    metrics = Metrics()
    app = RequestCount(Starlette(routes=[Route("/api/tables/{code}", show)]), metrics=metrics)
    ask(app, "GET", "/api/tables/abc")
    ask(app, "GET", "/api/tables/def")
    ask(app, "GET", "/made/up")
    ask(app, "GET", "/made/up/too")
    ask(app, "BREW", "/made/up")
    assert value(metrics, 'huefall_http_requests_total{method="GET",route="/api/tables/{code}",status="200"}') == 2
    assert value(metrics, 'huefall_http_requests_total{method="GET",route="none",status="404"}') == 2
    assert value(metrics, 'huefall_http_requests_total{method="other",route="none",status="404"}') == 1
    assert "made/up" not in metrics.render().decode() and "BREW" not in metrics.render().decode()


def test_a_request_that_fails_is_counted_as_a_fault_of_ours() -> None:
    async def fail(scope: Scope, receive: Receive, send: Send) -> None:
        raise RuntimeError("broken")

    metrics = Metrics()
    with pytest.raises(RuntimeError):
        ask(RequestCount(fail, metrics=metrics), "GET", "/")
    assert value(metrics, 'huefall_http_requests_total{method="GET",route="none",status="500"}') == 1
