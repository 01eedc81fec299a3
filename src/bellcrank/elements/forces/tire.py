"""TIRE and ROAD: a tyre and the road under it.

    TIRE/id, J=id, JFLOAT=id, ...

Kept          read, written back and shown; not simulated.
References    Adams: TIRE.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import expression, quantity, reference, text, vector


@element("TIRE")
class Tire(Element):
    """A tyre."""

    open_arguments = True

    i: int | None = reference("MARKER", doc="Marker on the wheel")
    j: int | None = reference("MARKER", doc="Marker on the road")
    jfloat: int | None = reference("MARKER", doc="Floating marker of the reaction")
    rm: int | None = reference("MARKER", doc="Reference marker of the road")
    string: int | None = reference("STRING", doc="Name of the property file")
    road: int | None = reference("ROAD", doc="The road")
    type: str = text(doc="Kind of tyre")
    file: str = text(doc="Property file")
    im: float | None = quantity("mass*length**2", doc="Moment of inertia about the spin axis")
    mass: float | None = quantity("mass", doc="Mass")
    radius: float | None = quantity("length", doc="Radius")
    parameters: tuple[float, ...] | None = vector(None, count=None, doc="Further numbers")
    function: Expression | None = expression(None, doc="USER(...)")
    routine: str = text(doc="Library and name of the user subroutine")


@element("ROAD")
class Road(Element):
    """A road."""

    open_arguments = True

    type: str = text(doc="Kind of road")
    file: str = text(doc="Property file")
    rm: int | None = reference("MARKER", doc="Reference marker of the road")
    string: int | None = reference("STRING", doc="Name of the property file")
