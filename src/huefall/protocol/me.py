"""What a guest may read about themselves: their games, statistics, and an export of everything stored about them.

Tested in tests/protocol/test_openapi.py and tests/server/test_my_games.py.
"""

from __future__ import annotations

from msgspec import Struct

from huefall.protocol.fields import Code, Level, Seat, SeatKind, Status
from huefall.protocol.http import DeviceShown
from huefall.protocol.tables import Origin


class MyPlayer(Struct, frozen=True):
    """Somebody who plays or played at one of your tables."""

    #: Of a person; `(deleted)` if they have deleted everything about themselves. Empty for a bot and a free seat.
    name: str
    #: Only a table without a match has free seats.
    kind: SeatKind
    #: Of a bot.
    level: Level | None


class MyReview(Struct, frozen=True):
    """Your numbers in the review of a match (docs/review.md)."""

    #: From 0 to 1; null where the estimates cannot tell.
    accuracy: float | None
    #: What the cards added to your chances: deal and draws.
    luck: float
    #: What your own moves added to your chances.
    skill: float


class MyRunningGame(Struct, frozen=True):
    """A table at which you have a seat."""

    table: Code
    #: The number of the current or last match; 0 before the first.
    match: int
    edition: str
    #: Whose card pictures are used: the edition's own if it is built in, else `classic`.
    theme: str
    #: The title of a custom edition, by language.
    title: dict[str, str]
    status: Status
    #: By seat.
    players: list[MyPlayer]
    seat: Seat
    #: Whether you are the host.
    host: bool
    #: Whether the table waits for your decision.
    turn: bool
    #: The number of the current or last round; 0 before the first deal.
    round: int
    #: By seat.
    scores: list[int]
    #: The score that wins the match; 0: a single round.
    target: int
    #: A bot plays for you until you come back.
    stood_in: bool
    #: You have left; until the match is over or somebody takes your seat over, you may come back.
    left: bool


class MyFinishedMatch(Struct, frozen=True):
    """A match that you have played to its end, or that a bot has finished for you."""

    table: Code
    match: int
    edition: str
    #: Whose card pictures are used: the edition's own if it is built in, else `classic`.
    theme: str
    #: The title of a custom edition, by language.
    title: dict[str, str]
    #: When, in UTC, as in ISO 8601.
    ended: str
    #: By seat.
    players: list[MyPlayer]
    seat: Seat
    winners: list[int]
    #: By seat.
    scores: list[int]
    rounds: int
    #: The path of its first round, step by step.
    replay: str | None
    #: The path of its review; null if the match did not begin with a deal.
    review: str | None
    #: Your numbers, as soon as the review is done.
    reviewed: MyReview | None
    #: The step of another match from which it was continued. Such a match does not count in the statistics.
    origin: Origin | None


class MyGames(Struct, frozen=True):
    """Your tables and your finished matches, the newest first."""

    #: Only on the first page. Lessons are not listed.
    running: list[MyRunningGame]
    #: 20 per page.
    finished: list[MyFinishedMatch]
    #: The query parameter `before` of the next page; null on the last one.
    next: str | None


class EditionStatistics(Struct, frozen=True):
    """Your matches with one edition."""

    edition: str
    #: The title of a custom edition, by language.
    title: dict[str, str]
    matches: int
    wins: int


class LevelStatistics(Struct, frozen=True):
    """Your matches against one level."""

    #: The strongest bot at the table; `people` if another person sat there.
    level: Level
    matches: int
    wins: int


class ReviewedMatch(Struct, frozen=True):
    """Your numbers in one reviewed match."""

    #: When the match ended, in UTC, as in ISO 8601.
    ended: str
    table: Code
    match: int
    #: From 0 to 1; null where the estimates cannot tell.
    accuracy: float | None
    luck: float
    skill: float


class MyStatistics(Struct, frozen=True):
    """Your finished matches, counted. Lessons and matches continued from a step of another one do not count."""

    matches: int
    wins: int
    #: Most matches first.
    by_edition: list[EditionStatistics]
    #: Weakest level first, `people` last.
    by_level: list[LevelStatistics]
    #: Oldest first; the latest 1,000.
    reviewed: list[ReviewedMatch]


class ExportedTable(Struct, frozen=True):
    """A table at which you were."""

    table: Code
    #: When the server noted you there first, in UTC, as in ISO 8601.
    since: str
    #: Whether you have a seat there.
    seated: bool


class MyExport(Struct, frozen=True):
    """Everything that is stored about you. Of your tokens only hashes are stored, and they are left out here."""

    guest: str
    name: str
    devices: list[DeviceShown]
    tables: list[ExportedTable]
    #: The newest first.
    matches: list[MyFinishedMatch]
