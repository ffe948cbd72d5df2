"""HTTP requests, answered by another node."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from tests.server.nodes.local_nodes import LocalNode, local_nodes

from huefall.server.nodes.forwarding import Forwarding, is_forwarded
from huefall.server.nodes.frames import MAX_FRAME_BYTES, LinkLost
from huefall.server.refusal import Refusal

pytestmark = pytest.mark.process


async def describe(request: Request) -> Response:
    return JSONResponse(
        {
            "method": request.method,
            "path": request.url.path,
            "code": request.path_params["code"],
            "query": request.url.query,
            "host": request.headers["host"],
            "scheme": request.url.scheme,
            "client": request.client.host,
            "body": (await request.body()).decode(),
            "forwarded": is_forwarded(request),
        },
        status_code=202,
        headers={"x-own": "kept"},
    )


async def answer_much(request: Request) -> Response:
    async def pieces() -> Any:
        for _ in range(int(request.query_params["pieces"])):
            yield bytes(1 << 20)

    return StreamingResponse(pieces())


async def fail(_: Request) -> Response:
    raise ZeroDivisionError("nobody expected this")


APP = Starlette(
    routes=[Route("/api/{code}", describe, methods=["GET", "POST"]), Route("/much", answer_much), Route("/fail", fail)]
)


def request_for(path: str, method: str = "GET", query: bytes = b"", body: bytes = b"", **headers: str) -> Request:
    async def receive() -> Any:
        return {"type": "http.request", "body": body, "more_body": False}

    named = [(name.encode(), value.encode()) for name, value in {"host": "cards.example.org", **headers}.items()]
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query,
        "headers": named,
        "client": ("203.0.113.7", 1234),
        "server": ("10.0.0.1", 8000),
        "scheme": "https",
    }
    return Request(scope, receive)


def forwarding_between(one: LocalNode, two: LocalNode) -> Forwarding:
    Forwarding(two.calls).serve(APP)
    return Forwarding(one.calls)


def test_a_forwarded_request_is_answered_as_if_it_had_come_to_the_owner() -> None:
    async def run() -> None:
        async with local_nodes(2) as (one, two):
            forwarding = forwarding_between(one, two)
            request = request_for(
                "/api/abcd2345", "POST", b"seat=1&x=%C3%A9", b"what they sent", authorization="Bearer x"
            )
            assert not is_forwarded(request)
            response = await forwarding.forward(two.peer, request)
            assert response.status_code == 202
            assert response.headers["x-own"] == "kept"
            assert int(response.headers["content-length"]) == len(response.body)
            assert [name for name, _ in response.raw_headers].count(b"content-length") == 1
            assert json.loads(response.body) == {
                "method": "POST",
                "path": "/api/abcd2345",
                "code": "abcd2345",
                "query": "seat=1&x=%C3%A9",
                "host": "cards.example.org",
                "scheme": "https",
                "client": "203.0.113.7",
                "body": "what they sent",
                "forwarded": True,
            }
            assert (await forwarding.forward(two.peer, request_for("/nothing"))).status_code == 404

    asyncio.run(run())


def test_long_answers_are_whole_or_refused() -> None:
    async def run() -> None:
        async with local_nodes(2) as (one, two):
            forwarding = forwarding_between(one, two)
            response = await forwarding.forward(two.peer, request_for("/much", query=b"pieces=10"))
            assert len(response.body) == 10 << 20
            pieces = (MAX_FRAME_BYTES >> 20) + 1
            with pytest.raises(Refusal) as caught:
                await forwarding.forward(two.peer, request_for("/much", query=b"pieces=%d" % pieces))
            assert caught.value.reason == "too_large"

    asyncio.run(run())


def test_a_request_that_fails_at_the_owner_fails_alone() -> None:
    async def run() -> None:
        async with local_nodes(2) as (one, two):
            forwarding = forwarding_between(one, two)
            assert (await forwarding.forward(two.peer, request_for("/fail"))).status_code == 500
            assert (await forwarding.forward(two.peer, request_for("/api/abcd2345"))).status_code == 202

    asyncio.run(run())


def test_an_owner_that_is_gone_is_a_lost_link() -> None:
    async def run() -> None:
        async with local_nodes(2) as (one, two):
            forwarding = forwarding_between(one, two)
            await two.stop()
            with pytest.raises(LinkLost) as caught:
                await forwarding.forward(two.peer, request_for("/api/abcd2345"))
            assert caught.value.reason == "table_moved"
            assert caught.value.retry_after

    asyncio.run(run())
