"""On an empty cache two processes compile: a second one makes what this one needs later.

It works through a list of kernels and puts each into the cache; who needs one of them meanwhile waits for its file, for
a limited time.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Sequence
from typing import Any

from bellcrank.kernel.cache import PATIENCE, made_folder
from bellcrank.kernel.object_files import ObjectFile
from bellcrank.processes import own

_running: list[Any] = []
_ordered: set[tuple[Any, str]] = set()
_starting = threading.Lock()


def start(kernels: Sequence[Any], signature: str) -> None:
    """Let a second process compile those kernels that are not in the cache, in this order."""
    files = [(kernel, ObjectFile(kernel.py_func, signature)) for kernel in kernels]
    missing = [kernel for kernel, file in files if file.stamp and not file.is_there()]
    if not missing or (os.cpu_count() or 1) < 2 or made_folder() is None:
        return
    with _starting:
        if is_running():
            return
        from subprocess import DEVNULL, Popen

        names = [f"{kernel.py_func.__module__}:{kernel.py_func.__name__}" for kernel in missing]
        command = [sys.executable, "-c", "from bellcrank.kernel.second_process import work; work()", signature, *names]
        _running[:] = [Popen(command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, env=own())]
        _ordered.update((kernel, signature) for kernel in missing)


def is_running() -> bool:
    """Whether the second process is at work."""
    return any(process.poll() is None for process in _running)


def is_ordered(kernel: Any, signature: str) -> bool:
    """Whether the second process was asked for this kernel."""
    return (kernel, signature) in _ordered


def wait_for(file: ObjectFile) -> None:
    """Wait until a kernel is in the cache, or the second process has ended without it, or too long."""
    until = time.monotonic() + PATIENCE
    while is_running() and not file.is_there():
        if time.monotonic() > until:
            _running.clear()  # it stands still: nobody waits for it any more
            return
        time.sleep(0.01)


def work() -> None:
    """Compile the kernels named in the arguments (in the second process)."""
    from importlib import import_module

    from bellcrank.kernel import address

    signature, *names = sys.argv[1:]
    for name in names:
        module, _, function = name.partition(":")
        address(getattr(import_module(module), function), signature)
