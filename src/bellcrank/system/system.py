"""The frozen system: the numbering of unknowns, the tables of all kinds of elements, and the pattern of the matrix.

A System is built once for one topology, and nobody writes to it. What changes in time is a State, where kernels work is
a Workspace: one System serves many of both. Constraint rows that are redundant are switched off, not removed: their
entries count nothing, their diagonal is one, and their multiplier stays zero (`without`).
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

from bellcrank import kernel as kernels
from bellcrank import registry
from bellcrank.numerics.context import addresses
from bellcrank.system import assemble, equations, expressions, forces, measure_rates, primitives
from bellcrank.system import layout as at
from bellcrank.system.builder import Builder, ForceUse
from bellcrank.system.contributions import Contributions
from bellcrank.system.primitives.places import Group, Shape, block
from bellcrank.system.tape import pack_tapes

registry.load_all(primitives)

EXPRESSION_KERNELS = [
    expressions.leaves, expressions.value, expressions.slopes, expressions.gradient_of, measure_rates.rates
]  # fmt: skip
"""In the order of layout.LEAVES, VALUE, ..."""

DISTANCES = frozenset({at.L_D, at.L_VEL, at.L_VR, at.L_INCANG})
"""Leaves of constraints that depend on translations."""


class System:
    """Tables and numbering of one model; see the module docstring."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.compiled = kernels.compiling()
        """Whether its kernels run compiled."""
        self.left_out: frozenset[int] = frozenset()
        self.n_bodies, self.n_rows = len(builder.bodies), len(builder.rows)
        self.n_x, self.n_v = len(builder.diffs), len(builder.variables)
        self.n = 6 * self.n_bodies + self.n_rows + self.n_x + self.n_v
        self.tables: dict[int, Any] = {}
        """Arrays of the context that never change, by their numbers in layout.py."""
        self.memory_of_kinds: dict[int, np.ndarray] = {}
        """Number of an array in the context -> how it begins: what elements remember belongs to the State."""
        self.kinds: list[tuple[Any, Any, Any, int]] = []
        """Kernels of each kind of elements, and the number of its first own array."""
        self.zero = -1
        """Number of the array of the values that constraints count from, if there is one."""
        self._next = int(at.FIRST)
        self.contributions = Contributions(self.n)
        self._own_entries()
        self._bodies()
        self._markers()
        self._expressions()
        self._primitives()
        self._constraints()
        self._scalars()
        self._forces()
        self._report()
        self._addresses()
        still = [6 * b + k for b, body in enumerate(builder.bodies) if not body.turns for k in (3, 4, 5)]
        self.pattern = self._complete = self.contributions.pattern(still, self.first_diagonal)

    def without(self, rows: Iterable[int]) -> System:
        """The system with these constraint rows switched off; states of either are states of both."""
        twin = copy.copy(self)
        twin.left_out = frozenset(rows)
        unknowns = [6 * self.n_bodies + row for row in twin.left_out]
        twin.pattern = self._complete.without(unknowns, self.first_diagonal + self.n_rows)
        return twin

    # ---- numbering
    def body_column(self, body: int) -> int:
        """First unknown of a body; -1 for ground."""
        return -1 if body < 0 or body >= self.n_bodies else 6 * body

    def body_columns(self, bodies: Any) -> np.ndarray:
        """The six unknowns of each body (n, 6); -1 for ground."""
        of = np.asarray(bodies, np.int64)[:, None]
        return np.where((of < 0) | (of >= self.n_bodies), -1, 6 * of + np.arange(6))

    def residual_row(self, body: int) -> int:
        """First residual row of a body; the dump for ground."""
        column = self.body_column(body)
        return self.n if column < 0 else column

    def scalar_column(self, kind: str, number: int) -> int:
        """The unknown of a state ("x"), an algebraic unknown ("v") or a multiplier ("row")."""
        if kind == "row":
            return 6 * self.n_bodies + number
        base = 6 * self.n_bodies + self.n_rows
        return base + number if kind == "x" else base + self.n_x + number

    # ---- tables
    def _bodies(self) -> None:
        bodies = self.builder.bodies
        self.mass = np.array([(b.mass, *b.inertia, float(b.turns)) for b in bodies]).reshape(-1, 8)
        self.body = np.zeros((self.n_bodies + 1, 21))
        """How BODY of a workspace begins: ground."""
        self.body[self.n_bodies, [0, 4, 8]] = 1.0
        still = np.array([b for b, body in enumerate(bodies) if not body.turns], np.uint32)
        of = np.array([*self.builder.marker_body, -1])
        of = np.where(of < 0, self.n_bodies, of)
        rows = [(of[row.i], of[row.j], int(not row.translational)) for row in self.builder.rows]
        self.row_bodies = np.array(rows, np.uint32).reshape(-1, 3)
        """The bodies of each constraint row (n_bodies: ground), and whether it is an angle."""
        self.tables |= {at.MASS: self.mass, at.STILL: still, at.ROW_BODY: self.row_bodies}

    def _markers(self) -> None:
        of = np.array(self.builder.marker_body)
        self.marker_body = np.where(of < 0, self.n_bodies, of).astype(np.uint32)
        position, axes = zip(*self.builder.marker_local, strict=True)
        turned = np.array(axes, float).reshape(-1, 3, 3).transpose(0, 2, 1)  # rows are the axes x, y, z
        self.marker_local = np.hstack([np.array(position, float), turned.reshape(-1, 9)])
        self.mark = np.zeros((len(of), 24))
        """How MARK of a workspace begins: markers on ground."""
        self.mark[of < 0, :12] = self.marker_local[of < 0]
        moving = np.flatnonzero(of >= 0).astype(np.uint32)
        used, self.reads_accelerations = self._read_by_equations()
        self.used = np.array([m for m in moving if int(m) in used], np.uint32)
        self.tables |= {
            at.M_BODY: self.marker_body, at.M_LOC: self.marker_local, at.M_MOVING: moving, at.M_USED: self.used
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
            columns = [6 * b + k for b in bodies for k in range(6)]
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
        self.n_leaves, self.n_gradient, self.most_slots = len(leaf), n_grad, widest
        self.tables |= {at.E_INT: self.expression_ints, at.LEAF: leaf, at.SLOT: self.slots}
        tapes = [e.tape for e in self.builder.expressions]
        self.machine, arrays = pack_tapes(tapes, self.builder.tables)
        self.tables |= arrays

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

    # ---- kinds of elements
    def _kind(self, kernels_of: tuple[Any, Any, Any], table: np.ndarray, *more: np.ndarray) -> None:
        """A table of elements and further arrays of their own."""
        self.kinds.append((*kernels_of, self._next))
        for array in (table, *more):
            self.tables[self._next] = array
            self._next += 1

    def _primitives(self) -> None:
        of = self.marker_body
        for name, primitive in sorted(registry.PRIMITIVES.items()):
            uses = [p for p in self.builder.primitives if p.name == name]
            if not uses:
                continue
            i, j, row = np.array([(use.i, use.j, use.row) for use in uses]).T
            axes = np.array([(*use.axes, 0, 0, 0)[:3] for use in uses])
            columns = [self.body_columns(of[m]) for m in (i, j)]
            rows = [np.where(c[:, 0] < 0, self.n, c[:, 0]) for c in columns]
            multipliers = 6 * self.n_bodies + row[:, None] + np.arange(primitive.equations)
            ints = np.column_stack([i, j, *rows, row, axes])
            table = self.contributions.table(ints, np.hstack([multipliers, *columns]), primitive.shape)
            self._kind((primitive.residual, primitive.matrix, primitive.second), table)
            for fixed in primitive.fixed:
                self.contributions.fix(*fixed)

    def _constraints(self) -> None:
        if not self.builder.constraints:
            return
        ints, unknowns, shapes, of = [], [], [], self.builder.marker_body
        for use in self.builder.constraints:
            slots = [int(s) for s in self.slots_of(use.expression)]
            b_i, b_j = of[use.i], of[use.j]
            slot_i = slots.index(b_i) if b_i in slots else 2**31
            slot_j = slots.index(b_j) if b_j in slots else 2**31
            form = int(self.builder.rows[use.row].velocity_only)
            kinds = {leaf.kind for leaf in self.builder.expressions[use.expression].leaves}
            first = 0 if kinds & DISTANCES else 3  # angles depend on rotations only
            ints.append((use.expression, use.row, form, slot_i, slot_j, use.i, use.j, first))
            columns = self.gradient_columns[use.expression]
            unknowns.append([self.scalar_column("row", use.row), *columns])
            shapes.append(constraint_shape(len(slots), len(columns) - 6 * len(slots), first))
        rows = np.array([self.residual_row(int(b)) for b in self.slots], np.uint32)
        states = np.array(self.builder.second_rates, np.uint32).reshape(-1, 2)
        table = self.contributions.table(ints, padded(unknowns), shapes)
        self.zero = self._next + 1
        self.memory_of_kinds[self.zero] = np.zeros(len(ints))
        e = equations
        kernels_of = (e.constraint_residual, e.constraint_matrix, e.constraint_second)
        self._kind(kernels_of, table, self.memory_of_kinds[self.zero], rows, states)

    def slots_of(self, expression: int) -> np.ndarray:
        """The bodies that an expression depends on."""
        first, count = self.expression_ints[expression, 2:4]
        return self.slots[first : first + count]

    def _scalars(self) -> None:
        e = equations
        for uses, name, residual, matrix in (
            (self.builder.variables, "v", e.variable_residual, e.variable_matrix),
            (self.builder.diffs, "x", e.diff_residual, e.diff_matrix),
        ):
            if not uses:
                continue
            rows = [self.scalar_column(name, use.number) for use in uses]
            ints = [(use.expression, row, use.number, int(use.implicit)) for use, row in zip(uses, rows, strict=True)]
            columns = [self.gradient_columns[use.expression] for use in uses]
            unknowns = padded([[row, *of] for row, of in zip(rows, columns, strict=True)])
            table = self.contributions.table(ints, unknowns, [scalar_shape(len(of)) for of in columns])
            self._kind((residual, matrix, assemble.nothing), table)

    def _forces(self) -> None:
        for line in (False, True):
            uses = [f for f in self.builder.forces if (f.axis < 0) == line]
            if not uses:
                continue
            f = forces
            kernels_of = (f.line_residual, f.line_matrix) if line else (f.component_residual, f.component_matrix)
            with_force = {self._place_of(use) for use in uses if use.axis < 3}
            ints, unknowns, shapes, place = [], [], [], None
            for use in uses:
                b_i, b_j, b_rm = self.builder.marker_body[use.i], use.body_j, self.builder.marker_body[use.rm]
                row_i, row_j = self.residual_row(b_i), self.residual_row(b_j)
                second = use.j if line else use.rm
                body_j = self.n_bodies if b_j < 0 else b_j
                before, place = place, self._place_of(use)
                wide, adds = place in with_force, place == before and not line
                ints.append(
                    (use.expression, use.i, second, row_i, row_j, use.owner, body_j, max(use.axis, 0), adds, wide)
                )
                columns = self.gradient_columns[use.expression]
                unknowns.append([*self.body_columns((b_i, b_j, b_rm)).ravel(), *columns])
                shape = line_shape(len(columns)) if line else component_shape(len(columns), wide)
                shapes.append(None if adds else shape)
            table = self.contributions.table(ints, padded(unknowns), shapes)
            self._kind((*kernels_of, assemble.nothing), table)

    def _place_of(self, use: ForceUse) -> tuple[Any, ...]:
        """Equal for the components of one force: they share their entries of the matrix."""
        return use.owner, use.i, use.body_j, use.rm, *self.gradient_columns[use.expression]

    def _report(self) -> None:
        b = self.builder
        self.columns = 1 + 27 * self.n_bodies + 6 * len(b.owners) + self.n_v + self.n_x + len(b.requests) + 3
        forced = sorted({force.owner for force in b.forces})
        owners = [(o.rows[0] if o.rows else 0, len(o.rows), o.i, o.j, n in forced) for n, o in enumerate(b.owners)]
        sensors = np.array([(s.function, s.kept) for s in b.sensors], np.uint32).reshape(-1, 2)
        self.tables |= {
            at.FORCED: np.array(forced, np.uint32),
            at.SENSORS: sensors,
            at.OUT_BODY: np.array(b.body_origin, np.uint32),
            at.OUT_OWNER: np.array(owners, np.uint32).reshape(-1, 5),
            at.OUT_EXPR: np.array(b.requests, np.uint32),
        }

    # ---- the matrix
    def _own_entries(self) -> None:
        """The first contributions: of the bodies (`bodies.body_matrix`), and of the diagonal of constraint rows."""
        own = np.array([(k, k) for k in range(3)] + block(3, 3))
        places = 6 * np.arange(self.n_bodies)[:, None, None] + own
        first = self.contributions.add(places.reshape(-1, 2))
        still = np.array([b for b, body in enumerate(self.builder.bodies) if not body.turns], np.int64)
        for k in (3, 7, 11):
            self.contributions.fix_places(first + len(own) * still + k, 1.0)
        rows = np.arange(6 * self.n_bodies, 6 * self.n_bodies + self.n_rows)
        self.first_diagonal = self.contributions.add(np.column_stack([rows, rows]))

    # ---- kernels
    def _addresses(self) -> None:
        """Tables of addresses; in plain Python lists of the kernels themselves."""
        self.tables[at.KIND_K] = np.array([k for *_, k in self.kinds], np.uint32)
        for n, slot in enumerate((at.KIND_RES, at.KIND_MAT, at.KIND_ACC)):
            self.tables[slot] = addresses([kind[n] for kind in self.kinds])
        self.tables[at.E_KERNELS] = self._expression_kernels()

    def _expression_kernels(self) -> Any:
        """Addresses of those kernels of EXPRESSION_KERNELS that this model needs."""
        if not self.compiled:
            return EXPRESSION_KERNELS
        b = self.builder
        values, gradients = bool(b.expressions), bool(b.forces or b.variables or b.diffs)
        needed = np.array([values, values, gradients or bool(b.constraints), gradients, bool(b.constraints)])
        table = np.zeros(len(needed), np.int64)
        table[needed] = addresses([EXPRESSION_KERNELS[n] for n in np.flatnonzero(needed)])
        return table


def padded(rows: list[list[int]]) -> np.ndarray:
    """Rows of different lengths as one array, -1 behind their ends."""
    found = np.full((len(rows), max(map(len, rows))), -1, np.int64)
    for n, row in enumerate(rows):
        found[n, : len(row)] = row
    return found


@cache
def constraint_shape(slots: int, scalars: int, first: int) -> Shape:
    """Unknowns: the multiplier, the bodies, the scalars. J and J^T by pairs, scalars, stiffness by rows."""
    bodies = range(1, 1 + 6 * slots)
    curved = [col for n, col in enumerate(bodies) if n % 6 >= first]
    jacobian = [pair for col in bodies for pair in ((0, col), (col, 0))]
    by_scalars = [(0, bodies.stop + n) for n in range(scalars)]
    return Shape([jacobian + by_scalars + [(a, b) for a in curved for b in curved]])


@cache
def scalar_shape(columns: int) -> Shape:
    """Unknowns: its own, the gradient. Diagonal, then the gradient."""
    return Shape([[(0, c) for c in range(1 + columns)]])


I, J, RM, GRADIENT = 0, 6, 12, 18
"""Unknowns of a force: body i, body j, body of rm, the columns of the gradient."""


def _force_shape(columns: int, *blocks: list[tuple[int, int]]) -> Shape:
    """Rows of body i and rows of body j: by the columns of the gradient, then blocks of the turning direction."""
    rows = lambda body: [(body + n, GRADIENT + c) for n in range(6) for c in range(columns)]
    groups: list[Group] = [
        rows(body) + [p for a, b in pairs for p in block(a, b)] for body, pairs in zip((I, J), blocks, strict=True)
    ]
    return Shape(groups)


@cache
def line_shape(columns: int) -> Shape:
    """A force along a line: six rows of each body by r_i, theta_i, r_j, theta_j."""
    of_i, of_j = ([(a, b) for a in (body, body + 3) for b in (I, I + 3, J, J + 3)] for body in (I, J))
    return _force_shape(columns, of_i, of_j)


@cache
def component_shape(columns: int, wide: bool) -> Shape:
    """Components on the axes of rm; `wide` with room for a force, not only a torque."""
    i, j, t_i, t_j, rm = I, J, I + 3, J + 3, RM + 3
    if wide:
        of_i, of_j = [(i, rm), (t_i, t_i), (t_i, rm)], [(j, rm), (t_j, i), (t_j, j), (t_j, t_i), (t_j, rm)]
        return _force_shape(columns, of_i, of_j)
    return _force_shape(columns, [(t_i, rm)], [(t_j, rm)])
