"""Several cards in one picture: each is drawn as it is alone, and none depends on another."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from huefall.art import ArtError, card_svg, strip_svg
from huefall.art.strips import MOST

CARDS = [("classic", "r7"), ("buzz", "back"), ("jurassic", "W+4*"), ("bts", "pS")]


def test_a_strip_shows_every_card_and_no_two_of_their_parts_share_a_name() -> None:
    drawn = strip_svg(CARDS)
    ET.fromstring(drawn)  # noqa: S314  # our own
    assert 'viewBox="0 0 1032 336"' in drawn
    names = re.findall(r'\bid="([^"]+)"', drawn)
    assert len(set(names)) == len(names) == sum(card_svg(*card).count(' id="') for card in CARDS)
    assert set(re.findall(r'(?:url\(|href=")#(\w+)', drawn)) <= set(names)


def test_black_cards_of_a_strip_show_the_colours_of_its_deck() -> None:
    assert strip_svg([("classic", "W")], "rb") != strip_svg([("classic", "W")])


@pytest.mark.parametrize("cards", [[], [("classic", "r7")] * (MOST + 1), [("none", "r7")], [("classic", "")]])
def test_an_invalid_strip_is_refused(cards: list[tuple[str, str]]) -> None:
    with pytest.raises(ArtError):
        strip_svg(cards)
