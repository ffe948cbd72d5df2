"""The project's address comes from where it was cloned, or from a variable; names and tokens in it are not published."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from tools.package.project_urls import VARIABLE, ProjectUrls, web_address

PAGE = "https://code.example.org/cards/huefall"


def urls(root: Path) -> dict[str, str]:
    metadata: dict[str, Any] = {}
    ProjectUrls(str(root), {}).update(metadata)
    found: dict[str, str] = metadata["urls"]
    return found


@pytest.mark.parametrize(
    "remote",
    [
        "https://code.example.org/cards/huefall",
        "https://code.example.org/cards/huefall.git\n",
        "https://anna:secret@code.example.org/cards/huefall.git",
        "ssh://git@code.example.org:2222/cards/huefall.git/",
        "git@code.example.org:cards/huefall.git",
    ],
)
def test_an_address_on_the_web_leads_to_its_page(remote: str) -> None:
    assert web_address(remote) == PAGE


@pytest.mark.parametrize("remote", ["", "/home/anna/huefall", "file:///home/anna/huefall", "../huefall", "C:\\huefall"])
def test_a_folder_is_no_address(remote: str) -> None:
    assert web_address(remote) == ""


def test_the_variable_wins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(VARIABLE, PAGE)
    assert urls(tmp_path) == {"Homepage": PAGE, "Repository": f"{PAGE}.git"}


@pytest.mark.process
def test_a_clone_takes_the_address_it_was_cloned_from(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert urls(tmp_path) == {}, "a folder that is not a repository has no address, whatever is around it"
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    assert urls(tmp_path) == {}
    subprocess.run(["git", "-C", tmp_path, "remote", "add", "origin", f"{PAGE}.git"], check=True)
    assert urls(tmp_path)["Homepage"] == PAGE
