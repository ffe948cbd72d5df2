"""The results of seeds as plain values, from this process, from threads, or (`python -m tests.kernel.outcomes`) from another process.

The other process reads a list of requests from its standard input and writes the answers as JSON.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np

from huefall.game import Game
from huefall.kernel import entry
from huefall.kernel.layout import MOVE, STATE, Records, blank
from huefall.notation.position import write_position
from huefall.notation.variant import Variant


def play_batch(
    variant: Variant, players: int, seed: int, first: int, count: int
) -> tuple[list[int], list[int], Records]:
    """Play rounds at random in the kernel; return winners, lengths and the last table."""
    state = blank(STATE)
    winners, lengths = np.zeros(count, np.int8), np.zeros(count, np.int16)
    records = state, variant.packed_rules, variant.packed_edition, blank(MOVE), blank(MOVE, 4096)
    entry.play_random_rounds(*records, players, seed, first, count, winners, lengths)
    return winners.tolist(), lengths.tolist(), state


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Play a requested batch of rounds, or a deal and the first moves of drawing and keeping."""
    if request["kind"] == "batch":
        variant = Variant.of(request["edition"], request["options"])
        winners, lengths, state = play_batch(
            variant, request["players"], request["seed"], request["first"], request["count"]
        )
        return {"winners": winners, "lengths": lengths, "last": write_position(state, variant)}
    seed = request["seed"] if isinstance(request["seed"], int) else bytes.fromhex(request["seed"])
    game = Game.new(request["edition"], request["players"], request["options"], seed=seed)
    dealt = game.position()
    for _ in range(request["moves"]):  # long enough to reshuffle
        if game.over:
            break
        game.play(int(game.asked or 0), game.legal()[-1])
    return {"dealt": dealt, "later": game.position(), "dealer_draw": game.dealer_draw}


if __name__ == "__main__":
    print(json.dumps([answer(request) for request in json.load(sys.stdin)]))
