"""LSOLVER: how linear equations are solved.

    LSOLVER/ [argument, ...] [, DEFAULT] [, LIST]

Effect        none: the program has no such choice.
References    Adams: LSOLVER.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import flag, one_of, quantity


@element("LSOLVER")
class Lsolver(Element):
    """How linear equations are solved."""

    numbered = False
    passive = True
    open_arguments = True

    default: bool = flag("All settings back to their defaults")
    list: bool = flag("Print the settings")
    solver: str = one_of("AUTO CALAHAN UMF", "AUTO", spellings={"HARWELL": "CALAHAN"}, doc="Method")
    stability: float = quantity("", 0.01, doc="Smallest relative pivot")
