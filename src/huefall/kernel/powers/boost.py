"""Hyperspeed: a colour that skips.

BUZZ-01  Hyperspeed is a wild; the named colour becomes the boosted colour. The card itself skips nobody.
BUZZ-02  From then on every card of that colour also skips the next player, until a card of another colour is played or
         another colour is named.
BUZZ-03  A boosted Skip or Draw Two hits the one next player, not two; with ``boost_adds_skip`` it costs one player more the
         turn. A black card naming the boosted colour keeps the boost and skips nobody by it; another Hyperspeed moves it.

Tested in tests/scenarios, by rule ID, and in tests/lockstep.
"""

from __future__ import annotations

from huefall.kernel.compiler import inlined
from huefall.kernel.layout import NOBODY, EditionRow, Log, RulesRow, State
from huefall.kernel.log import note_color
from huefall.vocabulary import events
from huefall.vocabulary import rule_ids as ids
from huefall.vocabulary.colors import NO_COLOR


@inlined
def settle_boost(state: State, edition: EditionRow, kind: int, seat: int, log: Log) -> None:
    """Set, keep or end the boost after a card has put its colour in force."""
    if edition.boosts[kind]:
        state.boost = state.color
        note_color(log, events.BOOST, seat, state.color, ids.BUZZ_01)
    elif state.boost != NO_COLOR and state.boost != state.color:
        note_color(log, events.UNBOOST, NOBODY, state.boost, ids.BUZZ_02)
        state.boost = NO_COLOR


@inlined
def is_boosted(state: State, edition: EditionRow, kind: int) -> bool:
    """Whether the card just played skips a player for the boost: a coloured card of the boosted colour."""
    return state.boost != NO_COLOR and edition.color[kind] == state.boost


@inlined
def adds_skip_to_penalty(state: State, rules: RulesRow, edition: EditionRow) -> bool:
    """Whether the draw card on top costs one player more the turn: ``boost_adds_skip`` is on and it is boosted.

    With two players the one more would be the player of the card, whom no skip hits (SKIP-01).
    """
    top = state.top
    return (
        rules.boost_adds_skip != 0 and state.players > 2 and edition.draws[top] != 0 and is_boosted(state, edition, top)
    )
