"""FIELD: a spring and damper with full 6 by 6 matrices.

    FIELD/id, I=id, J=id, {KMATRIX=r1,..,r36 [, CMATRIX=r1,..,r36 | , CRATIO=r] [, LENGTH=x0,y0,z0,a0,b0,c0]
             [, FORCE=f1,..,f6] | FUNCTION=USER(..)} [, FORMULATION={LINEAR|NONLINEAR}]

Equation      (F; T)_I = -K (u - u0) - C u' + F0 in J axes                                             (1)
              u = (DX, DY, DZ, AX, AY, AZ) of I in J, u' = (VX, VY, VZ seen from J, WX, WY, WZ)
              or USER(..): six numbers of a Python function f(par, u1, ..., u6, u1', ..., u6') (FIESUB)
              K and C are entered by columns and may be any matrices; C = CRATIO K
              NONLINEAR: u is measured in a frame turned halfway from J to I: (M^T r, phi), r from J to I, phi the
              rotation vector. With u - u0 = H q for small q, H = [1, -x0~/2; 0, 1]:
              s = H^T (-K H q - C H q' + F0), and force and torque by virtual power                     (2)
Reaction      on J: -F_I and -T_I - d x F_I
Fails when    more than one of the angles of (1) is large (10 degrees); (2) holds up to half a turn.
Doubtful      how Adams defines NONLINEAR is not published; (2) is the same for small deformations, whatever the turn of
              the pair, does not prefer one marker, and has a potential where K is symmetric.
References    system/kinds/field.py and beam.py have the derivatives.  Adams: FIELD.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bellcrank.elements.forces.formula import Formula, measure, weighted
from bellcrank.errors import Message
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import choice, expression, quantity, reference, text, vector
from bellcrank.schema.subroutine import SubroutineExpression
from bellcrank.schema.vocabulary import Vocabulary

FORCE_AND_TORQUE = ("force",) * 3 + ("force*length",) * 3
DISPLACEMENT = ("length",) * 3 + ("angle",) * 3
STIFFNESS = tuple(f"{load}/{motion}" for motion in DISPLACEMENT for load in FORCE_AND_TORQUE)
DAMPING = tuple(f"{stiffness}*time" for stiffness in STIFFNESS)

Matrix = list[list[float]]
"""Six rows of six numbers."""
NONE = (0.0,) * 6


def motions(i: int, j: int) -> tuple[list[Formula], list[Formula]]:
    """The six displacements and the six rates of (1)."""
    moved = [measure(f"D{axis}", i, j, j) for axis in "XYZ"] + [measure(f"A{axis}", i, j) for axis in "XYZ"]
    rates = [measure(f"V{axis}", i, j, j, j) for axis in "XYZ"] + [measure(f"W{axis}", i, j, j) for axis in "XYZ"]
    return moved, rates


def measures(i: int, j: int) -> tuple[list[str], list[str]]:
    """The same as texts."""
    moved, rates = motions(i, j)
    return [str(u) for u in moved], [str(rate) for rate in rates]


def laws(
    i: int, j: int, k: Matrix, c: Matrix, free: Sequence[float] = NONE, constant: Sequence[float] = NONE
) -> dict[int, Formula]:
    """Equation (1) as six expressions."""
    moved, rates = motions(i, j)
    stretched = [u - u0 for u, u0 in zip(moved, free, strict=True)]
    return {n: constant[n] - weighted(k[n], stretched) - weighted(c[n], rates) for n in range(6)}


def by_rows(matrix: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """The numbers of a matrix, row by row."""
    return tuple(number for row in matrix for number in row)


def halfway(matrix: Matrix, x: Sequence[float]) -> Matrix:
    """H^T K H of (2)."""
    h = [[float(a == b) for b in range(6)] for a in range(6)]
    for a, b, value in ((0, 1, x[2]), (0, 2, -x[1]), (1, 0, -x[2]), (1, 2, x[0]), (2, 0, x[1]), (2, 1, -x[0])):
        h[a][3 + b] = 0.5 * value
    right = [[sum(matrix[a][m] * h[m][b] for m in range(6)) for b in range(6)] for a in range(6)]
    return [[sum(h[m][a] * right[m][b] for m in range(6)) for b in range(6)] for a in range(6)]


@element("FIELD")
class Field(Element):
    """A spring and damper with full matrices."""

    result_type = "Field"
    subroutines = {"function": ("FIESUB", ())}

    i: int = reference("MARKER", required=True, doc="Marker I")
    j: int = reference("MARKER", required=True, doc="Marker J, whose axes are those of the field")
    kmatrix: tuple[float, ...] | None = vector(STIFFNESS, count=36, doc="Stiffness matrix by columns")
    cmatrix: tuple[float, ...] | None = vector(DAMPING, count=36, doc="Damping matrix by columns")
    cratio: float | None = quantity("time", doc="Ratio of damping to stiffness")
    length: tuple[float, ...] = vector(DISPLACEMENT, (0.0,) * 6, count=6, doc="Displacement u0 without force")
    force: tuple[float, ...] = vector(FORCE_AND_TORQUE, (0.0,) * 6, count=6, doc="Force and torque at u0")
    formulation: str = choice("LINEAR NONLINEAR", "LINEAR", doc="Form of the equations")
    function: Expression | None = expression(None, doc="USER(...)")
    routine: str = text(doc="Library and name of the user subroutine")

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        if self.kmatrix is None and self.function is None and self.cmatrix is None:
            yield self.message(
                "E105", "KMATRIX is missing.", cure="add , KMATRIX = 36 numbers by columns, or , FUNCTION = USER(..)."
            )
        if self.formulation == "NONLINEAR" and any(self.length[3:]):
            yield self.message(
                "E106",
                "FORMULATION = NONLINEAR, and LENGTH has angles.",
                "Angles of a large rotation do not add; the free position must have parallel axes.",
                "turn marker I so that its axes are those of J where the field is free of force.",
                at="length",
            )

    def matrices(self) -> tuple[Matrix, Matrix]:
        """K and C, row by row."""
        k = [[(self.kmatrix or (0.0,) * 36)[6 * n + m] for n in range(6)] for m in range(6)]
        if self.cmatrix is not None:
            return k, [[self.cmatrix[6 * n + m] for n in range(6)] for m in range(6)]
        return k, [[(self.cratio or 0.0) * value for value in row] for row in k]

    def force_axes(self) -> list[tuple[int, int, int]]:
        """The six components on the axes of J; a NONLINEAR one is no expression, and is read as it is computed."""
        kernel = self.formulation == "NONLINEAR" and self.function is None
        return [] if kernel else [(axis, self.i, self.j) for axis in range(6)]

    def subroutine_measures(self, model: Elements) -> tuple[str, ...]:
        """u and u' of (1)."""
        moved, rates = measures(self.i, self.j)
        return (*moved, *rates)

    def lower(self, to: Vocabulary) -> None:
        if isinstance(self.function, SubroutineExpression):
            to.load(self, self.i, self.j, self.j, dict(enumerate(self.function.parts(6))))
            return
        k, c = self.matrices()
        read = to.is_read(self)
        if self.formulation == "NONLINEAR":
            x = self.length[:3]
            arm = (x[1] * self.force[2] - x[2] * self.force[1], x[2] * self.force[0] - x[0] * self.force[2],
                   x[0] * self.force[1] - x[1] * self.force[0])  # fmt: skip
            turned = tuple(t + 0.5 * m for t, m in zip(self.force[3:], arm, strict=True))
            matrices = by_rows(halfway(k, x)) + by_rows(halfway(c, x))
            numbers = (*matrices, *self.length, *self.force[:3], *turned, *(0.0, 1.0, 0.0, 0.0))
            to.act(self, "BEAM", self.i, self.j, numbers)
        elif read:
            to.load(self, self.i, self.j, self.j, laws(self.i, self.j, k, c, self.length, self.force))
        else:
            numbers = (*by_rows(k), *by_rows(c), *self.length, *self.force, *(0.0, 1.0, 0.0, 0.0))
            to.act(self, "FIELD", self.i, self.j, numbers, [to.angles(self, self.i, self.j)])
