"""HTTP requests that no browser sends, byte by byte."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec
from tests.server.malformed_messages import EXTREMES, mangle, some_setup, write
from tests.waiting import MAX_WAIT_SECONDS

from huefall.protocol.http import ErrorBody
from huefall.protocol.reasons import HTTP_REASONS
from huefall.protocol.routes import ROUTES

#: Paths that try to leave the served folders.
ASTRAY = (
    "/static/../api.py",
    "/static/%2e%2e/api.py",
    "/static/..%2f..%2fapi.py",
    "/static/%2e%2e%2f%2e%2e%2fpyproject.toml",
    "/static/..\\..\\api.py",
    "/static/..%5capi.py",
    "/static//etc/passwd",
    "/static/%2fetc%2fpasswd",
    "/static/%00",
    "/static/page.js%00.html",
    "/static/" + "a" * 5000,
    "/static/" + "../" * 500,
    "/static/.",
    "/static",
    "/static/",
    "//static//page.js",
    "/t/",
    "/t/../../etc/passwd",
    "/t/%2e%2e%2fhealthz",
    "/t/a/b",
    "/t/" + "%F0%9F%98%80" * 100,
    "/ws/abcdefgh",
    "/ws/",
    "/api",
    "/api/",
    "/api/tables/",
    "/api/tables/../admin/tables",
    "/api/tables/%2e%2e/admin/tables",
    "/api/tables/abcdefgh%00",
    "/api/tables/abcdefgh/matches/1e3",
    "/api/tables/abcdefgh/matches/-1",
    "/api/tables/abcdefgh/matches/%D9%A3",
    "/api/tables/abcdefgh/matches/%C2%B2/proof",
    "/api/tables/abcdefgh/matches/" + "9" * 5000,
    "/api/tables/abcdefgh/matches/1/rounds/0x1",
    "/api/tables/abcdefgh/matches/1/record/",
    "/api/tables/table:abcdefgh",
    "/api/tables/%25%32%35",
    "/api/tables/%ff%fe",
    "/api/tables/%",
    "/api/tables/%zz",
    "/api/admin/tables/*",
    "/api/openapi.json/..",
    "/metrics/../metrics",
    "/.git/config",
    "/admin.token",
    "/huefall.db",
    "/?a=1&a=2&=&&;%00",
    "/healthz?" + "x" * 8000,
    "/healthz#fragment",
    "/healthz;x=1",
    "*",
)

#: Requests whose head never ends: how they begin, and how they go on.
ENDLESS = {
    "a path": (b"GET /", b"a" * 8192),
    "a name": (b"GET / HTTP/1.1\r\n", b"a" * 8192),
    "a value": (b"GET / HTTP/1.1\r\nA: ", b"a" * 8192),
    "headers": (b"GET / HTTP/1.1\r\n", b"A: a\r\n" * 1000),
}

#: Bytes that are not a request.
BROKEN = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 200,
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET\r\n\r\n",
    b"GET / HTTX/1.1\r\n\r\n",
    b"get /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
    b"FROB /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
    b"CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / \x00HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /healthz HTTP/1.1\r\nHost : x\r\n\r\n",
    b"GET /healthz HTTP/1.1\r\n: x\r\n\r\n",
    b"GET /healthz HTTP/1.1\r\nA\x00: x\r\n\r\n",
    b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: -3\r\n\r\n{}",
    b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 1e3\r\n\r\n{}",
    b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: " + b"9" * 400 + b"\r\n\r\n{}",
    b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST /api/guests HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
    b"POST /api/guests HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + b"f" * 40 + b"\r\n{}\r\n",
)


@dataclass(frozen=True)
class Answer:
    """An answer; its status is 0 if there was none."""

    status: int
    headers: dict[str, str]
    body: bytes

    def check(self) -> Answer:
        """Check that the answer is no server error, and that a rejection has the documented form and a documented reason."""
        assert 100 <= self.status < 500, self
        kind = self.headers.get("content-type", "")
        if self.status >= 400 and kind == "application/json" and self.body:
            fault = msgspec.json.decode(self.body, type=ErrorBody).error
            assert fault.reason in HTTP_REASONS and fault.text, self
        assert b"Traceback" not in self.body and b"root:" not in self.body and b"from __future__" not in self.body
        return self


async def send(port: int, data: bytes) -> Answer:
    """Send bytes, and return the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(data)
        with contextlib.suppress(OSError):
            await writer.drain()
        return await asyncio.wait_for(_read(reader), MAX_WAIT_SECONDS)
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def _read(reader: asyncio.StreamReader) -> Answer:
    try:
        head = await reader.readuntil(b"\r\n\r\n")
        if head.startswith(b"HTTP/1.1 100 "):
            head = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, OSError):
        return Answer(0, {}, b"")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = b""
    with contextlib.suppress(asyncio.IncompleteReadError, OSError):
        body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Answer(int(first.split()[1]), headers, body)


