"""A preview says what the table does: it is compared with tables at which the move is then made."""

from __future__ import annotations

from typing import Any

import pytest
from tests.random_play import EDITIONS, THUNDER, dice, other_values, random_game, random_move
from tests.scale import scaled

from huefall.editions import OPTIONS
from huefall.game import Game
from huefall.kernel.layout import NOBODY
from huefall.notation.preview import (
    Preview,
    Roles,
    phase_of_rule,
    preview,
    roles_in,
    roles_on,
    seat_after,
    state_of_view,
)
from huefall.notation.variant import Variant
from huefall.view import view_for
from huefall.vocabulary import colors, phases, rule_ids
from huefall.vocabulary.moves import Move

GAMES = scaled(8, least=2)
MOVES = 40
MOVES_OF_A_SEAT = 6

PILE = ["y1", "y2", "y3", "y4", "y5", "y6", "g5", "g6", "g8", "g9", "b8", "b9"]


def at(hands: list[list[str]], discard: str = "r5", **fields: Any) -> Game:
    position = {"hands": hands, "discard": [discard], "turn": 0, "pile": PILE, **fields}
    return Game.from_position(position)


def three(*cards: str, **fields: Any) -> Game:
    """Seat 0 holds the cards and a few more; three players."""
    return at([[*cards, "b1", "b2"], ["g1", "g2", "g3"], ["b3", "b4", "b6"]], **fields)


def seen(game: Game, sentence: str) -> Preview:
    return preview(game.variant, game.state, 0, sentence)


def texts(variant: Variant, bits: int) -> set[str]:
    return {text for number, text in enumerate(variant.texts) if bits >> number & 1}


# What a move does


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_preview_is_what_the_move_then_does(edition: str) -> None:
    for number in range(GAMES):
        rng = dice("preview", edition, number)
        game = random_game(rng, edition)
        for _ in range(MOVES):
            if game.over:
                break
            seat, move = random_move(rng, game)
            before = game.state.tobytes()
            found = preview(game.variant, game.record_of_state, seat, move)
            assert game.state.tobytes() == before, "a preview changes nothing"
            outcome = game.play(seat, move)
            assert found.state.tobytes() == game.state.tobytes()
            assert (found.asked, found.phase, found.over, found.winner) == (
                game.asked, game.phase, game.over, game.winner,
            )  # fmt: skip
            position = game.position()
            assert (found.direction, found.color, found.boost) == tuple(
                position[field] for field in ("direction", "color", "boost")
            )
            assert list(found.sizes) == [len(hand) for hand in position["hands"]]
            pending = position["pending"]
            assert found.is_question == (pending is not None)
            if pending is not None:
                assert (found.penalty, found.source) == (pending["draw"], pending["from"])
            for each in range(game.players):
                drawn = [event for event in outcome.events if event.kind == "draw" and event.seat == each]
                assert found.drew[each] == len(drawn)


@pytest.mark.parametrize("edition", EDITIONS)
def test_unanswered_is_what_accepting_comes_to(edition: str) -> None:
    met = 0
    for number in range(GAMES):
        rng = dice("unanswered", edition, number)
        game = random_game(rng, edition)
        for _ in range(MOVES):
            if game.over:
                break
            seat, move = random_move(rng, game)
            found = preview(game.variant, game.state, seat, move).unanswered
            game.play(seat, move)
            copied = game.copy()
            while copied.phase in ("draw2", "wild4", "skip", "reverse"):
                met += 1
                assert copied.asked is not None
                copied.play(copied.asked, "accept")
            assert (found.asked, found.phase) == (copied.asked, copied.phase)
            assert found.state.tobytes() == copied.state.tobytes()
    assert met


def test_a_refused_move_changes_nothing_and_says_why() -> None:
    game = three("r7")
    found = seen(game, "play g9")
    assert found.reason != "none"
    assert found.state.tobytes() == game.state.tobytes()


@pytest.mark.parametrize(
    ("play", "fields", "target", "amount", "lost", "turn"),
    [
        ("play r7", {}, None, 0, (), 1),
        ("play r+2", {}, 1, 2, (1,), 2),
        ("play r+2", {"options": {"stacking": "draw2"}}, 1, 2, (1,), 2),
        ("play W+4 b", {}, 1, 4, (1,), 2),
        ("play rS", {}, 1, 0, (1,), 2),
        ("play rR", {}, None, 0, (), 2),
        ("play r+2", {"direction": -1}, 2, 2, (2,), 1),
        ("play rS rS", {"options": {"same_symbol": True}}, 1, 0, (1, 2), 0),
        ("play r+2 r+2", {"options": {"same_symbol": True}}, 1, 4, (1,), 2),
    ],
)
def test_whom_a_play_hits(
    play: str, fields: dict[str, Any], target: int | None, amount: int, lost: tuple[int, ...], turn: int
) -> None:
    found = seen(three(*Move.parse(play).cards, **fields), play)
    assert found.reason == "none"
    assert (found.target, found.amount) == (target, amount)
    assert found.unanswered.lost_turns == lost
    assert found.unanswered.asked == turn
    assert found.turns_direction == ("rR" in play)


