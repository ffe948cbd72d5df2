"""What people get who install Huefall: a wheel from a bare clone, and a game and a page without Node and without a C compiler.

Both tests use the package index, as an installation does.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.browser.page_player import by_pressing, open_page
from tests.server.server_process import running_server

ROOT = Path(__file__).parents[2]

#: All that an installation may find on the path: a shell for npm's scripts, git, and what these call.
TOOLS = ("cat", "dirname", "env", "git", "sh", "uname")

PAGES = ("huefall/server/page/index.html", "huefall/server/page/chunks.json", "huefall/review/page/review.html")

LONG = "downloads and compiles for minutes; tests/package has the parts, tests/browser/test_start.py the page"


@pytest.fixture
def bare_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Leave a few tools on the path, neither Node nor a compiler among them; return the folder for the test's own."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in TOOLS:
        found = shutil.which(name)
        assert found is not None, f"this test needs {name}"
        (tools / name).symlink_to(found)
    monkeypatch.setenv("PATH", str(tools))
    # Its code is compiled for this installation alone, whose path is part of the cache's name.
    monkeypatch.setenv("HUEFALL_CACHE", str(tmp_path / "cache"))
    assert not any(map(shutil.which, ("node", "npm", "cc", "gcc", "clang")))
    return tmp_path


def run(command: Sequence[object], cwd: Path, text: str = "") -> str:
    done = subprocess.run([*map(str, command)], cwd=cwd, input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command} failed: {done.stdout[-4000:]} {done.stderr[-4000:]}"
    return done.stdout


@pytest.mark.process
@pytest.mark.exhaustive(LONG)
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="an sdist has no history to clone")
def test_a_wheel_is_built_from_a_bare_clone_with_node_from_the_package_index(bare_path: Path) -> None:
    clone, wheels = bare_path / "clone", bare_path / "wheels"
    run(["git", "clone", "--quiet", ROOT, clone], bare_path)
    assert not (clone / "src" / "huefall" / "server" / "page").exists()
    run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", f"--wheel-dir={wheels}", clone], bare_path)
    (wheel,) = wheels.iterdir()
    assert set(PAGES) <= set(zipfile.ZipFile(wheel).namelist())


@pytest.mark.process
@pytest.mark.exhaustive(LONG)
def test_a_wheel_in_an_empty_environment_plays_a_game_and_serves_the_page(
    browser: Browser, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    run([sys.executable, "-m", "build", "--wheel", "--no-isolation", f"--outdir={tmp_path}", ROOT], tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    request.getfixturevalue("bare_path")
    home = tmp_path / "home"
    venv.create(home, with_pip=True)
    run([home / "bin" / "python", "-m", "pip", "install", "--quiet", f"{wheel}[server]"], tmp_path)
    huefall = home / "bin" / "huefall"

    played = run([huefall, "play", "--players=2", "--seed=8", "--set=target=0", "--bot=easy"], tmp_path, "1\n" * 3000)
    assert "The match is over. Winner: " in played
    findings = {found["part"]: found for found in json.loads(run([huefall, "doctor", "--json"], tmp_path))["findings"]}
    assert [part for part in ("numba", "cache", "server", "page") if findings[part]["status"] != "ok"] == []
    assert "node" not in findings, "an installation needs nothing of what developers need"
    with running_server(tmp_path / "data", program=[str(huefall)]) as server:
        server.wait_for("tables_open")
        with open_page(browser, server.url) as anna:
            anna.press_text("page.play")
            anna.wait_for_turn()
            by_pressing(anna)
