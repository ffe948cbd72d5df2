"""Records of matches whose seed was mixed from contributions: everything in them can be checked, and is."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from huefall.game import Match
from huefall.game.shared_seed import SharedSeed, seal_of
from huefall.record import RecordError, load_match, replay, verify, write_record

#: Written by web/src/fairness/fixtures/make_record.py; the page's own check is tested with the same file.
FIXTURE = Path(__file__).parents[2] / "web" / "src" / "fairness" / "fixtures" / "shared_seed.jsonl"
CONTRIBUTION = "ab" * 16


@pytest.fixture(scope="module")
def record() -> str:
    return FIXTURE.read_text(encoding="utf-8")


def edited(record: str, line: int = 0, **fields: Any) -> str:
    """Change fields of a line; ``...`` removes one, a field of ``shared_seed`` is named ``shared_seed__…``."""
    lines = [json.loads(each) for each in record.splitlines()]
    for name, value in fields.items():
        where, _, inner = name.partition("__")
        target = lines[line][where] if inner else lines[line]
        if value is ...:
            del target[inner or name]
        else:
            target[inner or name] = value
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in lines)


def test_a_record_says_everything_its_seed_was_mixed_from(record: str) -> None:
    header, last = json.loads(record.splitlines()[0]), json.loads(record.splitlines()[-1])
    proof = verify(record, commitment=header["commitment"], contribution=header["shared_seed"]["contributions"][0])
    assert header["version"] == 2
    assert proof.shared_seed.server_seed.hex() == last["server_seed"]
    assert [bool(told) for told in header["shared_seed"]["contributions"]] == [True, False, False]
    assert "match 2 of table k7m2xw9p, contributions of seat 0, sealed and not told by seat 2" in str(proof)


def test_a_record_is_written_as_it_was_read(record: str) -> None:
    for match in (replay(record), load_match(record)):
        assert write_record(match) == record


def test_a_running_match_can_be_saved_and_goes_on_with_its_seed(play_on: Callable[..., Match]) -> None:
    shared = SharedSeed("k7m2xw9p", 1, None, ("", ""), ("", ""), bytes(32))
    match = play_on(Match("classic", 2, {"target": 0}, seed=shared), Random(3), 12)
    published = json.loads(write_record(match).splitlines()[0])
    assert "seed" not in published and "server_seed" not in published
    again = load_match(write_record(match, with_seed=True))
    assert (again.shared_seed, again.seed) == (shared, match.seed)
    assert not verify(write_record(match, with_seed=True)).over
    assert replay(write_record(match)).shared_seed == replace(shared, server_seed=None)


HEX = "12" * 32
DAMAGE: dict[str, tuple[dict[str, Any], str]] = {
    "another table": ({"shared_seed__table": "abcdefgh"}, "commitment does not fit the server's seed, table"),
    "another match": ({"shared_seed__match": 3}, "commitment does not fit"),
    "another match before": ({"shared_seed__previous": HEX}, "commitment does not fit"),
    "a first match with one before": ({"shared_seed__match": 1}, "previous must be null for match 1"),
    "another server seed": ({"line": -1, "server_seed": HEX}, "commitment does not fit"),
    "another seed": ({"line": -1, "seed": HEX}, "the seed does not follow from"),
    "no server seed": ({"line": -1, "server_seed": ...}, "revealed together"),
    "no seed": ({"line": -1, "seed": ...}, "revealed together"),
    "two server seeds": ({"server_seed": HEX}, "another one than the header's"),
    "a contribution left out": ({"shared_seed__contributions": ["", "", ""]}, "the seed does not follow from"),
    "another contribution": ({"shared_seed__contributions": ["ef" * 16, "", ""]}, "seat 0 does not fit its seal"),
    "an unsealed contribution": ({"shared_seed__contributions": ["", "ef" * 16, ""]}, "seat 1 does not fit its seal"),
    "too few seats": ({"shared_seed__seals": [""]}, "a text for each of the 3 seats"),
    "another version of the rules": ({"rules_version": 1}, "the seed does not follow from"),
    "no commitment": ({"commitment": None}, "commitment is null"),
    "an old version": ({"version": 1}, "version 2 and shared_seed belong together"),
    "no shared seed": ({"shared_seed": ...}, "version 2 and shared_seed belong together"),
    "half a shared seed": ({"shared_seed__previous": ...}, "shared_seed must be an object with table"),
    "a seal that is none": ({"shared_seed__seals": ["x", "", ""]}, "shared_seed must be an object with table"),
    "contributions that are none": ({"shared_seed__contributions": [1, "", ""]}, "shared_seed must be an object"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_manipulated_shared_seed_is_detected(damage: str, record: str) -> None:
    change, said = DAMAGE[damage]
    with pytest.raises(RecordError, match=said):
        verify(edited(record, **change))


def test_seals_published_later_for_another_contribution_are_detected(record: str) -> None:
    """Whoever writes the record anew must also find the server's commitment and a seed that fit: none do."""
    header = json.loads(record.splitlines()[0])
    seals = header["shared_seed"]["seals"]
    changed = edited(
        record,
        shared_seed__contributions=[CONTRIBUTION, "", ""],
        shared_seed__seals=[seal_of(CONTRIBUTION, header["commitment"]), *seals[1:]],
    )
    with pytest.raises(RecordError, match="the seed does not follow from"):
        verify(changed)


def test_a_contribution_that_was_left_out_is_noticed_by_who_sent_it(record: str, text: str) -> None:
    for each in (record, text):
        with pytest.raises(RecordError, match=f"the contribution {CONTRIBUTION} is not among those"):
            verify(each, contribution=CONTRIBUTION)


def test_a_server_seed_belongs_to_a_shared_seed(text: str) -> None:
    with pytest.raises(RecordError, match="server_seed belongs to a header with shared_seed"):
        verify(edited(text, -1, server_seed=HEX))
