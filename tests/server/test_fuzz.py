"""No message, however malformed, stops a table or the process: each is answered, or ends its connection for a reason.

Attackers and honest people meet on real sockets; what they say follows from HUEFALL_SEED.
"""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from tests.scale import SEED, scaled
from tests.server.attacks import attack_server, until_disconnected, watch
from tests.server.malformed_messages import EXTREMES, SeatView, mangle, some_command, some_hello, write
from tests.server.player import Player, ask, new_guest, new_table
from tests.server.raw_socket import BINARY, CLOSE, CONTINUED, PING, TEXT, RawSocket, check_ended, frame
from tests.server.seated_table import seated_table
from tests.server.server_process import ServerProcess, running_server

from huefall.protocol.commands import Command, Hello, Rematch, Start, decode_command
from huefall.protocol.fields import VERSION
from huefall.record import verify
from huefall.server.ops.admin import read_admin_token

MESSAGES = scaled(800, least=300)

#: What answers a command, once each. The ``welcome`` of ``resync`` comes in addition to its ``done``.
ANSWERS = {"done", "refused", "because"}

#: Refusals that an attack must have met before it proves anything.
EXPECTED_REASONS = {"bad_message", "stale", "unknown_move", "no_such_seat", "bad_setup", "not_asked"}
MAX_WAVES = 5


@pytest.fixture(autouse=True)
def _print_seed() -> None:
    print(f"HUEFALL_SEED={SEED}")


class Attacker:
    """A guest who says anything, and comes back whenever they are sent away."""

    def __init__(self, server: ServerProcess, code: str, rng: Random, token: str | None = None) -> None:
        self.server = server
        self.code = code
        self.rng = rng
        self.token = token
        self.sight = SeatView()
        self.sent_away: list[str] = []  # why
        self.answers: list[dict[str, Any]] = []
        self.starts: set[str] = {
            "sit"
        }  # answered when everybody has had the time to contribute, perhaps after a later command

    async def attack(self, messages: int, *, sits: bool) -> None:
        """Send N messages, and check that each is answered."""
        left = messages
        while left > 0:
            async with RawSocket(self.server.port, self.code) as socket:
                left -= await self._visit(socket, left, sits=sits)
            if socket.ended is not None and socket.ended.reason == "kicked":
                self.token = await asyncio.to_thread(new_guest, self.server.url, "Eve")

    async def _visit(self, socket: RawSocket, most: int, *, sits: bool) -> int:
        hello = {"type": "hello", "version": VERSION} | ({"token": self.token} if self.token else {})
        await socket.say(hello)
        if await self._receive(socket) is None:
            return 1
        if sits:
            await socket.say({"type": "sit", "id": "sit"})
        for count in range(most):
            command = some_command(self.rng, self.sight)
            mangled = self.rng.random() < 0.4
            said = mangle(self.rng, command) if mangled else write(command).encode("utf-8", "surrogatepass")
            await socket.say(said, BINARY if self.rng.random() < 0.1 else TEXT)
            if await self._receive(socket, said) is None:
                return count + 1
        return most

    async def _receive(self, socket: RawSocket, said: bytes = b"") -> dict[str, Any] | None:
        """Receive the reply to a message; None if the message has ended the connection."""
        received = await socket.receive_until_pong()
        for message in received:
            self.sight.take(message)
        if socket.ended is not None:
            ended = check_ended(socket)
            self.sent_away.append(ended.reason or str(ended.code))
            return None
        if not said:
            return {}
        command = _decode(said)
        named = getattr(command, "id", None)
        replies = [each for each in received if each["type"] in ANSWERS]
        answers = [each for each in replies if each.get("id") not in self.starts - {named}]
        if not answers and isinstance(command, Start | Rematch):
            self.starts.add(command.id)
            return {}
        if not answers or named in self.starts:  # the id of a start was used once more
            answers = (answers or replies)[:1]
        assert len(answers) == 1, f"{said[:300]!r} was answered with {answers}"
        answer = answers[0]
        if command is not None:
            assert answer["id"] == named, (said[:300], answer)
        self.answers.append(answer)
        return answer


