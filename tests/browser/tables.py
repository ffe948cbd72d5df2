"""Tables that stand at a given position when the server opens, so that what a test waits for is sure to come.

A table is its entries: they are written into the data directory before the house starts, and it loads them as if it had
been stopped in the middle of the match.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from huefall.editions import RULES_VERSION, SHIPPED
from huefall.notation.variant import Variant
from huefall.protocol.tables import Setup
from huefall.scenario.start import rest_of_deck
from huefall.server.guests.registry import GuestRegistry
from huefall.server.ops.clock import now_ms
from huefall.server.ops.tokens import new_code
from huefall.server.run import DATABASE
from huefall.server.store import SqliteStore, StoredEntry
from huefall.server.store.streams import table_stream
from huefall.server.tables import entries
from huefall.server.tables.opening import Opening
from huefall.server.tables.setup import fill_setup
from huefall.server.tables.state import TableState

#: A match is one round: whoever wins it has won.
ONE_ROUND = {"target": 0}

#: More moves than any round of these tests has.
_MAX_MOVES = 2000


@dataclass(frozen=True)
class Scene:
    """A table as a test wants it. Persons sit on the first seats, bots on the others."""

    persons: Sequence[str] = ("Anna", "Ben")
    bots: int = 0
    level: str = "easy"
    #: One that ships, or the path of a file that the host brings along.
    edition: str = "classic"
    options: Mapping[str, Any] = field(default_factory=lambda: dict(ONE_ROUND))
    #: Fields of a position (docs/notation.md), ``top`` for a discard of one card; None: dealt from ``seed``.
    position: Mapping[str, Any] | None = None
    seed: int = 1
    #: Made from there: "0 play r7".
    moves: Sequence[str] = ()
    #: How many further moves are made by chance; -1: until the match is over.
    further: int = 0
    #: Seats on which nobody sits yet.
    free: int = 0
    #: Whether the host only watches.
    is_watched: bool = False
    is_dealt: bool = True
    bot_pause_ms: int = 0
    move_seconds: int = 0
    public: bool = False
    hints: bool = False


@dataclass(frozen=True)
class Place:
    """Where a scene can be found, and the tokens of those who sit there, by seat."""

    code: str
    names: Sequence[str]
    tokens: Sequence[str]

    @property
    def path(self) -> str:
        return f"/t/{self.code}"

    @property
    def replay(self) -> str:
        return f"/t/{self.code}/match/1"


def furnish(data: Path, scenes: Mapping[str, Scene]) -> dict[str, Place]:
    """Write tables into the directory of a house that has not been opened yet."""
    data.mkdir(parents=True, exist_ok=True)
    # In a thread of its own: while Playwright is there, the test's thread has a running event loop already.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, _furnish(data, scenes)).result()


async def _furnish(data: Path, scenes: Mapping[str, Scene]) -> dict[str, Place]:
    store = await SqliteStore.open(data / DATABASE)
    try:
        return {name: await _set_up(store, scene) for name, scene in scenes.items()}
    finally:
        await store.close()


async def _set_up(store: SqliteStore, scene: Scene) -> Place:
    guests = GuestRegistry(store)
    made = [await guests.make(name) for name in scene.persons]
    seated = 0 if scene.is_watched else len(made)
    table = _Written(TableState(new_code()))
    setup = Setup(
        **_edition(scene),
        options=dict(scene.options),
        seats=seated + scene.bots + scene.free,
        bot_pause_ms=scene.bot_pause_ms,
        move_seconds=scene.move_seconds,
        public=scene.public,
        hints=scene.hints,
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
    await store.append(table.entries)
    return Place(table.state.code, [person.name for person, _ in made], [token for _, token in made])


def _edition(scene: Scene) -> dict[str, str]:
    if scene.edition in SHIPPED:
        return {"edition": scene.edition}
    return {"edition_file": Path(scene.edition).read_text(encoding="utf-8")}


def _whole_position(scene: Scene) -> dict[str, Any]:
    """Put the cards that are named nowhere into the pile, in an order that is always the same."""
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
    """A table on its way into the store."""

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
        """Make moves by chance, mostly plays, so that the round comes to an end."""
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
