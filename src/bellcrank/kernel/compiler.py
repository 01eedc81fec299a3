"""How Numba compiles our kernels: less work for helpers, vectors where asked for. Imported with Numba.

Some of it replaces private members of Numba. They are replaced while one of our kernels is being compiled, under
Numba's own lock, and put back afterwards: whoever else uses Numba in the process finds it as it was (`our_way`).
"""

from __future__ import annotations

import contextlib
import functools
import gc
import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from llvmlite import ir
from numba import _dynfunc, cfunc
from numba.core import caching, config, event, types
from numba.core.ccallback import CFunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.cpu import CPUContext
from numba.core.types.functions import BaseFunction
from numba.core.types.misc import unliteral
from numba.np import arrayobj

from bellcrank.kernel.cache import cache_folder
from bellcrank.kernel.sources import stamp_of

_bare = [0]
"""How many kernels are being compiled that only other kernels call."""
_depth = [0]
"""How many kernels are being compiled, one inside the other."""


def c_function(
    py_func: Callable[..., Any], signature: str, flags: Mapping[str, Any], listeners: Sequence[Callable[[str], None]]
) -> Any:
    """A kernel as a C callback of Numba."""
    with our_way(listeners):
        if sys.platform == "linux":  # object files are tried on Linux; elsewhere Numba's own cache stands in
            return cfunc(signature, **flags)(py_func)
        callback = CFunc(py_func, _normalised(signature), locals={}, options=dict(flags))
        callback._cache = _Cache(py_func) if cache_folder() is not None and stamp_of(py_func) else callback._cache
        callback.compile()
        return callback


def _normalised(signature: str) -> Any:
    from numba.core.sigutils import normalize_signature

    return normalize_signature(signature)


@contextlib.contextmanager
def our_way(listeners: Sequence[Callable[[str], None]] = ()) -> Iterator[None]:
    """Inside, Numba compiles as we want it; other threads that compile wait."""
    with global_compiler_lock, contextlib.ExitStack() as undo:
        _depth[0] += 1
        try:
            if _depth[0] == 1:
                undo.enter_context(no_garbage_collection())
                undo.enter_context(event.install_listener("numba:compile", _Listener(listeners)))
                for owner, name, member in _changes():
                    undo.callback(setattr, owner, name, getattr(owner, name))
                    setattr(owner, name, member)
            yield
        finally:
            _depth[0] -= 1


def in_our_way(compile_kernel: Callable[[Any], Any], listeners: Sequence[Callable[[str], None]] = ()) -> Any:
    """The compile method of a dispatcher, carried out in our way."""

    def compile_ours(signature: Any) -> Any:
        with our_way(listeners):
            return compile_kernel(signature)

    return compile_ours


