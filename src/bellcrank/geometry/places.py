"""Where the file lies that a dataset names.

Files come from strangers: a dataset may name any path. Only what lies in the folder of the dataset or below is read,
symbolic links followed. Datasets of other machines name absolute paths (C:\\models\\arm.xmt_txt): then the file of
that name beside the dataset is meant. `allow_outside` lifts the limit for one block of code. A model without
a file lives in the working folder.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path, PurePosixPath

from bellcrank.errors import Message, ModelError
from bellcrank.whole_files import too_long

_outside: ContextVar[bool] = ContextVar("files outside of the dataset's folder may be read", default=False)


@contextmanager
def allow_outside(allowed: bool = True) -> Iterator[None]:
    """Files outside of the dataset's folder may be read inside this block."""
    token = _outside.set(allowed)
    try:
        yield
    finally:
        _outside.reset(token)


def beside(dataset: str, name: str) -> Path:
    """The path of a file that a dataset names; ModelError (E120) where it must not be read."""
    folder = (Path(dataset).parent if dataset else Path()).resolve()
    plain = name.strip().strip("\"'").replace("\\", "/")
    far = plain.startswith("/") or plain[1:2] == ":" or "\0" in plain
    if not plain or "\0" in plain or too_long(plain):
        raise _refused(f"{name!r} is no file name.", "correct FILE.")
    path = (folder / plain).resolve() if not far else folder / PurePosixPath(plain).name
    if path.is_relative_to(folder) and (os.path.exists(path) or not _outside.get()):
        found = _any_case(path).resolve()
        if os.path.exists(found) and not found.is_file():
            raise _refused(f"{plain} is no file, but a folder, a pipe or a device.", "correct FILE.")
        if found.is_relative_to(folder) or _outside.get():
            return found
    elif _outside.get():
        return Path(plain) if far else path
    raise _refused(
        f"{plain} lies outside of the folder of the dataset.",
        "put the file beside the dataset, or allow it (--allow-outside).",
    )


def _any_case(path: Path) -> Path:
    """The path, or one that differs in small and capital letters only: other systems do not tell them apart."""
    if os.path.exists(path) or not path.parent.is_dir():
        return path
    same = [other for other in path.parent.iterdir() if other.name.lower() == path.name.lower()]
    return sorted(same)[0] if same else path


def _refused(what: str, cure: str) -> ModelError:
    return ModelError(Message("error", "E120", what, cure=cure))
