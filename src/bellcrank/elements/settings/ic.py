"""IC: how the initial conditions are found.

    IC/ [argument, ...] [, DEFAULT] [, LIST]

References    Adams: IC.
"""

from __future__ import annotations

from math import pi

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import flag, integer, jacobian_pattern, quantity


@element("IC")
class Ic(Element):
    """How the initial conditions are found."""

    numbered = False
    passive = True

    default: bool = flag("All settings back to their defaults")
    list: bool = flag("Print the settings")
    error: float = quantity("", 1e-10, above=0.0, doc="Tolerance of positions")
    verror: float = quantity("", 1e-4, above=0.0, doc="Tolerance of velocities")
    aerror: float = quantity("", 1e-4, above=0.0, doc="Tolerance of accelerations")
    maxit: int = integer(25, minimum=1, doc="Iterations for positions")
    amaxit: int = integer(25, minimum=1, doc="Iterations for accelerations")
    tlimit: float = quantity("length", 1e10, above=0.0, doc="Largest displacement of a part in one iteration")
    alimit: float = quantity("angle", 30 * pi / 180, above=0.0, doc="Largest rotation of a part in one iteration")
    pattern: tuple[str, ...] = jacobian_pattern("T:T:T:T:T:T:T:T:T:T")
    apattern: tuple[str, ...] = jacobian_pattern("T:T:T:T:T:T:T:T:T:T")
