"""A picture of triangles and lines with a depth buffer, in NumPy.

With corners p0, p1, p2 on the screen the weights of a point (x, y) of a triangle are linear in x:

    w0 = ((x1 - x)(y2 - y) - (x2 - x)(y1 - y)) / area = a0 x + b0(y),   w1, w2 by turns         (1)
    inside:  all w >= 0,  so on one row of pixels  max(-b/a | a > 0) <= x <= min(-b/a | a < 0)    (2)

All rows of all triangles are cut into such spans and all spans into pixels by array operations, without a loop.
1/depth, which is linear on the screen also in perspective, decides what is in front.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
NEARER = 1.004
"""Lines are drawn a little in front of where they are, so that edges win over their own faces."""
CHUNK = 20000
"""Triangles drawn together."""


@dataclass(frozen=True)
class Camera:
    """Where the picture is taken from: `axes` rows are right, up and towards the camera; lengths in model units."""

    target: Array
    axes: Array
    distance: float
    tangent: float
    """Tangent of half the angle of view (vertical)."""

    def project(self, points: Array, width: int, height: int) -> Array:
        """Pixel x, pixel y and nearness (1/depth) of points (..., 3)."""
        local = (points - self.target) @ self.axes.T
        near = 1.0 / np.maximum(self.distance - local[..., 2], 1e-3 * self.distance)
        scale = 0.5 * height / self.tangent * near
        x, y = 0.5 * width + local[..., 0] * scale, 0.5 * height - local[..., 1] * scale
        return np.stack([x, y, near], axis=-1)


class Canvas:
    """Colours (height, width, 3) from 0 to 1, and nearness (height, width): 0 where nothing is."""

    def __init__(self, background: Array) -> None:
        self.color = background.copy()
        self.near = np.zeros(background.shape[:2])

    @property
    def width(self) -> int:
        """Pixels across."""
        return int(self.color.shape[1])

    @property
    def height(self) -> int:
        """Pixels down."""
        return int(self.color.shape[0])

    def triangles(self, corners: Array, colors: Array) -> None:
        """Draw triangles: corners (t, 3, 3) pixel x, y and nearness; colors (t, 3, 3) at the corners."""
        flat = self.near.reshape(-1)
        for first in range(0, len(corners), CHUNK):
            cover = self._cover(corners[first : first + CHUNK])
            near = cover.mix(corners[first : first + CHUNK, :, 2:])[:, 0]
            np.maximum.at(flat, cover.pixel, near)
            front = near >= flat[cover.pixel]
            self.color.reshape(-1, 3)[cover.pixel[front]] = cover.pick(front).mix(colors[first : first + CHUNK])

    def shade(self, corners: Array, factor: float) -> None:
        """Darken where triangles (t, 3, 3) fall, once however many lie over each other."""
        mask = np.zeros(self.height * self.width, dtype=bool)
        mask[self._cover(corners).pixel] = True
        self.color[mask.reshape(self.height, self.width)] *= factor

    def lines(self, ends: Array, colors: Array, opacity: Array, width: int = 1) -> None:
        """Draw lines with regard to depth: ends (k, 2, 3), colors (k, 3), opacity (k,)."""
        seen = _on_screen(ends, self.width, self.height)
        ends, colors, opacity = ends[seen], colors[seen], opacity[seen]
        if not len(ends):
            return
        steps = np.ceil(np.abs(ends[:, 1, :2] - ends[:, 0, :2]).max(axis=1)).astype(int).clip(1, 4000) + 1
        which = np.repeat(np.arange(len(ends)), steps)
        place = (np.arange(len(which)) - np.repeat(np.cumsum(steps) - steps, steps)) / np.repeat(steps - 1, steps)
        points = ends[which, 0] + place[:, None] * (ends[which, 1] - ends[which, 0])
        offsets = np.arange(width) - (width - 1) / 2
        brush = np.array([(dx, dy, 0.0) for dx in offsets for dy in offsets])
        self._points(points[:, None] + brush, np.repeat(which, len(brush)), colors, opacity)

    def _points(self, points: Array, which: NDArray[np.intp], colors: Array, opacity: Array) -> None:
        """Blend points of lines where nothing is in front; a pixel is blended once, by its strongest line."""
        x, y = np.floor(points[..., :2]).astype(int).reshape(-1, 2).T
        near = points[..., 2].ravel()
        inside = (x >= 0) & (x < self.width) & (y >= 0) & (y < self.height)
        pixel, which, near = (y * self.width + x)[inside], which[inside], near[inside]
        visible = near * NEARER >= self.near.reshape(-1)[pixel]
        pixel, which = pixel[visible], which[visible]
        order = np.lexsort((opacity[which], pixel))
        pixel, which = pixel[order], which[order]
        last = np.append(pixel[1:] != pixel[:-1], True)[: len(pixel)]
        pixel, which = pixel[last], which[last]
        flat = self.color.reshape(-1, 3)
        flat[pixel] += opacity[which, None] * (colors[which] - flat[pixel])

    def _cover(self, corners: Array) -> Cover:
        """The pixels whose centres lie inside triangles, equations (1) and (2)."""
        x, y = corners[:, :, 0], corners[:, :, 1]
        area = (x[:, 1] - x[:, 0]) * (y[:, 2] - y[:, 0]) - (x[:, 2] - x[:, 0]) * (y[:, 1] - y[:, 0])
        seen = _on_screen(corners, self.width, self.height) & (np.abs(area) > 1e-9)
        top = np.ceil(y.min(axis=1, where=seen[:, None], initial=self.height) - 0.5).clip(0, self.height).astype(int)
        end = np.floor(y.max(axis=1, where=seen[:, None], initial=-1.0) - 0.5).clip(-1, self.height - 1).astype(int) + 1
        which, row = _expand(np.where(seen, top, 0), np.where(seen, np.maximum(end, top), 0))
        a, b = _lines_of_weights(x[which], y[which], area[which], np.asarray(row + 0.5))
        with np.errstate(divide="ignore", invalid="ignore"):
            zero = -b / a
        low = np.where(a > 0, zero, -np.inf).max(axis=1, initial=0.0)
        high = np.where(a < 0, zero, np.inf).min(axis=1, initial=float(self.width))
        outside = ((a == 0) & (b < 0)).any(axis=1)
        left = np.ceil(low - 0.5).clip(0, self.width).astype(int)
        right = np.where(outside, left, np.floor(high - 0.5).clip(-1, self.width - 1).astype(int) + 1)
        span, column = _expand(left, np.maximum(right, left))
        weights = a[span] * (column + 0.5)[:, None] + b[span]
        return Cover(row[span] * self.width + column, which[span], weights)


class Cover(NamedTuple):
    """Pixels covered by triangles: flat index, number of the triangle, weights (n, 3) of its corners."""

    pixel: NDArray[np.intp]
    triangle: NDArray[np.intp]
    weights: Array

    def pick(self, chosen: NDArray[np.bool_]) -> Cover:
        """Some of the pixels."""
        return Cover(self.pixel[chosen], self.triangle[chosen], self.weights[chosen])

    def mix(self, values: Array) -> Array:
        """Values (t, 3, k) at corners, at the pixels (n, k)."""
        pieces = [self.weights[:, k : k + 1] * values[self.triangle, k] for k in range(3)]
        return np.asarray(pieces[0] + pieces[1] + pieces[2])


def _expand(start: NDArray[np.intp], stop: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """All integers of many ranges: the number of the range and the integer."""
    length = stop - start
    which = np.repeat(np.arange(len(start)), length)
    return which, np.arange(len(which)) - np.repeat(np.cumsum(length) - length, length) + start[which]


def _lines_of_weights(x: Array, y: Array, area: Array, at: Array) -> tuple[Array, Array]:
    """a and b (n, 3) of equation (1) on the rows `at`."""
    j, k = [1, 2, 0], [2, 0, 1]
    a = (y[:, j] - y[:, k]) / area[:, None]
    b = (x[:, j] * (y[:, k] - at[:, None]) - x[:, k] * (y[:, j] - at[:, None])) / area[:, None]
    return a, b


def _on_screen(points: Array, width: int, height: int) -> NDArray[np.bool_]:
    """Which triangles or lines (n, corners, 3) touch the picture."""
    low, high = points[:, :, :2].min(axis=1), points[:, :, :2].max(axis=1)
    finite = np.isfinite(points).all(axis=(1, 2))
    return np.asarray(finite & (high >= 0).all(axis=1) & (low[:, 0] < width) & (low[:, 1] < height))
