"""Every palette is readable, and its suits are distinguishable."""

from __future__ import annotations

from itertools import combinations

import pytest
from tests.art.vision import contrast, distance

from huefall.art import THEMES, Theme, find_theme
from huefall.art.faces import PRINT_GROUND
from huefall.art.mixing import mix
from huefall.art.palettes import INK, MOTIF_OPACITY, PAPER, SHEEN_OPACITY, WHITE, SuitColors
from huefall.art.shapes import suit_path
from huefall.art.sheet import MISSING_CONE
from huefall.editions import SHIPPED, load_edition
from huefall.vocabulary import colors

#: WCAG 2.2 AA for text, AAA for the big sign, AA for everything that is not text.
TEXT, BIG_SIGN, OUTLINE = 4.5, 7.0, 3.0

#: The minimum CIEDE2000 distance between two suits of a deck, with all cones and with one kind missing. Two greys may be
#: nearly the same: there the shapes speak.
APART, APART_WITHOUT_A_CONE = 30.0, 15.0

#: Also for the fifth suit, which only custom editions combine with the four.
APART_OF_FIVE = 20.0

EVERY_THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))


def grounds_of(suit: SuitColors) -> list[str]:
    """List the backgrounds of a sign: both ends of the field, plain, under the motif, under the sheen, under both."""
    found = []
    for plain in (suit.field, suit.field_end):
        patterned = mix(plain, WHITE, MOTIF_OPACITY)
        found += [plain, patterned, mix(plain, WHITE, SHEEN_OPACITY), mix(patterned, WHITE, SHEEN_OPACITY)]
    return found


def test_there_is_a_theme_for_every_edition_with_the_colours_of_its_deck() -> None:
    assert tuple(THEMES) == SHIPPED
    for name in SHIPPED:
        assert set(find_theme(name).deck) == {colors.letter(color) for color in load_edition(name).colors}


@EVERY_THEME
def test_every_theme_has_all_five_suits(theme: Theme) -> None:
    assert set(theme.suits) == set(colors.LETTERS)


@EVERY_THEME
def test_the_index_can_be_read_on_every_part_of_the_field(theme: Theme) -> None:
    for letter, suit in theme.suits.items():
        for ground in grounds_of(suit):
            assert contrast(suit.ink, ground) >= TEXT, f"{letter} on {ground}"


@EVERY_THEME
def test_the_index_of_a_black_card_can_be_read(theme: Theme) -> None:
    for ground in grounds_of(SuitColors(theme.black, theme.black_end, PAPER)):
        assert contrast(PAPER, ground) >= TEXT


def test_grounds_reach_from_the_dark_end_to_the_motif_under_the_light() -> None:
    suit = SuitColors("#404040", "#000000", WHITE)
    grounds = grounds_of(suit)
    assert suit.field in grounds and suit.field_end in grounds
    assert len(set(grounds)) == 8
    assert min(contrast(WHITE, ground) for ground in grounds) < contrast(WHITE, mix(suit.field, WHITE, 0.13))


@EVERY_THEME
def test_the_sign_on_the_medallion_is_dark_on_paper(theme: Theme) -> None:
    for letter, suit in theme.suits.items():
        assert contrast(suit.deep, PAPER) >= BIG_SIGN, letter
    assert contrast(INK, PAPER) >= BIG_SIGN
    assert contrast(INK, PRINT_GROUND) >= BIG_SIGN


@EVERY_THEME
def test_the_rim_or_the_edge_of_a_card_contrasts_with_the_felt(theme: Theme) -> None:
    for table in (theme.dark, theme.light):
        for felt in (table.felt_center, table.felt_edge, table.panel):
            assert max(contrast(PAPER, felt), contrast(INK, felt)) >= OUTLINE


@EVERY_THEME
def test_two_suits_of_a_deck_are_distinguishable_for_every_eye(theme: Theme) -> None:
    for one, other in combinations(theme.deck, 2):
        first, second = theme.suits[one].field, theme.suits[other].field
        assert distance(first, second) >= APART, one + other
        for sight in MISSING_CONE:
            assert distance(first, second, sight) >= APART_WITHOUT_A_CONE, f"{one}{other} {sight}"


@EVERY_THEME
def test_the_fifth_suit_is_distinguishable_from_the_four(theme: Theme) -> None:
    for one, other in combinations(colors.LETTERS, 2):
        assert distance(theme.suits[one].field, theme.suits[other].field) >= APART_OF_FIVE, one + other


def test_suits_that_look_alike_in_grey_have_different_shapes() -> None:
    assert len({suit_path(letter, 20) for letter in colors.LETTERS}) == len(colors.LETTERS)


def test_no_two_themes_share_a_palette() -> None:
    for letter in colors.LETTERS:
        assert len({theme.suits[letter].field for theme in THEMES.values()}) == len(THEMES)
