"""Inputs that once failed are read well, and so is a first handful of mutations of every kind of input."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.fuzz.fuzzer import FOUND, Fuzzer
from tests.fuzz.targets import TARGETS, seeds
from tests.scale import SEED, scaled

RUNS = scaled(500, least=100)

FAILED_ONCE = sorted(path for path in FOUND.glob("*/*") if path.is_file())


@pytest.mark.parametrize("path", FAILED_ONCE, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_an_input_that_once_failed_is_read_or_refused(path: Path) -> None:
    assert TARGETS[path.parent.name](path.read_bytes())


@pytest.mark.parametrize("target", list(TARGETS))
def test_mutations_of_good_inputs_are_read_or_refused(target: str, tmp_path: Path) -> None:
    print(f"HUEFALL_SEED={SEED}")
    fuzzer = Fuzzer(target, Random(f"{target} {SEED}"), corpus=tmp_path, found=tmp_path / "found")
    fuzzer.fuzz(runs=RUNS)
    assert fuzzer.failures == {}
    assert len(fuzzer.corpus) > len(seeds(target)), "nothing new was met: the mutations do nothing"


def test_a_failure_is_found_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail_at_brackets(data: bytes) -> str:
        if b"[[" in data:
            raise KeyError("not a documented error")
        return "accepted"

    monkeypatch.setitem(TARGETS, "editions", fail_at_brackets)
    fuzzer = Fuzzer("editions", Random(1), corpus=tmp_path, found=tmp_path / "found")
    fuzzer.fuzz(runs=50)
    (path,) = fuzzer.failures.values()
    assert b"[[" in path.read_bytes()
