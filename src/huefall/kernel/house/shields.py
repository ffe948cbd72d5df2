"""Option ``shields``: Skip and Reverse protect against a pending penalty.

SHIELD-01  The target may play Skip (the penalty moves to the next player) or Reverse (the direction turns for good, the
           penalty moves to the neighbour in the new direction). On a Draw Two it must match in colour or symbol; on a
           Wild Draw Four any colour will do, and while ``stacking`` is on also on a Draw Two.
SHIELD-02  A shield may be answered with another shield that matches it in colour or symbol. One shield per answer,
           never several at once.
SHIELD-03  A shield as the last card: its player is out, the new target draws the total, which counts.

Seam: ``fitting.role_of`` (which cards answer), ``play`` (where the penalty goes).

Tested in tests/scenarios, by rule ID, and in tests/lockstep.
"""

from __future__ import annotations

from huefall.kernel.compiler import rule
from huefall.kernel.layout import EditionRow, RulesRow, State


@rule
def shields(state: State, rules: RulesRow, edition: EditionRow, kind: int, count: int) -> bool:
    """Whether the card moves the pending penalty on."""
    if not rules.shields or not edition.shield[kind] or count != 1:
        return False
    top = state.top
    if rules.shields_any_color and edition.draws[top]:
        return True
    return (
        edition.color[top] < 0 or edition.color[kind] == edition.color[top] or edition.face[kind] == edition.face[top]
    )
