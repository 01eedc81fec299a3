"""POUTPUT: the outputs of a plant.

    POUTPUT/id, VARIABLES=id1,id2,..

Use           outputs of LINEAR/STATEMAT and of control systems.
Read by       POUVAL(id, n)
References    Adams: POUTPUT.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import references


@element("POUTPUT")
class Poutput(Element):
    """The outputs of a plant."""

    passive = True

    variables: tuple[int, ...] = references("VARIABLE", required=True, doc="The variables, in order")
