"""Compile in two processes: a second one prepares the integrator while the first builds the model's own kernels.

The kernels of the integrator do not depend on the model, take a third of the compile time, and go to the same cache.
"""

from __future__ import annotations

import os
import subprocess
import sys

from bellcrank import kernel as kernels
from bellcrank.integrators import gstiff
from bellcrank.numerics import linear
from bellcrank.numerics.context import SIGNATURE, addresses

COMMON = (
    gstiff.advance, gstiff.begin, gstiff.restart_history, linear.factor, linear.solve_in_place, linear.solve_both
)  # fmt: skip
"""Kernels every transient run needs."""

_workers: list[subprocess.Popen[bytes]] = []


def start() -> None:
    """Start the second process when the cache is cold and there is a second processor."""
    if not kernels.compiling() or _workers or (os.cpu_count() or 1) < 2:
        return
    if all(kernels.is_cached(function, SIGNATURE) for function in COMMON):
        return
    command = [sys.executable, "-c", "from bellcrank.analysis import warm; warm.prepare()"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    _workers.append(subprocess.Popen(command, **quiet))  # type: ignore[call-overload]


def wait() -> None:
    """Wait for the second process; should it have failed, the kernels are compiled here."""
    while _workers:
        _workers.pop().wait()


def prepare() -> None:
    """Compile the common kernels (run in the second process)."""
    kernels.compile_mode()
    addresses(list(COMMON))
