"""Bad HTTP: malformed, slow or frequent requests get a clear response, and the server goes on."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from random import Random

import pytest
from tests.scale import SEED, scaled
from tests.server.attacks import attack_server
from tests.server.malformed_requests import (
    ASTRAY,
    BROKEN,
    ENDLESS,
    request,
    send,
    some_body,
    some_headers,
    some_path,
)
from tests.server.player import ask, new_guest, new_table
from tests.server.raw_socket import RawSocket, check_ended
from tests.server.server_process import ServerProcess, running_server

REQUESTS = scaled(600, least=60)

#: No head of a request is as long as this, in bytes.
MAX_HEAD = 400_000

#: Limits of 10 and 15 seconds, for a test that cannot wait.
SHORT_WAITS = ("huefall.server.http.table_socket:HELLO_SECONDS=0.3", "huefall.server.guard.body:BODY_SECONDS=0.3")

METHODS = ("GET", "GET", "GET", "POST", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE")

HANDSHAKE = (
    ("Connection", "Upgrade"),
    ("Upgrade", "websocket"),
    ("Sec-WebSocket-Version", "13"),
    ("Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA=="),
)


@pytest.fixture(autouse=True)
def _print_seed() -> None:
    print(f"HUEFALL_SEED={SEED}")


def test_every_request_has_a_clear_answer(server: ServerProcess) -> None:
    chance = Random(f"requests {SEED}")
    wanted = {200, 201, 400, 401, 403, 404, 405, 413, 422}
    met: set[int] = set()

    def sit_down() -> tuple[str, str]:
        token = new_guest(server.url, "Eve")
        return token, new_table(server.url, token)

    async def attack() -> None:
        token, code = await asyncio.to_thread(sit_down)
        for number in range(100 * REQUESTS):  # until each was met: some are rare
            if number >= REQUESTS and met >= wanted:
                break
            method, path = chance.choice(METHODS), some_path(chance, code)
            body = some_body(chance, path) if method in {"POST", "PATCH", "PUT"} or chance.random() < 0.1 else None
            asked = request(method, path, some_headers(chance, token), body)
            answer = (await send(server.port, asked)).check()
            met.add(answer.status)
            if (method, path, answer.status) == ("DELETE", "/api/guests/me", 204):
                token, code = await asyncio.to_thread(sit_down)  # there is no Eve any more, nor her table

    asyncio.run(attack_server(server, attack(), attack()))
    assert met >= wanted, met


def test_what_is_no_request_is_refused_and_closed(server: ServerProcess) -> None:
    async def attack() -> None:
        for broken in BROKEN:
            answer = await send(server.port, broken)
            assert answer.status in {400, 404, 405}, (broken, answer)

    asyncio.run(attack_server(server, attack()))


@pytest.mark.parametrize("what", ENDLESS)
def test_a_head_without_end_is_not_read_to_the_end_of_memory(server: ServerProcess, what: str) -> None:
    begins, goes_on = ENDLESS[what]

    async def attack() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(begins)
        sent = 0
        with contextlib.suppress(OSError):
            while not reader.at_eof() and sent < MAX_HEAD:
                writer.write(goes_on)
                sent += len(goes_on)
                await writer.drain()
                await asyncio.to_thread(ask, server.url, "/healthz")  # meanwhile the server has time to refuse it
        writer.close()
        assert sent < MAX_HEAD, "the server still reads"

    asyncio.run(attack())


def test_no_path_leads_out_of_the_house(server: ServerProcess) -> None:
    async def attack() -> None:
        for path in ASTRAY:
            for method in ("GET", "HEAD", "POST"):
                answer = (await send(server.port, request(method, path))).check()
                is_there = path.startswith(("/t/", "/?", "/healthz"))
                assert is_there or answer.status in {307, 400, 404, 405}, (path, answer)

    asyncio.run(attack())


def test_a_handshake_that_is_none_is_refused_or_cut_off(server: ServerProcess) -> None:
    async def attack() -> None:
        token = await asyncio.to_thread(new_guest, server.url, "Eve")
        code = await asyncio.to_thread(new_table, server.url, token)
        odd: list[tuple[str, tuple[tuple[str, str], ...]]] = [
            (f"/ws/{code}", (*HANDSHAKE[:3], ("Sec-WebSocket-Key", "x"))),
            (f"/ws/{code}", (*HANDSHAKE[:2], ("Sec-WebSocket-Version", "7"), HANDSHAKE[3])),
            (f"/ws/{code}", HANDSHAKE[:2]),
            (f"/ws/{code}", (*HANDSHAKE, ("Origin", "http://evil.example"))),
            (f"/ws/{code}", (*HANDSHAKE, ("Origin", "null"))),
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
            answer = await send(server.port, f"GET {path} HTTP/1.1\r\nHost: x\r\n{lines}\r\n".encode())
            assert answer.status in {0, 400, 403, 404, 405, 426}, (path, headers, answer)

    asyncio.run(attack())


@pytest.mark.process
def test_a_silent_client_is_disconnected(tmp_path: Path) -> None:
    """A socket without hello, a body that does not come: both are waited for, though not for ever."""
    with running_server(tmp_path, constants=SHORT_WAITS) as server:
        _say_nothing(server)


def _say_nothing(server: ServerProcess) -> None:
    token = new_guest(server.url, "Eve")
    code = new_table(server.url, token)

    async def say_no_hello() -> None:
        async with RawSocket(server.port, code) as socket:
            received = await socket.receive_all()
        assert [message["reason"] for message in received] == ["hello_first"]
        assert check_ended(socket).code == 1008

    async def send_half_a_body() -> None:
        head = b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n"
        answer = (await send(server.port, head + b'{"name":')).check()
        assert answer.status == 408 and b"too_slow" in answer.body

    asyncio.run(attack_server(server, say_no_hello(), send_half_a_body()))
