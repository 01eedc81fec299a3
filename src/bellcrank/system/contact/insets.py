"""Balls inside a solid that touch the faces around a corner: what of it stays above another face (lying.py).

The middle of a ball of radius rho is x + y, with the outward normals n of the faces at x

    n.y <= -rho for all of them, |y| least                                                                           (1)

References  Lawson, Hanson (1974), Solving Least Squares Problems, 23.4 (least distance by NNLS).
"""

from __future__ import annotations

import numpy as np

FAR = 8.0
"""Farther away than so many radii there is no room for a ball: thin wedges and spikes have none."""
SAME = 1e-9


def corner_inset(normals: np.ndarray, rho: float) -> tuple[np.ndarray, float]:
    """y of (1) and rho; zeros where there is no such ball."""
    from scipy.optimize import nnls

    planes: list[np.ndarray] = []
    for n in normals:
        if all(n @ other < 1.0 - SAME for other in planes):
            planes.append(n)
    if len(planes) == 1:
        return -rho * planes[0], rho
    if len(planes) == 2:
        return edge_inset(planes[0], planes[1], rho)
    rows = np.vstack([-np.array(planes).T, np.ones(len(planes))])
    found, _ = nnls(rows, np.array([0.0, 0.0, 0.0, 1.0]))
    left = rows @ found - np.array([0.0, 0.0, 0.0, 1.0])
    if -left[3] * FAR < np.linalg.norm(left[:3]):
        return np.zeros(3), 0.0
    return -rho * left[:3] / left[3], rho


def edge_inset(one: np.ndarray, two: np.ndarray, rho: float) -> tuple[np.ndarray, float]:
    """(1) for two faces, y = -rho (n_1 + n_2)/(1 + n_1.n_2), and rho; zeros where there is no such ball."""
    y, size = one + two, 1.0 + float(one @ two)
    if size * FAR < np.linalg.norm(y):
        return np.zeros(3), 0.0
    return -rho * y / size, rho
