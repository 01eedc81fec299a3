"""ENVIRONMENT: an option of the solver, by name.

    ENVIRONMENT/NAME=c, VALUE=c

Effect        none: the program has no such choice.
References    Adams: ENVIRONMENT.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import text


@element("ENVIRONMENT")
class Environment(Element):
    """An option of the solver."""

    numbered = False
    repeatable = True
    passive = True

    variable: str = text(name="NAME", required=True, doc="Name of the option")
    value: str = text(doc="Its value")
