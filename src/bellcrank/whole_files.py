"""Files that are there whole or not at all: `with whole(path) as place:` writes `place`, which becomes `path`.

Until then it is a file without a name in the folder of `path` (O_TMPFILE of Linux): a process that is killed, a disk
that is full and an error in between leave what was there before, and nothing else. Where there are no such files it is
a hidden file beside; an error removes it, and the next writer does so after a process that was killed. (An old file is
replaced by way of a hidden name too, for the moment between two system calls: the system has no other way. Should the
folder be closed in this moment, its owner opens it to remove the hidden name, and closes it again.) Contents are on the
disk before the name is given. An old file lends its permissions; a link is followed; what is no file (a
pipe, /dev/null) is written to as it is.
"""

from __future__ import annotations

import contextlib
import errno
import glob
import os
import stat
from collections.abc import Iterator
from pathlib import Path

_NOT_THERE = (errno.EOPNOTSUPP, errno.EISDIR, errno.ENOENT, errno.EINVAL, errno.ENOSYS)


@contextlib.contextmanager
def whole(path: str | Path) -> Iterator[Path]:
    """A place to write to; its suffix is not that of `path`. Raises OSError where the file cannot be written."""
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        yield target
        return
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    handle, hidden = _begin(target)
    try:
        yield hidden or Path(f"/proc/self/fd/{handle}")
        _like_before(handle, target)
        os.fsync(handle)
        name(handle, target, hidden)
    except BaseException:
        if hidden is not None:
            _remove(hidden)
        raise
    finally:
        os.close(handle)


def too_long(name: str) -> bool:
    """Whether no file can have this name: there are 255 bytes between slashes, and 4095 in all with the folder."""
    parts = [part.encode("utf-8", "surrogatepass") for part in name.split("/")]
    return any(len(part) > 255 for part in parts) or sum(map(len, parts)) > 2000


def write_whole(path: str | Path, content: bytes) -> None:
    """Write a file at once."""
    with whole(path) as place:
        place.write_bytes(content)


def name(handle: int, target: Path, hidden: Path | None = None) -> None:
    """Give an open file without a name (or with a hidden one) its name, in the place of an old file."""
    if hidden is None:
        place = f"/proc/self/fd/{handle}"
        with contextlib.suppress(FileExistsError):
            _link(place, target)
            _to_disk(target.parent)
            return
        hidden = _beside(target)
        hidden.unlink(missing_ok=True)
        _link(place, hidden)
    try:
        os.replace(hidden, target)
    except BaseException:
        _remove(hidden)
        raise
    _to_disk(target.parent)


def _link(place: str, target: Path) -> None:
    """A name for what a link of /proc points to; only with a folder Python asks the system to follow the link."""
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.link(place, target, src_dir_fd=folder, follow_symlinks=True)
    finally:
        os.close(folder)


def _begin(target: Path) -> tuple[int, Path | None]:
    """A new open file, and its hidden name where it has one."""
    _sweep(target)
    if hasattr(os, "O_TMPFILE") and os.path.isdir("/proc/self/fd"):
        try:
            return os.open(target.parent, os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o666), None
        except OSError as error:
            if error.errno not in _NOT_THERE or not target.parent.is_dir():
                raise
    hidden = _beside(target)
    return os.open(hidden, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666), hidden


def _remove(hidden: Path) -> None:
    """Remove a hidden file, also where nobody may write into its folder any more and the folder is our own."""
    try:
        hidden.unlink(missing_ok=True)
    except PermissionError:
        folder = hidden.parent
        with contextlib.suppress(OSError):
            mode = stat.S_IMODE(folder.stat().st_mode)
            folder.chmod(mode | stat.S_IRWXU)
            try:
                hidden.unlink(missing_ok=True)
            finally:
                folder.chmod(mode)


def _sweep(target: Path) -> None:
    """Remove the hidden file of a process that was killed between giving it that name and the final one."""
    for other in target.parent.glob(f".{glob.escape(target.name)}-*"):
        number = other.name.rpartition("-")[2]
        if number.isdigit() and not os.path.exists(f"/proc/{number}") and os.path.isdir("/proc/self"):
            with contextlib.suppress(OSError):
                other.unlink()


def _beside(target: Path) -> Path:
    return target.with_name(f".{target.name}-{os.getpid()}")


def _like_before(handle: int, target: Path) -> None:
    """Permissions, and where possible owner, of the file that is replaced."""
    with contextlib.suppress(OSError):
        old = target.stat()
        os.fchmod(handle, stat.S_IMODE(old.st_mode))
        if (old.st_uid, old.st_gid) != (os.geteuid(), os.getegid()):
            os.fchown(handle, old.st_uid, old.st_gid)


def _to_disk(folder: Path) -> None:
    """The name itself is on the disk afterwards; not every file system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
