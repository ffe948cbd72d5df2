"""The Gauntlet: a check of all hands for a colour.

AVG-01  Lay one coloured card from the hand with it and name a colour. Every player whose hand holds the laid card's
        colour draws 2, once, in playing order from the next player, the one who played it last of all (option
        ``gauntlet_self``). Nobody loses a turn.
AVG-03  Without a coloured card in hand it is a plain wild.

Tested in tests/scenarios, by rule ID, and in tests/lockstep.
"""

from __future__ import annotations

from huefall.kernel.cards import can_draw, draw_penalty, holds_color
from huefall.kernel.compiler import rule
from huefall.kernel.layout import EditionRow, Log, RulesRow, State
from huefall.kernel.log import note_color
from huefall.kernel.seats import after
from huefall.vocabulary import events
from huefall.vocabulary import rule_ids as ids


@rule
def check_hands(
    state: State, rules: RulesRow, edition: EditionRow, seat: int, color: int, amount: int, log: Log
) -> None:
    """Let every hand that holds the colour draw."""
    checked = state.players if rules.gauntlet_self else state.players - 1
    for step in range(1, checked + 1):
        if log is None:  # on its own line, or the compiler does not see that it is decided
            if not can_draw(state):  # all the rest is forgiven (PILE-02), and nobody reads who was checked
                return
        other = after(state, seat, step)
        if holds_color(state, edition, other, color):
            note_color(log, events.CHECK, other, color, ids.AVG_01)
            draw_penalty(state, other, amount, ids.AVG_01, log)
