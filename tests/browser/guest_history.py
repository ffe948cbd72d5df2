"""The history of a guest who has played for a while, with names and titles that are hard to show."""

from __future__ import annotations

from huefall.protocol.me import (
    EditionStatistics,
    LevelStatistics,
    MyFinishedMatch,
    MyGames,
    MyPlayer,
    MyReview,
    MyRunningGame,
    MyStatistics,
    ReviewedMatch,
)
from huefall.protocol.tables import Origin

TABLE = "k7m2xw9p"
ANNA = MyPlayer("Anna", "person", None)
LONG = MyPlayer("Alexandra the Great", "person", None)
CHINESE = MyPlayer("蘇菲亞·陳大小姐", "person", None)
GONE = MyPlayer("(deleted)", "person", None)
NORMAL = MyPlayer("", "bot", "normal")
EXPERT = MyPlayer("", "bot", "expert")


def _running(table: str, edition: str, *others: MyPlayer, turn: bool = False, left: bool = False) -> MyRunningGame:
    players = [ANNA, *others]
    scores = [147, *(35 for _ in others)]
    return MyRunningGame(
        table, 1, edition, edition, {}, "playing", players, 0, True, turn, 2, scores, 500, stood_in=False, left=left
    )


def _finished(
    match: int, edition: str, winner: int, *others: MyPlayer, accuracy: float | None = None
) -> MyFinishedMatch:
    reviewed = None if accuracy is None else MyReview(accuracy, 0.12, -0.03)
    scores = [50 * (seat + 1) if seat != winner else 510 for seat in range(len(others) + 1)]
    origin = Origin(TABLE, 1, 1, 5) if match == 1 else None
    path = f"/api/tables/{TABLE}/matches/{match}"
    return MyFinishedMatch(
        TABLE, match, edition, edition, {}, f"2026-11-{match:02}T18:20:00Z", [ANNA, *others], 0, [winner], scores, 4,
        f"{path}/rounds/1", None if origin else f"{path}/review", reviewed, origin,
    )  # fmt: skip


GAMES = MyGames(
    running=[
        _running("aaaaaaaa", "classic", NORMAL, NORMAL, NORMAL, turn=True),
        _running("bbbbbbbb", "bts", LONG, CHINESE, EXPERT),
        _running("cccccccc", "buzz", NORMAL, left=True),
    ],
    finished=[
        _finished(4, "classic", 0, NORMAL, NORMAL, NORMAL, accuracy=0.83),
        _finished(3, "jurassic", 2, LONG, CHINESE, accuracy=0.6),
        _finished(2, "avengers", 1, GONE),
        _finished(1, "classic", 0, EXPERT),
    ],
    next="older",
)

STATISTICS = MyStatistics(
    matches=24,
    wins=9,
    by_edition=[
        EditionStatistics("classic", {}, 18, 7),
        EditionStatistics("avengers", {}, 5, 2),
        EditionStatistics("thunder", {"en": "Thunder and Lightning Deluxe", "zh-Hant": "雷霆萬鈞豪華版"}, 1, 0),
    ],
    by_level=[LevelStatistics("easy", 3, 2), LevelStatistics("normal", 15, 5), LevelStatistics("people", 6, 2)],
    reviewed=[
        ReviewedMatch(
            f"2026-10-{day:02}T18:20:00Z",
            TABLE,
            day,
            None if day % 7 == 0 else 0.5 + (day * 5 % 17) / 40,
            ((day * 11) % 23 - 11) / 20,
            ((day * 7) % 13 - 6) / 60,
        )
        for day in range(1, 25)
    ],
)
