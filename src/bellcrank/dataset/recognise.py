"""What a file is that is no dataset: by its first bytes, or the first words of its text.

A dataset has no mark of its own (its first line is a title), so files of other kinds are recognised by theirs, and
what the file is, and what to do with it, is said instead of a model with nothing in it.
"""

from __future__ import annotations

import re

RESULTS = "look at it with bellcrank table, plot, view or compare."
BYTES: tuple[tuple[bytes, str, str], ...] = (
    (b"\x89HDF\r\n", "a result file (HDF5)", RESULTS),
    (b"PAR1", "a result file (Parquet)", RESULTS),
    (b"PK\x03\x04", "a packed folder (zip)", "unpack it, and give the dataset (.adm) in it."),
    (b"\x1f\x8b", "a packed file (gzip)", "unpack it first."),
    (b"%PDF", "a PDF document", "give a dataset (.adm)."),
)
"""First bytes, what it is, what to do."""
TEXTS: tuple[tuple[str, str, str], ...] = (
    (r"\s*A\.G8\s", "a graphics file of Adams (.gra)", RESULTS),
    (r"\s*A\.R3\s", "a request file of Adams (.req)", RESULTS),
    (r"\s*(<\?xml[^>]*>\s*)?<Results\b", "a result file of Adams (.res)", RESULTS),
    (r"\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*<robot\b", "a robot description (URDF)", "name it with the ending .urdf."),
    (r"\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*<mujoco\b", "a MuJoCo model (MJCF)", "name it with the ending .xml."),
    (r"\s*<(!DOCTYPE html|html)\b", "a web page", "give a dataset (.adm)."),
    (r"\s*<\?xml", "an XML file", "give a dataset (.adm)."),
    (r"\s*ISO-10303-21", "a STEP file", "give a dataset (.adm)."),
    (r"\*\*ABCDEFGHIJKLMNOPQRSTUVWXYZ", "a Parasolid file", "give the dataset (.adm) that names it."),
    (r"\s*solid\b[^\n]*\n\s*facet\b", "a mesh (STL)", "give a dataset (.adm)."),
    (r"\s*[{\[]\s*[\"{\[]", "a JSON file", "give a dataset (.adm)."),
    (r"[^\n]*\n?\s*file\s*/\s*(model|command)\b", "a command file of Adams", "name it with the ending .acf."),
)
"""Pattern at the beginning, what it is, what to do."""


def recognise_bytes(data: bytes) -> tuple[str, str] | None:
    """What a file is and what to do with it, from its first bytes; None where they are no known mark."""
    return next(((what, cure) for mark, what, cure in BYTES if data.startswith(mark)), None)


def recognise_text(text: str) -> tuple[str, str] | None:
    """The same from its text; None for what may be a dataset."""
    start = text[:4000]
    return next(((what, cure) for mark, what, cure in TEXTS if re.match(mark, start, re.I | re.S)), None)
