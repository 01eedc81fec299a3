"""An HDF5 file that has no seal, opened without waiting: one that a run is writing, or that a killed run has left.

Such a file bears the mark of its writer, and HDF5 opens it in its mode for readers of growing files (SWMR) only.
There a checksum that does not fit is taken for a write at work: HDF5 looks a hundred times and doubles the pause each
time, which is for ever. So the file is handed over with the mark taken away (byte 11 of the superblock; bytes 28 to 35,
the end of the file, and the checksum of the superblock follow); a checksum that does not fit is then an error at once,
and who reads a growing file looks again. Heaps of texts, which have no checksum, are looked at here (`heap_ends`).

References    HDF5 File Format Specification 3.0, II.A; Jenkins, lookup3.c (2006), hashlittle.
"""

from __future__ import annotations

import io
import os
import struct
from pathlib import Path
from typing import Any

SIGNATURE = b"\x89HDF\r\n\x1a\n"
SUPERBLOCK = 48
"""Bytes of the superblock, versions 2 and 3 with addresses of eight bytes."""
_MARK = 11
_HEAP = b"GCOL"


class CalmFile(io.RawIOBase):
    """The bytes of a file, without the mark of its writer."""

    def __init__(self, path: Path) -> None:
        self._file = open(path, "rb", buffering=0)
        self._head = _unmarked(self._file.read(SUPERBLOCK), os.fstat(self._file.fileno()).st_size)
        self._at = 0

    def readable(self) -> bool:
        """It is."""
        return True

    def seekable(self) -> bool:
        """It is."""
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        """As of any file."""
        self._at = self._file.seek(offset, whence)
        return self._at

    def tell(self) -> int:
        """As of any file."""
        return self._at

    def readinto(self, buffer: Any) -> int:
        """As of any file, but for the first bytes."""
        self._file.seek(self._at)
        count = self._file.readinto(buffer) or 0
        if count < len(memoryview(buffer).cast("B")):
            raise EOFError("the file ends before its contents")
        if self._at < len(self._head):
            known = self._head[self._at : self._at + count]
            memoryview(buffer).cast("B")[: len(known)] = known
        if not heap_ends(bytes(memoryview(buffer).cast("B")[:count])):
            raise EOFError("a heap of texts is damaged")
        self._at += count
        return count

    def close(self) -> None:
        """Close it."""
        self._file.close()
        super().close()


def heap_ends(data: bytes) -> bool:
    """False for a heap of texts in which HDF5 would go round for ever: they have no checksums.

    A heap is GCOL, version, its size, and objects: index (0: what is free), count, size; each follows the one before.

    >>> heap_ends(struct.pack("<4sIQHHIQ", b"GCOL", 1, 4096, 0, 0, 0, 4080)), heap_ends(b"anything else")
    (True, True)
    >>> heap_ends(struct.pack("<4sIQHHIQ", b"GCOL", 1, 4096, 0, 0, 0, 0))
    False
    """
    if not data.startswith(_HEAP) or len(data) < 16:
        return True
    at, size = 16, int.from_bytes(data[8:16], "little")
    while at + 16 <= min(size, len(data)):
        index, _, _, length = struct.unpack_from("<HHIQ", data, at)
        need = 16 + -(-length // 8) * 8 if index else length
        if need < 16 or at + need > size:
            return False
        at += need
    return True


def was_being_closed(path: Path) -> bool:
    """Whether a file bears the mark of a writer, which a closed one has lost, or ends where its superblock says."""
    with open(path, "rb") as file:
        head, size = file.read(SUPERBLOCK), os.fstat(file.fileno()).st_size
    if not head.startswith(SIGNATURE) or len(head) < SUPERBLOCK:
        return False
    return _unmarked(head, size) != head or struct.unpack("<Q", head[28:36])[0] == size


def _unmarked(head: bytes, size: int) -> bytes:
    """The superblock without the mark of a writer; as it is where it is not one of ours."""
    if len(head) < SUPERBLOCK or not head.startswith(SIGNATURE) or head[8] not in (2, 3) or head[9:11] != b"\x08\x08":
        return head
    content, (check,) = head[: SUPERBLOCK - 4], struct.unpack("<I", head[SUPERBLOCK - 4 :])
    if lookup3(content) != check or not content[_MARK]:
        return head  # damaged, which HDF5 will say; or without a mark
    content = content[:_MARK] + b"\0" + content[_MARK + 1 : 28] + struct.pack("<Q", size) + content[36:]
    return content + struct.pack("<I", lookup3(content))


def lookup3(data: bytes) -> int:
    """The checksum that HDF5 gives to its own data.

    >>> hex(lookup3(b"Four score and seven years ago"))
    '0x17770551'
    """
    a = b = c = (0xDEADBEEF + len(data)) & 0xFFFFFFFF
    while len(data) > 12:
        x, y, z = struct.unpack_from("<III", data)
        a, b, c = _mixed((a + x) & 0xFFFFFFFF, (b + y) & 0xFFFFFFFF, (c + z) & 0xFFFFFFFF)
        data = data[12:]
    if not data:
        return c
    x, y, z = struct.unpack("<III", data.ljust(12, b"\0"))
    return _last((a + x) & 0xFFFFFFFF, (b + y) & 0xFFFFFFFF, (c + z) & 0xFFFFFFFF)


def _turned(x: int, k: int) -> int:
    return ((x << k) | (x >> (32 - k))) & 0xFFFFFFFF


def _mixed(a: int, b: int, c: int) -> tuple[int, int, int]:
    for k in (4, 6, 8, 16, 19, 4):
        a = ((a - c) & 0xFFFFFFFF) ^ _turned(c, k)
        a, b, c = b, (c + b) & 0xFFFFFFFF, a
    return a, b, c


def _last(a: int, b: int, c: int) -> int:
    for k in (14, 11, 25, 16, 4, 14):
        a, b, c = b, ((c ^ b) - _turned(b, k)) & 0xFFFFFFFF, a
    return ((c ^ b) - _turned(b, 24)) & 0xFFFFFFFF
