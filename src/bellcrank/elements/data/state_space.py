"""What LSE, TFSISO and GSE have in common: states x_n' = f_n, outputs y_n = g_n, in ARRAYs that ARYVAL reads.

A state is a differential equation without a name of its own; an output is replaced by its formula wherever it is read,
so that it is exact at any time and differentiable where states and inputs are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bellcrank.elements.forces.formula import Formula, measure
from bellcrank.errors import Message
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.fields import flag
from bellcrank.schema.vocabulary import Vocabulary


class StateSpace(Element):
    """A system of equations between arrays."""

    rank = 40

    implicit: bool = False
    """Whether `rates` are not the rates but equations e = 0 that contain them."""
    static_hold: bool = flag("The states keep their values in static analyses")
    x: int | None
    u: int | None
    y: int | None

    def rates(self, model: Elements) -> Sequence[Any]:
        """The rate of each state, as an expression."""
        raise NotImplementedError

    def outputs(self, model: Elements) -> Sequence[Any]:
        """Each output, as an expression."""
        raise NotImplementedError

    def starts(self, model: Elements) -> Sequence[float]:
        """The initial value of each state."""
        return [0.0] * len(self.rates(model))

    def array_items(self, model: Elements) -> Iterator[tuple[int, int, Any]]:
        """What its arrays hold: array, number from 1, and the expression of an output or None for a state."""
        if self.x:
            yield from ((self.x, n, None) for n in range(1, 1 + len(self.rates(model))))
        if self.y:
            yield from ((self.y, n, g) for n, g in enumerate(self.outputs(model), start=1))

    def lower(self, to: Vocabulary) -> None:
        for n, (rate, start) in enumerate(zip(self.rates(to.model), self.starts(to.model), strict=True), start=1):
            to.array_state(self, self.x or 0, n, rate, start, self.implicit)

    def channels(self, model: Elements) -> Iterator[tuple[str, Any, str]]:
        """The states X1, X2, .. and the outputs Y1, Y2, .."""
        for array, n, expression in self.array_items(model):
            yield f"{'X' if expression is None else 'Y'}{n}", f"ARYVAL({array},{n})", ""

    # ---- checks
    def array_of(self, model: Elements, attribute: str, size: int | None) -> Iterator[Message]:
        """Whether an array has the usage of its place and the size of the system."""
        array: Any = model.find("ARRAY", getattr(self, attribute) or 0)
        if array is None:
            return
        usage = {"icd": "IC", "xd": "X"}.get(attribute, attribute.upper())
        if array.usage not in (None, usage) or (array.usage is None and usage != "IC"):
            yield self.message(
                "E106",
                f"{attribute.upper()} = {array.id}: {array.title} is no array of this kind.",
                f"It must be one of the usage {usage}.",
                f"write ARRAY/{array.id}, {usage}, ...",
                at=attribute,
            )
        given = array.size or len(array.variables) or len(array.numbers)
        if size is not None and given and given != size:
            yield self.message(
                "E106",
                f"{attribute.upper()} = {array.id}: {array.title} has {given} items; the system needs {size}.",
                cure="correct the array, or the system.",
                at=attribute,
            )


def inputs(element: Any, model: Elements) -> list[Formula]:
    """The inputs of a system as expressions: the values of the variables of its array U."""
    array: Any = model.find("ARRAY", element.u or 0)
    return [measure("VARVAL", id) for id in array.variables] if array is not None else []


def items(array: int | None, count: int) -> list[Formula]:
    """The first numbers of an array, as expressions."""
    return [measure("ARYVAL", array or 0, n) for n in range(1, 1 + count)]
