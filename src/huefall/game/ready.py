"""The rules are compiled once per machine and version; whoever waits for it is told."""

from __future__ import annotations

import sys
import time
from functools import cache

from huefall.kernel import compiler, entry
from huefall.notation.setting import Setting


@cache
def get_ready() -> None:
    """Compile the rules unless that has been done, with a notice before and the time it took after."""
    if compiler.is_complete():
        return
    print("huefall: compiling the rules, once; this takes up to a minute …", file=sys.stderr, flush=True)
    start = time.monotonic()
    load_rules()
    print(f"huefall: compiled in {time.monotonic() - start:.1f} s", file=sys.stderr, flush=True)


def load_rules() -> None:
    """Load the compiled rules, and compile what is not compiled yet."""
    # Compiled code is the same for every edition and option, so any will do.
    setting = Setting.of("classic")
    entry.warm_up(setting.packed_rules, setting.packed_edition)
