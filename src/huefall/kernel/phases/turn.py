"""An ordinary turn without a card: draw, keep, pass.

PLAY-03  Instead of playing, even when able to, a player may draw one card. That card may be played at once; otherwise
         it is kept and the turn ends. The player is asked even when the card cannot be played (nobody else may learn
         that).
PLAY-04  Passing is refused, except when nothing can be drawn and nothing played.
PILE-03  If every player in turn passes, the round is void.
DRAW-01  ``until_playable``: one ``draw`` takes cards until the last one can be played or none are left. ``forced``: a
         playable drawn card must be played, save a Wild Draw Four that would be a bluff.

Tested in tests/scenarios, by rule ID, and in tests/lockstep.
"""

from __future__ import annotations

from huefall.kernel.cards import draw_one, holds_color
from huefall.kernel.compiler import inlined, rule
from huefall.kernel.ending import void_round
from huefall.kernel.fitting import is_forbidden_bluff, matches
from huefall.kernel.flow import begin_turn
from huefall.kernel.layout import NO_CARD, EditionRow, Log, RulesRow, State
from huefall.kernel.log import note
from huefall.kernel.seats import after
from huefall.vocabulary import events, phases
from huefall.vocabulary import rule_ids as ids


@rule
def _can_be_played(state: State, rules: RulesRow, edition: EditionRow, seat: int, kind: int) -> bool:
    return matches(state, edition, kind) and not is_forbidden_bluff(state, rules, edition, seat, kind)


@inlined
def draw(state: State, rules: RulesRow, edition: EditionRow, log: Log) -> None:
    """Draw, and decide on the card drawn last."""
    seat = state.asked
    if rules.until_playable:
        last = NO_CARD
        while True:
            kind = draw_one(state, seat, ids.DRAW_01, log)
            if kind == NO_CARD:
                break
            last = kind
            if _can_be_played(state, rules, edition, seat, kind):
                break
        state.drawn = last
    else:
        state.drawn = draw_one(state, seat, ids.PLAY_03, log)
    state.phase = phases.DRAWN


@rule
def must_play_drawn(state: State, rules: RulesRow, edition: EditionRow) -> bool:
    """Whether keeping the drawn card is forbidden."""
    if not rules.forced:
        return False
    seat = state.asked
    kind = state.drawn
    if edition.restricted[kind] and holds_color(state, edition, seat, state.color):
        return False
    return matches(state, edition, kind)


@inlined
def keep(state: State, log: Log) -> None:
    """Keep the drawn card; the turn ends."""
    note(log, events.KEEP, state.asked, ids.PLAY_03)
    begin_turn(state, after(state, state.asked, 1), log)


@rule
def pass_turn(state: State, log: Log) -> None:
    """Pass; when everybody has, the round is void."""
    note(log, events.PASS, state.asked, ids.PLAY_04)
    state.passes += 1
    if state.passes >= state.players:
        void_round(state, ids.PILE_03, log)
    else:
        begin_turn(state, after(state, state.asked, 1), log)
