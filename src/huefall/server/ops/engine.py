"""``Engine``: the compiled rules, made ready in the background while the server already answers.

The first compilation on a machine takes some seconds and would hold Python's interpreter lock nearly all the time.
A child process does it and fills the cache; then a thread loads the rules from there. The child goes on to compile the
search of the stronger bots while people already play. Nothing of the engine is imported before ``start``, and then only
in that thread: importing the compiler alone takes half a second.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Callable, Sequence
from threading import Thread
from typing import Any, TypeVar

import structlog

from huefall.server.ops.child_process import read_error_tail, read_reports, start_child

log = structlog.get_logger("huefall.server")

Result = TypeVar("Result")

#: The command that fills the cache. It reports progress, and ``RULES_COMPILED`` before it goes on to the search.
COMPILE_COMMAND = (sys.executable, "-m", "huefall.game.compiling")
RULES_COMPILED = b"ready"

#: Progress reaches 1 only when the rules are loaded.
MAX_PROGRESS_BEFORE_READY = 0.99

#: How often progress is read while the rules are compiled in this process.
POLL_SECONDS = 0.25


class Engine:
    """Makes the rules ready in the background. Call ``start`` and ``stop`` on a running event loop."""

    def __init__(
        self,
        command: Sequence[str] = COMPILE_COMMAND,
        is_complete: Callable[[], bool] | None = None,
        load: Callable[[], None] | None = None,
        share: Callable[[], float] | None = None,
        can_search: Callable[[], bool] | None = None,
    ) -> None:
        """All arguments are for tests; production uses the defaults."""
        self.progress = 0.0  # from 0 to 1: the share of the rules' functions that are compiled
        self.failed: str | None = None  # why no match can ever begin
        self._command = tuple(command)
        self._is_complete = is_complete or _are_rules_compiled
        self._load = load or _load
        self._share = share or _compiled_share
        self._can_search = can_search or can_search_now
        self._ready = asyncio.Event()
        self._listeners: list[Callable[[], None]] = []
        self._task: asyncio.Task[None] | None = None
        self._compiling: asyncio.Task[None] | None = None

    @property
    def is_ready(self) -> bool:
        """Whether a match can begin."""
        return self._ready.is_set()

    async def wait_ready(self) -> None:
        """Wait until a match can begin; forever if compiling has failed."""
        await self._ready.wait()

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call a function, on the event loop, whenever ``progress``, ``is_ready`` or ``failed`` changes."""
        self._listeners.append(listener)

    def start(self) -> None:
        """Begin in the background; return at once."""
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._get_ready(), name="engine")

    async def stop(self) -> None:
        """Cancel what is not ready yet, and end the compiling process."""
        tasks = [task for task in (self._task, self._compiling) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _get_ready(self) -> None:
        started = asyncio.get_running_loop().time()
        try:
            if not await _in_thread(self._is_complete):
                log.info("compiling the rules, once; this takes some seconds", event_id="compiling_rules")
                rules_compiled = asyncio.Event()
                self._compiling = asyncio.create_task(self._compile(rules_compiled), name="compiling")
                await rules_compiled.wait()
                if not await _in_thread(self._is_complete):
                    # The cache cannot be shared, or the process has died.
                    log.warning("compiling the rules in the server itself; it answers slowly until that is done")
                    self._set_progress(0.0)
            await self._load_rules()
        except Exception as error:
            log.exception("the rules cannot be made ready")
            self.failed = f"the rules cannot be compiled ({type(error).__name__}: {error})"
            self._notify()
            return
        seconds = round(asyncio.get_running_loop().time() - started, 1)
        log.info("the rules are ready", event_id="rules_ready", seconds=seconds)
        self._ready.set()
        self._set_progress(1.0)
        if self._compiling is None and not await _in_thread(self._can_search):
            self._compiling = asyncio.create_task(self._compile(asyncio.Event()), name="compiling")

    async def _compile(self, rules_compiled: asyncio.Event) -> None:
        """Fill the cache in a child process; ``rules_compiled`` is set when it has the rules, or has failed.

        A failure is not final: loading then compiles in this process, which slows the server down meanwhile.
        """
        try:
            await self._run_compiler(rules_compiled)
        except OSError as error:
            log.error("the process that compiles the rules cannot be started", reason=str(error))  # noqa: TRY400  # the reason is enough
        finally:
            rules_compiled.set()

    async def _run_compiler(self, rules_compiled: asyncio.Event) -> None:
        async with start_child(*self._command) as process:

            async def follow() -> None:
                async for report in read_reports(process):
                    if report == RULES_COMPILED:
                        rules_compiled.set()
                    elif isinstance(report, float) and not (rules_compiled.is_set() or self.is_ready):
                        self._set_progress(min(report, MAX_PROGRESS_BEFORE_READY))

            errors, _ = await asyncio.gather(read_error_tail(process), follow())
            code = await process.wait()
        if code:
            log.error("the process that compiles the rules has failed", code=code, errors=errors)

    async def _load_rules(self) -> None:
        """Load the rules from the cache; functions that are not in it are compiled now."""
        loading = asyncio.ensure_future(_in_thread(self._load))
        try:
            while not (await asyncio.wait((loading,), timeout=POLL_SECONDS))[0]:
                self._set_progress(max(self.progress, min(self._share(), MAX_PROGRESS_BEFORE_READY)))
            loading.result()
        finally:
            loading.cancel()

    def _set_progress(self, progress: float) -> None:
        if progress != self.progress:
            self.progress = progress
            self._notify()

    def _notify(self) -> None:
        for listener in self._listeners:
            try:
                listener()
            except Exception:  # one faulty listener must not keep everybody from playing
                log.exception("a listener of the engine has failed")


async def _in_thread(work: Callable[[], Result]) -> Result:
    """Run work in a daemon thread: unlike a pool's, it does not delay the end of the process."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Result] = loop.create_future()

    def settle(how: Callable[[Any], None], value: object) -> None:
        if not future.done():
            how(value)

    def run() -> None:
        try:
            value = work()
        except BaseException as error:  # noqa: BLE001  # raised again where the work is awaited
            outcome: tuple[Callable[[Any], None], object] = future.set_exception, error
        else:
            outcome = future.set_result, value
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(settle, *outcome)

    Thread(target=run, name="engine", daemon=True).start()
    return await future


def _are_rules_compiled() -> bool:
    from huefall.kernel.compiler import is_compiled  # noqa: PLC0415  # not before the server listens

    return is_compiled()


def can_search_now() -> bool:
    """Whether the search of the stronger bots is compiled."""
    from huefall.kernel.compiler import SEARCH_PART, is_compiled  # noqa: PLC0415

    return is_compiled(SEARCH_PART)


def _load() -> None:
    from huefall.game.ready import load_rules  # noqa: PLC0415
    from huefall.kernel.compiler import COMPILED  # noqa: PLC0415

    if COMPILED:  # with the compiler off there is no compiled form to load
        load_rules()


def _compiled_share() -> float:
    from huefall.game.compiling import compiled_share  # noqa: PLC0415

    return compiled_share()
