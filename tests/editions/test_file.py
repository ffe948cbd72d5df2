"""Every kind of mistake in an edition file is an error that names the line and the reason."""

from __future__ import annotations

import pytest

from huefall.editions import EditionError
from huefall.editions.deck import (
    EVERYONE,
    FIRST_ACT,
    FIRST_BURY,
    FIRST_IGNORE,
    FIRST_NAME,
    NO_EXCHANGE,
    ROTATE,
    SWAP,
    Edition,
)
from huefall.editions.file import read_edition

GOOD = """\
format = 1
name = "small"
title = { en = "Small" }
colors = ["green", "red"]

[[card]]
faces = ["1", "2", "3"]
copies = 2
points = "face"

[[card]]
face = "S"
copies = 1
points = 20
skips = 1

[[card]]
black = "W"
copies = 2
points = 50
"""
#: GOOD's last row is at line 17.


def read(text: str) -> Edition:
    return read_edition(text, "small.toml")


def read_row(*lines: str) -> Edition:
    """Read GOOD and one more row: its [[card]] is at line 22, its keys from line 23."""
    return read("\n".join([GOOD, "[[card]]", *lines, ""]))


def test_the_file_the_mistakes_are_made_in_is_good() -> None:
    edition = read(GOOD)
    assert (edition.name, edition.source, edition.title) == ("small", "small.toml", {"en": "Small"})
    assert edition.colors == (0, 2)
    assert edition.card_count == 2 * 6 + 2 + 2
    assert [kind.text for kind in edition.kinds()] == ["r1", "r2", "r3", "rS", "g1", "g2", "g3", "gS", "W"]
    assert [row.points for row in edition.rows] == [1, 2, 3, 20, 50]


