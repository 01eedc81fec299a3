"""Which text a compiled kernel comes from.

Numba itself looks at the file of a function alone, and would run stale code after an edit of a helper in another file.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]

_IMPORT = re.compile(
    r"^[ \t]*from (bellcrank[\w.]*) import (\([^)]*\)|[^\n]*)|^[ \t]*import (bellcrank[\w.]*)", re.MULTILINE
)


@functools.cache
def _read(file: str) -> tuple[bytes, list[str]]:
    """The digest of a source file, and the files of the package its import statements name."""
    with open(file, "rb") as stream:
        content = stream.read()
    named: list[str] = []
    for module, names, plain in _IMPORT.findall(content.decode("utf-8")):
        base = "/".join([str(PACKAGE), *(module or plain).split(".")[1:]])
        places = [base, *(f"{base}/{word}" for word in re.findall(r"\w+", names))]
        named += [file for place in places for file in (f"{place}.py", f"{place}/__init__.py")]
    return hashlib.sha256(content).digest(), [file for file in named if _exists(file)]


_exists = functools.cache(os.path.isfile)


@functools.cache
def sources(file: str) -> frozenset[str]:
    """A source file and every file of the package it imports, directly or through others."""
    seen: set[str] = set()
    todo = [file]
    while todo:
        file = todo.pop()
        if file not in seen:
            seen.add(file)
            todo += _read(file)[1]
    return frozenset(seen)


@functools.cache
def stamp(file: str) -> str:
    """A digest of a source file and all it imports: when any of them changes, its kernels are compiled again."""
    digest = hashlib.sha256()
    for source in sorted(sources(file)):
        digest.update(source.encode() + _read(source)[0])
    return digest.hexdigest()