def _decode(said: bytes) -> Command | None:
    """Decode a command; None if it is none."""
    with contextlib.suppress(msgspec.DecodeError, RecursionError):
        return decode_command(said)
    return None


#: Tables that are attacked by their own players in the middle of a match.
SETUPS: tuple[dict[str, Any], ...] = (
    {"seats": 3, "options": {"target": 0}},
    {"edition": "jurassic", "seats": 4, "preset": "jump-in", "options": {"misplay_penalty": 2}},
    {"edition": "bts", "seats": 2, "options": {"dance_judge": "vote"}},
)

#: The seats of a table that lacks players: a running match refuses every setup, so setups are read at this one alone.
EMPTY_SEATS = 10


def test_whatever_is_said_at_a_table_is_answered_and_stops_nothing(server: ServerProcess) -> None:
    chance = Random(f"arena {SEED}")
    answers: list[dict[str, Any]] = []

    async def attack() -> None:
        async with contextlib.AsyncExitStack() as stack:
            tokens = {}  # of the attackers, by table
            for setup in SETUPS:
                table = await stack.enter_async_context(seated_table(server, 2, bot_pause_ms=0, **setup))
                tokens[table.code] = table.tokens
            host = new_guest(server.url, "Mallory")
            tokens[new_table(server.url, host, seats=EMPTY_SEATS, bot_pause_ms=0)] = [host]
            attackers = [
                Attacker(server, code, Random(chance.random()), token) for code in tokens for token in tokens[code]
            ]
            await attack_server(server, *(attacker.attack(MESSAGES, sits=True) for attacker in attackers))
            for code in tokens:
                await _check_stands(server, code)
        answers.extend(answer for attacker in attackers for answer in attacker.answers)

    for _ in range(MAX_WAVES):  # deals are the server's own chance: a rare answer may need another wave
        asyncio.run(attack())
        types, reasons = ({answer.get(field) for answer in answers} for field in ("type", "reason"))
        if types >= ANSWERS and reasons >= EXPECTED_REASONS:
            break
    assert types == ANSWERS
    assert reasons >= EXPECTED_REASONS


async def _check_stands(server: ServerProcess, code: str) -> None:
    """The table is there, and every match it has finished has its record, its replay and its proof."""
    table = (await watch(server, code)).table
    assert table["status"] != "closed"
    for number in table["finished"][:3]:
        place = f"/api/tables/{code}/matches/{number}"
        status, record = await asyncio.to_thread(ask, server.url, f"{place}/record")
        assert status == 200 and verify(record).over
        for path in (place, f"{place}/rounds/1", f"{place}/proof"):
            assert (await asyncio.to_thread(ask, server.url, path))[0] == 200


def test_a_guest_without_rights_at_a_table_cannot_change_it(server: ServerProcess) -> None:
    chance = Random(f"strangers {SEED}")

    async def attack() -> None:
        async with seated_table(server, 2, seats=3, start=False, options={"target": 30}) as table:
            strangers = [
                Attacker(server, table.code, Random(chance.random()), token)
                for token in (None, None, new_guest(server.url, "Eve"))
            ]
            attacks = [stranger.attack(MESSAGES, sits=False) for stranger in strangers]
            await attack_server(server, *attacks, peaceful=table)
            for stranger in strangers:
                assert "kicked" not in stranger.sent_away
                done = [answer for answer in stranger.answers if answer["type"] == "done"]
                assert done, "no command was ever accepted"

    asyncio.run(attack())


