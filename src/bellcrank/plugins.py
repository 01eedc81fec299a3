"""Plug-ins: elements, functions, rules and formats of other installed packages.

A package names its modules in its pyproject.toml under the folder of ours that they belong to:

    [project.entry-points."bellcrank.elements"]
    slot = "my_package.slot"

`registry.load_all(bellcrank.elements)` then imports them after our own; what they register is there in Python and on
the command line. Groups: bellcrank.elements, bellcrank.functions, bellcrank.model.checks, bellcrank.importers,
bellcrank.results.formats. Only installed packages are looked at (site-packages, dist-packages), never the working
folder: a dataset from a stranger may lie beside anything. The entry points are read directly, 2 ms where
importlib.metadata takes 20.
"""

from __future__ import annotations

import functools
import importlib
import os
import sys
import warnings
from pathlib import Path

INSTALLED = ("site-packages", "dist-packages")


def load_plugins(group: str) -> None:
    """Import the modules that installed packages name for a group; one that fails is told, and left out."""
    for name, module, package in plugins(tuple(sys.path)).get(group, ()):
        try:
            importlib.import_module(module)
        except Exception as error:  # whatever a stranger's module raises must not stop the program
            text = f"The plug-in {name} of {package} cannot be loaded: {type(error).__name__}: {error}"
            warnings.warn(text, RuntimeWarning, stacklevel=2)


@functools.cache
def plugins(path: tuple[str, ...]) -> dict[str, list[tuple[str, str, str]]]:
    """Group -> (name, module, package) of every plug-in installed on a path."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for folder in dict.fromkeys(path):
        if os.path.basename(folder) not in INSTALLED or not os.path.isdir(folder):
            continue
        for entry in sorted(os.listdir(folder)):
            if entry.endswith((".dist-info", ".egg-info")):
                _read(Path(folder, entry, "entry_points.txt"), entry.partition("-")[0], found)
    return found


def _read(file: Path, package: str, found: dict[str, list[tuple[str, str, str]]]) -> None:
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return
    group = ""
    for line in text.splitlines() if "bellcrank." in text else ():
        line = line.strip()
        if line.startswith("["):
            group = line.strip("[] ")
        elif "=" in line and group.startswith("bellcrank."):
            name, _, target = line.partition("=")
            found.setdefault(group, []).append((name.strip(), target.partition(":")[0].strip(), package))
