"""How compiled functions become a kernel: only the whole is optimised and has machine code. Imported with Numba.

Numba does both for every function, and puts all that a function calls into its module, and these into the module of the
caller, level by level. A kernel that only other kernels call stays as it was written (`bare`); the kernel at the top
takes up each function that it reaches once.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

from numba import _dynfunc
from numba.core.codegen import CPUCodeLibrary, JITCodeLibrary
from numba.core.cpu import CPUContext

_bare = [0]
"""How many kernels are being compiled that only other kernels call."""
_optimised = [0]
"""Which of them is optimised at once; 0 for none."""


@contextlib.contextmanager
def bare() -> Iterator[None]:
    """Inside, functions are not optimised and have no machine code: their callers contain them and do it anyway."""
    _bare[0] += 1
    try:
        yield
    finally:
        _bare[0] -= 1


@contextlib.contextmanager
def optimised() -> Iterator[None]:
    """Inside, the kernel at hand is optimised although it is bare, with what it calls."""
    before, _optimised[0] = _optimised[0], _bare[0]
    try:
        yield
    finally:
        _optimised[0] = before


def _is_whole() -> bool:
    """Whether the function at hand is to be optimised."""
    return _bare[0] in (0, _optimised[0])


def changes() -> list[tuple[Any, str, Any]]:
    """The members of Numba that are replaced: owner, name, what stands in for it."""
    return [
        (CPUContext, "get_executable", _entry()),
        (CPUCodeLibrary, "finalize", _finalize()),
        (JITCodeLibrary, "_finalize_final_module", _machine_code()),
    ]


def _entry() -> Any:
    """What Python would call: nothing where only kernels call."""
    executable = CPUContext.get_executable

    def get_executable(self: Any, library: Any, fndesc: Any, env: Any) -> Any:
        if not _bare[0]:
            return executable(self, library, fndesc, env)
        library._ensure_finalized()
        return _dynfunc.make_function(fndesc.lookup_module(), fndesc.qualname, "", 0, env, (library,))

    return get_executable


def _finalize() -> Any:
    """Join a function with what it calls, and optimise; a bare one remembers what it calls."""
    whole = CPUCodeLibrary.finalize

    def finalize(self: Any) -> None:
        if _is_whole():
            self._linking_libraries = _reached(self._linking_libraries)
            whole(self)
            return
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)
        self._stands_alone = True
        self._finalize_final_module()

    return finalize


def _machine_code() -> Any:
    """No machine code for bare functions."""
    finalise = JITCodeLibrary._finalize_final_module

    def finalize_final_module(self: Any) -> None:
        if not _bare[0]:
            _check(self._final_module)
            finalise(self)
            return
        self._finalize_dynamic_globals()
        self._finalized = True

    return finalize_final_module


def _reached(libraries: Sequence[Any]) -> list[Any]:
    """All that is called from these, callers first: LLVM takes up a function only where it is asked for already."""
    found: dict[Any, None] = {}

    def visit(library: Any) -> None:
        if library not in found:
            found[library] = None
            for called in library._linking_libraries if hasattr(library, "_stands_alone") else ():
                visit(called)

    for library in libraries:
        visit(library)
    return list(found)


def _check(module: Any) -> None:
    """A function that is called and not there would be a jump to nowhere."""
    lost = [f.name for f in module.functions if f.is_declaration and f.name.startswith("_ZN")]
    if lost:
        raise AssertionError(f"functions were lost: {', '.join(lost)}")
