"""INTEGRATOR: how the equations are integrated in time.

    INTEGRATOR/ [GSTIFF | WSTIFF | HHT | NEWMARK | HASTIFF | CONSTANT_BDF | ABAM | RKF45 | DOP853 | RADAU5]
               [, I3 | SI2 | SI1] [, ERROR=r] [, HINIT=r] [, HMAX=r] [, HMIN=r] [, KMAX=i] [, MAXIT=i] [, PATTERN=c:..]
               [, CORRECTOR=c] ...

ERROR         counts in the dataset's own units, as in Adams: 1E-3 in a model in mm is 1e-3 mm, and 1e-3 rad (in models
              smaller than one unit: 1e-3 of their size). Where it is left out, 1e-6 of the size of each part is taken.
Methods       docs/guide/methods; RADAU5 and DOP853 are ours. HASTIFF, CONSTANT_BDF: GSTIFF integrates, SI1: SI2, with
              a warning.
Defaults      (of Adams) ERROR 1e-3 (HHT, NEWMARK 1e-5), HMAX the output interval, HINIT = HMAX/20,
              KMAX 6 (HHT 2, ABAM 12).
References    Gear (1971), Numerical Initial Value Problems, ch. 11; Hilber, Hughes, Taylor (1977),
              Earthquake Eng. Struct. Dyn. 5, 283-292.  Adams: INTEGRATOR.
"""

from __future__ import annotations

from collections.abc import Iterator

from bellcrank.errors import Message
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.fields import choice, flag, integer, jacobian_pattern, one_of, quantity, switch, vector

SMALLEST_ERROR = 1e-14
"""Rounding of a step: no tolerance below can be kept."""


@element("INTEGRATOR")
class Integrator(Element):
    """How the equations are integrated in time."""

    numbered = False
    passive = True

    method: str = one_of(
        "GSTIFF WSTIFF HHT NEWMARK HASTIFF CONSTANT_BDF ABAM RKF45 DOP853 RADAU5",
        "GSTIFF",
        spellings={"CBDF": "CONSTANT_BDF"},
        doc="Integration method",
    )
    formulation: str = one_of("I3 SI2 SI1", "I3", doc="Form of the equations: index 3, or stabilised")
    default: bool = flag("All settings back to their defaults")
    list: bool = flag("Print the settings")
    error: float | None = quantity("", above=0.0, doc="Error tolerance, in units of the file (1e-6 of the size)")
    hinit: float | None = quantity("time", above=0.0, doc="First step (HMAX/20)")
    hmax: float | None = quantity("time", above=0.0, doc="Largest step (output interval)")
    hmin: float | None = quantity("time", minimum=0.0, doc="Smallest step (rounding of the time)")
    kmax: int | None = integer(minimum=1, maximum=12, doc="Largest order (6; HHT 2, ABAM 12)")
    maxit: int = integer(10, minimum=1, doc="Newton iterations of a step")
    pattern: tuple[str, ...] | None = jacobian_pattern()
    corrector: str = choice("ORIGINAL MODIFIED ORIG_CONSTANT", "ORIGINAL", doc="When Newton's iteration has converged")
    interpolate: bool = switch(False, doc="Interpolate the output times instead of stepping to them")
    adaptivity: float = quantity("", 0.0, doc="Relaxation of the corrector for small steps")
    scale: tuple[float, ...] | None = vector(
        "", count=(1, 5), separator=":", doc="Weights of displacements, angles, states, ..."
    )
    alpha: float = quantity("", -0.3, doc="HHT: alpha")
    beta: float = quantity("", 0.36, doc="NEWMARK: beta")
    gamma: float = quantity("", 0.7, doc="NEWMARK: gamma")
    fixit: int = integer(0, doc="CONSTANT_BDF: steps before the step size changes")
    hratio: float = quantity("", 0.0, doc="CONSTANT_BDF: output interval over step")
    maxerr: float = quantity("", 0.0, doc="CONSTANT_BDF: largest error")

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        largest = self.hmax
        if largest is not None and (self.hmin or 0.0) > largest:
            what = f"HMIN = {self.hmin:g} is larger than HMAX = {largest:g}."
            yield self.message("E106", what, "No step is left between them.", "make HMIN smaller.", at="hmin")
        if self.error is not None and self.error < SMALLEST_ERROR:
            yield self.message(
                "W108",
                f"ERROR = {self.error:g} cannot be met.",
                f"Numbers have 16 digits; what is left of them after a step is about {SMALLEST_ERROR:g} of a value.",
                "use 1E-10 or more.",
                at="error",
                severity="warning",
            )
