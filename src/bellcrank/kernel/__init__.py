"""The one place where Python becomes machine code.

`@kernel` marks a plain function. Until `compile_mode(True)` it runs as Python, so that reading and checking never
import Numba and anyone can set a breakpoint; afterwards Numba compiles it. The mode is that of a thread: no thread
changes what another one runs, and a context (`numerics/context.py`) keeps the mode in which it was made.

Helpers are marked `@kernel(inline=True)`: they are inlined into their callers and have no wrapper of their own.

Parts: `sources` (the text a kernel comes from), `machine` (what else it depends on), `cache` and `object_files` (where
compiled kernels are kept), `compiler` with `front_end`, `short_code` and `linking` (what Numba is taught),
`second_process` (compiles in parallel).
"""

from __future__ import annotations

import contextlib
import functools
import logging
import os
import threading
from collections.abc import Callable, Iterator
from typing import Any

from bellcrank.kernel import second_process
from bellcrank.kernel.cache import cache_folder
from bellcrank.kernel.object_files import ObjectFile
from bellcrank.kernel.sources import PACKAGE, sources, stamp

__all__ = [
    "Kernel", "kernel", "compile_mode", "plain", "compiling", "on_compile", "when_numba_loads", "load_numba",
    "address", "is_loaded", "second_process", "sources", "stamp", "cache_folder", "PACKAGE",
]  # fmt: skip

FLAGS: dict[str, Any] = {"error_model": "numpy", "fastmath": {"contract"}, "_nrt": False}
BARE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


class _Mode(threading.local):
    """Whether kernels run compiled in this thread."""

    compiled = False


_mode = _Mode()
_one_at_a_time = threading.RLock()
"""Held by the thread that loads or compiles kernels, or imports Numba."""
_addresses: dict[tuple[Kernel, str], int] = {}
_listeners: list[Callable[[str], None]] = []
_lessons: list[Callable[[], None]] = []
_callbacks: list[Any] = []
"""Compiled kernels live as long as somebody holds them."""


class Kernel:
    """A function that runs as Python or compiled; see the module docstring."""

    def __init__(self, py_func: Callable[..., Any], inline: bool, vector: bool = False, exact: bool = False) -> None:
        self.py_func = py_func
        self.inline = inline
        self.vector = vector
        self.exact = exact
        functools.update_wrapper(self, py_func)

    @functools.cached_property
    def inner(self) -> Any:
        """The Numba dispatcher that other kernels call: no wrapper for Python, inlined where asked for."""
        from bellcrank.kernel.compiler import for_any_number, without_entry

        dispatcher = self._dispatcher(**BARE, forceinline=True) if self.inline else self._dispatcher(**BARE)
        dispatcher.compile = without_entry(dispatcher.compile)
        dispatcher.get_call_template = for_any_number(dispatcher.get_call_template)
        return dispatcher

    @functools.cached_property
    def outer(self) -> Any:
        """The Numba dispatcher that Python calls: for tests and experiments, it is not kept in the cache."""
        from bellcrank.kernel.compiler import in_our_way

        dispatcher = self._dispatcher()
        dispatcher.compile = in_our_way(dispatcher.compile, _listeners)
        return dispatcher

    def _dispatcher(self, **options: Any) -> Any:
        flags = FLAGS | {"fastmath": False} if self.exact else FLAGS
        numba = load_numba()
        from bellcrank.kernel.compiler import pipeline_for

        dispatcher = numba.njit(**flags, **options, **pipeline_for(self.py_func))(self.py_func)
        if self.vector:
            from bellcrank.kernel.compiler import with_vectors

            dispatcher.compile = with_vectors(dispatcher.compile)
        return dispatcher

    def __call__(self, *args: Any) -> Any:
        if self.inline or not _mode.compiled:
            return self.py_func(*args)
        return self.outer(*args)


