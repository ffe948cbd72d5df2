"""Events: what a move left behind, in the form and order of docs/events.md."""

from __future__ import annotations

from typing import Any

import pytest
from tests.random_play import EDITIONS, dice, random_game, random_move
from tests.scale import SEED, scaled

from huefall.game import Game
from huefall.game.events import Event
from huefall.vocabulary import events, rule_ids

KEYS = ("event", "seat", "other", "card", "color", "amount", "question", "rule")


def play(sentences: list[str], **fields: Any) -> list[dict[str, Any]]:
    """Play moves on a red 5, seat 0 first, and return the events of the last one."""
    start = {
        "hands": [["r1", "r2", "r3"], ["b1", "b2", "b3"], ["y1", "y2", "y3"]],
        "pile": ["y9", "b0", "g9", "g8", "g7", "g6", "g2"],
        "discard": ["g3", "r5"],
        "turn": 0,
    }
    game = Game.from_position({**start, **fields})
    found: list[Event] = []
    for text in sentences:
        seat, _, sentence = text.partition(" ")
        found = game.play(int(seat), sentence).events
    return [event.as_dict() for event in found]


def test_a_play_and_the_next_turn() -> None:
    assert play(["0 play r1"]) == [
        {"event": "play", "seat": 0, "card": "r1", "rule": "PLAY-01"},
        {"event": "turn", "seat": 1, "rule": "PLAY-01"},
    ]


def test_keys_that_do_not_apply_are_left_out_and_stand_in_order() -> None:
    event = Event("ask", "D2-01", seat=1, other=0, amount=2, question="draw2")
    assert event.as_dict() == {
        "event": "ask",
        "seat": 1,
        "other": 0,
        "amount": 2,
        "question": "draw2",
        "rule": "D2-01",
    }
    assert [key for key in KEYS if key in event.as_dict()] == list(event.as_dict())


def test_an_automatic_penalty_D2_01() -> None:  # noqa: N802
    assert play(["0 play r+2"], hands=[["r+2", "r1", "r2"], ["b1"], ["y1"]]) == [
        {"event": "play", "seat": 0, "card": "r+2", "rule": "PLAY-01"},
        {"event": "draw", "seat": 1, "card": "y9", "rule": "D2-01"},
        {"event": "draw", "seat": 1, "card": "b0", "rule": "D2-01"},
        {"event": "skip", "seat": 1, "rule": "D2-01"},
        {"event": "turn", "seat": 2, "rule": "PLAY-01"},
    ]


def test_a_question_and_its_answer() -> None:
    hands = [["W+4", "b7", "b8"], ["b1"], ["y1"]]
    assert play(["0 play W+4 g"], hands=hands) == [
        {"event": "play", "seat": 0, "card": "W+4", "rule": "PLAY-01"},
        {"event": "color", "seat": 0, "color": "g", "rule": "WILD-01"},
        {"event": "ask", "seat": 1, "other": 0, "amount": 4, "question": "wild4", "rule": "WD4-01"},
    ]
    innocent = play(["0 play W+4 g", "1 challenge"], hands=hands)
    assert innocent[0] == {"event": "challenge", "seat": 1, "other": 0, "amount": 0, "rule": "CHAL-03"}
    assert [event["event"] for event in innocent[1:]] == ["draw"] * 6 + ["skip", "turn"]


def test_draws_that_cannot_be_made_are_told_PILE_02() -> None:  # noqa: N802
    found = play(["0 play r+2"], hands=[["r+2", "r1", "r2"], ["b1"], ["y1"]], pile=["y9"], discard=["r5"])
    # The Draw Two covers the r5, which becomes the new pile: both cards can be drawn, one of them after a reshuffle.
    assert [event["event"] for event in found] == ["play", "draw", "reshuffle", "draw", "skip", "turn"]
    assert found[2] == {"event": "reshuffle", "amount": 1, "rule": "PILE-01"}
    found = play(["0 play r+2"], hands=[["r+2", "r1", "r2"], ["b1"], ["y1"]], pile=[], discard=["r5"])
    assert found[3] == {"event": "forgiven", "seat": 1, "amount": 1, "rule": "PILE-02"}


def test_a_swap_and_a_rotation_SEVEN_01() -> None:  # noqa: N802
    options = {"seven_zero": True}
    swapped = play(["0 play r7 >2"], hands=[["r7", "r1"], ["b1"], ["y1", "y2"]], options=options)
    assert swapped[1] == {"event": "swap", "seat": 0, "other": 2, "rule": "SEVEN-01"}
    rotated = play(["0 play r0"], hands=[["r0", "r1"], ["b1"], ["y1", "y2"]], options=options, direction=-1)
    assert rotated[1] == {"event": "rotate", "amount": -1, "rule": "SEVEN-01"}


