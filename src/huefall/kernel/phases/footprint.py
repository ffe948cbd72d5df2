"""A footprint Skip or Reverse that was accepted: only now it acts (JUR-01).

For a Reverse the player asked is the one who would have been next had it not been played; the direction turns only when
it is accepted.

Tested in tests/scenarios, by rule ID, and in tests/lockstep.
"""

from __future__ import annotations

from huefall.kernel.compiler import rule
from huefall.kernel.flow import question_rule, reverse_from, skip_from
from huefall.kernel.layout import EditionRow, Log, RulesRow, State
from huefall.kernel.log import note
from huefall.kernel.powers.boost import is_boosted
from huefall.vocabulary import events, phases


@rule
def accept_footprint(state: State, rules: RulesRow, edition: EditionRow, log: Log) -> None:
    """Let the waiting Skip or Reverse act."""
    note(log, events.ACCEPT, state.asked, question_rule(state.phase))
    boosted = is_boosted(state, edition, state.top)
    if state.phase == phases.SKIP:
        skip_from(state, rules, state.source, int(edition.skips[state.top]) * state.together, boosted, log)
    else:
        reverse_from(state, rules, state.source, state.together, boosted, log)
