"""A review as JSON, and back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from huefall.game import Match
from huefall.notation.moves import read_move
from huefall.notation.variant import Variant
from huefall.protocol.reviews import VERSION
from huefall.review import Review, review_match


def _strings(value: Any) -> Iterator[str]:
    """List the strings in JSON, names of fields aside."""
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ():
        yield from _strings(inner)


@pytest.fixture
def review(party: Match, by_hand: Any) -> Review:
    return review_match(party, estimator=by_hand({"draw": 0.2}, noise=0.2), threads=2)


def test_json_says_what_it_is_and_reads_back_the_same(review: Review) -> None:
    written = json.loads(review.dump())
    assert (written["format"], written["version"]) == ("huefall-review", VERSION)
    assert msgspec.json.decode(review.dump(), type=Review) == review


def test_numbers_that_follow_from_others_are_written_last_for_readers(review: Review) -> None:
    written = json.loads(review.dump())
    for summary in (*written["summary"], *written["rounds"][0]["summary"]):
        assert list(summary)[-4:] == ["margins", "luck", "average_loss", "accuracy"]
        assert summary["luck"] == round(summary["deal"] + summary["draws"], 6)


def test_small_numbers_are_written_as_in_earlier_versions(review: Review) -> None:
    first, *others = review.summary
    assert '"luck":-2e-06,' in replace(review, summary=(replace(first, luck=-0.000002), *others)).dump()


def test_there_is_no_language_in_it(review: Review) -> None:
    """Every string is a code, a card, or a move that its reader can read."""
    variant, found = Variant.of(review.edition, review.options), list(_strings(json.loads(review.dump())["rounds"]))
    assert review.rounds[0].mistakes
    held = [kind.copies for kind in variant.kinds]
    for each in found:
        if " " in each:
            read_move(variant, held, each)  # raises unless it is a move
        else:
            assert re.fullmatch(r"[a-z_]+|[rygbp]?[0-9A-Z+]+\*?", each), each


def test_what_was_added_later_may_be_lacking(review: Review) -> None:
    written = json.loads(review.dump())
    del written["titles"], written["rounds"][0]["turning_points"][0]["drew"]
    for each in written["rounds"][0]["mistakes"]:
        del each["went_well"]
    again = msgspec.convert(written, Review)
    assert again.titles == {} and again.rounds[0].turning_points[0].drew == ()
    assert not any(mistake.went_well for mistake in again.rounds[0].mistakes)


def test_a_wrong_value_is_named_with_its_place(review: Review) -> None:
    written = json.loads(review.dump())
    written["rounds"][0]["steps"][1]["chances"][0] = "half"
    with pytest.raises(msgspec.ValidationError, match=r"got `str` - at `\$\.rounds\[0\]\.steps\[1\]\.chances\[0\]`"):
        msgspec.convert(written, Review)


def test_the_page_about_reviews_tells_this_version() -> None:
    page = (Path(__file__).parents[2] / "docs" / "review.md").read_text("utf-8")
    assert f"Version {VERSION}." in page and f'`"huefall-review"`, {VERSION} |' in page
