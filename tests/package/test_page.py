"""When a package builds the page, and what it says when it cannot. A stand-in for npm notes how it is called."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tools.package import page
from tools.package.page import BUILDER, BUILT, PageError, build_page, needs_build

NPM = """#!/bin/sh
echo "$3" >> "{log}"
mkdir -p web/node_modules src/huefall/server/page src/huefall/review/page
[ "$3" = "{failing}" ] && exit 3
[ "$3" = run ] && touch src/huefall/server/page/index.html src/huefall/review/page/review.html
exit 0
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    root = tmp_path / "checkout"
    for name in ("web/package-lock.json", "web/src/main.ts", "docs/protocol/protocol.ts"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()
    return root


def use_npm(monkeypatch: pytest.MonkeyPatch, folder: Path, failing: str = "nothing") -> Path:
    """Put a stand-in for npm on the path, next to a Node that fits; return the file with the commands it was given."""
    log = folder / "npm.log"
    npm = folder / "npm"
    npm.write_text(NPM.format(log=log, failing=failing), encoding="utf-8")
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(page, "installed_version", lambda: (24, 0, 0))
    return log


def built(root: Path, time: float) -> None:
    for file in BUILT:
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).touch()
        os.utime(root / file, (time, time))


@pytest.mark.process
def test_a_bare_checkout_is_built_once(monkeypatch: pytest.MonkeyPatch, checkout: Path, tmp_path: Path) -> None:
    log = use_npm(monkeypatch, tmp_path)
    assert needs_build(checkout)
    build_page(checkout)
    assert not needs_build(checkout)
    build_page(checkout)
    assert log.read_text(encoding="utf-8").split() == ["ci", "run"]


@pytest.mark.process
def test_packages_that_make_has_installed_are_used(
    monkeypatch: pytest.MonkeyPatch, checkout: Path, tmp_path: Path
) -> None:
    log = use_npm(monkeypatch, tmp_path)
    (checkout / BUILDER).parent.mkdir()
    (checkout / BUILDER).touch()
    build_page(checkout)
    assert log.read_text(encoding="utf-8").split() == ["run"]


def test_a_page_that_is_older_than_its_sources_is_built_again_except_in_an_sdist(checkout: Path) -> None:
    built(checkout, time=1_000_000.0)
    assert needs_build(checkout)
    (checkout / "PKG-INFO").touch()  # every sdist has it
    assert not needs_build(checkout)


def test_files_of_installed_packages_do_not_make_the_page_old(checkout: Path) -> None:
    built(checkout, time=4_000_000_000.0)
    package = checkout / "web" / "node_modules" / "vite" / "index.js"
    package.parent.mkdir(parents=True)
    package.touch()
    os.utime(package, (4_100_000_000.0, 4_100_000_000.0))
    assert not needs_build(checkout)


def test_without_node_one_sentence_says_what_is_missing(monkeypatch: pytest.MonkeyPatch, checkout: Path) -> None:
    monkeypatch.setattr(page, "installed_version", tuple)
    with pytest.raises(PageError, match=r"^the page cannot be built without Node 20\.19 or newer: install Node, or"):
        build_page(checkout)


def test_without_the_sources_of_the_page_one_sentence_says_so(tmp_path: Path) -> None:
    with pytest.raises(PageError, match=r"the page is missing, and so is web/"):
        build_page(tmp_path)


@pytest.mark.process
@pytest.mark.parametrize("failing", ["ci", "run"])
def test_a_failure_of_npm_is_reported(
    monkeypatch: pytest.MonkeyPatch, checkout: Path, tmp_path: Path, failing: str
) -> None:
    use_npm(monkeypatch, tmp_path, failing)
    with pytest.raises(PageError, match=rf"`npm {failing}` failed \(exit code 3, output above\)"):
        build_page(checkout)
    assert needs_build(checkout)
