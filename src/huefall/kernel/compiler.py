"""How rules become machine code, and what the cache of it depends on (``kernel/cache.py`` has the directory).

Numba's cache does not notice edits in other files, so the cache directory is named after a hash of all kernel sources
(and of what else changes the code: versions, the processor, bounds checks). With ``NUMBA_DISABLE_JIT=1`` everything
runs as plain Python, only slower.
"""

from __future__ import annotations

import hashlib
import logging
import platform
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import llvmlite.binding
import numba
import numpy as np
from numba import types
from numba.core import config
from numba.extending import intrinsic

from huefall.kernel.cache import Cache, open_cache, remove_unused
from huefall.kernel.overlap import CHECKS_OVERLAP, check_overlap

log = logging.getLogger(__name__)

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILED = not config.DISABLE_JIT

#: The parts that are compiled separately: what a table needs, the search of the stronger bots, and the simulator. (Names of
#: files in the cache.)
RULES_PART, SEARCH_PART, BATCH_PART = "complete", "search", "batch"


def _fingerprint() -> str:
    digest = hashlib.sha256()
    package = Path(__file__).parent
    constants = [package.parent / "editions" / "deck.py", *(package.parent / "vocabulary").glob("*.py")]
    for path in sorted([*package.rglob("*.py"), *constants]):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    # Numba keeps code by the path of its source; a second copy of the package is compiled again and says so.
    digest.update(str(package).encode())
    digest.update(f"{numba.__version__} {np.__version__} {platform.python_version()}".encode())
    digest.update(f"{llvmlite.binding.get_host_cpu_name()} bounds={config.BOUNDSCHECK}".encode())
    return digest.hexdigest()[:16]


CACHE = open_cache(_fingerprint()) if COMPILED else Cache(Path())
CACHE_DIRECTORY = CACHE.directory
if COMPILED:
    config.CACHE_DIR = str(CACHE_DIRECTORY)


def _own_pipelines() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the options that compile a rule and an entry by our own pipelines.

    If numba is not as they expect it, the options are empty, with one line in the log: the same results, slower.
    """
    if not COMPILED:
        return {}, {}
    try:
        from huefall.kernel import pipeline  # noqa: PLC0415  # it imports from numba's inside, which may have changed

        missing = pipeline.missing_in_numba()
    except (ImportError, AttributeError) as error:
        missing = [str(error)]
    if missing:
        log.warning(
            "numba %s is not as expected (%s): rules are compiled plainly", numba.__version__, ", ".join(missing)
        )
        return {}, {}
    # Nobody calls these wrappers: Python calls entries through another one, and rules not at all.
    rule = {"pipeline_class": pipeline.RuleCompiler, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return rule, {"pipeline_class": pipeline.EntryCompiler, "no_cfunc_wrapper": True}


RULE_PIPELINE, ENTRY_PIPELINE = _own_pipelines()


def rule(function: Function) -> Function:
    """Compile a function of the rules as part of whatever entry calls it."""
    return _compile_rule(function)


def inlined(function: Function) -> Function:
    """Compile a small function into each place that calls it."""
    return _compile_rule(function, forceinline=True)


def entry(function: Function) -> Function:
    """Compile a function that Python calls, and keep the machine code."""
    compiled: Any = _compile(function, cache=True, **ENTRY_PIPELINE) if COMPILED else function
    return check_overlap(compiled) if CHECKS_OVERLAP else compiled


def _compile(function: Any, **options: Any) -> Any:
    return numba.njit(error_model="numpy", nogil=True, **options)(function)


def _compile_rule(function: Function, **options: Any) -> Any:
    if not COMPILED:
        return check_overlap(function) if CHECKS_OVERLAP else function
    dispatcher = _compile(function, **RULE_PIPELINE, **options)
    _compile_once(dispatcher)
    if RULE_PIPELINE:
        from huefall.kernel.pipeline import let_python_call  # noqa: PLC0415  # only where numba is as expected

        let_python_call(dispatcher, _compile(function, **ENTRY_PIPELINE))
    return dispatcher


def _compile_once(dispatcher: Any) -> None:
    """Let a function be compiled for int64 alone, not again for every constant and narrower int it is called with.

    That halves the time the whole takes to compile. The caller widens the arguments, as it would for an explicit
    signature.
    """
    find_template = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: find_template(tuple(_widened(arg) for arg in args), kws)


def _widened(argument: Any) -> Any:
    plain = types.unliteral(argument)
    return types.int64 if isinstance(plain, types.Integer) else plain


def is_compiled(part: str = RULES_PART) -> bool:
    """Whether a part has been compiled on this machine before."""
    return not COMPILED or (CACHE_DIRECTORY / part).exists()


def mark_compiled(part: str = RULES_PART) -> None:
    """Note in the cache that a part has been compiled, and remove code of old versions that nobody uses."""
    if COMPILED:
        (CACHE_DIRECTORY / part).touch()
        remove_unused(CACHE_DIRECTORY)


@intrinsic
def _machine_popcount(typing_context: Any, word: Any) -> Any:  # noqa: ARG001  # numba's signature
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def _machine_deposit(typing_context: Any, bits: Any, mask: Any) -> Any:  # noqa: ARG001  # numba's signature
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        word = llvmlite.ir.IntType(64)
        signature = llvmlite.ir.FunctionType(word, (word, word))
        deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), signature)
        return builder.call(deposit, arguments)

    return types.int64(types.int64, types.int64), generate


@intrinsic
def _machine_lowest(typing_context: Any, word: Any) -> Any:  # noqa: ARG001  # numba's signature
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], llvmlite.ir.Constant(llvmlite.ir.IntType(1), 1))

    return types.int64(types.int64), generate


if COMPILED:

    @inlined
    def popcount(word: int) -> int:
        """Count the bits of a non-negative word."""
        return _machine_popcount(np.int64(word))

    @inlined
    def lowest(word: int) -> int:
        """Return the number of the lowest bit of a positive word."""
        return _machine_lowest(np.int64(word))

else:

    def popcount(word: int) -> int:
        """Count the bits of a non-negative word."""
        return int(word).bit_count()

    def lowest(word: int) -> int:
        """Return the number of the lowest bit of a positive word."""
        return (int(word) & -int(word)).bit_length() - 1


@inlined
def nth_bit_by_loop(word: int, number: int) -> int:
    """Return the place of the set bit number ``number`` of a word, counted from the lowest; there must be one."""
    left = popcount(word) - number
    while popcount(word) > left:  # a loop the compiler does not unroll: it seldom runs more than twice
        word &= word - 1
    return lowest(word)


def _has_quick_bit_deposit() -> bool:
    if llvmlite.binding.get_host_cpu_name() in {"znver1", "znver2"}:  # they have the instruction, and it is slow
        return False
    if config.CPU_FEATURES is not None:  # NUMBA_CPU_FEATURES, in place of what the processor says
        return "+bmi2" in config.CPU_FEATURES
    return bool(llvmlite.binding.get_host_cpu_features().get("bmi2", False))


if COMPILED and _has_quick_bit_deposit():

    @inlined
    def nth_bit(word: int, number: int) -> int:
        """Return the same, with the instruction that puts bits where a mask has its set bits."""
        return _machine_lowest(_machine_deposit(np.int64(1) << np.int64(number), np.int64(word)))

else:
    nth_bit = nth_bit_by_loop
