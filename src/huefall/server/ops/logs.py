"""Logs: structlog on stderr, as JSON or for people, without secrets. Every line goes through ``redact``, including those
of uvicorn, asyncio and exceptions. A line that programs wait for has an ``event_id``, which stays when its text changes.
"""

from __future__ import annotations

import contextlib
import logging
import re
import sys
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any, TextIO

import structlog
from structlog.typing import EventDict, Processor

from huefall.server.ops.tokens import ALPHABET

REDACTED = "[redacted]"

#: The value of a key that contains one of these is redacted.
SECRET_WORDS = ("token", "seed", "authorization", "secret", "cookie", "password")

#: Values nested deeper become text. It also ends structures that contain themselves.
MAX_DEPTH = 8

_SECRET_KEY = re.compile("|".join(SECRET_WORDS), re.IGNORECASE)
_PATTERNS = (
    # A guest's token; the guest id before the dot may stay.
    (re.compile(rf"(?<![A-Za-z0-9])(g[{ALPHABET}]{{4,}}\.)[A-Za-z0-9_-]{{16,}}"), rf"\1{REDACTED}"),
    # Its secret alone: 43 characters of base64, with capitals and digits, unlike names of functions.
    (re.compile(r"(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{43}(?![\w-])", re.ASCII), REDACTED),
    # 32 bytes in hex, as seeds are written. Commitments look the same; redacting them does no harm.
    (re.compile(r"(?<![0-9A-Fa-f])[0-9A-Fa-f]{64}(?![0-9A-Fa-f])"), REDACTED),
    # The password in the address of a database, up to the last @ before a blank.
    (re.compile(r"(\bpostgres(?:ql)?://[^\s:/@]*:)\S*(?=@)"), rf"\1{REDACTED}"),
    # A header, to the end of its line: its value may contain blanks.
    (re.compile(r"((?:authorization|cookie)[\"']?\s*[=:,]\s*)[^\r\n]+", re.IGNORECASE), rf"\1{REDACTED}"),
    # name=value, 'name': 'value' and the like, in queries, representations and messages.
    (
        re.compile(
            r"(\b\w*(?:token|seed|secret|password)\w*[\"']?\s*[=:]\s*)(b?\"[^\"]*\"|b?'[^']*'|[^\s,;&)\]}]+)",
            re.IGNORECASE,
        ),
        rf"\1{REDACTED}",
    ),
)

#: Texts of several lines. In all others a line break would let a client forge log lines.
_LONG_TEXTS = frozenset({"exception", "stack"})
_CONTROLS = {number: f"\\x{number:02x}" for number in (*range(32), *range(127, 160))}
_CONTROLS_BUT_LINE_BREAKS = {number: text for number, text in _CONTROLS.items() if chr(number) not in "\n\t"}

#: Loggers with their own handlers.
_UVICORN = ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi")

#: Not errors, although uvicorn logs them so: a handshake that was answered with a rejection (Kludex/uvicorn#3138), and a
#: client whose text is not UTF-8, which gets close code 1007.
_SPURIOUS = frozenset(
    {"ASGI callable returned without completing handshake.", "Invalid UTF-8 sequence received from client."}
)


def redact_text(text: str) -> str:
    """Replace everything in a text that looks like a secret.

    >>> redact_text("GET /ws/abcd2345?token=xyz&v=1")
    'GET /ws/abcd2345?token=[redacted]&v=1'
    """
    for pattern, instead in _PATTERNS:
        text = pattern.sub(instead, text)
    return text


def redact(value: object, depth: int = 0) -> Any:
    """Return a value without secrets, as plain data: strings, numbers, lists and dictionaries."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, bytes | bytearray):
        return redact_text(bytes(value).decode("latin-1"))
    if isinstance(value, str):
        return redact_text(value)
    if depth < MAX_DEPTH:
        if isinstance(value, Mapping):
            return {
                redact_text(str(key)): REDACTED if _is_secret(key) else redact(item, depth + 1)
                for key, item in value.items()
            }
        # Headers come as pairs.
        if isinstance(value, tuple | list) and len(value) == 2 and _is_secret(value[0]):
            return [redact(value[0], depth + 1), REDACTED]
        if isinstance(value, tuple | list | AbstractSet):
            return [redact(item, depth + 1) for item in value]
    return redact_text(_represent(value))


def _is_secret(key: object) -> bool:
    text = key.decode("latin-1") if isinstance(key, bytes) else key
    return isinstance(text, str) and _SECRET_KEY.search(text) is not None


def _represent(value: object) -> str:
    try:
        return repr(value)
    except Exception:  # noqa: BLE001  # logging must not fail because of a value
        return f"<{type(value).__name__}>"


def _redact_event(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Redact a line, except structlog's internal keys."""
    return {
        key: value if key.startswith("_") else REDACTED if _is_secret(key) else redact(value)
        for key, value in event.items()
    }


def _name_exception(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Add the exception's type, to search for; ``format_exc_info`` leaves only its text."""
    info = event.get("exc_info")
    error = info if isinstance(info, BaseException) else info[1] if isinstance(info, tuple) else None
    if info is True:
        error = sys.exc_info()[1]
    if error is not None:
        event["error"] = type(error).__name__
    return event


def _escape_controls(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Escape characters that would move a terminal's cursor; JSON escapes them by itself."""
    return {
        key: _escape(value, _CONTROLS_BUT_LINE_BREAKS if key in _LONG_TEXTS else _CONTROLS)
        for key, value in event.items()
    }


def _escape(value: Any, table: dict[int, str]) -> Any:
    return value.translate(table) if isinstance(value, str) else value


def _is_worth_logging(record: logging.LogRecord) -> bool:
    """Drop uvicorn's line about each socket that is opened or rejected: a client must not be able to fill the log, and
    its address must not appear there.
    """
    own = record.name.partition(".")[0] != "uvicorn"
    return own or (record.levelno >= logging.WARNING and record.msg not in _SPURIOUS)


class _Handler(logging.StreamHandler[TextIO]):
    """Writes lines. A line that cannot be written is replaced by a fixed sentence."""

    def handleError(self, _record: logging.LogRecord) -> None:  # noqa: N802  # logging's name
        # logging's own method would print the line with all its values.
        with contextlib.suppress(Exception):
            self.stream.write("a log line could not be written\n")


def configure_logs(level: str, form: str, stream: TextIO | None = None) -> None:
    """Send all logs to stderr: ``json``, ``console`` for people, or ``auto``: ``console`` if stderr is a terminal."""
    target = sys.stderr if stream is None else stream
    for_people = form == "console" or (form == "auto" and target.isatty())
    common: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
        _name_exception,
        structlog.processors.format_exc_info,
        _redact_event,
    ]
    written: list[Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if for_people:
        written += [_escape_controls, structlog.dev.ConsoleRenderer(colors=target.isatty())]
    else:
        written += [structlog.processors.EventRenamer("message"), structlog.processors.JSONRenderer()]
    handler = _Handler(target)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(foreign_pre_chain=common, processors=written))
    if level != "debug":
        handler.addFilter(_is_worth_logging)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in _UVICORN:
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            structlog.stdlib.PositionalArgumentsFormatter(),
            *common,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        # Loggers are created when modules are imported, and must follow a later call of this function.
        cache_logger_on_first_use=False,
    )
