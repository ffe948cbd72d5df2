"""Tables in a given position, so that what a test waits for is sure to come.

A table is its entries. They are written into the database of a running server, which loads the table when a client comes
to it, as if the server had been stopped in the middle of the match.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from secrets import randbits
from typing import Any

import apsw

from huefall.editions import RULES_VERSION, SHIPPED
from huefall.notation.variant import Variant
from huefall.protocol.tables import TableSetup
from huefall.scenario.start import rest_of_deck
from huefall.server.guests.registry import GuestRegistry
from huefall.server.ops.clock import now_ms
from huefall.server.ops.tokens import new_code
from huefall.server.store import MemoryStore, StoredEntry
from huefall.server.store.chain import ENTRY_VERSION, begin_chain, hash_entry
from huefall.server.store.database import DATABASE_NAME
from huefall.server.store.streams import table_stream
from huefall.server.tables import entries
from huefall.server.tables.opening import Opening
from huefall.server.tables.setup import fill_setup
from huefall.server.tables.state import TableState

#: The winner of the first round wins the match.
ONE_ROUND = {"target": 0}

#: More moves than any match of these tests has.
_MAX_MOVES = 2000

#: Milliseconds to wait while the server itself writes.
BUSY_MS = 60_000


@dataclass(frozen=True)
class Scene:
    """A table as a test wants it. Persons sit on the first seats, bots on the others."""

    persons: Sequence[str] = ("Anna", "Ben")
    bots: int = 0
    level: str = "easy"
    #: A shipped edition, or the path of an edition file.
    edition: str = "classic"
    options: Mapping[str, Any] = field(default_factory=lambda: dict(ONE_ROUND))
    #: Fields of a position (docs/notation.md), ``top`` for a discard of one card; None: dealt from ``seed``.
    position: Mapping[str, Any] | None = None
    seed: int = 1
    #: Moves from there, with their seats: "0 play r7".
    moves: Sequence[str] = ()
    #: Further moves at random; -1: until the match is over.
    further: int = 0
    #: Empty seats.
    free: int = 0
    #: Whether the host only watches.
    is_watched: bool = False
    is_dealt: bool = True
    bot_pause_ms: int = 0
    move_seconds: int = 0
    public: bool = False
    hints: bool = False
    #: Names of people who ask the host for a seat.
    requests: Sequence[str] = ()
    #: Whether tests only look at it: then one table serves them all.
    is_shared: bool = False


@dataclass(frozen=True)
class StoredTable:
    """The address of a table, and the names and tokens of its people by seat."""

    code: str
    names: Sequence[str]
    tokens: Sequence[str]

    @property
    def path(self) -> str:
        return f"/t/{self.code}"

    @property
    def replay(self) -> str:
        return f"/t/{self.code}/match/1"


def store_table(data: Path, scene: Scene) -> StoredTable:
    """Write a table into the data directory of a running server."""
    # In a thread of its own: while a browser test runs, the event loop of this thread is Playwright's.
    with ThreadPoolExecutor(1) as thread:
        table, stored = thread.submit(asyncio.run, _set_up(scene)).result()
    _insert(data / DATABASE_NAME, stored)
    return table


def _insert(database: Path, stored: Sequence[StoredEntry]) -> None:
    """Add streams to a database that a server has open.

    It numbers new streams from the highest number it found when it started, so ours have random numbers far above.
    """
    numbers = {name: 2**40 + randbits(40) for name in dict.fromkeys(entry.stream for entry in stored)}
    connection = apsw.Connection(str(database))
    connection.set_busy_timeout(BUSY_MS)
    with connection:
        connection.executemany("INSERT INTO streams (id, name) VALUES (?2, ?1)", numbers.items())
        hashes = {name: begin_chain(name) for name in numbers}
        for entry in stored:
            link = hash_entry(hashes[entry.stream], entry.number, entry.at, ENTRY_VERSION, entry.data)
            hashes[entry.stream] = link
            connection.execute(
                "INSERT INTO entries (stream, number, at, version, data, hash) VALUES (?, ?, ?, ?, ?, ?)",
                (numbers[entry.stream], entry.number, entry.at, ENTRY_VERSION, entry.data.decode(), link),
            )
    connection.close()


class _Collector(MemoryStore):
    """Keeps the entries of all streams in order."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[StoredEntry] = []

    async def append(self, entries: Sequence[StoredEntry]) -> None:
        await super().append(entries)
        self.entries += entries


