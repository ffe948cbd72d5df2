"""Every option is complete: a part that is missing for a new one fails here, with the name of the place.

The order is that of docs/walks/add-a-house-rule.md.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.random_play import EDITIONS, other_values

from huefall.editions import OPTIONS, PRESETS, RULES_VERSION, Rules, load_edition
from huefall.editions.deck import Row
from huefall.editions.options import GROUPS, SECTIONS, section_of
from huefall.kernel.layout import RULES
from huefall.kernel.pack import pack_rules
from huefall.texts import LANGUAGES, load
from huefall.vocabulary import rule_ids

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "src" / "huefall" / "kernel" / "house"
NAMES = list(OPTIONS)
DEFAULTS = Rules()

#: Columns of the kernel's record that belong to no option: what a version of the rules means by them.
OF_VERSIONS = {"call_before_exchange", "shields_any_color"}


@cache
def scenarios() -> list[dict[str, Any]]:
    folder = ROOT / "tests" / "scenarios"
    return [each for path in sorted(folder.glob("*.json")) for each in json.loads(path.read_text(encoding="utf-8"))]


@cache
def reference_engine() -> str:
    folder = ROOT / "tests" / "reference"
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py")))


def chosen(scenario: dict[str, Any]) -> dict[str, Any]:
    """The options of a scenario, those of its preset included."""
    options = dict(scenario.get("options", {}))
    return {**PRESETS[options.pop("preset", "official")], **options}


# The words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_it_has_words(name: str, language: str) -> None:
    texts = load(language).texts
    missing = [key for key in OPTIONS[name].text_keys(name) if not texts.get(key)]
    assert not missing, f"src/huefall/texts/{language}.json"


# The row


def test_a_row_and_a_field_of_rules_belong_together() -> None:
    assert [each.name for each in fields(Rules) if each.name != "rules_version"] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_its_default_is_one_of_its_values(name: str) -> None:
    assert OPTIONS[name].accepts(getattr(DEFAULTS, name))


@pytest.mark.parametrize("name", NAMES)
def test_it_is_offered_under_a_heading(name: str) -> None:
    assert OPTIONS[name].group in GROUPS
    assert all(load(language).has(f"start.group.{OPTIONS[name].group}") for language in LANGUAGES)


@pytest.mark.parametrize("name", NAMES)
def test_it_names_its_rules_by_value(name: str) -> None:
    option = OPTIONS[name]
    assert [value for value in option.rules if value] == list(option.values())
    assert option.all_rules(), "at least one rule explains it"
    assert set(option.all_rules()) <= set(rule_ids.NAMES), "src/huefall/vocabulary/rule_ids.py"


@pytest.mark.parametrize("name", NAMES)
def test_its_rules_are_in_a_section_of_the_rule_book(name: str) -> None:
    for rule in OPTIONS[name].all_rules():
        section = section_of(rule)
        assert all(load(language).has(f"rules.section.{section}") for language in LANGUAGES)
        for language in LANGUAGES:
            assert load(language).has(f"rule.{rule}.title")
            assert load(language).has(f"rule.{rule}.text")


def test_every_family_of_rules_is_in_one_section() -> None:
    listed = [family for families in SECTIONS.values() for family in families]
    assert len(set(listed)) == len(listed)
    assert set(listed) == {name.rpartition("-")[0] for name in rule_ids.NAMES if "-" in name}


@pytest.mark.parametrize("name", NAMES)
def test_what_it_needs_is_an_attribute_of_cards_that_some_edition_has(name: str) -> None:
    needs = OPTIONS[name].needs
    if needs:
        assert needs == "footprint" or needs in {each.name for each in fields(Row)}
        assert any(load_edition(edition).has(needs) for edition in EDITIONS)


@pytest.mark.parametrize("name", NAMES)
def test_it_says_which_version_of_the_rules_has_it_first(name: str) -> None:
    option = OPTIONS[name]
    assert 1 <= option.since <= RULES_VERSION
    assert all(word in option.words and since <= RULES_VERSION for word, since in option.newer_words.items())
    if option.since > 1:
        assert f"`{name}`" in (ROOT / "docs" / "rules-versions.md").read_text(encoding="utf-8")


# The kernel


def test_every_column_of_the_kernel_belongs_to_one_option_or_version() -> None:
    columns = [option.column for option in OPTIONS.values() if option.column is not None]
    assert len(set(columns)) == len(columns)
    assert {*columns, *OF_VERSIONS} == set(RULES.names or ())


@pytest.mark.parametrize("name", NAMES)
def test_its_values_differ_in_the_kernel(name: str) -> None:
    """An option without a column shapes the deck: then the decks differ."""
    column = OPTIONS[name].column
    values = [getattr(DEFAULTS, name), *other_values(name)]
    if column is not None:
        packed = [int(pack_rules(Rules(**{name: value}))[0][column]) for value in values]
        assert len(set(packed)) == len(values)
    else:
        edition = next(load_edition(each) for each in EDITIONS if load_edition(each).has(OPTIONS[name].needs))
        assert len({tuple(kind.text for kind in edition.kinds(value)) for value in values}) == len(values)


@pytest.mark.parametrize("name", [name for name in NAMES if OPTIONS[name].group == "house"])
def test_a_house_rule_is_a_file_that_opens_with_its_text(name: str) -> None:
    source = (HOUSE / f"{name}.py").read_text(encoding="utf-8")
    assert source.startswith(f'"""Option ``{name}``:')
    head = source.split('"""', 2)[1]
    assert all(rule in head for rule in OPTIONS[name].all_rules() if rule.endswith("-01"))
    assert "Seam" in head


def test_the_import_linter_keeps_all_house_rules_apart() -> None:
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    independent = {each for contract in linter["contracts"] for each in contract.get("modules", ())}
    assert "huefall.kernel.house.*" in independent


# The proof


@pytest.mark.parametrize("name", NAMES)
def test_its_rules_have_scenarios(name: str) -> None:
    cited = {rule for scenario in scenarios() for rule in scenario["cites"]}
    assert set(OPTIONS[name].all_rules()) <= cited


@pytest.mark.parametrize("name", NAMES)
def test_each_value_of_it_is_played_in_a_scenario_of_its_rules(name: str) -> None:
    rules = set(OPTIONS[name].all_rules())
    played = [chosen(each).get(name) for each in scenarios() if rules & set(each["cites"])]
    if OPTIONS[name].values():
        assert set(other_values(name)) <= set(played)
    else:
        assert set(played) - {None, getattr(DEFAULTS, name)}


@pytest.mark.parametrize("name", NAMES)
def test_the_reference_engine_knows_it(name: str) -> None:
    assert f'"{name}"' in reference_engine() or f".{name}" in reference_engine()


# The pages


@pytest.mark.parametrize("page", ["docs/options.md", "docs/zh-Hant/options.md"])
@pytest.mark.parametrize("name", NAMES)
def test_it_is_on_the_pages_of_options(name: str, page: str) -> None:
    assert f"`{name}`" in (ROOT / page).read_text(encoding="utf-8"), "make docs"
