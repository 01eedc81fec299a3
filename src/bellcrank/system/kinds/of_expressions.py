"""Kinds whose value is an expression of the model: constraints, VARIABLE, DIFF, forces.

Their kernels are in equations.py and forces.py. The unknowns of an element are its own and the columns of the
gradient of its expression.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from bellcrank.registry import KINDS, entry
from bellcrank.system import equations, forces
from bellcrank.system import layout as at
from bellcrank.system.builder import Builder, ConstraintUse, ForceUse, ScalarUse
from bellcrank.system.kind import CONSTRAINTS, EQUATIONS, FORCES, Kind, Own
from bellcrank.system.primitives.places import Group, Shape, block

if TYPE_CHECKING:
    from bellcrank.system.system import System

DISTANCES = frozenset({at.L_D, at.L_VEL, at.L_VR, at.L_INCANG})
"""Leaves of constraints that depend on translations."""
NO_SLOT = 2**31
"""Stands for a body that an expression does not depend on."""


class Constraint(Kind):
    """An expression that stays what it was."""

    stage = CONSTRAINTS

    def uses(self, builder: Builder) -> Sequence[ConstraintUse]:
        return builder.constraints

    def owners(self, builder: Builder) -> set[int]:
        return set()

    def tabulate(self, system: System, uses: Sequence[ConstraintUse]) -> Own:
        """Integers, the values that count as zero (memory), residual rows of the slots, states with second rates."""
        b = system.builder
        ints, unknowns, shapes = [], [], []
        for use in uses:
            slots = [int(s) for s in system.slots_of(use.expression)]
            slot_i, slot_j = (
                slots.index(body) if (body := b.marker_body[m]) in slots else NO_SLOT for m in (use.i, use.j)
            )
            kinds = {leaf.kind for leaf in b.expressions[use.expression].leaves}
            first = 0 if kinds & DISTANCES else 3  # angles depend on rotations only
            form = int(b.rows[use.row].velocity_only)
            ints.append((use.expression, use.row, form, slot_i, slot_j, use.i, use.j, first))
            columns = system.gradient_columns[use.expression]
            unknowns.append([system.scalar_column("row", use.row), *columns])
            shapes.append(constraint_shape(len(slots), len(columns) - 6 * len(slots), first))
        rows = np.array([system.residual_row(int(body)) for body in system.slots], np.uint32)
        states = np.array(b.second_rates, np.uint32).reshape(-1, 2)
        zero = np.zeros(len(ints))
        table = system.contributions.table(ints, padded(unknowns), shapes)
        return Own([table, zero, rows, states], {1: zero})


class Scalar(Kind):
    """VARIABLE or DIFF."""

    stage = EQUATIONS

    def uses(self, builder: Builder) -> Sequence[ScalarUse]:
        return builder.variables if self.name == "VARIABLE" else builder.diffs

    def markers(self, use: ScalarUse) -> tuple[int, ...]:
        return ()

    def owners(self, builder: Builder) -> set[int]:
        return set()

    def tabulate(self, system: System, uses: Sequence[ScalarUse]) -> Own:
        """Integers only."""
        letter = "v" if self.name == "VARIABLE" else "x"
        rows = [system.scalar_column(letter, use.number) for use in uses]
        ints = [(use.expression, row, use.number, int(use.implicit)) for use, row in zip(uses, rows, strict=True)]
        columns = [system.gradient_columns[use.expression] for use in uses]
        unknowns = padded([[row, *of] for row, of in zip(rows, columns, strict=True)])
        return Own([system.contributions.table(ints, unknowns, [scalar_shape(len(of)) for of in columns])])


class Force(Kind):
    """A force along a line, or on the axes of a marker."""

    stage = FORCES

    @property
    def along_line(self) -> bool:
        """Whether it acts along the line between its markers."""
        return self.name == "LINE"

    def uses(self, builder: Builder) -> Sequence[ForceUse]:
        return [force for force in builder.forces if (force.axis < 0) == self.along_line]

    def markers(self, use: ForceUse) -> tuple[int, ...]:
        return use.i, use.j, use.rm

    def owners(self, builder: Builder) -> set[int]:
        return {use.owner for use in self.uses(builder)}

    def tabulate(self, system: System, uses: Sequence[ForceUse]) -> Own:
        """Integers only; the components of one force share their entries."""
        line, of = self.along_line, system.builder.marker_body
        with_force = {place_of(system, use) for use in uses if use.axis < 3}
        ints, unknowns, shapes = [], [], []
        place: tuple[Any, ...] | None = None
        for use in uses:
            bodies = of[use.i], use.body_j, of[use.rm]
            before, place = place, place_of(system, use)
            wide, adds = place in with_force, place == before and not line
            second, body_j = use.j if line else use.rm, system.n_bodies if use.body_j < 0 else use.body_j
            rows = system.residual_row(bodies[0]), system.residual_row(bodies[1])
            ints.append((use.expression, use.i, second, *rows, use.owner, body_j, max(use.axis, 0), adds, wide))
            columns = system.gradient_columns[use.expression]
            unknowns.append([*system.body_columns(bodies).ravel(), *columns])
            shape = line_shape(len(columns)) if line else component_shape(len(columns), wide)
            shapes.append(None if adds else shape)
        return Own([system.contributions.table(ints, padded(unknowns), shapes)])


def place_of(system: System, use: ForceUse) -> tuple[Any, ...]:
    """Equal for the components of one force: they share their entries of the matrix."""
    return use.owner, use.i, use.body_j, use.rm, *system.gradient_columns[use.expression]


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


e, f = equations, forces
for kind in (
    Constraint("CONSTRAINT", e.constraint_residual, e.constraint_matrix, e.constraint_second),
    Scalar("VARIABLE", e.variable_residual, e.variable_matrix),
    Scalar("DIFF", e.diff_residual, e.diff_matrix),
    Force("COMPONENT", f.component_residual, f.component_matrix),
    Force("LINE", f.line_residual, f.line_matrix),
):
    entry(KINDS, kind.name)(kind)
