"""Thread pools for work that would block the event loop: bots that think, records that are written.

Tested in tests/server/tables/test_bot_runner.py and tests/server/matches/test_replays.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class Workers:
    """A thread pool whose results are awaited."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="huefall-worker")

    async def ask(self, work: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        """Run ``work`` in the pool and await its result."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, lambda: work(*args, **kwargs))

    def stop(self) -> None:
        """Accept no more work; running work is finished, and its result dropped."""
        self._pool.shutdown(wait=False, cancel_futures=True)
