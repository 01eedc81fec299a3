"""The directions that constraints leave free: a basis N of J N = 0, and what is stiff along them.

N        from a QR factorisation of J^T with pivots; columns are orthonormal in d . W d (rotations by body sizes)   (1)
Reduced  states and algebraic unknowns follow the positions: their rows are eliminated (Schur complement), then     (2)
         K_r = N^T K N
References  Golub, Van Loan (2013), section 5.4.2 (rank by pivoting);  Wehage, Haug (1982), J. Mech. Des. 104, 247-255.
"""

from __future__ import annotations

import numpy as np

from bellcrank.numerics.triplets import one_thread

DEPENDENT = 1e-9
"""A row whose part beyond the others is less depends on them here."""


def null_basis(jacobian: np.ndarray, arms: np.ndarray) -> np.ndarray:
    """N of (1) for dense J (rows, 6 n_bodies); `arms`: length of each coordinate."""
    from scipy.linalg import qr

    scaled = jacobian / arms
    size = np.linalg.norm(scaled, axis=1)
    scaled = scaled[size > 0.0] / size[size > 0.0, None]
    if not len(scaled):
        return np.diag(1.0 / arms)
    with one_thread(len(arms)):
        q, r, _ = qr(scaled.T, pivoting=True)
    diagonal = np.abs(np.diag(r))
    rank = int(np.sum(diagonal > DEPENDENT * diagonal[0]))
    return np.asarray(q[:, rank:] / arms[:, None])


def eliminated(matrix: np.ndarray, kept: int) -> np.ndarray:
    """The Schur complement (2) of a matrix for its first `kept` unknowns; others without equation are left at zero."""
    if kept == len(matrix):
        return matrix
    corner = matrix[kept:, kept:]
    change = np.linalg.lstsq(corner, matrix[kept:, :kept], rcond=1e-13)[0]
    return np.asarray(matrix[:kept, :kept] - matrix[:kept, kept:] @ change)
