"""Many random rounds without leaving compiled code: what the simulator counts and the bench measures.

Every seat plays uniformly over its legal plays, draws only when it must, plays the drawn card if it can, calls with
every play that leaves one card and accepts every penalty.
"""

from __future__ import annotations

from huefall.kernel.bits import bit_of, word_of
from huefall.kernel.cards import can_draw, holds_colored
from huefall.kernel.chance import pick_below, seed_fast
from huefall.kernel.compiler import inlined, lowest, nth_bit, popcount, rule
from huefall.kernel.deal import deal_round, draw_for_dealer, lay_deck, shuffle_deck
from huefall.kernel.fitting import ORDINARY, is_forbidden_bluff, matches, playable_word
from huefall.kernel.house.same_symbol import count_several, has_equal_cards, write_several
from huefall.kernel.house.seven_zero import size_after
from huefall.kernel.layout import FAST, NO_CARD, WORD_BITS, WORDS, EditionRow, Log, MoveRow, Records, RulesRow, State
from huefall.kernel.legal import list_plays
from huefall.kernel.moves import copy_move, start_play
from huefall.kernel.phases.turn import draw, keep
from huefall.kernel.play import close_cut_window, play_cards, play_one_card
from huefall.kernel.ranges import is_ordinary
from huefall.kernel.step import carry_out, settle
from huefall.vocabulary import phases, verbs
from huefall.vocabulary.colors import NO_COLOR

#: In place of a card's kind: the play that was chosen is not a single card and stands in ``move``.
IN_MOVE = -2


@rule
def start_match(state: State, players: int, seed: int, number: int, edition: EditionRow, log: Log) -> None:
    """Clear a table, seed it for round ``number`` of a run and find the dealer."""
    state.players = players
    state.chance = FAST
    state.ticks = 0
    state.match_winners = 0
    for seat in range(len(state.scores)):
        state.scores[seat] = 0
    seed_fast(state, seed, number)
    lay_deck(state, edition)
    draw_for_dealer(state, edition, False, log)


@rule
def play_random_round(
    state: State, rules: RulesRow, edition: EditionRow, move: MoveRow, plays: Records, log: Log
) -> int:
    """Deal a round and play it to its end; return how many turns that took."""
    turns = 0
    shuffle_deck(state, edition)
    deal_round(state, rules, edition, log)
    with_checks = (edition.checks_bits[0] | edition.checks_bits[1]) != 0
    while state.phase != phases.OVER:
        if not is_ordinary(state.phase):
            _answer(state, rules, edition, move, log)
            continue
        turns += state.phase == phases.TURN
        if rules.seven_zero:
            kind, color = _choose_listed(state, rules, edition, move, plays), NO_COLOR
        elif with_checks:
            kind, color = _choose_counted(state, rules, edition, move)
        else:  # inlined: most of the time of a simulation is spent here
            kind, color = _choose_by_count(state, rules, edition, move, False)
        if kind == NO_CARD:
            _do_without(state, rules, edition, move, log)
        elif kind == IN_MOVE:
            _play_move(state, rules, edition, move, log)
        else:
            calls = state.sizes[state.asked] == 2 and not rules.auto_uno
            play_one_card(state, rules, edition, state.asked, kind, color, calls, log)
            settle(state, log)
    return turns


@rule
def _play_move(state: State, rules: RulesRow, edition: EditionRow, move: MoveRow, log: Log) -> None:
    """Play what was chosen, with the call where one is due."""
    left = size_after(state, rules, edition, move.seat, move.cards[0], move.cards_count, move.target)
    move.uno = 1 if left == 1 and not rules.auto_uno else 0
    play_cards(state, rules, edition, move, ORDINARY, log)
    settle(state, log)


@inlined
def _do_without(state: State, rules: RulesRow, edition: EditionRow, move: MoveRow, log: Log) -> None:
    """No card can be played: draw, keep what was drawn, or pass."""
    if state.phase == phases.TURN and not can_draw(state):
        _do(state, rules, edition, move, verbs.PASS, log)
        return
    close_cut_window(state)  # nobody can be caught: everybody calls
    if state.phase == phases.TURN:
        draw(state, rules, edition, log)
    else:
        keep(state, log)
    settle(state, log)


@rule
def _answer(state: State, rules: RulesRow, edition: EditionRow, move: MoveRow, log: Log) -> None:
    if state.phase == phases.COLOR:
        move.color = edition.palette[pick_below(state, edition.colors)]
        _do(state, rules, edition, move, verbs.COLOR, log)
    else:
        _do(state, rules, edition, move, verbs.ACCEPT, log)


@rule
def _do(state: State, rules: RulesRow, edition: EditionRow, move: MoveRow, verb: int, log: Log) -> None:
    move.seat = state.asked
    move.verb = verb
    carry_out(state, rules, edition, move, log)
    settle(state, log)


@rule
def _choose_listed(state: State, rules: RulesRow, edition: EditionRow, move: MoveRow, plays: Records) -> int:
    """Put a uniformly random legal play of the asked seat into ``move`` and return ``IN_MOVE``, or ``NO_CARD`` if there is
    none.
    """
    count = list_plays(state, rules, edition, state.asked, plays, 0, False)
    if count == 0:
        return NO_CARD
    copy_move(plays[pick_below(state, min(count, len(plays) - 1))], move)
    return IN_MOVE


