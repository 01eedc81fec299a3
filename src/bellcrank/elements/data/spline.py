"""SPLINE: data points of a curve or a surface.

    SPLINE/id, X=x1,..,xn, Y=y1,..,yn [, LINEAR_EXTRAPOLATE]                      a curve
    SPLINE/id, X=x1,..,xn, Y=z1,y11,..,y1n, Y=z2,y21,..,y2n [, ..]                a surface
    SPLINE/id, FILE=c [, BLOCK=c] [, CHANNEL=i] [, ROUTINE=lib::sub]              points from a file

Rule          X increases strictly; AKISPL and CUBSPL need at least 4 points, straight lines (INTERP, method 1) 2.
File          a table of numbers beside the dataset (data/number_file.py): X is its first column, Y the next one or
              that of CHANNEL (1, 2, ..); BLOCK is a part that begins with [name].
Reader        with ROUTINE a Python function reads the file: f(path, block, channel) -> x, y,
              for a surface x, z, rows of y (SPLINE_READ).
Outside       with LINEAR_EXTRAPOLATE the tangent at the end, else the last polynomial.
References    Akima (1970), J. ACM 17, 589-602.  Adams: SPLINE.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from bellcrank.elements.data.number_file import path_of, rows_of
from bellcrank.errors import Message, ModelError, UnsupportedError
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.fields import flag, integer, rows, text, vector
from bellcrank.schema.subroutine import find, missing


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

    def points(self, model: Elements) -> tuple[tuple[float, ...], tuple[tuple[float, ...], ...]]:
        """X and Y as given, or from the file; ModelError where that cannot be read."""
        if self.y or not self.file:
            return self.x, self.y
        if self.routine:
            return self._read(model)
        rows, column = rows_of(self, model, self.file, self.block), self.channel or 1
        if any(len(row) <= column for row in rows) or column < 1:
            raise ModelError(
                self.message(
                    "E509",
                    f"{self.file} has no channel {column} in every row.",
                    cure="correct CHANNEL, which counts the columns behind the first.",
                    at="channel" if self.channel else "file",
                )
            )
        x = tuple(row[0] for row in rows)
        if any(b <= a for a, b in pairwise(x)):
            raise ModelError(
                self.message("E509", f"The first column of {self.file} does not increase.", cure="sort it.", at="file")
            )
        return x, (tuple(row[column] for row in rows),)

    def _read(self, model: Elements) -> tuple[tuple[float, ...], tuple[tuple[float, ...], ...]]:
        """X and Y from the user's reader of files."""
        known = find(self, "file", "SPLINE_READ", model)
        if known is None:
            raise UnsupportedError(missing(self, "file", "SPLINE_READ", model))
        path = path_of(model, self.file)
        try:
            found: Any = known.function(str(path), self.block, self.channel or 1)
            x = tuple(float(value) for value in found[0])
            rows = [tuple(map(float, row)) for row in (found[2] if len(found) == 3 else [found[1]])]
            if len(rows) > 1:  # a surface: each row begins with its z
                rows = [(float(z), *row) for z, row in zip(found[1], rows, strict=True)]
        except Exception as error:
            what = f"{self.routine} cannot read {self.file}: {type(error).__name__}: {error}."
            cure = "it is f(path, block, channel) -> x, y or x, z, rows."
            raise ModelError(self.message("E509", what, cure=cure, at="routine")) from error
        wrong = {len(row) - (len(rows) > 1) for row in rows} != {len(x)} or any(b <= a for a, b in pairwise(x))
        if wrong:
            what = f"{self.routine} gave {len(x)} abscissae that do not fit their ordinates or do not increase."
            raise ModelError(self.message("E509", what, cure="as many y as x, and x increasing.", at="routine"))
        return x, tuple(rows)

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
                break
