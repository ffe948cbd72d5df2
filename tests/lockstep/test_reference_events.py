"""The reference engine's events under the newer rules, worked out by hand; the lock step compares them with the kernel's."""

from __future__ import annotations

from typing import Any

import pytest
from tests.reference import ReferenceGame


def events_of(position: dict[str, Any], seat: int, sentence: str) -> list[tuple[object, ...]]:
    """Make one move; return the events as kind, rule, seat, card or question."""
    outcome = ReferenceGame.from_position(position).play(seat, sentence)
    assert outcome.status == "accepted", outcome.reason
    return [
        (
            event["event"],
            event["rule"],
            event.get("seat"),
            *(event[key] for key in ("card", "question") if key in event),
        )
        for event in outcome.events
    ]


def dealt(options: dict[str, Any], players: int, turned: str) -> list[tuple[object, ...]]:
    deck = ["b1", "b2", "b3", "b4", turned, "y8", "y9"]
    game = ReferenceGame.deal("classic", {"hand_size": 1, **options}, players, players - 1, deck[4 - players :])
    return [(event["event"], event["rule"], event.get("seat")) for event in game.events]


def boosted(*first: str, players: int = 4, **options: object) -> dict[str, Any]:
    """Return a position of Buzz Lightyear in which seat 0 holds these cards, two of its own, and blue is boosted."""
    hands = [[*first, "g1", "g2"], ["y1", "y3"], ["r1", "r4"], ["r6", "r8"]][:players]
    fields = {"discard": ["b5"], "pile": ["y8", "y9"], "turn": 0, "boost": "b"}
    return {"edition": "buzz", "options": {"boost_adds_skip": True, **options}, "hands": hands, **fields}


def exchange(first: str, target: list[str]) -> dict[str, Any]:
    hands = [[first, "g1"], target, ["b1", "b3"]]
    return {"options": {"seven_zero": True}, "hands": hands, "discard": ["r5"], "pile": [], "turn": 0}


def test_a_call_undone_by_an_exchange_has_the_rule_UNO_05() -> None:  # noqa: N802
    assert events_of(exchange("r7", ["y1", "y3"]), 0, "play r7 >1 uno") == [
        ("play", "PLAY-01", 0, "r7"),
        ("uno", "UNO-05", 0),
        ("swap", "SEVEN-01", 0),
        ("turn", "PLAY-01", 1),
    ]
    assert ("uno", "UNO-05", 0) in events_of(exchange("r0", ["y1"]), 0, "play r0 uno")


def test_a_call_for_the_received_hand_has_the_rule_UNO_01() -> None:  # noqa: N802
    assert ("uno", "UNO-01", 0) in events_of(exchange("r7", ["y1"]), 0, "play r7 >1 uno")


@pytest.mark.parametrize(
    ("players", "skips"),
    [
        (2, [("skip", "SKIP-01", 1), ("turn", "PLAY-01", 0)]),
        (3, [("skip", "SKIP-01", 1), ("skip", "BUZZ-03", 2), ("turn", "PLAY-01", 0)]),
        (4, [("skip", "SKIP-01", 1), ("skip", "BUZZ-03", 2), ("turn", "PLAY-01", 3)]),
    ],
)
def test_the_added_skip_of_a_boosted_skip_comes_last_BUZZ_03(  # noqa: N802
    players: int, skips: list[tuple[object, ...]]
) -> None:
    assert events_of(boosted("bS", players=players), 0, "play bS") == [("play", "PLAY-01", 0, "bS"), *skips]


def test_the_added_skip_of_a_boosted_draw_two_follows_the_skip_of_the_drawer_BUZZ_03() -> None:  # noqa: N802
    events = [
        ("play", "PLAY-01", 0, "b+2"),
        ("draw", "D2-01", 1, "y8"),
        ("draw", "D2-01", 1, "y9"),
        ("skip", "D2-01", 1),
        ("skip", "BUZZ-03", 2),
        ("turn", "PLAY-01", 3),
    ]
    assert events_of(boosted("b+2"), 0, "play b+2") == events
    assert events_of(boosted("b+2", players=2), 0, "play b+2") == [*events[:4], ("turn", "PLAY-01", 0)]
    assert events_of(boosted("b+2", boost_adds_skip=False), 0, "play b+2") == [*events[:4], ("turn", "PLAY-01", 2)]


def test_a_boosted_number_and_a_boosted_reverse_have_their_usual_events_BUZZ_02() -> None:  # noqa: N802
    assert ("skip", "BUZZ-02", 1) in events_of(boosted("b7"), 0, "play b7")
    assert ("skip", "BUZZ-02", 3) in events_of(boosted("bR"), 0, "play bR")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("turned", ["gS", "g+2"])
def test_a_plain_first_card_is_turned_up_without_effect_FIRST_02(turned: str, players: int) -> None:  # noqa: N802
    deal = ("deal", "SETUP-03", players - 1)
    turn_up = ("turn_up", "FIRST-02", players - 1)
    assert dealt({"first_card": "plain"}, players, turned) == [deal, turn_up, ("turn", "PLAY-01", 0)]
    assert ("skip", "FIRST-02", 0) in dealt({"first_card": "acts"}, players, turned)


def test_a_plain_first_reverse_still_turns_FIRST_02() -> None:  # noqa: N802
    assert dealt({"first_card": "plain"}, 3, "gR")[2:] == [("reverse", "REV-01", None), ("turn", "PLAY-01", 2)]


def test_a_wild_draw_four_stacked_on_another_has_the_rule_STACK_02() -> None:  # noqa: N802
    hands = [["g1", "g2"], ["W+4", "y1", "y3"], ["b1", "b3"]]
    pending = {"kind": "wild4", "seat": 1, "from": 0, "draw": 4, "guilty": False}
    position = {"options": {"stacking": "wild4"}, "hands": hands, "discard": ["r5", "W+4"], "color": "b", "turn": 1}
    assert events_of({**position, "pending": pending}, 1, "play W+4 g") == [
        ("play", "STACK-02", 1, "W+4"),
        ("color", "WILD-01", 1),
        ("ask", "WD4-01", 2, "wild4"),
    ]
