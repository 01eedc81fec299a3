"""SFORCE: a single force along a line, or a single torque.

    SFORCE/id, {TRANSLATION | ROTATION}, I=id, J=id [, ACTIONONLY], FUNCTION=e [, ROUTINE=lib::sub]

Equation      TRANSLATION             F_I = f (r_I - r_J)/|r_I - r_J|,  F_J = -F_I at J               (1)
              TRANSLATION, ACTIONONLY F_I = f z_J at I                                                (2)
              ROTATION                T_I = f z_J,  T_J = -f z_J                                      (3)
              ROTATION, ACTIONONLY    T_I = f z_J                                                     (4)
Sign          f > 0 pushes the markers apart (1); turns the part of I about +z_J (3).
Fails when    r_I = r_J in (1): the line of action is not defined.
References    Haug (1989), 11.4 (translational and rotational actuators).  Adams: SFORCE.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import expression, flag, reference, text
from bellcrank.schema.vocabulary import Vocabulary


class Sforce(Element):
    """What forces and torques have in common."""

    result_type = "Single_Component_Force"
    subroutines = {"function": ("SFOSUB", ())}

    actiononly: bool = flag("Acts on I only; J gives the direction", others=("ACTION_ONLY",))
    i: int = reference("MARKER", required=True, doc="Marker the force acts on")
    j: int = reference(
        "MARKER", required=True, doc="Marker of the reaction and, for torques and ACTIONONLY, the direction z"
    )


@element("SFORCE", "TRANSLATION")
class TranslationalSforce(Sforce):
    """A force along the line of sight, or along z_J."""

    usual = True

    function: Expression = expression("force", required=True, doc="The force; positive pushes the markers apart")
    routine: str = text(doc="Library and name of the user subroutine")

    def force_axes(self) -> list[tuple[int, int, int]]:
        """Component (-1: line of sight), marker I and frame of each scalar force."""
        return [(2 if self.actiononly else -1, self.i, self.j)]

    def lower(self, to: Vocabulary) -> None:
        if self.actiononly:
            to.load(self, self.i, None, self.j, {2: self.function})
        else:
            to.push_apart(self, self.i, self.j, self.function)


@element("SFORCE", "ROTATION")
class RotationalSforce(Sforce):
    """A torque about z_J."""

    function: Expression = expression("force*length", required=True, doc="The torque on I about z_J")
    routine: str = text(doc="Library and name of the user subroutine")

    def force_axes(self) -> list[tuple[int, int, int]]:
        """Component (5: torque about z), marker I and frame."""
        return [(5, self.i, self.j)]

    def lower(self, to: Vocabulary) -> None:
        to.load(self, self.i, None if self.actiononly else self.j, self.j, {5: self.function})
