"""From ``huefall serve`` on an empty cache to the first card dealt at a table with bots, on all cores and on one.

A person asks for the match at once, while the rules are being compiled; the match begins by itself when they are ready.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from bench.measure import Start
from bench.server.process import Server
from bench.server.seating import ApiClient

#: Longer than any machine takes to compile the rules.
MAX_SECONDS = 300.0

MATCH = {"name": "First", "level": "hard", "seats": 4}


def measure(start: Start) -> None:
    """Measure once on all cores and once on one, each with an empty cache."""
    cores = sorted(os.sched_getaffinity(0))
    start.add_time(("first card", "all cores"), _seconds_to_first_card(cores))
    start.add_time(("first card", "one core"), _seconds_to_first_card(cores[:1]))


def _seconds_to_first_card(cores: list[int]) -> float:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log")
        command = ["taskset", "-c", ",".join(map(str, cores)), sys.executable, "-m", "huefall", "serve"]
        command += ["--host", "127.0.0.1", "--port", "0", "--data", f"{folder}/data", "--log-format", "json"]
        begin = time.monotonic()
        with log.open("wb") as sink:
            environment = {**os.environ, "HUEFALL_CACHE": f"{folder}/cache"}
            process = subprocess.Popen(command, stdout=sink, stderr=sink, env=environment)
        try:
            url = _wait_for_url(process, log, begin + MAX_SECONDS)
            _wait_for_first_card(Server(process.pid, url, log))
            return time.monotonic() - begin
        finally:
            process.terminate()
            process.wait()


def _wait_for_url(process: subprocess.Popen[bytes], log: Path, deadline: float) -> str:
    while process.poll() is None and time.monotonic() < deadline:
        for line in log.read_text(encoding="utf-8").splitlines():
            if line.startswith("{") and (entry := json.loads(line)).get("message") == "listening":
                return str(entry["url"])
        time.sleep(0.02)
    raise SystemExit(f"bench: the server does not listen; it logged: {log.read_text(encoding='utf-8')[-2000:]}")


def _wait_for_first_card(server: Server) -> None:
    table = ApiClient(server).ask("POST", "/api/play", MATCH)
    with connect(f"ws://{server.host}/ws/{table['code']}") as socket:
        socket.send(json.dumps({"type": "hello", "version": 1, "token": table["token"]}))
        deadline = time.monotonic() + MAX_SECONDS
        while time.monotonic() < deadline:
            if _shows_cards(json.loads(socket.recv(timeout=MAX_SECONDS))):
                return
    raise SystemExit(f"bench: no card was dealt within {MAX_SECONDS:.0f} s")


def _shows_cards(message: dict[str, Any]) -> bool:
    return message.get("view") is not None