@pytest.mark.parametrize("play", ["play rR", "play rS", "play r+2", "play W+4 b"])
def test_of_two_players_the_same_one_goes_on_TWO_01(play: str) -> None:  # noqa: N802
    game = at([[play.split()[1], "b1", "b2"], ["g1", "g2", "g3"]])
    found = seen(game, play).unanswered
    assert (found.asked, found.lost_turns) == (0, (1,))


def test_a_penalty_that_stacks_is_counted_with_what_was_pending_STACK_01() -> None:  # noqa: N802
    pending = {"kind": "draw2", "seat": 0, "draw": 2, "from": 2, "count": 1}
    game = three("b+2", discard="r+2", pending=pending, options={"stacking": "draw2"})
    found = seen(game, "play b+2")
    assert (found.asked, found.penalty, found.target, found.amount) == (1, 4, 1, 4)


def test_a_shield_that_reverses_sends_the_penalty_back_SHIELD_01() -> None:  # noqa: N802
    pending = {"kind": "draw2", "seat": 0, "draw": 2, "from": 2, "count": 1}
    game = three("rR", discard="r+2", pending=pending, options={"shields": True})
    found = seen(game, "play rR")
    assert (found.target, found.amount, found.turns_direction) == (2, 2, True)


def test_a_boosted_number_takes_a_turn_BUZZ_02() -> None:  # noqa: N802
    game = three("r7", edition="buzz", boost="r", discard="r4")
    assert seen(game, "play r7").unanswered.lost_turns == (1,)


def test_a_card_of_an_own_edition_is_read_from_its_effects() -> None:
    game = three("r+5", "rSA", edition=THUNDER)
    assert seen(game, "play r+5").amount == 5
    assert seen(game, "play rSA").unanswered.lost_turns == (1, 2)


def test_the_last_card_ends_the_round() -> None:
    game = at([["r7"], ["g1"], ["b3"]])
    found = seen(game, "play r7")
    assert (found.over, found.winner, found.asked, found.can_be_answered) == (True, 0, None, False)


@pytest.mark.parametrize(
    ("edition", "play", "options", "expected"),
    [
        ("classic", "play r+2", {}, False),
        ("classic", "play r+2", {"stacking": "draw2"}, True),
        ("classic", "play r+2", {"stacking": "wild4"}, False),
        ("classic", "play r+2", {"shields": True}, True),
        ("classic", "play r+2", {"cut": True}, True),
        ("classic", "play rS", {"cut": True}, True),
        ("classic", "play rS", {"shields": True}, False),
        ("classic", "play W+4 b", {"challenge": False}, False),
        ("classic", "play W+4 b", {}, False),  # the challenge would fail
        ("classic", "play W+4 b", {"stacking": "same"}, True),
        ("jurassic", "play rS*", {}, True),
        ("jurassic", "play rR*", {}, True),
        (THUNDER, "play r+5", {"cut": True}, False),  # it is the only copy
        (THUNDER, "play r+5", {"stacking": "draw2"}, True),
    ],
)
def test_whether_a_play_can_be_answered(edition: str, play: str, options: dict[str, Any], expected: bool) -> None:
    found = seen(three(play.split()[1], edition=edition, options=options), play)
    assert found.reason == "none"
    assert found.can_be_answered == expected


def test_a_bluff_can_be_answered_by_a_challenge_WD4_02() -> None:  # noqa: N802
    found = seen(three("W+4", "r9"), "play W+4 b")
    assert found.is_bluff
    assert found.can_be_answered


# Which kinds fit


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_kind_has_a_role_if_and_only_if_it_could_be_played(edition: str) -> None:
    """Each kind in turn is put into the asked seat's hand: it has a role where a play of it is legal then."""
    met = set()
    for number in range(GAMES):
        rng = dice("roles", edition, number)
        game = random_game(rng, edition)
        for _ in range(MOVES):
            if game.over:
                break
            assert game.asked is not None
            if game.phase != "drawn":
                met.add(game.phase)
                roles = roles_in(game.variant, game.state, game.asked)
                fits = roles.plays | roles.answers | roles.cuts
                kind = rng.randrange(len(game.variant.kinds))
                assert bool(fits >> kind & 1) == _is_playable(game, kind), game.variant.texts[kind]
            seat, move = random_move(rng, game)
            game.play(seat, move)
    assert "turn" in met


def _is_playable(game: Game, kind: int) -> bool:
    state = game.state
    row, asked = state[0], int(state[0]["asked"])
    row["hands"][asked] = 0
    row["hands"][asked, kind] = 9
    row["held"][asked] = (1 << kind, 0) if kind < 60 else (0, 1 << (kind - 60))
    row["sizes"][asked] = 9
    card = game.variant.texts[kind]
    return any(move.cards[:1] == (card,) for move in Game(game.variant, state).legal(asked))