def without_entry(compile_kernel: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The compile method of a dispatcher that needs no entry for Python: see `_skip_entries`."""

    def compile_bare(signature: Any) -> Any:
        with our_way():
            _bare[0] += 1
            try:
                return compile_kernel(signature)
            finally:
                _bare[0] -= 1

    return compile_bare


@functools.cache
def _changes() -> list[tuple[Any, str, Any]]:
    """The members of Numba that are replaced; where they have changed, everything still works, only slower."""
    with contextlib.suppress(AttributeError):
        return [*_skip_entries(), *_remember_scalar_operations(), *_count_from_the_beginning()]
    return []


def _skip_entries() -> list[tuple[Any, str, Any]]:
    """Do not optimise and emit kernels that only other kernels call: their callers contain them and do it anyway.

    Numba turns every function into machine code of its own; for helpers this is half of the compile time.
    """
    executable, optimise, finalise = (
        CPUContext.get_executable,
        JITCodeLibrary._optimize_final_module,
        JITCodeLibrary._finalize_final_module,
    )

    def get_executable(self: Any, library: Any, fndesc: Any, env: Any) -> Any:
        if not _bare[0]:
            return executable(self, library, fndesc, env)
        library._ensure_finalized()
        return _dynfunc.make_function(fndesc.lookup_module(), fndesc.qualname, "", 0, env, (library,))

    def optimize_final_module(self: Any) -> None:
        if not _bare[0]:
            optimise(self)

    def finalize_final_module(self: Any) -> None:
        if not _bare[0]:
            finalise(self)
            return
        self._finalize_dynamic_globals()
        self._finalized = True

    return [
        (CPUContext, "get_executable", get_executable),
        (JITCodeLibrary, "_optimize_final_module", optimize_final_module),
        (JITCodeLibrary, "_finalize_final_module", finalize_final_module),
    ]


def _remember_scalar_operations() -> list[tuple[Any, str, Any]]:
    """Let Numba look up the type of a + b, sqrt(x), ... of numbers once, not at every place they are written.

    It tries all implementations, those for arrays too: a fifth of the compile time.
    """
    find = BaseFunction.get_call_type
    known: dict[tuple[int, Any], tuple[Any, Any]] = {}

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws or not all(isinstance(kind, types.Number | types.Boolean) for kind in args):
            return find(self, context, args, kws)
        if (id(self), args) not in known:
            known[id(self), args] = find(self, context, args, kws), self  # it lives as long as its id is used
        return known[id(self), args][0]

    return [(BaseFunction, "get_call_type", get_call_type)]


def _count_from_the_beginning() -> list[tuple[Any, str, Any]]:
    """Do not ask at every access to an array whether its place counts from the end.

    Kernels have no such places but written ones (a[-1]); asking takes instructions, and hides from the optimiser that
    neighbours in a loop are neighbours in memory.
    """
    fix = arrayobj.fix_integer_index

    def fix_integer_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        if kind.signed and not isinstance(index, ir.Constant):
            return context.cast(builder, index, kind, types.intp)
        return fix(context, builder, kind, index, size)

    return [(arrayobj, "fix_integer_index", fix_integer_index)]


def for_any_number(call_template: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """The method of a dispatcher that finds the version for a call: one for all integers.

    Numba would compile a version for each number that is written in a call, f(c, 0) and f(c, 1).
    """
    return lambda args, kws: call_template(tuple(map(unliteral, args)), kws)


def with_vectors(compile_kernel: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The compile method of a dispatcher that optimises at once, with LLVM's superword vectoriser switched on.

    A caller would optimise the kernel later and without vectors.
    """

    def compile_with_vectors(signature: Any) -> Any:
        with our_way():
            before = config.SLP_VECTORIZE, _bare[0]
            config.SLP_VECTORIZE, _bare[0] = 1, 0
            try:
                return compile_kernel(signature)
            finally:
                config.SLP_VECTORIZE, _bare[0] = before

    return compile_with_vectors


@contextlib.contextmanager
def no_garbage_collection() -> Iterator[None]:
    """A tenth of the compile time is a search for garbage among millions of objects that are in use."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class _Listener(event.Listener):  # type: ignore[misc]
    """Tells listeners the name of every function that Numba begins to compile."""

    def __init__(self, listeners: Sequence[Callable[[str], None]]) -> None:
        self.listeners = listeners

    def on_start(self, happening: Any) -> None:
        dispatcher = happening.data.get("dispatcher")
        function = getattr(dispatcher, "py_func", None)
        for listener in self.listeners:
            listener(getattr(function, "__name__", "kernel"))

    def on_end(self, happening: Any) -> None:
        pass


class _Locator(caching._CacheLocator):  # type: ignore[misc]
    """Where Numba keeps kernels on other systems than Linux, and when they are stale."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        self._py_func, self._py_file = py_func, py_file

    def get_cache_path(self) -> str:
        """The folder of the cache."""
        return str(cache_folder())

    def get_source_stamp(self) -> str:
        """A change of it makes the kernel stale."""
        return str(stamp_of(self._py_func))

    def get_disambiguator(self) -> str:
        """Part of the file name: which of several kernels of the same name."""
        return f"{hashlib.sha256(os.fsencode(self._py_file)).hexdigest()[:8]}{Path(self._py_file).stem}"

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Any:
        """A locator, None where the cache cannot be written."""
        locator = cls(py_func, py_file)
        with contextlib.suppress(OSError):
            locator.ensure_cache_path()
            return locator
        return None


class _Implementation(caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = [_Locator]


class _Cache(caching.FunctionCache):  # type: ignore[misc]
    """Numba's cache, in our folder."""

    _impl_class = _Implementation