def test_a_caught_player_UNO_02() -> None:  # noqa: N802
    assert play(["0 play r1", "2 catch 0"], hands=[["r1", "r2"], ["b1"], ["y1"]]) == [
        {"event": "caught", "seat": 0, "other": 2, "rule": "UNO-02"},
        {"event": "draw", "seat": 0, "card": "y9", "rule": "UNO-02"},
        {"event": "draw", "seat": 0, "card": "b0", "rule": "UNO-02"},
    ]


def test_the_end_of_a_round_and_match() -> None:
    assert play(["0 play r1 uno"], hands=[["r1"], ["b1"], ["y1", "W"]], options={"target": 0}) == [
        {"event": "play", "seat": 0, "card": "r1", "rule": "PLAY-01"},
        {"event": "uno", "seat": 0, "rule": "UNO-01"},
        {"event": "out", "seat": 0, "rule": "END-01"},
        {"event": "points", "seat": 0, "amount": 52, "rule": "SCORE-01"},
        {"event": "match", "seat": 0, "rule": "SCORE-03"},
    ]


def test_a_boost_and_its_end_BUZZ_02() -> None:  # noqa: N802
    hands = [["WH", "r9", "r8"], ["b1", "b2"], ["y1", "y2"]]
    found = play(["0 play WH b", "1 play b1 uno"], edition="buzz", hands=hands)
    assert [(event["event"], event["rule"]) for event in found] == [
        ("play", "PLAY-01"),
        ("uno", "UNO-01"),
        ("skip", "BUZZ-02"),
        ("turn", "PLAY-01"),
    ]


def test_the_deal_leaves_events() -> None:
    game = Game.new("classic", 3, seed=3)
    assert game.deal_events[0].as_dict() == {"event": "deal", "seat": game.dealer, "amount": 7, "rule": "SETUP-03"}
    assert game.deal_events[-1].kind in ("turn", "ask")
    turned = [event.card for event in game.deal_events if event.kind == "turn_up"]
    assert turned[-1] == game.position()["discard"][-1]


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: path.rsplit("/", 1)[-1])
def test_events_tell_the_whole_change(edition: str) -> None:
    """Sizes, scores, direction and whose turn it is can be followed from the events alone."""
    seen: set[str] = set()
    for number in range(scaled(20, least=8)):
        rng = dice("events", edition, number)
        game = random_game(rng, edition)
        print(f"{edition} {game.variant.rules.changes()} game {number} HUEFALL_SEED={SEED}")
        for _ in range(60):
            if game.over:
                break
            before = game.position()
            outcome = game.play(*random_move(rng, game))
            told = [event.as_dict() for event in outcome.events]
            seen |= {event["event"] for event in told}
            assert all(event["rule"] in rule_ids.NAMES and set(event) <= set(KEYS) for event in told)
            follow(before, told, game.position())
    assert seen <= set(events.NAMES)
    assert {"play", "draw", "turn"} <= seen


def follow(before: dict[str, Any], told: list[dict[str, Any]], after: dict[str, Any]) -> None:
    sizes = [len(hand) for hand in before["hands"]]
    players, pile, direction, asked = len(sizes), len(before["pile"]), before["direction"], before["turn"]
    scores = list(before["scores"])
    for event in told:
        kind, seat = event["event"], event.get("seat", -1)
        if kind in ("play", "lay"):
            sizes[seat] -= 1
        elif kind == "draw":
            sizes[seat] += 1
            pile -= 1
        elif kind == "reshuffle":
            assert pile == 0
            pile = event["amount"]
        elif kind == "swap":
            other = event["other"]
            sizes[seat], sizes[other] = sizes[other], sizes[seat]
        elif kind == "rotate":
            sizes = [sizes[(seat - direction) % players] for seat in range(players)]
        elif kind == "reverse":
            assert event["amount"] == -direction
            direction = event["amount"]
        elif kind in ("turn", "ask"):
            asked = seat
        elif kind in ("out", "void"):
            asked = None
        elif kind == "points":
            scores[seat] += event["amount"]
    assert sizes == [len(hand) for hand in after["hands"]], told
    assert (pile, direction, asked, scores) == (
        len(after["pile"]),
        after["direction"],
        after["turn"],
        after["scores"],
    ), told
