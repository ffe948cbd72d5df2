"""Loading compiled code: the rules, the search of the stronger bots, the simulator. It is compiled once per machine.

``prepare_rules``, ``prepare_search`` and ``prepare_batch`` are for programs: they print a notice where compiling takes time.
``load_rules``, ``load_search`` and ``load_batch`` do the same silently, for servers and processes in the background.
Tested in tests/cli/test_commands.py and tests/game/test_compiling.py.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import cache

from huefall.kernel import compiler, entry
from huefall.kernel.cache import VARIABLE
from huefall.kernel.layout import Records
from huefall.notation.variant import Variant


@cache
def prepare_rules() -> None:
    """Load the rules; if they must be compiled first, print a notice before and the time it took after."""
    _compile(compiler.RULES_PART, "the rules", load_rules)


@cache
def prepare_search() -> None:
    """Load the rules and the search; print a notice for each that must be compiled first."""
    prepare_rules()
    _compile(compiler.SEARCH_PART, "the search", load_search)


@cache
def prepare_batch() -> None:
    """Load the simulator; if it must be compiled first, print a notice before and the time it took after."""
    _compile(compiler.BATCH_PART, "the simulator", load_batch)


def _compile(part: str, name: str, load: Callable[[], None]) -> None:
    if compiler.is_compiled(part):
        return
    problem = compiler.CACHE.problem
    often = f"at every start, because the result cannot be kept ({problem}; set {VARIABLE})" if problem else "once"
    print(f"huefall: compiling {name}, {often}; this takes some seconds …", file=sys.stderr, flush=True)
    start = time.monotonic()
    load()
    print(f"huefall: compiled in {time.monotonic() - start:.1f} s", file=sys.stderr, flush=True)


def load_rules() -> None:
    """Load the compiled rules; compile them first if this machine has not done so yet."""
    _load(entry.compile_rules)


def load_batch() -> None:
    """Load the compiled simulator; compile it first if this machine has not done so yet."""
    _load(entry.compile_batch)


def load_search() -> None:
    """Load the compiled search; compile it first if this machine has not done so yet."""
    from huefall.kernel.search import entry as search  # noqa: PLC0415  # programs without a search do not wait for it

    _load(search.compile_search)


def _load(compile_part: Callable[[Records, Records], None]) -> None:
    # Compiled code is the same for every edition and option, so any will do.
    variant = Variant.of("classic")
    compile_part(variant.packed_rules, variant.packed_edition)


#: Names up to version 0.5.0, kept for existing programs.
get_ready, get_ready_to_search = prepare_rules, prepare_search
