"""Names of streams: one per table, one per guest, two per review.

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


async def review_streams(store: Store, codes: Collection[str]) -> list[str]:
    """Return all streams about reviews of matches at these tables."""
    infos = [*await store.streams(REVIEW_REQUESTS), *await store.streams(REVIEWS)]
    return [info.stream for info in infos if match_of_review(info.stream)[0] in codes]
