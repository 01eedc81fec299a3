"""Which components of reactions redundant constraints leave open, one by one.

A redundant row r follows from rows of the elements of its loop that are kept, J_r = sum c_s J_s, so that

    dlam = e_r - sum c_s e_s,   J^T dlam = 0                                                                     (1)
    dF, dT of an element on its I marker = - sum dlam_k UNIT_k over its rows                                    (2)

may be added to the multipliers without changing the motion. A component for which (2) vanishes for every r is unique:
of a planar mechanism FX, FY and TZ, while FZ, TX, TY are not. (2) is looked at beside the first position, with drives
released, where nothing vanishes by symmetry only: what is found does not depend on how long a run takes.
References  Haug (1989), ch. 4;  Wojtyra (2005), Multibody System Dynamics 14, 27-46: which joint reactions are unique.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bellcrank.analysis.redundancy import Redundant
from bellcrank.analysis.simulation import Simulation
from bellcrank.numerics.triplets import Triplets

NOTHING = 1e-6
"""Smaller parts of the largest load of a loop are rounding, and digits of the file."""


class Loop(NamedTuple):
    """The rows of one loop, the redundant ones first."""

    rows: np.ndarray
    several: int
    """How many are redundant."""
    owners: list[int]
    belongs: np.ndarray
    """1 where a row (second index) is one of an owner (first)."""
    entries: np.ndarray
    """The entries of the Jacobian in these rows."""
    at: np.ndarray
    """Where they stand in a dense array of all rows and of the columns that are not empty."""
    width: int


def open_components(sim: Simulation, redundant: Sequence[Redundant], jacobian: Triplets) -> set[tuple[int, int]]:
    """(owner, component 0..5) of the loads that are not unique at the present position; `jacobian` is that of now."""
    loops = _loops(sim, redundant, jacobian)
    return {found for loop in loops for found in _of_loop(sim, loop, jacobian.value)}


def _loops(sim: Simulation, redundant: Sequence[Redundant], jacobian: Triplets) -> list[Loop]:
    """Redundant rows that follow from rows of the same elements, together."""
    left_out, owner_of = {each.row for each in redundant}, [row.owner for row in sim.builder.rows]
    kept: dict[int, list[int]] = {}
    for r, owner in enumerate(owner_of):
        if r not in left_out:
            kept.setdefault(owner, []).append(r)
    loops: dict[tuple[int, ...], list[int]] = {}
    for each in redundant:
        owners = sorted({owner_of[r] for r in (each.row, *each.loop)})
        loops.setdefault(tuple(r for owner in owners for r in kept.get(owner, ())), []).append(each.row)
    found = []
    for others, several in loops.items():
        rows = [*several, *others]
        place = np.full(jacobian.shape[0], -1)
        place[rows] = np.arange(len(rows))
        entries = np.flatnonzero(place[jacobian.row] >= 0)
        columns, column = np.unique(jacobian.column[entries], return_inverse=True)
        owners = list(dict.fromkeys(owner_of[r] for r in rows))
        belongs = np.array([[float(owner == owner_of[r]) for r in rows] for owner in owners])
        at = place[jacobian.row[entries]] * len(columns) + column
        found.append(Loop(np.array(rows), len(several), owners, belongs, entries, at, len(columns)))
    return found


def _of_loop(sim: Simulation, loop: Loop, values: np.ndarray) -> set[tuple[int, int]]:
    """The components (2) of one loop, from the entries of the Jacobian."""
    dense = np.zeros(len(loop.rows) * loop.width)
    dense[loop.at] = values[loop.entries]
    factors = _factors(dense.reshape(len(loop.rows), -1), loop.several)
    unit = sim.work.unit[loop.rows]
    unit[:, 3:] /= sim.length
    sizes = np.abs(np.einsum("or,sr,rk->osk", loop.belongs, factors, unit))  # (2)
    is_open = ~(sizes <= NOTHING * sizes.max(axis=(0, 2), keepdims=True, initial=0.0)).all(axis=1)
    of, component = (n.tolist() for n in np.nonzero(is_open))
    return {(loop.owners[k], c) for k, c in zip(of, component, strict=True)}


def _factors(rows: np.ndarray, several: int) -> np.ndarray:
    """dlam of (1) of each of the first rows; NaN where it no longer follows from the others: all is open then."""
    first, others = rows[:several], rows[several:]
    factors = np.eye(several, len(rows))
    if not len(others):
        return factors
    factors[:, several:] = -_combination(others.T, first.T).T
    left = first + factors[:, several:] @ others
    size, whole = np.einsum("sk,sk->s", left, left), np.einsum("sk,sk->s", first, first)
    factors[~(size <= NOTHING**2 * np.maximum(whole, 1e-300))] = np.nan
    return factors


def _combination(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """x with a x = b, as nearly as can be: by Q R, and where columns of a depend on each other by singular values."""
    if a.shape[0] >= a.shape[1]:
        q, r = np.linalg.qr(a)
        size = np.abs(r.diagonal())
        if size.min() > NOTHING**2 * size.max():
            return np.linalg.solve(r, q.T @ b)
    x: np.ndarray = np.linalg.lstsq(a, b, rcond=None)[0]
    return x
