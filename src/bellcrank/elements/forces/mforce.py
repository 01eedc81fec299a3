"""MFORCE: a load on the modes of a flexible body.

    MFORCE/id, FLEX_BODY=id, JFLOAT=id, {CASE_INDEX=i, SCALE=e | FUNCTION=USER(..)}

Kept          read, written back and shown; not simulated (needs FLEX_BODY).
References    Adams: MFORCE.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import expression, integer, reference, text


@element("MFORCE")
class Mforce(Element):
    """A load on the modes of a flexible body."""

    open_arguments = True

    flex_body: int | None = reference("FLEX_BODY", doc="The flexible body")
    jfloat: int | None = reference("MARKER", doc="Floating marker of the reaction")
    case_index: int | None = integer(doc="Number of the load case")
    scale: Expression | None = expression(None, doc="Factor on the load case")
    function: Expression | None = expression(None, doc="USER(...)")
    routine: str = text(doc="Library and name of the user subroutine")
