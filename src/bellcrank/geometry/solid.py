"""Solid: a body made of shapes, with mass, centre and inertia; what fills a PART.

    wheel = bc.Solid.cylinder(radius=0.3, length=0.1, density=7800)
    axle = bc.Solid.cylinder(radius=0.02, length=0.8, density=7800, at=(0, 0, 0.1), axis=(1, 0, 0))
    m.part("wheel set", solid=wheel + axle)              # mass, cm, ip, and pictures
    (wheel - bore).mass                                  # a hole: what is taken away must lie inside
    m.draw(arm, bc.Solid.rod((0, 0, 0), (1, 0, 0), 0.05))    # a picture alone: no density, no mass

Lengths, densities and masses are in the units of the model. Boxes, balls, rings and cylinders lie about `at`; a
frustum and a cone stand on it, along `axis`; a rod lies between two points, a plate has the outline of several. A
GRAPHICS statement gives its solid by `graphic.solid(model)`, in the frame of its marker.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bellcrank.errors import Message, ModelError
from bellcrank.geometry.mass import Mass, together
from bellcrank.geometry.mesh import Mesh, joined
from bellcrank.geometry.shape import Shape

Array = NDArray[np.float64]
Three = Sequence[float] | Array
Direction = Three | str
"""Three numbers, or an axis: "x", "-z"."""
ORIGIN = (0.0, 0.0, 0.0)
Z = (0.0, 0.0, 1.0)
AXES: dict[str, Three] = {
    sign + name: tuple((-1.0 if sign == "-" else 1.0) * float(n == k) for n in range(3))
    for k, name in enumerate("xyz")
    for sign in ("", "+", "-")
}


class Piece(NamedTuple):
    """A shape, placed: x' = R x + r; its density (None: not known), and -1 where it is a hole."""

    shape: Shape
    R: Array
    r: Array
    density: float | None
    sign: float = 1.0

    def mass(self, density: float) -> Mass:
        """At a density."""
        return self.shape.mass().moved(self.R, self.r).times(self.sign * density)