def test_a_row_reads_all_its_attributes() -> None:
    draws = read_row('face = "+2"', "copies = 2", "points = 20", "draws = 2", "footprint = true").rows[-1]
    assert (draws.draws, draws.footprint, draws.first, draws.black) == (2, True, FIRST_ACT, False)
    skips = read_row('face = "SA"', "copies = 1", "points = 0", 'skips = "all"', "shield = true").rows[-1]
    assert (skips.skips, skips.shield) == (EVERYONE, True)
    reverse = read_row('face = "R"', "copies = 1", "points = 0", "reverses = true", 'first = "ignore"').rows[-1]
    assert (reverse.reverses, reverse.first) == (True, FIRST_IGNORE)
    wild = read_row('black = "W+4"', "copies = 1", "points = 9", "draws = 4", "restricted = true").rows[-1]
    assert (wild.black, wild.draws, wild.restricted, wild.first) == (True, 4, True, FIRST_BURY)
    for key in ("boosts = true", "escapes = true", "dares = 3", "checks = 2"):
        row = read_row('black = "WX"', "copies = 1", "points = 9", key).rows[-1]
        assert getattr(row, key.split(maxsplit=1)[0])
        assert (row.first, row.exchanges) == (FIRST_NAME, NO_EXCHANGE)
    for word, number in (("swap", SWAP), ("rotate", ROTATE)):
        row = read_row('face = "7"', "copies = 1", "points = 7", f'exchanges = "{word}"').rows[-1]
        assert row.exchanges == number


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("format = 1", "format = 2", 1, "format = 1 expected, got 2"),
        ("format = 1", "format = true", 1, "format = 1 expected, got True"),
        ("format = 1", "format = 1.0", 1, "format = 1 expected, got 1.0"),
        ("format = 1\n", "", None, "format is missing: format = 1 expected"),
        ('name = "small"', 'name = "a b"', 2, "name must be 1 to 40 letters"),
        ('name = "small"', "name = 7", 2, "name must be"),
        ('name = "small"\n', "", None, "name is missing"),
        ('name = "small"', 'name = "classic"', 2, "name 'classic' is that of an edition that ships"),
        ('name = "small"', f'name = "{"x" * 41}"', 2, "name must be"),
        ('title = { en = "Small" }', 'title = "Small"', 3, "title must be a table of texts"),
        ('title = { en = "Small" }', "title = { en = 1 }", 3, "title must be a table of texts"),
        ('colors = ["green", "red"]', 'colors = ["green"]', 4, "colors must list two to five"),
        ('colors = ["green", "red"]', 'colors = "green"', 4, "colors must list two to five"),
        ('colors = ["green", "red"]\n', "", None, "colors is missing"),
        ('colors = ["green", "red"]', 'colors = ["green", "pink"]', 4, "unknown colour 'pink'"),
        ('colors = ["green", "red"]', 'colors = ["green", 3]', 4, "unknown colour 3"),
        ('colors = ["green", "red"]', 'colors = ["red", "red"]', 4, "a colour is listed twice"),
        ('name = "small"', 'name = "small"\ncolours = []', 3, "unknown key 'colours'"),
        ('face = "S"', 'face = "skip"', 12, "face must be one to three of"),
        ('face = "S"', 'face = ""', 12, "face must be one to three of"),
        ('face = "S"', "face = 5", 12, "face must be one to three of .* got 5"),
        ('face = "S"', 'face = "s"', 12, "face must be one to three of"),
        ('face = "S"', 'face = "S*"', 12, "face must be one to three of"),
        ('face = "S"', 'face = "S"\nblack = "WS"', 11, "exactly one of face, faces, black"),
        ('face = "S"\n', "", 11, "exactly one of face, faces, black; got none"),
        ('faces = ["1", "2", "3"]', "faces = []", 7, "faces must be a list of faces"),
        ('faces = ["1", "2", "3"]', 'faces = "123"', 7, "faces must be a list of faces"),
        ('faces = ["1", "2", "3"]', 'faces = ["1", "2", "ABCD"]', 7, "faces must be one to three of"),
        ('faces = ["1", "2", "3"]', 'faces = ["1", "2", "S"]', 9, 'points = "face" needs a face that is a number'),
        ('faces = ["1", "2", "3"]', 'faces = ["1", "2", "1"]', 6, "'1' has two rows"),
        ('face = "S"', 'face = "2"', 11, "'2' has two rows in red, green: give them colors that do not overlap"),
        ('face = "S"', 'colors = "red"\nface = "S"', 12, "colors of a row must list some of red, green, got 'red'"),
        ('face = "S"', 'face = "S"\ncolors = []', 13, r"colors of a row must list some of red, green, got \[\]"),
        ('face = "S"', 'face = "S"\ncolors = ["red", "blue"]', 13, "'blue' is no colour of this deck: .* red, green"),
        ('face = "S"', 'face = "S"\ncolors = ["pink"]', 13, "'pink' is no colour of this deck"),
        ('face = "S"', 'face = "S"\ncolors = [["red"]]', 13, r"\['red'\] is no colour of this deck"),
        ('face = "S"', 'face = "S"\ncolors = ["red", "red"]', 13, r"a colour is listed twice: \['red', 'red'\]"),
        ('black = "W"', 'black = "W"\ncolors = ["red"]', 19, "colors is for coloured cards only: a black card has no"),
        ('black = "W"', 'black = "X"', 18, "black must be W and up to three of"),
        ('black = "W"', 'black = "W1234"', 18, "black must be W and up to three of"),
        ("copies = 1\n", "", 11, "copies is missing: a whole number from 1 to 224"),
        ("copies = 1\n", "copies = 0\n", 13, "copies must be a whole number from 1"),
        ("copies = 1\n", f"copies = 0x{'f' * 5000}\n", 13, "copies must be a whole number .* a number without end"),
        ("copies = 1\n", "copies = true\n", 13, "copies must be a whole number"),
        ("copies = 1\n", 'copies = "two"\n', 13, "copies must be a whole number"),
        ("points = 20", "points = -1", 14, "points must be a whole number from 0 to 1000"),
        ("points = 20", "points = 2.5", 14, "points must be a whole number"),
        ("points = 20\n", "", 11, "points is missing"),
        ("points = 50", 'points = "face"', 20, "needs a face that is a number"),
        ("skips = 1", "skips = 10", 15, "skips must be a whole number from 0 to 9"),
        ("skips = 1", 'skips = "everyone"', 15, "skips must be a whole number"),
        ("skips = 1", "skip = 1", 15, "unknown key 'skip'"),
        ("skips = 1", "skips = 1\nreverses = true", 16, "a card has one effect, got skips and reverses"),
        ("copies = 1\n", "copies = 17\n", 13, "34 cards of the face 'S': at most 32"),
    ],
)
def test_a_mistake_is_reported_with_its_line(old: str, new: str, line: int | None, reason: str) -> None:
    assert GOOD.count(old) == 1
    with pytest.raises(EditionError, match=reason) as caught:
        read(GOOD.replace(old, new))
    place = "small.toml, line " + str(line) if line else "small.toml"
    assert str(caught.value).startswith(place + ": "), str(caught.value)


