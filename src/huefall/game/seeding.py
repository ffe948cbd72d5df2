"""A table before the deal, and the seed that decides everything about it that is left to chance.

Tested in tests/game/test_game.py.
"""

from __future__ import annotations

from huefall.editions import OptionError
from huefall.kernel import entry
from huefall.kernel.layout import FAST, NO_CARD, NOBODY, OLD_FAST, SECURE, STATE, Records, blank
from huefall.vocabulary import colors, phases

#: How cards are shuffled with a seed that is a number: version 1 up to Huefall 0.7.0, then 2 (docs/fairness.md).
SHUFFLE_VERSION = 2
SHUFFLE_VERSIONS = (1, 2)


def empty_table(players: int, seed: int | bytes, number: int, shuffle_version: int = SHUFFLE_VERSION) -> Records:
    """Make a state in which nothing has been dealt yet."""
    state = blank(STATE)
    row = state[0]
    row["players"] = players
    row["phase"], row["asked"], row["winner"] = phases.OVER, NOBODY, NOBODY
    row["boost"] = row["color"] = colors.NO_COLOR
    row["drawn"] = row["cut"] = NO_CARD
    seed_table(state, seed, number, shuffle_version)
    return state


def seed_table(state: Records, seed: int | bytes, number: int = 0, shuffle_version: int = SHUFFLE_VERSION) -> None:
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
    if type(shuffle_version) is not int or shuffle_version not in SHUFFLE_VERSIONS:
        known = " or ".join(str(version) for version in SHUFFLE_VERSIONS)
        raise OptionError(f"shuffle_version must be {known}, got {shuffle_version!r}: a newer Huefall may know it")
    row["chance"] = OLD_FAST if shuffle_version == 1 else FAST
    entry.seed_table(state, seed, number)
