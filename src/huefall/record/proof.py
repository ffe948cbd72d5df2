"""Proving the shuffle: every order is derived from the seed again, and the seed checked against the commitment
(docs/fairness.md).
"""

from __future__ import annotations

from dataclasses import dataclass

from huefall.game.shared_seed import SharedSeed
from huefall.record.errors import RecordError
from huefall.record.header import read_header
from huefall.record.lines import Source, read_lines
from huefall.record.replay import Replayer


@dataclass(frozen=True, slots=True)
class Proof:
    """What was checked and holds: the dealer draw, every deck and every reshuffle follow from the seed."""

    commitment: str | None  # None for a seed that is a number
    rounds: int
    reshuffles: int
    moves: int
    over: bool
    shared_seed: SharedSeed | None = None  # None: one side alone drew the seed

    @property
    def committed(self) -> bool:
        return self.commitment is not None

    def __str__(self) -> str:
        orders = f"the dealer draw, {_count(self.rounds, 'deck')} and {_count(self.reshuffles, 'reshuffle')}"
        bound = f"bound by the commitment {self.commitment}" if self.committed else "but nothing was committed to"
        if self.shared_seed is not None:
            bound += f"; {_describe(self.shared_seed)}"
        end = "the match is over" if self.over else "the match is not over"
        return f"{orders} follow from the seed, {bound}; {_count(self.moves, 'move')} played again, {end}"


def verify(
    source: Source,
    *,
    commitment: str | None = None,
    contribution: str | None = None,
    unfinished: bool = False,
) -> Proof:
    """Prove a record's shuffles. ``commitment``: the one shown before the deal, compared with the record's.

    ``contribution``: the random bytes, in hex, that your own client sent; they must be among those of the record.
    """
    lines = read_lines(source, unfinished=unfinished)
    header = read_header(lines)
    if commitment is not None and header.commitment != commitment.strip().lower():
        raise RecordError(f"the commitment is {header.commitment}, not the {commitment} shown before the deal", 1)
    shared = header.shared_seed
    if contribution is not None and (shared is None or contribution.strip().lower() not in shared.contributions):
        raise RecordError(f"the contribution {contribution} is not among those the seed was mixed from", 1)
    if header.seed is None:
        last = lines[-1].number
        raise RecordError("there is no seed, so nothing can be proved: a match reveals it when it is over", last)
    match = Replayer(lines, from_seed=True, unfinished=unfinished).run()
    in_deals = sum(dealt.reshuffle is not None for dealt in match.rounds)
    in_moves = sum(move.reshuffle is not None for dealt in match.rounds for move in dealt.moves)
    return Proof(
        commitment=header.commitment,
        rounds=match.round,
        reshuffles=in_deals + in_moves,
        moves=sum(len(dealt.moves) for dealt in match.rounds),
        over=match.over,
        shared_seed=shared,
    )


def _describe(shared: SharedSeed) -> str:
    """Say which match it is, and who has contributed to its seed."""
    seats = [f"seat {seat}" for seat, told in enumerate(shared.contributions) if told]
    withheld = [f"seat {seat}" for seat in shared.withheld]
    parts = [f"match {shared.match} of table {shared.table}, contributions of {', '.join(seats) or 'nobody'}"]
    if withheld:
        parts.append(f"sealed and not told by {', '.join(withheld)}")
    return ", ".join(parts)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
