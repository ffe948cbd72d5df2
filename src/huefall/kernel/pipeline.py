"""Our own pipelines in numba's compiler: faster code, compiled in a third of the time, of functions that keep three promises.

Everything that reaches into numba's inside is in this module, and nothing of numba is replaced: ``@njit(pipeline_class=…)``
is its documented way in. The promises, and who checks them:

1. **No index counts from an array's end.** Numba asks at every access whether a signed index is negative, and adds the
   length. ``UnsignedIndices`` declares every index unsigned, so nothing is asked. ``make bounds`` raises an error for a
   negative index.
2. **The records and arrays a function is given do not overlap**, as far as it uses them: what was read need not be read
   again after every write. With ``HUEFALL_CHECK_OVERLAP=1`` every call is checked (``overlap.py``).
3. **A function neither returns nor keeps a part of what it is given**; the second promise implies it in LLVM.
   A record as result is refused here; ``overlap.py`` checks arrays.

Numba optimises each function with everything it calls, and all of it again in each of its callers. Here a rule is only
translated. An entry gathers all the rules it reaches, each once, and optimises the whole. The measurements, and what else
was considered: docs/decisions/0015-compiler-pipeline.md.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import codegen, errors, typing
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.dispatcher import Dispatcher
from numba.core.ir import Expr, SetItem, StaticSetItem
from numba.core.typed_passes import NoPythonSupportedFeatureValidation

#: What these pipelines use of numba's inside.
EXPECTED = (
    (Dispatcher, ("_compile_for_args", "_insert", "add_overload")),
    (
        codegen.JITCodeLibrary,
        (
            "_get_module_for_linking",
            "_optimize_final_module",
            "_raise_if_finalized",
            "codegen",
            "enable_object_caching",
            "finalize",
            "get_defined_functions",
            "get_pointer_to_function",
        ),
    ),
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

    #: What holds a function's code and its way from translation to memory.
    library_class: Any = codegen.JITCodeLibrary

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
        if self.state.library is None:
            name = self.state.func_id.func_qualname
            self.state.library = self.library_class(self.state.targetctx.codegen(), name)
            self.state.library.enable_object_caching()
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(UnsignedIndices, NoPythonSupportedFeatureValidation)
        passes.finalize()
        return [passes]


class NoEnvironment:
    """What numba asks to store a function's environment, the values it raises exceptions with.

    A rule is not in memory by itself, and raises no exception but an ``IndexError`` with bounds checks, which needs none.
    """

    def set_env(self, env_name: str, env: object) -> None:
        pass


class RuleLibrary(codegen.JITCodeLibrary):
    """A rule's code, translated but neither optimised nor loaded: it only becomes a part of entries."""

    @property
    def codegen(self) -> NoEnvironment:
        return NoEnvironment()

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002  # numba's signature
        """Return 0, numba's sign for code that Python cannot call."""
        return 0


class EntryLibrary(codegen.JITCodeLibrary):
    """An entry's code with all rules it reaches, optimised together."""

    _linking_libraries: list[Any]

    def finalize(self) -> None:
        self._linking_libraries = _callers_first(self._linking_libraries)
        super().finalize()

    def _optimize_final_module(self) -> None:
        rules = {
            function.name
            for library in self._linking_libraries
            if isinstance(library, RuleLibrary)
            for function in library.get_defined_functions()
        }
        for function in self._final_module.functions:
            if function.name in rules and not function.is_declaration:
                # No other entry shall call this copy. LLVM then inlines what has one caller and drops what has none.
                function.linkage = "internal"
        super()._optimize_final_module()


def _callers_first(libraries: list[Any]) -> list[Any]:
    """Return libraries with all they need, callers first: the linker drops what nobody has asked for yet."""
    found: dict[Any, None] = {}

    def visit(library: Any) -> None:
        if library not in found:
            if isinstance(library, RuleLibrary):
                for needed in library._linking_libraries:
                    visit(needed)
            found[library] = None

    for library in libraries:
        visit(library)
    return list(reversed(found))


class RuleCompiler(KernelCompiler):
    library_class = RuleLibrary


class EntryCompiler(KernelCompiler):
    library_class = EntryLibrary


def let_python_call(rule: Any, for_python: Any) -> None:
    """Let Python call a rule: ``for_python``, the same function as an entry, is compiled when it does.

    Python calls ``bit_of`` and ``word_of`` in ``pack.py`` and ``notation/reading.py``, and any rule in a test. What is
    compiled for other rules must not enter the dispatcher's table of machine code, which Python calls from: there it could
    only crash.
    """

    def add_overload(result: Any) -> None:
        rule.overloads[tuple(result.signature.args)] = result

    def compile_for_python(*args: Any, **kws: Any) -> Any:
        code = for_python._compile_for_args(*args, **kws)
        for types_of_arguments, result in for_python.overloads.items():
            if result.entry_point is code:
                rule._insert([argument._code for argument in types_of_arguments], code, False)
        return code

    rule.add_overload = add_overload
    rule._compile_for_args = compile_for_python
