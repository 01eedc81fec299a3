"""MATRIX: a matrix of numbers.

    MATRIX/id, FULL={RORDER|CORDER}, ROWS=m, COLUMNS=n, VALUES=r,..
    MATRIX/id, SPARSE [, ROWS=m, COLUMNS=n], VALUES=i1,j1,r1,i2,j2,r2,..
    MATRIX/id, FILE=c [, NAME=c]

Order         RORDER row by row, CORDER column by column.
References    Adams: MATRIX.
"""

from __future__ import annotations

from collections.abc import Iterator

from bellcrank.errors import Message
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.fields import choice, flag, integer, text, vector


@element("MATRIX")
class Matrix(Element):
    """A matrix of numbers."""

    plural = "matrices"
    passive = True

    sparse: bool = flag("VALUES holds row, column and value of the entries that are not zero")
    full: str | None = choice("RORDER CORDER", doc="VALUES holds all entries, by rows or by columns")
    rows: int | None = integer(minimum=1, doc="Number of rows")
    columns: int | None = integer(minimum=1, doc="Number of columns")
    values: tuple[float, ...] = vector(None, (), count=None, doc="The entries")
    file: str = text(doc="File with the matrix")
    matrix_name: str = text(name="NAME", doc="Name of the matrix in the file")

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        needed = (self.rows or 0) * (self.columns or 0)
        if self.full and needed and len(self.values) != needed:
            yield self.message(
                "E106",
                f"{self.rows} rows and {self.columns} columns need {needed} values; {len(self.values)} are given.",
                cure="correct ROWS, COLUMNS or VALUES.",
                at="values",
            )
        if self.sparse and len(self.values) % 3:
            yield self.message(
                "E106", "SPARSE values come in threes: row, column, value.", cure="correct VALUES.", at="values"
            )
        if not self.values and not self.file:
            yield self.message("E105", "VALUES is missing.", cure="add , VALUES = numbers, or , FILE = name.")
