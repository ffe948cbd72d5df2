"""What is fuzzed: everything that reads what somebody else has written.

A target reads an input and returns what came of it: "accepted", or the documented error, as a text. Anything else that it
raises is a fault of the program.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp

import msgspec
from tests.server.asgi_request import ask
from tests.server.local_server import ANNA, BEN, LocalServer, play_out
from tests.server.malformed_messages import SeatView, some_command, write

from huefall.editions import EditionError
from huefall.editions.file import read_edition
from huefall.editions.rules import Rules
from huefall.notation.variant import Variant
from huefall.protocol import commands
from huefall.record import RecordError, replay, verify
from huefall.server.assembly import build
from huefall.server.http.table_socket import BadMessageError, read_command
from huefall.server.refusal import Refusal
from huefall.server.settings import Settings
from huefall.server.store import MemoryStore, StoredEntry, UnreadableStream
from huefall.server.store.streams import table_stream
from huefall.server.tables.decisions import Context, decide
from huefall.server.tables.loading import apply_stored
from huefall.server.tables.state import TableState
from huefall.view import view_for
from huefall.vocabulary.errors import HuefallError

ROOT = Path(__file__).resolve().parents[2]
CODE = "fuzzfuzz"

#: Requests of the target ``bodies``: an input is one of these lines, and the body after it.
REQUESTS = (
    *("POST /api/guests", "PATCH /api/guests/me", "POST /api/devices", "POST /api/devices/look", "POST /api/tables"),
    *("POST /api/play", "POST /api/editions/check", "POST /api/lessons/first"),
)

Target = Callable[[bytes], str]


@cache
def _entries() -> tuple[bytes, ...]:
    """Return the entries of a table at which two people have played a round and a half."""

    async def play() -> tuple[bytes, ...]:
        server = LocalServer()
        table, clients = await server.started(ANNA, BEN, options={"hand_size": 2, "target": 20})
        await play_out(table, clients)
        await clients[0].say(commands.Start)
        saved = await server.store.read(table_stream(table.state.code))
        await server.close()
        return tuple(entry.data for entry in saved)

    return asyncio.run(play())


def _load(lines: tuple[bytes, ...] | list[bytes]) -> TableState:
    state = TableState(CODE)
    for number, data in enumerate(lines, 1):
        apply_stored(state, StoredEntry(table_stream(CODE), number, 1_700_000_000_000 + number, data))
    return state


def read_entries(data: bytes) -> str:
    """Load a table from stored entries, one per line, and show it."""
    try:
        state = _load(data.splitlines())
    except UnreadableStream as error:
        return str(error.__cause__)
    if state.revision:
        state.show()
        if state.match is not None:
            for seat in (None, *range(len(state.seats))):
                view_for(state.match.game, seat)
    return f"accepted {state.status}"


@cache
def _context() -> Context:
    async def make() -> Context:
        server = LocalServer()
        return Context(server.fill, lambda _: True, server.engine)

    return asyncio.run(make())


def read_message(data: bytes) -> str:
    """Read a message of a socket, decide on it at a table, and store and apply what follows."""
    try:
        command = read_command(data)
        state = _load(_entries())
        decision = decide(state, ANNA if b"n" in data[-20:] else BEN, command, _context())
        for entry in decision.entries:
            state.apply(entry, 1_700_000_000_000)
        state.show()
    except BadMessageError as error:
        return str(error).partition(" - at ")[0]
    except Refusal as error:
        return f"{type(command).__name__} {error.reason}"
    except HuefallError as error:
        return f"{type(command).__name__} {type(error).__name__}"
    return f"accepted {type(command).__name__}"


@cache
def _directory() -> Path:
    return Path(mkdtemp(prefix="huefall-fuzz-"))


async def _ask_new_server(method: str, path: str, body: bytes) -> tuple[int, bytes]:
    """Ask an app of its own, over a store in memory, as a guest: an input must not depend on those before it."""
    settings = Settings(data=_directory(), requests_per_second=0, guests_per_address=0, tables_per_address=0)
    app = build(settings, MemoryStore()).app
    guest = await ask(app, "POST", "/api/guests", {"name": "Anna"})
    assert guest.status == 201, guest
    answer = await ask(app, method, path, body, guest.json["token"])
    return answer.status, answer.body


def read_body(data: bytes) -> str:
    """Send a body to the HTTP API; an internal error is a fault."""
    line, _, body = data.partition(b"\n")
    if line.decode("latin-1") not in REQUESTS:
        return "no request"
    method, path = line.decode().split()
    status, answer = asyncio.run(_ask_new_server(method, path, body))
    assert status < 500 or b'"preparing"' in answer, f"{status}: {answer[:300]!r}"
    return f"{line.decode()} {status} {answer[:200]!r}" if status >= 400 else f"accepted {line.decode()}"


def read_edition_file(data: bytes) -> str:
    """Read an edition, and shuffle together its deck."""
    try:
        edition = read_edition(data.decode(errors="replace"), "fuzz.toml")
        Variant(edition, Rules.of(edition)).deck()
    except EditionError as error:
        return str(error)
    except HuefallError as error:
        return f"{type(error).__name__} {error}"
    return "accepted"


def read_record(data: bytes) -> str:
    """Replay a record, and prove its shuffles."""
    try:
        replay(data, unfinished=True)
        verify(data, unfinished=True)
    except RecordError as error:
        return str(error)
    return "accepted"


TARGETS: dict[str, Target] = {
    "messages": read_message,
    "bodies": read_body,
    "editions": read_edition_file,
    "records": read_record,
    "entries": read_entries,
}


def seeds(target: str) -> list[bytes]:
    """Return the inputs to begin with: what the repository has of each kind."""
    match target:
        case "messages":
            lines = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8").splitlines()
            return [line[2:].encode() for line in lines if line.startswith("→ {")] + _some_commands()
        case "bodies":
            edition = (ROOT / "docs" / "examples" / "thunder.toml").read_text(encoding="utf-8")
            bodies = (
                {"name": "Anna"},
                {"setup": {"seats": 3, "options": {"target": 60}}},
                {"code": "ABCD"},
                {"text": edition},
            )
            return [f"{line}\n".encode() + msgspec.json.encode(body) for line in REQUESTS for body in bodies]
        case "editions":
            files = [*(ROOT / "src/huefall/editions").glob("*.toml"), *(ROOT / "docs/examples").glob("*.toml")]
            return [file.read_bytes() for file in sorted(files)]
        case "records":
            files = [*(ROOT / "tests/record/rules_version_1").glob("*.jsonl")]
            files += [*(ROOT / "tests/server/store/releases").glob("*.jsonl")]
            return [data for file in sorted(files) if len(data := file.read_bytes()) < 40_000]
        case _:
            return [b"\n".join(_entries()), b"\n".join(_entries()[:8])]


def _some_commands() -> list[bytes]:
    rng = Random(0)
    return [write(some_command(rng, SeatView())).encode("utf-8", "surrogatepass") for _ in range(150)]
