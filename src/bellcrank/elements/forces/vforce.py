"""VFORCE: a force with three components.

    VFORCE/id, I=id, JFLOAT=id, RM=id, {FX=e\\ , FY=e\\ , FZ=e | FUNCTION=USER(..)\\} [, ROUTINE=lib::sub]

Equation      F_I = FX x_RM + FY y_RM + FZ z_RM at I;  -F_I on the part of JFLOAT at the same point    (1)
Floating      JFLOAT: origin at I, axes of RM.
References    Newton's third law.  Adams: VFORCE.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from bellcrank.errors import Message, ModelError
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import expression, reference, text
from bellcrank.schema.vocabulary import Vocabulary

AXES = ("fx", "fy", "fz", "tx", "ty", "tz")


class VectorLoad(Element):
    """Components on the axes of RM, acting at I and backwards on the part of a floating marker."""

    components: ClassVar[tuple[str, ...]] = ()

    i: int = reference("MARKER", required=True, doc="Marker the load acts on")
    jfloat: int = reference("MARKER", required=True, doc="Floating marker on the part that gets the reaction")
    rm: int | None = reference("MARKER", doc="Marker on whose axes the components are given (ground axes)")
    function: Expression | None = expression(None, doc="USER(...): all components from a subroutine")
    routine: str = text(doc="Library and name of the user subroutine")

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        values = self.__dict__
        if "function" not in values and not any(name in values for name in self.components):
            names = ", ".join(name.upper() for name in self.components)
            yield self.message("E105", "No component is given.", f"The components are {names}.", f"add one of {names}.")
        if (wrong := self._not_a_subroutine()) is not None:
            yield wrong

    def _not_a_subroutine(self) -> Message | None:
        """FUNCTION = USER(...) gives all components; any other expression would give none."""
        if self.function is None or (self.function.is_user and not self.function.is_python):
            return None
        names = ", ".join(name.upper() for name in self.components)
        what = f"FUNCTION of a {self.keyword} is USER(...), a subroutine that gives all components."
        return self.message("E104", what, cure=f"give the components: {names}.", at="function")

    def force_axes(self) -> list[tuple[int, int, int]]:
        """Component, marker I and frame of each scalar load that is given."""
        return [(AXES.index(n), self.i, self.rm or 0) for n in self.components if getattr(self, n) is not None]

    def lower(self, to: Vocabulary) -> None:
        if (wrong := self._not_a_subroutine()) is not None:
            raise ModelError(wrong)
        given = {axis: getattr(self, AXES[axis]) for axis, _, _ in self.force_axes()}
        to.load(self, self.i, self.jfloat, self.rm or 0, given)


@element("VFORCE")
class Vforce(VectorLoad):
    """A force with three components."""

    result_type = "Vector_Force"

    components = ("fx", "fy", "fz")
    subroutines = {"function": ("VFOSUB", components)}

    fx: Expression | None = expression("force", doc="Force component on x_RM")
    fy: Expression | None = expression("force", doc="Force component on y_RM")
    fz: Expression | None = expression("force", doc="Force component on z_RM")
