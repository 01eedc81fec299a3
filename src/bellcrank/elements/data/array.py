"""ARRAY: a list of numbers, or the states, inputs or outputs of a system of equations.

    ARRAY/id, {X | Y | U, VARIABLES=id,.. | IC, NUMBERS=r,..} [, SIZE=i]       general form: ARRAY/id, NUMBERS=r,..

Use           X states, Y outputs, U inputs (values of VARIABLEs), IC initial values; X and Y belong to one system.
Read by       ARYVAL(id, n)
References    Adams: ARRAY.
"""

from __future__ import annotations

from collections.abc import Iterator

from bellcrank.errors import Message
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.fields import integer, one_of, references, vector


@element("ARRAY")
class Array(Element):
    """A list of numbers, states, inputs or outputs."""

    passive = True

    usage: str | None = one_of("X Y U IC", doc="What the array holds; none: plain numbers")
    size: int | None = integer(minimum=1, doc="Number of items")
    variables: tuple[int, ...] = references("VARIABLE", default=(), doc="U: the variables")
    numbers: tuple[float, ...] = vector(None, (), count=None, doc="IC and plain arrays: the numbers")

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        count = len(self.variables) or len(self.numbers)
        if self.size is not None and count and count != self.size:
            yield self.message(
                "E106", f"SIZE = {self.size}, but {count} items are given.", cure="correct SIZE or the list.", at="size"
            )
        if self.usage == "U" and not self.variables:
            yield self.message(
                "E105", "VARIABLES is missing.", "The inputs are values of variables.", "add , VARIABLES = ids."
            )
