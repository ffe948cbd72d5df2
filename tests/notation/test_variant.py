"""An edition under rules, and the written form of its cards."""

from __future__ import annotations

from typing import Any

import pytest
from tests.random_play import EDITIONS, THUNDER

from huefall.editions import EditionError, OptionError, load_edition
from huefall.notation.variant import CardError, Variant


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda path: path.rsplit("/", 1)[-1])
def test_every_card_reads_back_as_itself(edition: str) -> None:
    variant = Variant.of(edition)
    assert len(set(variant.texts)) == len(variant.texts)
    for number, text in enumerate(variant.texts):
        assert variant.number(text) == number
    deck = variant.deck()
    assert len(deck) == variant.edition.card_count
    assert variant.read_cards(variant.write_cards(deck), "deck") == deck
    assert variant.count_cards(deck) == [kind.copies for kind in variant.kinds]


def test_an_edition_is_named_by_its_name_or_path() -> None:
    assert Variant.of("bts").edition_name == "bts"
    assert Variant.of(THUNDER).edition_name == THUNDER
    assert Variant.of(load_edition("buzz")).edition_name == "buzz"


@pytest.mark.parametrize("card", ["", "r", "r10", "p1", "WH", "rS*", "R1", "1r", " r1", 7, None, ["r1"]])
def test_a_card_the_deck_does_not_have_is_refused_by_name(card: Any) -> None:
    with pytest.raises(CardError, match=r"unknown card .* classic deck") as caught:
        Variant.of("classic").number(card)
    assert repr(card) in str(caught.value)


@pytest.mark.parametrize("letter", ["", "p", "red", "R", "rg", None, 0, ["r"]])
def test_a_colour_the_deck_does_not_have_is_refused_by_name_DECK_03(letter: object) -> None:  # noqa: N802
    with pytest.raises(CardError, match="the classic deck has r, y, g, b") as caught:
        Variant.of("classic").color(letter)
    assert repr(letter) in str(caught.value)


def test_colours_are_the_decks_own_DECK_03() -> None:  # noqa: N802
    assert [Variant.of("avengers").color(letter) for letter in "rgbp"] == [0, 2, 3, 4]
    with pytest.raises(CardError, match="the avengers deck has r, g, b, p"):
        Variant.of("avengers").color("y")


@pytest.mark.parametrize("cards", [None, "r1", 5, {"r1": 1}, ["r1", 5], [["r1"]]])
def test_a_list_of_cards_must_be_one(cards: object) -> None:
    with pytest.raises(CardError, match="pile must be a list of cards"):
        Variant.of("classic").read_cards(cards, "pile")


def test_more_of_a_card_than_there_are_is_refused() -> None:
    variant = Variant.of("classic")
    assert variant.count_cards(variant.read_cards(["r0", "g1", "g1"], "x"))[variant.number("g1")] == 2
    with pytest.raises(CardError, match="too many cards: 3 of g1, the classic deck has 2"):
        variant.count_cards(variant.read_cards(["g1", "r0", "g1", "g1"], "x"))


@pytest.mark.parametrize("edition", [5, None, "nonsense", ["classic"]])
def test_an_edition_that_is_none_is_refused(edition: Any) -> None:
    with pytest.raises(EditionError, match="unknown edition"):
        Variant.of(edition)


@pytest.mark.parametrize("options", [["cut"], "cut", 5])
def test_options_that_are_no_object_are_refused(options: Any) -> None:
    with pytest.raises(OptionError, match="options must be an object"):
        Variant.of("classic", options)