async def _set_up(scene: Scene) -> tuple[StoredTable, list[StoredEntry]]:
    store = _Collector()
    guests = GuestRegistry(store)
    made = [await guests.make(name) for name in scene.persons]
    seated = 0 if scene.is_watched else len(made)
    table = _Written(TableState(new_code()))
    setup = TableSetup(
        **_edition(scene),
        options=dict(scene.options),
        seats=seated + scene.bots + scene.free,
        bot_pause_ms=scene.bot_pause_ms,
        move_seconds=scene.move_seconds,
        public=scene.public,
        hints=scene.hints,
        late_joining="ask" if scene.requests else "open",
    )
    opening = None if scene.position is None else Opening(_whole_position(scene))
    host = made[0][0].guest
    table.add(entries.Created(guest=host, setup=fill_setup(setup, 0, 0), opening=opening))
    for seat, (person, _) in enumerate(made[:seated]):
        table.add(entries.Sat(guest=person.guest, seat=seat, name=person.name))
    for seat in range(seated, seated + scene.bots):
        table.add(entries.BotAdded(guest=host, seat=seat, level=scene.level))
    if scene.is_dealt:
        table.add(entries.Committed(seed=scene.seed.to_bytes(32, "big").hex(), rules_version=RULES_VERSION))
        table.add(entries.Dealt())
    for move in scene.moves:
        number, _, sentence = move.partition(" ")
        table.move(int(number), sentence)
    table.play_on(scene.further, Random(scene.seed))
    for name in scene.requests:
        person, _ = await guests.make(name)
        table.add(entries.SeatRequested(guest=person.guest, name=name))
    await store.append(table.entries)
    stored = StoredTable(table.state.code, [person.name for person, _ in made], [token for _, token in made])
    return stored, store.entries


def _edition(scene: Scene) -> dict[str, str]:
    if scene.edition in SHIPPED:
        return {"edition": scene.edition}
    return {"edition_file": Path(scene.edition).read_text(encoding="utf-8")}


def _whole_position(scene: Scene) -> dict[str, Any]:
    """Put all cards that the scene does not name into the pile, in a fixed order."""
    position = dict(scene.position or {})
    if "top" in position:
        position["discard"] = [position.pop("top")]
    variant = Variant.of(scene.edition, dict(scene.options))
    pile = list(position.get("pile", []))
    listed = [*(card for hand in position["hands"] for card in hand), *position["discard"], *pile]
    rest = variant.write_cards(rest_of_deck(variant, listed))
    Random(scene.seed).shuffle(rest)
    position["pile"] = [*pile, *rest]
    return position


class _Written:
    """A table and the entries that make it."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.entries: list[StoredEntry] = []

    def add(self, entry: entries.TableEntry) -> None:
        now = now_ms()
        number = self.state.apply(entry, now).revision
        self.entries.append(StoredEntry(table_stream(self.state.code), number, now, entries.encode_entry(entry)))

    def move(self, seat: int, sentence: str) -> None:
        self.add(entries.Moved(seat=seat, move=sentence))

    def play_on(self, further: int, rng: Random) -> None:
        """Make random moves, mostly plays, so that the round comes to an end."""
        wanted = _MAX_MOVES if further < 0 else further
        for _ in range(wanted):
            match = self.state.match
            assert match is not None, "nothing was dealt"
            if match.over:
                return
            if match.round_over:
                self.add(entries.Dealt())
                continue
            legal = [str(move) for move in match.legal(match.asked)]
            answers = [sentence for sentence in legal if sentence.split()[0] not in {"uno", "catch"}]
            called = [sentence for sentence in answers if sentence.endswith(" uno")]
            plays = [sentence for sentence in answers if sentence.startswith("play ")]
            self.move(match.asked, rng.choice(called or plays or answers))
        assert further >= 0, f"the match was not over after {wanted} moves"
