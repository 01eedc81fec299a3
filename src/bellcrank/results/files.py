"""Reading and writing result files: the suffix decides the format, formats register themselves.

A format is one file in `results/formats`. Whatever goes wrong with a file becomes one ResultsError that names it. A
file is written beside its final place and moved there when complete, so a failure never damages what was there before.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial as with_arguments
from pathlib import Path
from typing import IO, Any

from ..errors import Message, Place, ResultsError
from ..registry import FORMATS, load_all
from ..whole_files import whole
from .results import Results

Channels = Iterable[str] | None
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


@dataclass(frozen=True)
class Format:
    """How results become a file and back.

    read(path, channels, partial) -> Results: `channels` limits what is kept in memory (names or patterns, None for
        all); `partial` accepts a damaged file up to the damage.
    write(results, path, **options): None where the format can only be read.
    """

    what: str
    read: Callable[[Path, Channels, bool], Results] | None
    write: Callable[..., None] | None


def formats() -> dict[str, Format]:
    """All formats by suffix."""
    from . import formats as folder

    load_all(folder)
    return FORMATS


def load(path: str | Path, channels: Channels = None, *, partial: bool = False) -> Results:
    """Read a result file of any format.

    channels: names or patterns ("PART_2.*") of what is needed; big files are then read without filling the memory
    partial:  take the whole rows of a damaged file instead of refusing it
    """
    path = Path(path)
    reader = _format_of(path, "read").read
    assert reader is not None
    try:
        return _printable(reader(path, channels, partial))
    except OSError as error:
        raise file_error(path, "cannot be read", error) from error


def _printable(run: Results) -> Results:
    """Names of strangers go to terminals, which carry out control characters: blanks stand for them."""
    blank = with_arguments(_CONTROL.sub, " ")
    for key in ("title", "end_reason"):
        if isinstance(run.attrs.get(key), str):
            run.attrs[key] = blank(run.attrs[key])
    texts = ("".join((e.name, e.type, *e.components, *e.units)) for e in run.entities)
    if not any(map(_CONTROL.search, texts)):
        return run
    calm = [
        replace(e, name=blank(e.name), type=blank(e.type), components=tuple(map(blank, e.components)),
                units=tuple(map(blank, e.units)))
        for e in run.entities
    ]  # fmt: skip
    return Results(calm, run.rows, run.attrs, run.segments)


def save(results: Results, path: str | Path, **options: Any) -> Path:
    """Write results in the format of the suffix; an existing file is replaced only when the new one is complete."""
    path = Path(path)
    writer = _format_of(path, "write").write
    assert writer is not None
    with replacing(path) as temporary:
        writer(results, temporary, **options)
    return path


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A place to write to; it becomes `path` on success and vanishes on failure (see `whole_files`)."""
    try:
        with whole(path) as place:
            yield place
    except OSError as error:
        raise file_error(path, "cannot be written", error) from error


@contextlib.contextmanager
def text_file(path: Path) -> Iterator[IO[str]]:
    """An open text file for writing, with line feeds only."""
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        yield file


def file_error(path: Path, what: str, error: OSError) -> ResultsError:
    """One message for whatever the operating system or HDF5 said."""
    why = error.strerror or str(error).splitlines()[0]
    cures = {
        FileNotFoundError: "check the path"
        if path.parent.is_dir()
        else f"the folder {path.parent} does not exist; create it",
        PermissionError: "choose a folder you may write to, or change its permissions",
        IsADirectoryError: "name a file, not a folder",
    }
    cure = cures.get(type(error), "")
    if "write" in what or "written" in what:
        cure = cure or "make room or choose another folder; files written before are as they were"
    return ResultsError(Message("error", "E903", f"{path} {what}", Place(str(path), 1), why=why, cure=cure))


def damaged(path: Path, line: int, what: str, why: str = "", cure: str = "") -> ResultsError:
    """The file is there but is not what its suffix says."""
    return ResultsError(Message("error", "E904", what, Place(str(path), line), why=why, cure=cure))


def first_line(error: BaseException) -> str:
    """What an exception says, in one line."""
    return (str(error).splitlines() or [""])[0].strip()[:200] or type(error).__name__


def read_text(path: Path) -> str:
    """The text of a file of unknown origin: UTF-8, or Latin-1 where it is not."""
    raw = path.read_bytes()
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _format_of(path: Path, direction: str) -> Format:
    table = formats()
    found = table.get(path.suffix.lower())
    if found is not None and getattr(found, direction) is not None:
        return found
    able = " ".join(sorted(s for s, f in table.items() if getattr(f, direction) is not None))
    problem = (
        f"a result file cannot be {'read from' if direction == 'read' else 'written as'} {path.suffix or path.name!r}"
    )
    raise ResultsError(Message("error", "E905", problem, Place(str(path), 1), cure=f"use one of {able}"))
