"""The header's ``shared_seed``: whether seals, commitment and seed follow from what they were made of (docs/fairness.md)."""

from __future__ import annotations

from collections.abc import Sequence

from huefall.game.commitment import FACTS
from huefall.game.shared_seed import SharedSeed, seal_of
from huefall.record.errors import RecordError
from huefall.record.lines import SHARED_SEED_VERSION, Line


def read_shared_seed(lines: Sequence[Line]) -> SharedSeed | None:
    """Read what the seed was mixed from; None in a record without contributions."""
    header = lines[0]
    written = header.fields.get("shared_seed")
    server_seed = _find_server_seed(lines)
    if (header.fields["version"] == SHARED_SEED_VERSION) != (written is not None):
        raise RecordError(f"version {SHARED_SEED_VERSION} and shared_seed belong together, and one is missing", 1)
    if written is None:
        if server_seed is not None:
            raise RecordError("server_seed belongs to a header with shared_seed", header.number)
        return None
    return SharedSeed(
        table=written["table"],
        match=written["match"],
        previous=written["previous"],
        seals=tuple(written["seals"]),
        contributions=tuple(written["contributions"]),
        server_seed=None if server_seed is None else bytes.fromhex(server_seed),
    )


def check_shared_seed(header: Line, seed: int | bytes | None, shared: SharedSeed, rules_version: int) -> None:
    """Raise an error if the parts of a shared seed do not fit together; without the server's seed as far as they can be."""
    commitment, players = header.fields["commitment"], header.fields["players"]
    if commitment is None:
        raise RecordError("a shared seed has a commitment, but commitment is null", header.number)
    if shared.match == 1 and shared.previous is not None:
        raise RecordError("previous must be null for match 1: there is no match before it", header.number)
    if len(shared.seals) != players or len(shared.contributions) != players:
        raise RecordError(f"seals and contributions must have a text for each of the {players} seats", header.number)
    for seat, (seal, contribution) in enumerate(zip(shared.seals, shared.contributions, strict=True)):
        if contribution and seal_of(contribution, commitment) != seal:
            raise RecordError(f"the contribution of seat {seat} does not fit its seal", header.number)
    if (seed is None) != (shared.server_seed is None):
        raise RecordError("seed and server_seed are revealed together, and one is missing", header.number)
    if shared.server_seed is None:
        return
    if shared.commitment != commitment:
        raise RecordError("the commitment does not fit the server's seed, table, match and previous", header.number)
    if shared.mix({name: header.fields[name] for name in FACTS}, rules_version) != seed:
        raise RecordError(
            "the seed does not follow from the server's seed, the contributions and what is played", header.number
        )


def _find_server_seed(lines: Sequence[Line]) -> str | None:
    """Look in the header, where the owner's copy has it, and in the last line, which reveals it."""
    found = {line.fields["server_seed"] for line in (lines[0], lines[-1]) if "server_seed" in line.fields}
    if len(found) > 1:
        raise RecordError("the server's seed is another one than the header's", lines[-1].number)
    return next(iter(found), None)
