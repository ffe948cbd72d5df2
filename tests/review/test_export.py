"""The review as one HTML file: its content, and how it is escaped. How it works in a browser: tests/browser/test_exported_review.py."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from huefall.art import card_svg
from huefall.editions import SHIPPED
from huefall.game import Match
from huefall.review import Review, ReviewError, export, review_match
from huefall.review.export import embedded_json, write_html
from huefall.review.report import write_report
from huefall.server.matches.replays import write_replay
from huefall.texts import LANGUAGES, load

TEMPLATE = """<!doctype html><html lang="{{huefall:language}}"><title>{{huefall:title}}</title>
<style>{{huefall:themes}}</style><noscript>{{huefall:report}}</noscript>
<script type="application/json" id="data">{{huefall:data}}</script></html>"""

#: A name with everything that could break out of a page or command a terminal.
NASTY = '<b>Ann</b> & "co" {{huefall:data}} <!-- \u2028\u202e'

THUNDER = Path(__file__).parents[2] / "docs" / "examples" / "thunder.toml"


@pytest.fixture(autouse=True)
def template(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "template.html"
    path.write_text(TEMPLATE, encoding="utf-8")
    monkeypatch.setattr(export, "TEMPLATE", path)


@pytest.fixture
def match(play_on: Any) -> Match:
    notes = {"seat 0": NASTY, "seat 1": "</script><script>", "seat 2": "bot (normal)"}
    found: Match = play_on(Match("classic", 3, {"preset": "party"}, seed=6, notes=notes), Random(6), rounds=2)
    return found


@pytest.fixture
def review(match: Match, by_hand: Any) -> Review:
    return review_match(match, estimator=by_hand({"draw": 0.1}, width=0.0), threads=2)


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_no_text_ends_the_element_it_is_in(match: Match, review: Review) -> None:
    page = write_html(match, review, load("en"))
    assert page.lower().count("<script") == page.lower().count("</script") == 1
    assert "<b>" not in page and "<!--" not in page
    assert page.count("&lt;b&gt;Ann&lt;/b&gt; &amp; ") > 0  # in the report
    assert not set("\u2028\u2029") & set(page)
    names = data_of(page)["rounds"][0]["match"]["players"]
    assert all(name.isprintable() for name in names)


@pytest.mark.parametrize("value", ["</script>", "<!--<script>", "\u2028\u2029", {"&amp;": [1.5, None, "é陳"]}])
def test_embedded_json_is_the_same_value_without_any_dangerous_character(value: object) -> None:
    written = embedded_json(value)
    assert json.loads(written) == value
    assert not set("<>&\u2028\u2029") & set(written)


def test_a_name_that_looks_like_a_placeholder_is_a_name(match: Match, review: Review) -> None:
    page = write_html(match, review, load("en"))
    assert "{{huefall:data}}" in data_of(page)["rounds"][0]["match"]["players"][0]
    assert page.count('"huefall-review"') == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_file_opens_in_its_language_and_has_the_texts_of_all(match: Match, review: Review, language: str) -> None:
    page = write_html(match, review, load(language))
    assert f'<html lang="{language}">' in page
    assert f"<title>{load(language).text('review.title')} · " in page
    data = data_of(page)
    assert data["language"] == language
    for each in LANGUAGES:
        assert data["files"][f"/static/texts/{each}.json"] == load(each).texts


def test_readers_without_scripts_get_the_report(match: Match, review: Review) -> None:
    page = write_html(match, review, load("en"))
    shown = re.search(r"<noscript><pre>(.*?)</pre></noscript>", page, re.DOTALL)
    assert shown is not None
    plain = shown[1].replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&amp;", "&")
    assert plain == write_report(review, load("en"))


def test_the_review_is_the_one_of_the_json(match: Match, review: Review) -> None:
    assert msgspec.convert(data_of(write_html(match, review, load("en")))["review"], Review) == review


@pytest.mark.parametrize("edition", SHIPPED)
def test_rounds_are_those_the_server_sends(edition: str, play_on: Any, by_hand: Any) -> None:
    match = play_on(Match(edition, 3, {"hand_size": 4}, seed=2), Random(2), moves=120)
    page = write_html(match, review_match(match, estimator=by_hand(), threads=1), load("en"))
    rounds = data_of(page)["rounds"]
    assert len(rounds) == len(match.rounds)
    for number, found in enumerate(rounds, 1):
        sent = msgspec.json.decode(write_replay("", 1, match, number, None))
        assert found["frames"] == sent["frames"]
        places = dict.fromkeys(("record", "replay", "proof", "review"))
        assert found["match"] == {**sent["match"], **places}
        assert found["edition"] == sent["edition"]


@pytest.mark.parametrize("edition", SHIPPED)
def test_every_card_of_the_deck_is_drawn(edition: str, by_hand: Any) -> None:
    match = Match(edition, 2, seed=1)
    files = data_of(write_html(match, review_match(match, estimator=by_hand(), threads=1), load("en")))["files"]
    drawn = {
        path.removeprefix(f"/static/cards/{edition}/"): svg for path, svg in files.items() if path.endswith(".svg")
    }
    for kind in match.variant.edition.kinds():
        assert drawn[kind.text.replace("+", "%2B") + ".svg"] == card_svg(edition, kind.text)
    letters = {path[5] for path in drawn if path.startswith("suit-")}
    assert letters == {kind.text[0] for kind in match.variant.edition.kinds()} - {"W"}
    black = [kind.text.replace("+", "%2B") for kind in match.variant.edition.kinds() if kind.text.startswith("W")]
    assert {f"{card}_{letter}.svg" for card in black for letter in letters} <= drawn.keys()
    assert "back.svg" in drawn


def test_black_cards_of_an_own_edition_show_its_colours(by_hand: Any) -> None:
    match = Match(str(THUNDER), 2, seed=1)
    files = data_of(write_html(match, review_match(match, estimator=by_hand(), threads=1), load("en")))["files"]
    letters = "".join(dict.fromkeys(kind.text[0] for kind in match.variant.edition.kinds())).removesuffix("W")
    assert files[f"/static/cards/classic/W.svg?deck={letters}"] == card_svg("classic", "W", letters)


def test_a_page_that_was_not_built_says_how_to_build_it(
    match: Match, review: Review, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(export, "TEMPLATE", tmp_path / "none.html")
    with pytest.raises(ReviewError, match=r"^the review page has not been built: run `make page` first$"):
        write_html(match, review, load("en"))
