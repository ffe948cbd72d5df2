from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from huefall.server.guard.address import Proxies
from huefall.server.guard.gate import Gate
from huefall.server.guard.origins import Origins
from huefall.server.guard.rates import KeyedRate


class Door:
    """A gate before an application that notes what comes through."""

    def __init__(self, per_second: int = 0, files_per_second: int = 0) -> None:
        self.passed: list[Scope] = []
        self.refused: list[str] = []
        self.gate = Gate(
            self.enter,
            proxies=Proxies(["10.0.0.1"]),
            origins=Origins(),
            requests=KeyedRate(per_second, clock=lambda: 5.0),
            files=KeyedRate(files_per_second, clock=lambda: 5.0),
            on_rejection=self.refused.append,
        )

    async def enter(self, scope: Scope, _receive: Receive, _send: Send) -> None:
        self.passed.append(scope)

    def ask(self, headers: dict[str, str] | None = None, **scope: Any) -> list[Message]:
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "websocket.connect"}

        async def send(message: Message) -> None:
            sent.append(message)

        named = {"host": "h", **(headers or {})}
        asked = {
            "type": "http",
            "method": "GET",
            "path": "/",
            "scheme": "http",
            "client": ("192.0.2.1", 1),
            "headers": [(name.encode(), value.encode()) for name, value in named.items()],
            **scope,
        }
        asyncio.run(self.gate(asked, receive, send))
        return sent


FOREIGN = {"origin": "https://evil.example"}


@pytest.mark.parametrize("method", ["POST", "PATCH", "DELETE", "PUT", "BREW"])
def test_a_foreign_page_may_read_but_not_change(method: str) -> None:
    door = Door()
    assert door.ask(FOREIGN) == door.ask(FOREIGN, method="HEAD") == []
    assert door.ask({"origin": "http://h"}, method=method) == door.ask(method=method) == []
    start, body = door.ask(FOREIGN, method=method)
    assert start["status"] == 403 and json.loads(body["body"])["error"]["reason"] == "forbidden"
    assert len(door.passed) == 4 and door.refused == ["forbidden"]


def test_a_foreign_page_gets_no_socket() -> None:
    door = Door()
    socket: dict[str, Any] = {"type": "websocket", "scheme": "ws"}
    assert door.ask({"origin": "http://h"}, **socket) == []
    assert door.ask(**socket) == []
    assert door.ask(FOREIGN, **socket) == [{"type": "websocket.close", "code": 1008, "reason": "forbidden"}]
    start, body = door.ask(FOREIGN, **socket, extensions={"websocket.http.response": {}})
    assert start["type"] == "websocket.http.response.start" and start["status"] == 403
    assert body["type"] == "websocket.http.response.body" and b"forbidden" in body["body"]
    assert len(door.passed) == 2


def test_a_client_that_asks_too_often_is_told_when_to_retry() -> None:
    door = Door(per_second=1)
    for _ in range(3):
        assert door.ask() == []
    start, body = door.ask()
    fault = json.loads(body["body"])["error"]
    assert start["status"] == 429 and fault["reason"] == "too_fast" and fault["retry_after"] == 1
    assert dict(start["headers"])[b"retry-after"] == b"1"
    assert door.ask(client=("192.0.2.2", 1)) == []
    assert door.refused == ["too_fast"]


def test_behind_a_proxy_each_client_has_its_own_rate() -> None:
    door = Door(per_second=1)
    for number in range(10):
        assert door.ask({"x-forwarded-for": f"198.51.100.{number}"}, client=("10.0.0.1", 1)) == []
    assert len(door.passed) == 10


def test_the_lifespan_passes() -> None:
    door = Door()
    door.ask(type="lifespan", client=None)
    assert [scope["type"] for scope in door.passed] == ["lifespan"]


def test_files_of_the_page_have_a_budget_of_their_own() -> None:
    door = Door(per_second=1, files_per_second=10)
    for _ in range(30):
        door.ask(path="/static/cards/classic/r7.svg")
    door.ask(path="/api/tables")
    assert len(door.passed) == 31 and not door.refused
    door.ask(path="/static/cards/classic/r8.svg")
    assert door.refused == ["too_fast"]
