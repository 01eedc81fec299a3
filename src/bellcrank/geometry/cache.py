"""Nets of files already read: arrays in the folder `solids` beside the compiled kernels, named after what they were
made of.

The name is a hash of the file's bytes, of what was asked for, and of the sources of this package: a new version
makes its own nets. A file holds arrays and plain text only (`.npz` without pickles), whole or not at all; a damaged
one is made again.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bellcrank.whole_files import write_whole

Arrays = dict[str, NDArray[Any]]


def key_of(data: bytes, *asked: object) -> str:
    """The name of a net."""
    told = "\0".join(map(str, (*asked, _sources())))
    return hashlib.sha256(hashlib.sha256(data).digest() + told.encode()).hexdigest()[:32]


def load(key: str) -> Arrays | None:
    """Arrays kept under a name, None where there are none or where they are damaged."""
    folder = _folder()
    if folder is None:
        return None
    try:
        with np.load(folder / f"{key}.npz", allow_pickle=False) as kept:
            return {name: kept[name] for name in kept.files}
    except Exception:  # whatever a damaged file leads to, it is made again
        return None


def save(key: str, arrays: Arrays) -> None:
    """Keep arrays; where the cache cannot be written, they are made again next time."""
    folder = _folder()
    if folder is None:
        return
    content = io.BytesIO()
    np.savez(content, **arrays)  # type: ignore[arg-type]
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o755, parents=True, exist_ok=True)
        write_whole(folder / f"{key}.npz", content.getvalue())


def _folder() -> Path | None:
    from bellcrank.kernel.cache import cache_folder

    kernels = cache_folder()
    return kernels.parent / "solids" if kernels is not None else None


@cache
def _sources() -> str:
    """A stamp of the sources of this package."""
    stamp = hashlib.sha256()
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        if not path.name.startswith("test_"):
            stamp.update(path.read_bytes())
    return stamp.hexdigest()[:16]
