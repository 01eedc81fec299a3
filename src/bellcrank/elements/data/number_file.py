"""Tables of numbers in text files beside the dataset, for MATRIX and SPLINE.

A row is a line of numbers with blanks, tabs, commas or semicolons between them; `!`, `#`, `$` begin a comment. Lines
`[NAME]` begin a block; in a block, lines that hold no number (titles, units, {x y}) are passed over.
Only files in the folder of the dataset or below are read (`geometry/places.py`), and nothing in them is executed.
"""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import Any

from bellcrank.errors import ModelError
from bellcrank.geometry.places import allow_outside, beside

LARGEST = 100_000_000
"""Bytes; a larger file is no table that a dataset means."""
OTHERS = {"ADAMSMAT": "ADAMSMAT", "MATRIXx": "FSAVE of MATRIXx", "MATSAVE": "MATSAVE of MATRIXx"}
"""How files of other forms begin."""
CURE = "write the numbers as a table, a line for each row."


def rows_of(element: Any, model: Any, name: str, block: str = "") -> list[list[float]]:
    """The rows of numbers in a file that an element names; ModelError where it cannot be read."""
    text = text_of(element, model, name)
    begin = text.lstrip("\ufeff \n\r\t")
    for mark, form in OTHERS.items():
        if begin.startswith(mark):
            raise _wrong(element, f"{name} is in the form {form}, which is not read.", CURE)
    return _rows(element, name, text, block)


def text_of(element: Any, model: Any, name: str) -> str:
    """The text of a file beside the dataset; ModelError where it cannot be read."""
    return _text(element, path_of(model, name))


def path_of(model: Any, name: str) -> Path:
    """Where a file that an element names is; refused outside of the folder of the dataset."""
    with allow_outside() if getattr(model, "allow_outside", False) else contextlib.nullcontext():
        return beside(getattr(model, "file", ""), name)


def _text(element: Any, path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST:
            raise _wrong(element, f"{path.name} is larger than 100 MB.", "give a smaller table.")
        data = path.read_bytes()
    except OSError as error:
        why = error.strerror or "it cannot be read"
        raise _wrong(element, f"{path.name}: {why}.", "put the file beside the dataset, or correct FILE.") from None
    if b"\0" in data[:4096]:
        raise _wrong(element, f"{path.name} is no text file.", CURE)
    return data.decode("latin-1")


def _rows(element: Any, name: str, text: str, block: str) -> list[list[float]]:
    found: list[list[float]] = []
    blocks, inside, seen = "[" in text and re.search(r"^\s*\[", text, re.M) is not None, not block, False
    for number, line in enumerate(text.splitlines(), start=1):
        words = [word for word in re.split(r"[\s,;]+", re.split(r"[!#$]", line)[0].strip()) if word]
        if words and words[0].startswith("["):
            title = line.strip().strip("[]").strip()
            inside = title.lower() == block.lower() if block else True
            seen = seen or (bool(block) and inside)
        elif words and inside:
            try:
                found.append([float(re.sub(r"[dD]", "e", word)) for word in words])
            except ValueError:
                if not blocks:
                    raise _wrong(
                        element, f"{name}, line {number}: {line.strip()!r} is no row of numbers.", CURE
                    ) from None
    if block and not seen:
        raise _wrong(element, f"{name} has no block [{block}].", "correct BLOCK.")
    if not found:
        raise _wrong(element, f"{name} has no numbers.", CURE)
    return found


def _wrong(element: Any, what: str, cure: str) -> ModelError:
    return ModelError(element.message("E509", what, cure=cure, at="file"))