def request(method: str, path: str, headers: Iterable[tuple[str, str]] = (), body: bytes | None = None) -> bytes:
    """Write a request; the server closes after it."""
    lines = [f"{method} {path} HTTP/1.1"]
    if not any(name.lower() == "host" for name, _ in headers):
        lines.append("Host: 127.0.0.1")
    lines += [f"{name}: {value}" for name, value in headers]
    if body is not None:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "Connection: close", "", ""]).encode("latin-1") + (body or b"")


def some_headers(rng: Random, token: str) -> list[tuple[str, str]]:
    """Make up headers; ``token`` is a good one."""
    guest, _, secret = token.partition(".")
    choices = [
        ("Authorization", f"Bearer {token}"),
        ("Authorization", f"bearer   {token}  "),
        ("Authorization", f"Basic {token}"),
        ("Authorization", "Bearer"),
        ("Authorization", f"Bearer {guest}.{secret[::-1]}"),
        ("Authorization", "Bearer \xff\xfe"),
        ("Authorization", "Bearer " + "A" * 5000),
        ("Host", ""),
        ("Host", "["),
        ("Host", "a:b:c"),
        ("Host", "x" * 3000),
        ("Host", "evil.example/path?x"),
        ("Content-Type", "application/xml"),
        ("Content-Type", "application/json; charset=utf-16"),
        ("Content-Encoding", "gzip"),
        ("Accept", "text/html;q=x"),
        ("Accept-Encoding", "gzip, br, *;q=0"),
        ("Range", "bytes=abc"),
        ("Range", "bytes=0-0," * 500 + "1-1"),
        ("Range", "bytes=99999999999999999999-"),
        ("If-Modified-Since", "yesterday"),
        ("If-None-Match", '"x"' * 100),
        ("Cookie", "a=b; " * 200),
        ("X-Forwarded-For", "1.2.3.4, ::1, nobody"),
        ("X-Forwarded-Proto", "gopher"),
        ("X-Forwarded-Host", "evil.example"),
        ("X-HTTP-Method-Override", "DELETE"),
        ("Origin", "http://127.0.0.1"),
        ("Origin", "null"),
        ("Origin", "http://["),
        ("Upgrade", "h2c"),
        ("Expect", "100-continue"),
        ("Expect", "tea"),
        ("X" * 2000, "y"),
    ]
    return rng.sample(choices, rng.choice([0, 1, 1, 2, 4]))


def some_path(rng: Random, code: str) -> str:
    """Make up a path: one of the routes with something good or bad in its place, or one that leads astray."""
    if rng.random() < 0.3:
        return rng.choice(ASTRAY)
    path = rng.choice(ROUTES).path
    for name in ("code", "match", "round"):
        good = code if name == "code" else "1"
        path = path.replace(f"{{{name}}}", good if rng.random() < 0.7 else _escape(rng.choice(EXTREMES)))
    return path


def some_body(rng: Random, path: str) -> bytes | None:
    """Make up a body: mostly one that the path asks for, mangled or not; another; or none at all."""
    if rng.random() < 0.2:
        return rng.choice([None, b"", b"\xff\xfe{", b"\xef\xbb\xbf{}", b"a" * 70_000, b"{" * 60_000, b"[" * 60_000])
    names = ["Eve", "小明", "<b>", "", "a" * 24, "a" * 25, "\u202e", "é" * 30, "!?", "e" + "\u0301" * 9]
    files = ["format = 1", "a = " + "[" * 9000, "a = 0x" + "f" * 9000, "\x00", "a = 1\n" * 4000]
    setup = some_setup(rng)
    bodies: dict[str, dict[str, Any]] = {
        "/api/guests": {"name": rng.choice(names)},
        "/api/tables": {"setup": setup, "sit": rng.random() < 0.5},
        "/api/play": {name: value for name, value in setup.items() if name != "bot_pause_ms"} | {"level": "easy"},
        "/api/editions/check": {"file": rng.choice(files)},
    }
    body = bodies[path] if path in bodies and rng.random() < 0.8 else rng.choice([*bodies.values()])
    return mangle(rng, body) if rng.random() < 0.4 else write(body).encode("utf-8", "surrogatepass")


def _escape(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return "".join(f"%{byte:02x}" for byte in text[:500].encode("utf-8", "replace"))
