"""Writing a record: one line of JSON for the header, each round, each move and each result (docs/records.md).

The record of a running match contains the deck of the current round: it is for the table's owner only (``write_record``).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from huefall.game import Match, Played, Reshuffle, Round
from huefall.notation.variant import Variant
from huefall.record.atomic_file import write_atomically
from huefall.record.errors import RecordError
from huefall.record.header import UNSTATED_SHUFFLE_VERSION
from huefall.record.lines import FORMAT, SHARED_SEED_VERSION, VERSION, write_line


def write_record(match: Match, *, with_seed: bool = False) -> str:
    """Write a match as a record. A match that is over reveals its seed, a running one only ``with_seed``.

    With or without the seed, the record of a running match contains the whole deck of the current round, hands and pile.
    It is for the table's owner only; share the record when the match is over.
    """
    return "".join(record_lines(match, with_seed=with_seed))


def save_match(match: Match, path: str | os.PathLike[str]) -> None:
    """Save a match for ``load_match``. While the match runs the file contains its seed and is readable by its owner only."""
    try:
        data = write_record(match, with_seed=not match.over).encode("utf-8")
    except UnicodeEncodeError as error:
        raise RecordError(f"{os.fspath(path)!r} cannot be written: the notes hold what is no text ({error})") from error
    write_atomically(path, data, 0o666 if match.over else 0o600)


def record_lines(match: Match, *, with_seed: bool = False) -> Iterator[str]:
    if not match.keeps_moves:
        raise RecordError("this match has not kept its moves, so there is no record of it")
    yield header_line(match, with_seed=with_seed)
    yield dealer_line(match)
    for number, played in enumerate(match.rounds, 1):
        yield round_line(match.variant, number, played)
        for move in played.moves:
            yield move_line(match.variant, move)
        if played.result is not None:
            yield result_line(number, played)
    yield closing_line(match)


def header_line(match: Match, *, with_seed: bool = False) -> str:
    """Write the header: the variant and the commitment. Without the seed it can be published before the deal."""
    shared = match.shared_seed
    version = VERSION if shared is None else SHARED_SEED_VERSION
    header = {"format": FORMAT, "version": version, **match.facts(), "commitment": match.commitment}
    header["rules_version"] = match.variant.rules.rules_version
    if shared is not None:
        header["shared_seed"] = {
            "table": shared.table,
            "match": shared.match,
            "previous": shared.previous,
            "seals": shared.seals,
            "contributions": shared.contributions,
        }
    if match.notes:
        header["notes"] = match.notes
    return write_line(header | (_seed_of(match) if with_seed else {}))


def dealer_line(match: Match) -> str:
    return write_line({"dealer_draw": match.variant.write_cards(match.dealer_draw), "dealer": match.rounds[0].dealer})


def round_line(variant: Variant, number: int, played: Round) -> str:
    deal = {"round": number, "dealer": played.dealer, "deck": variant.write_cards(played.deck)}
    return write_line(deal | _reshuffle_of(variant, played.reshuffle))


def move_line(variant: Variant, move: Played) -> str:
    foul = {"foul": True} if move.foul else {}
    return write_line({"move": f"{move.seat} {move.sentence}"} | foul | _reshuffle_of(variant, move.reshuffle))


def result_line(number: int, played: Round) -> str:
    result = played.result
    if result is None:
        raise ValueError(f"round {number} is not over")
    counted = {"points": result.points, "scores": result.scores, "moves": len(played.moves)}
    return write_line({"result": number, "winner": result.winner} | counted)


def closing_line(match: Match) -> str:
    """Write the last line: the result and the seed, or how far a running match has come."""
    if match.over:
        return write_line({"match": match.winners, "scores": match.scores, "rounds": match.round} | _seed_of(match))
    return write_line({"paused": match.round, "scores": match.scores, "moves": len(match.rounds[-1].moves)})


def _reshuffle_of(variant: Variant, reshuffle: Reshuffle | None) -> dict[str, Any]:
    if reshuffle is None:
        return {}
    return {"discards": variant.write_cards(reshuffle.discards), "reshuffle": variant.write_cards(reshuffle.order)}


def _seed_of(match: Match) -> dict[str, Any]:
    if match.seed is None:
        return {}
    if not isinstance(match.seed, bytes):
        version = match.shuffle_version
        stated = {} if version == UNSTATED_SHUFFLE_VERSION else {"shuffle_version": version}
        return {"seed": match.seed, "number": match.number, **stated}
    shared = match.shared_seed
    server_seed = None if shared is None else shared.server_seed
    return {"seed": match.seed.hex()} | ({} if server_seed is None else {"server_seed": server_seed.hex()})