def test_a_first_message_that_is_not_a_valid_hello_is_rejected(server: ServerProcess) -> None:
    chance = Random(f"hello {SEED}")
    token = new_guest(server.url, "Alice")

    async def attack() -> None:
        async with seated_table(server, 2, start=False, options={"target": 30}) as table:
            await attack_server(server, knock(table.code), peaceful=table)

    async def knock(code: str) -> None:
        met = set()
        for _ in range(MESSAGES):
            said = some_hello(chance, token)
            async with RawSocket(server.port, code) as socket:
                await socket.say(said)
                received = await socket.receive()
                if received is not None and received["type"] == "welcome":
                    _check_was_a_good_hello(said, token)
                    continue
                assert await socket.receive() is None
            assert check_ended(socket).code == 1008
            met.add(socket.last["reason"])
        assert met == {"bad_message", "version", "no_such_guest", "hello_first"}

    asyncio.run(attack())


def _check_was_a_good_hello(said: bytes, token: str) -> None:
    """Chance may make a good one."""
    hello = decode_command(said)
    assert isinstance(hello, Hello)
    assert hello.version == VERSION
    assert hello.token in {None, token}


PING_SAID = b'{"type":"ping","id":"a"}'

#: Of longer messages the server leaves a part unread when it closes, and TCP may then drop its last message.
TAKEN_IN = 30_000

#: Frames that are none, and with which code they end a connection.
BROKEN_FRAMES = {
    "invalid UTF-8": (frame(b'{"type":"ping","id":"\xff"}'), 1007),
    "a surrogate in UTF-8": (frame(b'"\xed\xa0\x80"'), 1007),
    "too long": (frame(b"a" * 70_000), 1009),
    "a number of a million digits": (frame(b'{"type":"ping","id":' + b"9" * 1_000_000 + b"}"), 1009),
    "a length without end": (b"\x81\xff\x7f" + b"\xff" * 7 + bytes(4), 1009),
    "a negative length": (b"\x81\xff\xff" + b"\xff" * 7 + bytes(4), 1009),
    "too long in pieces": (
        frame(b"a" * 30_000, fin=False) + frame(b"a" * 30_000, CONTINUED, fin=False) * 2,
        1009,
    ),
    "a piece of nothing": (frame(PING_SAID, CONTINUED), 1002),
    "two beginnings": (frame(PING_SAID, fin=False) + frame(PING_SAID, fin=False), 1002),
    "reserved bits": (frame(PING_SAID, reserved=4), 1002),
    "an unknown kind": (frame(PING_SAID, 3), 1002),
    "an unknown control": (frame(PING_SAID, 11), 1002),
    "no mask": (frame(PING_SAID, masked=False), 1002),
    "a long ping": (frame(b"a" * 126, PING), 1002),
    "a ping in pieces": (frame(b"a", PING, fin=False), 1002),
    "half a code": (frame(b"\x03", CLOSE), 1002),
    "a code that is none": (frame(b"\x00\x01", CLOSE), 1002),
    "a reason that is no text": (frame(b"\x03\xe8\xff", CLOSE), 1007),
    "good-bye": (frame(b"\x03\xe8", CLOSE), 1000),
}

#: Frames that are unusual, and all right.
ODD_FRAMES = {
    "bytes": frame(PING_SAID, BINARY),
    "in pieces": b"".join(frame(PING_SAID[at : at + 1], CONTINUED if at else TEXT, fin=False) for at in range(24))
    + frame(b"", CONTINUED),
    "a ping between the pieces": frame(PING_SAID[:9], fin=False) + frame(b"?", PING) + frame(PING_SAID[9:], CONTINUED),
    "a character in two pieces": frame(b'{"type":"why","id":"a","move":"\xc3', fin=False) + frame(b'\xa9"}', CONTINUED),
    "nothing": frame(b""),
    "no bytes": frame(b"", BINARY),
    "bytes that are no text": frame(b"\xff\xfe\x00", BINARY),
    "a thousand empty pieces": frame(b"", fin=False) + frame(b"", CONTINUED, fin=False) * 1000 + frame(PING_SAID, 0),
}


