"""From GRAPHICS to curves in a plane: CIRCLE, ARC, CURVE and OUTLINE, each a wall without end across its plane."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from bellcrank.errors import UnsupportedError
from bellcrank.expression.curves import CURVE_HEADER, curve_table
from bellcrank.geometry import plane_curve
from bellcrank.system.contact.fields.curve import pack_curve
from bellcrank.system.contact.shapes import Packed

CURVES = ("CIRCLE", "ARC", "CURVE", "OUTLINE")
FLAT = 1e-6
"""How far points of a plane curve may be off their plane, as part of its size."""


def packed_curve(graphic: Any, element: Any, model: Any, flip: bool) -> Packed:
    """The shape of a curve in the frame of its marker; UnsupportedError names the contact where it is none."""
    R, r = np.eye(3), np.zeros(3)
    if graphic.kind in ("CIRCLE", "ARC"):
        if graphic.radius == 0.0:
            raise refused(element, graphic, "has no radius", "give a RADIUS.")
        return pack_curve(plane_curve.circle(abs(graphic.radius), _angles(graphic), flip), R, r)
    if graphic.kind == "OUTLINE":
        points, R, r = _in_plane(_places(graphic, element, model), element, graphic)
        return pack_curve(plane_curve.outline(points, flip), R, r)
    data = model.get("CURVE", graphic.cid).data(model)
    heights = np.array(data.points)[:, 2]
    size = float(np.ptp(np.array(data.points)[:, :2], axis=0).max())
    if np.ptp(heights) > FLAT * size:
        raise refused(element, graphic, "is no curve in the x-y plane of its marker", "give all its points the same z.")
    r[2] = heights.mean()
    if data.order == 2:
        points = np.array([*data.points, *(data.points[:1] if data.closed else ())])[:, :2]
        return pack_curve(plane_curve.outline(points, flip), R, r)
    table = np.array(curve_table(data, (0, 1)))
    n = int(table[1])
    ends = table[CURVE_HEADER : CURVE_HEADER + n + 1]
    return pack_curve(plane_curve.spline(derivatives(table, ends, int(table[2])), ends, data.closed, flip), R, r)


def derivatives(table: np.ndarray, ends: np.ndarray, order: int) -> plane_curve.Derivatives:
    """c, c', c'' of a table of polynomials (expression/curves.py)."""
    first, n = CURVE_HEADER + len(ends), len(ends) - 1

    def at(alpha: float) -> np.ndarray:
        i = min(n - 1, max(0, int(np.searchsorted(ends, alpha, side="right")) - 1))
        rows = table[first + 2 * i * order : first + 2 * (i + 1) * order].reshape(2, order)
        s = alpha - 0.5 * (ends[i] + ends[i + 1])
        found = []
        for m in range(3):
            powers = [math.perm(k, m) * s ** (k - m) if k >= m else 0.0 for k in range(order)]
            found.append(rows @ np.array(powers))
        return np.array(found)

    return at


def _angles(graphic: Any) -> tuple[float, float] | None:
    """First and last angle of an ARC."""
    given = graphic.rangle if graphic.kind == "ARC" else None
    if not given:
        return None
    return (0.0, float(given[0])) if len(given) == 1 else (float(given[0]), float(given[1]))


def _places(graphic: Any, element: Any, model: Any) -> np.ndarray:
    """The markers of an OUTLINE, in the frame of the first."""
    ids = graphic.outline
    if len({model.get("MARKER", id).owner for id in ids}) > 1:
        raise refused(element, graphic, "has markers on several parts", "use markers of one part.")
    r, turn = model.frame_of(ids[0])
    turn, r = np.array(turn).reshape(3, 3), np.array(r)
    return np.array([turn.T @ (np.array(model.frame_of(id)[0]) - r) for id in ids])


def _in_plane(points: np.ndarray, element: Any, graphic: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Points of a plane, and its frame: the x-y plane of the marker where they lie in it."""
    size = float(np.ptp(points, axis=0).max())
    if len(points) < 2 or size == 0.0:
        raise refused(element, graphic, "is no line", "give markers at different places.")
    if np.abs(points[:, 2]).max() <= FLAT * size:
        return points[:, :2], np.eye(3), np.zeros(3)
    middle = points.mean(axis=0)
    axes = np.linalg.svd(points - middle)[2]
    if np.abs((points - middle) @ axes[2]).max() > FLAT * size:
        raise refused(element, graphic, "has markers that are not in one plane", "put them into one plane.")
    z = axes[2] * (-1.0 if axes[2] @ np.ones(3) < 0.0 else 1.0)
    R = np.column_stack([axes[0], np.cross(z, axes[0]), z])
    return (points - middle) @ R[:, :2], R, middle


def refused(element: Any, graphic: Any, what: str, cure: str) -> UnsupportedError:
    """A curve that cannot touch anything."""
    return UnsupportedError(element.message("E512", f"{graphic.title} {what}.", cure=cure))