@pytest.mark.parametrize(
    ("rows", "line", "reason"),
    [
        (['face = "D"', "draws = 51"], 24, "draws must be a whole number from 0 to 50"),
        (['face = "D"', 'draws = "two"'], 24, "draws must be a whole number"),
        (['face = "D"', "draws = true"], 24, "draws must be a whole number"),
        (['black = "WD"', "dares = -1"], 24, "dares must be a whole number"),
        (['black = "WG"', "checks = 1.5"], 24, "checks must be a whole number"),
        (['face = "R"', "reverses = 1"], 24, "reverses must be true or false, got 1"),
        (['face = "R"', "reverses = true", 'shield = "yes"'], 25, "shield must be true or false"),
        (['face = "7"', 'exchanges = "give"'], 24, "exchanges must be one of swap, rotate, got 'give'"),
        (['face = "7"', "exchanges = true"], 24, "exchanges must be one of swap, rotate"),
        (['face = "7"', 'first = "skip"'], 24, "first must be one of act, name, bury, ignore"),
        (['face = "7"', 'first = "name"'], 24, 'first = "name" is for black cards only'),
        (['black = "WX"', 'first = "act"'], 24, 'a black card that is turned up cannot "act"'),
        (['face = "B"', "boosts = true"], 24, "boosts is for black cards only"),
        (['face = "E"', "escapes = true"], 24, "escapes is for black cards only"),
        (['face = "D"', "dares = 3"], 24, "dares is for black cards only"),
        (['face = "G"', "checks = 2"], 24, "checks is for black cards only"),
        (['face = "D"', "draws = 4", "restricted = true"], 25, "restricted is for black cards only"),
        (['black = "W7"', 'exchanges = "swap"'], 24, "exchanges is for coloured cards only"),
        (['black = "WS"', "skips = 1", "shield = true"], 25, "shield is for coloured cards only"),
        (['black = "WX"', "restricted = true"], 24, "restricted is for cards with draws"),
        (['face = "X"', "shield = true"], 24, "shield is for cards with skips or reverses"),
        (['face = "X"', "footprint = true"], 24, "bears the footprint only with draws, skips or reverses"),
        (['black = "WX"', "dares = 3", "footprint = true"], 25, "a card with dares cannot bear the footprint"),
        (['face = "X"', "draws = 2", "skips = 1"], None, "a card has one effect, got draws and skips"),
        (['black = "WX"', "boosts = true", "escapes = true"], 25, "a card has one effect, got boosts and escapes"),
        (['face = "X"', 'title = "Ex"'], 24, "title must be a table of texts by language"),
        (['face = "X"', "nonsense = 1"], 24, "unknown key 'nonsense'"),
    ],
)
def test_impossible_attributes_are_reported_with_their_line(rows: list[str], line: int | None, reason: str) -> None:
    with pytest.raises(EditionError, match=reason) as caught:
        read_row(*rows, "copies = 1", "points = 5")
    assert f"small.toml, line {line or 25}: " in str(caught.value), str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "format = 1 expected"),
        ("format = " + "[" * 100_000, "not valid TOML: nested too deeply"),
        ("format = " + "9" * 5000, "not valid TOML"),
        ("format = \n", r"not valid TOML: .*line 1"),
        ("[[card]\n", r"not valid TOML: .*line 1"),
        ('format = 1\nname = "x"\nname = "y"\n', r"not valid TOML: .*line 3"),
        ('format = 1\nname = "x"\ncolors = ["red", "green"]\n', r"at least one \[\[card\]\] row"),
        ('format = 1\nname = "x"\ncolors = ["red", "green"]\ncard = 5\n', r"at least one \[\[card\]\] row"),
        ('format = 1\nname = "x"\ncolors = ["red", "green"]\ncard = [1]\n', r"at least one \[\[card\]\] row"),
    ],
)
def test_a_text_that_is_no_edition_is_an_error(text: str, said: str) -> None:
    with pytest.raises(EditionError, match=said) as caught:
        read(text)
    assert str(caught.value).startswith("small.toml")


