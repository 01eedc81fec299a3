"""Rule C103: a part can move in a way that nothing resists, neither mass nor inertia nor a joint.

For a small motion (v of the mass centre, w) of one part, its neighbours held still, collect as rows of a matrix

    mass           v                                                                                (1)
    inertia        J w                                                                              (2)
    joints         the velocity of each condition, for instance v + w x a of a point at a; the point is
                   the origin of I, also for the part of J, whose line or plane it keeps to         (3)

If the rows have a common zero, that motion has no inertia: its acceleration is not determined.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bellcrank.expression import references
from bellcrank.math.tensor import Tensor
from bellcrank.math.vec3 import cross, minus
from bellcrank.model.checks.conditions import conditions, joints
from bellcrank.model.checks.formulas import formulas_of
from bellcrank.model.checks.geometry import GROUND, Body, Geometry, length
from bellcrank.model.checks.inertia import moving_parts, tensor_at_cm
from bellcrank.model.checks.rule import Finding, rule
from bellcrank.model.frames import Vector

if TYPE_CHECKING:
    from bellcrank.model import Model

Row = list[float]
SMALL = 1e-9
UNITS: tuple[Vector, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@rule("C103", "warning", "a part can move in a way that nothing resists")
def freedom_without_mass(model: Model) -> Iterator[Finding]:
    """A part without mass, or without inertia about an axis, can move freely: its acceleration is not determined.

    A massless part is fine if its joints hold it in every direction relative to its neighbours; a part with mass and no
    inertia is fine if its joints prevent the rotation or turn it into a motion of its mass centre.
    """
    geometry = Geometry(model)
    holding = [joint for joint in joints(model) if conditions(joint)]
    helped = bodies_of_other_constraints(model, geometry)
    for part in moving_parts(model):
        body = ("PART", part.id)
        if body in helped or (part.mass > 0.0 and min(part.ip[:3]) > 0.0):
            continue
        mine = [j for j in holding if body in (geometry.body(j.i), geometry.body(j.j))]
        motion = unresisted_motion(geometry, part, mine)
        if motion:
            yield finding(part, motion)


def finding(part: Any, motion: tuple[Vector, Vector]) -> Finding:
    """The message about a motion (v, w)."""
    v, w = motion
    if length(w) > SMALL:
        what, lacking = f"it can turn about {direction(w)} (ground axes)", "moment of inertia"
    else:
        what, lacking = f"it can move along {direction(v)} (ground axes)", "mass"
    missing = "It has no mass" if part.mass == 0.0 else "It has mass but no moment of inertia there"
    return Finding(
        part,
        f"{missing}, and {what} without moving anything else.",
        "Nothing resists that motion: its acceleration is not determined, and a dynamic analysis stops there.",
        f"give the part a {lacking}, or hold the motion with a joint.",
    )


def bodies_of_other_constraints(model: Model, geometry: Geometry) -> set[Body]:
    """Bodies that constraints other than joints touch or read (motions, gears, curves, GCON): not judged here."""
    bodies: set[Body] = set()
    for element in model.all():
        if element.equations() and not conditions(element):
            for field, id in element.references():
                target = field.targets[0] if field.targets else ""
                found = model.find(target, id)
                markers = [id] if target == "MARKER" else [getattr(found, "i", None), getattr(found, "j", None)]
                bodies.update(geometry.body(m) for m in markers if m)
            read = [r for formula in formulas_of(element) for r in references(formula.tree) if r[0] == "MARKER"]
            bodies.update(geometry.body(id) for _, id, _ in read if id)
    return bodies - {GROUND}


def unresisted_motion(geometry: Geometry, part: Any, holding: list[Any]) -> tuple[Vector, Vector] | None:
    """A motion (v, w) of a part that neither inertia nor joints resist, or None."""
    origin = geometry.origin(part.cm) if part.cm else geometry.model.body_frame(part.id)[0]
    arms = {j: minus(geometry.origin(j.i), origin) for j in holding}
    size = max([length(a) for a in arms.values()], default=0.0) or 1.0
    rows = inertia_rows(geometry, part)
    for joint, arm in arms.items():
        for condition in conditions(joint):
            rows += condition_rows(geometry, joint, condition, arm)
    scaled = [[*row[:3], *(c / size for c in row[3:])] for row in rows]
    motion = common_zero(scaled)
    return ((motion[0], motion[1], motion[2]), (motion[3], motion[4], motion[5])) if motion else None


def inertia_rows(geometry: Geometry, part: Any) -> list[Row]:
    """Rows (1) and (2)."""
    rows: list[Row] = [[*unit, 0.0, 0.0, 0.0] for unit in UNITS] if part.mass > 0.0 else []
    if any(part.ip):
        tensor, axes = inertia_of(geometry, part)
        xx, yy, zz, xy, xz, yz = tensor
        for row in ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)):
            rows.append([0.0, 0.0, 0.0, *(sum(c * axis[n] for c, axis in zip(row, axes)) for n in range(3))])
    return rows


def inertia_of(geometry: Geometry, part: Any) -> tuple[Tensor, list[Vector]]:
    """J and the axes of its components; those of the part where it has no marker of its mass centre."""
    if part.cm:
        return tensor_at_cm(geometry, part), [geometry.axis(part.im or part.cm, letter) for letter in "XYZ"]
    xx, yy, zz, xy, xz, yz = (*part.ip, 0.0, 0.0, 0.0)[:6]
    a = geometry.model.body_frame(part.id)[1]
    return (xx, yy, zz, -xy, -xz, -yz), [(a[n], a[3 + n], a[6 + n]) for n in range(3)]


def condition_rows(geometry: Geometry, joint: Any, condition: str, arm: Vector) -> list[Row]:
    """Rows (3): e . (v + w x a) = e . v + (a x e) . w for conditions on points, e . w for conditions on directions."""
    x, y, z = (geometry.axis(joint.j, letter) for letter in "XYZ")
    normal = cross(geometry.axis(joint.i, "Z"), z)
    span = geometry.between(joint.i, joint.j)
    points = {"point": (x, y, z), "line": (x, y), "plane": (z,), "distance": (span,)}.get(condition, ())
    turns = {"z parallel": (x, y), "x to y": (z,), "twist": (z,), "z perpendicular": (normal,)}.get(condition, ())
    return [[*e, *cross(arm, e)] for e in points] + [[0.0, 0.0, 0.0, *e] for e in turns]


def common_zero(rows: list[Row]) -> Row | None:
    """A vector of six numbers that all rows map to zero, or None (Gauss-Jordan with full pivoting)."""
    rows = [[c / scale for c in row] for row in rows if (scale := max(map(abs, row))) > 0.0]
    pivots: list[int] = []
    for step in range(6):
        best = max(
            ((abs(row[c]), n, c) for n, row in enumerate(rows[step:], step) for c in range(6)), default=(0.0, 0, 0)
        )
        if best[0] <= SMALL:
            free = min(set(range(6)) - set(pivots))
            motion = [0.0] * 6
            motion[free] = 1.0
            for row, pivot in zip(rows, pivots):
                motion[pivot] = -row[free]
            return motion
        _, n, pivot = best
        rows[step], rows[n] = rows[n], rows[step]
        rows[step] = [c / rows[step][pivot] for c in rows[step]]
        for k, row in enumerate(rows):
            if k != step and row[pivot]:
                rows[k] = [a - row[pivot] * b for a, b in zip(row, rows[step])]
        pivots.append(pivot)
    return None


def direction(v: Vector) -> str:
    """A direction in words or numbers: x, or (0.6, 0.8, 0)."""
    size = length(v)
    unit = [c / size for c in v]
    for letter, c in zip("xyz", unit):
        if abs(c) > 1.0 - 1e-9:
            return letter
    return "(" + ", ".join(f"{c + 0.0:.3g}" for c in unit) + ")"
