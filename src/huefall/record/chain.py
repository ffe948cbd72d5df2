"""The chain of a table's matches: each commitment names the one before it, so that a match that was left out shows."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from huefall.record.proof import Proof


@dataclass(frozen=True, slots=True)
class _Link:
    table: str
    match: int
    previous: str | None
    commitment: str


def find_breaks(proofs: Sequence[Proof]) -> list[str]:
    """List what is wrong or missing in the chains of these matches, one sentence each; nothing if they are whole.

    A chain begins with the earliest match given. That matches came after the last one cannot be seen from records.
    """
    links = {_link(proof) for proof in proofs if proof.shared_seed is not None}
    commitments = {proof.commitment for proof in proofs}
    breaks = []
    for table in sorted({link.table for link in links}):
        chain = sorted((link for link in links if link.table == table), key=lambda link: link.match)
        for before, link in itertools.pairwise(chain):
            if link.match == before.match:
                breaks.append(f"table {table}: there are two different commitments for match {link.match}")
            elif link.previous != before.commitment and link.match == before.match + 1:
                breaks.append(
                    f"table {table}: match {link.match} does not follow match {before.match}: it names the commitment "
                    f"{link.previous} before it, the record has {before.commitment}"
                )
            elif link.match > before.match + 1:
                breaks.append(_name_missing(table, before.match + 1, link, commitments))
    return breaks


def _link(proof: Proof) -> _Link:
    shared = proof.shared_seed
    if shared is None or proof.commitment is None:
        raise ValueError("only matches with a shared seed form a chain")
    return _Link(shared.table, shared.match, shared.previous, proof.commitment)


def _name_missing(table: str, first: int, link: _Link, commitments: set[str | None]) -> str:
    last = link.match - 1
    missing = f"match {first} is" if first == last else f"matches {first} to {last} are"
    if link.previous in commitments:
        return f"table {table}: {missing} left out by match {link.match}, which names an earlier commitment before it"
    return f"table {table}: {missing} missing; the commitment of match {last} is {link.previous}"
