"""The icon and the preview, and that the files in the project are what the code draws."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from huefall.art.brand import FAN, embedded, icon_svg, preview_svg
from huefall.art.cards import card_svg
from huefall.vocabulary import colors

PUBLIC = Path(__file__).resolve().parents[2] / "web" / "public"

SIZES = {
    "icon-192.png": (192, 192),
    "icon-512.png": (512, 512),
    "icon-maskable-512.png": (512, 512),
    "apple-touch-icon.png": (180, 180),
    "preview.png": (1200, 630),
}


@pytest.mark.parametrize("svg", [icon_svg(), icon_svg(1.62, 0), preview_svg()], ids=["icon", "maskable", "preview"])
def test_brand_pictures_are_valid_and_their_ids_unique(svg: str) -> None:
    root = ET.fromstring(svg)  # noqa: S314
    known = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(known) == len(set(known))
    assert set(re.findall(r'(?:href="|url\()#(\w+)', svg)) <= set(known)
    assert "<text" not in svg


def test_the_preview_has_a_card_of_every_edition_and_every_suit() -> None:
    assert {theme for theme, _ in FAN} == {"classic", "buzz", "jurassic", "bts", "avengers"}
    assert set(colors.LETTERS) <= {name[0] for _, name in FAN}


def test_an_embedded_picture_keeps_everything_but_its_ids() -> None:
    inner = embedded(card_svg("classic", "r7"), "x")
    assert 'id="xn"' in inner and 'href="#xn"' in inner and "url(#xf)" in inner
    assert "<svg" not in inner and "</svg" not in inner


def test_the_stored_icon_is_the_one_the_code_draws() -> None:
    kept = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    assert kept == icon_svg() + "\n", "run `python -m huefall.art pictures`"


@pytest.mark.parametrize(("name", "size"), SIZES.items())
def test_the_stored_pictures_have_their_size(name: str, size: tuple[int, int]) -> None:
    data = (PUBLIC / name).read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", data[16:24]) == size
