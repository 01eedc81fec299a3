"""What a shape is: numbers in the frame of its marker, the mass it has at density 1, its surface as a net.

    @shape("BOX")
    class Box(Shape):           one file of shapes/

Round shapes give nets of curved triangles, so that volumes and inertia from a net agree with the closed forms to 1e-5.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from bellcrank import registry
from bellcrank.geometry.mass import Mass, mass_of
from bellcrank.geometry.mesh import Mesh, joined

Array = NDArray[np.float64]
T = TypeVar("T", bound="type[Shape]")
TURN = 2.0 * np.pi


class Shape:
    """A shape about the origin of its own frame."""

    kind: ClassVar[str] = ""
    density: float | None = None
    """As far as the shape itself knows one, in units of the model."""
    notes: tuple[str, ...] = ()
    """What is to be told about it."""

    @classmethod
    def of(cls, graphic: Any, model: Any) -> Shape:
        """The shape a GRAPHICS statement describes."""
        raise NotImplementedError

    def mesh(self, angle: float = 0.2) -> Mesh:
        """Its surface; neighbouring points of round surfaces are `angle` apart."""
        raise NotImplementedError

    def mass(self) -> Mass:
        """Volume, centre and inertia at density 1; from the net where there is no closed form."""
        return mass_of(self.mesh())

    def off(self, points: Array) -> Array:
        """How far points (n, 3) of its own frame are from its surface; only for shapes with a closed form."""
        raise NotImplementedError

    def statement(self) -> tuple[str, str, dict[str, Any]]:
        """A GRAPHICS statement that draws it: kind, argument of the marker, other arguments."""
        raise NotImplementedError


def shape(*kinds: str) -> Callable[[T], T]:
    """Register a class for kinds of GRAPHICS."""

    def register(cls: T) -> T:
        cls.kind = kinds[0]
        for kind in kinds:
            registry.entry(registry.SHAPES, kind)(cls)
        return cls

    return register


@cache
def shapes() -> dict[str, Any]:
    """All classes of shapes by kind."""
    registry.load_all(importlib.import_module("bellcrank.geometry.shapes"))
    return registry.SHAPES


def steps(sweep: float, angle: float) -> int:
    """How many pieces an arc is cut into."""
    return max(3 if abs(sweep) > 3.2 else 1, int(np.ceil(abs(sweep) / angle - 1e-9)))


def net(
    place: Callable[[Array, Array], Array],
    u: Sequence[float] | Array,
    v: Sequence[float] | Array,
    closed: tuple[bool, bool] = (False, False),
) -> Mesh:
    """A surface over a grid of two parameters as curved triangles.

    closed: where the last line of the grid is the first one again. A line v = constant that shrinks to a point is a
    pole: its edges run along their own u.
    """
    u, v = np.asarray(u, dtype=float), np.asarray(v, dtype=float)
    grid = np.stack(np.meshgrid(u, v, indexing="ij"), -1)
    points = place(grid[..., 0].ravel(), grid[..., 1].ravel())
    ids = np.arange(len(points)).reshape(grid.shape[:2])
    rows = points.reshape(*ids.shape, 3)
    pole = np.linalg.norm(rows - rows[:1], axis=2).max(axis=0) <= 1e-12 * max(float(np.ptp(points)), 1e-300)
    ids[:, pole] = ids[:1, pole]
    ids[-1] = ids[0] if closed[0] else ids[-1]
    ids[:, -1] = ids[:, 0] if closed[1] else ids[:, -1]
    quads = (np.s_[:-1, :-1], np.s_[1:, :-1], np.s_[1:, 1:], np.s_[:-1, 1:])
    tips = np.broadcast_to(pole, ids.shape)
    a, b, c, d = (np.column_stack([ids[s].ravel(), grid[s].reshape(-1, 2), tips[s].ravel()]) for s in quads)
    three = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])
    corners = three[:, :, 0].astype(np.int64)
    three = three[(corners != corners[:, [1, 2, 0]]).all(1)]
    here, there = three[:, :, 1:], three[:, [1, 2, 0], 1:]
    along = [np.where(p[..., 2] > 0.0, q[..., 0], p[..., 0]) for p, q in ((here, there), (there, here))]
    half = 0.5 * (along[0] + along[1]), 0.5 * (here[..., 1] + there[..., 1])
    middles = place(half[0].ravel(), half[1].ravel()).reshape(-1, 3, 3)
    return Mesh.of(points, three[:, :, 0].astype(np.int64), middles=middles)


def solid_of(pieces: list[Mesh]) -> Mesh:
    """Pieces of a surface joined at their common points, the triangles turned outwards."""
    whole = joined(pieces)
    size = whole.size or 1.0
    whole = Mesh(np.round(whole.points / size, 13) * size, whole.corners, whole.faces, whole.middles).welded()
    return whole.turned_over() if mass_of(whole).mass < 0.0 else whole
