"""Positions as objects: read back the same, and refused by the name of the field where they cannot be."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.random_play import EDITIONS, dice, random_game, random_move
from tests.scale import SEED, scaled

from huefall.editions import EditionError, OptionError
from huefall.game import Game
from huefall.notation.position import FIELDS, PositionError, counts_of, hand_of, write_pile, write_public
from huefall.notation.variant import CardError
from huefall.vocabulary.errors import HuefallError

START: dict[str, Any] = {
    "hands": [["r1", "r2"], ["b1"], ["g1", "g2"]],
    "pile": ["y1", "y2", "y3", "y4", "y5", "y6", "y7"],
    "discard": ["g5", "r5"],
    "turn": 0,
}

CUT = {"options": {"cut": True}}
DANCE = {"edition": "bts", "discard": ["WD"], "color": "r", "pile": []}


def test_the_defaults_of_the_notation() -> None:
    position = Game.from_position({"hands": START["hands"], "discard": ["r5"]}).position()
    assert list(position) == list(FIELDS)
    assert position == {
        "edition": "classic",
        "options": {},
        "hands": [["r1", "r2"], ["b1"], ["g1", "g2"]],
        "pile": [],
        "discard": ["r5"],
        "color": "r",
        "turn": 0,
        "direction": 1,
        "dealer": 2,
        "scores": [0, 0, 0],
        "boost": None,
        "pending": None,
        "drawn": None,
        "called": [],
        "open": [],
        "cut": None,
        "cut_count": 1,
        "passes": 0,
        "moves": 0,
        "over": False,
        "winner": None,
        "points": [0, 0, 0],
        "match_winners": None,
    }


def test_options_are_those_that_differ_from_the_default() -> None:
    position = {**START, "options": {"preset": "party", "cut": False, "target": 500}}
    assert Game.from_position(position).position()["options"] == {
        "misplay_penalty": 2,
        "stacking": "cumulative",
        "shields": True,
        "same_symbol": True,
    }


@pytest.mark.parametrize(
    "fields",
    [
        {"pending": {"kind": "draw2", "seat": 0, "draw": 6, "from": 2, "count": 3}, "discard": ["r+2"], "color": "r"},
        {
            "pending": {"kind": "wild4", "seat": 0, "draw": 4, "from": 2, "guilty": True},
            "discard": ["W+4"],
            "color": "g",
        },
        {"pending": {"kind": "color", "seat": 0, "from": 2}, "discard": ["W"], "dealer": 2},
        {**DANCE, "pending": {"kind": "dance", "seat": 0, "draw": 3, "from": 2}, "hands": [["r1"], ["b1"], ["g1"]]},
        {
            **DANCE,
            "options": {"dance_judge": "vote"},
            "hands": [["r1"], ["b1"], ["g1"]],
            "pending": {"kind": "vote", "seat": 0, "draw": 3, "from": 1, "dancer": 2, "votes": []},
        },
        {"drawn": "r2", "direction": -1, "dealer": 1, "scores": [5, 10, 0], "moves": 17, "passes": 0},
        {**CUT, "cut": "r5", "cut_count": 2, "called": [1]},
        {"open": [1], "moves": 3},
        {"edition": "buzz", "boost": "r"},
        {
            "over": True,
            "turn": None,
            "winner": 1,
            "hands": [["r1"], [], ["g1"]],
            "points": [0, 2, 0],
            "scores": [0, 2, 0],
        },
        {"over": True, "turn": None, "winner": None},
    ],
)
def test_every_field_reads_back(fields: dict[str, Any]) -> None:
    position = {**START, **fields}
    found = Game.from_position(position).position()
    for field, value in position.items():
        if field == "pending":
            assert {key: found["pending"][key] for key in value} == value
        else:
            assert found[field] == value, field
    assert Game.from_position(json.loads(json.dumps(found))).position() == found


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"nonsense": 1}, "unknown field 'nonsense' in a position"),
        ({"hands": None}, "hands must be a list"),
        ({"hands": {"0": ["r1"]}}, "hands must be a list"),
        ({"hands": [["r1"]]}, r"2 to 10 players, got 1 \(SETUP-01\)"),
        ({"hands": [["r1"]] * 11}, r"2 to 10 players, got 11 \(SETUP-01\)"),
        ({"hands": [["r1"], []]}, r"hands\[1\] is empty, but the round is not over"),
        ({"discard": []}, "discard must have at least the top card"),
        ({"discard": ["W"]}, "color is missing: the top card W is black"),
        ({"color": "g"}, "color 'g' cannot be in force on r5"),
        ({"turn": 3}, "turn must be a seat from 0 to 2, got 3"),
        ({"turn": "0"}, "turn must be a seat"),
        ({"turn": True}, "turn must be a seat"),
        ({"direction": 0}, "direction must be 1 or -1, got 0"),
        ({"direction": 2}, "direction must be"),
        ({"direction": "left"}, "direction must be"),
        ({"dealer": -1}, "dealer must be a seat"),
        ({"scores": [1, 2]}, "scores must be a list of 3 numbers"),
        ({"scores": {"0": 1}}, "scores must be a list"),
        ({"scores": [1, 2, "3"]}, "scores must be a whole number"),
        ({"points": [0]}, "points must be a list of 3 numbers"),
        ({"boost": "r"}, "boost 'r' has no meaning in the edition 'classic'"),
        ({"drawn": "g1"}, "drawn 'g1' is not in the hand of seat 0"),
        ({"drawn": "r1", "pending": {"kind": "draw2"}}, "drawn and pending cannot both be there"),
        ({"called": [0]}, "called names seat 0, which does not hold one card"),
        ({"open": [2]}, "open names seat 2, which does not hold one card"),
        ({"called": 1}, "called must be a list of seats"),
        ({"open": [3]}, "open must be a seat from 0 to 2"),
        ({"open": ["1"]}, "open must be a seat"),
        ({"cut": "r5"}, "cut 'r5' needs the option cut"),
        ({**CUT, "cut": "g5"}, "cut 'g5' must be the top card, r5"),
        ({**CUT, "cut": "r5", "cut_count": 0}, "cut_count must be a whole number from 1"),
        ({"passes": 3}, "passes must be a whole number from 0 to 2"),
        ({"passes": -1}, "passes must be"),
        ({"moves": 5000}, "moves must be a whole number from 0 to 4999"),
        ({"moves": 1.5}, "moves must be"),
        ({"over": 1}, "over must be true or false, got 1"),
        ({"over": "no"}, "over must be true or false, got 'no'"),
        ({"winner": 3, "over": True}, "winner must be a seat"),
        ({"match_winners": [3], "over": True}, "match_winners must be a seat"),
        ({"match_winners": 0.5, "over": True}, "match_winners must be a list"),
        ({"pending": "draw2"}, "pending must be an object or null"),
        ({"pending": {}}, "pending.kind must be one of draw2, wild4, skip, reverse, dance, vote, color, got None"),
        ({"pending": {"kind": "draw4"}}, "pending.kind must be one of"),
        ({"pending": {"kind": "draw2", "who": 1}}, "unknown field 'who' in pending"),
        ({"pending": {"kind": "draw2", "seat": 1}}, "pending.seat 1 must be the turn, 0"),
        ({"pending": {"kind": "draw2", "seat": "0"}}, "pending.seat must be a seat"),
        ({"pending": {"kind": "draw2", "from": 5}}, "pending.from must be a seat"),
        ({"pending": {"kind": "draw2", "draw": -1}}, "pending.draw must be a whole number"),
        ({"pending": {"kind": "draw2", "draw": "2"}}, "pending.draw must be a whole number"),
        ({"pending": {"kind": "draw2", "count": 0}}, "pending.count must be a whole number from 1"),
        ({"pending": {"kind": "wild4", "guilty": "yes"}}, "pending.guilty must be true or false"),
        ({"pending": {"kind": "vote"}}, "pending.dancer must be a seat"),
        ({"pending": {"kind": "vote", "dancer": 3}}, "pending.dancer must be a seat"),
        ({"pending": {"kind": "vote", "dancer": 2, "votes": [True, True]}}, "pending.votes must list fewer than 2"),
        ({"pending": {"kind": "vote", "dancer": 2, "votes": True}}, "pending.votes must list"),
        ({"pending": {"kind": "vote", "dancer": 2, "votes": ["yes"]}}, "pending.votes must be true or false"),
    ],
)
def test_a_field_that_cannot_be_is_refused_by_name(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(PositionError, match=said):
        Game.from_position({**START, **fields})


@pytest.mark.parametrize(
    ("fields", "kind", "said"),
    [
        ({"hands": [["r1"], ["p1"]]}, CardError, "unknown card 'p1'"),
        ({"hands": [["r1"], "b1"]}, CardError, r"hands\[1\] must be a list of cards, got 'b1'"),
        ({"hands": [["r1"], [1]]}, CardError, r"hands\[1\] must be a list of cards"),
        ({"hands": [["r0"], ["r0"]]}, CardError, "too many cards: 2 of r0, the classic deck has 1"),
        ({"hands": [["r5", "r5"], ["b1"]]}, CardError, "too many cards: 3 of r5"),
        ({"pile": ["W"] * 5}, CardError, "too many cards: 5 of W"),
        ({"pile": "y1"}, CardError, "pile must be a list of cards"),
        ({"pile": None}, CardError, "pile must be a list of cards"),
        ({"discard": None}, CardError, "discard must be a list of cards"),
        ({"discard": ["r5*"]}, CardError, r"unknown card 'r5\*'"),
        ({"discard": ["W"], "color": "p"}, CardError, "unknown color 'p'"),
        ({"color": 1}, CardError, "unknown color 1"),
        ({"edition": "buzz", "boost": "p"}, CardError, "unknown color 'p'"),
        ({"drawn": "r10"}, CardError, "unknown card 'r10'"),
        ({"drawn": ["r1"]}, CardError, "unknown card"),
        ({**CUT, "cut": ["r5"]}, CardError, "unknown card"),
        ({"edition": "uno"}, EditionError, "unknown edition 'uno'"),
        ({"edition": 1}, EditionError, "unknown edition"),
        ({"options": {"cuts": True}}, OptionError, "unknown option 'cuts'"),
        ({"options": {"cut": 1}}, OptionError, "'cut' must be true or false"),
        ({"options": {"footprints": "half"}}, OptionError, "'footprints' has no meaning"),
        ({"options": [True]}, OptionError, "options must be an object"),
        ({"options": {"hand_size": 40}}, OptionError, "hand_size 40 for 3 players"),
    ],
)
def test_cards_editions_and_options_that_cannot_be_are_refused(
    fields: dict[str, Any], kind: type[HuefallError], said: str
) -> None:
    with pytest.raises(kind, match=said):
        Game.from_position({**START, **fields})


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: path.rsplit("/", 1)[-1])
def test_a_position_has_the_same_future_for_the_same_moves_and_draws(edition: str) -> None:
    """Two tables, one played on and one read from the other's position, go on alike until cards are reshuffled."""
    for number in range(scaled(10, least=2)):
        rng = dice("future", edition, number)
        game = random_game(rng, edition)
        print(f"{edition} {game.variant.rules.changes()} game {number} HUEFALL_SEED={SEED}")
        for _ in range(rng.randrange(30)):
            if not game.over:
                game.play(*random_move(rng, game))
        again = Game.from_position(json.loads(json.dumps(game.position())))
        for _ in range(30):
            if game.over:
                break
            seat, move = random_move(rng, game)
            outcome = game.play(seat, move)
            if outcome.reshuffle:
                break
            assert again.play(seat, str(move)).events == outcome.events
            assert again.position() == game.position()


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: path.rsplit("/", 1)[-1])
def test_what_is_read_in_one_go_is_what_the_fields_of_the_record_say(edition: str) -> None:
    for number in range(scaled(6, least=2)):
        rng = dice("fields", edition, number)
        game = random_game(rng, edition)
        print(f"{edition} game {number} HUEFALL_SEED={SEED}")
        while not game.over and game.moves < 60:
            game.play(*random_move(rng, game))
            row, texts, public = game.state[0], game.variant.texts, write_public(game.state, game.variant)
            for field in ("direction", "dealer", "cut_count", "passes", "moves"):
                assert public[field] == row[field]
            for field in ("scores", "points", "sizes"):
                assert public[field] == row[field][: game.players].tolist()
            assert public["pile_size"] == row["pile_count"] == len(write_pile(game.state, game.variant))
            assert public["discard"] == [texts[kind] for kind in row["discard"][: row["discard_count"]]]
            for field in ("called", "open", "match_winners"):
                assert sum(1 << seat for seat in public[field] or ()) == row[field]
            for field in ("color", "boost"):
                assert public[field] == (None if row[field] < 0 else "rygbp"[row[field]])
            for seat in range(game.players):
                counts = row["hands"][seat].tolist()
                assert list(counts_of(game.state, seat)) == counts
                assert hand_of(game.state, game.variant, seat) == [
                    text for text, count in zip(texts, counts, strict=False) for _ in range(count)
                ]


def test_a_written_position_can_be_changed_without_changing_the_next() -> None:
    game = Game.new("classic", 2, {"cut": True}, seed=1)
    first = write_public(game.state, game.variant)
    first["options"]["cut"] = False
    first["scores"][0] = 99
    assert write_public(game.state, game.variant)["options"] == {"cut": True}
    assert write_public(game.state, game.variant)["scores"] == [0, 0]
