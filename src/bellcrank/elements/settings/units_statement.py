"""UNITS: the units of all numbers in the dataset.

    UNITS/FORCE=c, MASS=c, LENGTH=c, TIME=c        or UNITS/SYSTEM={MKS|CGS|FPS|IPS|NONE}        [, UCF=r]

Equation      UCF F = m a,  UCF = F_SI T_SI^2/(M_SI L_SI)                                              (1)
              for instance mm, kg, N, s: 1000; inch, lbm, lbf, s: 386.0886; without the statement: 1
References    Adams: UNITS.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from bellcrank.errors import Message
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.fields import choice, quantity
from bellcrank.schema.units import FORCE, LENGTH, MASS, SYSTEMS, TIME, Units

BASES = ("force", "mass", "length", "time")


@element("UNITS")
class UnitsStatement(Element):
    """The units of all numbers."""

    plural = "units_statements"
    numbered = False
    passive = True

    force: str | None = choice(" ".join(FORCE), spellings={"KILONEWTON": "KNEWTON"}, doc="Unit of force")
    mass: str | None = choice(" ".join(MASS), doc="Unit of mass")
    length: str | None = choice(" ".join(LENGTH), doc="Unit of length")
    time: str | None = choice(" ".join(TIME), doc="Unit of time")
    system: str | None = choice("CGS FPS IPS MKS NONE", doc="Four units at once")
    ucf: float | None = quantity("", above=0.0, doc="Consistency factor, equation (1)")

    @property
    def units(self) -> Units:
        """The units the statement gives."""
        return _units(self.system, self.force, self.mass, self.length, self.time, self.ucf)

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        given = [base.upper() for base in BASES if getattr(self, base)]
        missing = [base.upper() for base in BASES if self.lacks(base)]
        if given and missing:
            yield self.message(
                "E105",
                f"{', '.join(given)} without {', '.join(missing)}.",
                "The four units belong together: they decide the factor between force and mass times acceleration.",
                f"add {', '.join(missing)}.",
            )
        if given and self.system:
            yield self.message("E106", "SYSTEM and single units are given.", cure="keep one of the two.", at="system")


@functools.lru_cache(64)
def _units(
    system: str | None, force: str | None, mass: str | None, length: str | None, time: str | None, ucf: float | None
) -> Units:
    """A named system, or four units where all are given: every run of a model asks for them."""
    if system and system != "NONE":
        return Units(*SYSTEMS[system], factor_given=ucf)
    if force and mass and length and time:
        return Units(force, mass, length, time, ucf)
    return Units(factor_given=ucf)
