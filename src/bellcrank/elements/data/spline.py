"""SPLINE: data points of a curve or a surface.

    SPLINE/id, X=x1,..,xn, Y=y1,..,yn [, LINEAR_EXTRAPOLATE]                      a curve
    SPLINE/id, X=x1,..,xn, Y=z1,y11,..,y1n, Y=z2,y21,..,y2n [, ..]                a surface
    SPLINE/id, FILE=c [, BLOCK=c] [, CHANNEL=i] [, ROUTINE=lib::sub]              points from a file

Rule          X increases strictly; AKISPL and CUBSPL need at least 4 points.
Outside       with LINEAR_EXTRAPOLATE the tangent at the end, else the last polynomial.
References    Akima (1970), J. ACM 17, 589-602.  Adams: SPLINE.
"""

from __future__ import annotations

from collections.abc import Iterator

from bellcrank.errors import Message
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.fields import flag, integer, rows, text, vector


@element("SPLINE")
class Spline(Element):
    """Data points of a curve or a surface."""

    passive = True

    linear_extrapolate: bool = flag("Outside the points the curve goes on straight")
    x: tuple[float, ...] = vector(None, (), count=None, doc="Abscissae, increasing")
    y: tuple[tuple[float, ...], ...] = rows(None, default=(), doc="Ordinates; for a surface each Y begins with its z")
    file: str = text(doc="File with the points")
    block: str = text(doc="Block of the file")
    channel: int | None = integer(doc="Channel of the file")
    routine: str = text(doc="Library and name of the user subroutine")

    @property
    def is_surface(self) -> bool:
        """Whether each row of ordinates begins with its z."""
        return bool(self.y) and len(self.y[0]) == len(self.x) + 1

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        if self.lacks("x") and not self.file:
            yield self.message("E105", "X is missing.", cure="add , X = numbers and , Y = numbers, or , FILE = name.")
        for a, b in zip(self.x, self.x[1:], strict=False):
            if b <= a:
                yield self.message(
                    "E106",
                    f"X does not increase: {b:g} follows {a:g}.",
                    "A curve has one ordinate for each abscissa.",
                    "sort the points, and remove points that are given twice.",
                    at="x",
                )
                break
        width = len(self.x) + (1 if len(self.y) > 1 or self.is_surface else 0)
        for row in self.y:
            if self.x and len(row) != width:
                yield self.message(
                    "E106",
                    f"{len(self.x)} abscissae, but {len(row)} ordinates.",
                    cure=f"give {width} numbers for Y.",
                    at="y",
                )
