"""What machine code depends on besides its text: the processor, the compiler and its settings. Found without Numba."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib.machinery
import importlib.util
import os
import platform
from typing import Any

_HARMLESS = ("NUMBA_DISABLE_JIT", "NUMBA_NUM_THREADS", "NUMBA_CACHE_DIR", "NUMBA_DISABLE_PERFORMANCE_WARNINGS")
"""Settings of Numba that change nothing about a kernel."""


@functools.cache
def key() -> tuple[str, ...]:
    """All of it; the key of a file of the cache."""
    return (*_processor(), *versions(), *_settings())


@functools.cache
def versions() -> tuple[str, str, str]:
    """Python, Numba and llvmlite."""
    from llvmlite import __version__ as llvmlite

    return platform.python_version(), _numba_version(), str(llvmlite)


@functools.cache
def _processor() -> tuple[str, str, str]:
    """Target, name and instruction sets of this processor: code for another one may not run."""
    from llvmlite import binding as llvm

    features = ""
    with contextlib.suppress(RuntimeError):
        features = llvm.get_host_cpu_features().flatten()
    return llvm.get_process_triple(), llvm.get_host_cpu_name(), features


def _settings() -> tuple[str, ...]:
    """The settings of Numba: NUMBA_* of the environment, and the file that Numba reads in the working folder."""
    given = [f"{k}={v}" for k, v in os.environ.items() if k.startswith("NUMBA_") and k not in _HARMLESS and v]
    with contextlib.suppress(OSError), open(".numba_config.yaml", "rb") as file:
        given.append(hashlib.sha256(file.read()).hexdigest())
    return tuple(sorted(given))


def _numba_version() -> str:
    """From Numba's own file: importlib.metadata takes 20 ms."""
    with contextlib.suppress(ImportError, AttributeError, LookupError):
        return str(part_of_numba("_version").get_versions()["version"])
    from importlib.metadata import version

    return version("numba")


def part_of_numba(name: str) -> Any:
    """A module of Numba that needs no other, without importing the rest."""
    package = importlib.util.find_spec("numba")
    folders = package.submodule_search_locations if package else []
    spec = importlib.machinery.PathFinder.find_spec(f"numba.{name}", folders)
    if spec is None or spec.loader is None:
        raise ImportError(f"Numba has no module {name}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
