"""Which rules explain cards, and which of them hold at a table."""

from __future__ import annotations

import pytest

from huefall.editions import SHIPPED, Edition, Rules, load_edition
from huefall.editions.rule_refs import is_in_force, rules_of_card
from huefall.vocabulary.rule_ids import NAMES


def explained(edition: Edition, card: str) -> list[str]:
    return rules_of_card(edition, next(kind for kind in edition.kinds() if kind.text == card))


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
def test_the_most_specific_rule_comes_first(edition: str, card: str, first: str) -> None:
    assert explained(load_edition(edition), card)[0] == first


def test_only_a_card_with_a_footprint_names_the_rule_of_run() -> None:
    jurassic = load_edition("jurassic")
    assert {"DECK-04", "JUR-01"} <= set(explained(jurassic, "r+2*"))
    assert "JUR-01" not in explained(jurassic, "r5")
    assert "CHAL-01" in explained(jurassic, "W+4*")


@pytest.mark.parametrize(
    ("rule", "options", "holds"),
    [
        ("PLAY-01", {}, True),
        ("CHAL-01", {}, True),
        ("CHAL-01", {"challenge": False}, False),
        ("STACK-04", {}, False),
        ("STACK-04", {"stacking": "same"}, True),
        ("STACK-03", {"stacking": "same"}, False),
        ("DRAW-01", {"drawn": "forced"}, True),
        ("UNO-02", {"uno": "auto"}, False),
        ("UNO-02", {"catch_until": "turn"}, True),
    ],
)
def test_a_rule_holds_by_the_options_of_the_table(rule: str, options: dict[str, object], holds: bool) -> None:
    assert is_in_force(rule, Rules.of(load_edition("classic"), options)) is holds
