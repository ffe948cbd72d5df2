"""The build backend asks for Node only where the page must be built without one, and says what is wrong in one sentence."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hatchling import build as hatchling
from tools.package import backend
from tools.package.node import NODE_FROM_INDEX
from tools.package.page import PageError

FITTING, NONE = (22, 12, 0), ()


@pytest.mark.parametrize(
    ("is_needed", "version", "is_asked_for"), [(True, NONE, True), (True, FITTING, False), (False, NONE, False)]
)
def test_node_is_asked_for_only_where_the_page_is_built_without_one(
    monkeypatch: pytest.MonkeyPatch, is_needed: bool, version: tuple[int, ...], is_asked_for: bool
) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    monkeypatch.setattr(backend, "needs_build", lambda: is_needed)
    monkeypatch.setattr(backend, "installed_version", lambda: version)
    assert (NODE_FROM_INDEX in backend.get_requires_for_build_wheel()) is is_asked_for
    assert (NODE_FROM_INDEX in backend.get_requires_for_build_sdist()) is is_asked_for
    assert NODE_FROM_INDEX not in backend.get_requires_for_build_editable()


@pytest.mark.parametrize("kind", ["wheel", "sdist", "editable"])
def test_an_unfit_python_is_refused_before_anything_is_downloaded(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    def refuse() -> None:
        raise SystemExit("Huefall needs another Python")

    monkeypatch.setattr(backend, "check_python", refuse)
    with pytest.raises(SystemExit, match="needs another Python"):
        getattr(backend, f"get_requires_for_build_{kind}")()


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_a_page_that_cannot_be_built_ends_the_build_with_its_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str
) -> None:
    def fail() -> None:
        raise PageError("the page cannot be built: no Node")

    monkeypatch.setattr(backend, "build_page", fail)
    with pytest.raises(SystemExit, match=r"^huefall: the page cannot be built: no Node$"):
        getattr(backend, f"build_{kind}")(os.fspath(tmp_path))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_hatchling_packs_after_the_page_is_built(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    done: list[str] = []
    monkeypatch.setattr(backend, "build_page", lambda: done.append("page"))
    monkeypatch.setattr(hatchling, f"build_{kind}", lambda *_: done.append(kind))
    getattr(backend, f"build_{kind}")("dist")
    assert done == ["page", kind]
