"""Numba's way from Python to LLVM, without work that our kernels do not need. Imported with Numba.

Compiling is mostly Python: of 13 s for the integrator's step LLVM took 4 s. Left out are

* passes for what kernels do not contain (`Passes`): closures, array expressions, reference counts;
* questions that were asked before (`changes`, `more`): types of operations, sizes of types, new registrations.

What LLVM gets is the same, but for the stores with which Numba empties variables that are no longer used.
"""

from __future__ import annotations

import functools
from typing import Any

from numba.core import base, codegen, ir, postproc, targetconfig, transforms, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.ir_utils import enforce_no_dels, enforce_no_phis
from numba.core.lowering import Lower
from numba.core.typed_passes import DumpParforDiagnostics, IRLegalization, NativeLowering, NopythonRewrites
from numba.core.types.containers import BaseTuple
from numba.core.types.functions import BaseFunction
from numba.core.types.misc import CPointer
from numba.core.untyped_passes import (
    FindLiterallyCalls,
    InlineClosureLikes,
    InlineInlinables,
    LiteralPropagationSubPipelinePass,
    LiteralUnroll,
    MakeFunctionToJitFunction,
    WithLifting,
)

Change = tuple[Any, str, Any]
"""A member of Numba that is replaced while a kernel is compiled: owner, name, what stands in for it."""


class _Lower(Lower):  # type: ignore[misc]
    """Writes LLVM code for a function whose variables need not be released."""

    def storevar(self, value: Any, name: str, argidx: int | None = None) -> None:
        """A variable gets a value; Numba would load the old one to release it."""
        if self.context.enable_nrt or argidx is not None or name in self._singly_assigned_vars:
            super().storevar(value, name, argidx)
            return
        self._alloca_var(name, self.typeof(name))
        self.builder.store(value, self.getvar(name))


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(NativeLowering):  # type: ignore[misc]
    """Numba's last pass, with less to write."""

    _name = "kernel_lowering"

    @property
    def lowering_class(self) -> Any:
        """What writes the code."""
        return _Lower


@register_pass(mutates_CFG=False, analysis_only=True)
class _Legal(IRLegalization):  # type: ignore[misc]
    """Numba's look at a function before it is lowered, without finding out where each variable is used last."""

    _name = "kernel_legalization"

    def run_pass(self, state: Any) -> bool:
        """True: it may have changed something."""
        if state.flags.nrt:
            return bool(super().run_pass(state))
        enforce_no_phis(state.func_ir)
        enforce_no_dels(state.func_ir)
        return True


_NOT_NEEDED = frozenset((
    WithLifting, InlineClosureLikes, MakeFunctionToJitFunction, InlineInlinables, FindLiterallyCalls, LiteralUnroll,
    LiteralPropagationSubPipelinePass, NopythonRewrites, DumpParforDiagnostics,
))  # fmt: skip
_INSTEAD = {NativeLowering: _Lowering, IRLegalization: _Legal}


class Passes(CompilerBase):  # type: ignore[misc]
    """Numba's own passes, but for those that find nothing to do in a kernel."""

    def define_pipelines(self) -> list[Any]:
        """One list of passes; what a later Numba adds is kept."""
        wanted = PassManager("kernel")
        for one, what in DefaultPassBuilder.define_nopython_pipeline(self.state).passes:
            if one not in _NOT_NEEDED:
                wanted.add_pass(_INSTEAD.get(one, one), what)
        wanted.finalize()
        return [wanted]


def changes() -> list[Change]:
    """The members of Numba that answer a question once."""
    return [(BaseFunction, "get_call_type", _remembered_call_type())]


def more() -> list[Change]:
    """The same, and some that do less, of versions that were tried."""
    return [
        (base.BaseContext, "get_abi_sizeof", _remembered_size()),
        (base.BaseContext, "refresh", _refreshed_when_new()),
        (base, "_has_loc", functools.cache(base._has_loc)),
        (targetconfig.TargetConfig, "values", _values),
        (ir.Inst, "_rec_list_vars", _list_variables),
        (postproc.PostProcessor, "run", _post_process()),
        (codegen.CPUCodeLibrary, "_optimize_functions", _optimize_functions),
    ]