@rule
def _choose_counted(state: State, rules: RulesRow, edition: EditionRow, move: MoveRow) -> tuple[int, int]:
    """The same where no card names a seat: the plays need not be listed to be counted."""
    return _choose_by_count(state, rules, edition, move, True)


@inlined
def _choose_by_count(
    state: State, rules: RulesRow, edition: EditionRow, move: MoveRow, with_checks: bool
) -> tuple[int, int]:
    """Count the plays and take one: first come the coloured cards, then the black ones with their colours, then (if
    the deck has them) Gauntlets with the cards laid, then several equal cards.

    A single card is returned with the colour it names. Other plays are put into ``move``.
    """
    seat = state.asked
    if state.phase == phases.DRAWN:
        low, high = _only_drawn(state, rules, edition, seat)
    else:
        low = playable_word(state, rules, edition, seat, 0)
        high = playable_word(state, rules, edition, seat, 1) if edition.kinds > WORD_BITS else 0
    if (low | high) == 0:
        return NO_CARD, NO_COLOR
    black_low = low & edition.black[0]
    black_high = high & edition.black[1]
    colored_low = low & ~edition.black[0]
    colored_high = high & ~edition.black[1]
    colored = popcount(colored_low) + popcount(colored_high)
    colors = 1 if state.sizes[seat] == 1 else int(edition.colors)
    check_low = black_low & edition.checks_bits[0]
    check_high = black_high & edition.checks_bits[1]
    checks = 0
    if (
        with_checks and (check_low | check_high) and holds_colored(state, edition, seat)
    ):  # else it is a plain wild (AVG-03)
        checks = (popcount(check_low) + popcount(check_high)) * _count_laid(state, edition, seat)
        black_low ^= check_low
        black_high ^= check_high
    singles = colored + (popcount(black_low) + popcount(black_high)) * colors
    several = 0
    if rules.same_symbol and state.phase == phases.TURN:
        several = _count_several(state, edition, seat)
    chosen = pick_below(state, singles + checks + several)
    if chosen < colored:
        return _pick(colored_low, colored_high, chosen), NO_COLOR
    if chosen < singles:
        chosen -= colored
        number = 0
        while chosen >= colors:  # a division takes longer than the one or two steps this is
            chosen -= colors
            number += 1
        return _pick(black_low, black_high, number), int(edition.palette[chosen]) if colors > 1 else NO_COLOR
    start_play(state, move)
    if with_checks and chosen < singles + checks:
        _pick_check(state, edition, seat, check_low, check_high, chosen - singles, move)
    else:
        _pick_several(state, edition, seat, chosen - singles - checks, move)
    return IN_MOVE, NO_COLOR


@inlined
def _held_colored(state: State, edition: EditionRow, seat: int, word: int) -> int:
    return state.held[seat, word] & ~edition.black[word]


@rule
def _count_laid(state: State, edition: EditionRow, seat: int) -> int:
    """Count the ways to lay a card with a Gauntlet and name a colour (AVG-01)."""
    laid = popcount(_held_colored(state, edition, seat, 0)) + popcount(_held_colored(state, edition, seat, 1))
    return laid * (1 if state.sizes[seat] == 2 else int(edition.colors))


@rule
def _pick_check(
    state: State, edition: EditionRow, seat: int, check_low: int, check_high: int, number: int, move: MoveRow
) -> None:
    """Put play number ``number`` of a Gauntlet out of the given ones into ``move``."""
    ways = _count_laid(state, edition, seat)
    move.cards[0] = _pick(check_low, check_high, number // ways)
    number %= ways
    if state.sizes[seat] > 2:
        move.color = edition.palette[number % edition.colors]
        number //= edition.colors
    low, high = _held_colored(state, edition, seat, 0), _held_colored(state, edition, seat, 1)
    move.cards[1] = _pick(low, high, number)
    move.cards_count = 2


@rule
def _count_several(state: State, edition: EditionRow, seat: int) -> int:
    """Count the plays of several equal cards, led by one of the colour in force (SAME-01)."""
    total = 0
    for word in range(WORDS):
        bits = state.held[seat, word] & edition.of_color[state.color, word]
        while bits:
            first = lowest(bits) + word * WORD_BITS
            bits &= bits - 1
            if has_equal_cards(state, edition, seat, first):
                total += count_several(state, edition, seat, first)
    return total


@rule
def _pick_several(state: State, edition: EditionRow, seat: int, number: int, move: MoveRow) -> None:
    """Put play number ``number`` of those ``_count_several`` counts into ``move``."""
    for word in range(WORDS):
        bits = state.held[seat, word] & edition.of_color[state.color, word]
        while bits:
            first = lowest(bits) + word * WORD_BITS
            bits &= bits - 1
            if has_equal_cards(state, edition, seat, first):
                count = count_several(state, edition, seat, first)
                if number < count:
                    write_several(state, edition, seat, first, number, move)
                    return
                number -= count


@inlined
def _only_drawn(state: State, rules: RulesRow, edition: EditionRow, seat: int) -> tuple[int, int]:
    kind = state.drawn
    if not matches(state, edition, kind) or is_forbidden_bluff(state, rules, edition, seat, kind):
        return 0, 0
    return (bit_of(kind), 0) if word_of(kind) == 0 else (0, bit_of(kind))


@inlined
def _pick(low: int, high: int, number: int) -> int:
    """Return the kind of bit number ``number``, counted from the lowest."""
    in_low = popcount(low)
    bits = low
    base = 0
    if number >= in_low:
        number -= in_low
        bits = high
        base = WORD_BITS
    return nth_bit(bits, number) + base
