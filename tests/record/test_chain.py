"""Commitments form a chain, so that a match that was left out shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from huefall.game.shared_seed import SharedSeed
from huefall.record import Proof, find_breaks


def changed(proof: Proof, **fields: Any) -> Proof:
    assert proof.shared_seed is not None
    return replace(proof, shared_seed=replace(proof.shared_seed, **fields))


def chain(table: str, matches: int, first: str | None = None) -> list[Proof]:
    """The proofs of a table's matches; ``first`` is the commitment before them."""
    proofs, previous = [], first
    for number in range(1, matches + 1):
        shared = SharedSeed(table, number, previous, ("", ""), ("", ""), bytes([number] * 32))
        previous = shared.commitment
        proofs.append(Proof(previous, 1, 0, 10, over=True, shared_seed=shared))
    return proofs


OLD = Proof("ab" * 32, 1, 0, 10, over=True)


def test_matches_of_one_table_are_whole_in_any_order_and_wherever_they_begin() -> None:
    proofs = chain("k7m2xw9p", 5)
    assert find_breaks(proofs) == find_breaks(proofs[::-1]) == find_breaks(proofs[2:]) == []
    assert find_breaks([*proofs, *proofs]) == []
    assert find_breaks([*proofs, *chain("abcdefgh", 2), OLD]) == []
    assert find_breaks([OLD]) == find_breaks([]) == []


def test_a_missing_match_is_named() -> None:
    proofs = chain("k7m2xw9p", 5)
    (missing,) = find_breaks([proofs[0], *proofs[2:]])
    assert missing == f"table k7m2xw9p: match 2 is missing; the commitment of match 2 is {proofs[1].commitment}"
    (missing,) = find_breaks([proofs[0], proofs[4]])
    assert "matches 2 to 4 are missing; the commitment of match 4 is" in missing


def test_a_match_that_the_next_one_does_not_know_is_named() -> None:
    one, two, three = chain("k7m2xw9p", 3)
    forged = changed(three, previous=one.commitment)
    assert "match 3 does not follow match 2" in find_breaks([one, two, forged])[0]
    assert "match 2 is left out by match 3" in find_breaks([one, forged])[0]


def test_two_matches_of_one_number_are_named() -> None:
    proofs = chain("k7m2xw9p", 2)
    other = chain("k7m2xw9p", 2, first="cd" * 32)
    assert "two different commitments for match 1" in find_breaks([*proofs, other[0]])[0]


def test_a_chain_goes_on_from_matches_of_an_older_version() -> None:
    later = [changed(each, match=number) for number, each in enumerate(chain("k7m2xw9p", 2, OLD.commitment), 4)]
    assert find_breaks([OLD, *later]) == []
