"""Placing bodies and markers: from the frames of the model to the Builder, in the input position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from bellcrank.errors import Message, UnsupportedError
from bellcrank.system.builder import Body, Builder

FLOATS = "It has no place of its own: it is where marker I of the force is that names it as JFLOAT."
FIXED = "use marker I of that force, or another marker without FLOATING."


class Placing:
    """The part of Lowering that knows where things are."""

    model: Any
    builder: Builder
    mass_unit: float
    markers: dict[int, int]
    """Id of a marker -> its number in the tables."""
    bodies: dict[tuple[str, int], int]
    """(keyword, id) of a part -> its number."""
    frames: dict[int, tuple[np.ndarray, np.ndarray]]
    """Id of a marker -> origin and axes in ground."""
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
        r, a = self._body_frame(element)
        centre, axes = self._frame(cm) if cm else (r, a)
        local = a.T @ axes
        tensor = local @ np.asarray(inertia, float) @ local.T * self.mass_unit
        spin = a.T @ self._spin(element, axes)
        exact = {str(word).upper() for word in getattr(element, "exact", ())}
        return Body(
            element.label,
            mass * self.mass_unit,
            (tensor[0, 0], tensor[1, 1], tensor[2, 2], tensor[0, 1], tensor[0, 2], tensor[1, 2]),
            tuple(centre),
            tuple(a.ravel()),
            tuple(self._velocity(element)),
            tuple(spin),
            turns,
            element,
            tuple(a.T @ (r - centre)),
            tuple(word in exact for word in ("X", "Y", "Z", "PSI", "THETA", "PHI")),
            tuple(getattr(element, word, None) is not None for word in ("vx", "vy", "vz", "wx", "wy", "wz")),
        )

    def _given(self, element: Any, names: Iterable[str]) -> np.ndarray:
        return np.array([getattr(element, n, None) or 0.0 for n in names])

    def _velocity(self, element: Any) -> np.ndarray:
        axes = self._frame(element.vm)[1] if getattr(element, "vm", None) else np.eye(3)
        return axes @ self._given(element, ("vx", "vy", "vz"))

    def _spin(self, element: Any, cm_axes: np.ndarray) -> np.ndarray:
        axes = self._frame(element.wm)[1] if getattr(element, "wm", None) else cm_axes
        return axes @ self._given(element, ("wx", "wy", "wz"))

    def _frame(self, marker: int) -> tuple[np.ndarray, np.ndarray]:
        if marker not in self.frames:
            r, a = self.model.frame_of(marker)
            self.frames[marker] = (np.array(r, float), np.array(a, float).reshape(3, 3))
        return self.frames[marker]

    def _body_frame(self, element: Any) -> tuple[np.ndarray, np.ndarray]:
        r, a = self.model.body_frame(element.id, element.keyword)
        return np.array(r, float), np.array(a, float).reshape(3, 3)

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

    def _place(self, body: int, r: np.ndarray, a: np.ndarray) -> int:
        if body < 0:
            return self.builder.add_marker(-1, tuple(r), tuple(a.ravel()))
        b = self.builder.bodies[body]
        axes = np.array(b.axes).reshape(3, 3)
        return self.builder.add_marker(body, tuple(axes.T @ (r - np.array(b.position))), tuple((axes.T @ a).ravel()))

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
