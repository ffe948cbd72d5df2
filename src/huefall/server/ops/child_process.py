"""A child process that reports its progress: a number from 0 to 1 per line of its output.

Tested in tests/server/ops/test_engine.py and tests/server/reviews/test_worker.py, whose processes it runs.
"""

from __future__ import annotations

import asyncio
import contextlib
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

#: How much of the end of a child's error output is kept for the log.
MAX_TAIL_BYTES = 4096


@asynccontextmanager
async def start_child(*command: str, stdin: int = DEVNULL) -> AsyncIterator[Process]:
    """Run a command with its output and errors on pipes; kill it at the end of the block if it still runs."""
    # In a session of its own: Ctrl-C in a terminal is meant for the server, which then ends the child.
    process = await asyncio.create_subprocess_exec(
        *command, stdin=stdin, stdout=PIPE, stderr=PIPE, start_new_session=True
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def read_reports(process: Process) -> AsyncIterator[float | bytes]:
    """Yield each line of a child's output: a float if it is a share from 0 to 1, else the stripped line."""
    output = output_of(process)
    while not output.at_eof():
        try:
            line = (await output.readline()).strip()
        except ValueError:
            continue  # longer than the reader's buffer: no report
        with contextlib.suppress(ValueError):
            share = float(line)
            if 0 <= share <= 1:
                yield share
                continue
        yield line


async def read_error_tail(process: Process) -> str:
    """Read a child's error output to its end, so that the child never blocks on it; return the last part."""
    errors = cast("asyncio.StreamReader", process.stderr)
    tail = b""
    while chunk := await errors.read(MAX_TAIL_BYTES):
        tail = (tail + chunk)[-MAX_TAIL_BYTES:]
    return tail.decode(errors="replace").strip()


def output_of(process: Process) -> asyncio.StreamReader:
    return cast("asyncio.StreamReader", process.stdout)
