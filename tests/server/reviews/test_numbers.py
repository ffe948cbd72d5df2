"""The numbers of each guest in a review, and the names in it."""

from __future__ import annotations

import gzip
import json
from random import Random

from huefall import Match
from huefall.record import open_record, write_record
from huefall.review import review_record
from huefall.review.estimator import effort_of
from huefall.server.guests.deleted import new_deleted_id
from huefall.server.reviews.numbers import numbers_of_guests, rename_players
from huefall.server.transport.compression import pack


def reviewed() -> bytes:
    match = Match("classic", 3, {"target": 0, "hand_size": 3}, seed=5, notes={"seat 0": "Anna", "seat 1": "小明"})
    rng = Random(5)
    while not match.over:
        match.play(match.asked, rng.choice([move for move in match.legal() if not move.is_claim]))
    review = review_record(open_record(write_record(match)), effort=effort_of(16), threads=1)
    return review.dump().encode()


def test_the_numbers_are_those_of_the_summary_and_names_change_alone() -> None:
    written = reviewed()
    review = json.loads(written)
    numbers = numbers_of_guests(pack(written), ["g-anna", new_deleted_id(), None])
    summary = review["summary"][0]
    assert set(numbers) == {"g-anna"}, "neither bots nor deleted guests have numbers"
    own = numbers["g-anna"]
    assert (own.accuracy, own.luck, own.skill) == (summary["accuracy"], summary["luck"], summary["own"])

    renamed = json.loads(gzip.decompress(rename_players(pack(written), {1: "(deleted)"})))
    assert renamed == {**review, "players": ["Anna", "(deleted)", ""]}
    assert gzip.decompress(rename_players(pack(written), {0: "Anna"})) == written
