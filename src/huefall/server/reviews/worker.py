"""Has one match reviewed by a process beside the server, and follows how far that is."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Callable, Sequence
from typing import cast

from huefall.vocabulary.errors import HuefallError

COMMAND = (sys.executable, "-m", "huefall.server.reviews.process")

#: The word with which the process announces the review, before its length.
REVIEW = b"review"

#: No match takes that long; what does is stuck.
MAX_SECONDS = 1800.0

#: A review is some hundred bytes for each step.
MAX_BYTES = 1 << 28

#: How much of what a failed process said last is told.
LAST_BYTES = 4096


class ReviewFailedError(HuefallError):
    """A process has not reviewed a match; the text says why."""


async def review_in_process(
    record: str,
    progress: Callable[[float], None],
    *,
    rollouts: int = 0,
    threads: int = 0,
    command: Sequence[str] = COMMAND,
) -> bytes:
    """Review a record in a process of its own; return the JSON. Who stops waiting ends the process."""
    # In a session of its own: Ctrl-C in a terminal is meant for the server, which then ends it.
    process = await asyncio.create_subprocess_exec(
        *command,
        f"--rollouts={rollouts}",
        f"--threads={threads}",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    output = cast("asyncio.StreamReader", process.stdout)
    try:
        async with asyncio.timeout(MAX_SECONDS):
            _, said, review = await asyncio.gather(
                _hand_in(cast("asyncio.StreamWriter", process.stdin), record),
                _last_words(cast("asyncio.StreamReader", process.stderr)),
                _follow(output, progress),
            )
            code = await process.wait()
    except TimeoutError:
        raise ReviewFailedError(f"the review took more than {MAX_SECONDS:.0f} s") from None
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if code or not review:
        raise ReviewFailedError(f"the process that reviews has ended with {code}: {said or 'it said nothing'}")
    return review


async def _hand_in(pipe: asyncio.StreamWriter, record: str) -> None:
    with contextlib.suppress(ConnectionError):  # how the process has ended says more
        pipe.write(record.encode())
        await pipe.drain()
        pipe.close()
        await pipe.wait_closed()


async def _follow(output: asyncio.StreamReader, progress: Callable[[float], None]) -> bytes:
    """Read how far the process has come, and the review at the end; a line that is neither is not meant for us."""
    while line := await output.readline():
        word, _, length = line.strip().partition(b" ")
        if word == REVIEW and length.isdigit() and int(length) <= MAX_BYTES:
            with contextlib.suppress(asyncio.IncompleteReadError):
                return await output.readexactly(int(length))
            return b""
        with contextlib.suppress(ValueError):
            share = float(word)
            if 0 <= share <= 1:
                progress(share)
    return b""


async def _last_words(output: asyncio.StreamReader) -> str:
    """Read what the process complains about, to its end, so that it never waits for a reader; return the last of it."""
    last = b""
    while chunk := await output.read(LAST_BYTES):
        last = (last + chunk)[-LAST_BYTES:]
    return last.decode(errors="replace").strip()
