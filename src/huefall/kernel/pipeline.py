"""Our own pipeline in numba's compiler: faster code, for functions that keep three promises.

Everything that reaches into numba's inside is in this module, and nothing of numba is replaced: ``@njit(pipeline_class=…)``
is its documented way in. The promises, and who checks them:

1. **No index counts from an array's end.** Numba asks at every access whether a signed index is negative, and adds the
   length. ``UnsignedIndices`` declares every index unsigned, so nothing is asked. ``make bounds`` raises an error for a
   negative index.
2. **The records and arrays a function is given do not overlap**, as far as it uses them: what was read need not be read
   again after every write. With ``HUEFALL_CHECK_OVERLAP=1`` every call is checked (``overlap.py``).
3. **A function neither returns nor keeps a part of what it is given**; the second promise implies it in LLVM.
   A record as result is refused here; ``overlap.py`` checks arrays.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import errors, typing
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.ir import Expr, SetItem, StaticSetItem
from numba.core.typed_passes import NoPythonSupportedFeatureValidation

#: What these pipelines use of numba's inside.
EXPECTED = (
    (DefaultPassBuilder, ("define_nopython_pipeline",)),
    (Flags, ("noalias",)),
)


def missing_in_numba() -> list[str]:
    """Name what is expected of numba's inside and is not there."""
    return [f"{owner.__name__}.{name}" for owner, names in EXPECTED for name in names if not hasattr(owner, name)]


@register_pass(mutates_CFG=False, analysis_only=False)
class UnsignedIndices(FunctionPass):
    """Declare every index into an array unsigned, and refuse functions that return a record."""

    _name = "huefall_unsigned_indices"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        if isinstance(state.return_type, types.Record):
            raise errors.CompilerError(
                f"{state.func_id.func_qualname} returns a record, which may be a part of what it is given; "
                "return its place instead"
            )
        for node, signature in list(state.calltypes.items()):
            if _is_array_access(node, signature):
                array, index, *value = signature.args
                del state.calltypes[node]  # numba's dictionary refuses to overwrite
                state.calltypes[node] = typing.signature(signature.return_type, array, _unsigned(index), *value)
        return True


def _is_array_access(node: Any, signature: Any) -> bool:
    reads = isinstance(node, Expr) and node.op in {"getitem", "static_getitem"}
    accesses = reads or isinstance(node, SetItem | StaticSetItem)
    return accesses and signature is not None and isinstance(signature.args[0], types.Array)


def _unsigned(index: Any) -> Any:
    plain = types.unliteral(index)
    if isinstance(plain, types.Integer):
        return types.uintp
    if isinstance(plain, types.BaseTuple):
        return types.BaseTuple.from_types([_unsigned(part) for part in plain])
    return index


class KernelCompiler(CompilerBase):
    """Numba's pipeline with unsigned indices, and arguments that do not overlap."""

    def __init__(
        self,
        typingctx: Any,
        targetctx: Any,
        library: Any,
        args: Any,
        return_type: Any,
        flags: Any,
        locals: Any,  # noqa: A002  # numba's name
    ) -> None:
        flags.noalias = True
        super().__init__(typingctx, targetctx, library, args, return_type, flags, locals)

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(UnsignedIndices, NoPythonSupportedFeatureValidation)
        passes.finalize()
        return [passes]
