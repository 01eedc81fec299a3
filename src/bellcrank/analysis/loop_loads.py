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

from collections.abc import Iterator, Sequence

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
    for each in redundant:
        loop = dict.fromkeys(sim.builder.rows[r].owner for r in (each.row, *each.loop))
        found.update(_of_loop(sim, [each.row, *(r for owner in loop for r in kept.get(owner, ()))], jacobian))
    return found


def _of_loop(sim: Simulation, rows: list[int], jacobian: Triplets) -> Iterator[tuple[int, int]]:
    scale = np.array([1.0] * 3 + [1.0 / sim.length] * 3)
    owners = [sim.builder.rows[r].owner for r in rows]
    factors = _factors(jacobian.take(rows).dense())
    loads: dict[int, np.ndarray] = {}
    for owner, row, factor in zip(owners, rows, factors, strict=True):
        loads[owner] = loads.get(owner, np.zeros(6)) + factor * sim.work.unit[row] * scale  # (2)
    largest = max((float(np.abs(load).max()) for load in loads.values()), default=0.0)
    for owner, load in loads.items():
        for component in np.flatnonzero(~(np.abs(load) <= NOTHING * largest)):
            yield owner, int(component)


def _factors(rows: np.ndarray) -> np.ndarray:
    """dlam of (1) for the rows r, s, ...; NaN where the first no longer follows from the others: all is open then."""
    first, others = rows[0], rows[1:]
    if not len(others):
        return np.ones(1)
    c = np.linalg.lstsq(others.T, first, rcond=None)[0]
    fits = np.linalg.norm(first - c @ others) <= NOTHING * max(float(np.linalg.norm(first)), 1e-300)
    return np.concatenate([[1.0], -c]) if fits else np.full(len(rows), np.nan)
