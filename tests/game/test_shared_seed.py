"""The hashes of a shared seed. The same numbers are in web/src/fairness/sharedSeed.test.ts, and docs/fairness.md has the texts."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

import pytest

from huefall.game import Match
from huefall.game.shared_seed import SharedSeed, commit_to, seal_of

SERVER_SEED = bytes(range(32))
COMMITMENT = "596bd7781ea5a99a423322f77a05d1678726be1106e1eee1a6264fd6a7a5e761"
CONTRIBUTION = "000102030405060708090a0b0c0d0e0f"
SEAL = "2b0a2f372b6dba7722b3c5a093d7bef45accae2ae9184cd48988eb8d088430a4"
FACTS: dict[str, Any] = {"edition": {"name": "mine", "file": '# "Käse"\\\t陳\n'}, "options": {"b": 1, "a": True}}
FACTS |= {"players": 2, "deck": ["r0", "W"]}
SHARED = SharedSeed("k7m2xw9p", 3, "ab" * 32, (SEAL, ""), (CONTRIBUTION, ""), SERVER_SEED)
SEED = "eab1da5fd5ea4d0df534c61c7efed582cad6e1f7244c5ca40f0fefee9ae204ac"


def test_the_hashes_are_those_of_the_texts_on_the_page() -> None:
    def hash_text(text: str) -> str:
        return hashlib.sha256(text.encode()).hexdigest()

    commitment = '{{"match":3,"previous":"{}","server_seed":"{}","table":"k7m2xw9p"}}'.format(
        "ab" * 32, SERVER_SEED.hex()
    )
    assert SHARED.commitment == hash_text(f"huefall commitment 2\n{commitment}") == COMMITMENT
    seal = f'{{"commitment":"{COMMITMENT}","contribution":"{CONTRIBUTION}"}}'
    assert seal_of(CONTRIBUTION, COMMITMENT) == hash_text(f"huefall seal 2\n{seal}") == SEAL
    mixed = (
        f'{{"commitment":"{COMMITMENT}","contributions":["{CONTRIBUTION}",""],"deck":["r0","W"],'
        '"edition":{"file":"# \\"Käse\\"\\\\\\t陳\\n","name":"mine"},"options":{"a":true,"b":1},"players":2,'
        f'"rules_version":2,"seals":["{SEAL}",""],"server_seed":"{SERVER_SEED.hex()}"}}'
    )
    assert SHARED.mix(FACTS, 2).hex() == hash_text(f"huefall seed 2\n{mixed}") == SEED


@pytest.mark.parametrize(
    "change",
    [
        {"table": "k7m2xw9q"},
        {"match": 4},
        {"previous": None},
        {"server_seed": bytes(32)},
        {"seals": ("", SEAL)},
        {"contributions": ("", CONTRIBUTION)},
        {"contributions": ("", "")},
    ],
)
def test_everything_a_seed_is_mixed_from_changes_it(change: dict[str, Any]) -> None:
    assert replace(SHARED, **change).mix(FACTS, 2) != SHARED.mix(FACTS, 2)
    assert (replace(SHARED, **change).commitment != COMMITMENT) == (not change.keys() & {"seals", "contributions"})


@pytest.mark.parametrize("fact", [{"deck": ["W", "r0"]}, {"edition": "classic"}, {"options": {}}, {"players": 3}])
def test_everything_that_is_played_changes_the_seed(fact: dict[str, Any]) -> None:
    assert SHARED.mix(FACTS | fact, 2) != SHARED.mix(FACTS, 2)
    assert SHARED.mix(FACTS, 1) != SHARED.mix(FACTS, 2)


def test_a_seed_that_is_not_revealed_cannot_be_mixed() -> None:
    with pytest.raises(ValueError, match="has not been revealed"):
        replace(SHARED, server_seed=None).mix(FACTS, 2)


def test_a_seat_that_sealed_and_told_nothing_is_named() -> None:
    assert SHARED.withheld == []
    assert replace(SHARED, contributions=("", "")).withheld == [0]


def test_a_match_is_dealt_from_the_mixed_seed() -> None:
    shared = replace(SHARED, seals=("", ""), contributions=("", ""))
    match, again = (Match("classic", 2, {"target": 0}, seed=shared) for _ in range(2))
    assert match.seed == shared.mix(match.facts(), match.variant.rules.rules_version)
    assert match.commitment == commit_to(SERVER_SEED, "k7m2xw9p", 3, "ab" * 32)
    assert match.rounds[0].deck == again.rounds[0].deck
    assert match.rounds[0].deck != Match("classic", 2, {"target": 0}, seed=replace(shared, match=4)).rounds[0].deck
