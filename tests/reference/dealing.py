"""Setting up: the draw for the dealer, the deal and the first card (SETUP-02..04, FIRST-01..06)."""

from collections import Counter

from .cards import Card
from .editions import Edition
from .errors import ReferenceError
from .options import Options, check_table
from .piles import draw_penalty
from .state import Event, Pending, Reshuffle, State, keep_order


def read_cards(edition: Edition, names: object, field: str) -> list[Card]:
    """Cards by their exact written form."""
    if not isinstance(names, list):
        raise ReferenceError(f"{field}: a list of cards is expected, not {names!r}")
    result = []
    for name in names:
        card = edition.cards.get(name) if isinstance(name, str) else None
        if card is None:
            raise ReferenceError(f"{field}: {name!r} is no card of {edition.name}")
        result.append(card)
    return result


def check_counts(edition: Edition, options: Options, cards: list[Card]) -> None:
    """Refuse more of a card than the deck has."""
    deck = edition.counts(options.footprints)
    for card, count in Counter(cards).items():
        if count > deck[card]:
            raise ReferenceError(f"too many of {card.text}: {count}, the deck has {deck[card]}")


def draw_for_dealer(edition: Edition, players: int, deck: list[Card]) -> tuple[int, list[Event]]:
    """The highest number deals; the tied, and only they, draw again (SETUP-02)."""
    events: list[Event] = []
    seats = list(range(players))
    left = list(deck)
    while len(seats) > 1:
        if len(left) < len(seats):
            # No rule says what follows a deck that runs out; the first of the tied deals.
            return seats[0], events
        numbers = {}
        for seat in seats:
            card = left.pop(0)
            numbers[seat] = card.number
            events.append({"event": "dealer_draw", "seat": seat, "card": card.text, "rule": "SETUP-02"})
        highest = max(numbers.values())
        seats = [seat for seat in seats if numbers[seat] == highest]
    return seats[0], events


def deal_round(
    edition: Edition,
    label: str,
    options: Options,
    players: int,
    dealer: int,
    deck: list[Card],
    scores: list[int],
    reshuffle: Reshuffle = keep_order,
) -> State:
    """Deal one card at a time from the dealer's left, turn the first card and apply it (SETUP-03)."""
    check_table(edition, options, players)
    if type(dealer) is not int or not 0 <= dealer < players:
        raise ReferenceError(f"dealer: no seat {dealer!r} among {players} players")
    if len(scores) != players:
        raise ReferenceError(f"scores: {players} numbers are expected, not {scores!r}")
    check_counts(edition, options, deck)
    dealt = players * options.hand_size
    if len(deck) <= dealt:
        raise ReferenceError(f"deck: {len(deck)} cards are too few for {players} hands and a first card")
    hands: list[list[Card]] = [[] for _ in range(players)]
    for place, card in enumerate(deck[:dealt]):
        hands[(dealer + 1 + place) % players].append(card)
    state = State(
        edition=edition,
        edition_label=label,
        options=options,
        hands=hands,
        pile=deck[dealt:],
        discard=[],
        color=None,
        turn=None,
        direction=1,
        dealer=dealer,
        scores=list(scores),
        points=[0] * players,
        reshuffle=reshuffle,
    )
    state.say("deal", "SETUP-03", seat=dealer, amount=options.hand_size)
    turn_first_card(state)
    return state


def turn_first_card(state: State) -> None:
    """Turn cards until one stays on top, then apply it; no player may react to it (FIRST-06)."""
    buried = 0
    while True:
        if len(state.pile) <= buried:
            raise ReferenceError("deck: no card in it can be the first")
        card = state.pile.pop(0)
        if card.first == "bury":
            state.pile.append(card)
            state.say("bury", "FIRST-03", card=card.text)
            buried += 1
            continue
        state.discard.append(card)
        state.say("turn_up", turn_up_rule(card), seat=state.dealer, card=card.text)
        if card.first != "ignore":
            break
    left = state.after(state.dealer)
    state.color = card.color
    if card.first == "name":
        state.ask(Pending("color", left, state.dealer))
    elif state.options.first_card == "plain" and not card.reverses:
        state.begin_turn(left)  # a turned Skip or Draw Two has no effect (FIRST-02)
    elif card.draws:
        draw_penalty(state, left, card.draws, "FIRST-02")
        state.say("skip", "FIRST-02", seat=left)
        state.begin_turn(state.after(left))
    elif card.reverses:
        state.turn_direction("REV-01")
        state.begin_turn(state.dealer)
    else:
        skipped = card.skipped(1, state.players)
        for step in range(1, skipped + 1):
            state.say("skip", "FIRST-02", seat=state.after(state.dealer, step))
        state.begin_turn(state.after(state.dealer, skipped + 1))


def turn_up_rule(card: Card) -> str:
    """The reason a turned card gives."""
    if card.first == "ignore":
        return "FIRST-05"
    if card.first == "name":
        return "FIRST-04"
    return "FIRST-02" if card.skips or card.draws or card.reverses else "FIRST-01"
