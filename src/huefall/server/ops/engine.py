"""The engine behind a server: the rules compiled and loaded while the server already answers.

The first time on a machine compiling takes most of a minute and would hold Python's one lock nearly all the time, so a
process of its own does it and fills the cache; from there the rules are loaded in a thread. That process then goes on with
the search of the better bots, while people already play. Nothing of the engine is imported before ``start``, and then in that thread: the compiler alone takes half a second to import.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Callable, Sequence
from threading import Thread
from typing import Any, TypeAlias, TypeVar, cast

import structlog

log = structlog.get_logger("huefall.server")

Found = TypeVar("Found")
Pipe: TypeAlias = asyncio.StreamReader

#: What fills the cache, and writes how far it has come: a number from 0 to 1 a line, and a word when the rules are there.
COMPILE = (sys.executable, "-m", "huefall.game.compiling")
RULES_THERE = b"ready"

#: As far as it can have come before the rules are loaded.
NEARLY = 0.99

#: Seconds between two looks at a compiler in this process.
PAUSE = 0.25

#: How much of what a failed process said last is logged.
LAST_BYTES = 4096


class Engine:
    """Gets the rules ready in the background. ``start`` and ``stop`` belong to a running event loop."""

    def __init__(
        self,
        command: Sequence[str] = COMPILE,
        is_complete: Callable[[], bool] | None = None,
        load: Callable[[], None] | None = None,
        share: Callable[[], float] | None = None,
        can_search: Callable[[], bool] | None = None,
    ) -> None:
        """Be told nothing, but in a test: the command that compiles, whether it is needed, what loads, how far it is, and
        whether the search is compiled as well.
        """
        self.progress = 0.0  # of 1.0; the share of the rules' functions that are compiled
        self.failed: str | None = None  # why no match can ever begin
        self._command = tuple(command)
        self._is_complete = is_complete or _is_complete
        self._load = load or _load
        self._share = share or _share
        self._can_search = can_search or can_search_now
        self._ready = asyncio.Event()
        self._listeners: list[Callable[[], None]] = []
        self._task: asyncio.Task[None] | None = None
        self._compiling: asyncio.Task[None] | None = None

    @property
    def is_ready(self) -> bool:
        """Tell whether a match can begin."""
        return self._ready.is_set()

    async def wait_ready(self) -> None:
        """Wait until a match can begin; for ever, if compiling has failed."""
        await self._ready.wait()

    def on_change(self, listener: Callable[[], None]) -> None:
        """Have a function called, on the event loop, when ``progress``, ``is_ready`` or ``failed`` changes."""
        self._listeners.append(listener)

    def start(self) -> None:
        """Begin to get ready; returns at once."""
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._get_ready(), name="engine")

    async def stop(self) -> None:
        """Give up what is not ready yet, and end the process that compiles."""
        tasks = [task for task in (self._task, self._compiling) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _get_ready(self) -> None:
        started = asyncio.get_running_loop().time()
        try:
            if not await _beside(self._is_complete):
                log.info("compiling the rules, once; this takes up to a minute")
                there = asyncio.Event()
                self._compiling = asyncio.create_task(self._compile(there), name="compiling")
                await there.wait()
                if not await _beside(self._is_complete):
                    # A cache that cannot be shared, or a process that has died.
                    log.warning("the rules are compiled in the server itself; it answers slowly until that is done")
                    self._set_progress(0.0)
            await self._load_rules()
        except Exception as error:
            log.exception("the rules cannot be made ready")
            self.failed = f"the rules cannot be compiled ({type(error).__name__}: {error})"
            self._tell()
            return
        seconds = round(asyncio.get_running_loop().time() - started, 1)
        log.info("the rules are ready", event_id="rules_ready", seconds=seconds)
        self._ready.set()
        self._set_progress(1.0)
        if self._compiling is None and not await _beside(self._can_search):
            self._compiling = asyncio.create_task(self._compile(asyncio.Event()), name="compiling")

    async def _compile(self, there: asyncio.Event) -> None:
        """Have another process fill the cache; ``there`` is set when the rules are in it, or never will be.

        If it cannot, that is no end: loading then compiles, only less quietly.
        """
        try:
            await self._run_compiler(there)
        finally:
            there.set()

    async def _run_compiler(self, there: asyncio.Event) -> None:
        try:
            # In a session of its own: Ctrl-C in a terminal is meant for the server, which then ends it.
            process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            log.error("no process can be started to compile the rules", reason=str(error))  # noqa: TRY400  # why is enough
            return
        output, complaints = cast("Pipe", process.stdout), cast("Pipe", process.stderr)
        try:
            said, _ = await asyncio.gather(_last_words(complaints), self._follow(output, there))
            code = await process.wait()
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.communicate()
        if code:
            log.error("the process that compiles the rules has failed", code=code, said=said)

    async def _follow(self, output: Pipe, there: asyncio.Event) -> None:
        """Read how far the process has come; a line that is neither a number nor the word is not meant for us."""
        while not output.at_eof():
            with contextlib.suppress(ValueError):  # of a line without an end, too
                line = await output.readline()
                if line.strip() == RULES_THERE:
                    there.set()
                    continue
                share = float(line)
                if 0 <= share <= 1 and not there.is_set():
                    self._set_progress(min(share, NEARLY))

    async def _load_rules(self) -> None:
        """Load the rules from the cache; what is not there is compiled here and now."""
        loading = asyncio.ensure_future(_beside(self._load))
        try:
            while not (await asyncio.wait((loading,), timeout=PAUSE))[0]:
                self._set_progress(max(self.progress, min(self._share(), NEARLY)))
            loading.result()
        finally:
            loading.cancel()

    def _set_progress(self, progress: float) -> None:
        if progress != self.progress:
            self.progress = progress
            self._tell()

    def _tell(self) -> None:
        for listener in self._listeners:
            try:
                listener()
            except Exception:  # a listener's mistake must not keep everybody from playing
                log.exception("a listener of the engine has failed")


async def _last_words(output: Pipe) -> str:
    """Read what the process complains about, to its end, so that it never waits for a reader; return the last of it."""
    last = b""
    while chunk := await output.read(LAST_BYTES):
        last = (last + chunk)[-LAST_BYTES:]
    return last.decode(errors="replace").strip()


async def _beside(work: Callable[[], Found]) -> Found:
    """Do work in a thread that nobody waits for when the server stops."""
    loop = asyncio.get_running_loop()
    found: asyncio.Future[Found] = loop.create_future()

    def settle(how: Callable[[Any], None], value: object) -> None:
        if not found.done():
            how(value)

    def run() -> None:
        try:
            value = work()
        except BaseException as error:  # noqa: BLE001  # it is raised again where the work is awaited
            outcome: tuple[Callable[[Any], None], object] = found.set_exception, error
        else:
            outcome = found.set_result, value
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, *outcome)

    Thread(target=run, name="engine", daemon=True).start()
    return await found


def _is_complete() -> bool:
    from huefall.kernel.compiler import is_complete  # noqa: PLC0415  # not before the server listens

    return is_complete()


def can_search_now() -> bool:
    """Tell whether the search of the better bots is compiled."""
    from huefall.kernel.compiler import SEARCH_PART, is_complete  # noqa: PLC0415

    return is_complete(SEARCH_PART)


def _load() -> None:
    from huefall.game.ready import load_rules  # noqa: PLC0415
    from huefall.kernel.compiler import COMPILED  # noqa: PLC0415

    if COMPILED:  # with the compiler off there is nothing to load
        load_rules()


def _share() -> float:
    from huefall.game.compiling import compiled_share  # noqa: PLC0415

    return compiled_share()
