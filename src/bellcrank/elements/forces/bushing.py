"""BUSHING: a linear spring and damper in six directions.

    BUSHING/id, I=id, J=id [, K=r,r,r] [, KT=r,r,r] [, C=r,r,r] [, CT=r,r,r] [, FORCE=r,r,r] [, TORQUE=r,r,r]

Equation      in J axes, component by component
              F_I = -K d - C d' + FORCE,     d = (DX, DY, DZ)(I,J,J),  d' its time derivative          (1)
              T_I = -KT a - CT w + TORQUE,   a = (AX, AY, AZ)(I,J),    w = (WX, WY, WZ)(I,J,J)         (2)
Reaction      on J: -F_I and -T_I - d x F_I
Fails when    more than one of the angles is large (10 degrees): they are no longer a rotation vector.
References    Adams: BUSHING.
"""

from __future__ import annotations

from bellcrank.elements.forces.field import motions
from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import reference, vector
from bellcrank.schema.vocabulary import Vocabulary

ZERO = (0.0, 0.0, 0.0)


@element("BUSHING")
class Bushing(Element):
    """A linear spring and damper in six directions."""

    result_type = "Bushing"

    i: int = reference("MARKER", required=True, doc="Marker I")
    j: int = reference("MARKER", required=True, doc="Marker J, whose axes are those of the bushing")
    c: tuple[float, float, float] = vector("force*time/length", ZERO, doc="Damping along x, y, z")
    k: tuple[float, float, float] = vector("force/length", ZERO, doc="Stiffness along x, y, z")
    ct: tuple[float, float, float] = vector("force*length*time/angle", ZERO, doc="Damping about x, y, z")
    kt: tuple[float, float, float] = vector("force*length/angle", ZERO, doc="Stiffness about x, y, z")
    force: tuple[float, float, float] = vector("force", ZERO, doc="Constant force on I")
    torque: tuple[float, float, float] = vector("force*length", ZERO, doc="Constant torque on I")

    def force_axes(self) -> list[tuple[int, int, int]]:
        """The six components on the axes of J."""
        return [(axis, self.i, self.j) for axis in range(6)]

    def lower(self, to: Vocabulary) -> None:
        if not to.is_read(self):
            numbers = (*self.k, *self.c, *self.kt, *self.ct, *self.force, *self.torque)
            to.act(self, "BUSHING", self.i, self.j, numbers, [to.angles(self, self.i, self.j)])
            return
        k, c, constant = (*self.k, *self.kt), (*self.c, *self.ct), (*self.force, *self.torque)
        moved, rates = motions(self.i, self.j)
        laws = {n: constant[n] - k[n] * moved[n] - c[n] * rates[n] for n in range(6)}
        to.load(self, self.i, self.j, self.j, laws)
