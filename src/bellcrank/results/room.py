"""Room on the disk, taken before it is needed.

HDF5 does not survive a failed write: its caches stay dirty and closing the file can end the process. So the space for
the next block is reserved first with a plain call of the operating system, which fails cleanly, and HDF5 then writes
into space that exists. (A file longer than its contents is allowed; closing cuts it.)
"""

from __future__ import annotations

import errno
import os
from pathlib import Path


def reserve(descriptor: int, path: Path, used: int, more: int) -> None:
    """Raise OSError unless the open file can grow from `used` by `more` bytes."""
    if os.fstat(descriptor).st_size < used + more:
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
