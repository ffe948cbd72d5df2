"""Reviews one match in a child process, and follows its progress."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from typing import cast

from huefall.server.ops.child_process import output_of, read_error_tail, read_reports, start_child
from huefall.vocabulary.errors import HuefallError

COMMAND = (sys.executable, "-m", "huefall.server.reviews.process")

#: The process announces the review with this word and its length in bytes.
REVIEW_WORD = b"review"

#: A review that takes longer is stuck.
MAX_SECONDS = 1800.0

#: A review has some hundred bytes per step.
MAX_REVIEW_BYTES = 1 << 28


class ReviewFailedError(HuefallError):
    """The process has produced no review; the text says why."""


async def review_in_process(
    record: str,
    progress: Callable[[float], None],
    *,
    rollouts: int = 0,
    threads: int = 0,
    command: Sequence[str] = COMMAND,
) -> bytes:
    """Review a record in a child process and return the JSON. Cancelling ends the process."""
    options = (f"--rollouts={rollouts}", f"--threads={threads}")
    async with start_child(*command, *options, stdin=PIPE) as process:
        try:
            async with asyncio.timeout(MAX_SECONDS):
                _, errors, review = await asyncio.gather(
                    _send_record(process, record), read_error_tail(process), _read_review(process, progress)
                )
                code = await process.wait()
        except TimeoutError:
            raise ReviewFailedError(f"the review took more than {MAX_SECONDS:.0f} s") from None
    if code or not review:
        raise ReviewFailedError(f"the process that reviews has ended with code {code}: {errors or 'no error output'}")
    return review


async def _send_record(process: Process, record: str) -> None:
    pipe = cast("asyncio.StreamWriter", process.stdin)
    with contextlib.suppress(ConnectionError):  # the exit code and the errors of the process say more
        pipe.write(record.encode())
        await pipe.drain()
        pipe.close()
        await pipe.wait_closed()


async def _read_review(process: Process, progress: Callable[[float], None]) -> bytes:
    """Report progress until the review comes; return it, or ``b""`` if the output ends before."""
    async for report in read_reports(process):
        if isinstance(report, float):
            progress(report)
            continue
        word, _, length = report.partition(b" ")
        if word == REVIEW_WORD and length.isdigit() and int(length) <= MAX_REVIEW_BYTES:
            with contextlib.suppress(asyncio.IncompleteReadError):
                return await output_of(process).readexactly(int(length))
            break
    return b""
