"""What the pages show about the server works: the example player, and the commands of the README."""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.server.server_process import ServerProcess

from huefall.server.settings import add_flags, given_flags, read_settings

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "player.py"


def play(server: ServerProcess, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLE), server.url, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=6000)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_example_plays_a_match(server: ServerProcess) -> None:
    result, *more = play(server).splitlines()
    assert result.startswith("winners: ["), result
    assert not more


def test_the_example_is_short() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 90


def test_the_example_says_when_there_is_no_such_table(server: ServerProcess) -> None:
    command = [sys.executable, str(EXAMPLE), server.url, "abcdefgh"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 1
    assert "no such table" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_the_documented_commands_are_understood() -> None:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```console\n(.*?)```", page, re.DOTALL)
    block = next(block for block in blocks if block.startswith("huefall serve"))
    serve, admin, player = [shlex.split(line) for line in block.splitlines()]
    parser = argparse.ArgumentParser()
    add_flags(parser)
    assert read_settings(given_flags(parser.parse_args(serve[2:])), {}).move_seconds == 30
    assert admin == ["huefall", "admin", "tables"]
    assert (ROOT / player[1]) == EXAMPLE
