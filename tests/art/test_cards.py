"""Every face of every edition: it is drawn, it is valid, it says what it is, and it is like no other."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from tests.random_play import THUNDER

from huefall.art import THEMES, ArtError, card_svg, suit_svg
from huefall.art.faces import FIVE_COLORS_SCALE, INDEX_X, PRINT_RADIUS, PRINT_Y
from huefall.art.icons import footprint, symbol_of
from huefall.art.lettering import SYMBOL_HEIGHT
from huefall.art.shapes import suit_path
from huefall.editions import SHIPPED, load_edition
from huefall.vocabulary import colors

SVG = "{http://www.w3.org/2000/svg}"

#: The visible part of a card 66 pixels wide when the next one covers all but 26, in the card's own units.
STRIP = 26 / 66 * 240

#: How far the rim reaches in.
RIM = 8

#: Bytes. Most faces have half of it.
LARGEST = 5_000

OWN_CARD = {"buzz": "WH", "jurassic": "WE", "bts": "WD", "avengers": "WG"}


def names_of(edition_name: str) -> list[str]:
    """All pictures of an edition: its cards, its black cards in every colour, the back."""
    edition = load_edition(edition_name)
    letters = [colors.letter(color) for color in edition.colors]
    names = [kind.text for footprints in ("all", "half") for kind in edition.kinds(footprints)]
    black = [name for name in names if name.startswith("W")]
    return sorted({*names, *(f"{name}_{letter}" for name in black for letter in letters), "back"})


def by_id(root: ET.Element) -> dict[str, ET.Element]:
    return {element.attrib["id"]: element for element in root.iter() if "id" in element.attrib}


def markup(element: ET.Element) -> str:
    return (
        ET.tostring(element, encoding="unicode")
        .replace(' xmlns:ns0="http://www.w3.org/2000/svg"', "")
        .replace("ns0:", "")
        .replace(" />", "/>")
        .strip()
    )


@pytest.mark.parametrize("theme", SHIPPED)
def test_every_picture_is_a_small_document_that_needs_nothing_else(theme: str) -> None:
    for name in names_of(theme):
        svg = card_svg(theme, name)
        root = ET.fromstring(svg)  # noqa: S314  # our own
        assert root.tag == SVG + "svg" and root.attrib["viewBox"] == "0 0 240 336", name
        assert len(svg.encode()) <= LARGEST, (theme, name, len(svg))
        assert not [
            element.tag
            for element in root.iter()
            if element.tag in (SVG + "text", SVG + "image", SVG + "script", SVG + "style")
        ]
        assert svg.count("http") == 1, "only the namespace"
        known = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
        assert len(known) == len(set(known)), name
        assert set(re.findall(r'(?:href="|url\()#(\w+)', svg)) <= set(known), name
        assert not re.search(r"nan|inf|None|e-\d", svg), name


@pytest.mark.parametrize("theme", SHIPPED)
def test_no_two_pictures_of_an_edition_are_the_same(theme: str) -> None:
    names = names_of(theme)
    assert len({card_svg(theme, name) for name in names}) == len(names)


def test_no_card_looks_the_same_in_two_themes() -> None:
    for name in ("back", "r7", "gS", "b+2", "W", "W+4", "W+4_r"):
        assert len({card_svg(theme, name) for theme in SHIPPED}) == len(SHIPPED), name


@pytest.mark.parametrize("theme", SHIPPED)
def test_the_index_has_the_sign_and_the_suit_of_the_card(theme: str) -> None:
    for name in names_of(theme):
        if name.startswith("W") or name == "back":
            continue
        letter, face = name[0], name[1:].removesuffix("*")
        parts = by_id(ET.fromstring(card_svg(theme, name)))  # noqa: S314
        assert markup(parts["n"]) == f'<g id="n">{symbol_of(face).markup}</g>', name
        index = markup(parts["i"])
        assert f'd="{suit_path(letter, 14)}"' in index, name
        assert index.count("<use href") == 1 and 'href="#n"' in index, name


@pytest.mark.parametrize("theme", SHIPPED)
def test_the_sign_is_seen_ten_pixels_high_in_a_strip_of_26(theme: str) -> None:
    for name in names_of(theme):
        face = name.partition("_")[0].removesuffix("*")
        if face in ("W", "back"):
            continue
        parts = by_id(ET.fromstring(card_svg(theme, name)))  # noqa: S314
        sign = re.search(r'href="#n" transform="translate\(([\d.]+) [\d.]+\)scale\(([\d.]+)\)"', markup(parts["i"]))
        assert sign is not None, name
        middle, scale = float(sign[1]), float(sign[2])
        half = symbol_of(face if face.startswith("W") else face[1:]).width / 2 * scale
        assert middle - half > RIM, name
        assert middle + half < STRIP, name
        assert scale * SYMBOL_HEIGHT * 66 / 240 >= 10, name


def test_the_footprint_is_seen_whole_in_a_strip_of_26_pixels() -> None:
    assert INDEX_X - PRINT_RADIUS > RIM
    assert INDEX_X + PRINT_RADIUS < STRIP


@pytest.mark.parametrize("theme", SHIPPED)
def test_a_wheel_shows_the_four_colours_of_the_deck_and_no_other(theme: str) -> None:
    for name in ("W", "W+4", *([OWN_CARD[theme]] if theme in OWN_CARD else [])):
        svg = card_svg(theme, name)
        suits = THEMES[theme].suits
        assert {letter for letter in suits if suits[letter].field in svg} == set(THEMES[theme].deck), name
        assert {letter for letter in suits if f'id="{letter}"' in svg} == set(THEMES[theme].deck), name


@pytest.mark.parametrize(("theme", "name"), OWN_CARD.items())
def test_an_editions_own_card_has_an_emblem_and_an_index_of_its_own(theme: str, name: str) -> None:
    everywhere = [symbol_of(own).markup for own in (*OWN_CARD.values(), "W+4", "S", "R")]
    assert everywhere.count(symbol_of(name).markup) == 1
    middle = card_svg(theme, name).replace(symbol_of(name).markup, "")
    assert middle != card_svg(theme, "WX").replace(symbol_of("WX").markup, ""), "not the ordinary wheel"


def test_a_named_colour_becomes_the_ground_and_fades_the_others() -> None:
    theme = THEMES["classic"]
    svg = card_svg("classic", "W+4_b")
    assert f'stop-color="{theme.suits["b"].field}"' in svg
    assert theme.black not in svg
    assert not [letter for letter in "ryg" if theme.suits[letter].field in svg]


def test_a_footprint_is_in_the_index_column_and_only_on_marked_cards() -> None:
    for name in ("rS*", "g+2*", "W*", "W+4*", "W+4*_y"):
        index = markup(by_id(ET.fromstring(card_svg("jurassic", name)))["i"])  # noqa: S314
        assert footprint() in index
        assert f"translate({INDEX_X} {PRINT_Y})" in index
        plain = card_svg("jurassic", name.replace("*", ""))
        assert footprint() not in plain and plain != card_svg("jurassic", name)


def test_six_and_nine_have_a_line_below_and_no_other_number_has() -> None:
    lined = [face for face in "0123456789" if "<rect" in symbol_of(face).markup]
    assert lined == ["6", "9"]


def test_faces_of_a_custom_edition_are_set_as_text() -> None:
    edition = load_edition(str(THUNDER))
    names = [kind.text for kind in edition.kinds()]
    drawn = {name: card_svg("classic", name) for name in names}
    assert len(set(drawn.values())) == len(names)
    for name in ("r+5", "ySA", "W+2"):
        assert symbol_of(name if name.startswith("W") else name[1:]).markup in drawn[name]
    assert symbol_of("W+2").markup == symbol_of("+2").markup


@pytest.mark.parametrize("face", ["A", "Z9", "+10", "-5", "ABC", "0-+", "MWM"])
def test_every_face_an_edition_file_may_have_can_be_drawn(face: str) -> None:
    for letter in colors.LETTERS:
        ET.fromstring(card_svg("classic", letter + face))  # noqa: S314
    ET.fromstring(card_svg("classic", "W" + face))  # noqa: S314


@pytest.mark.parametrize("deck", ["rb", "ryp", "rygbp"])
def test_the_wheel_of_a_custom_deck_shows_its_two_to_five_colours(deck: str) -> None:
    for name in ("W", "W+4", *OWN_CARD.values()):
        svg = card_svg("classic", name, deck)
        ET.fromstring(svg)  # noqa: S314
        assert {letter for letter in colors.LETTERS if f'id="{letter}"' in svg} == set(deck)


def test_the_emblem_of_five_colours_is_smaller_so_that_nothing_lies_under_the_indices() -> None:
    for name in ("W", "W+4", *OWN_CARD.values()):
        assert f"scale({FIVE_COLORS_SCALE})" in card_svg("classic", name, "rygbp")
        assert f"scale({FIVE_COLORS_SCALE})" not in card_svg("classic", name, "rygb")


@pytest.mark.parametrize(
    "name",
    ["", "r", "7", "x7", "R7", "r7_b", "r12345", "W_x", "W_", "r7**", "*", "w", "../r7", "r7.svg", "WABCDE", "r７"],
)
def test_an_invalid_card_is_refused_with_the_notation_of_cards(name: str) -> None:
    with pytest.raises(ArtError, match=r"not a card: .* expected a colour and a face"):
        card_svg("classic", name)


def test_unknown_themes_colours_and_decks_are_refused() -> None:
    with pytest.raises(ArtError, match="unknown theme 'uno'"):
        card_svg("uno", "r7")
    for deck in ("", "r", "rr", "rx", "rygbpr"):
        with pytest.raises(ArtError, match="two to five different letters"):
            card_svg("classic", "W", deck)
    with pytest.raises(ArtError, match="not a colour: 'x'"):
        suit_svg("classic", "x")


def test_suits_are_pictures_too() -> None:
    for theme in SHIPPED:
        for letter in colors.LETTERS:
            svg = card_svg(theme, f"suit-{letter}")
            assert svg == suit_svg(theme, letter)
            assert ET.fromstring(svg).attrib["viewBox"] == "0 0 100 100"  # noqa: S314
            assert THEMES[theme].suits[letter].field in svg
