"""The end of a round: END-01, END-02, points, the match; and void rounds (PILE-03, PILE-04)."""

from .piles import draw_penalty
from .state import State

MAX_MOVES_OF_ROUND = 5000  # accepted moves (PILE-04)


def finish_round(state: State, seat: int, penalty: int, turns: int) -> None:
    """A hand is empty: a last penalty is drawn by the next player, then the points are counted."""
    state.say("out", "END-01", seat=seat)
    if turns:
        # A last Reverse shield turns; a cut one first takes back the turn it copies (CUT-02).
        for _ in range(turns - 1):
            state.turn_direction("CUT-02")
        state.turn_direction("SHIELD-01")
    draw_penalty(state, state.after(seat), penalty, "END-02")
    state.winner = seat
    close_round(state)
    count_points(state, seat)
    decide_match(state, seat)


def void_round(state: State, rule: str) -> None:
    """No winner and no points; the round is dealt again by the next dealer."""
    state.winner = None
    close_round(state)
    state.say("void", rule)


def close_round(state: State) -> None:
    """End the round: no seat is asked any more."""
    state.over = True
    state.turn = None
    state.pending = None
    state.drawn = None
    state.cut = None
    state.cut_count = 1
    state.open.clear()
    state.called.clear()


def count_points(state: State, winner: int) -> None:
    """The winner gets what the others hold, or everyone keeps their own count (SCORE-01, SCORE-02)."""
    held = [sum(card.points for card in hand) for hand in state.hands]
    if state.options.scoring == "winner":
        rule = "SCORE-01"
        state.points = [0] * state.players
        state.points[winner] = sum(held)
    else:
        rule = "SCORE-02"
        state.points = held
    for seat, amount in enumerate(state.points):
        state.scores[seat] += amount
        if amount:
            state.say("points", rule, seat=seat, amount=amount)


def decide_match(state: State, winner: int) -> None:
    """Whether the match is over, and who has won it."""
    target = state.options.target
    if target == 0:
        winners, rule = [winner], "SCORE-03"
    elif state.options.scoring == "winner":
        winners, rule = [winner] if state.scores[winner] >= target else [], "SCORE-01"
    elif max(state.scores) >= target:
        lowest = min(state.scores)
        winners, rule = [seat for seat, score in enumerate(state.scores) if score == lowest], "SCORE-02"
    else:
        return
    if winners:
        state.match_winners = winners
    for seat in winners:
        state.say("match", rule, seat=seat)
