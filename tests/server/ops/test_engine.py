"""The engine is compiled off the event loop: in a process of its own, or in this one if that fails."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from huefall.server.ops.engine import Engine

PROGRESS = "print('0.25', flush=True); print('0.5', flush=True); print('1.00', flush=True)"


class Cache:
    """What the engine asks of the cache of compiled rules; ``script`` is run as the process that fills it."""

    def __init__(self, script: str = "", *, complete: bool = False, helps: bool = True) -> None:
        self.command = [sys.executable, "-c", script]
        self.complete = complete
        self.helps = helps
        self.asked = 0
        self.loaded = 0
        self.mistake: Exception | None = None
        self.searches = True

    def is_complete(self) -> bool:
        self.asked += 1
        return self.complete or (self.helps and self.asked > 1)

    def load(self) -> None:
        self.loaded += 1
        if self.mistake is not None:
            raise self.mistake

    def can_search(self) -> bool:
        return self.searches

    def engine(self) -> Engine:
        return Engine(self.command, self.is_complete, self.load, lambda: 0.3, self.can_search)


def running(engine: Engine, act: Callable[[], Awaitable[object]]) -> None:
    """Start an engine, wait for something, and stop it."""

    async def run() -> None:
        engine.start()
        try:
            await act()
        finally:
            await engine.stop()

    asyncio.run(run())


def heard(engine: Engine) -> list[Any]:
    """Collect what a listener reads off the engine at each change."""
    changes: list[Any] = []
    engine.on_change(lambda: changes.append(engine.failed or engine.progress))
    return changes


async def _appears(trace: Path) -> None:
    """Poll for a file that another process writes."""
    while not trace.exists():  # noqa: ASYNC110, ASYNC240
        await asyncio.sleep(0.01)


async def until(engine: Engine, what: Callable[[], object]) -> None:
    """Wait for a change after which something holds."""
    changed = asyncio.Event()
    engine.on_change(changed.set)
    while not what():
        await changed.wait()
        changed.clear()


@pytest.mark.process
def test_a_match_can_begin_while_the_search_is_still_compiled(tmp_path: Path) -> None:
    trace = tmp_path / "ended"
    wait = "import sys, time; print('0.5', flush=True); print('ready', flush=True); time.sleep(600)"
    cache = Cache(f"try:\n    {wait}\nfinally:\n    open({str(trace)!r}, 'w')")
    engine = cache.engine()
    running(engine, engine.wait_ready)
    assert engine.is_ready and engine.progress == 1.0
    assert cache.loaded == 1
    # It did not come to its end: it was ended with the engine.
    assert not trace.exists()


@pytest.mark.process
def test_a_search_that_is_not_compiled_is_compiled_after_the_rules_were_loaded(tmp_path: Path) -> None:
    trace = tmp_path / "started"
    cache = Cache(f"open({str(trace)!r}, 'w')", complete=True)
    cache.searches = False
    engine = cache.engine()

    async def act() -> None:
        await engine.wait_ready()
        await asyncio.wait_for(_appears(trace), 300)

    running(engine, act)
    assert engine.is_ready


def test_a_full_cache_is_loaded_and_no_process_is_started(tmp_path: Path) -> None:
    trace = tmp_path / "started"
    cache = Cache(f"open({str(trace)!r}, 'w')", complete=True)
    engine = cache.engine()
    assert not engine.is_ready
    running(engine, engine.wait_ready)
    assert engine.is_ready and engine.progress == 1.0 and engine.failed is None
    assert cache.loaded == 1
    assert not trace.exists()


@pytest.mark.process
def test_the_process_tells_how_far_it_is() -> None:
    cache = Cache(f"print('Hello'); print('nan'); print('7'); {PROGRESS}")
    engine = cache.engine()
    changes = heard(engine)
    running(engine, engine.wait_ready)
    assert changes == [0.25, 0.5, 0.99, 1.0]
    assert cache.loaded == 1


@pytest.mark.process
def test_a_listener_finds_the_engine_ready_at_the_last_change() -> None:
    engine = Cache(PROGRESS).engine()
    ready: list[bool] = []
    engine.on_change(lambda: ready.append(engine.is_ready))
    running(engine, engine.wait_ready)
    assert ready == [False, False, False, True]


@pytest.mark.process
@pytest.mark.parametrize("script", ["import sys; sys.exit('no room left')", "import os; os.abort()"])
def test_a_process_that_dies_is_logged_and_the_rules_are_compiled_here(script: str) -> None:
    cache = Cache(f"{PROGRESS}; {script}", helps=False)
    engine = cache.engine()
    changes = heard(engine)
    with capture_logs() as logs:
        running(engine, engine.wait_ready)
    assert engine.is_ready and engine.failed is None and cache.loaded == 1
    [failure] = [line for line in logs if line["log_level"] == "error"]
    assert failure["code"] != 0
    assert ("no room left" in failure["errors"]) == ("exit" in script)
    assert changes[-2:] == [0.0, 1.0], "the progress begins again"


@pytest.mark.process
def test_a_process_that_cannot_be_started_is_logged_and_the_rules_are_compiled_here(tmp_path: Path) -> None:
    cache = Cache(helps=False)
    cache.command = [str(tmp_path / "nothing")]
    engine = cache.engine()
    with capture_logs() as logs:
        running(engine, engine.wait_ready)
    assert engine.is_ready and cache.loaded == 1
    assert [line["event"] for line in logs if line["log_level"] == "error"] == [
        "the process that compiles the rules cannot be started"
    ]


@pytest.mark.process
def test_a_process_that_says_much_is_read_to_its_end() -> None:
    much = "import sys; sys.stdout.write('x' * 300_000 + chr(10)); sys.stderr.write('y' * 300_000)"
    cache = Cache(f"{much}; {PROGRESS}; sys.exit('the end')", helps=False)
    engine = cache.engine()
    changes = heard(engine)
    with capture_logs() as logs:
        running(engine, engine.wait_ready)
    assert changes == [0.25, 0.5, 0.99, 0.0, 1.0]
    [failure] = [line for line in logs if line["log_level"] == "error"]
    assert failure["errors"].endswith("the end")
    assert len(failure["errors"]) < 5000


def test_rules_that_cannot_be_compiled_at_all_are_told() -> None:
    cache = Cache(complete=True)
    cache.mistake = MemoryError("no memory for the compiler")
    engine = cache.engine()
    changes = heard(engine)
    with capture_logs() as logs:
        running(engine, lambda: until(engine, lambda: engine.failed))
    assert not engine.is_ready
    assert changes == [engine.failed]
    assert "no memory for the compiler" in str(engine.failed)
    assert [line["log_level"] for line in logs] == ["error"]


def test_what_is_compiled_here_tells_how_far_it_is() -> None:
    cache = Cache(complete=True)
    engine = cache.engine()

    async def run() -> None:
        loop, going_on = asyncio.get_running_loop(), asyncio.Event()

        def load() -> None:
            asyncio.run_coroutine_threadsafe(going_on.wait(), loop).result()

        engine._load = load
        engine.start()
        await until(engine, lambda: engine.progress)
        assert engine.progress == 0.3
        assert not engine.is_ready
        going_on.set()
        await engine.wait_ready()
        await engine.stop()

    asyncio.run(run())
    assert engine.progress == 1.0


@pytest.mark.process
def test_stopping_ends_the_process() -> None:
    engine = Cache("import os, signal; print(f'{os.getpid()}e-9', flush=True); signal.pause()").engine()
    running(engine, lambda: until(engine, lambda: engine.progress))
    assert not engine.is_ready
    with pytest.raises(ProcessLookupError):
        os.kill(round(engine.progress * 1e9), 0)


def test_stopping_does_not_wait_for_what_is_loaded() -> None:
    engine = Cache(complete=True).engine()

    async def run() -> None:
        began = asyncio.Event()
        loop = asyncio.get_running_loop()
        never = loop.create_future()

        async def hang() -> None:
            began.set()
            await never

        engine._load = lambda: asyncio.run_coroutine_threadsafe(hang(), loop).result()
        engine.start()
        await began.wait()
        await engine.stop()
        never.cancel()

    asyncio.run(run())
    assert not engine.is_ready


def test_an_engine_that_was_not_started_can_be_stopped_and_starting_twice_is_once() -> None:
    async def run() -> None:
        await Engine().stop()
        cache = Cache(complete=True)
        engine = cache.engine()
        engine.start()
        engine.start()
        await engine.wait_ready()
        await engine.stop()
        await engine.stop()
        assert cache.loaded == 1

    asyncio.run(run())


@pytest.mark.process
def test_a_listener_that_fails_keeps_nobody_from_playing() -> None:
    engine = Cache(PROGRESS).engine()

    def fail() -> None:
        raise KeyError("lost")

    engine.on_change(fail)
    changes = heard(engine)
    with capture_logs() as logs:
        running(engine, engine.wait_ready)
    assert changes[-1] == 1.0
    assert {line["event"] for line in logs if line["log_level"] == "error"} == {"a listener of the engine has failed"}


@pytest.mark.process
def test_the_progress_of_the_search_is_not_that_of_an_engine_that_is_ready() -> None:
    cache = Cache("print('0.05', flush=True)", complete=True)
    cache.searches = False
    engine = cache.engine()
    changes = heard(engine)

    async def compile_search() -> None:
        await engine.wait_ready()
        while engine._compiling is None:  # noqa: ASYNC110  # it has no event
            await asyncio.sleep(0)
        await engine._compiling

    running(engine, compile_search)
    assert engine.is_ready and engine.progress == 1.0
    assert 0.05 not in changes


def test_the_real_rules_get_ready() -> None:
    engine = Engine(command=[sys.executable, "-m", "huefall.game.compiling"])
    running(engine, engine.wait_ready)
    assert engine.is_ready and engine.progress == 1.0


@pytest.mark.process
def test_nothing_heavy_is_imported_before_the_start() -> None:
    found = "import sys, huefall.server.ops.engine; print([name for name in ('numba', 'numpy') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", found], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "[]"
