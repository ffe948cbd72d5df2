"""Invariants of every table at any time."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

from tests.reference.lockstep import random_sentence

from huefall.game import Game, MoveRefused, Outcome
from huefall.kernel.bits import bit_of, word_of
from huefall.notation.moves import read_move
from huefall.texts.catalogue import LANGUAGES, load
from huefall.texts.sentences import explain
from huefall.vocabulary import rule_ids
from huefall.vocabulary.moves import Move

#: Up to this number of legal moves of a seat, each one is tried; of more, a sample.
TRIED = 24


def check_cards(game: Game) -> None:
    """Every card of the deck is in one place, and sizes and bit masks agree with the counts."""
    row = game.record_of_state[0]
    kinds = game.variant.kinds
    found: Counter[int] = Counter(row["pile"][: row["pile_count"]].tolist())
    found.update(row["discard"][: row["discard_count"]].tolist())
    for seat, hand in enumerate(row["hands"].tolist()):
        held = [0, 0]
        for number, count in enumerate(hand):
            assert count >= 0
            found[number] += count
            if count:
                held[word_of(number)] |= bit_of(number)
        assert row["sizes"][seat] == sum(hand), f"size of hand {seat}"
        assert row["held"][seat].tolist() == held, f"held bits of seat {seat}"
    wanted = {number: kind.copies for number, kind in enumerate(kinds)}
    assert {number: count for number, count in found.items() if count} == wanted, "cards are not conserved"
    assert row["top"] == row["discard"][row["discard_count"] - 1]
    for seat in range(game.players):  # only a player with one card can have called or be caught
        assert row["sizes"][seat] == 1 or not (row["called"] | row["open"]) >> seat & 1, f"call of seat {seat}"
    assert not row["called"] & row["open"], "a seat that has called can be caught"


def check_question(game: Game) -> None:
    """Exactly one seat is asked, and can answer, unless the round is over."""
    row = game.record_of_state[0]
    if game.over:
        assert game.asked is None
        assert not any(game.legal(seat) for seat in range(game.players))
        assert game.winner is None or row["sizes"][game.winner] == 0
        assert not game.position()["pending"]
        return
    assert game.asked is not None
    assert 0 <= game.asked < game.players
    assert [move for move in game.legal(game.asked) if move.verb not in ("uno", "catch")], (
        "the asked seat has no answer"
    )
    assert all(row["sizes"][seat] > 0 for seat in range(game.players))


def check_round_trip(game: Game) -> None:
    """A position that is written and read back is the same, with the same legal moves."""
    position = game.position()
    again = Game.from_position(json.loads(json.dumps(position)))
    assert again.position() == position
    for seat in range(game.players):
        assert again.legal(seat) == game.legal(seat), f"legal moves of seat {seat}"


def check_legal(game: Game, rng: Random) -> None:
    """Every legal move reads back as itself, is accepted, and can be taken back."""
    before = game.state.tobytes()
    for seat in range(game.players):
        legal = game.legal(seat)
        assert len(set(legal)) == len(legal), "a move is listed twice"
        hand = game.record_of_state[0]["hands"][seat].tolist()
        for move in legal:
            assert read_move(game.variant, hand, str(move)) == move
            assert game.why(seat, move).reason == "none", f"seat {seat}: {move}"
        for move in legal if len(legal) <= TRIED else rng.sample(legal, TRIED):
            outcome = game.play(seat, str(move))
            assert outcome.verdict.status == "accepted", f"seat {seat}: {move}"
            assert outcome.move == move
            check_cards(game)
            game.undo()
            assert game.state.tobytes() == before, f"taking back {seat} {move}"


def check_other_sentences(game: Game, rng: Random, sentences: int) -> Counter[str]:
    """Any other sentence is refused with a reason and without a trace, or is a foul with the right penalty."""
    met: Counter[str] = Counter()
    for _ in range(sentences):
        seat = rng.randrange(-1, game.players + 1) if rng.random() < 0.3 else game.asked or 0
        sentence = random_sentence(rng, game)
        before, sizes = game.state, game.state[0]["sizes"].tolist()
        verdict = game.why(seat, sentence)
        what = f"seat {seat}: {sentence!r} is {verdict}"
        assert game.state.tobytes() == before.tobytes(), f"asking why changed the table; {what}"
        met[verdict.status] += 1
        outcome = try_to_play(game, seat, sentence)
        if isinstance(outcome, MoveRefused):
            assert outcome.verdict == verdict, what
            assert verdict.status == "refused", what
            assert game.state.tobytes() == before.tobytes(), what
            assert verdict.rule in rule_ids.NAMES, what
            for language in LANGUAGES:
                assert explain(load(language), verdict.reason), what
            continue
        assert outcome.verdict == verdict, what
        check_cards(game)
        if verdict.status == "foul":
            _check_foul(game, outcome, before[0], sizes, what)
        else:
            _check_listed(game, seat, outcome.move, what)
        game.undo()
        assert game.state.tobytes() == before.tobytes(), what
    return met


def try_to_play(game: Game, seat: int, sentence: str) -> Outcome | MoveRefused:
    try:
        return game.play(seat, sentence)
    except MoveRefused as refusal:
        return refusal


def _check_foul(game: Game, outcome: Outcome, before: object, sizes: list[int], what: str) -> None:
    """FOUL-01, UNO-04: the penalty is drawn; a wrong card returns to the hand and the question stays."""
    kinds = [event.kind for event in outcome.events]
    rules, seat = game.variant.rules, outcome.seat
    if "misplay" not in kinds:
        assert outcome.verdict.reason == "false_call", what
        assert kinds.count("false_call") == 1, what
        return
    fines = [event for event in outcome.events if event.kind in ("draw", "forgiven")]
    assert sum(event.amount or 1 for event in fines) == rules.misplay_penalty, what
    assert {event.seat for event in fines} == {seat}, what
    row = game.record_of_state[0]
    drawn = kinds.count("draw")
    assert row["sizes"].tolist() == [size + drawn * (other == seat) for other, size in enumerate(sizes)], what
    kept = ("phase", "asked", "top", "color", "direction", "penalty", "drawn", "cut")
    assert [row[field] for field in kept] == [before[field] for field in kept], what  # type: ignore[index]  # a row


def _check_listed(game: Game, seat: int, move: Move, what: str) -> None:
    """A move accepted without a foul is a legal move, or an unlisted form of one."""
    game.undo()
    listed = set(game.legal(seat))
    if move.verb == "uno" and seat in game.position()["called"]:
        listed.add(move)  # a repeated call is accepted without effect (UNO-04)
    if move.verb == "play" and len(move.cards) == len(game.hand(seat)):
        move = Move("play", move.cards)  # a last play may name more than it needs
    if len(move.cards) > 2:
        between = sorted(move.cards[1:-1], key=game.variant.number)  # listed in one order, accepted in all
        move = Move("play", (move.cards[0], *between, move.cards[-1]), move.color, move.target, move.uno)
    assert move in listed, what
    game.play(seat, move)
