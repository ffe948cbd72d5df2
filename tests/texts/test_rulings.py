"""The rulings on the printed sheets: the same in every language, about rules and options that exist.

The sheets are not part of the project, so that quotations cannot be compared with them here.
"""

from __future__ import annotations

import json
import re
from importlib import resources

import pytest

from huefall.editions import OPTIONS, SHIPPED, load_edition
from huefall.texts.catalogue import LANGUAGES, UnknownLanguageError, load
from huefall.texts.rulings import Ruling, UnknownRulingError, find_ruling, load_rulings, rulings_on
from huefall.texts.rulings.lines import ruling_lines
from huefall.vocabulary import rule_ids

HAN = re.compile(r"[\u4e00-\u9fff]")
ALL = [ruling for language in LANGUAGES for ruling in load_rulings(language).values()]


@pytest.mark.parametrize("file", ["printed", *LANGUAGES])
def test_every_file_has_the_same_rulings_in_the_same_order_and_none_twice(file: str) -> None:
    source = resources.files("huefall.texts.rulings").joinpath(f"{file}.json").read_text(encoding="utf-8")
    names = [name for name, _ in json.loads(source, object_pairs_hook=list)]
    assert names == list(load_rulings("en"))
    assert len(names) == len(set(names)) > 60


@pytest.mark.parametrize("ruling", load_rulings("en").values(), ids=lambda ruling: ruling.name)
class TestRuling:
    def test_its_name_can_be_an_anchor(self, ruling: Ruling) -> None:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", ruling.name)

    def test_its_rules_exist(self, ruling: Ruling) -> None:
        assert ruling.rules and set(ruling.rules) <= set(rule_ids.NAMES)
        assert len(ruling.rules) == len(set(ruling.rules))

    def test_it_quotes_sheets_that_exist_in_their_own_words(self, ruling: Ruling) -> None:
        assert ruling.quotations
        for quotation in ruling.quotations:
            assert quotation.sheets and set(quotation.sheets) <= set(SHIPPED)
            assert HAN.search(quotation.text)
            assert quotation.translation and quotation.translation == quotation.translation.strip()

    def test_its_options_have_the_values_it_names(self, ruling: Ruling) -> None:
        for variant in ruling.options:
            name, _, value = variant.partition("=")
            assert OPTIONS[name].accepts(OPTIONS[name].parse(value)), variant

    def test_it_means_something_in_some_edition(self, ruling: Ruling) -> None:
        assert any(ruling.concerns(load_edition(name).has) for name in SHIPPED)

    def test_chinese_needs_no_translation(self, ruling: Ruling) -> None:
        twin = load_rulings("zh-Hant")[ruling.name]
        assert [quotation.text for quotation in twin.quotations] == [each.text for each in ruling.quotations]
        assert not any(quotation.translation for quotation in twin.quotations)
        assert all(HAN.search(text) for text in (twin.title, twin.ruling, twin.why, twin.other))


@pytest.mark.parametrize("ruling", ALL, ids=lambda ruling: ruling.name)
def test_a_title_asks_and_the_texts_are_whole_sentences(ruling: Ruling) -> None:
    assert ruling.title.endswith(("?", "？"))
    for text in (ruling.ruling, ruling.why, ruling.other):
        assert text == text.strip() and text.endswith((".", "。")), text


@pytest.mark.parametrize("ruling", load_rulings("zh-Hant").values(), ids=lambda ruling: ruling.name)
def test_chinese_is_traditional_and_has_one_word_for_a_round(ruling: Ruling) -> None:
    for text in (ruling.title, ruling.ruling, ruling.why, ruling.other):
        text.encode("cp950")
        assert not re.search(r"輪(?!到)|比賽|機器人|合規", text), text


def test_titles_differ() -> None:
    for language in LANGUAGES:
        titles = [ruling.title for ruling in load_rulings(language).values()]
        assert len(titles) == len(set(titles))


def test_rulings_are_found_by_their_rules() -> None:
    names = [ruling.name for ruling in rulings_on("en", ["SHIELD-01"], load_edition("classic").has)]
    assert names[0] == "first-reaction" and {"shields", "shield-wild4", "shield-reverse"} <= set(names)
    assert rulings_on("en", ["SEVEN-01"], load_edition("classic").has) == []


def test_rulings_on_cards_that_a_deck_lacks_are_left_out() -> None:
    def names(edition: str) -> set[str]:
        return {ruling.name for ruling in rulings_on("en", ["SKIP-01"], load_edition(edition).has)}

    assert names("buzz") - names("classic") == {"boost-skip"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ruling_is_written_out_with_everything_it_has(language: str) -> None:
    catalogue = load(language)
    for ruling in load_rulings(language).values():
        lines = "\n".join(ruling_lines(catalogue, ruling))
        for quotation in ruling.quotations:
            assert quotation.text in lines and quotation.translation in lines
        wanted = (ruling.title, *ruling.rules, ruling.ruling, ruling.why, ruling.other, *ruling.options)
        assert all(part in lines for part in wanted)


def test_an_unknown_ruling_is_an_error_that_names_similar_ones() -> None:
    assert find_ruling("en", "shields").rules == ("SHIELD-01",)
    with pytest.raises(UnknownRulingError, match=r"'shield'.*lists them all, such as .*shields"):
        find_ruling("en", "shield")
    with pytest.raises(UnknownRulingError, match="such as sheets-together"):
        find_ruling("en", "?")
    with pytest.raises(UnknownLanguageError, match=r"'fr'.*en, zh-Hant"):
        load_rulings("fr")
