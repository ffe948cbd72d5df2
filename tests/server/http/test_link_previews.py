from __future__ import annotations

import pytest

from huefall.server.http.link_previews import PLACEHOLDER, fill_head, preferred_language
from huefall.server.http.pages import KINDS_BY_PATH
from huefall.texts import LANGUAGES

PAGE = f'<html lang="en"><head><title>Huefall</title>{PLACEHOLDER}</head></html>'


@pytest.mark.parametrize("kind", sorted(set(KINDS_BY_PATH.values())))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_has_a_title_a_sentence_and_a_picture(kind: str, language: str) -> None:
    page = fill_head(PAGE, kind=kind, url="http://h/x", picture="http://h/p.png", language=language, code="k7m2")
    assert PLACEHOLDER not in page and "{" not in page and f"preview.{kind}" not in page
    assert f'<html lang="{language}">' in page
    for name in ("og:title", "og:description", "og:image", "og:url"):
        assert f'property="{name}" content="' in page


def test_what_comes_from_an_address_is_no_markup() -> None:
    page = fill_head(PAGE, kind="table", url='http://h/"><script>', picture="", language="en", code="<b>&")
    assert "<script>" not in page and "<b>" not in page and "&lt;b&gt;&amp;" in page


def test_the_first_language_that_we_speak_is_taken() -> None:
    assert preferred_language("fr, zh-HK;q=0.8, en;q=0.2") == "zh-Hant"
    assert preferred_language("xx") == "en"
