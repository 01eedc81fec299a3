"""The files of a run: where a command file finds what it names, and what is written at the end."""

from __future__ import annotations

import glob
import os
import re
from pathlib import Path
from typing import Any

from bellcrank.dataset.files import inside
from bellcrank.errors import Message, ModelError, Place
from bellcrank.model.commands import outside
from bellcrank.results import Results

_DRIVE = re.compile(r"[A-Za-z]:/|//")


def locate(
    name: str, folder: Path, suffix: str, place: Place | None = None, allow_outside: bool = False
) -> tuple[Path, Message | None]:
    """The file that a command in `folder` names, with or without suffix, and a warning when it was found elsewhere.

    A path of another machine (`C:\\models\\crank`) is reduced to its last part; capitals do not matter. A file
    outside of the folder is refused, unless that is allowed.
    """
    text = name.strip().strip("\"'").replace("\\", "/")
    path = Path(text if text.lower().endswith(suffix) else text + suffix)
    foreign = _DRIVE.match(text) is not None or (path.is_absolute() and not os.path.exists(path))
    wanted = folder / (path.name if foreign else path)
    found = wanted if os.path.exists(wanted) else _in_other_letters(wanted)
    if not allow_outside and inside(folder, os.path.abspath(found)) is None:
        raise ModelError(outside(name.strip(), place))
    if found == wanted and not foreign:
        return found, None
    why = "The path is of another machine." if foreign else "The letters differ in their case."
    what = f"{name.strip()} is taken to be {found}."
    return found, Message("warning", "W501", what, place, why=why, cure="write the name of the file as it is here.")


def _in_other_letters(path: Path) -> Path:
    """The one file whose name differs in capitals only; the path itself when there is none."""
    if not path.parent.is_dir():
        return path
    same = [other for other in path.parent.iterdir() if other.name.lower() == path.name.lower()]
    return same[0] if len(same) == 1 else path


def file_stem(text: str, folder: Path, allow_outside: bool = False) -> tuple[str, Message | None]:
    """A prefix of output files in a folder, and a warning where the one given leads out of it.

    `C:\\runs\\a` is `a`; so is `../../a`, unless writing elsewhere is allowed.
    """
    text = text.strip().strip("\"'").replace("\\", "/").replace("\0", "")
    last = text.rpartition("/")[2]
    if _DRIVE.match(text):
        return last, None
    if allow_outside or inside(folder, text) is not None:
        return text, None
    return last, Message(
        "warning",
        "W501",
        f"The output files {text} are written as {last} into {folder}.",
        why="A command file writes into the folder of the output only, unless you say otherwise.",
        cure="choose the folder with --out, or allow it with --allow-outside.",
    )


def refuse_links(stem: Path, folder: Path, allow_outside: bool = False) -> Path:
    """The stem of output files; ModelError where one of them is a link that leads out of the folder of the output."""
    if allow_outside or not stem.parent.is_dir():
        return stem
    home = os.path.realpath(folder)
    for path in sorted(stem.parent.glob(f"{glob.escape(stem.name)}*")):
        if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(home):
            what = f"{path} is a link to {os.path.realpath(path)}, outside of the folder of the output."
            cure = "remove the link, choose another folder with --out, or allow it with --allow-outside."
            raise ModelError(Message("error", "E903", what, cure=cure))
    return stem


def wanted_suffixes(model: Any, everything: bool) -> list[str]:
    """The files in Adams' formats that OUTPUT and RESULTS ask for."""
    output = model.settings("OUTPUT")
    asked = {
        ".req": output.reqsave,
        ".gra": output.grsave,
        ".res": model.single("RESULTS") is not None,
        ".out": output.given.get("printing") == "PRINT",
    }
    return [suffix for suffix, yes in asked.items() if yes or everything]


def write_files(results: Results, model: Any, stem: Path, everything: bool) -> list[Path]:
    """Write what OUTPUT and RESULTS ask for beside the .h5 file."""
    written = []
    for suffix in wanted_suffixes(model, everything):
        path = stem.with_name(stem.name + suffix)
        results.save(path, **({"model": model} if suffix == ".gra" else {}))
        written.append(path)
    return written
