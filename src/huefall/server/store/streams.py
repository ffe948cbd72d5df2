"""Names of streams: one per table, one per guest, two per review, and those that tell what a guest has played.

Tested in tests/server/reviews/test_queue.py and tests/server/tables/test_registry.py.
"""

from __future__ import annotations

from collections.abc import Collection

from huefall.server.store.contract import Store

TABLES = "table:"
GUESTS = "guest:"
#: Open requests for reviews, and the outcomes of reviews.
REVIEW_REQUESTS = "review-asked:"
REVIEWS = "review:"

#: What a guest did at a table, and their numbers in the review of a match.
PARTICIPATIONS = "participation:"
GUEST_REVIEWS = "guest-review:"
#: Guests about whom everything is being deleted.
DELETIONS = "deletion:"
#: How far the participations of tables of older versions have been written.
BACKFILL = "backfill:participations"

#: The code of a table and the number of one of its matches.
MatchKey = tuple[str, int]


def table_stream(code: str) -> str:
    return f"{TABLES}{code}"


def guest_stream(guest: str) -> str:
    return f"{GUESTS}{guest}"


def review_stream(kind: str, key: MatchKey) -> str:
    """Return a stream such as ``review:k7m2qfxy:1``."""
    return f"{kind}{key[0]}:{key[1]}"


def match_of_review(stream: str) -> MatchKey:
    _, code, number = stream.split(":")
    return code, int(number)


def participation_stream(guest: str, code: str) -> str:
    return f"{PARTICIPATIONS}{guest}:{code}"


def guest_review_stream(guest: str, key: MatchKey) -> str:
    """Return a stream such as ``guest-review:gapsq96qg9h42:k7m2qfxy:1``."""
    return f"{GUEST_REVIEWS}{guest}:{key[0]}:{key[1]}"


def deletion_stream(guest: str) -> str:
    return f"{DELETIONS}{guest}"


def split_guest_stream(stream: str) -> tuple[str, str]:
    """Return the guest and the table of a participation, or of a guest's review.

    >>> split_guest_stream("guest-review:gapsq96qg9h42:k7m2qfxy:1")
    ('gapsq96qg9h42', 'k7m2qfxy')
    """
    _, guest, code, *_ = stream.split(":")
    return guest, code


async def streams_about_tables(store: Store, codes: Collection[str]) -> list[str]:
    """Return all streams about these tables except their own: reviews, and what guests did there."""
    reviews = [*await store.streams(REVIEW_REQUESTS), *await store.streams(REVIEWS)]
    guests = [*await store.streams(GUEST_REVIEWS), *await store.streams(PARTICIPATIONS)]
    return [
        *(info.stream for info in reviews if match_of_review(info.stream)[0] in codes),
        *(info.stream for info in guests if split_guest_stream(info.stream)[1] in codes),
    ]


async def find_orphans(store: Store) -> list[str]:
    """Return the streams about tables that are gone. Nothing is an orphan while something is damaged: it may be its table."""
    reviews = [*await store.streams(REVIEW_REQUESTS), *await store.streams(REVIEWS)]
    guests = [*await store.streams(GUEST_REVIEWS), *await store.streams(PARTICIPATIONS)]
    # Last, so that a table that is created meanwhile is among them.
    tables = {info.stream.removeprefix(TABLES) for info in await store.streams(TABLES)}
    if store.health.damaged:
        return []
    return [
        *(info.stream for info in reviews if match_of_review(info.stream)[0] not in tables),
        *(info.stream for info in guests if split_guest_stream(info.stream)[1] not in tables),
    ]


async def streams_about_guests(store: Store, guests: Collection[str]) -> list[str]:
    """Return all streams about these guests except their own: what they did at tables."""
    infos = [*await store.streams(GUEST_REVIEWS), *await store.streams(PARTICIPATIONS)]
    return [info.stream for info in infos if split_guest_stream(info.stream)[0] in guests]
