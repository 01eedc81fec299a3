"""ACCGRAV: gravity.

    ACCGRAV/ [IGRAV=r] [, JGRAV=r] [, KGRAV=r]

Equation      F = m g/UCF at the mass centre of every body, g = (IGRAV, JGRAV, KGRAV) in ground axes    (1)
References    Adams: ACCGRAV.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import quantity
from bellcrank.schema.vocabulary import Vocabulary


@element("ACCGRAV")
class Accgrav(Element):
    """Gravity."""

    numbered = False
    passive = True

    igrav: float = quantity("length/time**2", 0.0, doc="Component along global x")
    jgrav: float = quantity("length/time**2", 0.0, doc="Component along global y")
    kgrav: float = quantity("length/time**2", 0.0, doc="Component along global z")

    @property
    def vector(self) -> tuple[float, float, float]:
        """The acceleration."""
        return (self.igrav, self.jgrav, self.kgrav)

    def lower(self, to: Vocabulary) -> None:
        to.gravity((self.igrav, self.jgrav, self.kgrav))
