"""The datasets that come with the program: `bellcrank demo --list`, `bc.examples()`."""

from __future__ import annotations

from pathlib import Path


def examples() -> dict[str, Path]:
    """Name -> dataset of every example: `bc.read(bc.examples()["four-bar"])`."""
    folder = Path(__file__).parents[1] / "examples"
    return {path.stem: path for path in sorted(folder.glob("*.adm"))}
