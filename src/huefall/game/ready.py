"""The rules are compiled once per machine and version, and so is the search of the better bots; whoever waits for it is told."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import cache

from huefall.kernel import compiler, entry
from huefall.notation.variant import Variant


@cache
def get_ready() -> None:
    """Compile the rules unless that has been done, with a notice before and the time it took after."""
    _compile(compiler.RULES_PART, "the rules", load_rules)


@cache
def get_ready_to_search() -> None:
    """Compile the search, and the rules before it, unless that has been done."""
    get_ready()
    _compile(compiler.SEARCH_PART, "the search", load_search)


def _compile(part: str, name: str, load: Callable[[], None]) -> None:
    if compiler.is_complete(part):
        return
    print(f"huefall: compiling {name}, once; this takes up to a minute …", file=sys.stderr, flush=True)
    start = time.monotonic()
    load()
    print(f"huefall: compiled in {time.monotonic() - start:.1f} s", file=sys.stderr, flush=True)


def load_rules() -> None:
    """Load the compiled rules, and compile what is not compiled yet."""
    # Compiled code is the same for every edition and option, so any will do.
    variant = Variant.of("classic")
    entry.warm_up(variant.packed_rules, variant.packed_edition)


def load_search() -> None:
    """Load the compiled search, and compile it if that has not been done yet."""
    from huefall.kernel.search import entry as search  # noqa: PLC0415  # whoever needs no search does not wait for it

    variant = Variant.of("classic")
    search.warm_up(variant.packed_rules, variant.packed_edition)
