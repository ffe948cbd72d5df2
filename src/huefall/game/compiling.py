"""Compiling the rules for somebody who must not stand still meanwhile: how far it has come, and a process for it.

Compiling holds Python's one lock nearly all the time, so a server has it done by ``python -m huefall.game.compiling``:
that fills the cache and writes how far it has come to its output, one number from 0 to 1 a line. When the rules are there it says
``READY`` and goes on with the search of the better bots, which nobody needs to wait for.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Callable
from typing import TextIO

from huefall.game.ready import load_rules, load_search

#: Said when the rules are compiled.
READY = "ready"

#: Seconds between two looks at how far the compiler is.
PAUSE = 0.25

#: Behind the process that waits for it: whoever sits at a table comes first.
NICENESS = 5


def compiled_share() -> float:
    """Return the share of the rules' functions that this process has compiled: nearly the share of the time it takes."""
    functions = {
        id(found): found
        for name, module in list(sys.modules.items())
        if name.startswith("huefall.kernel.")
        for found in list(vars(module).values())
        if hasattr(found, "overloads")  # what the compiler has made of a function, by types
    }
    return sum(1 for function in functions.values() if function.overloads) / max(len(functions), 1)


def tell_progress(out: TextIO, share: Callable[[], float], stop: threading.Event) -> None:
    """Write how far the compiler is, whenever it has come further, until ``stop``; nobody listening is no error."""
    told = ""
    with contextlib.suppress(OSError):
        while not stop.wait(PAUSE):
            now = f"{share():.2f}"
            if now != told:
                print(now, file=out, flush=True)
                told = now


def main() -> None:
    """Fill the cache and tell how far that has come."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    stop = threading.Event()
    teller = threading.Thread(target=tell_progress, args=(sys.stdout, compiled_share, stop), daemon=True)
    teller.start()
    load_rules()
    stop.set()
    teller.join()
    with contextlib.suppress(OSError):
        print(READY, flush=True)
    load_search()


if __name__ == "__main__":
    main()
