"""Starting a process that does not hear the keyboard: whoever interrupts is heard by the first process, which ends the others."""

from __future__ import annotations

import signal
from multiprocessing import resource_tracker
from multiprocessing.process import BaseProcess


def start_ignoring_sigint(process: BaseProcess) -> None:
    """Start a process that Ctrl-C does not reach, not even while Python gets ready in it: it would end there with a traceback.

    What is blocked here is blocked in a process that begins here. An interrupt that comes meanwhile is not lost: it is heard
    here as soon as the process is started.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows; there the process ignores it as soon as it can
        process.start()
        return
    # It comes with the first process, unless it is there already, and unblocks what is blocked.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
