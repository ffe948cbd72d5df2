from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import structlog

from huefall.server.ops.logs import REDACTED, configure_logs, redact, redact_text
from huefall.server.ops.tokens import new_guest_id, new_token

SEED = "5e" * 32


@pytest.fixture(autouse=True)
def logging_restored() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_lines_are_json_with_level_time_and_what_was_said() -> None:
    stream = io.StringIO()
    configure_logs("info", "json", stream)
    structlog.contextvars.bind_contextvars(table="abcd2345")
    structlog.get_logger("huefall.test").info("table_opened", seats=4, edition="經典")
    (line,) = lines(stream)
    assert line.pop("timestamp").endswith("Z")
    assert line == {
        "message": "table_opened",
        "level": "info",
        "logger": "huefall.test",
        "table": "abcd2345",
        "seats": 4,
        "edition": "經典",
    }


def test_auto_writes_for_people_on_a_terminal_and_else_for_programs() -> None:
    for stream, is_json in ((io.StringIO(), True), (Terminal(), False)):
        configure_logs("info", "auto", stream)
        structlog.get_logger().info("hello", port=8000)
        assert stream.getvalue().startswith("{") == is_json and "hello" in stream.getvalue()


def test_less_important_lines_are_left_out() -> None:
    stream = io.StringIO()
    configure_logs("warning", "json", stream)
    structlog.get_logger().info("no")
    logging.getLogger("uvicorn.error").info("no")
    structlog.get_logger().warning("yes")
    assert [line["message"] for line in lines(stream)] == ["yes"]


def test_uvicorn_speaks_through_the_same_lines() -> None:
    stream, own = io.StringIO(), io.StringIO()
    uvicorn = logging.getLogger("uvicorn.error")
    uvicorn.addHandler(logging.StreamHandler(own))
    configure_logs("debug", "json", stream)
    uvicorn.info("running on %s", "http://127.0.0.1:8000", extra={"color_message": "\x1b[1m"})
    (line,) = lines(stream)
    assert line["message"] == "running on http://127.0.0.1:8000" and line["logger"] == "uvicorn.error"
    assert own.getvalue() == "" and "color_message" not in line


def test_uvicorn_is_heard_when_something_is_wrong_not_at_every_connection() -> None:
    uvicorn, stream = logging.getLogger("uvicorn.error"), io.StringIO()
    configure_logs("info", "json", stream)
    uvicorn.info('%s - "WebSocket %s" [accepted]', "1.2.3.4:5", "/ws/abcd2345")
    uvicorn.error("ASGI callable returned without completing handshake.")
    assert stream.getvalue() == ""
    uvicorn.warning("Exceeded concurrency limit.")
    uvicorn.error("Exception in ASGI application\n")
    assert [line["level"] for line in lines(stream)] == ["warning", "error"]


# Secrets


@dataclass
class Held:
    seed: str
    seat: int


class Mute:
    def __repr__(self) -> str:
        raise RuntimeError("nothing to say")


@pytest.mark.parametrize("form", ["json", "console"])
def test_no_secret_comes_through_at_any_depth(form: str) -> None:
    token = new_token(new_guest_id())
    secret, plain = token.partition(".")[2], "plain"
    greeting = f"hello {token}"
    stream = io.StringIO()
    configure_logs("debug", form, stream)
    log = structlog.get_logger()
    nested: dict[str, Any] = {"a": [{"b": ({"Token": token, "seat": 2}, {secret: 1})}]}
    nested["self"] = nested
    log.info(greeting, token=token, guest_token=plain, seed=SEED, Authorization="Bearer x y")
    log.info(
        "nested", body=nested, held=Held(SEED, 3), headers=[(b"cookie", b"a=b; c=d"), (b"host", b"h")], mute=Mute()
    )
    log.info("positional %s %r", token, {"secret": "lull"})
    log.info(
        "bytes", line=token.encode(), alone=f"got {secret} there", bare=SEED, path=f"/ws/abcd2345?token={token}&v=1"
    )
    logging.getLogger("uvicorn.access").info('%s - "GET %s"', "1.2.3.4:5", f"/ws/abcd2345?token={token}")
    logging.getLogger("asyncio").error("failed: %s", Held("short", 1))
    written = stream.getvalue()
    for hidden in (secret, SEED, "plain", "x y", "a=b", "c=d", "lull", "short"):
        assert hidden not in written
    assert written.count(REDACTED) >= 15
    for shown in ("hello", "nested", "seat", "host", "abcd2345", "1.2.3.4:5", "Mute"):
        assert shown in written


@pytest.mark.parametrize("form", ["json", "console"])
def test_exceptions_are_told_with_type_and_traceback_but_no_secret(form: str) -> None:
    token = new_token(new_guest_id())
    stream = io.StringIO()
    configure_logs("debug", form, stream)

    def misuse() -> None:
        local = f"seed={SEED}"
        try:
            raise KeyError(token)
        except KeyError as error:
            error.add_note(f"Authorization: Bearer {token}")
            raise ValueError(f"bad {local} of {token!r}") from error

    try:
        misuse()
    except ValueError as error:
        structlog.get_logger().exception("handler_failed")
        structlog.get_logger().error("again", exc_info=error)
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application")
    written = stream.getvalue()
    assert token.partition(".")[2] not in written and SEED not in written
    assert written.count("ValueError") >= 3 and written.count("KeyError") >= 3 and "misuse" in written
    if form == "json":
        assert [line["error"] for line in lines(stream)] == ["ValueError"] * 3


def test_what_is_no_secret_stays_as_it_is() -> None:
    for text in (
        "table abcd2345 opened",
        "GET /api/tables/abcd2345 200",
        "huefall.server.tables.task.a_function_with_quite_a_long_name_that_goes_on",
        "game.play took 1.5 s",
        "g.setting.rules",
    ):
        assert redact_text(text) == text
    plain = {"a": [1, 2.5, None, True], "b": ("x", {"y": "z"})}
    assert redact(plain) == {"a": [1, 2.5, None, True], "b": ["x", {"y": "z"}]}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("seed=1234, seat=2", f"seed={REDACTED}, seat=2"),
        ("{'seed': 'abc', 'seat': 2}", f"{{'seed': {REDACTED}, 'seat': 2}}"),
        ('{"my_token":"a b","x":1}', f'{{"my_token":{REDACTED},"x":1}}'),
        ("Cookie: a=b; c=d\nHost: h", f"Cookie: {REDACTED}\nHost: h"),
        ("gabcdefghjkmn.AAAAAAAAAAAAAAAAAAAAAAAA", f"gabcdefghjkmn.{REDACTED}"),
    ],
)
def test_secrets_are_taken_out_of_texts(text: str, expected: str) -> None:
    assert redact_text(text) == expected


def test_a_client_cannot_write_lines_or_move_the_cursor() -> None:
    for form in ("json", "console"):
        stream = io.StringIO()
        configure_logs("info", form, stream)
        structlog.get_logger().info("named\nfake", name="Eve\n2026 [info] fake\x1b[2J\x9b")
        written = stream.getvalue()
        assert written.count("\n") == 1 and "\x1b" not in written and "\x9b" not in written


def test_a_line_that_cannot_be_written_gives_nothing_away(capsys: pytest.CaptureFixture[str]) -> None:
    class Broken(io.StringIO):
        def write(self, text: str) -> int:
            if "lull" in text:
                raise OSError("disk full")
            return super().write(text)

    stream = Broken()
    configure_logs("info", "json", stream)
    structlog.get_logger().info("lull")
    assert stream.getvalue() == "a log line could not be written\n"
    assert capsys.readouterr() == ("", "")
