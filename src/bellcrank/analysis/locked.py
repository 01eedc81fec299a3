"""Which elements' constraints depend on each other at the present position: where a mechanism locks, or branches meet.

J = U S V^T with rows of length one: where the smallest singular value vanishes, its column of U holds the factors of
the dependent rows (Golub & Van Loan, Matrix Computations, 4th ed., section 2.4).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bellcrank.analysis.dependent import scaled_jacobian
from bellcrank.analysis.simulation import Simulation

NEARLY_DEPENDENT = 1e-4
"""Smallest singular value of the Jacobian (rows of length one) below which constraints count as locking."""
MOST_ROWS = 1000
"""Larger models are not searched for the lock: it is a dense computation."""


def locked_elements(sim: Simulation) -> list[Any]:
    """The elements whose constraints are dependent, motions last; none where they are not."""
    s = sim.work
    rows = [r for r in range(s.n_rows) if r not in s.left_out]
    if not rows or len(rows) > MOST_ROWS:
        return []
    jac = scaled_jacobian(sim).take(rows).dense()
    size = np.linalg.norm(jac, axis=1, keepdims=True)
    if not np.all(np.isfinite(jac)) or np.any(size == 0.0):
        return []
    u, sigma, _ = np.linalg.svd(jac / size, full_matrices=False)
    if sigma[-1] > NEARLY_DEPENDENT * sigma[0]:
        return []
    share = np.abs(u[:, -1])
    owners = dict.fromkeys(sim.builder.rows[rows[n]].owner for n in np.flatnonzero(share > 0.1 * share.max()))
    return sorted((sim.builder.owners[o].element for o in owners), key=lambda e: e.keyword == "MOTION")
