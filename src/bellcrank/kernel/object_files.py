"""Compiled kernels as object files: a run whose kernels are all in the cache never imports Numba.

Importing Numba with its typing tables takes 0.6 s; LLVM links an object file in less than a millisecond. A file holds

    MAGIC digest newline                       digest: SHA-256 of all that follows
    stamp entry helper helper ... newline      stamp: of the sources, `sources.stamp_of`
    object code                                entry: the symbol to be called; helpers: C functions of Numba it calls

and belongs to one kernel, signature and machine (`machine.key`); when the sources change, it is written again. A file
that is damaged, cut, another user's or stale counts as not there. Used on Linux only.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bellcrank.kernel import cache, machine
from bellcrank.kernel.sources import stamp_of

MAGIC = b"bellcrank-kernel-2 "
_HEAD = len(MAGIC) + 64 + 1
_linked: list[Any] = []
"""LLVM unloads a library when nobody holds it any more."""


class Content(NamedTuple):
    """What a file holds."""

    entry: str
    helpers: list[str]
    code: bytes


class ObjectFile:
    """The place of a compiled kernel in the cache."""

    def __init__(self, function: Callable[..., Any], signature: str) -> None:
        source = os.path.realpath(function.__code__.co_filename)
        key = "\n".join((source, function.__qualname__, signature, *machine.key()))
        which = hashlib.sha256(key.encode()).hexdigest()[:16]
        self.name = f"{Path(source).stem}.{function.__name__}-{which}.o"
        self.byte = int(which, 16) >> 2  # of the lock file; its length is a signed number
        self.stamp = stamp_of(function)

    @property
    def path(self) -> Path | None:
        """The file, None where no cache can be used or what the kernel depends on is not known."""
        folder = cache.trusted_folder() if self.stamp else None
        return None if folder is None else folder / self.name

    def is_there(self) -> bool:
        """Whether the kernel is in the cache as its sources are now; its code is looked at by `load`."""
        return self._read(_HEAD + len(self.stamp or "")).endswith(b"\n" + (self.stamp or "-").encode())

    def load(self) -> int:
        """The address of the kernel, or 0 when it must be compiled."""
        content = self._content()
        if content is None:
            return 0
        try:
            return _link(content)
        except (RuntimeError, LookupError, ImportError):  # another LLVM or Numba: compile
            return 0

    @contextlib.contextmanager
    def lock(self) -> Iterator[bool]:
        """Inside, no other process compiles this kernel (True), or it cannot be kept (False)."""
        with cache.locked(cache.made_folder() if self.stamp else None, self.byte) as mine:
            yield mine

    def save(self, compiled: Any) -> None:
        """Keep a C callback of Numba (under the lock); where that cannot be done, the next run compiles again."""
        library = compiled._library
        outside = [f.name for f in library._final_module.functions if f.is_declaration]
        helpers = [name for name in outside if name.startswith("numba_")]
        text = " ".join([self.stamp or "", compiled.native_name, *helpers]) + "\n"
        body = text.encode("ascii") + library._get_compiled_object()
        with contextlib.suppress(OSError):
            if self.path is not None:
                digest = hashlib.sha256(body).hexdigest().encode("ascii")
                cache.write_whole(self.path, MAGIC + digest + b"\n" + body)

    def _read(self, most: int = -1) -> bytes:
        """The first bytes of the file; none where it is not there or is another user's."""
        try:
            path = self.path
            if path is None:
                return b""
            with open(os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW), "rb") as file:
                return file.read(most) if cache.is_ours(os.fstat(file.fileno())) else b""
        except OSError:
            return b""

    def _content(self) -> Content | None:
        """What the file holds; None when it is not whole or not of these sources."""
        whole = self._read()
        head, body = whole[: _HEAD - 1], whole[_HEAD:]
        if head != MAGIC + hashlib.sha256(body).hexdigest().encode("ascii"):
            return None
        header, _, code = body.partition(b"\n")
        stamp, _, names = header.decode("ascii", "replace").partition(" ")
        entry, *helpers = names.split() or [""]
        return Content(entry, helpers, code) if stamp == self.stamp and entry and code else None


@functools.cache
def _linker() -> Any:
    from llvmlite import binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.create_lljit_compiler()


@functools.cache
def _helpers() -> dict[str, int]:
    """Addresses of the C functions with which a kernel tells an error."""
    return {f"numba_{name}": address for name, address in machine.part_of_numba("_helperlib").c_helpers.items()}


def _link(content: Content) -> int:
    """Load object code into this process; returns the address of its entry."""
    from llvmlite.binding import JITLibraryBuilder

    builder = JITLibraryBuilder().add_object_img(content.code).add_current_process().export_symbol(content.entry)
    for name in content.helpers:
        builder.import_symbol(name, _helpers()[name])
    _linked.append(builder.link(_linker(), f"kernel {len(_linked)}"))
    return int(_linked[-1][content.entry])
