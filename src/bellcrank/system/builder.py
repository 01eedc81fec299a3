"""The Builder collects bodies, markers, constraints, forces and equations; `System` freezes them into flat tables.

An element's `lower(builder)` calls these methods; they speak of markers (their numbers from `builder.marker(id)`), of
expressions, and of the element they belong to, and of nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from bellcrank.model.frames import Matrix, Vector
from bellcrank.system.kind import Kind, Use
from bellcrank.system.pulses import pulses
from bellcrank.system.samples import samples

AXES = {"X": 0, "Y": 1, "Z": 2}
BEFORE = 4e-15
"""Steps end so little before a corner, of its time: IF(TIME-2: 0, 0, 500) is 0 until then, whatever it is at 2."""
NEAR, BETWEEN = 0.1, (0.22, 0.47, 0.73)
"""Between corners nearer than this part of the analysis steps end at these parts of the way: a half sine from one to
the other is zero at both, and would be stepped over."""


@dataclass
class Body:
    """A moving part: mass properties about its mass centre, and its state at the start."""

    label: str
    mass: float
    inertia: tuple[float, ...]
    """Jxx Jyy Jzz Jxy Jxz Jyz of the tensor (off-diagonal elements, not product integrals) in body axes."""
    position: Vector
    axes: Matrix
    """Rotation matrix of the body axes, nine numbers by rows."""
    velocity: Vector = (0.0, 0.0, 0.0)
    spin: Vector = (0.0, 0.0, 0.0)
    """Angular velocity, body axes."""
    turns: bool = True
    element: Any = None
    origin: Vector = (0.0, 0.0, 0.0)
    """The part frame origin seen from the mass centre, body axes."""
    held: tuple[bool, ...] = (False,) * 6
    """EXACT coordinates: x y z psi theta phi."""
    given: tuple[bool, ...] = (False,) * 6
    """Velocities given by the user: vx vy vz wx wy wz."""


@dataclass
class Row:
    """One constraint equation: for messages and reactions."""

    owner: int
    label: str
    i: int
    j: int
    translational: bool
    velocity_only: bool = False


@dataclass
class ConstraintUse:
    """A constraint given by an expression."""

    expression: int
    row: int
    owner: int
    i: int
    j: int
    from_start: bool


@dataclass
class ForceUse:
    """A force along the line of sight (axis -1) or on an axis of rm (0..2 force, 3..5 torque)."""

    expression: int
    owner: int
    i: int
    j: int
    rm: int
    axis: int
    body_j: int


@dataclass
class ScalarUse:
    """VARIABLE or DIFF: an expression, its unknown's number, the starting value and a first guess of its rate."""

    expression: int
    number: int
    start: float
    implicit: bool = False
    rate: float = 0.0


@dataclass
class StopUse:
    """What limits the next step (stops.py): expressions of a way, of its rate and of the way to a last push."""

    gap: int
    rate: int
    push: int | None


@dataclass
class SensorUse:
    """A sensor: its function, and the expression whose value it keeps when it fires (its function when it has none)."""

    element: Any
    function: int
    kept: int
    start: float = 0.0
    """What it keeps before it has fired."""


@dataclass
class Owner:
    """An element with a reaction or a force: what results show."""

    element: Any
    label: str
    kind: str
    i: int
    j: int
    rows: list[int] = field(default_factory=list)


