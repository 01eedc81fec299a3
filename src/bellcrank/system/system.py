"""The frozen system: the numbering of unknowns, the tables of all kinds of elements, and the pattern of the matrix.

A System is built once for one topology, and nobody writes to it. What changes in time is a State, where kernels work is
a Workspace: one System serves many of both. Constraint rows that are redundant are switched off, not removed: their
entries count nothing, their diagonal is one, and their multiplier stays zero (`without`).
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Iterable
from typing import Any

import numpy as np

from bellcrank import kernel as kernels
from bellcrank import registry
from bellcrank.numerics.context import addresses
from bellcrank.system import assemble, expressions, kinds, measure_rates, primitives
from bellcrank.system import layout as at
from bellcrank.system.builder import Builder
from bellcrank.system.contributions import Contributions
from bellcrank.system.coordinates import PER_BODY
from bellcrank.system.kind import Kind, in_order
from bellcrank.system.primitives.places import block
from bellcrank.system.reference_points import reference_points
from bellcrank.system.tape import pack_tapes

registry.load_all(primitives)
registry.load_all(kinds)

EXPRESSION_KERNELS = [
    expressions.leaves, expressions.value, expressions.slopes, expressions.gradient_of, measure_rates.rates
]  # fmt: skip
"""In the order of layout.LEAVES, VALUE, ..."""


class System:
    """Tables and numbering of one model; see the module docstring."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.compiled = kernels.compiling()
        """Whether its kernels run compiled."""
        self.left_out: frozenset[int] = frozenset()
        self.n_bodies, self.n_rows = len(builder.bodies), len(builder.rows)
        self.n_x, self.n_v = len(builder.diffs), len(builder.variables)
        self.n_motions = PER_BODY * self.n_bodies
        """Unknowns of bodies (coordinates.py)."""
        self.n = self.n_motions + self.n_rows + self.n_x + self.n_v
        self.tables: dict[int, Any] = {}
        """Arrays of the context that never change, by their numbers in layout.py."""
        self.memory_of_kinds: dict[int, np.ndarray] = {}
        """Number of an array in the context -> how it begins: what elements remember belongs to the State."""
        self.kinds: list[tuple[Kind, int]] = []
        """Each kind of elements, and the number of its first own array."""
        self.only_forces: list[bool] = []
        """Whether its contributions to the matrix connect motions with motions only."""
        self.scratch: list[int] = []
        """Numbers of arrays that kinds of elements write: every workspace has its own."""
        self.laws_of_users: list[tuple[int, Any]] = []
        """Functions of the user that kinds of elements call: the number of the element, UserFunction."""
        self.n_outputs = 0
        """Columns of the results that kinds of elements add."""
        self._next = int(at.FIRST)
        self.contributions = Contributions(self.n)
        self._own_entries()
        self._bodies()
        self._markers()
        self._expressions()
        self._tabulate()
        self._report()
        self._addresses()
        still = [6 * b + k for b, body in enumerate(builder.bodies) if not body.turns for k in (3, 4, 5)]
        self.pattern = self.complete = self.contributions.pattern(still, self.first_diagonal)
        """Of the matrix; complete: with the rows that are left out."""
        self._freeze()

    def _freeze(self) -> None:
        """States and threads share the tables: whoever writes to one is told at once."""
        for table in self.tables.values():
            if isinstance(table, np.ndarray):
                table.setflags(write=False)

    def without(self, rows: Iterable[int]) -> System:
        """The system with these constraint rows switched off; states of either are states of both."""
        twin = copy.copy(self)
        twin.left_out = frozenset(rows)
        unknowns = [self.n_motions + row for row in twin.left_out]
        twin.pattern = self.complete.without(unknowns, self.first_diagonal + self.n_rows)
        return twin

    @functools.cached_property
    def angles(self) -> np.ndarray:
        """Constraint rows that are angles."""
        return np.flatnonzero(self.row_bodies[:, 2])

    @property
    def user_functions(self) -> list[Any]:
        """All functions of the user: of expressions and of laws."""
        return [*self.machine.users, *(law for _, law in self.laws_of_users)]

    # ---- numbering
    @functools.cached_property
    def blocks(self) -> np.ndarray:
        """The unknowns by what they belong to: a part, the rows of an element, a state or an algebraic unknown."""
        owners = np.array([row.owner for row in self.builder.rows], np.int64)
        begins = np.ones(self.n, bool)
        begins[: self.n_motions] = np.arange(self.n_motions) % 6 == 0
        rows = slice(self.n_motions + 1, self.n_motions + self.n_rows)
        begins[rows] = owners[1:] != owners[:-1]
        return np.cumsum(begins) - 1

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
            return self.n_motions + number
        base = self.n_motions + self.n_rows
        return base + number if kind == "x" else base + self.n_x + number

    # ---- tables
    def _bodies(self) -> None:
        bodies = self.builder.bodies
        self.mass = np.array([(b.mass, *b.inertia, float(b.turns)) for b in bodies]).reshape(-1, 8)
        self.body = np.zeros((self.n_bodies + 1, 21))
        """How BODY of a workspace begins: ground."""
        self.body[self.n_bodies, [0, 4, 8]] = 1.0
        still = np.array([b for b, body in enumerate(bodies) if not body.turns], np.uint32)
        of = [n if n >= 0 else self.n_bodies for n in (*self.builder.marker_body, -1)]
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
        self.used = np.array([m for m in moving.tolist() if m in used], np.uint32)
        self.tables |= {
            at.M_BODY: self.marker_body, at.M_LOC: self.marker_local, at.M_MOVING: moving, at.M_USED: self.used,
            at.WATCHED: self._watched(),
        }  # fmt: skip

    def _watched(self) -> np.ndarray:
        """Bodies whose orientation is read by functions of forces and equations, or by sensors."""
        b, found = self.builder, set()
        sensed = {s.function for s in b.sensors}
        other = {*b.requests, *(use.expression for use in b.constraints), *(s.kept for s in b.sensors)} - sensed
        for number, lowered in enumerate(b.expressions):
            for leaf in lowered.leaves if number not in other else ():
                if leaf.kind < at.L_D or leaf.counts_turns or leaf.kind in (at.L_W, at.L_WDT):
                    continue
                place = leaf.kind in (at.L_D, at.L_VEL, at.L_VR, at.L_ACC)  # of i and j, on axes of k, seen from l
                ends = [m for m in leaf.markers[:2] if not place or any(b.marker_local[m][0])]
                found |= {b.marker_body[m] for m in (*ends, *leaf.markers[2:])}
        return np.array(sorted(n for n in found if n >= 0 and b.bodies[n].turns), np.uint32)

    @functools.cached_property
    def marker_reach(self) -> np.ndarray:
        """Of each body the distance of its farthest marker in use from the mass centre; frames are as far as solids."""
        reach, used = np.zeros(self.n_bodies), np.asarray(self.used, int)
        bodies = np.asarray(self.marker_body)[used] if len(used) else used
        held = (bodies >= 0) & (bodies < len(reach))
        far, frames = np.linalg.norm(self.marker_local[:, :3], axis=1), self._frames()
        for marker, most in frames.items():
            far[marker] = min(far[marker], most)
        np.maximum.at(reach, bodies[held], far[used[held]])
        return reach

    def _frames(self) -> dict[int, float]:
        """How far that reaches whose frames markers are; without those that are read as points too."""
        b = self.builder
        found: dict[int, float] = {}
        for kind in registry.KINDS.values():
            for use in kind.uses(b):
                for marker, most in kind.frames(use, self).items():
                    found[marker] = max(most, found.get(marker, 0.0))
        if not found:
            return found
        points = self._read_by_expressions()[0]
        for kind in registry.KINDS.values():
            points |= {m for use in kind.uses(b) for m in kind.markers(use) if m not in kind.frames(use, self)}
        return {marker: most for marker, most in found.items() if marker not in points}

    def _read_by_equations(self) -> tuple[set[int], bool]:
        """The markers that equations or counted angles read, and whether equations read their accelerations."""
        used, accelerations = self._read_by_expressions()
        b = self.builder
        return used | {m for k in registry.KINDS.values() for use in k.uses(b) for m in k.markers(use)}, accelerations

    def _read_by_expressions(self) -> tuple[set[int], bool]:
        """The same of the expressions of equations."""
        b = self.builder
        shown = {*b.requests, *(e for s in b.sensors for e in (s.function, s.kept))}
        used: set[int] = set()
        accelerations = False
        for number, lowered in enumerate(b.expressions):
            for leaf in lowered.leaves:
                if number not in shown or leaf.counts_turns:
                    used.update(leaf.markers)
                    accelerations |= leaf.kind in (at.L_ACC, at.L_WDT)
        return used, accelerations

    def _expressions(self) -> None:
        """Number leaves, slots (bodies an expression depends on) and scalar columns."""
        ints: list[tuple[int, ...]] = []
        leaves: list[list[int]] = []
        slots: list[int] = []
        self.gradient_columns: list[list[int]] = []
        n_grad, widest, body = 0, 0, self.builder.marker_body
        columns, before = list[int](), None
        for number, lowered in enumerate(self.builder.expressions):
            of = {body[m] for leaf in lowered.leaves if leaf.kind >= at.L_D for m in leaf.markers}
            bodies = sorted(b for b in of if b >= 0)
            scalars = list(dict.fromkeys(s for leaf in lowered.leaves for s in leaf.scalars))
            first = len(leaves)
            for leaf in lowered.leaves:
                leaves.append(self._leaf_row(leaf, bodies, scalars))
            if (bodies, scalars) != before:  # one joint has several channels
                columns, before = [6 * b + k for b in bodies for k in range(6)], (bodies, scalars)
                columns += [self.scalar_column(*s) for s in scalars]
            self.gradient_columns.append(columns)
            ints.append((first, len(lowered.leaves), len(slots), len(bodies), 0, len(scalars), n_grad, number))
            slots += bodies
            n_grad += len(columns)
            widest = max(widest, len(bodies))
        self.expression_ints = np.array(ints, np.uint32).reshape(-1, 8)
        self.slots = np.array(slots, np.uint32)
        leaf = np.array(leaves, np.uint32).reshape(-1, at.LEAF_COLUMNS)
        leaf[:, 5:9] = np.where(leaf[:, 5:9] == 2**32 - 1, widest, leaf[:, 5:9])
        self.leaf = leaf
        self.n_leaves, self.n_gradient, self.most_slots = len(leaf), n_grad, widest
        self.tables |= {at.E_INT: self.expression_ints, at.LEAF: leaf, at.SLOT: self.slots}
        tapes = [e.tape for e in self.builder.expressions]
        self.machine, arrays = pack_tapes(tapes, self.builder.tables)
        self.tables |= arrays

    def _leaf_row(self, leaf: Any, bodies: list[int], scalars: list[tuple[str, int]]) -> list[int]:
        body, known = self.builder.marker_body, bodies if leaf.kind >= at.L_D else ()
        slots = [known.index(b) if (b := body[m]) in known else 2**32 - 1 for m in leaf.markers]
        row = [int(leaf.kind), *leaf.markers, *slots]
        row += [0] * (at.LEAF_COLUMNS - len(row))
        for column, number in leaf.columns.items():
            row[column] = number
        if leaf.scalars:
            row[at.IN_COLUMN] = scalars.index(leaf.scalars[0])
            if leaf.kind == at.L_PAST:
                row[at.IN_DELAY_COLUMN] = scalars.index(leaf.scalars[1])
        elif leaf.counts_turns:
            row[at.IN_TURNS] = 1
        return row

    # ---- kinds of elements
    def _tabulate(self) -> None:
        """The arrays of every kind that the model uses, in the order of evaluation."""
        arrays_out = []
        for kind in in_order():
            uses = kind.uses(self.builder)
            if not uses:
                continue
            before = self.contributions.count
            own, first = kind.tabulate(self, uses), self._next
            self.kinds.append((kind, first))
            self.only_forces.append(self.contributions.are_within(self.n_motions, before))
            self._next += len(own.tables)
            self.tables |= dict(enumerate(own.tables, first))
            self.memory_of_kinds |= {first + place: start for place, start in own.memory.items()}
            self.scratch += [first + place for place in own.scratch]
            if own.outputs is not None and own.tables[own.outputs].size:
                arrays_out.append(first + own.outputs)
                self.n_outputs += own.tables[own.outputs].size
        self.tables[at.KIND_OUT] = np.array(arrays_out, np.uint32)

    def slots_of(self, expression: int) -> np.ndarray:
        """The bodies that an expression depends on."""
        first, count = self.expression_ints[expression, 2:4]
        return self.slots[first : first + count]

    def _report(self) -> None:
        b = self.builder
        self.columns = 1 + 27 * self.n_bodies + 6 * len(b.owners) + self.n_v + self.n_x + len(b.requests) + 3
        self.columns += self.n_outputs
        forced = sorted({owner for kind, _ in self.kinds for owner in kind.owners(b)})
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
        self.first_coupling = self.contributions.count
        """Contributions from here on are not those of masses."""
        self._reference_points()
        rows = np.arange(self.n_motions, self.n_motions + self.n_rows)
        self.first_diagonal = self.contributions.add(np.column_stack([rows, rows]))

    def _reference_points(self) -> None:
        """Bodies followed at another point than their mass centre, and the entries that couple their motions."""
        found = self.points = reference_points(self.builder)
        bodies, offset = np.array([*found], np.int64), np.array([*found.values()], float).reshape(-1, 3)
        first = self.contributions.add((6 * bodies[:, None, None] + np.array(block(0, 3))).reshape(-1, 2))
        of = np.full(self.n_bodies + 1, len(found), np.uint32)
        of[bodies] = np.arange(len(found))
        rows = np.column_stack([bodies, first + 9 * np.arange(len(found))]).astype(np.uint32)
        self.tables |= {at.POINT: rows, at.OFFSET: offset, at.POINT_OF: of}

    # ---- kernels
    def _addresses(self) -> None:
        """Tables of addresses; in plain Python lists of the kernels themselves."""
        self.tables[at.KIND_K] = np.array([first for _, first in self.kinds], np.uint32)
        for slot, name in ((at.KIND_RES, "residual"), (at.KIND_MAT, "matrix"), (at.KIND_ACC, "second")):
            self.tables[slot] = addresses([getattr(kind, name) or assemble.nothing for kind, _ in self.kinds])
        forces = zip(self.kinds, self.only_forces, strict=True)
        masses = [assemble.nothing if force else kind.matrix or assemble.nothing for (kind, _), force in forces]
        self.tables[at.KIND_MASS] = addresses(masses)
        accepting = [(kind.accept, first) for kind, first in self.kinds if kind.accept is not None]
        self.tables[at.KIND_ACCEPT] = addresses([accept for accept, _ in accepting])
        self.tables[at.ACCEPT_K] = np.array([first for _, first in accepting], np.uint32)
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
