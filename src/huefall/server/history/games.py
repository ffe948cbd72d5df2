"""``GuestHistory``: what a guest has played, from the streams that tables and reviews write about them.

One request is two reads of the store, however many tables there are, and no match is replayed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from huefall.protocol.me import ExportedTable, MyFinishedMatch, MyPlayer, MyReview
from huefall.server.ops.workers import Workers
from huefall.server.reviews.numbers import ReviewNumbers, decode_numbers
from huefall.server.store import Store, StoredEntry
from huefall.server.store.streams import GUEST_REVIEWS, PARTICIPATIONS, MatchKey, split_guest_stream
from huefall.server.tables.participation import Participation, Played, decode_participation
from huefall.server.tables.results import ResultPlayer

#: Finished matches in one page of a list.
PAGE_SIZE = 20


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A finished match of a guest, and the key by which lists are sorted and continued."""

    key: tuple[int, str, int]  # when it ended, in ms; table; match
    shown: MyFinishedMatch


@dataclass(frozen=True, slots=True)
class Games:
    """Everything a guest has played."""

    tables: list[ExportedTable] = field(default_factory=list)
    #: The newest first.
    finished: list[PlayedMatch] = field(default_factory=list)

    @property
    def seated_at(self) -> list[str]:
        """The codes of the tables at which the guest has a seat."""
        return [table.table for table in self.tables if table.seated]

    def page(self, before: str | None) -> tuple[list[MyFinishedMatch], str | None]:
        """Return a page of the finished matches, and the cursor of the next one; ``before`` is a valid cursor."""
        first = _read_cursor(before) if before is not None else None
        rest = [each for each in self.finished if first is None or each.key < first]
        page = rest[:PAGE_SIZE]
        return [each.shown for each in page], _write_cursor(page[-1].key) if len(rest) > PAGE_SIZE else None


class GuestHistory:
    def __init__(self, store: Store, workers: Workers) -> None:
        self._store = store
        self._workers = workers

    async def games(self, guest: str) -> Games:
        participations = await self._store.read_all(f"{PARTICIPATIONS}{guest}:")
        reviews = await self._store.read_all(f"{GUEST_REVIEWS}{guest}:")
        return await self._workers.ask(read_games, participations, reviews)


def read_games(participations: Sequence[StoredEntry], reviews: Sequence[StoredEntry]) -> Games:
    """Return what the streams about a guest say."""
    numbers = _read_numbers(reviews)
    tables: dict[str, Participation] = {}
    since: dict[str, int] = {}
    finished: list[PlayedMatch] = []
    for stored in participations:
        _, code = split_guest_stream(stored.stream)
        entry = decode_participation(stored.data)
        since.setdefault(code, stored.at)
        tables.setdefault(code, Participation()).apply(entry)
        if isinstance(entry, Played):
            key = (entry.result.ended_ms, code, entry.result.match)
            finished.append(PlayedMatch(key, _show(code, entry, numbers.get((code, entry.result.match)))))
    finished.sort(key=lambda each: each.key, reverse=True)
    listed = [ExportedTable(code, write_time(since[code]), table.seated) for code, table in tables.items()]
    return Games(listed, finished)


def _read_numbers(reviews: Iterable[StoredEntry]) -> dict[MatchKey, ReviewNumbers]:
    """Return the numbers by match; of several the last."""
    numbers = {}
    for stored in reviews:
        _, _, code, match = stored.stream.split(":")
        numbers[code, int(match)] = decode_numbers(stored.data)
    return numbers


def _show(code: str, played: Played, numbers: ReviewNumbers | None) -> MyFinishedMatch:
    result = played.result
    path = f"/api/tables/{code}/matches/{result.match}"
    return MyFinishedMatch(
        table=code,
        match=result.match,
        edition=result.edition,
        theme=result.theme,
        title=result.title,
        ended=write_time(result.ended_ms),
        players=[_show_player(player) for player in result.players],
        seat=played.seat,
        winners=list(result.winners),
        scores=list(result.scores),
        rounds=result.rounds,
        replay=f"{path}/rounds/1",
        review=f"{path}/review" if result.dealt else None,
        reviewed=None if numbers is None else MyReview(numbers.accuracy, numbers.luck, numbers.skill),
        origin=result.origin,
    )


def _show_player(player: ResultPlayer) -> MyPlayer:
    return MyPlayer(player.name, "person" if player.level is None else "bot", player.level)


def write_time(at_ms: int) -> str:
    """Return a time as ISO 8601 writes it.

    >>> write_time(1_700_000_000_000)
    '2023-11-14T22:13:20Z'
    """
    return datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _write_cursor(key: tuple[int, str, int]) -> str:
    return "-".join(map(str, key))


def _read_cursor(text: str) -> tuple[int, str, int]:
    ended, code, match = text.split("-")
    return int(ended), code, int(match)
