"""A kind of elements: what each of them contributes to the equations. System's loops know none of them.

    residual(c, k)   adds forces to RES, sets PHI, PHID, UNIT of its constraint rows, adds to WORK and E_WRENCH
    matrix(c, k)     fills the entries of its places with the derivatives, after residual(c, k) at the same state
    second(c, k)     sets PHIDD of its constraint rows
    accept(c, k)     once after every accepted step: what it must remember goes to its memory

Elements that act between two markers need no more than these kernels; `tabulate` gives them four arrays of their own:

    k      integers: marker i, marker j, residual row of body i, of body j, first constraint row, element in E_WRENCH,
           body of j, the integers of the element, then where each group of its entries begins in ENTRIES
    k + 1  numbers (parameters), k + 2 memory (part of the State), k + 3 outputs (columns of the results)

`places` names the entries of the matrix in the unknowns of one element: its multipliers, six of body i, six of body j,
and the unknowns that it `reads` beside them: multipliers of another element, states.
Left out, these are the 12 x 12 places of `wrench.put_wrench_matrix`. A new kind is one file in the folder `kinds`.
Forces depend on positions, velocities, multipliers, states and time; on accelerations by expressions only: explicit
methods do not look at entries that connect motions with motions (`assemble.masses`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from bellcrank.kernel import Kernel
from bellcrank.registry import KINDS
from bellcrank.system.layout import _n
from bellcrank.system.primitives.places import Group, Shape

if TYPE_CHECKING:
    from bellcrank.system.builder import Builder
    from bellcrank.system.system import System

I, J, ROW_I, ROW_J, ROW, OWNER, BODY_J, INTS = (_n(k) for k in range(8))  # kernel constants
"""Columns of the integers of a use; those of the element itself begin at INTS."""
AXES, PLACES = INTS, _n(10)
"""Of primitives: three axes, then the beginnings of their groups of entries."""

CONSTRAINTS, EQUATIONS, FORCES = range(3)
"""Order of evaluation: reactions are known to what follows."""


@dataclass(frozen=True)
class Use:
    """One element of a kind between two markers (their numbers in the tables)."""

    i: int
    j: int
    owner: int
    row: int = 0
    ints: tuple[int, ...] = ()
    numbers: tuple[float, ...] = ()
    body_j: int | None = None
    """The body that the opposite force acts on, where it is not that of j (-1: ground)."""
    reads: tuple[tuple[str, int], ...] = ()
    """Further unknowns that it depends on: ("row", n) multipliers of another element, ("x", n) states."""


@dataclass
class Own:
    """The arrays of a kind: tables that never change, how its memory begins, the shape of its outputs."""

    tables: list[np.ndarray]
    memory: dict[int, np.ndarray] = field(default_factory=dict)
    """Place among the tables -> start."""
    outputs: int | None = None
    """Place among the tables of what goes to the results."""
    scratch: tuple[int, ...] = ()
    """Places among the tables of arrays that kernels write: every workspace has its own copy."""


@dataclass(frozen=True, eq=False)
class Kind:
    """See the module docstring."""

    name: str
    residual: Kernel
    matrix: Kernel
    second: Kernel | None = None
    accept: Kernel | None = None
    equations: int = 0
    places: Callable[[int, int, int], list[Group]] | None = None
    """(first row, first unknown of body i, of body j) -> the groups of entries, each in the order of `matrix`."""
    fixed: tuple[tuple[int, int, float], ...] = ()
    """Entries that never change: their group, number and value; `matrix` leaves them alone."""
    reads: int = 0
    """Room for what its elements read beside their bodies: unknowns behind those of body j."""
    memory: tuple[float, ...] = ()
    """How each number that an element remembers begins."""
    outputs: tuple[tuple[str, str], ...] = ()
    """Names and dimensions of further columns of the results."""
    beside: bool = False
    """Whether these columns stand beside FX ... TZ of the element, not in an entity of their own."""
    translational: bool = False
    """Constraints whose violation is a length."""
    label: Callable[[Sequence[str]], Sequence[str]] = lambda axes: ()
    """Letters of the axes -> names of the equations."""
    strikes: bool = False
    """Whether its forces come and go in a moment: bodies strike, or stick."""
    spans: bool = False
    """Whether the distance of its markers belongs to the size of the model."""

    @property
    def stage(self) -> int:
        """When it is evaluated: constraints, equations, forces."""
        return CONSTRAINTS if self.equations else FORCES

    @cached_property
    def shape(self) -> Shape:
        """The places in the unknowns of one element: its multipliers, body i, body j."""
        places = self.places or pair_places
        return Shape(places(0, self.equations, self.equations + 6))

    def uses(self, builder: Builder) -> Sequence[Any]:
        """Its elements in a model."""
        return builder.uses.get(self.name, ())

    def markers(self, use: Any) -> tuple[int, ...]:
        """The markers that an element reads."""
        return use.i, use.j

    def frames(self, use: Any, system: System) -> dict[int, float]:
        """Markers that are only frames of something on their body, and how far that reaches from its mass centre."""
        return {}

    def owners(self, builder: Builder) -> set[int]:
        """The elements of E_WRENCH to which it applies forces."""
        return set() if self.equations else {use.owner for use in self.uses(builder)}

    def idle(self, arrays: Sequence[Any], first: int) -> np.ndarray:
        """Contributions to the matrix that factors need not have until it raises PATTERN; its arrays from `first`."""
        return np.zeros(0, np.int64)

    def tabulate(self, system: System, uses: Sequence[Any]) -> Own:
        """The arrays of its elements; their entries of the matrix are reserved."""
        of = system.marker_body
        i, j, row, owner = np.array([(use.i, use.j, use.row, use.owner) for use in uses]).T
        given = np.array([-2 if use.body_j is None else use.body_j for use in uses])
        body_j = np.where(given == -2, of[j].astype(int), np.where(given == -1, system.n_bodies, given))
        columns = [system.body_columns(body) for body in (of[i], body_j)]
        rows = [np.where(c[:, 0] < 0, system.n, c[:, 0]) for c in columns]
        multipliers = 6 * system.n_bodies + row[:, None] + np.arange(self.equations)
        ints = np.column_stack([i, j, *rows, row, owner, body_j, np.array([use.ints for use in uses], int)])
        known = [[system.scalar_column(*unknown) for unknown in use.reads] for use in uses]
        read = np.array([[*of, *[-1] * self.reads][: self.reads] for of in known], np.int64)
        table = system.contributions.table(ints, np.hstack([multipliers, *columns, read]), self.shape)
        for fixed in self.fixed:
            system.contributions.fix(*fixed)
        numbers = np.array([use.numbers for use in uses], float)
        memory = np.tile(np.array(self.memory, float), (len(uses), 1))
        outputs = np.zeros((len(uses), len(self.outputs)))
        return Own([table, numbers, memory, outputs], {2: memory}, 3)


def in_order() -> list[Kind]:
    """All kinds, in the order of evaluation."""
    return sorted(KINDS.values(), key=lambda kind: (kind.stage, kind.name))


def pair_places(row: int, i: int, j: int) -> list[Group]:
    """Six rows by six columns, body by body: i by i, j by j, then i by j and j by i; see wrench.put_wrench_matrix."""
    square = lambda a, b: [(a + m, b + n) for m in range(6) for n in range(6)]
    return [square(i, i), square(j, j), square(i, j) + square(j, i)]
