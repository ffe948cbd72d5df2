"""Both engines side by side: the same deal, the same moves, and after each the same legal moves, position and events."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from huefall.editions import SHIPPED, load_edition
from huefall.game import Game, MoveRefused
from huefall.game.events import Event

from .cases import Case
from .game import ReferenceGame
from .reached import Reached
from .state import Event as EventDict

#: How often a step tries a sentence that may be refused or a foul, instead of a legal one.
MADE_UP_SHARE = 0.15

#: How often a player who can play a card does so instead of another legal move.
PLAY_SHARE = 0.5


class Disagreement(AssertionError):
    """The engines differ."""


def compare_match(case: Case, moves: int, reached: Reached | None = None) -> int:
    """Play a match of at most ``moves`` moves in both engines; return the number of compared moves."""
    reached = reached or Reached()
    rng = random.Random(case.seed)
    fast = Game.new(case.edition, case.players, case.options, seed=case.seed)
    slow = ReferenceGame.deal(
        _edition_name(case), dict(case.options), case.players, fast.dealer, fast.variant.write_cards(fast.deck),
        edition_path=_edition_path(case), reshuffle=_deal_order(fast),
    )  # fmt: skip
    _compare_deal(case, fast, slow, reached)
    for number in range(moves):
        legal = _compare_tables(case, fast, slow, number)
        if fast.over:
            if fast.match_winners:
                return number
            fast.next_round()
            slow.next_round(fast.variant.write_cards(fast.deck), reshuffle=_deal_order(fast))
            _compare_deal(case, fast, slow, reached)
            continue
        seat, sentence = _choose(rng, fast, legal)
        top, catchable = slow.state.top, set(slow.state.open)
        events = _compare_move(case, fast, slow, seat, sentence)
        reached.note_move(top, catchable, slow.state, events)
    return moves


def _edition_name(case: Case) -> str:
    return case.edition if case.edition in SHIPPED else load_edition(case.edition).name


def _edition_path(case: Case) -> Path | None:
    return None if case.edition in SHIPPED else Path(case.edition)


def _choose(rng: random.Random, game: Game, legal: Sequence[Sequence[str]]) -> tuple[int, str]:
    """Choose a legal move, mostly of the asked seat, or a sentence that may be wrong."""
    if rng.random() < MADE_UP_SHARE:
        return rng.randrange(game.players), random_sentence(rng, game)
    return choose_legal(rng, game.asked, legal)


def choose_legal(rng: random.Random, asked: int | None, legal: Sequence[Sequence[str]]) -> tuple[int, str]:
    """Choose a legal move of the asked seat, sometimes of another seat; more often a play than a draw."""
    assert asked is not None
    seat = rng.choice([asked] * 4 + list(range(len(legal))))
    if not legal[seat]:
        seat = asked
    plays = [sentence for sentence in legal[seat] if sentence.startswith("play")]
    # Without this, hands only grow, and situations with one or two cards left are rare.
    return seat, rng.choice(plays if plays and rng.random() < PLAY_SHARE else legal[seat])


def random_sentence(rng: random.Random, game: Game) -> str:
    """Make up a sentence that may or may not be legal."""
    deck = game.variant
    if rng.random() < 0.35:
        verbs = ["draw", "keep", "pass", "accept", "challenge", "dance", "approve", "reject", "uno"]
        return rng.choice([*verbs, f"catch {rng.randrange(game.players + 1)}", f"color {rng.choice('rygbp')}"])
    seat = rng.randrange(game.players)
    hand = game.hand(seat if rng.random() < 0.3 or game.asked is None else game.asked) or ["r1"]
    words = ["play", rng.choice(hand) if rng.random() < 0.9 else rng.choice(deck.texts)]
    if rng.random() < 0.35:
        face = words[1].lstrip("rygbp").rstrip("*")
        equal = [card for card in hand if card.lstrip("rygbp").rstrip("*") == face] or hand
        words += rng.choices(equal, k=rng.choice([1, 1, 2]))
    if words[1].startswith("W") and rng.random() < 0.9:
        words.append(rng.choice("rygbp"))
    if rng.random() < 0.2:
        words.append(f">{rng.randrange(game.players)}")
    if rng.random() < 0.2:
        words.append("uno")
    return " ".join(words)


def _compare_deal(case: Case, fast: Game, slow: ReferenceGame, reached: Reached) -> None:
    _equal(case, "deal events", [event.as_dict() for event in fast.deal_events], slow.events)
    reached.note_deal(slow.events)


def _compare_tables(case: Case, fast: Game, slow: ReferenceGame, number: int) -> list[list[str]]:
    """Compare positions and legal moves; return the legal moves of every seat."""
    left, right = fast.position(), slow.position()
    left["edition"] = right["edition"]
    for meaningless in ("color", "direction", "boost", "called") if fast.over else ():
        left.pop(meaningless)
        right.pop(meaningless)
    left.pop("options"), right.pop("options")
    left.pop("rules_version", None)  # the reference engine knows only the current rules
    _equal(case, f"position before move {number}", left, right)
    legal = []
    for seat in range(fast.players):
        mine = sorted(str(move) for move in fast.legal(seat))
        assert len(mine) == len(set(mine)), f"{case}: a move is listed twice: {mine}"
        _equal(case, f"legal moves of seat {seat} before move {number}", mine, sorted(slow.legal(seat)))
        legal.append(mine)
    return legal


def _compare_move(case: Case, fast: Game, slow: ReferenceGame, seat: int, sentence: str) -> list[EventDict]:
    """Make the move in both engines; return its events, which are the same in both."""
    before = fast.state.tobytes()
    expected = fast.why(seat, sentence)
    events: list[Event] = []
    try:
        outcome = fast.play(seat, sentence)
        status, events = outcome.verdict.status, outcome.events
    except MoveRefused as refusal:
        status = refusal.verdict.status
        _equal(case, f"state after the refused {sentence!r}", before, fast.state.tobytes())
    _equal(case, f"verdict on {sentence!r} before and after", expected.status, status)
    order = _reshuffle_order(fast, events)
    reply = slow.play(seat, sentence, lambda _cards: fast.variant.write_cards(order))
    _equal(case, f"verdict on {seat} {sentence!r}", status, reply.status)
    if status != "refused":
        _equal(case, f"events of {seat} {sentence!r}", [event.as_dict() for event in events], reply.events)
    return reply.events


def _reshuffle_order(game: Game, events: Sequence[Event]) -> list[int]:
    kinds = [event.kind for event in events]
    if "reshuffle" not in kinds:
        return []
    drawn = [event.card for event in events[kinds.index("reshuffle") :] if event.kind == "draw"]
    left = game.position()["pile"]
    return [game.variant.number(str(card)) for card in [*drawn, *left]]


def _deal_order(game: Game) -> Any:
    return lambda _cards: game.variant.write_cards(_reshuffle_order(game, game.deal_events))


def _equal(case: Case, what: str, fast: object, slow: object) -> None:
    if fast == slow:
        return
    if isinstance(fast, dict) and isinstance(slow, dict):
        keys = [key for key in {**fast, **slow} if fast.get(key) != slow.get(key)]
        fast, slow = {key: fast.get(key) for key in keys}, {key: slow.get(key) for key in keys}
    raise Disagreement(f"{case}\n{what} differ:\n  fast {fast}\n  slow {slow}")


__all__ = ["Disagreement", "choose_legal", "compare_match", "random_sentence"]
