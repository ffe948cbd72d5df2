"""Start a process that ignores Ctrl-C: the parent handles it and ends its children."""

from __future__ import annotations

import signal
from multiprocessing import resource_tracker
from multiprocessing.process import BaseProcess


def start_ignoring_sigint(process: BaseProcess) -> None:
    """Start a process that ignores SIGINT from its first instruction; otherwise Python would end with a traceback.

    The child inherits the signal mask. A SIGINT that arrives meanwhile is delivered to this process afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows: the process ignores it as soon as it runs
        process.start()
        return
    # Started with the first process otherwise, and it would unblock the signal.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
