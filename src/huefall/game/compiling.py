"""Compiling in a process of its own, with its progress: for a server that must answer meanwhile.

Compiling holds Python's global lock nearly all the time, so a server starts ``python -m huefall.game.compiling``: it fills
the cache and prints its progress, a number from 0 to 1 per line. When the rules are compiled it prints ``READY`` and goes on
with the search of the stronger bots and with the simulator, for which no player needs to wait.

A second process for the half that plays a move would not help where there are two cores: both would translate nearly all
rules, and were ready no sooner (docs/decisions/0015-compiler-pipeline.md).
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Callable
from typing import TextIO

from huefall.game.ready import load_batch, load_rules, load_search

#: The line printed when the rules are compiled.
READY = "ready"

#: Time between two looks at the compiler's progress.
PAUSE_SECONDS = 0.25

#: Lower priority than the server that waits for it: its tables come first.
NICENESS = 5


def compiled_share() -> float:
    """Return the share of the kernel's functions that this process has compiled, which is about the share of the time."""
    functions = {
        id(found): found
        for name, module in list(sys.modules.items())
        if name.startswith("huefall.kernel.")
        for found in list(vars(module).values())
        if hasattr(found, "overloads")  # compiled versions of a function, by types
    }
    return sum(1 for function in functions.values() if function.overloads) / max(len(functions), 1)


def print_progress(out: TextIO, share: Callable[[], float], stop: threading.Event) -> None:
    """Print the progress whenever it has changed, until ``stop``; a closed pipe is no error."""
    printed = ""
    with contextlib.suppress(OSError):
        while not stop.wait(PAUSE_SECONDS):
            now = f"{share():.2f}"
            if now != printed:
                print(now, file=out, flush=True)
                printed = now


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    stop = threading.Event()
    printer = threading.Thread(target=print_progress, args=(sys.stdout, compiled_share, stop), daemon=True)
    printer.start()
    load_rules()
    stop.set()
    printer.join()
    with contextlib.suppress(OSError):
        print(READY, flush=True)
    load_search()
    load_batch()


if __name__ == "__main__":
    main()
