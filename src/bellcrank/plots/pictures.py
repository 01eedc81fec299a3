"""Pictures and animations of a run: by the painter of the report where there is a browser, else by the plain one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from bellcrank.plots import snapshot
from bellcrank.viewer.painter import available, painting

STRIP, GIF = (480, 420), (640, 480)
"""Pixels of one frame."""


def draw(
    results: Any,
    path: str | Path,
    times: int | Sequence[float] = 6,
    model: Any = None,
    *,
    angle: str = "best",
    size: tuple[int, int] | None = None,
    columns: int = 0,
    strobe: bool = False,
    seconds: float = 0.0,
    dark: bool = False,
    browser: bool | None = None,
    progress: Any = None,
) -> Path:
    """Write the picture or, where the path ends with .gif, the animation; `browser` None: where there is one."""
    path = Path(path)
    scene = snapshot.scene_to_draw(results, model, angle)
    with painting(scene, angle, dark) if (available() if browser is None else browser) else nullcontext() as painter:
        how: dict[str, Any] = {"view": angle, "dark": dark, "painter": painter, "progress": progress}
        if path.suffix.lower() == ".gif":
            return snapshot.gif(scene, path, seconds=seconds, size=size or GIF, **how)
        return snapshot.snapshot(scene, times, path, size=size or STRIP, columns=columns, overlay=strobe, **how)
