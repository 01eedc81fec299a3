"""Python functions in the place of user subroutines that were never published with their datasets.

They give zeros: no wind, no tyre force. A CURVE that others follow is the smooth line through the points that are on it
at the start. A drill string would fall out of its hole without a wall: forces on it hold it near the axis of the hole.
What is left is everything else of these models.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import bellcrank as bc
from bellcrank.schema.subroutine import SUBROUTINES, routine_of, unattached

WALLS = ("STRINGFORCES", "BITFORCES")
WALL = 1e5
"""Its stiffness, in units of the dataset (pounds of force by foot)."""
BEYOND = 0.03
"""The part of its length that a curve goes on straight at both ends."""


def stand_in(model: Any) -> int:
    """Register a function for everything that a model asks for and that is not there; returns how many there are."""
    for element in model.all():
        if element.keyword == "GSE" and unattached(element, model):
            _of_gse(element)
        for field, _ in element.expressions():
            if field.attribute in element.subroutines and unattached(element, model):
                usual, components = element.subroutines[field.attribute]
                name = routine_of(element, field.attribute, usual, model)[1]
                if name.upper() in WALLS:
                    SUBROUTINES[name.upper()] = wall.__subroutine__  # type: ignore[attr-defined]
                    continue
                curve = element.keyword == "CURVE"
                bc.subroutine(name=name)(along(element, model) if curve else zeros(len(components)))
    return len(SUBROUTINES)


@bc.subroutine("DX({i},{rm},{rm})", "DY({i},{rm},{rm})", "VX({i},{rm},{rm},{rm})", "VY({i},{rm},{rm},{rm})")
def wall(par: Any, x: float, y: float, vx: float, vy: float) -> Any:
    """The wall of a hole along z of the marker RM: a soft spring and a damper across."""
    return -WALL * x - 0.1 * WALL * vx, -WALL * y - 0.1 * WALL * vy, 0.0, 0.0, 0.0, 0.0


def zeros(count: int) -> Callable[..., Any]:
    """A function of time that gives one or several zeros; each is one that Numba compiles."""
    return {
        0: lambda par, t: 0.0,
        3: lambda par, t: (0.0, 0.0, 0.0),
        6: lambda par, t: (0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
        8: lambda par, t: (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    }[count]


def _of_gse(element: Any) -> None:
    """Rates, outputs and sampled states; with one ROUTINE rates and outputs together."""
    states, outputs, held = ([0.0] * (n or 0) for n in (element.ns, element.no, element.nd))
    if element.routine and not element.interface:
        name = element.routine[0].partition("::")[2]
        bc.subroutine(name=name)(lambda par, t, x, u, xd, found=(states, outputs): found)
        return
    names = (*element.interface, *("gse_deriv", "gse_output", "gse_update")[len(element.interface) :])
    for name, found in zip(names, (states, outputs, held), strict=False):
        bc.subroutine(name=name.strip().rpartition("::")[2])(lambda par, t, x, u, xd, found=found: found)


def along(curve: Any, model: Any) -> Callable[..., Any]:
    """The line through the markers that follow a curve, in the order of their distance from the first."""
    import numpy as np
    from scipy.interpolate import CubicSpline

    points = np.array([model.frame_of(p.i)[0] for p in model.all("PTCV") if p.curve == curve.id])
    far = points[np.argmax(np.linalg.norm(points - points[0], axis=1))]
    points = points[np.argsort(np.linalg.norm(points - far, axis=1))]
    way = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    kept = np.concatenate([[True], np.diff(way) > 1e-9 * way[-1]])
    line, end = CubicSpline(way[kept], points[kept]), float(way[kept][-1])

    def point(par: Any, alpha: float) -> Any:
        share = (alpha - curve.minpar) / (curve.maxpar - curve.minpar)
        s = end * (share * (1.0 + 2.0 * BEYOND) - BEYOND)
        inside = min(max(s, 0.0), end)
        return line(inside) + (s - inside) * line(inside, 1)

    return point
