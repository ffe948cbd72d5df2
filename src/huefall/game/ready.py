"""The rules are compiled once per machine and version; whoever waits for it is told."""

from __future__ import annotations

import sys
import time
from functools import cache

from huefall.kernel import compiler


@cache
def get_ready() -> None:
    """Compile the rules unless that has been done, with a notice before and the time it took after."""
    if compiler.is_complete():
        return
    print("huefall: compiling the rules, once; this takes up to a minute …", file=sys.stderr, flush=True)
    start = time.monotonic()
    compile_rules()
    print(f"huefall: compiled in {time.monotonic() - start:.1f} s", file=sys.stderr, flush=True)
