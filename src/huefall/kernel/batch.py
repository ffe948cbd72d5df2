"""Many random games without leaving compiled code: what the simulator counts and the bench measures.

Every seat plays uniformly over its legal plays, draws only when it must, plays the drawn card if it can, calls with every play that leaves
one card and accepts every penalty.
"""

from __future__ import annotations

from huefall.kernel.bits import bit_of, word_of
from huefall.kernel.cards import can_draw
from huefall.kernel.chance import pick_below, seed_fast
from huefall.kernel.compiler import inlined, lowest, popcount, rule
from huefall.kernel.deal import deal_round, draw_for_dealer, lay_deck, shuffle_deck
from huefall.kernel.fitting import ORDINARY, is_forbidden_bluff, matches, playable_word
from huefall.kernel.house.seven_zero import size_after
from huefall.kernel.layout import FAST, NOBODY, WORD_BITS
from huefall.kernel.legal import list_plays
from huefall.kernel.phases.turn import draw, keep
from huefall.kernel.play import close_windows, play_cards
from huefall.kernel.step import carry_out, settle
from huefall.vocabulary import phases, verbs
from huefall.vocabulary.colors import NO_COLOR


@rule
def start_match(state, players, seed, game, edition, log):
    """Clear a table, seed it for game number ``game`` and find the dealer."""
    state.players = players
    state.chance = FAST
    state.ticks = 0
    state.match_winners = 0
    for seat in range(len(state.scores)):
        state.scores[seat] = 0
    seed_fast(state, seed, game)
    lay_deck(state, edition)
    draw_for_dealer(state, edition, False, log)


@rule
def play_random_round(state, rules, edition, move, plays, log):
    """Deal a round and play it to its end."""
    shuffle_deck(state, edition)
    deal_round(state, rules, edition, log)
    while state.phase != phases.OVER:
        if state.phase > phases.DRAWN:
            _answer(state, rules, edition, move, log)
        elif choose_play(state, rules, edition, move, plays):
            play_cards(state, rules, edition, move, ORDINARY, log)
            settle(state, log)
        else:
            _do_without(state, rules, edition, move, log)


@rule
def _do_without(state, rules, edition, move, log):
    """No card can be played: draw, keep what was drawn, or pass."""
    if state.phase == phases.TURN and not can_draw(state):
        _do(state, rules, edition, move, verbs.PASS, log)
        return
    close_windows(state)
    if state.phase == phases.TURN:
        draw(state, rules, edition, log)
    else:
        keep(state, log)
    settle(state, log)


@rule
def _answer(state, rules, edition, move, log):
    if state.phase == phases.COLOR:
        move.color = edition.palette[pick_below(state, edition.colors)]
        _do(state, rules, edition, move, verbs.COLOR, log)
    else:
        _do(state, rules, edition, move, verbs.ACCEPT, log)


@rule
def _do(state, rules, edition, move, verb, log):
    move.seat = state.asked
    move.verb = verb
    carry_out(state, rules, edition, move, log)
    settle(state, log)


@rule
def choose_play(state, rules, edition, move, plays):
    """Put a uniformly random legal play of the asked seat into ``move``; ``False`` if there is none."""
    seat = state.asked
    if rules.same_symbol or rules.seven_zero or edition.has_checks:
        count = list_plays(state, rules, edition, seat, plays, 0, False)
        if count == 0:
            return False
        _copy_move(plays[pick_below(state, min(count, len(plays) - 1))], move)
    elif not _choose_single(state, rules, edition, seat, move):
        return False
    left = size_after(state, rules, edition, seat, move.cards[0], move.cards_count, move.target)
    move.uno = 1 if left == 1 and not rules.auto_uno else 0
    return True


@inlined
def _choose_single(state, rules, edition, seat, move):
    """Where a play is one card, and a black one its colour, the legal plays need not be written down to be counted."""
    if state.phase == phases.DRAWN:
        low, high = _only_drawn(state, rules, edition, seat)
    else:
        low = playable_word(state, rules, edition, seat, 0)
        high = playable_word(state, rules, edition, seat, 1) if edition.kinds > WORD_BITS else 0
    if (low | high) == 0:
        return False
    black_low = low & edition.black[0]
    black_high = high & edition.black[1]
    colored_low = low & ~edition.black[0]
    colored_high = high & ~edition.black[1]
    colored = popcount(colored_low) + popcount(colored_high)
    black = popcount(black_low) + popcount(black_high)
    colors = 1 if state.sizes[seat] == 1 else int(edition.colors)
    chosen = pick_below(state, colored + black * colors)
    move.seat = seat
    move.verb = verbs.PLAY
    move.cards_count = 1
    move.target = NOBODY
    if chosen < colored:
        move.color = NO_COLOR
        move.cards[0] = _pick(colored_low, colored_high, chosen)
    else:
        chosen -= colored
        move.color = NO_COLOR if colors == 1 else edition.palette[chosen % colors]
        move.cards[0] = _pick(black_low, black_high, chosen // colors)
    return True


@inlined
def _only_drawn(state, rules, edition, seat):
    kind = state.drawn
    if not matches(state, edition, kind) or is_forbidden_bluff(state, rules, edition, seat, kind):
        return 0, 0
    return (bit_of(kind), 0) if word_of(kind) == 0 else (0, bit_of(kind))


@inlined
def _pick(low, high, number):
    """Return the kind of bit number ``number``, counted from the lowest."""
    in_low = popcount(low)
    bits = low
    base = 0
    if number >= in_low:
        number -= in_low
        bits = high
        base = WORD_BITS
    for _ in range(number):
        bits &= bits - 1
    return lowest(bits) + base


@rule
def _copy_move(source, target):
    target.seat = source.seat
    target.verb = source.verb
    target.color = source.color
    target.target = source.target
    target.cards_count = source.cards_count
    for i in range(source.cards_count):
        target.cards[i] = source.cards[i]

