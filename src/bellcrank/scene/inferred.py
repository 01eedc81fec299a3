"""A shape for a part that has no graphics: what its inertia and its markers tell.

Rods join the points where joints and forces act: two points by one rod, more by a star from the mass centre. The mass
is drawn as the ellipsoid of uniform density with the same mass and inertia. With principal moments I1, I2, I3:

    I1 = m (b^2 + c^2)/5 and so on   =>   a^2 = 5 (I2 + I3 - I1)/(2 m)                           (1)

made smaller where it would hide the rods (moments of models are often guesses, three equal ones most of all): its
smallest half axis is at most GIRTH of the longest rod from the mass centre, its largest at most REACH. So a disc, a
plate or a slender rod is seen as such, and a ball, whose size tells least, stays a bead on its rod. Where there are no
rods to hide it is at most ALONE of the size of the model.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bellcrank.scene import contract as c
from bellcrank.scene.frames import along, frame

Array = NDArray[np.float64]
ROD = 0.012
"""Radius of a rod as a part of the size of the model."""
GIRTH, REACH, ALONE = 0.12, 0.45, 0.05
"""Largest half axes of the ellipsoid: the smallest and the largest of three, of the longest rod; of the model."""


def ellipsoid_of_inertia(mass: float, inertia: Array) -> tuple[Array, Array] | None:
    """Half axes and principal directions (columns, right-handed) of equation (1); None if there is no inertia."""
    if mass <= 0.0 or not np.isfinite(inertia).all() or np.trace(inertia) <= 0.0:
        return None
    moments, axes = np.linalg.eigh((inertia + inertia.T) / 2)
    if np.linalg.det(axes) < 0.0:
        axes[:, 0] = -axes[:, 0]
    squares = 2.5 * (moments.sum() - 2.0 * moments) / mass
    return np.sqrt(np.maximum(squares, 0.0)), axes


def part_shapes(
    points: Sequence[Array], cm: Array | None, mass: float, inertia: Array, size: float
) -> list[c.AnyShape]:
    """Shapes of a part: `points` where something acts on it, in the part frame; `inertia` about cm in part axes."""
    spots = _distinct([*points], 1e-3 * size)
    radius = ROD * size
    hub = cm if cm is not None and mass > 0.0 else (np.mean(spots, axis=0) if spots else None)
    rods = _rods(spots, hub, radius)
    found: list[c.AnyShape] = [*rods]
    if cm is not None and mass > 0.0:
        longest = max((float(np.linalg.norm(p - cm)) for p in spots), default=0.0)
        limits = (GIRTH * longest, REACH * longest) if longest > 4 * radius else (ALONE * size, ALONE * size)
        found.append(_body(cm, mass, inertia, radius, limits))
    return found or [c.Point(name="point", inferred=True)]


def _rods(spots: list[Array], hub: Array | None, radius: float) -> list[c.AnyShape]:
    pairs: list[tuple[Array, Array]] = []
    if len(spots) == 2 and (hub is None or _off_line(hub, *spots) < 0.15 * float(np.linalg.norm(spots[1] - spots[0]))):
        pairs = [(spots[0], spots[1])]
    elif hub is not None:
        pairs = [(hub, spot) for spot in spots]
    shapes: list[c.AnyShape] = []
    for start, end in pairs:
        place, length = along(start, end)
        if length > 1e-6 * radius:
            shapes.append(c.Frustum(name="rod", frame=place, length=length, bottom=radius, top=radius, inferred=True))
    balls = [
        c.Ellipsoid(name="end", frame=_at(p), x=3 * radius, y=3 * radius, z=3 * radius, inferred=True) for p in spots
    ]
    return [*shapes, *balls]


def _body(cm: Array, mass: float, inertia: Array, radius: float, limits: tuple[float, float]) -> c.AnyShape:
    """The mass: the ellipsoid of its inertia, between a visible size and the limits of its girth and its reach."""
    found = ellipsoid_of_inertia(mass, inertia)
    if found is None:
        d = 5.0 * radius
        return c.Ellipsoid(name="mass", frame=_at(cm), x=d, y=d, z=d, inferred=True)
    half, axes = found
    bearable = min(limits[0] / max(half.min(), 1e-300), limits[1] / max(half.max(), 1e-300))
    half = np.maximum(half * min(1.0, bearable), 1.6 * radius)
    x, y, z = (2.0 * half).tolist()
    return c.Ellipsoid(name="inertia", frame=frame(cm, axes.tolist()), x=x, y=y, z=z, inferred=True)


def _at(point: Array) -> c.Frame:
    x, y, z = point.tolist()
    return (x, y, z, 0.0, 0.0, 0.0, 1.0)


def _off_line(p: Array, a: Array, b: Array) -> float:
    """Distance of a point from the line through two others."""
    return float(np.linalg.norm(np.cross(b - a, p - a)) / np.linalg.norm(b - a))


def _distinct(points: list[Array], tolerance: float) -> list[Array]:
    found: list[Array] = []
    for point in points:
        if all(math.dist(point, other) > tolerance for other in found):
            found.append(np.asarray(point, dtype=float))
    return found
