"""Threads beside the event loop for work that takes time: bots that think, records that are written."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


class Workers:
    """A few threads."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="huefall-worker")

    async def ask(self, work: Callable[Arguments, Answer], *args: Arguments.args, **kwargs: Arguments.kwargs) -> Answer:
        """Have something done beside the loop, and wait for it."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, lambda: work(*args, **kwargs))

    def stop(self) -> None:
        """Take no more work; what is under way is finished and forgotten."""
        self._pool.shutdown(wait=False, cancel_futures=True)
