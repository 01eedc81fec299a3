"""Volume, mass centre and inertia of what a net encloses.

Divergence theorem over the closed surface, with x = (x_1, x_2, x_3), dS the outward element of area:

    V = 1/3 int x . dS,    int x_i dV = 1/2 int x_i^2 dS_i                                             (1)
    P_ij = int x_i x_j dV:  P_ii = 1/3 int x_i^3 dS_i,  P_ij = 1/2 int x_i^2 x_j dS_i                  (2)
    J = tr(P) 1 - P,   about the centre: P - V c c^T                                                   (3)

On a triangle all of it is a polynomial: degree 3 on a flat one, at most 8 on a curved one (x quadratic in the two
parameters of the triangle, dS = x_u x x_v du dv quadratic). Gauss points integrate it exactly: Gauss-Legendre times
Gauss-Legendre on the square, folded to the triangle by (u, v) = (s, t (1 - s)). Flat: 3 x 3 points, curved: 5 x 5.

A curved triangle passes through the middles of its edges on the true surface. Volumes of round bodies then are right to
the fourth power of the bend between neighbouring points, not to the second one: 2e-6 at 10 degrees where flat triangles
give 5e-3.

Reference     Mirtich (1996), Fast and accurate computation of polyhedral mass properties, section 2.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bellcrank.geometry.mesh import Mesh

Array = NDArray[np.float64]
CHUNK = 20_000
KNOWN = "_mass"
"""Where a net remembers its mass."""


class Mass(NamedTuple):
    """Volume (or mass), centre, inertia tensor (3, 3) about the centre; at density 1 mass is volume."""

    mass: float
    cm: Array
    inertia: Array

    def times(self, density: float) -> Mass:
        """At another density."""
        return Mass(self.mass * density, self.cm, self.inertia * density)

    def moved(self, rotation: Array, origin: Array, scale: float = 1.0) -> Mass:
        """Of the body turned, scaled (volumes as scale^3) and shifted: x' = scale R x + r."""
        R = np.asarray(rotation, dtype=float)
        cm = scale * R @ self.cm + origin
        return Mass(abs(scale) ** 3 * self.mass, cm, abs(scale) ** 5 * R @ self.inertia @ R.T)


def together(pieces: list[Mass]) -> Mass:
    """Several bodies as one (Steiner)."""
    mass = sum(p.mass for p in pieces)
    if mass == 0.0:
        return Mass(0.0, np.zeros(3), np.zeros((3, 3)))
    cm = np.asarray(sum(p.mass * p.cm for p in pieces)) / mass
    inertia = np.zeros((3, 3))
    for p in pieces:
        d = p.cm - cm
        inertia += p.inertia + p.mass * (d @ d * np.eye(3) - np.outer(d, d))
    return Mass(mass, cm, inertia)


def mass_of(mesh: Mesh) -> Mass:
    """Volume, centre and inertia at density 1 of what a net encloses; a net remembers them."""
    if KNOWN not in mesh.__dict__:
        mesh.__dict__[KNOWN] = _mass_of(mesh)
    known: Mass = mesh.__dict__[KNOWN]
    return known


def _mass_of(mesh: Mesh) -> Mass:
    """(1) to (3) about its first point."""
    origin = mesh.points.mean(axis=0) if len(mesh.points) else np.zeros(3)
    V, first, P = 0.0, np.zeros(3), np.zeros((3, 3))
    for k in range(0, len(mesh.corners), CHUNK):
        x, dS = _gauss_points(mesh, slice(k, k + CHUNK), origin)
        V += float((x * dS).sum()) / 3.0
        square = x * x * dS
        first += 0.5 * square.sum(axis=0)
        mixed = 0.5 * square.T @ x
        P += np.where(np.eye(3, dtype=bool), mixed / 1.5, mixed)
    if V == 0.0:
        return Mass(0.0, origin, np.zeros((3, 3)))
    c = first / V
    P = 0.5 * (P + P.T) - V * np.outer(c, c)  # both P_ij and P_ji hold (2): their mean is as exact
    return Mass(V, origin + c, np.trace(P) * np.eye(3) - P)


def _gauss_points(mesh: Mesh, which: slice, origin: Array) -> tuple[Array, Array]:
    """Points (k, 3) on triangles and their dS times the Gauss weights."""
    corner = mesh.points[mesh.corners[which]] - origin
    curved = mesh.middles is not None
    u, v, weight = _rule(5 if curved else 3)
    w = 1.0 - u - v
    if curved:
        assert mesh.middles is not None
        six = np.concatenate([corner, mesh.middles[which] - origin], axis=1)
        shape = np.stack([w * (2 * w - 1), u * (2 * u - 1), v * (2 * v - 1), 4 * w * u, 4 * u * v, 4 * v * w])
        by_u = np.stack([1 - 4 * w, 4 * u - 1, 0 * u, 4 * (w - u), 4 * v, -4 * v])
        by_v = np.stack([1 - 4 * w, 0 * u, 4 * v - 1, -4 * u, 4 * u, 4 * (w - v)])
    else:
        six = corner
        shape = np.stack([w, u, v])
        by_u, by_v = (np.broadcast_to(np.array(d)[:, None], (3, len(u))) for d in ([-1.0, 1.0, 0.0], [-1.0, 0.0, 1.0]))
    x, xu, xv = (np.einsum("kg,tkd->tgd", f, six).reshape(-1, 3) for f in (shape, by_u, by_v))
    return x, np.cross(xu, xv) * np.tile(weight, len(six))[:, None]


def _rule(n: int) -> tuple[Array, Array, Array]:
    """Parameters u, v and weights of n x n Gauss points of a triangle."""
    s, ws = np.polynomial.legendre.leggauss(n)
    s, ws = 0.5 * (s + 1.0), 0.5 * ws
    a, b = (x.ravel() for x in np.meshgrid(s, s, indexing="ij"))
    return a, b * (1.0 - a), np.outer(ws * (1.0 - s), ws).ravel()
