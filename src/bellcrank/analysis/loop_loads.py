"""Which components of reactions redundant constraints leave open, one by one.

A redundant row r follows from rows of the elements of its loop that are kept, J_r = sum c_s J_s, so that

    dlam = e_r - sum c_s e_s,   J^T dlam = 0                                                                     (1)
    dF, dT of an element on its I marker = - sum dlam_k UNIT_k over its rows                                    (2)

may be added to the multipliers without changing the motion. A component for which (2) vanishes for every r is unique:
of a planar mechanism FX, FY and TZ, while FZ, TX, TY are not. (2) is looked at beside the first position, where nothing
vanishes by symmetry only, and at the end of every analysis.
References  Haug (1989), ch. 4;  Wojtyra (2005), Multibody System Dynamics 14, 27-46: which joint reactions are unique.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bellcrank.analysis.redundancy import Redundant
from bellcrank.analysis.simulation import Simulation
from bellcrank.numerics.triplets import Triplets

NOTHING = 1e-6
"""Smaller parts of the largest load of a loop are rounding, and digits of the file."""


def open_components(sim: Simulation, redundant: Sequence[Redundant], jacobian: Triplets) -> set[tuple[int, int]]:
    """(owner, component 0..5) of the loads that are not unique at the present position; `jacobian` is that of now."""
    found: set[tuple[int, int]] = set()
    kept: dict[int, list[int]] = {}
    left_out = {each.row for each in redundant}
    for r, row in enumerate(sim.builder.rows):
        if r not in left_out:
            kept.setdefault(row.owner, []).append(r)
    loops: dict[tuple[int, ...], list[int]] = {}
    for each in redundant:
        owners = sorted({sim.builder.rows[r].owner for r in (each.row, *each.loop)})
        loops.setdefault(tuple(r for owner in owners for r in kept.get(owner, ())), []).append(each.row)
    for others, several in loops.items():
        found.update(_of_loop(sim, several, others, jacobian))
    return found


def _of_loop(sim: Simulation, several: list[int], others: Sequence[int], jacobian: Triplets) -> set[tuple[int, int]]:
    """The components (2) of one loop, whose redundant rows `several` follow from the `others`."""
    rows = [*several, *others]
    owners, place = np.unique([sim.builder.rows[r].owner for r in rows], return_inverse=True)
    dense = jacobian.take(rows).dense()
    factors = _factors(dense[:, dense.any(axis=0)], len(several))
    loads = np.zeros((len(owners), len(several), 6))
    unit = sim.work.unit[rows] * np.array([1.0] * 3 + [1.0 / sim.length] * 3)
    np.add.at(loads, place, (factors[:, :, None] * unit).transpose(1, 0, 2))  # (2)
    sizes = np.abs(loads)
    is_open = ~(sizes <= NOTHING * sizes.max(axis=(0, 2), keepdims=True, initial=0.0)).all(axis=1)
    return {(int(owners[k]), int(component)) for k, component in zip(*np.nonzero(is_open), strict=True)}


def _factors(rows: np.ndarray, several: int) -> np.ndarray:
    """dlam of (1) of each of the first rows; NaN where it no longer follows from the others: all is open then."""
    first, others = rows[:several], rows[several:]
    c = np.linalg.lstsq(others.T, first.T, rcond=None)[0].T if len(others) else np.zeros((several, 0))
    left, whole = np.linalg.norm(first - c @ others, axis=1), np.linalg.norm(first, axis=1)
    fits = (left <= NOTHING * np.maximum(whole, 1e-300)) | (not len(others))
    return np.where(fits[:, None], np.hstack([np.eye(several), -c]), np.nan)
