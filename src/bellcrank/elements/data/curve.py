"""CURVE: a curve in space.

    CURVE/id, {OPEN | CLOSED}, MATRIX=id, {CURVE_POINTS | CONTROL_POINTS} [, ORDER=i] [, SEGMENTS=i]
    CURVE/id, {OPEN | CLOSED}, MINPAR=r, MAXPAR=r, FUNCTION=USER(..) [, ROUTINE=lib::sub]

Points        rows x, y, z of the matrix, or alpha, x, y, z; parameter alpha from -1 to 1.
Equation      CURVE_POINTS: B-spline through the points; CONTROL_POINTS: c(alpha) = sum_k N_k(alpha) P_k     (1)
Closed        periodic; first and last point coincide.
References    de Boor, A Practical Guide to Splines, ch. IX.  Adams: CURVE.
"""

from __future__ import annotations

from collections.abc import Iterator

from bellcrank.errors import Message
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import expression, integer, one_of, quantity, reference, text


@element("CURVE")
class Curve(Element):
    """A curve in space."""

    passive = True

    form: str = one_of("OPEN CLOSED", "OPEN", doc="Whether the ends meet")
    points: str = one_of("CURVE_POINTS CONTROL_POINTS", "CURVE_POINTS", doc="What the matrix holds")
    matrix: int | None = reference("MATRIX", doc="The points")
    order: int = integer(4, minimum=2, doc="Order of the B-spline: degree + 1")
    segments: int | None = integer(minimum=1, doc="Number of polynomial pieces")
    minpar: float = quantity("", -1.0, doc="Smallest parameter of a user curve")
    maxpar: float = quantity("", 1.0, doc="Largest parameter of a user curve")
    function: Expression | None = expression(None, doc="USER(...)")
    routine: str = text(doc="Library and name of the user subroutine")

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        if self.matrix is None and self.function is None:
            yield self.message(
                "E105", "MATRIX is missing.", "The points of the curve are the rows of a matrix.", "add , MATRIX = id."
            )
