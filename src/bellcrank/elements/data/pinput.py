"""PINPUT: the inputs of a plant.

    PINPUT/id, VARIABLES=id1,id2,..

Use           inputs of LINEAR/STATEMAT and of control systems.
Read by       PINVAL(id, n)
References    Adams: PINPUT.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import references


@element("PINPUT")
class Pinput(Element):
    """The inputs of a plant."""

    passive = True

    variables: tuple[int, ...] = references("VARIABLE", required=True, doc="The variables, in order")
