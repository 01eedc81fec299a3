"""Pictures of the mechanism without a browser: a strip of frames (PNG), a strobe picture, an animation (GIF).

snapshot(run, 6, "strip.png")                    six frames, evenly spaced, side by side
snapshot(run, [0.0, 0.2, 0.5], "strip.png")      chosen times
snapshot(run, 8, "strobe.png", overlay=True)     all in one picture, the earlier ones faint
gif(run, "motion.gif", seconds=4.0)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from bellcrank.errors import BellcrankError, Message
from bellcrank.plots.style import pretty
from bellcrank.results.files import replacing
from bellcrank.scene import Scene, scene_from
from bellcrank.scene.picture import DARK, LIGHT, Painter

if TYPE_CHECKING:
    from bellcrank.model import Model

Array = NDArray[np.float64]
Progress = Callable[[int, int], None]
VIEWS = ("best", "iso", "front", "right", "top")
GAP = 2
WIDEST = 5


def snapshot(
    results: Any,
    times: int | Sequence[float],
    path: str | Path,
    model: Model | None = None,
    *,
    view: str = "best",
    size: tuple[int, int] = (480, 420),
    columns: int = 0,
    overlay: bool = False,
    dark: bool = False,
    painter: Any = None,
    progress: Progress | None = None,
) -> Path:
    """Write frames of a run as one PNG: `times` are chosen times or a number of evenly spaced ones.

    size:    width and height of one frame in pixels
    columns: frames side by side; by default at most five, in rows of about the same length
    overlay: one picture of all frames instead of a strip
    painter: what draws (`bellcrank.viewer.painter.painting`: like the report); by default a plain one without a browser
    progress: called with the frames drawn and their number
    """
    painter = painter or plain_painter(results, model, view, dark)
    frames = _frames(painter.scene, times)
    if overlay:
        picture = painter.draw(frames[-1], *size, ghosts=frames[:-1])
    else:
        pictures = _drawn(painter, frames, size, progress)
        picture = _sheet(pictures, columns or _balanced(len(pictures)), painter)
    path = Path(path)
    with replacing(path) as place:
        _image(picture).save(place, format="PNG")
    return path


def gif(
    results: Any,
    path: str | Path,
    model: Model | None = None,
    *,
    seconds: float = 0.0,
    fps: int = 20,
    view: str = "best",
    size: tuple[int, int] = (640, 480),
    dark: bool = False,
    painter: Any = None,
    progress: Progress | None = None,
) -> Path:
    """Write the run as an animated GIF that lasts `seconds`; 0: real time, within 1 to 10 seconds.

    painter, progress: as in `snapshot`
    """
    painter = painter or plain_painter(results, model, view, dark)
    time = painter.scene.time
    real = float(time[-1] - time[0]) * painter.scene.header.units.seconds if len(time) else 0.0
    seconds = seconds or min(max(real, 1.0), 10.0)
    count = max(2, math.ceil(seconds * fps))
    images = [_image(picture) for picture in _drawn(painter, _frames(painter.scene, count), size, progress)]
    palette = images[0].quantize(192)
    indexed = [image.quantize(palette=palette, dither=0) for image in images]
    path = Path(path)
    how = {"save_all": True, "duration": round(1000 * seconds / count), "loop": 0}
    with replacing(path) as place:
        indexed[0].save(place, format="GIF", append_images=indexed[1:], **how)
    return path


def _drawn(painter: Any, frames: list[int], size: tuple[int, int], progress: Progress | None) -> list[Array]:
    """The frames with their times."""
    pictures = []
    for k, frame in enumerate(frames):
        pictures.append(_labelled(painter, painter.draw(frame, *size), frame))
        if progress is not None:
            progress(k + 1, len(frames))
    return pictures


def plain_painter(results: Any, model: Model | None, view: str, dark: bool) -> Painter:
    """The painter that needs no browser."""
    scene = scene_to_draw(results, model, view)
    return Painter(scene, view, DARK if dark else LIGHT)


def scene_to_draw(results: Any, model: Model | None, view: str) -> Scene:
    """The scene of a run, if there is something to draw."""
    _pillow()
    if view not in VIEWS:
        raise BellcrankError(
            Message("error", "E906", f'There is no view "{view}".', cure=f"use one of {', '.join(VIEWS)}.")
        )
    scene = results if isinstance(results, Scene) else scene_from(model, results)
    if not scene.header.frames:
        raise BellcrankError(
            Message("error", "E906", "The run has no output to draw.", cure="run it to a later end time.")
        )
    return scene


def _frames(scene: Scene, times: int | Sequence[float]) -> list[int]:
    """The output frames nearest to the times wanted."""
    first, last = float(scene.time[0]), float(scene.time[-1])
    if isinstance(times, int):
        wanted = np.linspace(first, last, times)
    else:
        wanted = np.asarray(times, dtype=float)
        _refuse_outside(wanted, first, last)
    return [int(np.abs(scene.time - t).argmin()) for t in wanted]


def _refuse_outside(wanted: Array, first: float, last: float) -> None:
    """An error for a time that the run does not have."""
    slack = 1e-9 * (last - first)
    outside = wanted[(wanted < first - slack) | (wanted > last + slack)]
    if len(outside):
        what = f"The time {outside[0]:g} is outside of the run."
        why = f"it goes from {first:g} to {last:g}."
        raise BellcrankError(Message("error", "E906", what, why=why, cure="choose other times, or run it for longer."))


def _balanced(count: int) -> int:
    """Frames in a row: at most WIDEST, the rows as equal as they can be."""
    return math.ceil(count / math.ceil(count / WIDEST))


def _sheet(pictures: list[Array], columns: int, painter: Any) -> Array:
    """Pictures in rows, with a thin gap."""
    rows = [pictures[k : k + columns] for k in range(0, len(pictures), columns)]
    h, w = pictures[0].shape[:2]
    sheet = np.ones((len(rows) * (h + GAP) - GAP, columns * (w + GAP) - GAP, 3)) * (
        0.12 if painter.theme is DARK else 1.0
    )
    for r, row in enumerate(rows):
        for k, picture in enumerate(row):
            sheet[r * (h + GAP) : r * (h + GAP) + h, k * (w + GAP) : k * (w + GAP) + w] = picture
    return sheet


def _labelled(painter: Any, picture: Array, frame: int) -> Array:
    """The picture with its time in the lower left corner."""
    from PIL import ImageDraw, ImageFont

    image = _image(picture)
    text = f"t = {painter.scene.time[frame]:.4g} {pretty(painter.scene.header.units.time)}".strip()
    size = max(12, picture.shape[0] // 26)
    ImageDraw.Draw(image).text(
        (size, picture.shape[0] - 2 * size), text, fill=painter.theme.ink, font=ImageFont.load_default(size)
    )
    return np.asarray(image, dtype=float) / 255.0


def _image(picture: Array) -> Any:
    return _pillow().fromarray((255.0 * picture + 0.5).clip(0, 255).astype(np.uint8))


def _pillow() -> Any:
    try:
        from PIL import Image
    except ImportError:
        cure = "install it: pip install 'bellcrank[plots]'."
        raise BellcrankError(Message("error", "E907", "Pictures need the package Pillow.", cure=cure)) from None
    return Image
