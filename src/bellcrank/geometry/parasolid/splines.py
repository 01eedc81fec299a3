"""Local frames and B-splines (de Boor 1978; Piegl and Tiller 1997, ch. 2 to 4).

basis       N_i,0 = 1 in its knot span;  N_i,p from N_i,p-1 by the triangle of de Boor          (1)
slope       N'_i,p = p (N_i,p-1 / (k_i+p - k_i) - N_i+1,p-1 / (k_i+p+1 - k_i+1))                (2)
rational    x = X / w,  x' = (X' - w' x) / w                                                      (3)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bellcrank.geometry.parasolid.errors import NotMeshed
from bellcrank.geometry.parasolid.nodes import Node, Transmit

Array = NDArray[np.float64]
HIGHEST = 30
"""Degree of a spline: Parasolid itself stops at 24."""
LARGE = 1e6
"""Metres: no number of a solid is larger (Parasolid's own box is 1000 m wide)."""


def row(vector: Any) -> Array:
    """Three numbers of a node as an array."""
    found = np.asarray(vector, dtype=float)
    if found.shape != (3,) or not (np.abs(found) < LARGE).all():
        raise NotMeshed("a vector is missing or not finite")
    return found


def number(value: Any) -> float:
    """A number of a node."""
    if not isinstance(value, float | int) or not abs(value) < LARGE:
        raise NotMeshed("a number is missing or not finite")
    return float(value)


def unit(v: Array) -> Array:
    """A vector of length 1."""
    length = float(np.linalg.norm(v))
    if length < 1e-12:
        raise NotMeshed("a direction is zero")
    return np.asarray(v / length)


class Frame:
    """Origin and axes (rows x, y, z)."""

    def __init__(self, origin: Any, z: Any, x: Any) -> None:
        self.origin, self.z = row(origin), unit(row(z))
        along = row(x)
        self.x = unit(along - self.z * (along @ self.z))
        self.axes = np.stack([self.x, np.cross(self.z, self.x), self.z])

    def local(self, points: Array) -> Array:
        """Points in this frame."""
        return np.asarray((points - self.origin) @ self.axes.T)

    def world(self, local: Array) -> Array:
        """Points of this frame in the body."""
        return np.asarray(self.origin + local @ self.axes)


def basis(knots: Array, degree: int, t: Array) -> tuple[NDArray[np.intp], Array, Array]:
    """First control point, weights (n, degree + 1) and their slopes at parameters, (1) and (2)."""
    span = np.clip(np.searchsorted(knots, t, "right") - 1, degree, len(knots) - degree - 2)
    values, lower = np.ones((1, len(t))), np.zeros((0, len(t)))
    for k in range(1, degree + 1):
        lower = np.empty((k, len(t)))
        grown = np.zeros((k + 1, len(t)))
        for j in range(k):
            right, left = knots[span + j + 1], knots[span + j + 1 - k]
            width = right - left
            lower[j] = np.divide(values[j], width, out=np.zeros(len(t)), where=width > 0)
            grown[j] += (right - t) * lower[j]
            grown[j + 1] += (t - left) * lower[j]
        values = grown
    slopes = np.zeros((degree + 1, len(t)))
    slopes[:-1] -= degree * lower
    slopes[1:] += degree * lower
    return span - degree, values.T, slopes.T


class Spline:
    """Non-uniform rational B-spline in one or two parameters; control values (n[, m], dim)."""

    def __init__(self, control: Array, degrees: list[int], knots: list[Array], rational: bool) -> None:
        self.control, self.degrees, self.knots, self.rational = control, degrees, knots, rational
        for n, p, k in zip(control.shape, degrees, knots):
            good = (
                0 < p <= HIGHEST and n > p and len(k) == n + p + 1 and np.isfinite(k).all() and (np.diff(k) >= 0).all()
            )
            if not good or k[p] >= k[len(k) - p - 1]:
                raise NotMeshed("the knots of a spline are damaged")
        if not (np.abs(control) < LARGE).all() or (rational and not (control[..., -1] > 0).all()):
            raise NotMeshed("the vertices of a spline are damaged")
        self.ranges = [(float(k[p]), float(k[len(k) - p - 1])) for k, p in zip(knots, degrees)]

    def __call__(self, *parameters: Array) -> Array:
        """Points at parameters given as one array per direction."""
        return self.with_slopes(*parameters)[0]

    def with_slopes(self, *parameters: Array) -> list[Array]:
        """Points and their derivatives by each parameter."""
        first, weights, slopes = basis(self.knots[0], self.degrees[0], parameters[0])
        rows = first[:, None] + np.arange(self.degrees[0] + 1)
        if len(self.degrees) == 1:
            net = self.control[rows]
            found = [np.einsum("ni,nid->nd", w, net) for w in (weights, slopes)]
        else:
            second, weights_v, slopes_v = basis(self.knots[1], self.degrees[1], parameters[1])
            columns = second[:, None] + np.arange(self.degrees[1] + 1)
            net = self.control[rows[:, :, None], columns[:, None, :]]
            strips = np.einsum("nj,nijd->nid", weights_v, net)
            bends = np.einsum("nj,nijd->nid", slopes_v, net)
            found = [np.einsum("ni,nid->nd", w, s) for w, s in ((weights, strips), (slopes, strips), (weights, bends))]
        if self.rational:
            point = found[0][:, :-1] / found[0][:, -1:]
            return [point, *((d[:, :-1] - d[:, -1:] * point) / found[0][:, -1:] for d in found[1:])]
        return found


def knot_vector(transmit: Transmit, knots: int, multiplicities: int, n: int) -> Array:
    """Knots repeated as often as their multiplicities say."""
    values = np.array(transmit[knots].knots[:n], dtype=float)
    repeats = np.array(transmit[multiplicities].mult[:n], dtype=int)
    if len(values) != len(repeats) or (repeats < 0).any() or (repeats > HIGHEST + 1).any():
        raise NotMeshed("the knots of a spline are damaged")
    return np.repeat(values, repeats)


def spline_curve(transmit: Transmit, nurbs: Node) -> Spline:
    """The spline of a NURBS_CURVE node."""
    values = np.array(transmit[nurbs.bspline_vertices].vertices, dtype=float)
    control = values.reshape(nurbs.n_vertices, nurbs.vertex_dim)
    return Spline(
        control,
        [nurbs.degree],
        [knot_vector(transmit, nurbs.knots, nurbs.knot_mult, nurbs.n_knots)],
        nurbs.rational,
    )
