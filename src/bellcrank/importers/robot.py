"""A tree of bodies as robots are described, and how it becomes a model.

    body      a frame in its parent, an inertia, shapes, and the joints by which it moves against its parent
    joint     a point and an axis in the frame of its body; several joints of one body act one after the other

A body that cannot move against its parent and has no inertia is a marker of the parent; any other is a part on a FIXED
joint, so that its mass, name and the load of the connection stay visible. Several joints of one body are joined by
massless parts: their motion is given by the constraints and the masses behind them.
What a joint does by itself are forces at its markers: stiffness k, damping c and armature a of the coordinate q,

    f = -k (q - q0) - c q' - a q''                                                                        (1)

Equation (1) is exact: q'' of a hinge is WDTZ(I,J,J,J), of a slide ACCZ(I,J,J,J).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from bellcrank.dataset.statement import Statement
from bellcrank.errors import Place
from bellcrank.importers.turning import about
from bellcrank.math.vec3 import mat_mul, plus, rotate
from bellcrank.model import Model
from bellcrank.model.frames import GLOBAL, IDENTITY, ORIGIN, Frame, Matrix, Vector, angles_of, compose

JOINTS = {"hinge": "REVOLUTE", "slide": "TRANSLATIONAL", "ball": "SPHERICAL", "planar": "PLANAR", "fixed": "FIXED"}
_UNFIT = re.compile(r"['\"\s]+")


@dataclass
class Inertia:
    """Mass, the frame of the mass centre in the body, and the tensor there: xx, yy, zz, xy, xz, yz of the matrix."""

    mass: float
    frame: Frame
    tensor: tuple[float, float, float, float, float, float]


@dataclass
class RobotJoint:
    """One joint of a body; `value` is its coordinate in the position of the file."""

    name: str
    kind: str
    place: Place
    at: Vector = ORIGIN
    axis: Vector = (0.0, 0.0, 1.0)
    value: float = 0.0
    moved: float = 0.0
    """How far the body is moved from the frame given, before the start."""
    stiffness: float = 0.0
    rest: float = 0.0
    damping: float = 0.0
    armature: float = 0.0
    comments: tuple[str, ...] = ()


@dataclass
class Shape:
    """A shape to look at: box (edges), sphere (radius), cylinder, capsule (radius, length), ellipsoid, mesh (file)."""

    kind: str
    frame: Frame
    sizes: tuple[float, ...] = ()
    file: str = ""


@dataclass
class Body:
    """A body in the frame of its parent."""

    name: str
    place: Place
    frame: Frame = GLOBAL
    inertia: Inertia | None = None
    joints: list[RobotJoint] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)
    points: list[tuple[str, Frame]] = field(default_factory=list)
    children: list[Body] = field(default_factory=list)

    @property
    def mass(self) -> float:
        """The mass of this body alone."""
        return self.inertia.mass if self.inertia is not None else 0.0


@dataclass
class Axis:
    """A joint of the model: its markers, and its coordinate in the position of the file."""

    element: Any
    kind: str
    value: float
    moved: float = 0.0

    @property
    def turns(self) -> bool:
        """Whether the coordinate is an angle."""
        return self.kind == "hinge"

    def coordinate(self) -> str:
        """The expression of q."""
        i, j = self.element.i, self.element.j
        q = f"AZ({i},{j})" if self.turns else f"DZ({i},{j},{j})"
        return q if self.value == 0.0 else f"({q} + {self.value!r})"

    def rate(self) -> str:
        """The expression of q'."""
        i, j = self.element.i, self.element.j
        return f"WZ({i},{j},{j})" if self.turns else f"VZ({i},{j},{j},{j})"

    def acceleration(self) -> str:
        """The expression of q''."""
        i, j = self.element.i, self.element.j
        return f"WDTZ({i},{j},{j},{j})" if self.turns else f"ACCZ({i},{j},{j},{j})"


