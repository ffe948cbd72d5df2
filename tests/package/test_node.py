"""Which Node may build the page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tools.package import node
from tools.package.node import NODE_FROM_INDEX, OLDEST, installed_version, read_version

ROOT = Path(__file__).parents[2]


def test_the_page_and_make_ask_for_the_same_node() -> None:
    engines = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["engines"]
    assert engines["node"] == f">={'.'.join(map(str, OLDEST))}"
    assert f"'{NODE_FROM_INDEX}'" in (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["", "v", "node: not found", "v22.x"])
def test_what_is_no_version_is_no_node(text: str) -> None:
    assert read_version(text) == ()
    assert not node.fits(read_version(text))


@pytest.mark.process
def test_a_machine_without_node_has_no_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert installed_version() == ()
