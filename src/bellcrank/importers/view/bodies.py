"""Parts and markers of command files: places in the default coordinate system, masses given or from shapes.

A location is given in the default coordinate system (`defaults coordinate_system`) or in `relative_to`; the dataset
wants it in the part. Where a part has a material instead of a mass, Adams View takes the mass from its shapes. A link
is a plate with round ends, which Adams View makes of twenty sides:

    m = rho A d,  J_x = m (I_x/A + d^2/12),  J_y = m (I_y/A + d^2/12),  J_z = m (I_x + I_y)/A              (1)

with the area A and the second moments I of the polygon about its centre, x along the link, d its depth.
"""

from __future__ import annotations

import math
from typing import Any

from bellcrank.math.vec3 import mat_mul, minus, rotate, rotate_back
from bellcrank.model.frames import GLOBAL, Frame, Matrix, Vector, angles_of, compose, from_axes, rotation, transposed

SIDES = 20


def in_part(model: Any, part: Any, system: Frame, location: Vector, angles: Vector | None) -> dict[str, Any]:
    """QP and REULER of a marker given in a coordinate system."""
    own = model.body_frame(part.id, part.keyword)
    if own == system:
        return {"qp": location, "reuler": angles or (0.0, 0.0, 0.0)}
    place, axes = compose(system, (location, rotation(angles or (0.0, 0.0, 0.0))))
    return {"qp": rotate_back(own[1], minus(place, own[0])), "reuler": angles_of(mat_mul(transposed(own[1]), axes))}


def body313(kind: str, angles: Vector) -> Vector:
    """The 3-1-3 angles of body123, space321, ...: body-fixed turns one after the other, space-fixed ones in reverse."""
    if kind == "body313":
        return angles
    turns = [_about(int(axis) - 1, angle) for axis, angle in zip(kind[-3:], angles, strict=True)]
    a, b, c = turns if kind.startswith("body") else reversed(turns)
    return angles_of(mat_mul(mat_mul(a, b), c))


def _about(axis: int, angle: float) -> Matrix:
    c, s = math.cos(angle), math.sin(angle)
    turn = [0.0] * 9
    y, z = (axis + 1) % 3, (axis + 2) % 3
    turn[4 * axis], turn[4 * y], turn[4 * z] = 1.0, c, c
    turn[3 * y + z], turn[3 * z + y] = -s, s
    return tuple(turn)  # type: ignore[return-value]


def frame_of(model: Any, thing: Any) -> Frame:
    """The frame of a part or marker in ground."""
    if thing is None:
        return GLOBAL
    if thing.keyword == "MARKER":
        return model.frame_of(thing.id)  # type: ignore[no-any-return]
    return model.body_frame(thing.id, thing.keyword)  # type: ignore[no-any-return]


def link_polygon(length: float, width: float) -> list[tuple[float, float]]:
    """The outline of a link from (0, 0) to (length, 0)."""
    r, half = width / 2, SIDES // 2
    step = 2 * math.pi / SIDES
    right = [(length + r * math.cos(a), r * math.sin(a)) for a in (-math.pi / 2 + k * step for k in range(half + 1))]
    left = [(r * math.cos(a), r * math.sin(a)) for a in (math.pi / 2 + k * step for k in range(half + 1))]
    return [*right, *left]


def moments(polygon: list[tuple[float, float]]) -> tuple[float, float, float, float]:
    """Area, centre on x, and second moments about the centre: int y^2, int x^2 (Green's theorem)."""
    area = first = ix = iy = 0.0
    for (x0, y0), (x1, y1) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        c = x0 * y1 - x1 * y0
        area += c / 2
        first += c * (x0 + x1) / 6
        ix += c * (y0 * y0 + y0 * y1 + y1 * y1) / 12
        iy += c * (x0 * x0 + x0 * x1 + x1 * x1) / 12
    return area, first / area, ix, iy - first * first / area


def link_mass(
    i: Frame, j: Vector, width: float, depth: float, density: float, axes: Matrix
) -> tuple[float, tuple[float, ...]]:
    """Mass of a link from marker I to marker J and its moments on the axes of its centre marker, equation (1)."""
    along = minus(j, i[0])
    length = math.sqrt(sum(c * c for c in along))
    area, _, ix, iy = moments(link_polygon(length, width))
    m = density * area * depth
    J = (m * (ix / area + depth**2 / 12), m * (iy / area + depth**2 / 12), m * (ix + iy) / area)
    turn = from_axes(rotate(i[1], (0.0, 0.0, 1.0)), along)
    to = mat_mul(transposed(axes), turn)
    diagonal: Matrix = (J[0], 0.0, 0.0, 0.0, J[1], 0.0, 0.0, 0.0, J[2])
    T = mat_mul(mat_mul(to, diagonal), transposed(to))
    products = (-T[1], -T[2], -T[5])
    small = 1e-7 * max(J)
    return m, (T[0], T[4], T[8]) if all(abs(p) < small for p in products) else (T[0], T[4], T[8], *products)
