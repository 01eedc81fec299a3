"""PSTATE: variables chosen as states of a linear analysis.

    PSTATE/id, VARIABLES=id1,id2,..

Use           states of LINEAR analyses.
References    Adams: PSTATE.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import references


@element("PSTATE")
class Pstate(Element):
    """Variables chosen as states of a linear analysis."""

    passive = True

    variables: tuple[int, ...] = references("VARIABLE", required=True, doc="The variables, in order")
