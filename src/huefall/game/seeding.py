"""A table before the deal, and the seed that decides everything about it that is left to chance.

Tested in tests/game/test_game.py.
"""

from __future__ import annotations

from huefall.editions import OptionError
from huefall.kernel import entry
from huefall.kernel.layout import FAST, NO_CARD, NOBODY, SECURE, STATE, Records, blank
from huefall.vocabulary import colors, phases


def empty_table(players: int, seed: int | bytes, number: int) -> Records:
    """Make a state in which nothing has been dealt yet."""
    state = blank(STATE)
    row = state[0]
    row["players"] = players
    row["phase"], row["asked"], row["winner"] = phases.OVER, NOBODY, NOBODY
    row["boost"] = row["color"] = colors.NO_COLOR
    row["drawn"] = row["cut"] = NO_CARD
    seed_table(state, seed, number)
    return state


def seed_table(state: Records, seed: int | bytes, number: int) -> None:
    """Seed a table: with a number, for match ``number`` of a run, or with 32 secret bytes."""
    row = state[0]
    if not isinstance(seed, int | bytes) or isinstance(seed, bool):
        raise OptionError(f"seed must be a whole number or 32 bytes, got {seed!r}")
    if not isinstance(number, int) or not 0 <= number < 1 << 63:
        raise OptionError(f"number must be a whole number from 0 to 2**63 - 1, got {number!r}")
    if isinstance(seed, bytes):
        if len(seed) != 32:
            raise OptionError(f"a secret seed has 32 bytes, got {len(seed)}")
        row["chance"] = SECURE
        row["seed"] = [int.from_bytes(seed[at : at + 4], "little") for at in range(0, 32, 4)]
        return
    if not 0 <= seed < 1 << 63:
        raise OptionError(f"seed must be a whole number from 0 to 2**63 - 1, got {seed}")
    row["chance"] = FAST
    entry.seed_table(state, seed, number)
