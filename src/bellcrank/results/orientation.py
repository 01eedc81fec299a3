"""Body-fixed 3-1-3 angles (psi, theta, phi) and rotation matrices, for many rows at once.

    A = Rz(psi) Rx(theta) Rz(phi)                                                        (1)

Near theta = 0 or pi only psi + phi or psi - phi means anything, so two runs are compared by the angle of the
rotation between them, A1^T A2:

    sin(angle/2) = |A1 - A2| / sqrt(8),    |.| the Frobenius norm                          (2)
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def matrices(psi: Array, theta: Array, phi: Array) -> Array:
    """Rotation matrices (n, 3, 3) of angles in radians, equation (1)."""
    c1, s1, c2, s2, c3, s3 = (f(a) for a in (psi, theta, phi) for f in (np.cos, np.sin))
    rows = [
        [c1 * c3 - s1 * c2 * s3, -c1 * s3 - s1 * c2 * c3, s1 * s2],
        [s1 * c3 + c1 * c2 * s3, -s1 * s3 + c1 * c2 * c3, -c1 * s2],
        [s2 * s3, s2 * c3, c2],
    ]
    return np.moveaxis(np.array(rows), -1, 0)


def angle_between(first: Array, second: Array) -> Array:
    """The angle of the rotation from one stack of matrices to the other, equation (2), in radians."""
    distance = np.linalg.norm(first - second, axis=(1, 2)) / math.sqrt(8.0)
    return np.asarray(2.0 * np.arcsin(np.clip(distance, 0.0, 1.0)))
