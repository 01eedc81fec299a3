"""The one place where Python becomes machine code.

`@kernel` marks a plain function. Until `compile_mode(True)` it runs as Python, so that reading and checking never
import Numba and anyone can set a breakpoint; afterwards Numba compiles it on first call and caches the result.

Helpers are marked `@kernel(inline=True)`: they are inlined into their callers and have no wrapper of their own.

The cache is keyed by the text of a kernel's file and of every file it imports: Numba itself only looks at the file of
the calling function, and would run stale code after an edited helper.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parent
FLAGS: dict[str, Any] = {"error_model": "numpy", "fastmath": {"contract"}, "_nrt": False}
BARE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

_compiled = False
_listeners: list[Callable[[str], None]] = []
_lessons: list[Callable[[], None]] = []


class Kernel:
    """A function that runs as Python or compiled; see the module docstring."""

    def __init__(self, py_func: Callable[..., Any], inline: bool, vector: bool = False) -> None:
        self.py_func = py_func
        self.inline = inline
        self.vector = vector
        functools.update_wrapper(self, py_func)

    @functools.cached_property
    def inner(self) -> Any:
        """The Numba dispatcher that other kernels call: no wrapper for Python, inlined where asked for."""
        dispatcher = self._dispatcher(**BARE, forceinline=True) if self.inline else self._dispatcher(**BARE)
        dispatcher.compile = _without_entry(dispatcher.compile)
        return dispatcher

    @functools.cached_property
    def outer(self) -> Any:
        """The Numba dispatcher that Python calls."""
        return self._dispatcher(cache=True)

    def _dispatcher(self, **options: Any) -> Any:
        numba = load_numba()
        dispatcher = numba.njit(**FLAGS, **options)(self.py_func)
        if self.vector:
            dispatcher.compile = _with_vectors(numba, dispatcher.compile)
        return dispatcher

    def __call__(self, *args: Any) -> Any:
        if not _compiled or self.inline:
            return self.py_func(*args)
        return self.outer(*args)


def kernel(function: Callable[..., Any] | None = None, *, inline: bool = False, vector: bool = False) -> Any:
    """Mark a function as a kernel, or with `inline=True` as a helper of kernels.

    `vector=True` lets the compiler join neighbouring scalar operations into vector instructions, which Numba does not
    do by itself: for kernels written in rows of four numbers.
    """
    if function is None:
        return lambda f: Kernel(f, inline, vector)
    return Kernel(function, inline, vector)


_bare = [0]
"""How many kernels are being compiled that only other kernels call."""


def _without_entry(compile_kernel: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The compile method of a dispatcher that needs no entry for Python: see `_skip_entries`."""

    def compile_bare(signature: Any) -> Any:
        _bare[0] += 1
        try:
            return compile_kernel(signature)
        finally:
            _bare[0] -= 1

    return compile_bare


def _skip_entries() -> None:
    """Do not optimise and emit kernels that only other kernels call: their callers contain them and do it anyway.

    Numba turns every function into machine code of its own; for helpers this is half of the compile time. They are
    private to Numba: where they have changed, everything still works, only slower.
    """
    from numba import _dynfunc
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


