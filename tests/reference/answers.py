"""Moves other than plays and claims: draw, keep, pass, color, accept, challenge, dance, votes.

None of them plays a card, so none closes the window for catching; only with `catch_until` = `turn` a draw or a pass
does, because they are the whole of an ordinary turn (UNO-02).
"""

from .cards import in_order, texts
from .effects import draw_and_lose_turn, go_on, reverse_and_go_on
from .ending import void_round
from .fitting import matches
from .moves import Move
from .piles import can_draw, draw_one, draw_penalty
from .state import ASK_RULES, PENALTIES, Pending, State

FAILED_CHALLENGE = 2  # cards on top of the penalty (CHAL-03)


def draw(state: State, seat: int, _move: Move) -> None:
    """Draw one card, or until one can be played; the player is asked in any case (PLAY-03, DRAW-01)."""
    state.begin_act()
    if state.options.catch_until == "turn":
        state.close_catching()
    if state.options.draw == "one":
        state.drawn = draw_one(state, seat, "PLAY-03")
        return
    while can_draw(state):
        state.drawn = draw_one(state, seat, "DRAW-01")
        if matches(state, seat, state.drawn):
            return


def keep(state: State, seat: int, _move: Move) -> None:
    """Keep the drawn card; the turn ends (PLAY-03)."""
    state.begin_act()
    state.say("keep", "PLAY-03", seat=seat)
    state.begin_turn(state.after(seat))


def pass_turn(state: State, seat: int, _move: Move) -> None:
    """Pass with no card to play or draw; when all have passed, the round is void (PLAY-04, PILE-03)."""
    state.begin_act(is_pass=True)
    if state.options.catch_until == "turn":
        state.close_catching()
    state.passes += 1
    state.say("pass", "PLAY-04", seat=seat)
    if state.passes >= state.players:
        void_round(state, "PILE-03")
    else:
        state.begin_turn(state.after(seat))


def name_first_color(state: State, seat: int, move: Move) -> None:
    """Dealer's left names the colour of the turned card and takes the first turn (FIRST-04)."""
    state.begin_act()
    state.color = move.color
    state.say("color", "FIRST-04", seat=seat, color=move.color)
    if state.top.boosts:
        state.boost = move.color
        state.say("boost", "BUZZ-01", seat=seat, color=move.color)
    state.begin_turn(seat)


def accept(state: State, seat: int, _move: Move) -> None:
    """Accept a penalty, a footprint card or the cards of a Dancing Wild."""
    question = state.pending
    assert question is not None
    state.begin_act()
    state.pending = None
    rule = ASK_RULES[question.kind]
    state.say("accept", rule, seat=seat)
    if question.kind in PENALTIES:
        draw_and_lose_turn(state, question.source, seat, question.draw, rule)
    elif question.kind == "skip":
        go_on(state, question.source, state.top.skipped(question.count, state.players), rule)
    elif question.kind == "reverse":
        reverse_and_go_on(state, question.source, question.count)
    else:
        draw_penalty(state, seat, question.draw, "BTS-01")
        go_on_after_dance(state, seat)


def challenge(state: State, seat: int, _move: Move) -> None:
    """Show the hand to the challenger; the play has already decided the guilt (CHAL-01)."""
    question = state.pending
    assert question is not None
    state.begin_act()
    state.pending = None
    other = question.source
    state.shown = (seat, other, texts(in_order(state.hands[other])))
    rule = "CHAL-02" if question.guilty else "CHAL-03"
    state.say("challenge", rule, seat=seat, other=other, amount=int(bool(question.guilty)))
    if question.guilty:
        draw_penalty(state, other, question.draw, rule)
        state.begin_turn(seat)
    else:
        draw_and_lose_turn(state, other, seat, question.draw + FAILED_CHALLENGE, rule)


def dance(state: State, seat: int, _move: Move) -> None:
    """Dance: the player's word counts, or the others vote (BTS-01, BTS-02)."""
    question = state.pending
    assert question is not None
    state.begin_act()
    state.pending = None
    state.say("dance", "BTS-01", seat=seat)
    if state.options.dance_judge == "honor":
        go_on_after_dance(state, seat)
    else:
        state.ask(Pending("vote", state.after(seat), question.source, question.draw, dancer=seat, votes=[]))


def vote(state: State, seat: int, move: Move) -> None:
    """All others vote in turn, from the player after the dancer; more than half must approve (BTS-02)."""
    question = state.pending
    assert question is not None and question.votes is not None and question.dancer is not None
    dancer = question.dancer
    state.begin_act()
    state.pending = None
    approves = move.verb == "approve"
    votes = [*question.votes, approves]
    state.say("vote", "BTS-02", seat=seat, other=dancer, amount=int(approves))
    voters = state.players - 1
    if len(votes) < voters:
        state.ask(Pending("vote", state.after(seat), question.source, question.draw, dancer=dancer, votes=votes))
        return
    approved = 2 * sum(votes) > voters
    state.say("verdict", "BTS-02", seat=dancer, amount=int(approved))
    if not approved:
        draw_penalty(state, dancer, question.draw, "BTS-02")
    go_on_after_dance(state, dancer)


def go_on_after_dance(state: State, dancer: int) -> None:
    """A normal turn of the dancer, or the next one with `dance_ends_turn` (BTS-01)."""
    if state.options.dance_ends_turn:
        state.say("skip", "BTS-01", seat=dancer)
        state.begin_turn(state.after(dancer))
    else:
        state.begin_turn(dancer)