def kernel(
    function: Callable[..., Any] | None = None, *, inline: bool = False, vector: bool = False, exact: bool = False
) -> Any:
    """Mark a function as a kernel, or with `inline=True` as a helper of kernels.

    `vector=True` lets the compiler join neighbouring scalar operations into vector instructions, which Numba does not
    do by itself: for kernels written in rows of four numbers. `exact=True`: compiled and plain agree to the last
    bit, where otherwise a multiplication and an addition may become one operation with one rounding.
    """
    if function is None:
        return lambda f: Kernel(f, inline, vector, exact)
    return Kernel(function, inline, vector, exact)


def compile_mode(on: bool = True) -> None:
    """From now on run kernels compiled (True) or as plain Python (False), in this thread."""
    _mode.compiled = on and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


@contextlib.contextmanager
def plain(wanted: bool = True) -> Iterator[None]:
    """Inside, kernels called from Python run as plain Python: for little work that is not worth compiling."""
    before = _mode.compiled
    _mode.compiled = before and not wanted
    try:
        yield
    finally:
        _mode.compiled = before


def compiling() -> bool:
    """Whether kernels run compiled in this thread."""
    return _mode.compiled


def on_compile(listener: Callable[[str], None]) -> None:
    """Call `listener(name)` whenever a kernel must be compiled because the cache has no entry."""
    _listeners.append(listener)


def when_numba_loads(lesson: Callable[[], None]) -> None:
    """Run `lesson()` once, right after Numba is imported (to register overloads and intrinsics)."""
    with _one_at_a_time:
        if _load_numba.cache_info().currsize:
            lesson()
        else:
            _lessons.append(lesson)


def load_numba() -> Any:
    """Import Numba and teach it our kernels."""
    with _one_at_a_time:
        return _load_numba()


@functools.cache
def _load_numba() -> Any:
    import numba
    from numba.core import types
    from numba.core.typing.typeof import typeof_impl

    @typeof_impl.register(Kernel)  # type: ignore[untyped-decorator]
    def type_of_kernel(value: Kernel, context: Any) -> Any:
        return types.Dispatcher(value.inner)

    for lesson in _lessons:
        lesson()
    return numba


def is_loaded(function: Kernel, signature: str) -> bool:
    """Whether a kernel is compiled and in the memory of this process."""
    return (function, signature) in _addresses


def address(function: Kernel, signature: str) -> int:
    """The C-ABI address of a kernel, compiled for a signature such as "void(int64, CPointer(float64))".

    A kernel is a function of a module: what a closure holds would not be seen in its text.
    """
    found = _addresses.get((function, signature))
    if found:
        return found
    if function.py_func.__closure__:
        raise TypeError(f"{function.py_func.__qualname__} is a closure; a kernel must be a function of a module")
    with _one_at_a_time:
        if (function, signature) not in _addresses:
            _addresses[function, signature] = _loaded_or_compiled(function, signature)
        return _addresses[function, signature]


def _keep_late(file: ObjectFile, compiled: Any) -> None:
    """Who held the lock for too long may have let go of it meanwhile, without the kernel."""
    with file.lock() as mine:
        if mine and not file.is_there():
            file.save(compiled)


COMPILES = (
    "compiling for this computer, up to a minute: a new installation does it once for each kind of model, and "
    "`bellcrank warm` for all of them"
)


@functools.cache
def _tell() -> None:
    """Once in a process that has to compile; a script that waits says why."""
    logging.getLogger("bellcrank").warning(COMPILES)


def _loaded_or_compiled(function: Kernel, signature: str) -> int:
    """Of all processes and threads that need a kernel one compiles it."""
    file = ObjectFile(function.py_func, signature)
    if second_process.is_ordered(function, signature):
        second_process.wait_for(file)
    found = file.load()
    if found:
        return found
    with file.lock() as mine:
        found = file.load() if mine else 0  # another process may have made it meanwhile
        if found:
            return found
        if file.stamp and not _listeners:  # who listens tells it in its own way
            _tell()
        load_numba()
        from bellcrank.kernel.compiler import c_function

        compiled = c_function(function.py_func, signature, FLAGS, _listeners)
        if mine:
            file.save(compiled)
    if not mine:
        _keep_late(file, compiled)
    _callbacks.append(compiled)
    return int(compiled.address)
