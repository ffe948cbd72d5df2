"""How rules become machine code, and what the cache of it depends on (``kernel/cache.py`` has the directory).

Numba's cache does not notice edits in other files, so the cache directory is named after a hash of all kernel sources
(and of what else changes the code: versions, the processor, bounds checks). With ``NUMBA_DISABLE_JIT=1`` everything
runs as plain Python, only slower.

Tested in tests/cli/test_commands.py.
"""

from __future__ import annotations

import hashlib
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

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILED = not config.DISABLE_JIT

#: The parts that are compiled separately: the rules, and the search of the stronger bots. (Names of files in the cache.)
RULES_PART, SEARCH_PART = "complete", "search"


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


def rule(function: Function) -> Function:
    """Compile a function of the rules as part of whatever entry calls it."""
    return _compile_once(numba.njit(error_model="numpy", nogil=True)(function))


def inlined(function: Function) -> Function:
    """Compile a small function into each place that calls it."""
    return _compile_once(numba.njit(error_model="numpy", nogil=True, forceinline=True)(function))


def _compile_once(dispatcher: Any) -> Any:
    """Let a function be compiled for int64 alone, not again for every constant and narrower int it is called with.

    That halves the time the whole takes to compile. The caller widens the arguments, as it would for an explicit
    signature.
    """
    if COMPILED:
        find_template = dispatcher.get_call_template
        dispatcher.get_call_template = lambda args, kws: find_template(tuple(_widened(arg) for arg in args), kws)
    return dispatcher


def _widened(argument: Any) -> Any:
    plain = types.unliteral(argument)
    return types.int64 if isinstance(plain, types.Integer) else plain


def entry(function: Function) -> Function:
    """Compile a function that Python calls, and keep the machine code."""
    compiled: Function = numba.njit(error_model="numpy", nogil=True, cache=True)(function)
    return compiled


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
