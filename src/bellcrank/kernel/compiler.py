"""How Numba compiles our kernels: less work for helpers, vectors where asked for. Imported with Numba.

`front_end` and `short_code` spare Numba work that kernels do not need, `linking` LLVM. Some of it replaces private
members of Numba. They are replaced while one of our kernels is being compiled, under Numba's own lock, and put back
afterwards: whoever else uses Numba in the process finds it as it was (`our_way`).
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

from numba import __version__ as numba_version
from numba import cfunc
from numba.core import caching, config, event
from numba.core.ccallback import CFunc
from numba.core.compiler_lock import global_compiler_lock
from numba.core.types.misc import unliteral

from bellcrank.kernel import front_end, linking, short_code
from bellcrank.kernel.cache import cache_folder
from bellcrank.kernel.sources import stamp_of

_depth = [0]
"""How many kernels are being compiled, one inside the other."""


def c_function(
    py_func: Callable[..., Any], signature: str, flags: Mapping[str, Any], listeners: Sequence[Callable[[str], None]]
) -> Any:
    """A kernel as a C callback of Numba."""
    with our_way(listeners):
        if sys.platform == "linux":  # object files are tried on Linux; elsewhere Numba's own cache stands in
            return cfunc(signature, **flags, **pipeline_for(py_func))(py_func)
        callback = CFunc(py_func, _normalised(signature), locals={}, options=dict(flags))
        callback._cache = _Cache(py_func) if cache_folder() is not None and stamp_of(py_func) else callback._cache
        callback.compile()
        return callback


def pipeline_for(function: Callable[..., Any]) -> dict[str, Any]:
    """The option of Numba that names its passes: fewer for kernels of this package, all for those of others."""
    ours = function.__module__.partition(".")[0] == __name__.partition(".")[0]
    nested = any(hasattr(constant, "co_code") for constant in function.__code__.co_consts)
    return {"pipeline_class": front_end.Passes} if ours and not nested and is_tried() else {}


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
    """The compile method of a dispatcher that needs no entry for Python: see `linking`."""

    def compile_bare(signature: Any) -> Any:
        with our_way(), linking.bare():
            return compile_kernel(signature)

    return compile_bare


@functools.cache
def _changes() -> list[tuple[Any, str, Any]]:
    """The members of Numba that are replaced; where they have changed, everything still works, only slower."""
    with contextlib.suppress(AttributeError):
        always = [*linking.changes(), *front_end.changes(), *short_code.changes()]
        return [*always, *front_end.more(), *short_code.more()] if is_tried() else always
    return []


TRIED = ("0.68.",)
"""Versions of Numba whose private members were read for `front_end` and `short_code`; others compile more slowly."""


def is_tried() -> bool:
    """Whether this is a Numba of which all members may be replaced."""
    return bool(numba_version.startswith(TRIED))


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
            before, config.SLP_VECTORIZE = config.SLP_VECTORIZE, 1
            try:
                with linking.optimised():
                    return compile_kernel(signature)
            finally:
                config.SLP_VECTORIZE = before

    return compile_with_vectors


@contextlib.contextmanager
def no_garbage_collection() -> Iterator[None]:
    """A tenth of the compile time is a search for garbage among millions of objects that are in use.

    Afterwards they are put among the old ones: the next look at new objects would be one at all of them.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            if not gc.get_freeze_count():
                gc.freeze()
                gc.unfreeze()
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