@pytest.mark.parametrize(
    ("options", "top", "phase", "expected"),
    [
        ({"stacking": "draw2"}, "r+2", phases.DRAW2, {"stacks": {"r+2", "y+2", "g+2", "b+2"}}),
        ({"stacking": "cumulative"}, "r+2", phases.DRAW2, {"stacks": {"r+2", "y+2", "g+2", "b+2", "W+4"}}),
        ({"stacking": "cumulative"}, "W+4", phases.WILD4, {"stacks": {"W+4"}}),
        ({"shields": True}, "r+2", phases.DRAW2, {"shields": {"rS", "rR"}}),
        ({"shields": True}, "rS", phases.DRAW2, {"shields": {"rS", "rR", "yS", "gS", "bS"}}),
        ({}, "r+2", phases.DRAW2, {}),
    ],
)
def test_roles_on_a_top_card(options: dict[str, Any], top: str, phase: int, expected: dict[str, set[str]]) -> None:
    variant = Variant.of("classic", options)
    found = roles_on(variant, variant.numbers[top], colors.RED, phase)
    named = {name: texts(variant, bits) for name, bits in found._asdict().items() if bits}
    assert named == expected


def test_what_fits_an_ordinary_turn() -> None:
    variant = Variant.of("classic")
    found = roles_on(variant, variant.numbers["r7"], colors.RED)
    assert texts(variant, found.plays) == {
        *(text for text in variant.texts if text[0] in "rW"), "y7", "g7", "b7",
    }  # fmt: skip
    assert found.if_allowed == 0


def test_a_hand_may_forbid_a_restricted_card_WD4_02() -> None:  # noqa: N802
    variant = Variant.of("classic", {"wild4": "enforce"})
    found = roles_on(variant, variant.numbers["r7"], colors.RED)
    assert texts(variant, found.if_allowed) == {"W+4"}
    assert found.plays & found.if_allowed


def test_run_answers_a_footprint_JUR_01() -> None:  # noqa: N802
    variant = Variant.of("jurassic")
    found = roles_on(variant, variant.numbers["rS*"], colors.RED, phases.SKIP)
    assert texts(variant, found.escapes) == {"WE"}


def test_the_same_card_cuts_out_of_turn_CUT_01() -> None:  # noqa: N802
    game = three("r7", options={"cut": True})
    game.play(0, "play r7")
    for seat in (0, 2, NOBODY):
        assert texts(game.variant, roles_in(game.variant, game.state, seat).cuts) == {"r7"}


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_reaches_the_preview(option: str) -> None:
    """A preview is made under every value of every option: nothing in it depends on a list of options."""
    needs = OPTIONS[option].needs
    edition = next(name for name in EDITIONS if not needs or Variant.of(name).edition.has(needs))
    for value in other_values(option):
        game = Game.new(edition, 3, {option: value}, seed=5)
        for move in game.legal()[:MOVES_OF_A_SEAT]:
            assert game.asked is not None
            found = preview(game.variant, game.state, game.asked, move)
            assert found.reason == "none"
            assert found.unanswered.phase not in ("draw2", "wild4", "skip", "reverse")


# From what a seat sees


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_view_is_enough_for_what_hidden_cards_do_not_decide(edition: str) -> None:
    for number in range(GAMES):
        rng = dice("view", edition, number)
        game = random_game(rng, edition)
        for _ in range(MOVES):
            if game.over:
                break
            seat, move = random_move(rng, game)
            if move.is_play and not game.variant.kinds[game.variant.numbers[move.cards[0]]].row.checks:
                known = preview(game.variant, game.state, seat, move)
                guessed = preview(game.variant, state_of_view(game.variant, view_for(game, seat)), seat, move)
                for field in ("asked", "phase", "penalty", "source", "direction", "color", "drew", "target", "amount"):
                    assert getattr(guessed, field) == getattr(known, field), field
                assert guessed.can_be_answered == known.can_be_answered
            game.play(seat, move)


def test_a_short_view_will_do() -> None:
    view = {
        "seat": 0, "turn": 0, "direction": 1, "boost": None, "pending": None, "color": "r", "discard": ["r5"],
        "sizes": [4, 5], "hands": [["r7", "r8", "b1", "W"], None],
    }  # fmt: skip
    variant = Variant.of("classic")
    assert preview(variant, state_of_view(variant, view), 0, "play r7").asked == 1


def test_seats_are_counted_in_the_direction_of_play() -> None:
    state = three("r7", direction=-1).state
    assert [seat_after(state, 0, steps) for steps in (-1, 1, 2)] == [1, 2, 1]


def test_rules_of_questions_name_their_phase() -> None:
    assert [phase_of_rule(rule) for rule in ("D2-01", "WD4-01", "SKIP-01", "REV-01", "BTS-01")] == [2, 3, 4, 5, 6]
    assert phase_of_rule("DECK-01") is None
    assert len({rule_ids.NAMES[number] for number in phases.RULES}) == len(phases.NAMES)


def test_no_roles_are_no_answers() -> None:
    assert Roles().answers == 0
