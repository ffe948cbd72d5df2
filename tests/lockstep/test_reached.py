"""Situations are counted exactly where they happen; otherwise the lock step would claim to have reached them."""

from __future__ import annotations

from typing import Any

from tests.reference import ReferenceGame
from tests.reference.reached import (
    CAUGHT_AFTER_ACCEPT,
    CAUGHT_AFTER_CHALLENGE,
    CAUGHT_AFTER_DANCE,
    CAUGHT_AFTER_DRAW,
    CLOSED_BY_DRAW,
    OTHER_COLOR_SHIELD,
    PLAIN_FIRST_CARD,
    SAFE_AFTER_CHALLENGE,
    UNDONE_CALL,
    WILD4_CUT,
    WILD4_STACK,
    Reached,
)

DOWN_TO_ONE = [["r1", "b2"], ["y1", "y3"], ["b1", "b3"]]
BLACK = [["W+4", "g2"], ["y1", "y3"], ["b1", "b3"]]


def counted(hands: list[list[str]], *moves: str, edition: str = "classic", **options: object) -> dict[str, int]:
    """Play moves on a red 5; return the counts."""
    position: dict[str, Any] = {"edition": edition, "options": options, "hands": hands, "discard": ["r5"], "turn": 0}
    game = ReferenceGame.from_position({**position, "pile": ["g6", "g7", "g8", "g9", "b6", "b7", "b8", "b9"]})
    reached = Reached()
    for move in moves:
        seat, sentence = int(move[0]), move[2:]
        top, catchable = game.state.top, set(game.state.open)
        outcome = game.play(seat, sentence)
        assert outcome.status == "accepted", (move, outcome.reason)
        reached.note_move(top, catchable, game.state, outcome.events)
    return dict(reached.counts)


def test_a_catch_is_counted_by_what_came_before_it() -> None:
    assert counted(DOWN_TO_ONE, "0 play r1", "1 catch 0") == {}
    assert counted(DOWN_TO_ONE, "0 play r1", "1 draw", "2 catch 0") == {CAUGHT_AFTER_DRAW: 1}
    assert counted(BLACK, "0 play W+4 b", "1 accept", "2 catch 0") == {CAUGHT_AFTER_ACCEPT: 1}
    assert counted(BLACK, "0 play W+4 b", "1 challenge", "2 catch 0") == {CAUGHT_AFTER_CHALLENGE: 1}
    dance = [["WD", "g2"], ["p1", "p3"], ["b1", "b3"]]
    assert counted(dance, "0 play WD b", "1 dance", "2 catch 0", edition="bts") == {CAUGHT_AFTER_DANCE: 1}
    assert counted(dance, "0 play WD b", "2 catch 0", edition="bts") == {}


def test_a_draw_before_the_play_does_not_count() -> None:
    hands = [["b2"], ["y1", "y3"], ["b1", "b3"]]
    assert counted([*hands[:2], ["r1", "b3"]], "0 draw", "0 keep", "1 draw", "1 keep", "2 play r1", "0 catch 2") == {}


def test_windows_that_end_without_a_play_are_counted() -> None:
    guilty = [["W+4", "r2"], *BLACK[1:]]
    assert counted(guilty, "0 play W+4 b", "1 challenge") == {SAFE_AFTER_CHALLENGE: 1}
    assert counted(DOWN_TO_ONE, "0 play r1", "1 draw", catch_until="turn") == {CLOSED_BY_DRAW: 1}


def test_stacks_cuts_shields_and_undone_calls_are_counted() -> None:
    stack = [["W+4", "g2", "g3"], ["W+4", "y1", "y3"], ["b1", "b3"]]
    assert counted(stack, "0 play W+4 b", "1 play W+4 g", stacking="wild4") == {WILD4_STACK: 1}
    assert counted(stack, "0 play W+4 b", "1 play W+4 g", stacking="same") == {}
    cut = [["r+2", "g1", "g2"], ["y1", "y3"], ["r+2", "b3", "b4"]]
    assert counted(cut, "0 play r+2", "2 play r+2", stacking="wild4", cut=True) == {WILD4_CUT: 1}
    shield = [["r+2", "g1", "g2"], ["gS", "rS", "y3"], ["b1", "b3"]]
    assert counted(shield, "0 play r+2", "1 play gS", stacking="draw2", shields=True) == {OTHER_COLOR_SHIELD: 1}
    assert counted(shield, "0 play r+2", "1 play rS", stacking="draw2", shields=True) == {}
    assert counted([["r7", "g1"], *DOWN_TO_ONE[1:]], "0 play r7 >1 uno", seven_zero=True) == {UNDONE_CALL: 1}


def test_a_plain_first_card_is_counted() -> None:
    for first_card, times in (("plain", 1), ("acts", 0)):
        reached = Reached()
        options = {"hand_size": 1, "first_card": first_card}
        reached.note_deal(ReferenceGame.deal("classic", options, 2, 1, ["b1", "b2", "gS"]).events)
        assert reached.counts[PLAIN_FIRST_CARD] == times
