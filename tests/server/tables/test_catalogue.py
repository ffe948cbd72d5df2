"""What the catalogue says of decks, their cards and the rules of options."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from tests.random_play import THUNDER
from tests.server.player import ask, new_guest, new_table
from tests.server.server_process import ServerProcess

from huefall.editions import load_edition
from huefall.server.tables.catalogue import show_edition


def test_the_catalogue_shows_decks_and_the_rules_of_options(server: ServerProcess) -> None:
    _, catalogue = ask(server.url, "/api/catalogue")
    for edition in catalogue["editions"]:
        assert sum(kind["copies"] for kind in edition["kinds"]) == edition["cards"]
        assert edition["theme"] == edition["name"]
    options = {option["name"]: option for option in catalogue["options"]}
    assert options["stacking"]["rules_by_value"]["same"] == ["STACK-02", "STACK-04"]
    assert options["cut"]["rules"] == ["CUT-01", "CUT-02", "CUT-03"]
    assert options["target"]["rules_by_value"] == {}


def test_an_edition_of_ones_own_is_shown_by_its_check_and_at_its_table(server: ServerProcess) -> None:
    text = Path(THUNDER).read_text(encoding="utf-8")
    status, checked = ask(server.url, "/api/editions/check", {"file": text})
    assert status == 200
    assert checked["theme"] == "classic"
    titled: list[Any] = [kind for kind in checked["kinds"] if "title" in kind]
    assert titled, "its own cards have names"
    code = new_table(server.url, new_guest(server.url), edition_file=text)
    assert ask(server.url, f"/api/tables/{code}/catalogue") == (200, checked)
    _, table = ask(server.url, f"/api/tables/{code}")
    assert table["setup"]["theme"] == "classic"
    plain = new_table(server.url, new_guest(server.url), edition="buzz")
    assert ask(server.url, f"/api/tables/{plain}/catalogue")[1]["name"] == "buzz"
    assert ask(server.url, "/api/tables/abcdefgh/catalogue")[0] == 404


def test_the_page_is_tested_with_the_attributes_that_the_server_sends() -> None:
    folder = Path(__file__).parents[2] / "editions"
    edition = show_edition(load_edition(str(folder / "unseen.toml")))
    sent = msgspec.json.format(msgspec.json.encode(edition), indent=2).decode() + "\n"
    # When the wire changes on purpose: write `sent` to this file.
    assert (folder / "unseen.json").read_text(encoding="utf-8") == sent
