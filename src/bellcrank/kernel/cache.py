"""The folder of compiled kernels: where it is, whether its contents may be run, and who may write into it now.

Files of the cache are machine code, and loading one is running it. So the folder is an absolute one ($BELLCRANK_CACHE,
or `bellcrank` in the user's cache folder) or there is none; it and every file in it belong to the user or to root and
nobody else may write there; a folder above it that everybody may write to must be sticky, as /tmp is. Where that is
not so, kernels are compiled in every process, and one warning says why. What root has made is read by everybody.

One lock file, one byte of it for each kernel: who compiles a kernel holds its byte, so that of many processes one
compiles and the others wait. The operating system lets go of the byte when its holder ends, however it ends.
"""

from __future__ import annotations

import contextlib
import functools
import os
import stat
import struct
import sys
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

PATIENCE = 120.0
"""Seconds to wait for another process; the longest kernel takes 8 s alone. Afterwards this process waits no more."""
_patience = [PATIENCE]
_WRITABLE = stat.S_IWGRP | stat.S_IWOTH


def cache_folder() -> Path | None:
    """Where compiled kernels are kept, or None; one folder for each Python and Numba."""
    from bellcrank.kernel.machine import versions

    given = os.environ.get("BELLCRANK_CACHE")
    base = given or _of_user()
    if not os.path.isabs(base):
        if given:
            _warn(f"BELLCRANK_CACHE={given} is not used: the folder of compiled kernels must be an absolute path.")
        return None
    python, numba, *_ = versions()
    return Path(base) / f"py{python}-numba{numba}"


def _of_user() -> str:
    """The user's cache folder; not absolute where he has neither a home nor XDG_CACHE_HOME (in a container)."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(home):
        home = os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(home, "bellcrank")


def trusted_folder() -> Path | None:
    """The cache, when it is there and only the user (or root) may write into it."""
    folder = cache_folder()
    if folder is None or sys.platform != "linux":
        return None
    try:
        why = _distrust(folder)
    except OSError:
        return None
    if why:
        _warn(
            f"The cache of compiled kernels {folder} is not used: {why}. Set BELLCRANK_CACHE to a folder of your own."
        )
    return None if why else folder


def made_folder() -> Path | None:
    """The same, made where it was not there."""
    folder = cache_folder()
    if folder is not None:
        with contextlib.suppress(OSError):
            folder.mkdir(mode=0o755, parents=True, exist_ok=True)
    return trusted_folder()


def is_ours(status: os.stat_result) -> bool:
    """Whether a file or folder belongs to the user or root, and nobody else may write to it."""
    return status.st_uid in (os.geteuid(), 0) and not status.st_mode & _WRITABLE


def _distrust(folder: Path) -> str:
    """Why the contents of a folder must not be run; empty when they may."""
    status = folder.stat()
    if status.st_uid not in (os.geteuid(), 0):
        return "it belongs to another user"
    if status.st_mode & _WRITABLE:
        return "others may write into it"
    for above in folder.resolve().parents:
        status = above.stat()
        if status.st_uid not in (os.geteuid(), 0):
            return f"{above} belongs to another user"
        if status.st_mode & stat.S_IWOTH and not status.st_mode & stat.S_ISVTX:
            return f"everybody may replace what is in {above}"
    return ""


@functools.cache
def _warn(text: str) -> None:
    warnings.warn(text, RuntimeWarning, stacklevel=2)


@contextlib.contextmanager
def locked(folder: Path | None, byte: int) -> Iterator[bool]:
    """Hold one byte of the lock file; False inside where that is not possible, or not within PATIENCE."""
    try:
        handle = _lock_file(folder)
    except OSError:
        yield False
        return
    try:
        yield _wait(handle, byte)
    finally:
        os.close(handle)


def _lock_file(folder: Path | None) -> int:
    if folder is None:
        raise OSError("no cache")
    return os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644)


def _wait(handle: int, byte: int) -> bool:
    """Lock a byte of an open file for this descriptor alone: threads of one process exclude each other too."""
    import fcntl

    request = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, byte, 1, 0)
    until = time.monotonic() + _patience[0]
    while True:
        try:
            fcntl.fcntl(handle, fcntl.F_OFD_SETLK, request)
            return True
        except (BlockingIOError, PermissionError):
            if time.monotonic() > until:
                _patience[0] = 0.0
                return False
            time.sleep(0.02)
        except OSError:  # a file system without locks
            return False


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all, also after a failure of power.

    Called under the lock of its kernel. The name of the part is fixed: what a killed process has left is written over.
    """
    part = path.with_name(path.name + ".part")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644)
    try:
        with open(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
