"""What a review says about each player in three numbers, and the names in it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from huefall.server.guests.deleted import is_deleted_id
from huefall.server.transport.compression import pack


class ReviewNumbers(Struct, frozen=True):
    """One seat of a reviewed match. It is stored: fields may be added, not changed."""

    #: From 0 to 1; None where the estimates cannot tell.
    accuracy: float | None
    luck: float
    skill: float


class _Summary(Struct, frozen=True):
    seat: int
    own: float
    luck: float
    accuracy: float | None


class _Summaries(Struct, frozen=True):
    summary: list[_Summary] = []


_summaries = msgspec.json.Decoder(_Summaries)
decode_numbers = msgspec.json.Decoder(ReviewNumbers).decode
encode_numbers = msgspec.json.Encoder().encode


def numbers_of_guests(packed: bytes, guests: Sequence[str | None]) -> dict[str, ReviewNumbers]:
    """Return the numbers of each guest in a compressed review; ``guests`` has the guest of each seat, None for bots."""
    found = {}
    for summary in _summaries.decode(gzip.decompress(packed)).summary:
        guest = guests[summary.seat] if summary.seat < len(guests) else None
        if guest is not None and not is_deleted_id(guest):
            found[guest] = ReviewNumbers(summary.accuracy, summary.luck, summary.own)
    return found


def rename_players(packed: bytes, names: Mapping[int, str]) -> bytes:
    """Return a compressed review with other names at some seats."""
    review = json.loads(gzip.decompress(packed))
    players = review.get("players", [])
    review["players"] = [names.get(seat, name) for seat, name in enumerate(players)]
    if review["players"] == players:
        return packed
    return pack(json.dumps(review, ensure_ascii=False, separators=(",", ":")).encode())
