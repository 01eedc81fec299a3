"""Compiled kernels as object files: a run whose kernels are all in the cache never imports Numba.

Importing Numba with its typing tables takes 0.6 s; LLVM links an object file in less than a millisecond. A file holds

    stamp entry helper helper ... newline      stamp: of the sources, `sources.stamp`
    object code                                entry: the symbol to be called; helpers: C functions of Numba it calls

and belongs to one kernel, signature and processor; when the sources change, it is written again.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bellcrank.kernel.sources import stamp

_linked: list[Any] = []
"""LLVM unloads a library when nobody holds it any more."""


class ObjectFile:
    """The place of a compiled kernel in the cache."""

    def __init__(self, function: Callable[..., Any], signature: str) -> None:
        source = os.path.realpath(function.__code__.co_filename)
        key = "\n".join((source, function.__qualname__, signature, *_processor()))
        which = hashlib.sha256(key.encode()).hexdigest()[:16]
        self.path = cache_folder() / f"{Path(source).stem}.{function.__name__}-{which}.o"
        self.stamp = stamp(source)

    def is_there(self) -> bool:
        """Whether the kernel is in the cache as its sources are now."""
        try:
            with self.path.open("rb") as file:
                return file.read(len(self.stamp)).decode("ascii") == self.stamp
        except (OSError, UnicodeDecodeError):
            return False

    def load(self) -> int:
        """The address of the kernel, or 0 when it must be compiled."""
        if not self.is_there():
            return 0
        header, _, code = self.path.read_bytes().partition(b"\n")
        _, entry, *helpers = header.decode("ascii").split()
        try:
            return _link(code, entry, helpers)
        except (RuntimeError, LookupError, ImportError):  # another LLVM or Numba: compile
            return 0

    def save(self, compiled: Any) -> None:
        """Keep a C callback of Numba; where the cache cannot be written, the next run compiles again."""
        from tempfile import mkstemp

        library = compiled._library
        outside = [f.name for f in library._final_module.functions if f.is_declaration]
        helpers = [name for name in outside if name.startswith("numba_")]
        header = " ".join([self.stamp, compiled.native_name, *helpers]) + "\n"
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = mkstemp(dir=self.path.parent)
            with open(handle, "wb") as file:
                file.write(header.encode("ascii") + library._get_compiled_object())
            os.replace(name, self.path)


def cache_folder() -> Path:
    """Where compiled kernels are kept: $BELLCRANK_CACHE, or the user's cache folder; one for each Python and Numba."""
    checked = "-boundscheck" if os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0") else ""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    base = os.environ.get("BELLCRANK_CACHE") or os.path.join(home, "bellcrank")
    return Path(base) / f"py{sys.version_info[0]}{sys.version_info[1]}-numba{_version()}{checked}"


@functools.cache
def _version() -> str:
    """Numba's version: from its own file, importlib.metadata takes 20 ms."""
    with contextlib.suppress(ImportError, AttributeError, LookupError):
        return str(_part_of_numba("_version").get_versions()["version"])
    from importlib.metadata import version

    return version("numba")


@functools.cache
def _processor() -> tuple[str, str]:
    """Name and instruction sets of this processor: code for another one may not run."""
    from llvmlite import binding as llvm

    with contextlib.suppress(RuntimeError):
        return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    return llvm.get_host_cpu_name(), ""


@functools.cache
def _linker() -> Any:
    from llvmlite import binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.create_lljit_compiler()


@functools.cache
def _helpers() -> dict[str, int]:
    """Addresses of the C functions with which a kernel tells an error."""
    return {f"numba_{name}": address for name, address in _part_of_numba("_helperlib").c_helpers.items()}


def _part_of_numba(name: str) -> Any:
    """A module of Numba that needs no other, without importing the rest."""
    package = importlib.util.find_spec("numba")
    folders = package.submodule_search_locations if package else []
    spec = importlib.machinery.PathFinder.find_spec(f"numba.{name}", folders)
    if spec is None or spec.loader is None:
        raise ImportError(f"Numba has no module {name}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _link(code: bytes, entry: str, helpers: list[str]) -> int:
    """Load object code into this process; returns the address of its entry."""
    from llvmlite.binding import JITLibraryBuilder

    builder = JITLibraryBuilder().add_object_img(code).add_current_process().export_symbol(entry)
    for name in helpers:
        builder.import_symbol(name, _helpers()[name])
    _linked.append(builder.link(_linker(), f"kernel {len(_linked)}"))
    return int(_linked[-1][entry])
