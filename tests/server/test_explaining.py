"""Which rules explain cards and options, and what the catalogue says of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.random_play import THUNDER
from tests.server.house import House
from tests.server.player import ask, new_guest, new_table

from huefall.editions import OPTIONS, SHIPPED, Edition, load_edition
from huefall.server.explaining import OPTION_RULES, rules_by_value, rules_of_card, rules_of_option
from huefall.vocabulary.rule_ids import NAMES


def explained(edition: Edition, card: str) -> list[str]:
    return rules_of_card(edition, next(kind for kind in edition.kinds() if kind.text == card))


def test_every_option_has_its_rules_by_value() -> None:
    assert OPTION_RULES.keys() == OPTIONS.keys()
    for name, option in OPTIONS.items():
        values = list(option.words) or (["true", "false"] if option.is_switch else [])
        assert list(rules_by_value(name)) == values, name
        assert rules_of_option(name), name
        assert set(rules_of_option(name)) <= set(NAMES), name


@pytest.mark.parametrize("name", SHIPPED)
def test_every_card_has_rules_that_exist(name: str) -> None:
    edition = load_edition(name)
    for kind in edition.kinds():
        rules = rules_of_card(edition, kind)
        assert rules and set(rules) <= set(NAMES) and len(set(rules)) == len(rules)


@pytest.mark.parametrize(
    ("edition", "card", "first"),
    [
        ("classic", "r5", "PLAY-01"),
        ("classic", "r7", "SEVEN-01"),
        ("classic", "gS", "SKIP-01"),
        ("classic", "gR", "REV-01"),
        ("classic", "b+2", "D2-01"),
        ("classic", "W", "WILD-01"),
        ("classic", "W+4", "WD4-01"),
        ("buzz", "WH", "BUZZ-01"),
        ("jurassic", "WE", "JUR-01"),
        ("bts", "WD", "BTS-01"),
        ("avengers", "WG", "AVG-01"),
    ],
)
def test_the_most_telling_rule_comes_first(edition: str, card: str, first: str) -> None:
    assert explained(load_edition(edition), card)[0] == first


def test_only_a_card_with_a_footprint_is_run_from() -> None:
    jurassic = load_edition("jurassic")
    assert {"DECK-04", "JUR-01"} <= set(explained(jurassic, "r+2*"))
    assert "JUR-01" not in explained(jurassic, "r5")
    assert "CHAL-01" in explained(jurassic, "W+4*")


def test_the_catalogue_shows_decks_and_the_rules_of_options(house: House) -> None:
    _, catalogue = ask(house.url, "/api/catalogue")
    for edition in catalogue["editions"]:
        assert sum(kind["copies"] for kind in edition["kinds"]) == edition["cards"]
        assert edition["theme"] == edition["name"]
    options = {option["name"]: option for option in catalogue["options"]}
    assert options["stacking"]["rules_by_value"]["same"] == ["STACK-02", "STACK-04"]
    assert options["cut"]["rules"] == ["CUT-01", "CUT-02", "CUT-03"]
    assert options["target"]["rules_by_value"] == {}


def test_an_edition_of_ones_own_is_shown_by_its_check_and_at_its_table(house: House) -> None:
    text = Path(THUNDER).read_text(encoding="utf-8")
    status, checked = ask(house.url, "/api/editions/check", {"file": text})
    assert status == 200
    assert checked["theme"] == "classic"
    titled: list[Any] = [kind for kind in checked["kinds"] if "title" in kind]
    assert titled, "its own cards have names"
    code = new_table(house.url, new_guest(house.url), edition_file=text)
    assert ask(house.url, f"/api/tables/{code}/catalogue") == (200, checked)
    _, table = ask(house.url, f"/api/tables/{code}")
    assert table["setup"]["theme"] == "classic"
    plain = new_table(house.url, new_guest(house.url), edition="buzz")
    assert ask(house.url, f"/api/tables/{plain}/catalogue")[1]["name"] == "buzz"
    assert ask(house.url, "/api/tables/abcdefgh/catalogue")[0] == 404
