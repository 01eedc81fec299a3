"""Which bodies can turn, and about what: as far as the joints tell at sight.

Bodies whose relative rotation is locked (FIXED, TRANSLATIONAL, ORIENTATION) form a group that turns as one; the group
of the ground does not turn. A group tied to another by a joint with parallel z axes turns, relative to it, about that
axis; going out from the ground, groups whose axis of turning is fixed in space are found (planar mechanisms: all of
them).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bellcrank.model.checks.conditions import conditions, joints
from bellcrank.model.checks.geometry import GROUND, Body, Geometry, parallel
from bellcrank.model.frames import Vector

if TYPE_CHECKING:
    from bellcrank.model import Model


class Turning:
    """Answers about the rotation of the bodies that markers are on."""

    def __init__(self, model: Model) -> None:
        self.geometry = Geometry(model)
        self.leader: dict[Body, Body] = {}
        hinges = []
        for joint in joints(model):
            kept = conditions(joint)
            if "z parallel" in kept and "x to y" in kept:
                self._join(self.geometry.body(joint.i), self.geometry.body(joint.j))
            elif "z parallel" in kept:
                hinges.append(joint)
        for mass in model.all("POINT_MASS"):
            self._join(("POINT_MASS", mass.id or 0), GROUND)
        self.axes = self._axes([(self.group(h.i), self.group(h.j), self.geometry.axis(h.j, "Z")) for h in hinges])

    def _find(self, body: Body) -> Body:
        while (above := self.leader.get(body, body)) != body:
            body = above
        return body

    def _join(self, a: Body, b: Body) -> None:
        self.leader[self._find(a)] = self._find(b)

    def _axes(self, hinges: list[tuple[Body, Body, Vector]]) -> dict[Body, Vector | None]:
        """Group -> the one direction it can turn about; None for the group of the ground."""
        axes: dict[Body, Vector | None] = {self._find(GROUND): None}
        growing = True
        while growing:
            growing = False
            for a, b, axis in hinges:
                for known, new in ((a, b), (b, a)):
                    if known in axes and new not in axes:
                        before = axes[known]
                        if before is None or parallel(before, axis):
                            axes[new] = axis
                            growing = True
        return axes

    def group(self, marker_id: int | None) -> Body:
        """The group of bodies a marker turns with."""
        return self._find(self.geometry.body(marker_id))

    def alike(self, a: int | None, b: int | None) -> bool:
        """Whether two markers always have the same angular velocity."""
        return self.group(a) == self.group(b)

    def about_axis(self, k: int, observer: int, letter: str) -> bool:
        """Whether k turns, seen from a non-turning observer, only about its own axis X, Y or Z."""
        axis = self.axes.get(self.group(k))
        return axis is not None and self.alike(observer, 0) and parallel(axis, self.geometry.axis(k, letter))

    def same_place(self, a: int, b: int) -> bool:
        """Whether two markers are the same place of the same body."""
        return a == b or (
            self.geometry.body(a) == self.geometry.body(b) and not self._floating(a, b) and self.geometry.coincide(a, b)
        )

    def same_axes(self, a: int, b: int, letter: str) -> bool:
        """Whether an axis of two markers always points the same way."""
        if a == b:
            return True
        if not self.alike(a, b) or self._floating(a, b):
            return False
        first, second = self.geometry.axis(a, letter), self.geometry.axis(b, letter)
        return parallel(first, second) and first[0] * second[0] + first[1] * second[1] + first[2] * second[2] > 0.0

    def _floating(self, *markers: int) -> bool:
        return any(self.geometry.floating(m) for m in markers)

    def name(self, marker_id: int) -> str:
        """A marker and its part, for messages."""
        return self.geometry.name(marker_id)