_PLAIN = (types.Number, types.Boolean, types.Array, CPointer)


def _is_plain(kind: Any) -> bool:
    """A number, an array or a tuple of such."""
    return isinstance(kind, _PLAIN) or (isinstance(kind, BaseTuple) and all(map(_is_plain, kind)))


def _remembered_call_type() -> Any:
    """The type of a + b, sqrt(x), a[i], ... is looked up once, not at every place they are written.

    Numba tries all implementations: a third of the compile time. They may depend on the rules for rounding.
    """
    find = BaseFunction.get_call_type
    known: dict[Any, tuple[Any, Any]] = {}

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws or not all(map(_is_plain, args)):
            return find(self, context, args, kws)
        flags = targetconfig.ConfigStack.top_or_none()
        key = id(self), args, str(flags.fastmath) if flags else ""
        if key not in known:
            known[key] = find(self, context, args, kws), self  # it lives as long as its id is used
        return known[key][0]

    return get_call_type


def _remembered_size() -> Any:
    """The size of a type: Numba has LLVM read a module of its own for each question."""
    find = base.BaseContext.get_abi_sizeof
    known: dict[str, int] = {}

    def get_abi_sizeof(self: Any, kind: Any) -> int:
        text = str(kind)
        if "%" in text:  # it has a name, and may be defined later
            return int(find(self, kind))
        if text not in known:
            known[text] = find(self, kind)
        return known[text]

    return get_abi_sizeof


def _refreshed_when_new() -> Any:
    """Numba asks all its registries for new implementations whenever it has not found one at once."""
    refresh = base.BaseContext.refresh
    seen: dict[int, tuple[list[int], Any]] = {}

    def sizes(context: Any) -> list[int]:
        registries = (*context._registries, *context.typing_context._registries)
        return [len(items) for registry in registries for items in vars(registry).values() if isinstance(items, list)]

    def refresh_when_new(self: Any) -> None:
        if id(self) not in seen or seen[id(self)][0] != sizes(self):
            refresh(self)
            seen[id(self)] = sizes(self), self

    return refresh_when_new


_defaults: dict[type, dict[str, Any]] = {}


def _values(self: Any) -> dict[str, Any]:
    """All settings of a function (`TargetConfig.values`), not one after the other."""
    kind = type(self)
    if kind not in _defaults:
        _defaults[kind] = {name: option.default for name, option in kind.options.items()}
    return {**_defaults[kind], **self._values}


_kinds: dict[type, type | None] = {}


def _kind(of: type) -> type | None:
    """Which of the kinds of things that hold variables a class is, None for no such kind."""
    for kind in (ir.Var, ir.Inst, list, tuple, dict):
        if issubclass(of, kind):
            return kind
    return None


def _list_variables(self: Any, value: Any) -> list[Any]:
    """The variables of a statement (`Inst._rec_list_vars`), with one look at each class."""
    found: list[Any] = []
    _collect(value, found)
    return found


def _collect(value: Any, found: list[Any]) -> None:
    of = type(value)
    if of not in _kinds:
        _kinds[of] = _kind(of)
    kind = _kinds[of]
    if kind is None:
        return
    if kind is ir.Var:
        found.append(value)
    elif kind is ir.Inst:
        found.extend(value.list_vars())
    else:
        for part in value.values() if kind is dict else value:
            _collect(part, found)


def _post_process() -> Any:
    """After a pass: how long each variable lives is found out when it is asked for."""
    whole = postproc.PostProcessor.run

    def run(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        function = self.func_ir
        if emit_dels or function.is_generator:
            whole(self, emit_dels, extend_lifetimes)
            return
        function.blocks = transforms.canonicalize_cfg(function.blocks)
        function.variable_lifetime = postproc.VariableLifetime(function.blocks)
        function.generator_info = None

    return run


def _optimize_functions(self: Any, module: Any) -> None:
    """Before modules are joined: one list of LLVM's passes for all functions, none for mere declarations."""
    module.data_layout = self._codegen._data_layout
    passes, builder = self._codegen._function_pass_manager()
    for function in module.functions:
        if not function.is_declaration:
            passes.run(function, builder)