class Robot:
    """Bodies put into a model, parents first; `bodies` and `axes` tell by name what became of them."""

    def __init__(self, title: str, file: str) -> None:
        self.model = Model(title, units="MKS")
        self.model.file = file
        self.bodies: dict[str, tuple[Any, Frame]] = {"world": (self.model.ground, GLOBAL)}
        """Name of a body -> the part it is or rides on, and its frame in ground."""
        self.axes: dict[str, Axis] = {}
        self._names: set[str] = {"ground"}

    def put(self, root: Body) -> None:
        """All bodies below the world."""
        waiting: list[tuple[Body, Any, Frame]] = [(root, self.model.ground, GLOBAL)]
        while waiting:
            body, carrier, outer = waiting.pop(0)
            frame = self._moved(body, compose(outer, body.frame))
            part = self._body(body, carrier, frame)
            if body.name:
                self.bodies[body.name] = (part, frame)
            waiting.extend((child, part, frame) for child in body.children)

    def _moved(self, body: Body, frame: Frame) -> Frame:
        """The frame after the joints were moved before the start."""
        for joint in body.joints:
            if joint.moved and joint.kind == "slide":
                frame = plus(frame[0], rotate(frame[1], _times(joint.axis, joint.moved))), frame[1]
            elif joint.moved and joint.kind == "hinge":
                turn = about(joint.axis, joint.moved)
                step = tuple(a - b for a, b in zip(joint.at, rotate(turn, joint.at), strict=True))
                frame = compose(frame, (step, turn))  # type: ignore[arg-type]
        return frame

    def _body(self, body: Body, carrier: Any, frame: Frame) -> Any:
        """The part of a body; the carrier where it is only a frame of it."""
        part = carrier
        if not [joint for joint in body.joints if joint.kind != "fixed"] and body.inertia is None:
            if body.name and body.name != "world":
                self._marker(self.name(body.name), part, frame)
        else:
            for k, joint in enumerate(body.joints):
                last = k == len(body.joints) - 1
                before, part = part, self._part(body, frame, last)
                self._joint(joint, part, before, frame)
        for shape in body.shapes:
            self._shape(shape, part, compose(frame, shape.frame))
        for name, point in body.points:
            self._marker(self.name(name), part, compose(frame, point))
        return part

    def _part(self, body: Body, frame: Frame, last: bool) -> Any:
        values: dict[str, Any] = {"at": frame[0]}
        if frame[1] != IDENTITY:
            values["reuler"] = angles_of(frame[1])
        name = self.name(body.name if last else f"{body.name}.between") if body.name or not last else ""
        part: Any = self.model.new("PART", name, **_placed(values))
        self._placed(part, body.place)
        if last and body.inertia is not None:
            part.mass = body.mass
            part.cm = self._marker(f"{name}.cm" if name else "", part, compose(frame, body.inertia.frame))
            xx, yy, zz, xy, xz, yz = body.inertia.tensor
            part.ip = (xx, yy, zz, -xy, -xz, -yz) if xy or xz or yz else (xx, yy, zz)
        return part

    def _marker(self, name: str, part: Any, frame: Frame) -> Any:
        """A marker of a part at a frame of ground; equal axes are not written."""
        owner = self.model.body_frame(part.id)
        turned = frame[1] != owner[1]
        euler = angles_of(frame[1]) if turned else None
        return self.model.marker(name, part, at=frame[0], euler=euler)

    def _joint(self, joint: RobotJoint, part: Any, carrier: Any, frame: Frame) -> None:
        if joint.kind == "free":
            return
        at, axis = plus(frame[0], rotate(frame[1], joint.at)), rotate(frame[1], joint.axis)
        name = self.name(joint.name, "_joint")
        element: Any = self.model.joint(JOINTS[joint.kind], name, part, carrier, at=at, axis=axis)
        element.comments = tuple(f"! {line}" for line in joint.comments)
        self._placed(element, joint.place)
        self.axes[joint.name or f"joint{len(self.axes)}"] = found = Axis(element, joint.kind, joint.value, joint.moved)
        self._passive(joint, found)

    def _passive(self, joint: RobotJoint, axis: Axis) -> None:
        """Stiffness, damping and armature of a joint, equation (1)."""
        name = axis.element.name
        if axis.kind == "ball":
            self._ball(joint, axis)
        elif axis.kind == "hinge" and (joint.stiffness or joint.damping):
            self.model.new(
                "SPRINGDAMPER", f"{name}.spring", "ROTATION", i=axis.element.i, j=axis.element.j,
                kt=joint.stiffness, ct=joint.damping, angle=joint.rest - axis.value,
            )  # fmt: skip
        elif axis.kind == "slide" and (joint.stiffness or joint.damping):
            terms = [f"-{joint.stiffness!r}*({axis.coordinate()} - {joint.rest!r})"] if joint.stiffness else []
            terms += [f"-{joint.damping!r}*{axis.rate()}"] if joint.damping else []
            self.drive(f"{name}.spring", axis, " ".join(terms))
        if axis.kind in ("hinge", "slide") and joint.armature:
            self.drive(f"{name}.armature", axis, f"-{joint.armature!r}*{axis.acceleration()}")

    def _ball(self, joint: RobotJoint, axis: Axis) -> None:
        i, j = axis.element.i, axis.element.j
        terms: dict[str, Any] = {}
        for x in "XYZ":
            slow = [f"-{joint.damping!r}*W{x}({i},{j},{j})"] if joint.damping else []
            heavy = [f"-{joint.armature!r}*WDT{x}({i},{j},{j},{j})"] if joint.armature else []
            terms[f"t{x.lower()}"] = " ".join(slow + heavy)
        if any(terms.values()):
            floating = self.model.new("MARKER", "", part=self.model.get("MARKER", j).part, floating=True)  # type: ignore[attr-defined]
            self.model.new("VTORQUE", f"{axis.element.name}.damper", i=i, jfloat=floating, rm=j, **terms)

    def drive(self, name: str, axis: Axis, function: str) -> Any:
        """A force or torque along the coordinate of a joint."""
        i, j = axis.element.i, axis.element.j
        if axis.turns:
            return self.model.new("SFORCE", name, "ROTATION", i=i, j=j, function=function)
        marker: Any = self.model.get("MARKER", j)
        floating = self.model.new("MARKER", "", part=marker.part, floating=True)
        return self.model.new("VFORCE", name, i=i, jfloat=floating, rm=j, fz=function)

    def _shape(self, shape: Shape, part: Any, frame: Frame) -> None:
        """A GRAPHICS statement; cylinders begin at the centre of their bottom, boxes at a corner."""
        new, s = self.model.new, shape.sizes
        if shape.kind == "mesh":
            new("GRAPHICS", "", "EXTERNAL", rm=self._marker("", part, frame), file=shape.file)
        elif shape.kind == "box":
            corner = self._marker("", part, compose(frame, ((-s[0] / 2, -s[1] / 2, -s[2] / 2), IDENTITY)))
            new("GRAPHICS", "", "BOX", corner=corner, x=s[0], y=s[1], z=s[2])
        elif shape.kind in ("cylinder", "capsule"):
            bottom = self._marker("", part, compose(frame, ((0.0, 0.0, -s[1] / 2), IDENTITY)))
            new("GRAPHICS", "", "CYLINDER", cm=bottom, radius=s[0], length=s[1])
            for end in (-s[1] / 2, s[1] / 2) if shape.kind == "capsule" else ():
                cap = self._marker("", part, compose(frame, ((0.0, 0.0, end), IDENTITY)))
                new("GRAPHICS", "", "ELLIPSOID", cm=cap, xscale=2 * s[0], yscale=2 * s[0], zscale=2 * s[0])
        else:
            x, y, z = (2 * r for r in (s * 3)[:3])
            new("GRAPHICS", "", "ELLIPSOID", cm=self._marker("", part, frame), xscale=x, yscale=y, zscale=z)

    def name(self, wanted: str, suffix: str = "_") -> str:
        """A name that no other element has: links and joints of a robot may share one."""
        name = base = _UNFIT.sub("_", wanted)
        count = 1
        while name and name in self._names:
            count += 1
            name = f"{base}{suffix}" if count == 2 else f"{base}{suffix}{count}"
        self._names.add(name)
        return name

    def _placed(self, element: Any, place: Place) -> None:
        """Let messages about an element name the line it came from."""
        element.statement = Statement(element.keyword, element.id, "", place.file, (place.line,), element.name)


def _placed(values: dict[str, Any]) -> dict[str, Any]:
    return {"qg" if key == "at" else key: value for key, value in values.items()}


def _times(v: Vector, a: float) -> Vector:
    return a * v[0], a * v[1], a * v[2]


def turned(matrix: Matrix, frame: Frame) -> Frame:
    """A frame turned about the origin."""
    return rotate(matrix, frame[0]), mat_mul(matrix, frame[1])
