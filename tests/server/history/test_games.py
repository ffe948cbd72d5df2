"""What the streams about a guest say, page by page."""

from __future__ import annotations

from huefall.server.history.games import PAGE_SIZE, read_games
from huefall.server.reviews.numbers import ReviewNumbers, encode_numbers
from huefall.server.store import StoredEntry
from huefall.server.store.streams import guest_review_stream, participation_stream
from huefall.server.tables.participation import Came, ParticipationEntry, Played, Seated, Unseated, encode_participation
from huefall.server.tables.results import MatchResult, ResultPlayer

GUEST = "gapsq96qg9h42"


def stream(code: str, *entries: ParticipationEntry) -> list[StoredEntry]:
    return [
        StoredEntry(participation_stream(GUEST, code), number, 1_700_000_000_000, encode_participation(entry))
        for number, entry in enumerate(entries, 1)
    ]


def played(match: int, ended_ms: int, *, dealt: bool = True) -> Played:
    players = (ResultPlayer("Anna"), ResultPlayer(level="easy"))
    return Played(0, MatchResult(match, ended_ms, "classic", "classic", players, (1,), (0, 20), 1, dealt=dealt))


def test_a_guest_without_streams_has_no_games() -> None:
    games = read_games([], [])
    assert games.tables == [] and games.page(None) == ([], None)


def test_tables_say_whether_the_guest_has_a_seat() -> None:
    games = read_games(
        [
            *stream("aaaaaaaa", Came()),
            *stream("bbbbbbbb", Seated(), Unseated()),
            *stream("cccccccc", Seated(), Unseated(), Seated()),
        ],
        [],
    )
    assert games.seated_at == ["cccccccc"]
    assert [table.table for table in games.tables] == ["aaaaaaaa", "bbbbbbbb", "cccccccc"]
    assert games.tables[0].since == "2023-11-14T22:13:20Z"


def test_matches_come_newest_first_with_paths_and_numbers() -> None:
    reviews = [
        StoredEntry(guest_review_stream(GUEST, ("aaaaaaaa", 1)), number, 0, encode_numbers(ReviewNumbers(share, 0, 0)))
        for number, share in enumerate([0.25, 0.75], 1)
    ]
    games = read_games(
        [*stream("aaaaaaaa", played(1, 1000), played(2, 3000, dealt=False)), *stream("bbbbbbbb", played(1, 2000))],
        reviews,
    )
    third, second, first = games.page(None)[0]
    assert [(each.table, each.match) for each in (first, second, third)] == [
        ("aaaaaaaa", 1),
        ("bbbbbbbb", 1),
        ("aaaaaaaa", 2),
    ]
    assert first.reviewed is not None and first.reviewed.accuracy == 0.75, "the latest review counts"
    assert first.review == "/api/tables/aaaaaaaa/matches/1/review" and first.ended == "1970-01-01T00:00:01Z"
    assert third.review is None and third.replay == "/api/tables/aaaaaaaa/matches/2/rounds/1"
    assert [(each.name, each.kind, each.level) for each in first.players] == [
        ("Anna", "person", None),
        ("", "bot", "easy"),
    ]


def test_pages_follow_one_another_without_gap_or_repetition_even_if_matches_end_meanwhile() -> None:
    count = 2 * PAGE_SIZE + 1
    # Several end at the same millisecond.
    entries = [played(match, 1000 * (match // 3)) for match in range(1, count + 1)]
    before, seen = None, []
    for page in range(3):
        games = read_games([*stream("aaaaaaaa", *entries), *stream("bbbbbbbb", played(1, 10**6 + page))], [])
        found, before = games.page(before)
        seen += [each.match for each in found if each.table == "aaaaaaaa"]
        assert len(found) == (PAGE_SIZE if before else 2)
    assert before is None and seen == list(range(count, 0, -1))
