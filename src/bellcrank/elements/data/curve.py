"""CURVE: a curve in space.

    CURVE/id, {OPEN | CLOSED}, MATRIX=id, {CURVE_POINTS | CONTROL_POINTS} [, ORDER=i] [, SEGMENTS=i]
    CURVE/id, {OPEN | CLOSED}, MINPAR=r, MAXPAR=r, FUNCTION=USER(..) [, ROUTINE=lib::sub]

Points        rows x, y, z of the matrix, or alpha, x, y, z; at least ORDER of them.
Parameter     alpha from -1 to 1, growing with the chords |P_i - P_{i-1}|; or as given in the first of four columns.
Equation      c(alpha) = sum_k N_k(alpha) P_k, N_k B-splines of the ORDER                                       (1)
              CONTROL_POINTS: the P_k are the points; knots at equal distances, at the ends of an OPEN curve ORDER-fold
              CURVE_POINTS: c(alpha_i) = point i; knots are means of ORDER - 1 neighbouring alpha_i, at the ends of an
              OPEN curve ORDER-fold; of a CLOSED one the alpha_i themselves, or half way between for odd ORDER
              with SEGMENTS: that many pieces, next to the points by least squares
Closed        periodic, ORDER - 2 derivatives go round; first and last point coincide.
Outside       alpha goes round in a CLOSED curve; of an OPEN one the last polynomial is continued: its ends have all
              derivatives from both sides, but farther out it is not a curve anybody has drawn.
Adams         asks for alpha from -1 to 1, and does not publish its knots: values at the same alpha differ a little, the
              shape hardly.
User curves   FUNCTION=USER(..): a Python function f(par, alpha) -> x, y, z (CURSUB) is sampled at 401 parameters from
              MINPAR to MAXPAR, and the B-spline of order 6 through the points is taken for it.
References    de Boor, A Practical Guide to Splines, ch. IX, XIII.  Piegl and Tiller, The NURBS Book, section 9.2.1,
              9.4.1.  Adams: CURVE.  Knots and evaluation: expression/bspline.py, expression/curves.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bellcrank.errors import Message, ModelError, UnsupportedError
from bellcrank.expression import CurveData
from bellcrank.expression.curves import check_points
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import expression, integer, one_of, quantity, reference, text
from bellcrank.schema.subroutine import find, missing, numbers_of

SAMPLES = 400
"""Intervals at which a function is looked at."""


@element("CURVE")
class Curve(Element):
    """A curve in space."""

    passive = True
    subroutines = {"function": ("CURSUB", ())}

    form: str = one_of("OPEN CLOSED", "OPEN", doc="Whether the ends meet")
    points: str = one_of("CURVE_POINTS CONTROL_POINTS", "CURVE_POINTS", doc="What the matrix holds")
    matrix: int | None = reference("MATRIX", doc="The points")
    order: int = integer(4, minimum=2, doc="Order of the B-spline: degree + 1")
    segments: int | None = integer(minimum=1, doc="Number of polynomial pieces of CURVE_POINTS")
    minpar: float = quantity("", -1.0, doc="Smallest parameter of a user curve")
    maxpar: float = quantity("", 1.0, doc="Largest parameter of a user curve")
    function: Expression | None = expression(None, doc="USER(...)")
    routine: str = text(doc="Library and name of the user subroutine")

    def data(self, model: Elements) -> CurveData:
        """The points and how they are meant; raises where there are none that make a curve."""
        matrix: Any = model.find("MATRIX", self.matrix) if self.matrix else None
        if matrix is None:
            return self._sampled(model)
        rows = matrix.entries(model)
        width = len(rows[0]) if rows else 0
        if width not in (3, 4):
            raise ModelError(
                self.message(
                    "E510",
                    f"{matrix.title} has {width} columns.",
                    "The points of a curve are rows of x, y, z, or of alpha, x, y, z.",
                    "give a matrix with three or four columns.",
                )
            )
        return CurveData(
            tuple(tuple(row[-3:]) for row in rows),
            self.order,
            self.form == "CLOSED",
            self.points == "CONTROL_POINTS",
            tuple(row[0] for row in rows) if width == 4 else None,
            self.segments,
            self.title,
            self.place,
        )

    def _sampled(self, model: Elements) -> CurveData:
        """The curve of a Python function."""
        known = find(self, "function", "CURSUB", model)
        if known is None or self.function is None:
            raise UnsupportedError(missing(self, "function", "CURSUB", model))
        numbers, step = numbers_of(self.function), (self.maxpar - self.minpar) / SAMPLES
        along = tuple(self.minpar + k * step for k in range(SAMPLES)) + (self.maxpar,)
        points = [tuple(float(x) for x in known.function(numbers, alpha)) for alpha in along]
        if any(len(point) != 3 for point in points):
            raise UnsupportedError(self.message("E508", "The function of a curve returns x, y and z.", at="function"))
        if self.form == "CLOSED":
            points[-1] = points[0]
        return CurveData(tuple(points), 6, self.form == "CLOSED", False, along, None, self.title, self.place)

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        if self.matrix is None and self.function is None:
            yield self.message(
                "E105", "MATRIX is missing.", "The points of the curve are the rows of a matrix.", "add , MATRIX = id."
            )
        elif self.matrix is not None and model.find("MATRIX", self.matrix) is not None:
            try:
                check_points(self.data(model))
            except ModelError as error:
                for m in error.report:
                    yield replace(m, severity="warning", rule="W106", place=self.place, element=self.title)
