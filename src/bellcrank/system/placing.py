"""Placing bodies and markers: from the frames of the model to the Builder, in the input position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bellcrank.errors import Message, UnsupportedError
from bellcrank.math import vec3
from bellcrank.model.frames import IDENTITY, ORIGIN, Frame, Matrix, Vector, mat_mul, minus, rotate, transposed
from bellcrank.system.builder import Body, Builder

congruent, rotate_back = vec3.congruent.py_func, vec3.rotate_back.py_func
FLOATS = "It has no place of its own: it is where marker I of the force is that names it as JFLOAT."
FIXED = "use marker I of that force, or another marker without FLOATING."
VELOCITY, SPIN, NOTHING = ("vx", "vy", "vz"), ("wx", "wy", "wz"), (None, None, None)
COORDINATES = ("X", "Y", "Z", "PSI", "THETA", "PHI")
"""That EXACT may hold."""


class Placing:
    """The part of Lowering that knows where things are."""

    model: Any
    builder: Builder
    mass_unit: float
    markers: dict[int, int]
    """Id of a marker -> its number in the tables."""
    bodies: dict[tuple[str, int], int]
    """(keyword, id) of a part -> its number."""
    frames: dict[int, Frame]
    """Id of a marker -> origin and axes in ground."""
    body_frames: dict[tuple[str, int], Frame]
    """The same of parts."""
    hidden: int
    """The last id given to something the program itself made."""

    def gravity(self, g: Sequence[float]) -> None:
        """The acceleration of gravity."""
        self.builder.gravity = (float(g[0]), float(g[1]), float(g[2]))

    def body(self, element: Any, mass: float, inertia: Any, cm: int | None, turns: bool = True) -> None:
        """A moving part; `inertia` is the 3x3 tensor about the mass centre in the axes of the marker `cm`."""
        body = self.body_of_element(element, mass, inertia, cm, turns)
        self.bodies[element.keyword, element.id] = self.builder.add_body(body)

    def body_of_element(self, element: Any, mass: float, inertia: Any, cm: int | None, turns: bool) -> Body:
        """The same, not yet in the tables."""
        r, a = self.model.body_frame(element.id, element.keyword)
        self.body_frames[element.keyword, element.id] = r, a
        centre, axes = self._frame(cm) if cm else (r, a)
        (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = inertia
        tensor = congruent(mat_mul(transposed(a), axes), (xx, xy, xz, yx, yy, yz, zx, zy, zz))
        moments = tuple(float(tensor[k]) * self.mass_unit for k in (0, 4, 8, 1, 2, 5))
        velocity, spin = (tuple(getattr(element, n, None) for n in names) for names in (VELOCITY, SPIN))
        exact = {str(word).upper() for word in getattr(element, "exact", ())}
        return Body(
            element.label,
            mass * self.mass_unit,
            moments,
            centre,
            a,
            self._turned(getattr(element, "vm", None), velocity, IDENTITY),
            rotate_back(a, self._turned(getattr(element, "wm", None), spin, axes)),
            turns,
            element,
            rotate_back(a, minus(r, centre)),
            tuple(word in exact for word in COORDINATES) if exact else (False,) * 6,
            tuple(value is not None for value in velocity + spin),
        )

    def _turned(self, marker: int | None, given: Sequence[float | None], axes: Matrix) -> Vector:
        """A velocity as it was given, on the axes of a marker (None: on those given), in ground."""
        if given == NOTHING:
            return ORIGIN
        x, y, z = (float(value or 0.0) for value in given)
        return rotate(self._frame(marker)[1] if marker else axes, (x, y, z))

    def _frame(self, marker: int) -> Frame:
        if marker not in self.frames:
            self.frames[marker] = self.model.frame_of(marker, self.body_frames)
        return self.frames[marker]

    def marker(self, id: int) -> int:
        """The number of a marker in the tables, by its id; 0 is ground."""
        if id not in self.markers:
            if self._floats(id):
                raise UnsupportedError(Message("error", "E502", f"MARKER/{id} is FLOATING.", why=FLOATS, cure=FIXED))
            r, a = self._frame(id)
            self.markers[id] = self._place(self._owner_body(id), r, a)
        return self.markers[id]

    def _floats(self, marker: int) -> bool:
        return bool(marker and getattr(self.model.get("MARKER", marker), "floating", False))

    def _owner_body(self, marker: int) -> int:
        owner = self.model.get("MARKER", marker).owner
        if owner is not None and owner[0] in ("PART", "POINT_MASS"):
            return self.bodies.get(owner, -1)
        raise UnsupportedError(
            self.model.get("MARKER", marker).message(
                "E502", f"The marker is on {owner[0]}/{owner[1]}, which cannot be simulated."
            )
        )

    def _place(self, body: int, r: Vector, a: Matrix) -> int:
        if body < 0:
            return self.builder.add_marker(-1, r, a)
        b = self.builder.bodies[body]
        return self.builder.add_marker(body, rotate_back(b.axes, minus(r, b.position)), mat_mul(transposed(b.axes), a))

    def body_of(self, marker: int) -> int:
        """The body of a marker by its id; -1 for ground."""
        return self._owner_body(marker)

    def hidden_marker(self, on: int, like: int) -> int:
        """A new marker on the body of marker `on`, where `like` is in the input position; returns its id."""
        r, a = self._frame(like)
        self.hidden += 1
        self.markers[self.hidden] = self._place(self._owner_body(on), r, a)
        self.frames[self.hidden] = (r, a)
        return self.hidden
