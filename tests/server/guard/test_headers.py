from __future__ import annotations

import asyncio

import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from huefall.server.guard.address import Proxies
from huefall.server.guard.headers import HEADERS, STRICT_TRANSPORT, SecurityHeaders, with_cors


async def page(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/html")]})
    await send({"type": "http.response.body", "body": b"x"})


def ask(app: ASGIApp, headers: dict[str, str] | None = None, **scope: object) -> dict[str, str]:
    sent: list[Message] = []

    async def receive() -> Message:
        raise AssertionError("the body must not be read")

    async def send(message: Message) -> None:
        sent.append(message)

    asked = {
        "type": "http",
        "method": "GET",
        "scheme": "http",
        "client": ("10.0.0.1", 1),
        "headers": [(name.encode(), value.encode()) for name, value in (headers or {}).items()],
        **scope,
    }
    asyncio.run(app(asked, receive, send))
    found = [(name.decode(), value.decode()) for name, value in sent[0]["headers"]]
    assert len(dict(found)) == len(found), "a header twice"
    return dict(found)


def test_every_answer_has_the_headers() -> None:
    found = ask(SecurityHeaders(page, proxies=Proxies()))
    assert found == {"content-type": "text/html", **HEADERS}
    policy = dict(part.split(" ", 1) for part in found["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["script-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in found["content-security-policy"] and "*" not in found["content-security-policy"]
    assert found["referrer-policy"] == "no-referrer" and found["x-content-type-options"] == "nosniff"


def test_a_header_of_the_answer_itself_stays() -> None:
    async def special(scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"content-security-policy", b"sandbox")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})

    assert ask(SecurityHeaders(special, proxies=Proxies()))["content-security-policy"] == "sandbox"


def test_only_clients_that_came_by_https_are_told_to_stay_there() -> None:
    app = SecurityHeaders(page, proxies=Proxies(["10.0.0.1"]))
    assert "strict-transport-security" not in ask(app)
    assert ask(app, scheme="https")["strict-transport-security"] == STRICT_TRANSPORT
    assert ask(app, {"x-forwarded-proto": "https"})["strict-transport-security"] == STRICT_TRANSPORT
    stranger = ask(app, {"x-forwarded-proto": "https"}, client=("10.0.0.2", 1))
    assert "strict-transport-security" not in stranger


def test_a_refused_socket_has_the_headers_too() -> None:
    async def deny(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "websocket.http.response.start", "status": 403, "headers": []})

    assert ask(SecurityHeaders(deny, proxies=Proxies()), type="websocket", scheme="ws") == HEADERS


def test_the_lifespan_passes_untouched() -> None:
    seen: list[Scope] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope)
        await send({"type": "http.response.start", "status": 200, "headers": []})

    assert ask(SecurityHeaders(app, proxies=Proxies()), type="lifespan") == {}
    assert len(seen) == 1


def test_without_origins_there_is_no_word_of_cors() -> None:
    assert with_cors(page, []) is page
    found = ask(with_cors(page, []), {"origin": "https://friends.example"})
    assert not [name for name in found if name.startswith("access-control")]


@pytest.mark.parametrize(
    ("origins", "origin", "expected"),
    [
        (["https://friends.example"], "https://friends.example", "https://friends.example"),
        (["https://friends.example"], "https://evil.example", None),
        (["*"], "https://evil.example", "*"),
    ],
)
def test_configured_origins_may_read_answers_without_credentials(
    origins: list[str], origin: str, expected: str | None
) -> None:
    app = with_cors(page, origins)
    asks = {"access-control-request-method": "POST", "access-control-request-headers": "authorization, content-type"}
    for found in (ask(app, {"origin": origin}), ask(app, {"origin": origin, **asks}, method="OPTIONS")):
        assert found.get("access-control-allow-origin") == expected
        assert "access-control-allow-credentials" not in found
