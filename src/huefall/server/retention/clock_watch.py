"""``ClockWatch``: how old a stored time is, although the wall clock may be wrong or be set.

Entries carry the time of the wall clock. A Raspberry Pi starts in the past until the network tells it the time, and somebody
may set a clock by years. So time counts only as far as a server has lived through it: when the wall clock moves against the
steady one, or was set while the server was stopped, the move is stored, and everything from before it is taken to be younger
by as much. What the server was not running for does not count, either, apart from ``MAX_STOPPED_MS``.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import structlog
from msgspec import Struct

from huefall.server.ops.clock import DAY_MS, HOUR_MS, MINUTE_MS, Clock
from huefall.server.store import Store, StoredEntry
from huefall.server.store.streams import GUESTS, TABLES

log = structlog.get_logger("huefall.retention")

STREAM = "clock"

#: The clocks agree if they differ by less. Corrections by NTP in the normal course are far below.
MAX_DRIFT_MS = MINUTE_MS

#: Moves of the wall clock by less are not stored: what is kept is kept for days.
MIN_MOVE_MS = HOUR_MS

#: A running server stores that it is alive as often as this, so that a later one knows when it stopped.
ALIVE_MS = DAY_MS

#: A server that was stopped for longer has missed time, or its clock has been set.
MAX_STOPPED_MS = 2 * ALIVE_MS


class Alive(Struct, frozen=True, tag="alive", tag_field="what"):
    """The server runs. Tags and field names are in databases."""


class Moved(Struct, frozen=True, tag="moved", tag_field="what"):
    """The wall clock has moved. Everything that was stored before has a time of at most ``before_ms``."""

    before_ms: int
    after_ms: int


_decode = msgspec.json.Decoder(Alive | Moved).decode
_encode = msgspec.json.Encoder().encode


def add_moves(stored_ms: int, moves: Iterable[Moved]) -> int:
    """Return a stored time as the wall clock of now would have written it, in doubt a later one.

    A move forwards makes it later, and one backwards undoes that, but never makes it earlier than it was written.

    >>> add_moves(100, [Moved(150, 950)]), add_moves(100, [Moved(150, 950), Moved(960, 160)]), add_moves(200, [Moved(150, 950)])
    (900, 100, 200)
    """
    shift = 0
    for move in moves:
        if stored_ms <= move.before_ms:
            shift = max(0, shift + move.after_ms - move.before_ms)
    return stored_ms + shift


class ClockWatch:
    """Compares the two clocks. Call ``start`` once, then ``check`` about once a minute."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._moves: list[Moved] = []
        self._last_number = 0
        self._last_stored_ms = 0  # when the last entry was stored, by the wall clock
        # Both clocks, read at the same time: when they agreed last.
        self._wall_ms = 0
        self._agreed_since_ms = 0

    async def start(self) -> None:
        """Compare the clock with the last entry of the server that ran before."""
        stored = await self._store.read(STREAM)
        decoded = [_decode(entry.data) for entry in stored]
        self._moves = [entry for entry in decoded if isinstance(entry, Moved)]
        self._last_number = len(stored)
        self._reset()
        # A server of an older version has not stored that it was alive.
        last = stored[-1].at + ALIVE_MS if stored else await self._newest_entry_ms()
        if last is not None and self._wall_ms - last > MAX_STOPPED_MS - ALIVE_MS:
            await self._note_move(Moved(last, self._wall_ms))
            log.info(
                "the server was stopped for long, or its clock has been set: nothing is older because of that",
                event_id="clock_moved",
                seconds=(self._wall_ms - last) // 1000,
            )
        elif last is not None and last - self._wall_ms > ALIVE_MS + MIN_MOVE_MS:
            await self._note_move(Moved(last, self._wall_ms))
            log.warning(
                "the clock of this machine is behind what is stored: set it right if it is wrong",
                event_id="clock_moved",
                seconds=(self._wall_ms - last) // 1000,
            )
        await self._store_entry(Alive())

    async def check(self) -> None:
        """Compare the two clocks, and store a move of the wall clock."""
        steady = self._clock.steady_ms()
        before = self._wall_ms + steady - self._agreed_since_ms
        moved = self._clock.wall_ms() - before
        if abs(moved) > MAX_DRIFT_MS:
            if abs(moved) > MIN_MOVE_MS:
                await self._note_move(Moved(before, before + moved))
            log.warning(
                "the clock of this machine has been set: nothing is deleted until it has run steadily for a while",
                event_id="clock_moved",
                seconds=moved // 1000,
            )
            self._reset()
        if abs(self._clock.wall_ms() - self._last_stored_ms) >= ALIVE_MS:
            await self._store_entry(Alive())

    def agrees_for_ms(self) -> int:
        """Return for how long the two clocks have agreed."""
        return self._clock.steady_ms() - self._agreed_since_ms

    def age_ms(self, stored_ms: int) -> int:
        """Return how old a stored time is, as far as servers have lived through it."""
        return self._clock.wall_ms() - add_moves(stored_ms, self._moves)

    def _reset(self) -> None:
        self._wall_ms, self._agreed_since_ms = self._clock.wall_ms(), self._clock.steady_ms()

    async def _note_move(self, move: Moved) -> None:
        await self._store_entry(move)
        self._moves.append(move)

    async def _store_entry(self, entry: Alive | Moved) -> None:
        now = self._clock.wall_ms()
        await self._store.append([StoredEntry(STREAM, self._last_number + 1, now, _encode(entry))])
        self._last_number += 1
        self._last_stored_ms = now

    async def _newest_entry_ms(self) -> int | None:
        infos = [*await self._store.streams(GUESTS), *await self._store.streams(TABLES)]
        return max((info.changed for info in infos), default=None)
