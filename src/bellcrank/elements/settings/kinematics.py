"""KINEMATICS: how kinematic analyses are done.

    KINEMATICS/ [argument, ...] [, DEFAULT] [, LIST]

References    Adams: KINEMATICS.
"""

from __future__ import annotations

from math import pi

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import flag, integer, jacobian_pattern, quantity


@element("KINEMATICS")
class Kinematics(Element):
    """How kinematic analyses are done."""

    numbered = False
    passive = True

    default: bool = flag("All settings back to their defaults")
    list: bool = flag("Print the settings")
    error: float = quantity("", 1e-4, above=0.0, doc="Tolerance of positions")
    aerror: float = quantity("", 1e-4, above=0.0, doc="Tolerance of accelerations")
    maxit: int = integer(25, minimum=1, doc="Iterations for positions")
    amaxit: int = integer(25, minimum=1, doc="Iterations for accelerations")
    tlimit: float = quantity("length", 1e10, above=0.0, doc="Largest displacement of a part in one iteration")
    alimit: float = quantity("angle", 30 * pi / 180, above=0.0, doc="Largest rotation of a part in one iteration")
    hmax: float | None = quantity("time", above=0.0, doc="Largest step (output interval)")
    pattern: tuple[str, ...] = jacobian_pattern("T:F:F:F:T:F:F:F:T:F")
    apattern: tuple[str, ...] = jacobian_pattern("T:F:F:F:T:F:F:F:T:F")
