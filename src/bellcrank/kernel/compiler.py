"""What Numba is taught: our cache folder, less work for helpers, vectors where asked for. Imported with Numba."""

from __future__ import annotations

import contextlib
import gc
import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from numba import _dynfunc
from numba.core import caching, config, event, types
from numba.core.types.functions import BaseFunction
from numba.core.types.misc import unliteral

from bellcrank.kernel.object_files import cache_folder
from bellcrank.kernel.sources import PACKAGE, stamp

_bare = [0]
"""How many kernels are being compiled that only other kernels call."""


def without_entry(compile_kernel: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The compile method of a dispatcher that needs no entry for Python: see `skip_entries`."""

    def compile_bare(signature: Any) -> Any:
        _bare[0] += 1
        try:
            return compile_kernel(signature)
        finally:
            _bare[0] -= 1

    return compile_bare


def skip_entries() -> None:
    """Do not optimise and emit kernels that only other kernels call: their callers contain them and do it anyway.

    Numba turns every function into machine code of its own; for helpers this is half of the compile time. They are
    private to Numba: where they have changed, everything still works, only slower.
    """
    from numba.core.codegen import JITCodeLibrary
    from numba.core.cpu import CPUContext

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

    CPUContext.get_executable = get_executable
    JITCodeLibrary._optimize_final_module = optimize_final_module
    JITCodeLibrary._finalize_final_module = finalize_final_module


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
        before = config.SLP_VECTORIZE, _bare[0]
        config.SLP_VECTORIZE, _bare[0] = 1, 0
        try:
            return compile_kernel(signature)
        finally:
            config.SLP_VECTORIZE, _bare[0] = before

    return compile_with_vectors


def remember_scalar_operations() -> None:
    """Let Numba look up the type of a + b, sqrt(x), ... of numbers once, not at every place they are written.

    It tries all implementations, those for arrays too: a fifth of the compile time. Private to Numba as well.
    """
    find = BaseFunction.get_call_type

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws or not all(isinstance(kind, types.Number | types.Boolean) for kind in args):
            return find(self, context, args, kws)
        known = vars(self).setdefault("_known_to_us", {})
        if args not in known:
            known[args] = find(self, context, args, kws)
        return known[args]

    BaseFunction.get_call_type = get_call_type  # type: ignore[method-assign]


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


class Locator(caching._CacheLocator):  # type: ignore[misc]
    """Where Numba keeps the kernels that Python calls, and when they are stale."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        self._py_file = py_file
        self._name = f"{Path(py_file).stem}-{py_func.__code__.co_firstlineno}"

    def get_cache_path(self) -> str:
        """The folder of the cache."""
        return str(cache_folder())

    def get_source_stamp(self) -> str:
        """A change of it makes the kernel stale."""
        return stamp(os.path.realpath(self._py_file))

    def get_disambiguator(self) -> str:
        """Part of the file name: which of several kernels of the same name."""
        return hashlib.sha256(self._py_file.encode()).hexdigest()[:8] + self._name

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Any:
        """A locator for a kernel of this package, None for anything else."""
        if not Path(py_file).resolve().is_relative_to(PACKAGE):
            return None
        locator = cls(py_func, py_file)
        try:
            locator.ensure_cache_path()
        except OSError:
            return None
        return locator


def use_cache_folder() -> None:
    """Put our locator before those of Numba."""
    for thing in vars(caching).values():
        if isinstance(thing, type) and "_locator_classes" in vars(thing):
            thing._locator_classes.insert(0, Locator)  # type: ignore[attr-defined]


def listen(listeners: Sequence[Callable[[str], None]]) -> None:
    """Tell the listeners the name of every function that Numba begins to compile."""

    class Listener(event.Listener):  # type: ignore[misc]
        def on_start(self, happening: Any) -> None:
            if happening.is_start and listeners:
                dispatcher = happening.data.get("dispatcher")
                function = getattr(dispatcher, "py_func", None)
                for listener in listeners:
                    listener(getattr(function, "__name__", "kernel"))

        def on_end(self, happening: Any) -> None:
            pass

    event.register("numba:compile", Listener())