class Builder:
    """Tables in the making; see the module docstring."""

    def __init__(self) -> None:
        self.bodies: list[Body] = []
        self.marker_body: list[int] = []
        self.marker_local: list[tuple[Vector, tuple[float, ...]]] = []
        self.rows: list[Row] = []
        self.uses: dict[str, list[Use]] = {}
        """Name of a kind -> its elements between markers."""
        self.constraints: list[ConstraintUse] = []
        self.forces: list[ForceUse] = []
        self.variables: list[ScalarUse] = []
        self.diffs: list[ScalarUse] = []
        self.second_rates: list[tuple[int, int]] = []
        """(number of a state that a constraint reads, expression whose rate is its second derivative)"""
        self.kept: list[int] = []
        """Numbers of the algebraic unknowns whose past is kept, for DELAY."""
        self.longest_delay = 0.0
        self.corners: set[float] = set()
        """Times at which equations bend or jump."""
        self.driven_corners: set[float] = set()
        """Those of functions of motions: the speed may jump there."""
        self.hidden_pulses: list[Any] = []
        """Functions of time with pulses that are only found by looking (pulses.py)."""
        self.looked: dict[tuple[float, float], list[float]] = {}
        """What was found, by the time of the analysis: a study looks once."""
        self.periods: set[tuple[float, float]] = set()
        """Period and first time of samples: equations jump there."""
        self.sensors: list[SensorUse] = []
        self.owners: list[Owner] = []
        self.expressions: list[Any] = []
        self.stops_of_steps: list[StopUse] = []
        self.requests: list[int] = []
        self.body_origin: list[int] = []
        self.tables: dict[Any, list[float]] = {}
        """What the expressions read: SplineUse -> table."""
        self.curves: list[float] = []
        """Tables of the curves that constraints follow, one behind the other."""
        self.gravity: Vector = (0.0, 0.0, 0.0)
        self.ground_marker = self.add_marker(-1, (0.0, 0.0, 0.0), (1.0, 0, 0, 0, 1.0, 0, 0, 0, 1.0))

    def stops(self, start: float, end: float) -> list[float]:
        """Times between start and end at which steps must end: corners, what lies between near ones, samples."""
        if (start, end) not in self.looked:
            self.looked[start, end] = [t for part in self.hidden_pulses for t in pulses(part, self.tables, start, end)]
        bent = sorted(t for t in self.corners.union(self.looked[start, end]) if start < t < end)
        found = {t - BEFORE * abs(t) for t in bent}
        for a, b in pairwise(bent):
            if b - a < NEAR * (end - start):
                found.update(a + part * (b - a) for part in BETWEEN)
        return sorted(found.union(*(samples(*times, start, end) for times in self.periods)))

    def add_body(self, body: Body) -> int:
        """A moving body; returns its number."""
        self.bodies.append(body)
        number = len(self.bodies) - 1
        self.body_origin.append(self.add_marker(number, body.origin, (1.0, 0, 0, 0, 1.0, 0, 0, 0, 1.0)))
        return number

    def add_marker(self, body: int, position: Vector, axes: tuple[float, ...]) -> int:
        """A marker on a body (-1: ground): position from the mass centre, rotation matrix by rows, body axes."""
        self.marker_body.append(body)
        self.marker_local.append((position, axes))
        return len(self.marker_body) - 1

    def owner(self, element: Any, label: str, kind: str, i: int, j: int) -> int:
        """An element whose force or reaction appears in the results."""
        self.owners.append(Owner(element, label, kind, i, j))
        return len(self.owners) - 1

    def use(self, kind: Kind, use: Use, labels: Sequence[str] = ()) -> None:
        """An element of a kind; a label for each of its constraint rows, which begin now."""
        if labels and use.row != len(self.rows):
            use = replace(use, row=len(self.rows))
        self.uses.setdefault(kind.name, []).append(use)
        for label in labels:
            self._row(Row(use.owner, label, use.i, use.j, kind.translational))

    def constraint(
        self, owner: int, expression: Any, i: int, j: int, label: str, from_start: bool, velocity: bool
    ) -> None:
        """An expression that stays zero (or, `from_start`, at its value in the assembled position)."""
        number = self.expression(expression)
        self.constraints.append(ConstraintUse(number, len(self.rows), owner, i, j, from_start))
        self._row(Row(owner, label, i, j, True, velocity))

    def _row(self, row: Row) -> None:
        self.owners[row.owner].rows.append(len(self.rows))
        self.rows.append(row)

    def line_force(self, owner: int, expression: Any, i: int, j: int) -> None:
        """A force along the line from J to I, positive when it pushes them apart."""
        self.forces.append(ForceUse(self.expression(expression), owner, i, j, j, -1, self.marker_body[j]))

    def component(self, owner: int, expression: Any, i: int, rm: int, axis: int, body_j: int) -> None:
        """A force (axis 0..2) or torque (3..5) on an axis of rm, at I; the opposite on body_j (-1: ground)."""
        self.forces.append(ForceUse(self.expression(expression), owner, i, i, rm, axis, body_j))

    def variable(self, expression: Any, start: float) -> int:
        """An algebraic unknown V = e; returns its number."""
        self.variables.append(ScalarUse(self.expression(expression), len(self.variables), start))
        return len(self.variables) - 1

    def diff(self, expression: Any, start: float, implicit: bool, rate: float = 0.0) -> int:
        """A state with x' = e, or e = 0; returns its number."""
        self.diffs.append(ScalarUse(self.expression(expression), len(self.diffs), start, implicit, rate))
        return len(self.diffs) - 1

    def expression(self, expression: Any) -> int:
        """Register an expression (a lowered tape with leaf records); returns its number."""
        self.expressions.append(expression)
        return len(self.expressions) - 1
