"""Dealing a round and turning up the first card.

SETUP-02  For the dealer, every player draws a card; the highest number deals, any other card counts 0. Tied players,
          and only they, draw again.
SETUP-03  The dealer deals one card at a time from the dealer's left; the rest is the draw pile; its top card is turned
          up.
FIRST-01  Number: dealer's left acts first, clockwise.
FIRST-02  Skip: dealer's left is skipped. Draw Two: dealer's left draws 2 and is skipped. Reverse: direction turns, the
          dealer acts first. With two players the dealer acts first after any of these. With ``first_card`` = ``plain``
          a Skip or Draw Two has no effect.
FIRST-03  Wild Draw Four: to the bottom of the pile, turn another.
FIRST-04  Wild, Hyperspeed, Dancing Wild, Gauntlet: dealer's left names the colour and then takes the first turn.
FIRST-05  Run!: ignored; it stays in the discard pile and the next card is turned on it.
FIRST-06  Nobody may react to the turned card.

Tested in tests/scenarios, by rule ID, and in tests/lockstep.
"""

from __future__ import annotations

from huefall.editions.deck import FIRST_BURY, FIRST_IGNORE, FIRST_NAME
from huefall.kernel.cards import add, discard, draw_penalty
from huefall.kernel.compiler import lowest, rule
from huefall.kernel.flow import ask, begin_turn, turn_direction
from huefall.kernel.layout import NO_CARD, NOBODY, WORDS, EditionRow, Log, RulesRow, State
from huefall.kernel.log import note, note_amount, note_card, note_color
from huefall.kernel.powers.boost import settle_boost
from huefall.kernel.seats import after, bit
from huefall.kernel.shuffle import begin_shuffle, card_at, order_pile, shuffle
from huefall.vocabulary import events, phases
from huefall.vocabulary import rule_ids as ids
from huefall.vocabulary.colors import NO_COLOR


@rule
def lay_deck(state: State, edition: EditionRow) -> None:
    """Lay the whole deck down as the pile, in its own order."""
    for i in range(edition.cards):
        state.pile[i] = edition.deck[i]
    state.pile_count = edition.cards


@rule
def shuffle_deck(state: State, edition: EditionRow) -> None:
    """Put the whole deck into random order as the pile."""
    lay_deck(state, edition)
    shuffle(state, edition.cards)


@rule
def draw_for_dealer(state: State, edition: EditionRow, shuffled: bool, log: Log) -> None:
    """Find the dealer with cards from the top of the pile; they go back before the deal.

    A pile that is not shuffled yet is shuffled only as far as cards are drawn from it. Players tied through the whole
    deck cannot be told apart; the first of them deals.
    """
    if not shuffled:
        begin_shuffle(state, state.pile_count)
    tied = bit(state.players) - 1
    at = state.pile_count
    while (tied & (tied - 1)) != 0 and at >= state.players:
        best = -1
        still_tied = 0
        for seat in range(state.players):
            if tied & bit(seat):
                at -= 1
                kind = card_at(state, at)
                note_card(log, events.DEALER_DRAW, seat, kind, ids.SETUP_02)
                number = edition.number[kind]
                if number > best:
                    best = number
                    still_tied = 0
                if number == best:
                    still_tied |= bit(seat)
        tied = still_tied
    state.unordered = 0  # the others go back without an order
    state.dealer = lowest(tied)


@rule
def _clear_round(state: State, edition: EditionRow) -> None:
    state.phase = phases.OVER  # the first turn or question clears what the last one left
    state.direction = 1
    state.boost = NO_COLOR
    state.color = NO_COLOR
    state.dancer = NOBODY
    state.ballots = 0
    state.approvals = 0
    state.drawn = NO_CARD
    state.cut = NO_CARD
    state.cut_count = 1
    state.winner = NOBODY
    state.called = 0
    state.open = 0
    state.passes = 0
    state.moves = 0
    state.guilty = 0
    state.discard_count = 0
    for seat in range(state.players):
        state.sizes[seat] = 0
        state.points[seat] = 0
        for word in range(WORDS):
            state.held[seat, word] = 0
        for kind in range(edition.kinds):
            state.hands[seat, kind] = 0


@rule
def deal_round(state: State, rules: RulesRow, edition: EditionRow, log: Log) -> None:
    """Deal from the pile as it lies, with ``state.dealer`` dealing, and turn up the first card."""
    _clear_round(state, edition)
    note_amount(log, events.DEAL, state.dealer, NOBODY, rules.hand_size, ids.SETUP_03)
    dealt = rules.hand_size * state.players
    if state.unordered:
        order_pile(state, state.pile_count - dealt - 1)
    seat = int(state.dealer)
    for _ in range(dealt):
        seat = after(state, seat, 1)
        state.pile_count -= 1
        add(state, seat, int(state.pile[state.pile_count]))
    _turn_up(state, rules, edition, log)


@rule
def _turn_up(state: State, rules: RulesRow, edition: EditionRow, log: Log) -> None:
    while True:
        kind = card_at(state, state.pile_count - 1)
        state.pile_count -= 1
        first = edition.first[kind]
        if first == FIRST_BURY:
            note_card(log, events.BURY, NOBODY, kind, ids.FIRST_03)
            order_pile(state, 0)  # before all of them move up
            for i in range(state.pile_count, 0, -1):
                state.pile[i] = state.pile[i - 1]
            state.pile[0] = kind
            state.pile_count += 1
            continue
        discard(state, kind)
        if first != FIRST_IGNORE:
            break
        note_card(log, events.TURN_UP, state.dealer, kind, ids.FIRST_05)
    state.top = kind
    state.color = edition.color[kind]
    _begin(state, rules, edition, kind, log)


@rule
def _begin(state: State, rules: RulesRow, edition: EditionRow, kind: int, log: Log) -> None:
    dealer = int(state.dealer)
    left = after(state, dealer, 1)
    if edition.first[kind] == FIRST_NAME:
        note_card(log, events.TURN_UP, dealer, kind, ids.FIRST_04)
        ask(state, phases.COLOR, left, dealer, 0, 1, log)
        return
    acts = edition.draws[kind] or edition.skips[kind] or edition.reverses[kind]
    note_card(log, events.TURN_UP, dealer, kind, ids.FIRST_02 if acts else ids.FIRST_01)
    if edition.reverses[kind]:
        turn_direction(state, ids.REV_01, log)
        begin_turn(state, dealer, log)
        return
    if rules.plain_first_card:
        begin_turn(state, left, log)
        return
    skipped = min(int(edition.skips[kind]), state.players - 1)
    if edition.draws[kind]:
        draw_penalty(state, left, edition.draws[kind], ids.FIRST_02, log)
        skipped = 1
    for i in range(skipped):
        note(log, events.SKIP, after(state, dealer, i + 1), ids.FIRST_02)
    begin_turn(state, after(state, dealer, skipped + 1), log)


@rule
def name_first_color(state: State, edition: EditionRow, color: int, log: Log) -> None:
    """FIRST-04: name the colour of the turned card and take the first turn. Hyperspeed's boost is live on it."""
    seat = state.asked
    state.color = color
    note_color(log, events.COLOR, seat, color, ids.FIRST_04)
    settle_boost(state, edition, state.top, seat, log)
    begin_turn(state, seat, log)
