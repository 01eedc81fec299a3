"""Which text a compiled kernel comes from.

Numba itself looks at the file of a function alone, and would run stale code after an edit of a helper in another file.
A kernel of this package depends on the package's files that its own file imports, directly or through others. A kernel
of a user depends on whatever its names stand for: helpers with their files, and the numbers and arrays outside of them,
which are compiled in (`stamp_of`). Where one of these is of unknown kind, the kernel has no stamp and is not kept.

The text is the one that this process has imported. A file of the package that was changed later (an update, another
branch, an editor), or one of a user that no longer holds the function, gives no stamp: a kernel of the new text would
be called by modules of the old one, or one of the old text be kept as if it were of the new.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import time
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parents[1]
_INSIDE = f"{PACKAGE}{os.sep}"
BEGAN = time.time()
"""When this process began to import the package."""

_IMPORT = re.compile(
    r"^[ \t]*from (bellcrank[\w.]*) import (\([^)]*\)|[^\n]*)|^[ \t]*import (bellcrank[\w.]*)", re.MULTILINE
)

_FOR_TYPES = re.compile(r"^([ \t]*)if TYPE_CHECKING:\n(?:\1[ \t]+[^\n]*\n|[ \t]*\n)+", re.MULTILINE)
"""Imports that only a type checker reads; no code comes from them."""


class _Unknown(Exception):
    """A thing of which compiled code may depend in a way that is not known here."""


@functools.cache
def _read(file: str) -> tuple[bytes, list[str]]:
    """The digest of a source file, and the files of the package its import statements name."""
    with open(file, "rb") as stream:
        content = stream.read()
        if _ours(file) and os.fstat(stream.fileno()).st_ctime > BEGAN:
            raise _Unknown(file)
    named: list[str] = []
    for module, names, plain in _IMPORT.findall(_FOR_TYPES.sub("", content.decode("utf-8"))):
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


@functools.cache
def stamp_of(function: Callable[..., Any]) -> str | None:
    """A digest of all that a kernel is compiled from; None where that is not known."""
    file = os.path.realpath(function.__code__.co_filename)  # type: ignore[attr-defined]
    try:
        if _ours(file):
            return stamp(file)
        digest = hashlib.sha256()
        for text in _Reach().things(function):
            digest.update(text.encode() + b"\0")
        return digest.hexdigest()
    except (OSError, SyntaxError, ValueError, _Unknown):
        return None


def _ours(file: str) -> bool:
    return file.startswith(_INSIDE)


@functools.cache
def _codes(file: str) -> list[types.CodeType]:
    """The functions in a source file as it is now."""
    with open(file, "rb") as stream:
        todo = [compile(stream.read(), file, "exec", dont_inherit=True)]
    for code in todo:
        todo += [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]
    return todo


def _same(one: Any, other: Any) -> bool:
    """Whether two constants of functions, functions themselves too, are the same."""
    if not isinstance(one, types.CodeType) or not isinstance(other, types.CodeType):
        return type(one) is type(other) and repr(one) == repr(other)
    parts = ("co_qualname", "co_code", "co_names", "co_varnames", "co_freevars")
    return (
        all(getattr(one, part) == getattr(other, part) for part in parts)
        and len(one.co_consts) == len(other.co_consts)
        and all(map(_same, one.co_consts, other.co_consts))
    )


class _Reach:
    """Everything a user's kernel refers to, as texts, each thing once."""

    def __init__(self) -> None:
        self.seen: dict[int, Any] = {}

    def things(self, value: Any) -> Iterator[str]:
        """What is compiled in of one thing."""
        if isinstance(value, int | float | complex | str | bytes | None):
            yield f"{type(value).__name__} {value!r}"
            return
        if id(value) in self.seen:
            return
        self.seen[id(value)] = value
        value = getattr(value, "py_func", value)  # of a kernel, or of a function that Numba compiles
        if isinstance(value, types.FunctionType):
            yield from self._function(value)
        elif isinstance(value, tuple | list):
            for item in value:
                yield from self.things(item)
        elif isinstance(value, types.ModuleType):
            yield f"module {value.__name__}"
        elif isinstance(value, types.BuiltinFunctionType | type):
            yield f"{value.__module__}.{value.__qualname__}"
            yield from self._file_of(value.__module__)
        elif hasattr(value, "tobytes"):  # of NumPy
            yield f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
        elif type(value).__module__.startswith("bellcrank."):
            yield type(value).__qualname__
            yield from self._file_of(type(value).__module__)
            yield from self.things(sorted(vars(value).items()))
        elif type(value).__module__ == "numpy":
            yield str(value)  # a ufunc
        else:
            raise _Unknown(value)

    def _function(self, function: types.FunctionType) -> Iterator[str]:
        file = os.path.realpath(function.__code__.co_filename)
        if _ours(file):
            yield stamp(file)
            return
        if not any(_same(function.__code__, code) for code in _codes(file)):
            raise _Unknown(function)
        yield f"{function.__qualname__} {_read(file)[0].hex()}"
        yield from self.things(function.__defaults__ or ())
        names = _names(function.__code__)
        for name in names:
            if name in function.__globals__:
                value = function.__globals__[name]
                yield name
                yield from self.things(value)
                if isinstance(value, types.ModuleType):
                    for inner in names:  # helpers.factor
                        yield from self.things(getattr(value, inner, None))

    def _file_of(self, module: str) -> Iterator[str]:
        import sys

        file = getattr(sys.modules.get(module), "__file__", None)
        if file and file.endswith(".py"):
            yield stamp(os.path.realpath(file)) if _ours(os.path.realpath(file)) else _read(file)[0].hex()


def _names(code: types.CodeType) -> list[str]:
    """Names of globals and attributes in a function and in those inside of it."""
    inner = [name for constant in code.co_consts if isinstance(constant, types.CodeType) for name in _names(constant)]
    return sorted({*code.co_names, *inner})
