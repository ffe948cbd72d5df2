"""Bad HTTP: whatever is asked, and however slowly or often, the answer is clear and the server goes on."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from random import Random

import pytest
from tests.scale import SEED, scaled
from tests.server.frames import Line, check_ended
from tests.server.house import House, running
from tests.server.player import ask, new_guest, new_table
from tests.server.requests import (
    ASTRAY,
    BROKEN,
    ENDLESS,
    request,
    send,
    some_body,
    some_headers,
    some_path,
)
from tests.server.siege import besiege

REQUESTS = scaled(600, least=60)

#: No head of a request is as long as this, in bytes.
MAX_HEAD = 400_000

METHODS = ("GET", "GET", "GET", "POST", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE")

HANDSHAKE = (
    ("Connection", "Upgrade"),
    ("Upgrade", "websocket"),
    ("Sec-WebSocket-Version", "13"),
    ("Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA=="),
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    print(f"HUEFALL_SEED={SEED}")
    with running(tmp_path_factory.mktemp("besieged"), max_tables=10_000) as house:
        house.wait_for("tables are open")
        yield house


def test_every_request_has_a_clear_answer(house: House) -> None:
    chance = Random(f"requests {SEED}")
    token = new_guest(house.url, "Eve")
    code = new_table(house.url, token)
    wanted = {200, 201, 400, 401, 403, 404, 405, 413, 422}
    met: set[int] = set()

    async def attack() -> None:
        for number in range(10 * REQUESTS):  # until each was met: some are rare
            if number >= REQUESTS and met >= wanted:
                break
            method, path = chance.choice(METHODS), some_path(chance, code)
            body = some_body(chance, path) if method in {"POST", "PATCH", "PUT"} or chance.random() < 0.1 else None
            asked = request(method, path, some_headers(chance, token), body)
            answer = (await send(house.port, asked)).check()
            met.add(answer.status)

    asyncio.run(besiege(house, attack(), attack()))
    assert met >= wanted, met


def test_what_is_no_request_is_refused_and_closed(house: House) -> None:
    async def attack() -> None:
        for broken in BROKEN:
            answer = await send(house.port, broken)
            assert answer.status in {400, 404, 405}, (broken, answer)

    asyncio.run(besiege(house, attack()))


@pytest.mark.parametrize("what", ENDLESS)
def test_a_head_without_end_is_not_read_to_the_end_of_memory(house: House, what: str) -> None:
    begins, goes_on = ENDLESS[what]

    async def attack() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.write(begins)
        sent = 0
        with contextlib.suppress(OSError):
            while not reader.at_eof() and sent < MAX_HEAD:
                writer.write(goes_on)
                sent += len(goes_on)
                await writer.drain()
                await asyncio.to_thread(ask, house.url, "/healthz")  # meanwhile the server has time to refuse it
        writer.close()
        assert sent < MAX_HEAD, "the server still reads"

    asyncio.run(attack())


def test_no_path_leads_out_of_the_house(house: House) -> None:
    async def attack() -> None:
        for path in ASTRAY:
            for method in ("GET", "HEAD", "POST"):
                answer = (await send(house.port, request(method, path))).check()
                is_there = path.startswith(("/t/", "/?", "/healthz"))
                assert is_there or answer.status in {307, 400, 404, 405}, (path, answer)

    asyncio.run(attack())


def test_a_handshake_that_is_none_is_refused_or_cut_off(house: House) -> None:
    async def attack() -> None:
        token = await asyncio.to_thread(new_guest, house.url, "Eve")
        code = await asyncio.to_thread(new_table, house.url, token)
        odd: list[tuple[str, tuple[tuple[str, str], ...]]] = [
            (f"/ws/{code}", (*HANDSHAKE[:3], ("Sec-WebSocket-Key", "x"))),
            (f"/ws/{code}", (*HANDSHAKE[:2], ("Sec-WebSocket-Version", "7"), HANDSHAKE[3])),
            (f"/ws/{code}", HANDSHAKE[:2]),
            (f"/ws/{code}", (*HANDSHAKE, ("Origin", "http://evil.example"))),
            (f"/ws/{code}", (*HANDSHAKE, ("Origin", "null"))),
            (f"/ws/{code}/x", HANDSHAKE),
            ("/ws/", HANDSHAKE),
            ("/static/page.js", HANDSHAKE),
            ("/healthz", HANDSHAKE),
            ("/", HANDSHAKE),
            (f"/ws/{code}", (*HANDSHAKE, *((f"A{number}", "a") for number in range(200)))),
            (f"/ws/{code}", (*HANDSHAKE, ("A", "a" * 9000))),
            (f"/ws/{code}", (*HANDSHAKE, ("Content-Length", "5"))),
            (f"/ws/{code}", (*HANDSHAKE, ("Transfer-Encoding", "chunked"))),
            (f"/ws/{'a' * 9000}", HANDSHAKE),
        ]
        for path, headers in odd:
            lines = "".join(f"{name}: {value}\r\n" for name, value in headers)
            answer = await send(house.port, f"GET {path} HTTP/1.1\r\nHost: x\r\n{lines}\r\n".encode())
            assert answer.status in {0, 400, 403, 404, 405, 426}, (path, headers, answer)

    asyncio.run(attack())


def test_who_says_nothing_for_long_is_sent_away(house: House) -> None:
    """A socket without hello, a body that does not come: both are waited for, though not for ever."""
    token = new_guest(house.url, "Eve")
    code = new_table(house.url, token)

    async def say_no_hello() -> None:
        async with Line(house.port, code) as line:
            heard = await line.hear_all()
        assert [message["reason"] for message in heard] == ["hello_first"]
        assert check_ended(line).code == 1008

    async def send_half_a_body() -> None:
        head = b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n"
        answer = (await send(house.port, head + b'{"name":')).check()
        assert answer.status == 408 and b"too_slow" in answer.body

    asyncio.run(besiege(house, say_no_hello(), send_half_a_body()))
