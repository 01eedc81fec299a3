"""JOINT: what all kinds of joints have in common.

    JOINT/id, kind, I=id, J=id [, IC=vel,disp] [, ICTRAN=vel,disp] [, ICROT=vel,disp]

Notation      d = r_I - r_J; x_I, y_I, z_I axes of marker I; motion of I is measured relative to J, in J.
Reaction      force and torque act on the part of marker I, at I; J gets -F and -T - d x F.
Initial       IC, ICTRAN, ICROT hold the rate of the joint coordinate and the coordinate itself, in this order, in the
conditions    initial conditions only; an item left out is not held (`IC=5` the rate only, `IC=,0.1` the coordinate).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from bellcrank.elements.forces.formula import Formula, measure
from bellcrank.errors import Message
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.fields import flag, quantity, reference
from bellcrank.schema.vocabulary import Vocabulary


class Joint(Element):
    """Two markers on different parts and the conditions between them."""

    result_type = "Joint"
    rank = 10

    n_equations: ClassVar[int] = 0
    """Degrees of freedom the joint takes away."""
    coordinates: ClassVar[tuple[str, ...]] = ()
    """What can move along ("T") or about ("R") z_J and be driven by a MOTION."""

    slip: ClassVar[str] = ""
    """What rubs when it moves: SLIDE, TURN, BOTH (along and about z_J), YOKE (about the bars of a cross), BALL."""

    i: int = reference("MARKER", required=True, doc="Marker I, on one part")
    j: int = reference("MARKER", required=True, doc="Marker J, on the other part")

    def equations(self) -> int:
        return self.n_equations

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        first, second = model.find("MARKER", self.i or 0), model.find("MARKER", self.j or 0)
        if first is not None and second is not None:
            owner = getattr(first, "owner", None)
            if owner is not None and owner == getattr(second, "owner", None):
                yield self.message(
                    "E106",
                    f"I = {self.i} and J = {self.j} are both on {owner[0]}/{owner[1]}.",
                    f"A {self.keyword} connects two different parts.",
                    "use a marker of the other part for I or J.",
                    at="i",
                )

    conditions: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """The primitive conditions between I and J, for instance ("PERPENDICULAR", "Z", "X")."""

    def lower(self, to: Vocabulary) -> None:
        to.constrain(self, self.i, self.j, self.conditions)
        for given, kind in (("ic", (*self.coordinates, "T")[0]), ("ictran", "T"), ("icrot", "R")):
            if start := getattr(self, given, None):
                rate, displacement = [*start, None, None][:2]
                to.joint_start(self, self.coordinate(kind), displacement, rate)

    def channels(self, model: Elements) -> Iterator[tuple[str, Any, str]]:
        """ANGLE and RATE about z_J, TRAVEL and SPEED along z_J: of I relative to J. Full turns are counted later."""
        i, j = self.i, self.j
        if "R" in self.coordinates:
            yield "ANGLE", ("YAW", i, j), "angle"
            yield "RATE", ("WZ", i, j, j), "angle/time"
        if "T" in self.coordinates:
            yield "TRAVEL", ("DZ", i, j, j), "length"
            yield "SPEED", ("VZ", i, j, j, j), "length/time"

    def measured(self, kind: str) -> Formula:
        """The joint coordinate "T" (along z_J) or "R" (about z_J, with full turns)."""
        return measure("AZ", self.i, self.j) if kind == "R" else measure("DZ", self.i, self.j, self.j)

    def coordinate(self, kind: str) -> str:
        """The same as text."""
        return str(self.measured(kind))


class OldFriction(Joint):
    """The friction arguments of old datasets; they are kept, but have no effect (use FRICTION)."""

    friction: bool = flag("Old joint friction; ignored, use a FRICTION statement")
    delta_v: float | None = quantity("length/time", doc="Old friction: transition velocity")
    inner_radius: float | None = quantity("length", doc="Old friction: inner radius")
    outer_radius: float | None = quantity("length", doc="Old friction: outer radius")
    height: float | None = quantity("length", doc="Old friction: height")
    mu1: float | None = quantity("", doc="Old friction: coefficient")
    preload_axial: float | None = quantity("force", doc="Old friction: axial preload")
    preload_radial: float | None = quantity("force", doc="Old friction: radial preload")
    preload_x: float | None = quantity("force", doc="Old friction: preload in x")
    preload_y: float | None = quantity("force", doc="Old friction: preload in y")

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        if "friction" in self.__dict__:
            yield self.message(
                "W102",
                "The friction arguments of this JOINT are ignored.",
                "They belong to the old form of joint friction.",
                f"write FRICTION/{self.id}, JOINT = {self.id}, MU_STATIC = .., MU_DYNAMIC = ..",
                severity="warning",
            )
