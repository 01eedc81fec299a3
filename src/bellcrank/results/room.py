"""Room on the disk, taken before it is needed.

HDF5 does not survive a failed write: its caches stay dirty and closing the file can end the process. So the space for
the next block is reserved first with a plain call of the operating system, which fails cleanly, and HDF5 then writes
into space that exists. (A file longer than its contents is allowed; closing cuts it.)
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Sequence
from pathlib import Path

from ..errors import Message, ResultsError
from .entity import Entity


def require_room(path: Path | None, rows: int, entities: Sequence[Entity]) -> None:
    """ResultsError where the rows of a run will not fit on the disk, or without a file into the memory."""
    needed = 8 * rows * (1 + sum(len(e.components) for e in entities))
    try:
        if path is not None:
            disk = os.statvfs(path.parent)
            there, where = disk.f_bavail * disk.f_frsize, f"the disk of {path.parent} has"
        else:
            there, where = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"), "the memory has"
    except (OSError, ValueError, AttributeError):
        return
    if needed > there:
        what = f"{rows} rows of results need {needed / 1e9:.0f} GB; {where} {there / 1e9:.0f} GB."
        cure = "ask for fewer outputs (STEPS, DTOUT) or fewer requests."
        raise ResultsError(Message("error", "E903", what, cure=cure))


def reserve(descriptor: int, path: Path, used: int, more: int, ahead: int = 0) -> None:
    """Raise OSError unless the open file can grow from `used` by `more` bytes; by `ahead` where there is room."""
    if os.fstat(descriptor).st_size >= used + more:
        return
    if ahead > more:
        with contextlib.suppress(OSError):
            _allocate(descriptor, path, used, ahead)
            return
    _allocate(descriptor, path, used, more)


def _allocate(descriptor: int, path: Path, start: int, size: int) -> None:
    if hasattr(os, "posix_fallocate"):
        try:
            os.posix_fallocate(descriptor, start, size)
            return
        except OSError as error:
            if error.errno not in (errno.EOPNOTSUPP, errno.EINVAL, errno.ENOSYS):
                raise
    disk = os.fstatvfs(descriptor)
    if disk.f_bavail * disk.f_frsize < size:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
