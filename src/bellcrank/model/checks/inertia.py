"""Rules C101, C102, C106: moments of inertia that no body can have.

With the inertia tensor J about the mass centre, the second moments of mass are S = tr(J)/2 1 - J. They are integrals of
squares, so S has no negative eigenvalue; for principal moments this is the triangle inequality Ixx + Iyy >= Izz.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bellcrank.math.tensor import Tensor, eigenvalues
from bellcrank.math.vec3 import dot, minus
from bellcrank.model.checks.geometry import Geometry
from bellcrank.model.checks.rule import Finding, rule
from bellcrank.model.frames import Vector

if TYPE_CHECKING:
    from bellcrank.model import Model

ROUNDING = 1e-4
"""Relative: datasets are printed with few digits."""


@rule("C101", "error", "a moment of inertia is negative")
def negative_inertia(model: Model) -> Iterator[Finding]:
    """Moments of inertia are integrals of squares. With a negative one the equations of motion have no sense."""
    for part in moving_parts(model):
        negative = [f"I{axis}{axis} = {value:g}" for axis, value in zip("xyz", part.ip) if value < 0.0]
        if negative:
            yield Finding(part, f"Negative moment of inertia: {', '.join(negative)}.", cure="correct IP.")


@rule("C102", "warning", "the moments of inertia break the triangle inequality")
def triangle_inequality(model: Model) -> Iterator[Finding]:
    """No body has Ixx + Iyy < Izz about its mass centre, whatever its shape; the equations can still be solved.

    A usual reason is that IP is given about another point than the mass centre (add IM), in another unit, or with
    digits lost.
    """
    geometry = Geometry(model)
    for part in moving_parts(model):
        if min(part.ip[:3]) < 0.0 or not any(part.ip) or part.cm is None:
            continue
        j = tensor_at_cm(geometry, part)
        trace = j[0] + j[1] + j[2]
        low, middle, high = eigenvalues(j)
        if low < -ROUNDING * abs(trace):
            yield Finding(
                part,
                f"About the mass centre one principal moment of inertia is negative ({low:.6g}).",
                "IP is too small for the distance of IM and CM: the parallel axis theorem leaves less than nothing.",
                "correct IP, or the place of IM or CM.",
                severity="error",
            )
        elif low + middle < high - ROUNDING * trace:
            yield Finding(
                part,
                f"The principal moments of inertia {low:.6g}, {middle:.6g}, {high:.6g} break the triangle inequality: "
                f"{low:.6g} + {middle:.6g} < {high:.6g}.",
                "No distribution of mass has such moments about its centre.",
                "check the unit and the digits of IP, and whether it is meant about another marker (IM).",
            )


@rule("C106", "warning", "a part has moments of inertia and no mass")
def inertia_without_mass(model: Model) -> Iterator[Finding]:
    """Whatever resists turning has mass: where only IP is given, MASS was probably forgotten. The part is simulated as
    it is given: torques turn it, its own weight and the inertia of its mass centre are missing.
    """
    for part in moving_parts(model):
        if part.mass == 0.0 and max(part.ip[:3], default=0.0) > 0.0:
            what = f"It has moments of inertia ({', '.join(f'{value:g}' for value in part.ip[:3])}) and no mass."
            yield Finding(part, what, "It resists turning, but has no weight and follows any force.", "give MASS.")


def moving_parts(model: Model) -> Iterator[Any]:
    """The parts that are not the ground."""
    parts: list[Any] = model.all("PART")
    return (part for part in parts if not part.ground)


def tensor_at_cm(geometry: Geometry, part: Any) -> Tensor:
    """The inertia tensor about the mass centre, in the axes of the inertia marker: J - m (|d|^2 1 - d d^T)."""
    xx, yy, zz, xy, xz, yz = (*part.ip, 0.0, 0.0, 0.0)[:6]
    im = part.im or part.cm
    x, y, z = in_axes(geometry, im, minus(geometry.origin(part.cm), geometry.origin(im)))
    m = part.mass
    return (
        xx - m * (y * y + z * z),
        yy - m * (x * x + z * z),
        zz - m * (x * x + y * y),
        -xy + m * x * y,
        -xz + m * x * z,
        -yz + m * y * z,
    )


def in_axes(geometry: Geometry, marker: int | None, v: Vector) -> Vector:
    """Components of a vector on the axes of a marker."""
    x, y, z = (dot(v, geometry.axis(marker, letter)) for letter in "XYZ")
    return x, y, z
