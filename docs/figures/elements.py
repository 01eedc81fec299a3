"""Pictures of all elements for their pages of the reference, one SVG file each.

python docs/figures/elements.py FOLDER       writes them there; the documentation does so by itself

"""

from __future__ import annotations

import sys
from pathlib import Path

import pictures_of_data  # noqa: F401
import pictures_of_forces  # noqa: F401
from pictures_of_joints import PICTURES
from sketch import Sketch


def file_name(keyword: str, kind: str = "") -> str:
    """The file of a picture."""
    return f"{keyword}-{kind}.svg".lower() if kind else f"{keyword}.svg".lower()


def draw(name: str) -> str:
    """The picture of a statement, or of a statement and its kind."""
    sketch = Sketch()
    PICTURES[name](sketch)
    return sketch.svg(name)


def write_all(folder: Path) -> None:
    """Write every picture; files that are already right are left alone."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in PICTURES:
        path, text = folder / file_name(*name.split(" ")), draw(name)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_all(Path(sys.argv[1]))