@dataclass(frozen=True)
class Solid:
    """One or several shapes as one body: mass, centre and inertia from a density (or a mass).

    >>> wheel = Solid.cylinder(radius=0.3, length=0.1, axis="y", density=7800)
    >>> bore = Solid.cylinder(radius=0.05, length=0.1, axis="y", density=7800)
    >>> round((wheel - bore).mass, 3)
    214.414
    """

    pieces: tuple[Piece, ...]

    # --- making ---

    @classmethod
    def of(cls, shape: Shape) -> Solid:
        """A shape in its own frame."""
        return cls((Piece(shape, np.eye(3), np.zeros(3), shape.density),))

    @classmethod
    def box(
        cls,
        x: float,
        y: float,
        z: float,
        *,
        at: Three = ORIGIN,
        density: float | None = None,
        mass: float | None = None,
    ) -> Solid:
        """A box with edges x, y, z about `at`."""
        from bellcrank.geometry.shapes.box import Box

        _positive(x=x, y=y, z=z)
        return cls.of(Box(x, y, z)).moved(at=_three("at", at) - np.array([x, y, z]) / 2.0).weighing(density, mass)

    @classmethod
    def cylinder(
        cls,
        radius: float,
        length: float,
        *,
        at: Three = ORIGIN,
        axis: Direction = Z,
        density: float | None = None,
        mass: float | None = None,
    ) -> Solid:
        """A cylinder about `at` along `axis`."""
        from bellcrank.geometry.shapes.frustum import Frustum

        _positive(radius=radius, length=length)
        middle = cls.of(Frustum(length, radius, radius)).moved(at=(0.0, 0.0, -length / 2.0))
        return middle.moved(at=at, axis=axis).weighing(density, mass)

    @classmethod
    def frustum(
        cls,
        bottom: float,
        top: float,
        length: float,
        *,
        at: Three = ORIGIN,
        axis: Direction = Z,
        density: float | None = None,
        mass: float | None = None,
    ) -> Solid:
        """A cone cut off: radius `bottom` at `at`, radius `top` at `length` along `axis`."""
        from bellcrank.geometry.shapes.frustum import Frustum

        _positive(length=length, the_larger_radius=max(bottom, top))
        if min(bottom, top) < 0.0:
            raise _error(
                f"The radii {bottom:g} and {top:g} of a frustum must not be negative.", "give radii from 0 on."
            )
        return cls.of(Frustum(length, bottom, top)).moved(at=at, axis=axis).weighing(density, mass)

    @classmethod
    def cone(
        cls,
        radius: float,
        length: float,
        *,
        at: Three = ORIGIN,
        axis: Direction = Z,
        density: float | None = None,
        mass: float | None = None,
    ) -> Solid:
        """A cone: its base at `at`, its tip at `length` along `axis`."""
        return cls.frustum(radius, 0.0, length, at=at, axis=axis, density=density, mass=mass)

    @classmethod
    def rod(
        cls, start: Three, end: Three, radius: float, *, density: float | None = None, mass: float | None = None
    ) -> Solid:
        """A cylinder from one point to another."""
        from bellcrank.geometry.shapes.frustum import Frustum

        _positive(radius=radius)
        way = _three("end", end) - _three("start", start)
        length = float(np.linalg.norm(way))
        if length == 0.0:
            raise _error("The rod begins where it ends.", "give two points.")
        return cls.of(Frustum(length, radius, radius)).moved(at=start, axis=way).weighing(density, mass)

    @classmethod
    def plate(
        cls,
        outline: Sequence[Three],
        thickness: float,
        *,
        density: float | None = None,
        mass: float | None = None,
    ) -> Solid:
        """A plate whose middle plane has the outline of points in one plane, given in order around it."""
        from bellcrank.geometry.shapes.extrusion import prism

        _positive(thickness=thickness)
        shape, R, r = prism(np.array([_three("outline", point) for point in outline]), thickness)
        return cls.of(shape).moved(at=r, rotation=R).weighing(density, mass)

    @classmethod
    def sphere(
        cls, radius: float, *, at: Three = ORIGIN, density: float | None = None, mass: float | None = None
    ) -> Solid:
        """A ball about `at`."""
        return cls.ellipsoid(radius, radius, radius, at=at, density=density, mass=mass)

    @classmethod
    def ellipsoid(
        cls,
        a: float,
        b: float,
        c: float,
        *,
        at: Three = ORIGIN,
        density: float | None = None,
        mass: float | None = None,
    ) -> Solid:
        """An ellipsoid with half axes a, b, c about `at`."""
        from bellcrank.geometry.shapes.ellipsoid import Ellipsoid

        _positive(a=a, b=b, c=c)
        return cls.of(Ellipsoid(2.0 * a, 2.0 * b, 2.0 * c)).moved(at=at).weighing(density, mass)

    @classmethod
    def torus(
        cls,
        major: float,
        minor: float,
        *,
        at: Three = ORIGIN,
        axis: Direction = Z,
        density: float | None = None,
        mass: float | None = None,
    ) -> Solid:
        """A ring about `axis`: `major` from the centre to the middle of the ring, `minor` the radius of its section."""
        from bellcrank.geometry.shapes.torus import Torus

        _positive(major=major, minor=minor, major_less_minor=major - minor)
        return cls.of(Torus(major, minor)).moved(at=at, axis=axis).weighing(density, mass)

    @classmethod
    def file(
        cls,
        path: str | Path,
        element: str = "",
        *,
        scale: float = 1.0,
        at: Three = ORIGIN,
        density: float | None = None,
        mass: float | None = None,
    ) -> Solid:
        """A net from a file (.stl .obj .shl, Parasolid, STEP); `scale` is the length of its unit in units of the model.

        Parasolid and STEP files are in metres. A density that a file tells (kg/m3) is used where none is given.
        """
        from bellcrank.geometry.reading import Asked, read_solid
        from bellcrank.geometry.shapes.external import External

        _positive(scale=scale)
        asked = Asked(element)
        found = read_solid(path, asked)
        own = found.density if scale == 1.0 else None
        solid = cls.of(External(str(path), found, np.full(3, float(scale)), own, asked)).moved(at=at)
        if not solid.mesh.closed:
            what = f"{Path(path).name} encloses no volume: {solid.mesh.open_edges} edges are open or doubled."
            raise _error(what, "close the net, or give mass, cm and inertia yourself.")
        return solid.weighing(own if density is None and mass is None else density, mass)

    def weighing(self, density: float | None = None, mass: float | None = None) -> Solid:
        """The same solid at another density, or with a mass spread evenly; with neither, as it is."""
        if density is None and mass is None:
            return self
        if density is not None and mass is not None:
            raise _error("A solid has a density or a mass, not both.", "give one of density= and mass=.")
        if mass is not None:
            _positive(mass=mass)
            density = mass / self.volume
        assert density is not None
        _positive(density=density)
        return Solid(tuple(p._replace(density=float(density)) for p in self.pieces))

    def moved(self, at: Three = ORIGIN, axis: Direction = Z, rotation: Any = None) -> Solid:
        """Turned so that z goes along `axis` (or by a rotation matrix), then shifted by `at`."""
        R = _along(axis) if rotation is None else np.asarray(rotation, dtype=float).reshape(3, 3)
        r = _three("at", at)
        return Solid(tuple(p._replace(R=R @ p.R, r=R @ p.r + r) for p in self.pieces))

    def __add__(self, other: Solid) -> Solid:
        return Solid(self.pieces + other.pieces)

    def __sub__(self, other: Solid) -> Solid:
        densities = {p.density for p in self.pieces}
        own = densities.pop() if len(densities) == 1 else None
        holes = (p._replace(sign=-p.sign, density=own if own is not None else p.density) for p in other.pieces)
        return Solid((*self.pieces, *holes))

    # --- asking ---

    @property
    def kind(self) -> str:
        """The kind of its shape (BOX, FRUSTUM, ...); "" where there are several."""
        return self.pieces[0].shape.kind if len(self.pieces) == 1 else ""

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be told about it."""
        return tuple(note for p in self.pieces for note in p.shape.notes)

    @property
    def mesh(self) -> Mesh:
        """Its surface; holes are turned inside out."""
        nets = [p.shape.mesh().moved(p.R, p.r) for p in self.pieces]
        return joined([net.turned_over() if p.sign < 0 else net for net, p in zip(nets, self.pieces)])

    @property
    def properties(self) -> Mass:
        """Mass, centre and inertia together."""
        if any(p.density is None for p in self.pieces):
            cure = "give density= or mass= where it is made, or use solid.weighing(density=...)."
            raise _error("The density of this solid is not known.", cure)
        whole = together([p.mass(p.density or 0.0) for p in self.pieces])
        if whole.mass <= 0.0:
            raise _error("The holes of this solid weigh more than it does.", "a hole must lie inside the solid.")
        return whole

    @property
    def shape_alone(self) -> Mass:
        """Volume, centre and inertia at density 1."""
        return together([p.mass(1.0) for p in self.pieces])

    @property
    def volume(self) -> float:
        """Volume."""
        return self.shape_alone.mass

    @property
    def mass(self) -> float:
        """Mass."""
        return self.properties.mass

    @property
    def cm(self) -> tuple[float, float, float]:
        """Mass centre."""
        x, y, z = _clean(self.properties.cm, self.size)
        return x, y, z

    @property
    def size(self) -> float:
        """A length that says how large it is: its radius of gyration."""
        whole = self.shape_alone
        return float(np.sqrt(abs(np.trace(whole.inertia) / whole.mass))) if whole.mass else 0.0

    @property
    def inertia(self) -> Array:
        """Inertia tensor (3, 3) about the mass centre: products with their minus sign."""
        return self.properties.inertia

    @property
    def ip(self) -> tuple[float, ...]:
        """IP of a PART about its mass centre: Ixx, Iyy, Izz and, unless all are 0, Ixy, Ixz, Iyz; Ixy = int x y dm."""
        J = self.inertia
        six = _clean(np.array([J[0, 0], J[1, 1], J[2, 2], -J[0, 1], -J[0, 2], -J[1, 2]]), float(np.trace(J)))
        return six if any(six[3:]) else six[:3]


def _clean(values: Array, size: float) -> tuple[float, ...]:
    """Numbers without what rounding has left of zeros."""
    return tuple(0.0 if abs(v) < 1e-14 * size else float(v) for v in values)


def _along(axis: Direction) -> Array:
    """A rotation that takes z to a direction, by the shortest turn."""
    a = _three("axis", AXES.get(axis.lower(), axis) if isinstance(axis, str) else axis)
    length = float(np.linalg.norm(a))
    if length == 0.0:
        raise _error("axis is zero.", "give a direction.")
    x, y, z = a / length
    if z < -1.0 + 1e-12:
        return np.diag([1.0, -1.0, -1.0])
    k = 1.0 / (1.0 + z)
    return np.array([[1.0 - k * x * x, -k * x * y, x], [-k * x * y, 1.0 - k * y * y, y], [-x, -y, z]])


def _three(name: str, values: Direction) -> Array:
    try:
        found = np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        found = np.zeros(0)
    if found.shape != (3,) or not np.isfinite(found).all():
        cure = 'give three numbers or an axis: "x", "-z".' if name == "axis" else "give three numbers."
        raise _error(f"{name}={values!r} is no vector.", cure)
    return found


def _positive(**sizes: float) -> None:
    for name, size in sizes.items():
        if not (np.isfinite(size) and size > 0.0):
            raise _error(f"{name.replace('_', ' ')} = {size:g} is not above 0.", "give sizes above 0.")


def _error(what: str, cure: str) -> ModelError:
    return ModelError(Message("error", "E121", what, element="Solid", cure=cure))


__all__ = ["Piece", "Solid"]
