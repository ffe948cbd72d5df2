"""Option ``stacking``: a penalty may be answered with a draw card; the total passes on.

STACK-01   ``draw2``: a Draw Two may be answered with a Draw Two (any colour).
STACK-02   ``wild4``: Wild Draw Four on Wild Draw Four alone. ``same``: both, like on like.
STACK-03   ``cumulative``: Draw Two is answered with Draw Two or Wild Draw Four; Wild Draw Four only with Wild Draw
           Four.
SHIELD-02  On a shield: ``draw2`` a Draw Two on a pending Draw Two, ``wild4`` a Wild Draw Four on a pending Wild Draw
           Four, ``same`` a card of the kind that is pending, ``cumulative`` either; a Draw Two only in the shield's
           colour.

A coloured card that draws counts as a Draw Two, a black one as a Wild Draw Four, whatever its number.
Seam: ``fitting.role_of`` (which cards answer), ``penalty.needs_question`` (whether to ask).

Tested in tests/scenarios, by rule ID, and in tests/lockstep.
"""

from __future__ import annotations

from huefall.kernel.compiler import rule
from huefall.kernel.layout import (
    STACK_CUMULATIVE,
    STACK_DRAW2,
    STACK_OFF,
    STACK_SAME,
    STACK_WILD4,
    EditionRow,
    RulesRow,
    State,
)
from huefall.vocabulary import phases
from huefall.vocabulary import rule_ids as ids


@rule
def stacks(state: State, rules: RulesRow, edition: EditionRow, kind: int) -> bool:
    """Whether the card answers the pending penalty by adding to it."""
    if rules.stacking == STACK_OFF or edition.draws[kind] == 0:
        return False
    black = edition.color[kind] < 0
    on_shield = edition.draws[state.top] == 0
    if on_shield and not black and edition.color[kind] != state.color:
        return False
    if rules.stacking == STACK_DRAW2:
        return not black and state.phase == phases.DRAW2
    if rules.stacking == STACK_WILD4:
        return black and state.phase == phases.WILD4
    if rules.stacking == STACK_SAME:
        return black == (state.phase == phases.WILD4)
    return black or on_shield or state.phase == phases.DRAW2


@rule
def can_be_stacked(rules: RulesRow, phase: int) -> bool:
    """Whether some draw card may answer a penalty of this kind."""
    if phase == phases.DRAW2:
        return rules.stacking != STACK_OFF and rules.stacking != STACK_WILD4
    return rules.stacking >= STACK_WILD4


@rule
def stack_rule(rules: RulesRow) -> int:
    """Return the rule by which a draw card is stacked."""
    if rules.stacking == STACK_DRAW2:
        return ids.STACK_01
    return ids.STACK_03 if rules.stacking == STACK_CUMULATIVE else ids.STACK_02
