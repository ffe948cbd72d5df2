"""The runner fails when it must: a scenario with a wrong expectation does not pass."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from huefall.scenario import read_file, run_file, run_scenario
from huefall.scenario.start import ScenarioError

#: Three players, an ordinary turn of seat 0 on r5; one card of seat 2's is black.
START: dict[str, Any] = {
    "id": "T",
    "what": "a turn",
    "edition": "classic",
    "hands": [["r1", "g1", "b9"], ["b1", "b2", "b3"], ["y1", "y2", "W"]],
    "top": "r5",
    "pile": ["y9", "b0"],
    "turn": 0,
}

#: One card each: a play ends the round.
LAST: dict[str, Any] = {**START, "hands": [["r1"], ["b1"], ["W"]]}


def run(*steps: object, start: dict[str, Any] | None = None, **fields: object) -> tuple[str, ...]:
    return run_scenario({**(START if start is None else start), "steps": list(steps), **fields}).failures


def check(**fields: object) -> dict[str, object]:
    return {"check": fields}


def test_steps_that_hold_pass() -> None:
    assert not run(
        check(turn=0, color="r", sizes=[3, 3, 3], top="r5", pile_size=98, drawn=None, pending=None, dealer=2),
        check(hands=[None, ["b3", "b1", "b2"], None]),
        check(hands={"1": ["b3", "b1", "b2"]}, playable={"0": ["r1"], "1": []}, answers={"0": ["play", "draw"]}),
        check(view={"1": {"hands": {"0": None, "1": ["b3", "b2", "b1"]}, "seat": 1, "legal": [], "pile": None}}),
        {"refused": "1 play b1"},
        {"refused": "0 play r1 g"},
        {"foul": "0 play g1"},
        check(sizes=[4, 3, 3], turn=0),
        {"refused": "next_round"},
        "0 play r1",
        check(turn=1, legal={"1": ["play b1", "draw"]}),
    )


@pytest.mark.parametrize(
    ("checked", "said"),
    [
        ({"turn": 1}, "step 1: turn: expected 1, got 0"),
        ({"color": "g"}, "color: expected 'g', got 'r'"),
        ({"top": "r6"}, "top: expected 'r6', got 'r5'"),
        ({"sizes": [3, 3, 4]}, "sizes: expected [3, 3, 4], got [3, 3, 3]"),
        ({"pile_size": 2}, "pile_size: expected 2, got 98"),
        ({"hands": {"0": ["r1", "g1"]}}, "hands[0]"),
        ({"hands": {"3": ["r1"]}}, "no seat '3' at a table of 3"),
        ({"hands": "r1"}, "check 'hands' must be an object by seat"),
        ({"hands": [["r1"]]}, "check 'hands' must have one per seat, 3, got 1"),
        ({"hands": [None, ["b1"], None]}, "hands[1]: expected ['b1'], got ['b1', 'b2', 'b3']"),
        ({"hands": {"0": [1, "r1"]}}, "hands[0] must be a list of texts"),
        ({"hands": {"\u00b2": ["r1"]}}, "no seat '\u00b2'"),
        ({"hands": {"9" * 5000: ["r1"]}}, "no seat"),
        ({"legal": {"0": [["x"]]}}, "legal[0] must be a list of texts"),
        ({"view": {"0": {"hands": {"0": 5}}}}, "view[0].hands[0] must be a list of texts"),
        ({"view": {"0": {"hands": {"\u00b2": None}}}}, "no seat '\u00b2'"),
        ({"view": {"0": {"sizes": {"\u00b2": 3}}}}, "view[0].sizes.\u00b2: expected 3, got None"),
        ({"view": {"0": {"legal": [["x"]]}}}, "view[0].legal must be a list of texts"),
        ({"sizes": {"9" * 5000: 3}}, "expected 3, got None"),
        ({"playable": {"0": ["r1", "g1"]}}, "playable[0]: missing g1"),
        ({"playable": {"0": []}}, "playable[0]: not expected r1"),
        ({"legal": {"0": ["draw"]}}, "legal[0]: not expected play r1"),
        ({"legal": {"0": ["draw", "play r1", "play b9"]}}, "legal[0]: missing play b9"),
        ({"answers": {"0": ["play"]}}, "answers[0]: not expected draw"),
        ({"answers": {"1": ["play"]}}, "answers[1]: missing play"),
        ({"answers": {"0": ["plays"]}}, "unknown kind of move 'plays'"),
        ({"pending": {"kind": "draw2"}}, "pending: expected {'kind': 'draw2'}, got None"),
        ({"view": {"0": {"pile_size": 3}}}, "view[0].pile_size: expected 3, got 98"),
        ({"view": {"0": {"hands": {"1": ["b1", "b2", "b3"]}}}}, "view[0].hands[1]"),
        ({"view": {"0": {"hands": {"0": None}}}}, "view[0].hands[0]"),
        ({"view": {"0": {"legal": ["draw"]}}}, "view[0].legal: not expected play r1"),
        ({"view": {"1": {"shown": {"seat": 0}}}}, "view[1].shown"),
        ({"colour": "r"}, "unknown field 'colour' in a check"),
    ],
)
def test_a_check_that_does_not_hold_fails(checked: dict[str, object], said: str) -> None:
    failures = run({"check": checked})
    assert any(said in failure for failure in failures), failures


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("0 play b9", "was a foul"),
        ("1 play b1", "was refused"),
        ("1 pass", "was refused"),
        ({"refused": "0 play r1"}, "was accepted"),
        ({"refused": "0 play b9"}, "was accepted"),
        ({"foul": "0 play r1"}, "was no foul"),
        ({"foul": "1 play b1"}, "was refused"),
        ({"next_round": {}}, "next_round was refused"),
        ({"next_round": {"dock": []}}, "unknown field 'dock' in next_round"),
        ({"next_round": 5}, "next_round must be an object"),
        ("\u0660 draw", "a move begins with a seat"),
        ("play r1", "a move begins with a seat"),
        ({"refused": "draw"}, "a move begins with a seat"),
        ({"checks": {}}, "unknown step 'checks'"),
        ({"check": {}, "foul": "0 play b9"}, "an object with one key"),
        (7, "a step is a move or an object"),
    ],
)
def test_a_step_with_another_outcome_fails(step: object, said: str) -> None:
    (failure,) = run(step)
    assert failure.startswith("step 1: ")
    assert said in failure


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"steps": 5}, "steps must be a list"),
        ({"steps": [{"check": 5}]}, "a check is an object"),
        ({"steps": [{"check": {"hands": {"0": 5}}}]}, "check hands[0] must be a list"),
        ({"steps": [{"check": {"legal": {"0": "draw"}}}]}, "check legal[0] must be a list"),
        ({"steps": [{"check": {"view": {"0": []}}}]}, "check view[0] must be an object"),
        ({"pile": 5}, "pile must be a list of cards"),
        ({"pile": None}, "pile must be a list of cards"),
        ({"edition": 5}, "unknown edition"),
        ({"options": ["cut"]}, "options must be an object"),
    ],
)
def test_a_scenario_that_makes_no_sense_fails_with_a_reason(fields: dict[str, Any], said: str) -> None:
    (failure,) = run_scenario({**START, **fields}).failures
    assert said in failure


def test_the_first_step_that_fails_is_the_last_one_done() -> None:
    (failure,) = run("0 play r1", check(turn=0), check(turn=2))
    assert failure.startswith("step 2: turn: ")


def test_next_round_is_checked_on_both_sides() -> None:
    assert not run("0 play r1", check(over=True, winner=0), {"next_round": {}}, check(over=False), start=LAST)
    assert run("0 play r1", {"refused": "next_round"}, start=LAST) == ("step 2: next_round was accepted",)
    decided = {**LAST, "options": {"target": 0}}
    assert not run("0 play r1", check(match_winners=[0]), {"refused": "next_round"}, start=decided)
    assert "the match is decided" in run("0 play r1", {"next_round": {}}, start=decided)[0]


def test_next_round_deals_the_deck_it_is_given() -> None:
    deck = ["r1", "r2", "r3"]
    dealt = {"next_round": {"deck": deck}}
    small = {**LAST, "options": {"hand_size": 1}}
    assert not run("0 play r1", dealt, check(dealer=0, hands={"1": ["r1"], "2": ["r2"], "0": ["r3"]}), start=small)


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"edition": "nonsense"}, "nonsense"),
        ({"options": {"shield": True}}, "shield"),
        ({"options": {"uno_penalty": -1}}, "uno_penalty"),
        ({"hands": [["r1"]]}, "2 to 10"),
        ({"hands": [["r0", "r0"], ["b1"]]}, "too many"),
        ({"hands": [["r1"], ["p1"]]}, "p1"),
        ({"hands": "r1"}, "hands"),
        ({"top": "W"}, "color"),
        ({"color": "p"}, "p"),
        ({"discard": ["r5"]}, "top or discard"),
        ({"tops": "r5"}, "tops"),
        ({"exact": 1}, "exact"),
        ({"deal": {"players": 3}}, "hands and deal are there"),
        ({"dealer_draw": {"players": 3}}, "hands and dealer_draw are there"),
    ],
)
def test_a_start_that_cannot_be_is_an_error_with_the_word(changes: dict[str, Any], word: str) -> None:
    check_start_error({**START, **changes}, word)


@pytest.mark.parametrize(
    ("start", "word"),
    [
        ({"deal": 3}, "deal"),
        ({"deal": {"players": 3, "dealer": 3}}, "dealer"),
        ({"deal": {"players": 3, "deck": ["r0", "r0"]}}, "too many"),
        ({"deal": {"players": 1}}, "players"),
        ({"deal": {"players": 3, "dock": []}}, "unknown field 'dock' in deal"),
        ({"dealer_draw": {"players": 3, "dealer": 0}}, "unknown field 'dealer' in dealer_draw"),
        ({"deal": {"players": 3}, "dealer_draw": {"players": 3}}, "deal and dealer_draw are there"),
    ],
)
def test_a_deal_that_cannot_be_is_an_error_with_the_word(start: dict[str, Any], word: str) -> None:
    check_start_error(start, word)


def check_start_error(scenario: dict[str, Any], word: str) -> None:
    assert run_scenario({**scenario, "error": word}).passed
    (without,) = run_scenario({**scenario, "steps": []}).failures
    assert without.startswith("start: ")
    (other,) = run_scenario({**scenario, "error": "another word"}).failures
    assert "expected an error with 'another word'" in other


def test_an_error_that_does_not_come_is_a_failure() -> None:
    (failure,) = run_scenario({**START, "error": "anything"}).failures
    assert "it was accepted" in failure


def test_a_start_needs_cards() -> None:
    (failure,) = run_scenario({"id": "T", "steps": []}).failures
    assert "hands, a deal or a dealer_draw" in failure


def test_only_an_exact_scenario_has_no_other_cards() -> None:
    assert not run(check(pile_size=2), exact=True)
    assert not run(check(pile_size=98))


def test_a_dealer_draw_can_be_checked() -> None:
    start = {"id": "T", "dealer_draw": {"players": 3, "deck": ["r3", "g9", "W"]}}
    assert not run(check(dealer=1), start=start)
    assert run(check(dealer=0), start=start) == ("step 1: dealer: expected 0, got 1",)
    assert run(check(top="r3"), start=start) == ("step 1: top: expected 'r3', got None",)


def test_results_carry_what_the_scenario_says_of_itself(tmp_path: Path) -> None:
    path = tmp_path / "two.json"
    path.write_text(json.dumps([{**START, "steps": []}, {**START, "id": "U", "steps": ["0 pass"]}]), encoding="utf-8")
    good, bad = map(run_scenario, read_file(path))
    assert (good.id, good.what, good.passed) == ("T", "a turn", True)
    assert (bad.id, bad.passed) == ("U", False)


@pytest.mark.parametrize(
    ("text", "said"),
    [("{", "not JSON"), ("{}", "a list of scenarios"), ("[1]", "a list of"), ("[" * 100_000, "nested too deeply")],
)
def test_a_file_that_is_none_is_an_error(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioError, match=said):
        read_file(path)
    with pytest.raises(ScenarioError, match="cannot be read"):
        read_file(tmp_path / "missing.json")


def test_what_is_nested_too_deeply_to_be_told_is_a_failure() -> None:
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]
    assert run(check(sizes=deep)) == ("nested too deeply",)


def test_a_shown_hand_that_is_no_list_is_told() -> None:
    start = {**START, "hands": [["W+4", "r1", "b9"], ["b1", "b2", "b3"], ["y1", "y2", "W"]]}
    checked = check(view={"1": {"shown": {"hand": 5}}})
    (failure,) = run("0 play W+4 g", "1 challenge", checked, start=start)
    assert "shown.hand must be a list of texts" in failure


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"deal": {"players": 3, "deck": 5}}, "deck must be a list of cards"),
        ({"deal": {"players": 3, "deck": ["r1"]}, "exact": True}, "first card"),
        (
            {"deal": {"players": 2, "deck": ["r1", "r2", "W+4"]}, "exact": True, "options": {"hand_size": 1}},
            "first card",
        ),
        ({"deal": {"players": 3}, "hands": [["r1"], ["b1"]]}, "hands and deal are there"),
        ({"deal": {"players": 3, "dek": []}}, "dek"),
    ],
)
def test_a_deal_that_makes_no_sense_fails_with_a_reason(fields: dict[str, Any], said: str) -> None:
    (failure,) = run_scenario({"id": "x", "steps": [], **fields}).failures
    assert said in failure


def test_a_file_is_run_scenario_by_scenario() -> None:
    path = Path(__file__).parents[1] / "scenarios" / "D2-01.json"
    results = run_file(path)
    assert [result.failures for result in results] == [()] * len(read_file(path))
