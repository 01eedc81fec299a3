"""A Workspace: where kernels evaluate a system at a state, with their scratch arrays and the context of pointers.

    work = Workspace(system, State(system))
    work.call(assemble.residual)           work.res, work.phi, ... are filled
    work.call(assemble.matrix)             work.matrix(), work.dense(), work.factorisation()

Nothing here is worth keeping. Workspaces of one system share only tables that nobody writes: each may run in a
thread of its own.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from bellcrank import kernel as kernels
from bellcrank.numerics.context import Context, run_kernel
from bellcrank.numerics.sparse_lu import SparseLU
from bellcrank.numerics.triplets import Triplets
from bellcrank.system import layout as at
from bellcrank.system.state import State
from bellcrank.system.system import System


class Workspace:
    """See the module docstring. The arrays of the state have their names here too."""

    def __init__(self, system: System, state: State) -> None:
        self.system, self.state, self.builder = system, state, system.builder
        self.n, self.n_bodies, self.n_rows = system.n, system.n_bodies, system.n_rows
        self.n_motions = system.n_motions
        self.n_x, self.n_v, self.left_out = system.n_x, system.n_v, system.left_out
        self.y, self.rate, self.num, self.memory = state.y, state.rate, state.num, state.memory
        self.chart = state.chart
        self.q, self.u, self.ud, self.lam = state.q, state.u, state.ud, state.lam
        self.x, self.xd, self.v, self.constraint_zero = state.x, state.xd, state.v, state.constraint_zero
        self.mass = system.mass
        self._jacobians: dict[Any, Triplets] = {}
        """The places of the constraint Jacobian in the matrix of a pattern."""
        self._scratch()
        self._connect()

    def _scratch(self) -> None:
        s, rows = self.system, self.n_rows
        self.res, self.step, self.psi = np.zeros(s.n + 6), np.zeros(s.n), np.zeros(len(self.y))
        self.phi, self.phid, self.phidd = np.zeros(rows), np.zeros(rows), np.zeros(rows)
        self.unit = np.zeros((rows, 6))
        self.delta, self.work = np.zeros(6 * s.n_bodies), np.zeros(2)
        self.yd, self.weight = np.zeros(len(self.y)), np.ones((s.n_bodies, 9))
        self.tol, self.row_tol = np.full(len(self.y) + 1, np.inf), np.zeros((rows, 4))
        self.v_error = np.ones(s.n_v)
        self.history, self.last = np.zeros((14, len(self.y))), np.zeros((2, len(self.y)))
        self.story = np.zeros(14), np.zeros((14, len(self.y))), np.zeros((14, len(self.y)))
        self.wrench = np.zeros((len(self.builder.owners), 6))
        self.body, self.mark = s.body.copy(), s.mark.copy()
        self.leaf_values, self.expression_values = np.zeros(s.n_leaves), np.zeros(len(self.builder.expressions))
        self.out, self.sensed = np.zeros(s.columns), np.zeros((len(self.builder.sensors), 2))
        self.entries = np.zeros(s.pattern.size)
        self.values = self.entries[: s.pattern.count]
        """What every element contributes to the matrix."""
        s.pattern.begin(self.values)
        self.diag = self.values[s.first_diagonal : s.first_diagonal + rows]
        """Diagonal of the constraint rows: one where a row is left out."""
        self.diag[list(self.left_out)] = 1.0

    def _connect(self) -> None:
        """The context: tables of the system, arrays of the state, scratch."""
        s = self.system
        arrays: dict[int, Any] = {
            **s.tables, **self.state.arrays(),
            **{k: s.tables[k].copy() for k in (*s.tables[at.KIND_OUT], *s.scratch)},
            at.XDD: np.zeros(s.n_x), at.RES: self.res, at.STEP: self.step, at.PSI: self.psi,
            at.PHI: self.phi, at.PHID: self.phid, at.PHIDD: self.phidd, at.UNIT: self.unit,
            at.DELTA: self.delta, at.WORK: self.work, at.E_WRENCH: self.wrench, at.BODY: self.body, at.MARK: self.mark,
            at.LEAF_VAL: self.leaf_values, at.LEAF_BAR: np.zeros(s.n_leaves), at.E_VAL: self.expression_values,
            at.GRAD: np.zeros(s.n_gradient), at.G_WORK: np.zeros((s.most_slots + 1, 18)),
            at.RATE: np.zeros((s.n_leaves, 2)), at.T_WORK: np.zeros(s.machine.work_size), at.OUT: self.out,
            at.SENSED: self.sensed, at.ENTRIES: self.entries, at.YD: self.yd, at.WEIGHT: self.weight, at.TOL: self.tol,
            at.ROW_TOL: self.row_tol, at.HISTORY: self.history, at.LAST: self.last, at.JETS: np.zeros((56, 3)),
            at.POINTS: np.zeros((len(s.tables[at.POINT]), 3)),
            at.SLOPE: np.zeros((12, 12)), at.V_ERROR: self.v_error,
            at.STORY_T: self.story[0], at.STORY_Y: self.story[1], at.STORY_F: self.story[2],
        }  # fmt: skip
        # kernels run as the tables of the system say, whatever the mode of this thread
        plain = {k: a for k, a in arrays.items() if isinstance(a, list)}
        self.context = Context([np.zeros(0, np.int64) if k in plain else arrays[k] for k in range(len(arrays))])
        for k, functions in plain.items():
            self.context.arrays[k] = functions
        self.context.compiled = s.compiled

    # ---- the past
    def put_past(self, past: np.ndarray, rows: int) -> None:
        """Use another array of the past of the unknowns kept, `rows` of it in use."""
        self.state.past, self.state.past_now[-1] = past, rows
        self.context.replace(int(at.PAST), past)

    def keep_more_past(self, time: float) -> np.ndarray:
        """Forget what no delay reaches any more; where that is little, make room for twice as many steps."""
        before, rows = self.state.past, int(self.state.past_now[-1])
        first = 1 + int(np.searchsorted(before[1:rows, 0], time - self.builder.longest_delay))
        kept = before[first:rows]
        past = np.zeros((max(len(before), 2 * len(kept)), before.shape[1]))
        past[0], past[1 : 1 + len(kept)] = before[0], kept
        self.put_past(past, 1 + len(kept))
        return past

    # ---- evaluation from Python
    def call(self, function: kernels.Kernel) -> None:
        """Run one kernel over the context."""
        run_kernel(function, self.context)

    def factorisation(self, quick: bool = False, masses_only: bool = False) -> SparseLU:
        """Order, pivots and pattern for the matrix as it is now; SingularMatrixError when it has no inverse.

        What kinds of elements do not use now is left out of the pattern. `quick`: the first order that comes to mind.
        `masses_only`: of [M, J^T; J, 0], where nothing but masses connects motions.
        """
        pattern = self.system.pattern
        idle = [kind.idle(self.context.arrays, first) for kind, first in self.system.kinds]
        idle.append(pattern.between(self.n_motions if masses_only else 0, self.system.first_coupling))
        p = pattern.apart_from(np.concatenate(idle))
        values, blocks = self.values[: len(p.entry)], self.system.blocks
        return SparseLU(self.n, p.indptr, p.indices, values, entry=p.entry, blocks=blocks, quick=quick)

    def jacobian(self) -> np.ndarray:
        """The constraint Jacobian (rows by 6 n_bodies, ground axes) at the state of the last `matrix`, dense."""
        return self.sparse_jacobian().dense()

    def sparse_jacobian(self, complete: bool = False) -> Triplets:
        """The constraint Jacobian at the state of the last `matrix`, by its entries; complete: of all rows."""
        p = self.system.complete if complete else self.system.pattern
        places = self._jacobians.get(p)
        if places is None:
            bodies, count = 6 * self.n_bodies, len(p.indices)
            every = Triplets.of_columns(p.n, p.indptr, p.indices, np.arange(count))
            places = self._jacobians[p] = every.take(np.arange(bodies, bodies + self.n_rows), np.arange(bodies))
        return replace(places, value=p.sums(self.values)[places.value])

    def matrix(self) -> Triplets:
        """The matrix as the kernel `matrix` left it."""
        return self.system.pattern.matrix(self.values)

    def dense(self) -> np.ndarray:
        """The matrix as a dense array."""
        return self.matrix().dense()
