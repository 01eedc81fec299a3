"""The first run of an installation compiles: who waits is told how far it is."""

from __future__ import annotations

import sys
import time as clock
from collections.abc import Callable


class Compiling:
    """Counts kernels as they are compiled, and calls `show(done, total)` for each."""

    def __init__(self, show: Callable[[int, int], None]) -> None:
        from bellcrank import kernel

        self.show = show
        self.done: set[str] = set()
        self.total = 0
        self.started = 0.0
        kernel.on_compile(self.heard)

    @property
    def seconds(self) -> float:
        """Time since the first kernel."""
        return clock.monotonic() - self.started if self.done else 0.0

    def heard(self, name: str) -> None:
        """A kernel begins to be compiled."""
        if not self.done:
            self.started = clock.monotonic()
            self.total = len(called_kernels())
        if name not in self.done and name.isidentifier():
            self.done.add(name)
            self.show(len(self.done), max(self.total, len(self.done)))


def called_kernels() -> set[str]:
    """Names of the kernels of the model that other kernels call: each is compiled once."""
    from bellcrank.kernel import Kernel

    modules = [module for name, module in list(sys.modules.items()) if name.startswith("bellcrank.system.")]
    callers = [thing.py_func for module in modules for thing in vars(module).values() if isinstance(thing, Kernel)]
    called = [caller.__globals__.get(name) for caller in callers for name in caller.__code__.co_names]
    return {thing.py_func.__name__ for thing in called if isinstance(thing, Kernel)}
