"""TFSISO: a transfer function with one input and one output.

    TFSISO/id, X=id, U=id, Y=id, NUMERATOR=a0,a1,.., DENOMINATOR=b0,b1,.. [, STATIC_HOLD]

Equation      Y(s)/U(s) = (a0 + a1 s + ...)/(b0 + b1 s + ...), degree of the numerator at most that below   (1)
              realised in controllable canonical form
Read by       ARYVAL(id, n)
References    Kailath, Linear Systems, 2.1.  Adams: TFSISO.
"""

from __future__ import annotations

from collections.abc import Iterator

from bellcrank.errors import Message
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.fields import flag, reference, vector


@element("TFSISO")
class Tfsiso(Element):
    """A transfer function."""

    static_hold: bool = flag("The states keep their values in static analyses")
    x: int = reference("ARRAY", required=True, doc="Array of states")
    u: int = reference("ARRAY", required=True, doc="Array of the input")
    y: int = reference("ARRAY", required=True, doc="Array of the output")
    numerator: tuple[float, ...] = vector(None, count=None, required=True, doc="Coefficients a0, a1, ...")
    denominator: tuple[float, ...] = vector(None, count=None, required=True, doc="Coefficients b0, b1, ...")

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        if self.numerator and self.denominator and len(self.numerator) > len(self.denominator):
            yield self.message(
                "E106",
                f"The numerator has degree {len(self.numerator) - 1}, the denominator {len(self.denominator) - 1}.",
                "A transfer function cannot differentiate its input.",
                "give a denominator of at least the same degree.",
                at="numerator",
            )
