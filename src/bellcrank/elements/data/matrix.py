"""MATRIX: a matrix of numbers.

    MATRIX/id, FULL={RORDER|CORDER}, ROWS=m, COLUMNS=n, VALUES=r,..
    MATRIX/id, SPARSE [, ROWS=m, COLUMNS=n], VALUES=i1,j1,r1,i2,j2,r2,..
    MATRIX/id, FILE=c [, NAME=c]

Order         RORDER row by row, CORDER column by column.
Sparse        what is not given is zero; ROWS and COLUMNS are the largest numbers given, unless they are larger.
File          a table of numbers beside the dataset, a line for each row (data/number_file.py); NAME is a part of it
              that begins with [name]. The forms ADAMSMAT, FSAVE and MATSAVE are not read.
References    Adams: MATRIX.
"""

from __future__ import annotations

from collections.abc import Iterator

from bellcrank.elements.data.number_file import rows_of
from bellcrank.errors import Message, ModelError
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

    def entries(self, model: Elements | None = None) -> list[list[float]]:
        """The matrix row by row; ModelError when its file cannot be read, or when the numbers do not fill it."""
        if self.file and not self.values:
            return self._from_file(model)
        if self.sparse:
            return self._sparse_entries()
        rows, columns = self.rows or 0, self.columns or 0
        if not rows or not columns or len(self.values) != rows * columns:
            raise ModelError(
                self.message(
                    "E106",
                    f"{rows} rows and {columns} columns, but {len(self.values)} values.",
                    cure="correct ROWS, COLUMNS or VALUES.",
                )
            )
        if self.full == "CORDER":
            return [list(self.values[i::rows]) for i in range(rows)]
        return [list(self.values[i * columns : (i + 1) * columns]) for i in range(rows)]

    def _from_file(self, model: Elements | None) -> list[list[float]]:
        rows = rows_of(self, model, self.file, self.matrix_name)
        high, wide = self.rows or len(rows), self.columns or len(rows[0])
        if len(rows) != high or any(len(row) != wide for row in rows):
            raise ModelError(
                self.message(
                    "E509",
                    f"{self.file} has {len(rows)} rows of {min(map(len, rows))} to {max(map(len, rows))} numbers; "
                    f"{high} rows of {wide} are needed.",
                    cure="correct the file, ROWS or COLUMNS.",
                    at="file",
                )
            )
        return rows

    def _sparse_entries(self) -> list[list[float]]:
        triples = [self.values[n : n + 3] for n in range(0, len(self.values) - 2, 3)]
        rows = max([self.rows or 0, *(int(i) for i, _, _ in triples)])
        columns = max([self.columns or 0, *(int(j) for _, j, _ in triples)])
        table = [[0.0] * columns for _ in range(rows)]
        for i, j, value in triples:
            if i < 1 or j < 1 or i != int(i) or j != int(j):
                raise ModelError(
                    self.message(
                        "E106", f"Row {i:g}, column {j:g} is no place in a matrix.", cure="correct VALUES.", at="values"
                    )
                )
            table[int(i) - 1][int(j) - 1] = value
        return table

    def columns_of_values(self) -> list[int | None]:
        """The column, from 0, of every number in VALUES; None for the row and column numbers of SPARSE."""
        if self.sparse:
            return [int(self.values[n - 1]) - 1 if n % 3 == 2 else None for n in range(len(self.values))]
        rows, columns = self.rows or 1, self.columns or 1
        return [n // rows if self.full == "CORDER" else n % columns for n in range(len(self.values))]

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
