"""The decks, counted by hand (DECK-01 … DECK-04, POINTS-01)."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.random_play import THUNDER

from huefall.editions import SHIPPED, Edition, load_edition

OWN_CARD = {"buzz": "WH", "jurassic": "WE", "bts": "WD", "avengers": "WG"}


def cards_of(edition: Edition, footprints: str = "all") -> Counter[str]:
    return Counter({kind.text: kind.copies for kind in edition.kinds(footprints)})


def classic_cards(colors: str) -> Counter[str]:
    """DECK-01, written out: per colour one 0, two each of 1-9, two Skip, two Reverse, two Draw Two; 4 Wild, 4 Wild Draw Four."""
    cards: Counter[str] = Counter({"W": 4, "W+4": 4})
    for color in colors:
        cards[f"{color}0"] = 1
        cards.update({f"{color}{face}": 2 for face in ("1", "2", "3", "4", "5", "6", "7", "8", "9", "S", "R", "+2")})
    return cards


def test_classic_has_108_cards_25_of_each_colour_DECK_01() -> None:  # noqa: N802
    classic = load_edition("classic")
    assert cards_of(classic) == classic_cards("rygb")
    assert classic.card_count == sum(cards_of(classic).values()) == 108
    for color in range(4):
        assert sum(kind.copies for kind in classic.kinds() if kind.color == color) == 25
    assert sum(kind.copies for kind in classic.kinds() if kind.color < 0) == 8


@pytest.mark.parametrize(("name", "own"), OWN_CARD.items())
def test_a_themed_edition_has_four_cards_of_its_own_DECK_02(name: str, own: str) -> None:  # noqa: N802
    edition = load_edition(name)
    colors = "rgbp" if name in ("bts", "avengers") else "rygb"
    plain: Counter[str] = Counter()
    for card, count in cards_of(edition).items():
        plain[card.rstrip("*")] += count
    assert plain == classic_cards(colors) + Counter({own: 4})
    assert edition.card_count == 112


def test_bts_and_avengers_play_purple_in_place_of_yellow_DECK_03() -> None:  # noqa: N802
    for name in SHIPPED:
        letters = {card[0] for card in cards_of(load_edition(name)) if not card.startswith("W")}
        assert letters == (set("rgbp") if name in ("bts", "avengers") else set("rygb")), name


def test_footprints_mark_the_cards_of_the_sheet_DECK_04() -> None:  # noqa: N802
    jurassic = load_edition("jurassic")
    marked = {card: count for card, count in cards_of(jurassic).items() if card.endswith("*")}
    wanted = {f"{color}{face}*": 2 for color in "rygb" for face in ("S", "R", "+2")} | {"W*": 4, "W+4*": 4}
    assert marked == wanted
    assert not [card for card in cards_of(jurassic) if card + "*" in marked]
    assert cards_of(jurassic)["WE"] == 4


def test_half_the_footprints_are_one_of_each_pair_DECK_04() -> None:  # noqa: N802
    half = cards_of(load_edition("jurassic"), "half")
    for color in "rygb":
        for face in ("S", "R", "+2"):
            assert (half[f"{color}{face}"], half[f"{color}{face}*"]) == (1, 1)
    assert [half[card] for card in ("W", "W*", "W+4", "W+4*", "WE")] == [2, 2, 2, 2, 4]
    assert sum(half.values()) == 112


def test_points_POINTS_01() -> None:  # noqa: N802
    for name in SHIPPED:
        for kind in load_edition(name).kinds():
            face = kind.text.rstrip("*")[1:] if kind.color >= 0 else ""
            wanted = 50 if kind.color < 0 else int(face) if face.isdigit() else 20
            assert kind.row.points == wanted, f"{name}: {kind.text}"


def test_the_points_of_a_whole_deck() -> None:
    """Per colour 2 · 45 and 6 · 20 = 210; four colours 840; eight black cards 400; a themed edition 200 more."""
    for name in SHIPPED:
        total = sum(kind.copies * kind.row.points for kind in load_edition(name).kinds())
        assert total == (1240 if name == "classic" else 1440)


def test_kinds_are_listed_by_colour_with_black_cards_last() -> None:
    texts = [kind.text for kind in load_edition("jurassic").kinds("half")]
    letters = "".join(dict.fromkeys(text[0] for text in texts))
    assert letters == "rygbW"
    assert texts.index("rS*") == texts.index("rS") + 1  # plain before footprint
    assert texts[-5:] == ["W", "W*", "W+4", "W+4*", "WE"]


def test_attributes_of_the_cards() -> None:
    kinds = {kind.text: kind.row for kind in load_edition("avengers").kinds()}
    assert (kinds["r+2"].draws, kinds["W+4"].draws, kinds["W+4"].restricted) == (2, 4, True)
    assert (kinds["pS"].skips, kinds["pS"].shield, kinds["pR"].reverses, kinds["pR"].shield) == (1, True, True, True)
    assert kinds["WG"].checks == 2
    assert load_edition("bts").has("dares")
    assert not load_edition("bts").has("checks")


def test_what_must_stay_undealt_SETUP_01() -> None:  # noqa: N802
    """9 of the classic deck's 108; four Wild Draw Fours and four Run! cannot begin a round either, which makes 9 as well."""
    assert [load_edition(name).reserve for name in SHIPPED] == [9] * 5
    # thunder: eight black draw cards and one more
    assert load_edition(THUNDER).reserve == 9


def test_equal_decks_are_equal_whatever_their_titles() -> None:
    classic = load_edition("classic")
    same = Edition(classic.name, classic.colors, classic.rows, {"en": "Mine"}, "mine.toml")
    assert same == classic
    assert Edition("other", classic.colors, classic.rows) != classic