def test_a_row_is_in_every_colour_of_the_deck_or_in_those_it_names_DECK_03() -> None:  # noqa: N802
    everywhere = read(GOOD)
    assert [row.colors for row in everywhere.rows] == [(0, 2)] * 4 + [()]
    some = read(GOOD.replace('face = "S"', 'face = "S"\ncolors = ["green"]'))
    assert some.rows[3].colors == (2,)
    assert [kind.text for kind in some.kinds()] == ["r1", "r2", "r3", "g1", "g2", "g3", "gS", "W"]
    assert some.card_count == everywhere.card_count - 1


def test_a_row_that_names_all_colours_is_the_row_that_names_none() -> None:
    named = read(GOOD.replace('face = "S"', 'face = "S"\ncolors = ["green", "red"]'))
    assert (named, hash(named)) == (read(GOOD), hash(read(GOOD)))


def test_decks_that_differ_in_the_colours_of_a_row_are_different_decks() -> None:
    """An edition is a key of what the kernel and the bots keep."""
    red, green = (read(GOOD.replace('face = "S"', f'face = "S"\ncolors = ["{name}"]')) for name in ("red", "green"))
    assert red != green
    assert len({red: 1, green: 2, read(GOOD): 3}) == 3


def test_a_face_may_have_a_row_for_each_colour() -> None:
    edition = read_row('face = "X"', 'colors = ["red"]', "copies = 2", "points = 5", "draws = 2", "[[card]]",
                       'face = "X"', 'colors = ["green"]', "copies = 1", "points = 7", "draws = 2")  # fmt: skip
    found = {kind.text: (kind.copies, kind.row.points) for kind in edition.kinds() if kind.row.face == "X"}
    assert found == {"rX": (2, 5), "gX": (1, 7)}


@pytest.mark.parametrize(
    ("second", "line", "reason"),
    [
        (['colors = ["red"]', "draws = 2"], 30, "'X' has two rows in red: give them colors that do not overlap"),
        (["draws = 2"], 28, "'X' has two rows in red: give them colors that do not overlap"),
        (['colors = ["green"]', "draws = 3"], 31, "two rows that differ in draws: .* in colors, copies, points alone"),
        (['colors = ["green"]'], 28, "two rows that differ in draws"),
        (['colors = ["green"]', "draws = 2", 'title = { en = "Ex" }'], 32, "two rows that differ in title"),
        (['colors = ["green"]', "draws = 2", 'first = "bury"'], 32, "two rows that differ in first"),
        (['colors = ["green"]', "draws = 2", "footprint = true"], 32, "two rows that differ in footprint"),
    ],
)
def test_rows_of_one_face_share_no_colour_and_do_the_same(second: list[str], line: int, reason: str) -> None:
    first = ['face = "X"', 'colors = ["red"]', "copies = 1", "points = 5", "draws = 2"]
    with pytest.raises(EditionError, match=reason) as caught:
        read_row(*first, "[[card]]", 'face = "X"', *second, "copies = 1", "points = 5")
    assert str(caught.value).startswith(f"small.toml, line {line}: "), str(caught.value)


