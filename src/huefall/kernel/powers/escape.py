"""Run!: the player a footprint card acts against is spared.

JUR-01  The player a footprint card acts against may answer with Run!: no draw, no lost turn, no reversal.
JUR-02  Run! is the answering player's turn; play goes on after them, in the direction from before a blocked Reverse.
JUR-03  In a stack it cancels the whole total; the top card is the one that must bear the footprint. On one's own turn
        it is an ordinary wild.

Tested in tests/scenarios, by rule ID, and in tests/lockstep.
"""

from __future__ import annotations

from huefall.kernel.compiler import inlined
from huefall.kernel.layout import EditionRow, State


@inlined
def escapes(state: State, edition: EditionRow, kind: int) -> bool:
    """Whether the card answers the pending question by escaping it."""
    return edition.escapes[kind] != 0 and edition.marked[state.top] != 0
