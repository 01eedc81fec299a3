"""EQUILIBRIUM: how static equilibrium is sought.

    EQUILIBRIUM/ [ALIMIT=a] [, TLIMIT=r] [, ERROR=r] [, IMBALANCE=r] [, MAXIT=i] [, PATTERN=c:..] [, STABILITY=r]
                 [, METHOD={ORIGINAL|ADVANCED|AGGRESSIVE|ALL}] ...

References    Adams: EQUILIBRIUM.
"""

from __future__ import annotations

from math import pi

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import choice, flag, integer, jacobian_pattern, one_of, quantity


@element("EQUILIBRIUM")
class Equilibrium(Element):
    """How static equilibrium is sought."""

    numbered = False
    passive = True

    approach: str = one_of("STATIC DYNAMIC", "STATIC", doc="By Newton's iteration, or by damped motion")
    default: bool = flag("All settings back to their defaults")
    list: bool = flag("Print the settings")
    alimit: float = quantity("angle", 10 * pi / 180, above=0.0, doc="Largest rotation of a part in one iteration")
    tlimit: float = quantity("length", 20.0, above=0.0, doc="Largest displacement of a part in one iteration")
    error: float = quantity("", 1e-4, above=0.0, doc="Tolerance of displacements")
    imbalance: float = quantity("force", 1e-4, above=0.0, doc="Tolerance of forces")
    maxit: int = integer(25, minimum=1, doc="Iterations")
    pattern: tuple[str, ...] = jacobian_pattern("T:T:T:T:T:T:T:T:T:T")
    stability: float = quantity(
        "", 1e-5, minimum=0.0, doc="Fraction of mass and damping matrices added to the stiffness"
    )
    method: str = choice("ORIGINAL ADVANCED AGGRESSIVE ALL", "ORIGINAL", doc="Nonlinear solver")
    atol: float = quantity("", 1e-6, doc="Absolute tolerance of the advanced methods")
    rtol: float = quantity("", 0.0, doc="Relative tolerance of the advanced methods")
    maxitl: int = integer(40, minimum=1, doc="Linear iterations of the advanced methods")
    etamax: float = quantity("", 0.9, doc="Largest forcing term of the advanced methods")
    eta: float = quantity("", 1e-4, doc="Forcing term of the advanced methods")
    acceleration_error: float = quantity("length/time**2", 1e-2, doc="DYNAMIC: tolerance of accelerations")
    kinetic_energy_error: float = quantity("force*length", 1e-2, doc="DYNAMIC: tolerance of the kinetic energy")
    global_damping: float = quantity("", 0.0, doc="DYNAMIC: damping of all parts")
    settling_time: float | None = quantity("time", doc="DYNAMIC: longest time")