def test_the_cards_of_a_face_are_counted_over_its_rows() -> None:
    first = ['face = "X"', 'colors = ["red"]', "copies = 20", "points = 5", "[[card]]"]
    second = ['face = "X"', 'colors = ["green"]', "points = 5"]
    assert read_row(*first, *second, "copies = 12").card_count == 16 + 32
    with pytest.raises(EditionError, match=r"small.toml, line 31: 33 cards of the face 'X': at most 32"):
        read_row(*first, *second, "copies = 13")


def test_a_black_card_has_one_row() -> None:
    with pytest.raises(EditionError, match=r"small.toml, line 22: 'W' has two rows$"):
        read_row('black = "W"', "copies = 1", "points = 50")


def test_a_colour_without_cards_is_an_error_DECK_03() -> None:  # noqa: N802
    in_two = GOOD.replace('"red"]', '"red", "blue", "purple"]').replace("copies = 2", 'copies = 2\ncolors = ["red"]', 1)
    assert read(in_two).colors == (0, 2, 3, 4)  # the Skip is in all of them
    with pytest.raises(EditionError, match=r"line 4: no card is green, purple: .* no card of it can follow; remove it"):
        read(in_two.replace('face = "S"', 'face = "S"\ncolors = ["red", "blue"]'))


def test_a_deck_of_black_cards_alone_is_still_good() -> None:
    """Such files were valid before rows had colours, and records of them may exist."""
    head = 'format = 1\nname = "x"\ncolors = ["red", "green"]\n[[card]]\n'
    assert read(head + 'black = "W"\npoints = 1\ncopies = 20\n').card_count == 20


def test_a_deck_needs_cards_to_deal_and_one_to_turn_up() -> None:
    """Nine cards stay undealt and two are dealt: at least eleven are needed."""
    head = 'format = 1\nname = "x"\ncolors = ["red", "green"]\n[[card]]\nface = "1"\npoints = 1\n'
    assert read(head + "copies = 6\n").card_count == 12
    with pytest.raises(EditionError, match="10 cards are too few: 9 must stay undealt"):
        read(head + "copies = 5\n")
    with pytest.raises(EditionError, match="12 cards are too few: 13 must stay undealt"):
        read(head + 'copies = 6\nfirst = "ignore"\n')


def test_a_deck_has_a_maximum_number_of_kinds_and_cards() -> None:
    head = 'format = 1\nname = "x"\ncolors = ["red", "green", "blue", "yellow", "purple"]\n[[card]]\npoints = 1\n'
    faces = [f'"{number}"' for number in range(20)]
    with pytest.raises(EditionError, match="100 different cards: at most 96"):
        read(f"{head}copies = 1\nfaces = [{', '.join(faces)}]\n")
    with pytest.raises(EditionError, match="240 cards: at most 224"):
        read(f"{head}copies = 6\nfaces = [{', '.join(faces[:8])}]\n")
    assert read(f"{head}copies = 1\nfaces = [{', '.join(faces[:19])}]\n").card_count == 95


def test_footprints_count_as_kinds_of_their_own() -> None:
    """Half the footprints: each of the 50 coloured cards is there twice, with and without."""
    head = 'format = 1\nname = "x"\ncolors = ["red", "green", "blue", "yellow", "purple"]\n[[card]]\npoints = 1\n'
    faces = ", ".join(f'"{number}"' for number in range(10))
    with pytest.raises(EditionError, match="100 different cards: at most 96"):
        read(f"{head}copies = 2\nfaces = [{faces}]\ndraws = 1\nfootprint = true\n")


def test_a_text_without_a_file_name_is_called_edition_file() -> None:
    with pytest.raises(EditionError, match=r"^edition file: format is missing"):
        read_edition("", "")
