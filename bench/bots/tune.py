"""Find the policy's numbers by playing: ``python bench/bots/tune.py`` prints a better set every few generations.

An evolution strategy: pairs of small changes are tried in thousands of compiled rounds against uniform play and against the set that
was best before, at two and four seats; the set moves towards those that won most. What it prints goes into ``huefall.bots.search.policy``.

Numbers that matter only in one edition or under a house rule are compared one by one:
``python bench/bots/tune.py --compare boost=0,1,2 --edition buzz`` or ``--compare exchange=0.8,1.2 --set seven_zero=on``.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[0] = str(ROOT)  # so that it runs as a script, and no module here hides another of its name

from huefall.bots.search.policy import TUNED  # noqa: E402  # after the path is set
from huefall.editions import load_edition  # noqa: E402
from huefall.editions.rules import parse_settings  # noqa: E402
from huefall.kernel.layout import MOVE, PLAY_ROWS, SEATS, STATE, Records, blank  # noqa: E402
from huefall.kernel.search.entry import play_policy_rounds  # noqa: E402
from huefall.kernel.search.policy import POLICY  # noqa: E402
from huefall.notation.variant import Variant  # noqa: E402

#: Numbers that matter under the official rules of the classic deck; the others are compared one by one.
TUNABLE = (
    *("points", "points_late", "black", "black_late", "black_draw", "black_draw_late", "draw", "draw_late"),
    *("skip", "skip_late", "reverse", "reverse_gone", "color", "face", "stay", "bluff", "keep", "draw_instead"),
)

#: Uniform play: nothing counts but chance.
UNIFORM = {**dict.fromkeys(TUNED, 0.0), "noise": 1000.0, "keep": -1000.0, "draw_instead": -1e6}

PAIRS = 6  # of opposite changes, a generation
KEPT = (0.4, 0.3, 0.2, 0.1)  # how much the best of them count
STEP, SHRINK = 0.6, 0.99
GAMES = 12_000
REPORT_EVERY, RIVAL_EVERY = 5, 20
COMPARED = 40_000  # games for a number by itself

Numbers = dict[str, float]


class Rounds:
    """Plays rounds by policies, in compiled code."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._state, self._move = blank(STATE), blank(MOVE)
        self._plays = blank(MOVE, PLAY_ROWS)

    def wins(self, hero: Numbers, foes: Numbers, players: int, seed: int, games: int) -> float:
        """Return how often one seat of the first policy wins among others of the second, over all seats."""
        won = 0.0
        for seat in range(players):
            policies: Records = blank(POLICY, SEATS)
            for name in TUNED:
                policies[name] = foes[name]
                policies[name][seat] = hero[name]
            winners: Any = np.zeros(games // players, np.int8)
            packed = self._variant.packed_rules, self._variant.packed_edition
            room = self._move, self._plays
            play_policy_rounds(self._state, *packed, policies, *room, players, seed, 0, len(winners), winners)
            won += float((winners == seat).mean())
        return won / players


def score(rounds: Rounds, hero: Numbers, rival: Numbers, seed: int) -> float:
    """Return how good a set is; four seats count more, because less comes of them."""
    return sum(
        weight * rounds.wins(hero, foes, players, seed, GAMES)
        for players, weight in ((2, 1.0), (4, 1.5))
        for foes in (UNIFORM, rival)
    )


def main() -> None:
    """Look for better numbers, or compare some."""
    parser = argparse.ArgumentParser(description="Look for better numbers of the policy.", allow_abbrev=False)
    parser.add_argument("--generations", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--compare", metavar="NAME=A,B,…", help="play some values of one number against the set as it is"
    )
    parser.add_argument("--edition", default="classic")
    parser.add_argument("--set", action="append", default=[], dest="settings", metavar="OPTION=VALUE")
    parsed = parser.parse_args()
    edition = load_edition(parsed.edition)
    rounds = Rounds(Variant.of(edition, parse_settings(edition, parsed.settings)))
    if parsed.compare is None:
        improve(rounds, parsed.generations, parsed.seed)
    else:
        compare(rounds, parsed.compare, parsed.seed)


def compare(rounds: Rounds, wanted: str, seed: int) -> None:
    """Print how often each value of a number wins against the set as it is; equal ones win 50 and 25 %."""
    name, _, values = wanted.partition("=")
    if name not in TUNED or not values:
        raise SystemExit(f"tune: expected --compare NAME=A,B,… with one of {', '.join(TUNED)}, got {wanted!r}")
    for value in values.split(","):
        changed = {**TUNED, name: float(value)}
        against = [round(rounds.wins(changed, TUNED, players, seed, COMPARED), 4) for players in (2, 4)]
        print(name, value, against, flush=True)


def improve(rounds: Rounds, generations: int, seed: int) -> None:
    """Look for better numbers, all at once."""
    rng = np.random.default_rng(seed)
    middle = np.array([TUNED[name] for name in TUNABLE])
    spread = np.full(len(TUNABLE), 0.3)
    spread[TUNABLE.index("draw_instead")] = 8.0
    rival = dict(TUNED)
    for generation in range(1, generations + 1):
        changes = rng.normal(size=(PAIRS, len(TUNABLE))) * spread
        tried = np.concatenate([middle + changes, middle - changes])
        scores = [score(rounds, _with(numbers), rival, 1000 * seed + generation) for numbers in tried]
        best = np.argsort(scores)[::-1][: len(KEPT)]
        middle = middle + STEP * (np.tensordot(KEPT, tried[best], 1) - middle)
        spread *= SHRINK
        found = _with(middle)
        if generation % REPORT_EVERY == 0:
            against = [round(rounds.wins(found, UNIFORM, players, 999, 40_000), 4) for players in (2, 4)]
            print(generation, against, json.dumps({name: round(found[name], 2) for name in TUNED}), flush=True)
        if generation % RIVAL_EVERY == 0:
            rival = found


def _with(numbers: Any) -> Numbers:
    return {**TUNED, **dict(zip(TUNABLE, map(float, numbers), strict=True))}


if __name__ == "__main__":
    main()
