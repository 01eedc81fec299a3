"""The frozen system: numbered arrays in one context, the matrix pattern, and the factorisation.

A System is built once for one topology. Constraint rows that are redundant are switched off, not removed: their entries
count nothing, their diagonal is one, and their multiplier stays zero.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

import numpy as np

from bellcrank import kernel as kernels
from bellcrank import registry
from bellcrank.numerics.context import Context, addresses, run_kernel
from bellcrank.numerics.triplets import Triplets
from bellcrank.system import assemble, equations, expressions, forces, measure_rates, primitives
from bellcrank.system import layout as at
from bellcrank.system.builder import Builder, ForceUse
from bellcrank.system.contributions import Contributions
from bellcrank.system.primitives.places import Group, Pair, block, shift
from bellcrank.system.tape import pack_tapes

registry.load_all(primitives)

EXPRESSION_KERNELS = [
    expressions.leaves, expressions.value, expressions.slopes, expressions.gradient_of, measure_rates.rates
]  # fmt: skip
"""In the order of layout.LEAVES, VALUE, ..."""
PAST_ROWS = 256
"""Steps whose past is kept for DELAY to begin with; `keep_more_past` makes room."""

DISTANCES = frozenset({at.L_D, at.L_VEL, at.L_VR, at.L_INCANG})
"""Leaves of constraints that depend on translations."""


class System:
    """Tables, state and kernels of one model; see the module docstring."""

    def __init__(self, builder: Builder, left_out: Iterable[int] = ()) -> None:
        self.builder = builder
        self.left_out = frozenset(left_out)
        self.n_bodies, self.n_rows = len(builder.bodies), len(builder.rows)
        self.n_x, self.n_v = len(builder.diffs), len(builder.variables)
        self.n = 6 * self.n_bodies + self.n_rows + self.n_x + self.n_v
        self._arrays: dict[int, Any] = {}
        self._own: list[np.ndarray] = []
        self._kinds: list[tuple[Any, Any, Any, int]] = []
        self.contributions = Contributions(self.n)
        self._state()
        self._own_entries()
        self._bodies()
        self._markers()
        self._expressions()
        self._primitives()
        self._constraints()
        self._scalars()
        self._forces()
        self._report()
        self._pattern()
        self._finish()

    # ---- numbering
    def body_column(self, body: int) -> int | None:
        """First unknown of a body; None for ground."""
        return None if body < 0 or body >= self.n_bodies else 6 * body

    def row_column(self, row: int) -> int | None:
        """The unknown of a constraint row; None when the row is left out."""
        return None if row in self.left_out else 6 * self.n_bodies + row

    def residual_row(self, body: int) -> int:
        """First residual row of a body; the dump for ground."""
        column = self.body_column(body)
        return self.n if column is None else column

    def scalar_column(self, kind: str, number: int) -> int | None:
        """The unknown of a state ("x"), an algebraic unknown ("v") or a multiplier ("row")."""
        if kind == "row":
            return self.row_column(number)
        base = 6 * self.n_bodies + self.n_rows
        return base + number if kind == "x" else base + self.n_x + number

    # ---- arrays
    def _state(self) -> None:
        nb = self.n_bodies
        self.y = np.zeros(12 * nb + self.n_x + self.n_v + self.n_rows + 1)
        self.x, self.v, self.lam = (
            self.y[a:b] for a, b in itertools.pairwise(np.cumsum([12 * nb, self.n_x, self.n_v, self.n_rows]))
        )
        self.q, self.u, self.ud, self.xd = np.zeros((nb, 7)), np.zeros((nb, 6)), np.zeros((nb, 6)), np.zeros(self.n_x)
        self.yd, self.chart, self.weight = np.zeros(len(self.y)), np.zeros((nb, 30)), np.ones((nb, 8))
        self.chart[:, [int(at.C_AXIS) + 2, int(at.C_CENTRE), int(at.C_REF)]] = 1.0
        self.tol, self.row_tol = np.full(len(self.y) + 1, np.inf), np.zeros((self.n_rows, 4))
        self.num = np.zeros(int(at.LATCHED) + len(self.builder.sensors))
        self.num[[at.C_U, at.C_A, at.SCALE, at.MODE, at.T_SHIFT]] = 1.0, 1.0, 1.0, 4.0, 1e-4
        self.num[at.GX : at.GX + 3] = self.builder.gravity
        rows, n = self.n_rows, self.n
        self.res, self.step, self.psi = np.zeros(n + 6), np.zeros(n), np.zeros(len(self.y))
        self.phi, self.phid, self.phidd = np.zeros(rows), np.zeros(rows), np.zeros(rows)
        self.unit = np.zeros((rows, 6))
        self.delta, self.work = np.zeros(6 * nb), np.zeros(2)
        self.wrench = np.zeros((len(self.builder.owners), 6))
        self.past, self.past_now = np.zeros((PAST_ROWS, 2 + 7 * len(self.builder.kept))), np.zeros(8)
        self.past_now[-1] = 1.0  # row 0 is the step to take
        self._arrays |= {
            at.NUM: self.num, at.Q: self.q, at.U: self.u, at.UD: self.ud, at.X: self.x, at.XD: self.xd, at.V: self.v,
            at.XDD: np.zeros(self.n_x), at.LAM: self.lam, at.RES: self.res, at.STEP: self.step, at.PSI: self.psi,
            at.PHI: self.phi, at.PHID: self.phid, at.PHIDD: self.phidd, at.UNIT: self.unit,
            at.DELTA: self.delta, at.WORK: self.work, at.E_WRENCH: self.wrench, at.DONE: self.y[-1:],
            at.PAST: self.past, at.PAST_NOW: self.past_now, at.Y: self.y, at.YD: self.yd, at.CHART: self.chart,
            at.HISTORY: np.zeros((8, len(self.y))), at.LAST: np.zeros((2, len(self.y))), at.JETS: np.zeros((40, 3)),
            at.TOL: self.tol, at.WEIGHT: self.weight, at.ROW_TOL: self.row_tol, at.ROW_BODY: self._row_bodies(),
        }  # fmt: skip

    def _row_bodies(self) -> np.ndarray:
        """The bodies of each constraint row, and whether it is an angle."""
        of = self.builder.marker_body
        body = lambda m: self.n_bodies if of[m] < 0 else of[m]
        rows = [(body(row.i), body(row.j), int(not row.translational)) for row in self.builder.rows]
        return np.array(rows, np.uint32).reshape(-1, 3)

    def _bodies(self) -> None:
        bodies = self.builder.bodies
        self.mass = np.zeros((self.n_bodies, 8))
        self.body = np.zeros((self.n_bodies + 1, 21))
        self.body[self.n_bodies, [0, 4, 8]] = 1.0
        for b, body in enumerate(bodies):
            self.mass[b] = (body.mass, *body.inertia, float(body.turns))
            self.q[b, :3], self.q[b, 3:] = body.position, quaternion_of(np.array(body.axes).reshape(3, 3))
            self.u[b, :3], self.u[b, 3:] = body.velocity, np.array(body.axes).reshape(3, 3) @ body.spin
        still = np.array([b for b, body in enumerate(bodies) if not body.turns], np.uint32)
        self._arrays |= {at.MASS: self.mass, at.BODY: self.body, at.STILL: still}

    def _markers(self) -> None:
        of, local = self.builder.marker_body, self.builder.marker_local
        self.marker_body = np.array([self.n_bodies if b < 0 else b for b in of], np.uint32)
        self.marker_local = np.zeros((len(of), 12))
        self.mark = np.zeros((len(of), 24))
        for m, (position, axes) in enumerate(local):
            turned = np.array(axes).reshape(3, 3).T  # rows are the axes x, y, z
            self.marker_local[m, :3], self.marker_local[m, 3:] = position, turned.ravel()
            if of[m] < 0:
                self.mark[m, :12] = self.marker_local[m]
        moving = np.flatnonzero(self.marker_body < self.n_bodies).astype(np.uint32)
        used, accelerations = self._read_by_equations()
        self.used = np.array([m for m in moving if int(m) in used], np.uint32)
        self.num[at.READS_ACC] = float(accelerations)
        self._arrays |= {
            at.M_BODY: self.marker_body, at.M_LOC: self.marker_local, at.MARK: self.mark, at.M_MOVING: moving,
            at.M_USED: self.used,
        }  # fmt: skip

    def _read_by_equations(self) -> tuple[set[int], bool]:
        """The markers that equations or counted angles read, and whether equations read their accelerations."""
        b = self.builder
        shown = {*b.requests, *(e for s in b.sensors for e in (s.function, s.kept))}
        used = {m for use in b.primitives for m in (use.i, use.j)}
        used |= {m for use in b.constraints for m in (use.i, use.j)}
        used |= {m for force in b.forces for m in (force.i, force.j, force.rm)}
        accelerations = False
        for number, lowered in enumerate(b.expressions):
            for leaf in lowered.leaves:
                if number not in shown or leaf.counts_turns:
                    used.update(leaf.markers)
                    accelerations |= leaf.kind in (at.L_ACC, at.L_WDT)
        return used, accelerations

    def _expressions(self) -> None:
        """Number leaves, slots (bodies an expression depends on) and scalar columns."""
        ints, leaves, slots, self.gradient_columns = [], [], [], []
        n_grad, widest = 0, 0
        for number, lowered in enumerate(self.builder.expressions):
            of = [self.builder.marker_body[m] for leaf in lowered.leaves for m in leaf.markers if leaf.kind >= at.L_D]
            bodies = sorted({b for b in of if b >= 0})
            scalars = list(dict.fromkeys(s for leaf in lowered.leaves for s in leaf.scalars))
            first = len(leaves)
            for leaf in lowered.leaves:
                leaves.append(self._leaf_row(leaf, bodies, scalars))
            columns: list[int | None] = [6 * b + k for b in bodies for k in range(6)]
            columns += [self.scalar_column(*s) for s in scalars]
            self.gradient_columns.append(columns)
            ints.append((first, len(lowered.leaves), len(slots), len(bodies), 0, len(scalars), n_grad, number))
            slots += bodies
            n_grad += len(columns)
            widest = max(widest, len(bodies))
        self.expression_ints = np.array(ints, np.uint32).reshape(-1, 8)
        self.slots = np.array(slots, np.uint32)
        leaf = np.array(leaves, np.uint32).reshape(-1, 16)
        leaf[:, 5:9] = np.where(leaf[:, 5:9] == 2**32 - 1, widest, leaf[:, 5:9])
        self.leaf = leaf
        n_leaves = len(leaf)
        self.memory, self.memory_rate = np.zeros(n_leaves), np.zeros(n_leaves)
        self.expression_value = np.zeros(len(ints))
        self._arrays |= {
            at.E_INT: self.expression_ints, at.LEAF: leaf, at.LEAF_VAL: np.zeros(n_leaves),
            at.LEAF_BAR: np.zeros(n_leaves), at.E_VAL: self.expression_value, at.GRAD: np.zeros(n_grad),
            at.MEMORY: self.memory, at.MEMORY_RATE: self.memory_rate, at.SLOT: self.slots,
            at.G_WORK: np.zeros((widest + 1, 18)), at.RATE: np.zeros((n_leaves, 2)),
        }  # fmt: skip
        tapes = [e.tape for e in self.builder.expressions]
        self.machine, arrays = pack_tapes(tapes, self.builder.tables)
        self._arrays |= arrays

    def _leaf_row(self, leaf: Any, bodies: list[int], scalars: list[tuple[str, int]]) -> list[int]:
        of = [self.builder.marker_body[m] for m in leaf.markers]
        slots = [bodies.index(b) if b in bodies and leaf.kind >= at.L_D else 2**32 - 1 for b in of]
        numbers = list(leaf.numbers) + [0] * (7 - len(leaf.numbers))
        if leaf.scalars:
            numbers[6] = scalars.index(leaf.scalars[0])
            if leaf.kind == at.L_PAST:
                numbers[3] = scalars.index(leaf.scalars[1])
        elif leaf.counts_turns:
            numbers[6] = 1
        return [int(leaf.kind), *leaf.markers, *slots, *numbers]

    # ---- kinds of tables
    def _kind(
        self, residual: Any, matrix: Any, second: Any, ints: list[Any], groups: list[list[Group]], *more: Any
    ) -> None:
        """A table of elements; where their groups of entries begin is added to the integers of each."""
        if not ints:
            return
        self._kinds.append((residual, matrix, second, int(at.FIRST + len(self._own))))
        self._own += [self.contributions.table(ints, groups), *more]

    def _primitives(self) -> None:
        of = self.builder.marker_body
        for name, primitive in sorted(registry.PRIMITIVES.items()):
            uses = [p for p in self.builder.primitives if p.name == name]
            ints, groups = [], []
            for use in uses:
                b_i, b_j = of[use.i], of[use.j]
                axes = (*use.axes, 0, 0, 0)[:3]
                ints.append((use.i, use.j, self.residual_row(b_i), self.residual_row(b_j), use.row, *axes))
                found = primitive.places(6 * self.n_bodies + use.row, self.body_column(b_i), self.body_column(b_j))
                groups.append([[self._active(pair) for pair in group] if self.left_out else group for group in found])
            self._kind(primitive.residual, primitive.matrix, primitive.second, ints, groups)
            for fixed in primitive.fixed if uses else ():
                self.contributions.fix(*fixed)

    def _active(self, pair: Pair) -> Pair:
        """Entries of rows that are left out count nothing."""
        base = 6 * self.n_bodies
        off = any(k is not None and base <= k < base + self.n_rows and k - base in self.left_out for k in pair)
        return (None, None) if off else pair

    def _constraints(self) -> None:
        ints, groups, zero, of = [], [], [], self.builder.marker_body
        for use in self.builder.constraints:
            slots = [int(s) for s in self._slots_of(use.expression)]
            b_i, b_j = of[use.i], of[use.j]
            slot_i = slots.index(b_i) if b_i in slots else 2**31
            slot_j = slots.index(b_j) if b_j in slots else 2**31
            form = int(self.builder.rows[use.row].velocity_only)
            kinds = {leaf.kind for leaf in self.builder.expressions[use.expression].leaves}
            first = 0 if kinds & DISTANCES else 3  # angles depend on rotations only
            ints.append((use.expression, use.row, form, slot_i, slot_j, use.i, use.j, first))
            row, columns = self.row_column(use.row), self.gradient_columns[use.expression]
            bodies = columns[: 6 * len(slots)]
            curved = [col for n, col in enumerate(bodies) if n % 6 >= first]
            jacobian = [p for col in bodies for p in ((row, col), (col, row))]
            scalars = [(row, c) for c in columns[len(bodies) :]]
            groups.append([jacobian + scalars + [(a, b) for a in curved for b in curved]])
            zero.append(0.0)
        self.constraint_zero = np.array(zero)
        rows = np.array([self.residual_row(int(b)) for b in self.slots], np.uint32)
        states = np.array(self.builder.second_rates, np.uint32).reshape(-1, 2)
        e = equations
        kernels_of = (e.constraint_residual, e.constraint_matrix, e.constraint_second)
        self._kind(*kernels_of, ints, groups, self.constraint_zero, rows, states)

    def _slots_of(self, expression: int) -> np.ndarray:
        first, count = self.expression_ints[expression, 2:4]
        return self.slots[first : first + count]

    def _scalars(self) -> None:
        e = equations
        for uses, name, residual, matrix in (
            (self.builder.variables, "v", e.variable_residual, e.variable_matrix),
            (self.builder.diffs, "x", e.diff_residual, e.diff_matrix),
        ):
            ints, groups = [], []
            for use in uses:
                row = self.scalar_column(name, use.number)
                ints.append((use.expression, row, use.number, int(use.implicit)))
                groups.append([[(row, row)] + [(row, c) for c in self.gradient_columns[use.expression]]])
                (self.v if name == "v" else self.x)[use.number] = use.start
                if name == "x":
                    self.xd[use.number] = use.rate
            self._kind(residual, matrix, assemble.nothing, ints, groups)

    def _forces(self) -> None:
        for line in (False, True):
            uses = [f for f in self.builder.forces if (f.axis < 0) == line]
            f = forces
            kernels_of = (f.line_residual, f.line_matrix) if line else (f.component_residual, f.component_matrix)
            with_force = {self._place_of(use) for use in uses if use.axis < 3}
            ints, groups = [], []
            place = None
            for use in uses:
                b_i, b_j = self.builder.marker_body[use.i], use.body_j
                row_i, row_j = self.residual_row(b_i), self.residual_row(b_j)
                second = use.j if line else use.rm
                body_j = self.n_bodies if b_j < 0 else b_j
                before, place = place, self._place_of(use)
                wide, adds = place in with_force, place == before and not line
                ints.append(
                    (use.expression, use.i, second, row_i, row_j, use.owner, body_j, max(use.axis, 0), adds, wide)
                )
                found = self._force_groups(use, self.body_column(b_i), self.body_column(b_j), wide)
                groups.append([] if adds else found)
            self._kind(*kernels_of, assemble.nothing, ints, groups)

    def _place_of(self, use: ForceUse) -> tuple[Any, ...]:
        """Equal for the components of one force: they share their entries of the matrix."""
        return use.owner, use.i, use.body_j, use.rm, *self.gradient_columns[use.expression]

    def _force_groups(self, use: ForceUse, i: int | None, j: int | None, wide: bool) -> list[Group]:
        """Rows of body i and rows of body j: by the columns of the gradient, then blocks of the turning direction."""
        t_i, t_j = shift(i, 3), shift(j, 3)
        rm = shift(self.body_column(self.builder.marker_body[use.rm]), 3)
        blocks: tuple[Group, Group]
        if use.axis < 0:
            of_i, of_j = ([(a, b) for a in (body, shift(body, 3)) for b in (i, t_i, j, t_j)] for body in (i, j))
            blocks = of_i, of_j
        elif wide:
            blocks = [(i, rm), (t_i, t_i), (t_i, rm)], [(j, rm), (t_j, i), (t_j, j), (t_j, t_i), (t_j, rm)]
        else:
            blocks = [(t_i, rm)], [(t_j, rm)]
        columns = self.gradient_columns[use.expression]
        rows = lambda body: [(shift(body, n), c) for n in range(6) for c in columns]
        return [
            rows(body) + [p for a, b in pairs for p in block(a, b)] for body, pairs in zip((i, j), blocks, strict=True)
        ]

    def _report(self) -> None:
        b = self.builder
        self.columns = 1 + 27 * self.n_bodies + 6 * len(b.owners) + self.n_v + self.n_x + len(b.requests) + 3
        self.out = np.zeros(self.columns)
        forced = sorted({force.owner for force in b.forces})
        owners = [(o.rows[0] if o.rows else 0, len(o.rows), o.i, o.j, n in forced) for n, o in enumerate(b.owners)]
        self.sensed = np.zeros((len(b.sensors), 2))
        sensors = np.array([(s.function, s.kept) for s in b.sensors], np.uint32).reshape(-1, 2)
        self._arrays |= {
            at.FORCED: np.array(forced, np.uint32),
            at.SENSORS: sensors,
            at.SENSED: self.sensed,
            at.OUT: self.out,
            at.OUT_BODY: np.array(b.body_origin, np.uint32),
            at.OUT_OWNER: np.array(owners, np.uint32).reshape(-1, 5),
            at.OUT_EXPR: np.array(b.requests, np.uint32),
        }

    # ---- the matrix
    def _own_entries(self) -> None:
        """The first contributions: of the bodies (`bodies.body_matrix`), and of the diagonal of constraint rows."""
        rows = range(6 * self.n_bodies, 6 * self.n_bodies + self.n_rows)
        for b, body in enumerate(self.builder.bodies):
            first = self.contributions.add([(k, k) for k in range(6 * b, 6 * b + 3)] + block(6 * b + 3, 6 * b + 3))
            if not body.turns:
                self.contributions.fixed |= {first + k: 1.0 for k in (3, 7, 11)}
        self.contributions.pairs += [(k, k) for k in rows]

    def _pattern(self) -> None:
        own, c = 12 * self.n_bodies, self.contributions
        still = [6 * b + k for b, body in enumerate(self.builder.bodies) if not body.turns for k in (3, 4, 5)]
        c.finish(still, own)
        self.diag = c.values[own : own + self.n_rows]
        self.diag[list(self.left_out)] = 1.0
        self._arrays[at.ENTRIES] = c.with_scratch

    def _finish(self) -> None:
        self.kinds = self._kinds
        self._arrays[int(at.KIND_K)] = np.array([k for *_, k in self._kinds], np.uint32)
        for n, slot in enumerate((at.KIND_RES, at.KIND_MAT, at.KIND_ACC)):
            table = addresses([kind[n] for kind in self._kinds])
            self._arrays[slot] = table if isinstance(table, np.ndarray) else np.zeros(0, np.int64)
        self._arrays[at.E_KERNELS] = self._expression_kernels()
        functions = self._arrays[int(at.T_ADDRESSES)]
        if not isinstance(functions, np.ndarray):
            self._arrays[int(at.T_ADDRESSES)] = np.zeros(0, np.int64)
        self.context = Context([self._arrays[k] for k in range(int(at.FIRST))] + self._own)
        if not kernels.compiling():
            self.context.arrays[int(at.T_ADDRESSES)] = functions
            self.context.arrays[int(at.E_KERNELS)] = EXPRESSION_KERNELS  # type: ignore[call-overload]
            for n, slot in enumerate((at.KIND_RES, at.KIND_MAT, at.KIND_ACC)):
                self.context.arrays[int(slot)] = [kind[n] for kind in self._kinds]  # type: ignore[call-overload]

    def _expression_kernels(self) -> np.ndarray:
        """Addresses of those kernels of EXPRESSION_KERNELS that this model needs."""
        b = self.builder
        values, gradients = bool(b.expressions), bool(b.forces or b.variables or b.diffs)
        needed = np.array([values, values, gradients or bool(b.constraints), gradients, bool(b.constraints)])
        table = np.zeros(len(needed), np.int64)
        if kernels.compiling():
            table[needed] = addresses([EXPRESSION_KERNELS[n] for n in np.flatnonzero(needed)])
        return table

    # ---- the past
    def put_past(self, past: np.ndarray, rows: int) -> None:
        """Use another array of the past of the unknowns kept, `rows` of it in use."""
        self.past, self.past_now[-1] = past, rows
        self.context.replace(int(at.PAST), past)

    def keep_more_past(self, time: float) -> np.ndarray:
        """Forget what no delay reaches any more; where that is little, make room for twice as many steps."""
        rows = int(self.past_now[-1])
        first = 1 + int(np.searchsorted(self.past[1:rows, 0], time - self.builder.longest_delay))
        kept = self.past[first:rows]
        past = np.zeros((max(len(self.past), 2 * len(kept)), self.past.shape[1]))
        past[0], past[1 : 1 + len(kept)] = self.past[0], kept
        self.put_past(past, 1 + len(kept))
        return past

    # ---- evaluation from Python
    def call(self, function: kernels.Kernel) -> None:
        """Run one kernel over the context."""
        run_kernel(function, self.context)

    def jacobian(self) -> np.ndarray:
        """The constraint Jacobian (rows by 6 n_bodies, ground axes) at the state of the last `matrix`, dense."""
        return self.sparse_jacobian().dense()

    def sparse_jacobian(self) -> Triplets:
        """The constraint Jacobian at the state of the last `matrix`, by its entries."""
        bodies = 6 * self.n_bodies
        return self.matrix().take(np.arange(bodies, bodies + self.n_rows), np.arange(bodies))

    def matrix(self) -> Triplets:
        """The matrix as the kernel `matrix` left it."""
        return self.contributions.matrix()

    def dense(self) -> np.ndarray:
        """The matrix as a dense array."""
        return self.matrix().dense()


def quaternion_of(a: np.ndarray) -> np.ndarray:
    """The unit quaternion of a rotation matrix (Shepperd's method: divide by the largest element)."""
    trace = np.trace(a)
    candidates = np.array([trace, a[0, 0], a[1, 1], a[2, 2]])
    k = int(np.argmax(candidates))
    if k == 0:
        p = np.array([1 + trace, a[2, 1] - a[1, 2], a[0, 2] - a[2, 0], a[1, 0] - a[0, 1]])
    else:
        i, j, m = k - 1, k % 3, (k + 1) % 3
        p = np.zeros(4)
        p[0] = a[m, j] - a[j, m]
        p[1 + i] = 1 + a[i, i] - a[j, j] - a[m, m]
        p[1 + j] = a[i, j] + a[j, i]
        p[1 + m] = a[i, m] + a[m, i]
    return p / np.linalg.norm(p)
