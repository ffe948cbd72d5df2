"""The number of cores is what this process may use, not what the machine has."""

from __future__ import annotations

import os

import pytest

from huefall.cores import count_cores


def test_cores_are_those_this_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 3, 5}, raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    assert count_cores() == 3


@pytest.mark.parametrize(("counted", "cores"), [(8, 8), (None, 1)])
def test_without_affinity_the_machine_is_asked(
    monkeypatch: pytest.MonkeyPatch, counted: int | None, cores: int
) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: counted)
    assert count_cores() == cores