def _with_vectors(numba: Any, compile_kernel: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The compile method of a dispatcher that optimises at once, with LLVM's superword vectoriser switched on.

    A caller would optimise the kernel later and without vectors.
    """

    def compile_with_vectors(signature: Any) -> Any:
        before = numba.config.SLP_VECTORIZE, _bare[0]
        numba.config.SLP_VECTORIZE, _bare[0] = 1, 0
        try:
            return compile_kernel(signature)
        finally:
            numba.config.SLP_VECTORIZE, _bare[0] = before

    return compile_with_vectors


def compile_mode(on: bool = True) -> None:
    """From now on run kernels compiled (True) or as plain Python (False)."""
    global _compiled
    _compiled = on and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


@contextlib.contextmanager
def plain(wanted: bool = True) -> Iterator[None]:
    """Inside, kernels called from Python run as plain Python: for little work that is not worth compiling."""
    global _compiled
    before = _compiled
    _compiled = before and not wanted
    try:
        yield
    finally:
        _compiled = before


def compiling() -> bool:
    """Whether kernels run compiled."""
    return _compiled


def on_compile(listener: Callable[[str], None]) -> None:
    """Call `listener(name)` whenever a kernel must be compiled because the cache has no entry."""
    _listeners.append(listener)


def when_numba_loads(lesson: Callable[[], None]) -> None:
    """Run `lesson()` once, right after Numba is imported (to register overloads and intrinsics)."""
    if load_numba.cache_info().currsize:
        lesson()
    else:
        _lessons.append(lesson)


_IMPORT = re.compile(
    r"^\s*from (bellcrank[\w.]*) import (.*?)(?=\n\S|\n\n|\Z)|^\s*import (bellcrank[\w.]*)", re.M | re.S
)


@functools.cache
def sources(path: Path) -> frozenset[Path]:
    """A source file and every file of the package it imports, directly or through others."""
    seen: set[Path] = set()
    todo = [path]
    while todo:
        file = todo.pop()
        if file in seen:
            continue
        seen.add(file)
        for module, names, plain in _IMPORT.findall(file.read_text(encoding="utf-8")):
            base = PACKAGE.joinpath(*(module or plain).split(".")[1:])
            places = [base, *(base / word for word in re.findall(r"\w+", names))]
            files = [file for place in places for file in (place.with_suffix(".py"), place / "__init__.py")]
            todo += [file for file in files if file.is_file()]
    return frozenset(seen)


@functools.cache
def stamp(path: Path) -> str:
    """A digest of a source file and all it imports: when any of them changes, its kernels are compiled again."""
    digest = hashlib.sha256()
    for file in sorted(sources(path)):
        digest.update(file.relative_to(PACKAGE).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def cache_folder() -> Path:
    """Where compiled kernels are kept: $BELLCRANK_CACHE, or the user's cache folder; one for each Python and Numba."""
    import numba

    checked = "-boundscheck" if os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0") else ""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    base = os.environ.get("BELLCRANK_CACHE") or os.path.join(home, "bellcrank")
    return Path(base) / f"py{sys.version_info[0]}{sys.version_info[1]}-numba{numba.__version__}{checked}"


@functools.cache
def load_numba() -> Any:
    """Import Numba and teach it our cache folder and our kernels."""
    import numba
    from numba.core import caching, event, types
    from numba.core.typing.typeof import typeof_impl

    class Locator(caching._CacheLocator):  # type: ignore[misc]
        def __init__(self, py_func: Any, py_file: str) -> None:
            self._py_file = py_file
            self._path = Path(py_file).resolve()
            self._name = f"{Path(py_file).stem}-{py_func.__code__.co_firstlineno}"

        def get_cache_path(self) -> str:
            return str(cache_folder())

        def get_source_stamp(self) -> str:
            return stamp(self._path)

        def get_disambiguator(self) -> str:
            return hashlib.sha256(self._py_file.encode()).hexdigest()[:8] + self._name

        @classmethod
        def from_function(cls, py_func: Any, py_file: str) -> Any:
            if not Path(py_file).resolve().is_relative_to(PACKAGE):
                return None
            locator = cls(py_func, py_file)
            try:
                locator.ensure_cache_path()
            except OSError:
                return None
            return locator

    for thing in vars(caching).values():
        if isinstance(thing, type) and "_locator_classes" in vars(thing):
            thing._locator_classes.insert(0, Locator)  # type: ignore[attr-defined]

    @typeof_impl.register(Kernel)  # type: ignore[untyped-decorator]
    def type_of_kernel(value: Kernel, context: Any) -> Any:
        return types.Dispatcher(value.inner)

    class Listener(event.Listener):  # type: ignore[misc]
        def on_start(self, happening: Any) -> None:
            if happening.is_start and _listeners:
                dispatcher = happening.data.get("dispatcher")
                function = getattr(dispatcher, "py_func", None)
                for listener in _listeners:
                    listener(getattr(function, "__name__", "kernel"))

        def on_end(self, happening: Any) -> None:
            pass

    event.register("numba:compile", Listener())
    with contextlib.suppress(ImportError, AttributeError):
        _skip_entries()
    for lesson in _lessons:
        lesson()
    return numba


def address(function: Kernel, signature: str) -> int:
    """The C-ABI address of a kernel, compiled for a signature such as "void(int64, CPointer(float64))"."""
    return int(_cfunc(function, signature).address)


@functools.cache
def _cfunc(function: Kernel, signature: str) -> Any:
    numba = load_numba()
    return numba.cfunc(signature, cache=True, **FLAGS)(function.py_func)
