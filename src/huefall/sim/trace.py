"""Traces: rounds of random legal moves and claims by any seat, each step written with all cards visible, for other programs
to check.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any, TextIO

from huefall.game import Game
from huefall.notation.variant import Variant
from huefall.sim.simulate import Progress
from huefall.sim.tally import Tally


def trace_rounds(
    variant: Variant, players: int, rounds: int, seed: int, file: TextIO, progress: Progress | None = None
) -> Tally:
    """Play rounds, each step drawn uniformly from all legal moves and claims; write a line per step and per end."""
    total = Tally((0,) * players)
    for number in range(rounds):
        game = Game.new(variant.edition, players, variant.rules.changes(), seed=seed, number=number)
        # The moves have their own generator: the table's must be the same when the moves are replayed.
        length, turns = _trace_round(game, number, Random(f"{seed}/{number}"), file)
        total += Tally.of(players, [-1 if game.winner is None else game.winner], [length], turns)
        if progress is not None:
            progress(total.rounds, rounds)
    return total


def _trace_round(game: Game, number: int, rng: Random, file: TextIO) -> tuple[int, int]:
    """Play a round and write its lines; return the number of its steps and of its turns."""
    step = 0
    turns = sum(event.kind == "turn" for event in game.deal_events)
    while True:
        legal = legal_sentences(game)
        sentences = [(seat, sentence) for seat, found in legal.items() for sentence in found]
        seat, sentence = rng.choice(sentences) if sentences else (0, "")
        _write(
            file,
            {
                "game": number,
                "step": step,
                "position": game.position(),
                "legal": {str(seat): found for seat, found in legal.items()},
                "move": f"{seat} {sentence}" if sentences else None,
            },
        )
        if not sentences:
            return step, turns
        turns += sum(event.kind == "turn" for event in game.play(seat, sentence).events)
        step += 1


def legal_sentences(game: Game) -> dict[int, list[str]]:
    """List the legal sentences of every seat that has any."""
    found = {seat: [str(move) for move in game.legal(seat)] for seat in range(game.players)}
    return {seat: sentences for seat, sentences in found.items() if sentences}


def _write(file: TextIO, line: dict[str, Any]) -> None:
    file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
