"""Random decks whose rows are in some colours only: read, written, dealt and played like any other (DECK-03)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.editions.random_editions import Deck, random_edition
from tests.kernel.invariants import check_cards, check_legal, check_question, check_round_trip
from tests.random_play import dice, random_move
from tests.reference.cases import Case
from tests.reference.lockstep import compare_match
from tests.scale import SEED, scaled

from huefall.editions import OPTIONS, Rules, load_edition
from huefall.game import Game, Match
from huefall.notation.variant import Variant
from huefall.record import load_match, verify, write_record

DECKS = range(scaled(16, least=4))

#: House rules that put several cards, symbols and colours to use.
HOUSE: dict[str, Any] = {
    "stacking": "cumulative",
    "shields": True,
    "cut": True,
    "same_symbol": True,
    "seven_zero": True,
}
STRICT: dict[str, Any] = {"draw": "until_playable", "drawn": "forced", "wild4": "enforce"}


@pytest.fixture(params=DECKS)
def deck(request: pytest.FixtureRequest) -> Deck:
    found = random_edition(dice("deck", request.param), f"by-chance-{request.param}")
    print(f"{found.name} HUEFALL_SEED={SEED}\n{found.text}")
    return found


@pytest.fixture
def path(deck: Deck, tmp_path: Path) -> str:
    file = tmp_path / f"{deck.name}.toml"
    file.write_text(deck.text, encoding="utf-8")
    return str(file)


def meant(path: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return those of the options that have a meaning in the deck (OPT-01)."""
    edition = load_edition(path)
    return {
        name: value for name, value in options.items() if not OPTIONS[name].needs or edition.has(OPTIONS[name].needs)
    }


def play_out(game: Game, rng: Random, moves: int) -> int:
    """Play a round at random, with a look at the table now and then; return how many moves were played."""
    for number in range(moves):
        if game.over:
            return number
        game.play(*random_move(rng, game))
        check_cards(game)
        if number % 10 == 0:
            check_question(game)
            check_round_trip(game)
            if not game.over:
                check_legal(game, rng)
    return moves


def test_a_deck_reads_back_card_by_card(deck: Deck, path: str) -> None:
    edition = load_edition(path)
    found: Counter[str] = Counter()
    for kind in edition.kinds("half"):
        found[kind.text.rstrip("*")] += kind.copies
        assert kind.row.points == deck.points[kind.text.rstrip("*")]
    assert found == deck.cards
    assert edition.card_count == deck.cards.total()
    assert {kind.color for kind in edition.kinds() if kind.color >= 0} == set(edition.colors)


def test_every_card_has_one_written_form(path: str) -> None:
    edition = load_edition(path)
    for footprints in ("all", "half"):
        variant = Variant(edition, Rules.of(edition, meant(path, {"footprints": footprints})))
        assert len(set(variant.texts)) == len(variant.texts)
        assert [variant.number(text) for text in variant.texts] == list(range(len(variant.texts)))
        assert len(variant.deck()) == edition.card_count


@pytest.mark.parametrize("options", [{}, HOUSE], ids=["official", "house"])
def test_the_table_stays_consistent(path: str, options: dict[str, Any]) -> None:
    played = 0
    for number in range(2):
        rng = dice("play", path, number)
        game = Game.new(path, rng.choice([2, 3, 4]), {**meant(path, options), "hand_size": 5}, seed=rng.getrandbits(40))
        print(f"{game.variant.rules.changes()} players={game.players}")
        played += play_out(game, rng, scaled(80, least=30))
    assert played


def test_both_engines_play_the_same_game(path: str) -> None:
    rng = dice("lockstep", path)
    for options in ({}, HOUSE, STRICT):
        case = Case(
            path, {**meant(path, options), "hand_size": 4, "target": 0}, rng.choice([2, 3, 5]), rng.getrandbits(40)
        )
        assert compare_match(case, scaled(60, least=20))


def test_a_record_of_such_a_deck_is_replayed(path: str) -> None:
    rng = dice("record", path)
    match = Match(path, 3, {"target": 0, "hand_size": 3}, seed=rng.getrandbits(40))
    while not match.over:
        if match.round_over:
            match.next_round()
        match.play(*random_move(rng, match.game))
    record = write_record(match, with_seed=True)
    again = load_match(record)
    assert verify(record).over
    assert (again.scores, again.variant.edition) == (match.scores, match.variant.edition)
