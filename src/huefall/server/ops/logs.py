"""Logs: structlog on stderr, as JSON or for people, and no secret in them. Whatever is logged goes through ``redact``,
also what uvicorn, asyncio and exceptions say.
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

#: A key with one of these in it has a value that is nobody's business.
SECRET_WORDS = ("token", "seed", "authorization", "secret", "cookie", "password")

#: Deeper than anything sensible; what lies below becomes text. It also ends structures that contain themselves.
DEEPEST = 8

_SECRET_KEY = re.compile("|".join(SECRET_WORDS), re.IGNORECASE)
_PATTERNS = (
    # A token anywhere: the guest's id may stay.
    (re.compile(rf"(?<![A-Za-z0-9])(g[{ALPHABET}]{{4,}}\.)[A-Za-z0-9_-]{{16,}}"), rf"\1{REDACTED}"),
    # Its secret alone: 43 characters of base64, with capitals and digits as names of functions hardly have.
    (re.compile(r"(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{43}(?![\w-])", re.ASCII), REDACTED),
    # 32 bytes in hex, as seeds are written. Commitments look the same; to lose them here does no harm.
    (re.compile(r"(?<![0-9A-Fa-f])[0-9A-Fa-f]{64}(?![0-9A-Fa-f])"), REDACTED),
    # A header, to the end of its line: there may be blanks in it.
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

#: Texts of several lines; in all others a line's end would let a client write lines of its own.
_LONG_TEXTS = frozenset({"exception", "stack"})
_CONTROLS = {number: f"\\x{number:02x}" for number in (*range(32), *range(127, 160))}
_CONTROLS_IN_LINES = {number: text for number, text in _CONTROLS.items() if chr(number) not in "\n\t"}

#: Loggers that bring handlers of their own.
_UVICORN = ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi")


#: What uvicorn calls errors and are none: a handshake that was answered with a refusal, and answered well
#: (Kludex/uvicorn#3138), and a client whose text is no UTF-8, which is told so with 1007.
_SPURIOUS = frozenset(
    {"ASGI callable returned without completing handshake.", "Invalid UTF-8 sequence received from client."}
)


def redact_text(text: str) -> str:
    """Take everything out of a text that looks like a secret.

    >>> redact_text("GET /ws/abcd2345?token=xyz&v=1")
    'GET /ws/abcd2345?token=[redacted]&v=1'
    """
    for pattern, instead in _PATTERNS:
        text = pattern.sub(instead, text)
    return text


def redact(value: object, depth: int = 0) -> Any:
    """Return a value as plain data without secrets: texts, numbers, lists and dictionaries."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, bytes | bytearray):
        return redact_text(bytes(value).decode("latin-1"))
    if isinstance(value, str):
        return redact_text(value)
    if depth < DEEPEST:
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
    except Exception:  # noqa: BLE001  # a log line must not fail for what it shows
        return f"<{type(value).__name__}>"


def _redact_event(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Redact a line; structlog's own notes about it are not for the reader and stay."""
    return {
        key: value if key.startswith("_") else REDACTED if _is_secret(key) else redact(value)
        for key, value in event.items()
    }


def _name_exception(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Add the exception's type, by which lines can be found; ``format_exc_info`` leaves only its text."""
    info = event.get("exc_info")
    error = info if isinstance(info, BaseException) else info[1] if isinstance(info, tuple) else None
    if info is True:
        error = sys.exc_info()[1]
    if error is not None:
        event["error"] = type(error).__name__
    return event


def _escape_controls(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Make what would move a terminal's cursor visible; JSON escapes it by itself."""
    return {
        key: _escape(value, _CONTROLS_IN_LINES if key in _LONG_TEXTS else _CONTROLS) for key, value in event.items()
    }


def _escape(value: Any, table: dict[int, str]) -> Any:
    return value.translate(table) if isinstance(value, str) else value


def _is_news(record: logging.LogRecord) -> bool:
    """Leave out what uvicorn says of every socket that opens or is refused: the server says itself what matters, and
    nobody is to fill the log, or have an address in it, by knocking.
    """
    own = record.name.partition(".")[0] != "uvicorn"
    return own or (record.levelno >= logging.WARNING and record.msg not in _SPURIOUS)


class _Handler(logging.StreamHandler[TextIO]):
    """Writes lines; says no more than that when it cannot."""

    def handleError(self, _record: logging.LogRecord) -> None:  # noqa: N802  # logging's name
        """Keep quiet about the line: logging would print it with everything in it."""
        with contextlib.suppress(Exception):
            self.stream.write("a log line could not be written\n")


def configure_logs(level: str, form: str, stream: TextIO | None = None) -> None:
    """Send all logs to stderr: ``json``, ``console`` for people, or ``auto``: as who listens needs it."""
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
        handler.addFilter(_is_news)
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
        # Loggers are made when modules are imported, and must follow a later call of this function.
        cache_logger_on_first_use=False,
    )
