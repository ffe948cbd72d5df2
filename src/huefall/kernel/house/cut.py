"""Option ``cut``: the very same coloured card may be played out of turn.

CUT-01  A player who holds the very same coloured card (colour and face) as the one just played may play it out of turn,
        until the next player acts. Play goes on from the cutter. Not with black cards, not on the turned first card.
CUT-02  The cut undoes the effect of the play it copies and has its own, counted from the cutter; where Draw Twos
        stack, draw penalties add up instead. Footprints do not matter for being the same card.
CUT-03  The asked player plays the same card as an ordinary play or answer where that is legal, and as a cut where it is
        not.

Seam: ``fitting.role_of`` (who may), ``play`` (what it undoes), ``penalty.needs_question`` (a Draw Two waits, so that a
cut can come first).

Tested in tests/scenarios, by rule ID, and in tests/lockstep.
"""

from __future__ import annotations

from huefall.kernel.compiler import inlined, rule
from huefall.kernel.flow import turn_direction
from huefall.kernel.layout import EditionRow, Log, State
from huefall.vocabulary import phases
from huefall.vocabulary import rule_ids as ids


@inlined
def cuts(state: State, edition: EditionRow, kind: int, count: int) -> bool:
    """Whether the card is the one that can be cut now."""
    return state.cut >= 0 and count == 1 and edition.twin[kind] == edition.twin[state.cut]


@rule
def undo_reversals(state: State, edition: EditionRow, kind: int, turned: int, log: Log) -> None:
    """Take back the reversals of the play that is cut. A footprint Reverse that waits for an answer has made none
    yet.
    """
    if edition.reverses[kind] and state.phase != phases.REVERSE:
        for _ in range(turned):
            turn_direction(state, ids.CUT_02, log)
