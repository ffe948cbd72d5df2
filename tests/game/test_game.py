"""``Game``: one table — legal moves, verdicts, playing, taking back, next round."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.random_play import EDITIONS, dice, random_game, random_move
from tests.scale import SEED, scaled

from huefall.editions import EditionError, OptionError, load_edition
from huefall.game import Game, MoveRefused
from huefall.vocabulary import rule_ids
from huefall.vocabulary.errors import HuefallError
from huefall.vocabulary.moves import Move

SECRET = bytes(range(32))


def table(**fields: Any) -> Game:
    """Three players, seat 0 to play on a red 5; other fields as given."""
    start = {
        "hands": [["r1", "g1", "W"], ["b1", "b2"], ["y1"]],
        "pile": ["y9", "b0", "g9"],
        "discard": ["g3", "r5"],
        "turn": 0,
    }
    return Game.from_position({**start, **fields})


# Beginning


def test_a_new_table_is_dealt_SETUP_03() -> None:  # noqa: N802
    game = Game.new("classic", 4, seed=1)
    position = game.position()
    assert game.players == 4
    # The first card may make a player draw two; seed 1 turns up a card that does not.
    assert [len(hand) for hand in position["hands"]] == [7, 7, 7, 7]
    assert len(position["pile"]) + len(position["discard"]) == 108 - 28
    assert sorted(game.variant.write_cards(game.deck)) == sorted(game.variant.write_cards(game.variant.deck()))
    dealt = game.variant.write_cards(game.deck[:28])
    left = (game.dealer + 1) % 4
    assert sorted(dealt[0::4]) == sorted(game.hand(left))  # one at a time from the dealer's left
    assert (game.over, game.winner, game.match_winners, game.scores) == (False, None, [], [0, 0, 0, 0])


def test_the_highest_number_drawn_deals_SETUP_02() -> None:  # noqa: N802
    for seed in range(20):
        game = Game.new("classic", 3, seed=seed)
        first = game.variant.write_cards(game.dealer_draw[:3])
        worth = [int(card[1:]) if card[1:].isdigit() else 0 for card in first]
        tied = [seat for seat in range(3) if worth[seat] == max(worth)]
        assert game.dealer in tied
        assert (len(game.dealer_draw) == 3) == (len(tied) == 1)


def test_an_edition_may_be_given_as_a_value() -> None:
    assert Game.new(load_edition("bts"), 2, seed=1).position() == Game.new("bts", 2, seed=1).position()


def test_the_same_seed_gives_the_same_table_and_another_another() -> None:
    def decks(**arguments: Any) -> list[int]:
        return Game.new("classic", 3, **arguments).deck

    assert decks(seed=5) == decks(seed=5)
    assert decks(seed=SECRET) == decks(seed=SECRET)
    others = [decks(seed=5), decks(seed=6), decks(seed=5, number=1), decks(seed=SECRET), decks(seed=bytes(32)), decks()]
    assert len({tuple(deck) for deck in others}) == len(others)
    assert decks() != decks()  # from the operating system


@pytest.mark.parametrize(
    ("arguments", "kind", "said"),
    [
        ({"edition": "nonsense"}, EditionError, "unknown edition 'nonsense'"),
        ({"players": 1}, OptionError, "players must be 2 to 10, got 1"),
        ({"players": 11}, OptionError, "players must be 2 to 10, got 11"),
        ({"options": {"hand_size": 50}, "players": 2}, OptionError, "hand_size 50 for 2 players"),
        ({"options": {"dance_judge": "vote"}}, OptionError, "'dance_judge' has no meaning"),
        ({"seed": b"short"}, OptionError, "a secret seed has 32 bytes, got 5"),
        ({"seed": -1}, OptionError, "seed must be a whole number"),
        ({"seed": 2**63}, OptionError, "seed must be a whole number"),
    ],
)
def test_what_cannot_be_is_refused(arguments: dict[str, Any], kind: type[HuefallError], said: str) -> None:
    with pytest.raises(kind, match=said):
        Game.new(**arguments)


# Looking


def test_legal_moves_are_the_asked_seats_unless_another_is_named() -> None:
    game = table()
    assert game.asked == 0
    assert [str(move) for move in game.legal()] == ["play r1", "play W r", "play W y", "play W g", "play W b", "draw"]
    assert game.legal(0) == game.legal()
    assert [str(move) for move in game.legal(2)] == ["uno"]  # one card, uncalled
    assert game.legal(1) == game.legal(3) == game.legal(-1) == []


def test_more_legal_moves_than_the_buffer_has_room_for_are_all_listed() -> None:
    """SAME-01: eight 7s. r7 alone; r7 first, and of the other seven (r y y g g b b) one last and any others between."""
    hand = ["r7", "r7", "y7", "y7", "g7", "g7", "b7", "b7"]
    game = table(hands=[[*hand, "W"], ["b1"]], options={"same_symbol": True})
    plays = [move for move in game.legal() if move.cards[:1] == ("r7",)]
    # last r7: 3 · 3 · 3 selections of y g b; last y7 (or g7, b7): (0 or 1 r7) · (0 or 1 more) · 3 · 3 = 36 each
    assert len({move.cards for move in plays}) == len([move for move in plays if not move.uno]) == 1 + 27 + 3 * 36
    for move in plays:
        assert game.why(0, move)
    # All eight leave one card: the call can be attached.
    assert len([move for move in plays if move.uno]) == len(
        [move for move in plays if len(move.cards) == 8 and not move.uno]
    )
    assert Game.from_position(game.position()).legal() == game.legal()


def test_a_table_with_very_many_legal_moves() -> None:
    """With hands swapped each play of several names a seat, too: more than 256 moves, none twice, all accepted."""
    hand = ["r7", "r7", "y7", "y7", "g7", "g7", "b7", "b7"]
    game = table(hands=[[*hand, "W"], ["b1"], ["b2"]], options={"same_symbol": True, "seven_zero": True})
    legal = game.legal()
    assert len(legal) == len(set(legal)) > 256
    assert all(game.why(0, move) for move in legal)


@pytest.mark.parametrize(
    ("seat", "sentence", "status", "reason", "rule", "word"),
    [
        (0, "play r1", "accepted", "none", None, ""),
        (0, "draw", "accepted", "none", None, ""),
        (2, "uno", "accepted", "none", None, ""),
        (0, "play g1", "foul", "no_match", "PLAY-01", ""),
        (0, "play r1 uno", "foul", "false_call", "UNO-04", ""),
        (1, "uno", "foul", "false_call", "UNO-04", ""),
        (1, "play b1", "refused", "not_asked", "FOUL-02", ""),
        (0, "play W", "refused", "needs_color", "PLAY-05", ""),
        (0, "play r1 g", "refused", "takes_no_color", "PLAY-05", ""),
        (0, "play r1 >1", "refused", "takes_no_target", "PLAY-05", ""),
        (0, "play r2", "refused", "not_held", "FOUL-02", ""),
        (0, "play r1 g1", "refused", "several_cards", "SAME-01", ""),
        (0, "play r1 W", "refused", "different_faces", "FOUL-02", ""),
        (0, "play p1", "refused", "unknown_card", "PLAY-05", "p1"),
        (0, "play W p", "refused", "unknown_color", "DECK-03", "p"),
        (0, "fly", "refused", "unknown_move", "PLAY-05", "fly"),
        (0, "pass", "refused", "cannot_pass", "PLAY-04", ""),
        (0, "keep", "refused", "other_question", "FOUL-02", ""),
        (0, "accept", "refused", "other_question", "FOUL-02", ""),
        (0, "catch 2", "refused", "not_catchable", "UNO-03", ""),
        (0, "catch 0", "refused", "catches_oneself", "UNO-03", ""),
        (0, "catch 3", "refused", "no_such_seat", "SETUP-01", ""),
        (3, "draw", "refused", "no_such_seat", "SETUP-01", ""),
        (-1, "draw", "refused", "no_such_seat", "SETUP-01", ""),
        (1000, "draw", "refused", "no_such_seat", "SETUP-01", ""),
    ],
)
def test_why_says_what_would_come_of_a_move(
    seat: int, sentence: str, status: str, reason: str, rule: str | None, word: str
) -> None:
    game = table()
    before = game.state.tobytes()
    verdict = game.why(seat, sentence)
    assert (verdict.status, verdict.reason, verdict.rule, verdict.word) == (status, reason, rule, word)
    assert bool(verdict) == (status == "accepted")
    assert game.state.tobytes() == before
    if status == "refused":
        with pytest.raises(MoveRefused) as caught:
            game.play(seat, sentence)
        assert caught.value.verdict == verdict
        assert (caught.value.seat, caught.value.sentence) == (seat, sentence)
        assert game.state.tobytes() == before
    else:
        outcome = game.play(seat, sentence)
        assert (outcome.verdict, outcome.foul) == (verdict, status == "foul")
        assert game.state.tobytes() != before


@pytest.mark.parametrize(
    ("fields", "seat", "sentence", "reason"),
    [
        ({"pile": [], "discard": ["r5"]}, 0, "draw", "nothing_to_draw"),
        ({"pending": {"kind": "draw2"}, "discard": ["r+2"]}, 0, "play r1", "does_not_answer"),
        ({"pending": {"kind": "draw2"}, "discard": ["r+2"]}, 0, "challenge", "other_question"),
        ({"pending": {"kind": "color"}, "discard": ["W"]}, 0, "play r1", "card_no_answer"),
        ({"drawn": "r1", "options": {"drawn": "forced"}}, 0, "keep", "must_play_drawn"),
        ({"drawn": "g1"}, 0, "play r1", "not_the_drawn_card"),
        ({"options": {"uno": "auto"}}, 2, "uno", "calls_are_automatic"),
        ({"options": {"uno": "auto"}}, 0, "catch 2", "calls_are_automatic"),
        ({"options": {"false_uno_penalty": 0}}, 1, "uno", "false_call_refused"),
        ({"options": {"misplay_penalty": 0}}, 0, "play g1", "no_match"),
        ({"options": {"wild4": "enforce"}, "hands": [["W+4", "r1"], ["b1"]]}, 0, "play W+4 r", "holds_color"),
        ({"options": {"same_symbol": True}, "hands": [["g5", "b5"], ["b1"]]}, 0, "play g5 b5", "not_led_by_color"),
        ({"options": {"same_symbol": True}, "hands": [["W", "W"], ["b1"]]}, 0, "play W W r", "several_black"),
        ({"options": {"cut": True}, "cut": "r5"}, 1, "play b1", "not_the_same_card"),
        ({"options": {"cut": True}, "cut": "r5", "hands": [["r1"], ["W", "b1"]]}, 1, "play W r", "not_a_cut"),
        ({"options": {"seven_zero": True}, "hands": [["r7", "b1"], ["b2"]]}, 0, "play r7", "needs_target"),
        ({"options": {"seven_zero": True}, "hands": [["r7", "b1"], ["b2"]]}, 0, "play r7 >0", "bad_target"),
        ({"edition": "avengers", "hands": [["WG", "b1"], ["b2"]], "pile": []}, 0, "play WG r", "needs_laid_card"),
        ({"over": True, "winner": 1}, 0, "draw", "round_over"),
        (
            {"options": {"shields": True}, "pending": {"kind": "wild4", "draw": 4}, "discard": ["W+4", "rS"]},
            0,
            "challenge",
            "no_challenge",
        ),
    ],
)
def test_every_reason_is_given_where_it_applies(fields: dict[str, Any], seat: int, sentence: str, reason: str) -> None:
    verdict = table(**fields).why(seat, sentence)
    assert verdict.reason == reason
    assert verdict.rule in rule_ids.NAMES


def test_the_error_of_a_refused_move_says_who_what_and_why() -> None:
    with pytest.raises(MoveRefused, match=r"^seat 1 cannot 'play b1': not asked \(FOUL-02\)$"):
        table().play(1, "play b1")


# Doing


def test_a_move_may_be_a_sentence_or_a_value() -> None:
    one, other = table(), table()
    assert one.play(0, "play W g").move == Move("play", ("W",), "g")
    other.play(0, Move("play", ("W",), "g"))
    assert one.position() == other.position()
    assert (one.asked, one.phase, one.position()["color"]) == (1, "turn", "g")


def test_a_foul_is_carried_out_and_said_so() -> None:
    game = table()
    outcome = game.play(0, "play g1")
    assert outcome.foul
    assert [event.kind for event in outcome.events] == ["misplay", "draw"]
    assert game.hand(0) == ["r1", "y9", "g1", "W"]
    assert game.asked == 0


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: path.rsplit("/", 1)[-1])
def test_taking_moves_back_restores_the_table_byte_for_byte(edition: str) -> None:
    for number in range(scaled(10, least=2)):
        rng = dice("undo", edition, number)
        game = random_game(rng, edition)
        print(f"{edition} {game.variant.rules.changes()} game {number} HUEFALL_SEED={SEED}")
        states, shown = [game.state.tobytes()], [game.shown]
        while len(states) < 60 and not game.over:
            game.play(*random_move(rng, game))
            states.append(game.state.tobytes())
            shown.append(game.shown)
        assert len(set(states)) == len(states)
        while len(states) > 1:
            states.pop()
            shown.pop()
            game.undo()
            assert game.state.tobytes() == states[-1]
            assert game.shown == shown[-1]
        with pytest.raises(HuefallError, match="nothing to take back"):
            game.undo()


def test_a_table_without_a_past_plays_the_same_and_takes_nothing_back() -> None:
    with_past, without = Game.new("classic", 3, seed=4), Game.new("classic", 3, seed=4, undo=False)
    chance = Random(4)
    while not with_past.over:
        move = random_move(chance, with_past)
        assert with_past.play(*move).events == without.play(*move).events
        assert with_past.state.tobytes() == without.state.tobytes()
        assert with_past.shown == without.shown
    before = without.state.tobytes()
    with pytest.raises(HuefallError, match="undo=False"):
        without.undo()
    assert without.state.tobytes() == before
    assert with_past.moves > 1
    with_past.undo()
    without.next_round()
    with pytest.raises(HuefallError, match="undo=False"):
        without.undo()


def test_a_table_without_a_past_keeps_nothing_from_move_to_move_but_what_was_told() -> None:
    game = Game.new("classic", 3, seed=4, undo=False)
    sizes = set()
    chance = Random(4)
    while not game.over:
        game.play(*random_move(chance, game))
        lists = {name: held for name, held in vars(game).items() if isinstance(held, list)}
        told = lists.pop("_logged")
        assert len(told) == len(game.events)
        sizes.add(sum(len(held) for held in lists.values()))
    assert len(sizes) == 1
    game.next_round()
    assert game.events == game.deal_events  # a round's record ends with it


def test_every_change_of_a_table_is_counted() -> None:
    game = table()
    counts = [game.changes]
    for act in (lambda: game.play(0, "play r1"), game.undo, lambda: game.play(0, "draw")):
        act()
        counts.append(game.changes)
    assert counts == sorted(set(counts))
    with pytest.raises(MoveRefused):
        game.play(0, "challenge")
    assert game.changes == counts[-1]


def test_the_drawn_card_is_known_until_it_is_decided_on() -> None:
    game = table(pile=["r9", "g9"])
    seen = [game.drawn]
    for sentence in ("draw", "keep"):
        game.play(0, sentence)
        seen.append(game.drawn)
    assert seen == [None, "r9", None]


def test_a_move_taken_back_can_be_played_again_with_the_same_result() -> None:
    game = table(pile=[], discard=["g3", "g4", "g6", "g7", "r5"])
    first = game.play(0, "draw")  # reshuffles
    assert first.reshuffle is not None
    game.undo()
    again = game.play(0, "draw")
    assert again.reshuffle == first.reshuffle
    assert again.events == first.events


def test_an_outcome_stays_as_it_was_when_the_game_goes_on() -> None:
    game = table()
    outcome = game.play(0, "draw")
    game.play(0, "keep")
    game.play(1, "draw")
    assert [(event.kind, event.card) for event in outcome.events] == [("draw", "y9")]


def test_the_copy_of_a_state_is_no_part_of_the_table() -> None:
    game = table()
    state = game.state
    state[0]["asked"] = 2
    assert game.asked == 0
    kept = game.state
    game.play(0, "play r1")
    assert kept[0]["asked"] == 0


def test_a_round_ends_and_the_next_one_is_dealt_SETUP_04() -> None:  # noqa: N802
    game = table(hands=[["r1"], ["b9", "W"], ["y1", "yS"]], dealer=1, scores=[100, 0, 0])
    with pytest.raises(HuefallError, match="this one is not over"):
        game.next_round()
    game.play(0, "play r1")
    assert (game.over, game.winner, game.asked, game.phase) == (True, 0, None, "over")
    assert game.scores == [100 + 9 + 50 + 1 + 20, 0, 0]
    assert game.match_winners == []
    assert game.legal(0) == []
    game.next_round()
    assert (game.over, game.dealer, game.scores) == (False, 2, [180, 0, 0])
    assert len(game.hand(game.asked or 0)) in (7, 9)
    assert game.position()["moves"] == 0
    with pytest.raises(HuefallError, match="nothing to take back"):
        game.undo()


def test_no_round_follows_a_decided_match() -> None:
    game = table(hands=[["r1"], ["b9"]], scores=[495, 0])
    game.play(0, "play r1")
    assert game.match_winners == [0]
    before = game.state.tobytes()
    with pytest.raises(HuefallError, match="the match is decided"):
        game.next_round()
    assert game.state.tobytes() == before


def test_the_end_of_a_round_can_be_taken_back() -> None:
    game = table(hands=[["r1"], ["b9"]])
    before = game.state.tobytes()
    game.play(0, "play r1")
    game.undo()
    assert not game.over
    assert game.state.tobytes() == before


def test_a_given_reshuffle_is_followed() -> None:
    game = table(pile=[], discard=["g3", "g4", "g6", "r5"])
    order = [game.variant.number(card) for card in ("g6", "g3", "g4")]
    game.script_reshuffle(order)
    outcome = game.play(0, "draw")
    assert outcome.reshuffle is not None
    assert list(outcome.reshuffle.order) == order
    assert game.variant.write_cards(outcome.reshuffle.discards) == ["g3", "g4", "g6"]
    assert game.position()["drawn"] == "g6"
    assert game.position()["pile"] == ["g3", "g4"]


def test_a_copy_goes_its_own_way() -> None:
    game = Game.new("classic", 3, seed=4)
    copied = game.copy()
    assert copied.position() == game.position()
    before = game.position()
    assert copied.asked is not None
    copied.play(copied.asked, "draw")
    assert game.position() == before != copied.position()
    with pytest.raises(HuefallError, match="undo=False"):
        copied.undo()
    again = game.copy(undo=True)
    again.play(game.asked, "draw")
    again.undo()
    assert again.position() == before


def test_a_copy_keeps_what_a_challenger_was_shown() -> None:
    game = Game.from_position(
        {
            "hands": [["W+4", "r1", "b1"], ["g1", "g2"], ["b3", "b4"]],
            "discard": ["r5"],
            "turn": 0,
            "pile": ["y1", "y2", "y3", "y4", "y5", "y6"],
        }
    )
    game.play(0, "play W+4 b")
    game.play(1, "challenge")
    assert game.shown is not None
    assert game.copy().shown == game.shown