def test_frames_that_are_none_end_their_connection_and_odd_ones_are_read(server: ServerProcess) -> None:
    async def attack() -> None:
        async with seated_table(server, 2, start=False, options={"target": 30}) as table:
            await attack_server(server, break_frames(table.code), read_odd_frames(table.code), peaceful=table)

    async def break_frames(code: str) -> None:
        for name, (broken, expected) in BROKEN_FRAMES.items():
            for greets in (True, False):
                async with RawSocket(server.port, code) as socket:
                    if greets:
                        await socket.say({"type": "hello", "version": VERSION})
                        await socket.receive()
                    await socket.send(broken)
                    await socket.receive_all()
                if len(broken) > TAKEN_IN and socket.ended.code is None:
                    continue
                assert check_ended(socket).code == expected, name

    async def read_odd_frames(code: str) -> None:
        for name, odd in ODD_FRAMES.items():
            async with RawSocket(server.port, code) as socket:
                await socket.say({"type": "hello", "version": VERSION})
                await socket.send(odd)
                received = await socket.receive_until_pong()
                answers = [message for message in received if message["type"] in ANSWERS]
                assert len(answers) == 1 and socket.ended is None, (name, received)

    asyncio.run(attack())


def test_connections_that_break_off_anywhere_leave_nothing_behind(server: ServerProcess) -> None:
    chance = Random(f"dropped {SEED}")
    token = new_guest(server.url, "Eve")

    async def attack() -> None:
        async with seated_table(server, 2, start=False, options={"target": 30}) as table:
            await attack_server(server, *(break_off(table.code) for _ in range(MESSAGES // 4)), peaceful=table)
        await until_disconnected(server)

    async def break_off(code: str) -> None:
        hello = frame(write({"type": "hello", "version": VERSION, "token": token}).encode())
        said = hello + frame(b"x") * chance.randrange(40) + frame(PING_SAID) * chance.randrange(40)
        end = chance.randrange(len(said))
        async with RawSocket(server.port, code) as socket:
            await socket.send(said[:end])
            if end >= len(hello) and chance.random() < 0.5:
                await socket.receive()
            if chance.random() < 0.7:
                socket.drop()

    asyncio.run(attack())


async def _watch_to_the_end(server: ServerProcess, code: str) -> Player:
    """Return a spectator that has seen the table's last revision. Bots play while a client is connected, so this may take a while."""
    admin_token = read_admin_token(server.data)
    for _ in range(2000):
        watcher = await watch(server, code)
        _, listed = ask(server.url, "/api/admin/tables", token=admin_token)
        if watcher.revision == next(table["revision"] for table in listed["tables"] if table["code"] == code):
            return watcher
    raise AssertionError("the table does not come to rest")


@pytest.mark.process
def test_what_attackers_have_brought_into_the_store_can_be_read_again(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        server.wait_for("tables_open")
        token = new_guest(server.url, "Mallory")
        code = new_table(server.url, token, seats=2, bot_pause_ms=0, options={"target": 0})
        attacker = Attacker(server, code, Random(f"restart {SEED}"), token)
        asyncio.run(attacker.attack(MESSAGES, sits=True))
        before = asyncio.run(_watch_to_the_end(server, code))
    with running_server(tmp_path) as server:
        server.wait_for("tables_open")
        welcome = asyncio.run(watch(server, code)).received[0]
    assert (welcome["revision"], welcome["view"], welcome["table"]) == (before.revision, before.view, before.table)


def test_the_extremes_are_extreme() -> None:
    """The values that are put into messages are readable JSON in part only; otherwise they would prove little."""
    readable = 0
    for value in EXTREMES:
        with contextlib.suppress(msgspec.DecodeError, RecursionError):
            msgspec.json.decode(write(value))
            readable += 1
    assert 0 < readable < len(EXTREMES)
