"""Words as outlines, and where the outlines come from."""

from __future__ import annotations

import json
import string
from importlib import resources

import pytest

from huefall.art.lettering import characters, word


def package_file(name: str) -> str:
    return resources.files("huefall.art").joinpath(name).read_text(encoding="utf-8")


def test_there_is_an_outline_for_every_character_a_face_may_have() -> None:
    assert set(string.digits + string.ascii_letters + "+-!?") <= set(characters())


def test_a_word_is_one_path_as_wide_as_its_letters_together() -> None:
    both, plus, two = word("+2"), word("+"), word("2")
    assert both.markup.count("<path") == 1
    assert plus.width + two.width < both.width < 1.3 * (plus.width + two.width)


def test_every_character_has_an_outline_of_its_own() -> None:
    assert len({word(character).markup for character in characters()}) == len(characters())


@pytest.mark.parametrize("text", ["copyright", "licence", "font", "version"])
def test_the_outlines_say_where_they_come_from(text: str) -> None:
    assert json.loads(package_file("glyphs.json"))[text]


def test_the_fonts_licence_travels_with_the_outlines() -> None:
    licence = package_file("OFL.txt")
    assert licence.startswith(json.loads(package_file("glyphs.json"))["copyright"])
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
