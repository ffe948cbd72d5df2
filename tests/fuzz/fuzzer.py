"""A fuzzer with a corpus: what leads somewhere new is kept, and mutated again.

New is an input after which a line of Huefall runs for the first time (from Python 3.12 on, where watching costs next to
nothing), or that is refused with a sentence of a new form. Decision 0022 says why there is no library for this.
"""

from __future__ import annotations

import hashlib
import re
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import CodeType
from typing import Any

from tests.fuzz.mutate import mutate
from tests.fuzz.targets import ROOT, TARGETS, seeds

from huefall.game.ready import prepare_rules

#: Inputs that failed: tests/fuzz/test_found.py runs them again for ever.
FOUND = ROOT / "tests" / "fuzz" / "found"

#: What was found worth keeping, from one run to the next.
CORPUS = ROOT / ".fuzz-corpus"

#: An input that takes more CPU time is a way to stop a server.
MAX_CPU_SECONDS = 5.0
MAX_CORPUS = 3000

_SOURCE = str(ROOT / "src" / "huefall")
#: What differs from one sentence to the next of the same form: quoted parts, and words that are no plain words.
_VARIABLE = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`|\S*[^\s\w.,:;()]\S*|\S*\d\S*")


class Fuzzer:
    """Fuzzes one target."""

    def __init__(self, target: str, rng: Random, *, corpus: Path = CORPUS, found: Path = FOUND) -> None:
        self.target = target
        self._run = TARGETS[target]
        self._rng = rng
        self._directory = corpus / target
        self._found = found / target
        self._outcomes: set[str] = set()
        self._new_lines = 0
        self.corpus = seeds(target)
        if self._directory.exists():
            self.corpus += [file.read_bytes() for file in sorted(self._directory.iterdir())][:MAX_CORPUS]
        self.runs = 0
        self.failures: dict[str, Path] = {}  # by where it happened

    def fuzz(self, seconds: float = 0.0, runs: int = 0) -> None:
        """Try all of the corpus, then mutations of it, for some seconds or a number of runs."""
        prepare_rules()  # compiling them is no fault of the first input
        with self._watched():
            for data in list(self.corpus):
                self._try(data, is_known=True)
            deadline = time.monotonic() + seconds
            last = self.runs + runs
            while self.runs < last or time.monotonic() < deadline:
                self._try(mutate(self._rng.choice(self.corpus), self.corpus, self._rng))

    def _try(self, data: bytes, *, is_known: bool = False) -> None:
        self.runs += 1
        lines, began = self._new_lines, time.process_time()
        try:
            outcome = _VARIABLE.sub("_", self._run(data))[:80]
            took = time.process_time() - began
            assert took < MAX_CPU_SECONDS, f"took {took:.1f} s"
        except Exception as error:  # noqa: BLE001  # whatever it is, it is the finding
            self._keep_failure(data, error)
            return
        is_new = self._new_lines > lines or outcome not in self._outcomes
        self._outcomes.add(outcome)
        if is_new and not is_known and len(self.corpus) < MAX_CORPUS:
            self.corpus.append(data)
            _save(self._directory, data)

    def _keep_failure(self, data: bytes, error: Exception) -> None:
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _SOURCE in frame.filename]
        place = (
            f"{type(error).__name__} at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else repr(error)
        )
        if place not in self.failures:
            self.failures[place] = _save(self._found, data)
            print(f"{self.target}: {place}: {str(error)[:200]} ({self.failures[place]})", flush=True)

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Count lines of Huefall that run for the first time."""
        monitoring: Any = getattr(sys, "monitoring", None)
        if monitoring is None:
            yield
            return
        tool = monitoring.COVERAGE_ID

        def on_line(code: CodeType, _line: int) -> Any:
            self._new_lines += code.co_filename.startswith(_SOURCE)
            return monitoring.DISABLE

        monitoring.use_tool_id(tool, "huefall-fuzz")
        monitoring.register_callback(tool, monitoring.events.LINE, on_line)
        monitoring.set_events(tool, monitoring.events.LINE)
        try:
            yield
        finally:
            monitoring.set_events(tool, 0)
            monitoring.register_callback(tool, monitoring.events.LINE, None)
            monitoring.free_tool_id(tool)


def _save(directory: Path, data: bytes) -> Path:
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / hashlib.sha256(data).hexdigest()[:16]
    path.write_bytes(data)
    return path
