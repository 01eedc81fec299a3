"""Parts whose redundant constraints fit only to the digits of the file, as in datasets exported by CAD programs.

A pin given twice, once as a concentric mate and once as a coincident face, is written with rounded numbers; the two
then contradict each other by that rounding, and no position meets both. So:

1. the best position for all constraints, minimise |phi(q)|^2 (Gauss-Newton);                                    (1)
2. the misfit m left there tells the rounding: rows that follow from others to within 30 m are redundant;       (2)
3. the parts are put together by the other rows, exactly. The redundant rows keep their small misfit and are left out.
References  Bjorck (1996), Numerical Methods for Least Squares Problems, sections 2.7 (rank) and 9.2 (Gauss-Newton).
"""

from __future__ import annotations

import numpy as np

from bellcrank.analysis.closing import FITS, assemble_positions
from bellcrank.analysis.dependent import redundant_rows
from bellcrank.analysis.redundancy import TOLERANCE
from bellcrank.analysis.simulation import Simulation

LOOSE = 1e-4
"""Largest misfit, as a part of the model's size or in radians, that is taken for rounding."""
SOFT = 1e-6
"""Compliance of the constraints in (1), against a weight of one on displacements."""
MARGIN = 30.0


def fit_loosely(sim: Simulation, rows: np.ndarray, start: np.ndarray) -> float:
    """Put the parts together from `start` as described above; returns the misfit of the rows that are kept."""
    s = sim.work
    s.q[:] = start
    misfit = assemble_positions(sim, rows=rows, compliance=SOFT)
    worst = float(np.max(relative_misfits(sim)[rows], initial=0.0))
    if not worst < LOOSE:
        return misfit
    sim.tolerance = max(TOLERANCE, MARGIN * worst)
    redundant = [r.row for r in redundant_rows(sim)]
    misfit = assemble_positions(sim, rows=np.setdiff1d(rows, redundant))
    left = relative_misfits(sim)
    sim.loose = {row: float(s.phi[row]) for row in redundant if left[row] > FITS}
    return misfit if left[redundant].max(initial=0.0) < LOOSE else np.inf


def relative_misfits(sim: Simulation) -> np.ndarray:
    """|phi| of each row as a part of the model's length, or in radians."""
    size = np.array([sim.length if row.translational else 1.0 for row in sim.builder.rows])
    return np.asarray(np.abs(sim.work.phi) / size)
