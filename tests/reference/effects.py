"""The effects of played cards: exchanges, hand checks, penalties, reversals, skips."""

from .cards import Card
from .piles import draw_penalty
from .state import ASK_RULES, Pending, State


def exchange_hands(state: State, seat: int, card: Card, target: int | None) -> None:
    """A 7 swaps two hands, a 0 passes all on; calls of hands that moved are cleared (SEVEN-01)."""
    hands = state.hands
    if card.exchanges == "swap":
        assert target is not None
        hands[seat], hands[target] = hands[target], hands[seat]
        state.called -= {seat, target}
        state.say("swap", "SEVEN-01", seat=seat, other=target)
    else:
        state.hands = [hands[state.after(receiver, -1)] for receiver in range(state.players)]
        state.called.clear()
        state.say("rotate", "SEVEN-01", amount=state.direction)


def check_hands(state: State, seat: int, card: Card, laid: Card) -> None:
    """Every player who holds the laid card's colour draws, in playing order from the next player (AVG-01)."""
    for step in range(1, state.players + 1):
        checked = state.after(seat, step)
        if checked == seat and not state.options.gauntlet_self:
            continue
        if any(held.color == laid.color for held in state.hands[checked]):
            state.say("check", "AVG-01", seat=checked, color=laid.color)
            draw_penalty(state, checked, card.checks, "AVG-01")


def footprint_asks(state: State, card: Card) -> bool:
    """A footprint leaves a choice where the edition has a card that answers it (JUR-01)."""
    return card.footprint and state.edition.has("escapes")


def challengeable(state: State, card: Card) -> bool:
    """Whether the rules let this card be challenged (CHAL-01, WD4-02)."""
    return card.restricted and state.options.challenge and state.options.wild4 == "bluff"


def penalty_leaves_choice(state: State, card: Card) -> bool:
    """Whether a draw card on top leaves a seat more than one answer (notation.md, Legal)."""
    options = state.options
    if footprint_asks(state, card) or (options.shields and state.edition.has("shield")):
        return True
    if card.black:
        return challengeable(state, card) or options.stacking in ("wild4", "same", "cumulative")
    return options.cut or options.stacking in ("draw2", "same", "cumulative")


def penalise_next(state: State, seat: int, card: Card, total: int, count: int, guilty: bool) -> None:
    """The next player draws and loses the turn, at once or after being asked (D2-01, WD4-01)."""
    kind = card.penalty_kind
    if penalty_leaves_choice(state, card):
        ask_penalty(state, seat, kind, total, count, guilty if challengeable(state, card) else None)
    else:
        draw_and_lose_turn(state, seat, state.after(seat), total, ASK_RULES[kind])


def ask_penalty(state: State, seat: int, kind: str, total: int, count: int, guilty: bool | None) -> None:
    """Put the penalty to the player after this seat."""
    state.ask(Pending(kind, state.after(seat), seat, total, count, guilty))


def draw_and_lose_turn(state: State, source: int, target: int, amount: int, rule: str) -> None:
    """A player draws a penalty and loses the turn; a boost that adds its skip also skips the player after."""
    draw_penalty(state, target, amount, rule)
    state.say("skip", rule, seat=target)
    following = state.after(target)
    # SKIP-01: never the player whose Draw Two it is.
    if state.top.draws and state.options.boost_adds_skip and boosted(state) and following != source:
        state.say("skip", "BUZZ-03", seat=following)
        following = state.after(following)
    state.begin_turn(following)


def boosted(state: State) -> bool:
    """Whether the top card has the boosted colour; a black card has none (BUZZ-02, BUZZ-03)."""
    return state.boost is not None and state.top.color == state.boost


def shield_penalty(state: State, seat: int, card: Card, kind: str, total: int) -> None:
    """A Reverse turns the direction, then the penalty moves on; a shielded penalty cannot be challenged (SHIELD-01, -02)."""
    if card.reverses:
        state.turn_direction("SHIELD-01")
    ask_penalty(state, seat, kind, total, 1, None)


def play_reverse(state: State, seat: int, card: Card, count: int) -> None:
    """A Reverse turns the direction at once, or asks the player who would have been next (REV-01, JUR-01)."""
    if footprint_asks(state, card):
        state.ask(Pending("reverse", state.after(seat), seat, count=count))
    else:
        reverse_and_go_on(state, seat, count)


def reverse_and_go_on(state: State, seat: int, count: int) -> None:
    """Turn the direction; with two players the same player acts again (TWO-01, SAME-02)."""
    for _ in range(count):
        state.turn_direction("REV-01")
    if state.players == 2:
        state.begin_turn(seat)
    else:
        go_on(state, seat, 0, "REV-01")


def play_skip(state: State, seat: int, card: Card, count: int) -> None:
    """A Skip, or a card that skips only by the boost (SKIP-01, BUZZ-02)."""
    if card.skips and footprint_asks(state, card):
        state.ask(Pending("skip", state.after(seat), seat, count=count))
    else:
        go_on(state, seat, card.skipped(count, state.players), "SKIP-01")


def go_on(state: State, seat: int, skipped: int, rule: str) -> None:
    """Skip ``skipped`` players, by the boost at least one or, with its option, one more; then the next acts (BUZZ-03)."""
    for step in range(1, skipped + 1):
        state.say("skip", rule, seat=state.after(seat, step))
    if boosted(state) and skipped == 0:
        skipped = 1
        state.say("skip", "BUZZ-02", seat=state.after(seat))
    elif boosted(state) and state.options.boost_adds_skip and skipped < state.players - 1:
        skipped += 1
        state.say("skip", "BUZZ-03", seat=state.after(seat, skipped))
    state.begin_turn(state.after(seat, skipped + 1))
