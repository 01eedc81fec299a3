"""Bodies of MJCF: frames, joints, geoms, sites.

joint     hinge -> REVOLUTE, slide -> TRANSLATIONAL, ball -> SPHERICAL, free: none; `ref` is the value at the start
          stiffness, springref, damping, armature as in `robot.py`; range and frictionloss are left out
body      without joint: part of its parent; with several: one after the other
inertia   compiler inertiafromgeom, inertiagrouprange, boundmass, boundinertia, settotalmass
"""

from __future__ import annotations

from collections.abc import Iterator

from bellcrank.importers.mjcf.document import Document
from bellcrank.importers.mjcf.inertia import Geom, inertia_of, inertia_of_geoms, scaled
from bellcrank.importers.robot import Body, Inertia, RobotJoint
from bellcrank.importers.values import real, reals, three
from bellcrank.importers.xml_tree import Node
from bellcrank.model.frames import GLOBAL, Frame, NoDirection, compose, unit

IGNORED = ("light", "camera", "inertial", "geom", "site", "joint", "freejoint", "body", "frame")


class Bodies:
    """The tree of bodies of a document."""

    def __init__(self, document: Document) -> None:
        self.document, self.losses = document, document.losses
        self.meshes = {
            node.get("name") or node.get("file").rpartition("/")[2].rpartition(".")[0]: node.get("file")
            for assets in document.root.all("asset")
            for node in assets.all("mesh")
        }
        compiler = document.compiler
        self.from_geoms = compiler.get("inertiafromgeom", "auto")
        self.groups = reals(compiler, "inertiagrouprange", (0.0, 5.0), self.losses)
        self.bounds = real(compiler, "boundmass", 0.0, self.losses), real(compiler, "boundinertia", 0.0, self.losses)
        self.autolimits = document.yes(compiler, "autolimits", True)

    def world(self) -> Body:
        """The world with all bodies below it."""
        world = Body("world", self.document.root.place)
        for node in self.document.root.all("worldbody"):
            self._fill(world, node, "", GLOBAL)
        world.joints, world.inertia = [], None
        total = real(self.document.compiler, "settotalmass", -1.0, self.losses)
        if total > 0:
            _set_total_mass(world, total)
        return world

    def _fill(self, body: Body, node: Node, childclass: str, outer: Frame) -> None:
        geoms = [Geom(geom, self.document) for geom, _ in self._things(node, "geom", childclass)]
        for (_, frame), geom in zip(self._things(node, "geom", childclass), geoms, strict=True):
            geom.frame = compose(frame, geom.frame)
            self._seen(geom, body)
        for site, frame in self._things(node, "site", childclass):
            if site.get("name"):
                body.points.append((site.get("name"), compose(frame, self.document.frame(site))))
        for child, frame in self._raw(node, childclass, GLOBAL, ("body",)):
            body.children.append(self._body(child[0], child[1], frame))
        for light in node.all("light", "camera"):
            self.losses.unneeded(light.tag, light, "The report has its own.")
        for other in node.children:
            if other.tag not in IGNORED:
                self.losses.error(other, "E102", f"{other.tag} cannot be imported.", "write out what it makes.")
        body.inertia = self._inertia(node, geoms, body)

    def _body(self, node: Node, childclass: str, outer: Frame) -> Body:
        inner = node.get("childclass") or childclass
        body = Body(node.get("name"), node.place, compose(outer, self.document.frame(node)))
        for joint, frame in self._things(node, "joint", inner):
            body.joints.append(self._joint(joint, frame))
        for joint in node.all("freejoint"):
            body.joints.append(RobotJoint(joint.get("name"), "free", joint.place))
        self._fill(body, node, inner, GLOBAL)
        if not body.joints and body.inertia is not None:
            body.joints.append(RobotJoint(f"{body.name}.fixed" if body.name else "", "fixed", node.place))
        if real(node, "gravcomp", 0.0, self.losses):
            self.losses.changes("gravcomp", node, "Gravity acts on all parts.")
        if self.document.yes(node, "mocap"):
            self.losses.unneeded("mocap", node, "The body stands still.")
        return body

    def _raw(
        self, node: Node, childclass: str, outer: Frame, tags: tuple[str, ...]
    ) -> Iterator[tuple[tuple[Node, str], Frame]]:
        """Children with some tags, also those inside frames, with their class and the frame around them."""
        for child in node.children:
            if child.tag == "frame":
                inner = child.get("childclass") or childclass
                yield from self._raw(child, inner, compose(outer, self.document.frame(child)), tags)
            elif child.tag in tags:
                yield (child, childclass), outer

    def _things(self, node: Node, tag: str, childclass: str) -> Iterator[tuple[Node, Frame]]:
        """As `_raw`, with the defaults filled in."""
        for (child, class_), frame in self._raw(node, childclass, GLOBAL, (tag,)):
            yield self.document.resolve(child, class_), frame

    def _joint(self, node: Node, outer: Frame) -> RobotJoint:
        document, losses = self.document, self.losses
        kind = node.get("type", "hinge")
        if kind not in ("hinge", "slide", "ball", "free"):
            losses.error(node, "E104", f"There is no joint type {kind!r}.", "use hinge, slide, ball or free.")
            kind = "hinge"
        axis = three(node, "axis", losses, (0.0, 0.0, 1.0))
        try:
            axis = unit(compose((outer[0], outer[1]), (axis, outer[1]))[0]) if outer != GLOBAL else unit(axis)
        except NoDirection:
            losses.error(node, "E104", "The axis has no direction.", "give three numbers that are not all 0.")
        at = compose(outer, (three(node, "pos", losses), outer[1]))[0]
        angle = document.angle if kind == "hinge" else float
        joint = RobotJoint(
            node.get("name"), kind, node.place, at, axis,
            value=angle(real(node, "ref", 0.0, losses)),
            stiffness=self._first(node, "stiffness"),
            rest=angle(real(node, "springref", 0.0, losses)),
            damping=self._first(node, "damping"),
            armature=real(node, "armature", 0.0, losses),
        )  # fmt: skip
        self._lost_of_joint(node, joint)
        return joint

    def _first(self, node: Node, name: str) -> float:
        """The linear part of a stiffness or damping; higher powers are left out."""
        found = reals(node, name, (0.0,), self.losses, count=0)
        if any(found[1:]):
            self.losses.changes(f"nonlinear {name}", node, "Only the linear part is taken.")
        return found[0]

    def _lost_of_joint(self, node: Node, joint: RobotJoint) -> None:
        limited = node.get("limited", "auto")
        if limited == "true" or (limited == "auto" and self.autolimits and node.get("range")):
            joint.comments = (f"range {node.get('range')}",)
            self.losses.changes(
                "limits of joints", node, "A stop needs a stiffness, which the file does not give.",
                "add an SFORCE with BISTOP; the limits stand in comments.",
            )  # fmt: skip
        if real(node, "frictionloss", 0.0, self.losses):
            self.losses.changes(
                "frictionloss", node, "Sticking needs a speed and a displacement, which the file does not give.",
                "add a FRICTION with FRICTION_TORQUE_PRELOAD (or FORCE) = this number and INPUTS = PRELOAD.",
            )  # fmt: skip
        if node.get("springdamper"):
            self.losses.changes("springdamper", node, "Its stiffness depends on the inertia that MuJoCo computes.")
        if joint.kind in ("ball", "free") and joint.stiffness:
            self.losses.changes(f"stiffness of a {joint.kind} joint", node, "It has no single coordinate.")
        if joint.kind == "free" and (joint.damping or joint.armature):
            self.losses.changes("damping and armature of a free joint", node, "A free body has none here.")

    def _seen(self, geom: Geom, body: Body) -> None:
        shape = geom.shape()
        if shape is not None:
            body.shapes.append(shape)
        elif geom.kind == "mesh":
            from bellcrank.importers.robot import Shape

            file = self.meshes.get(geom.node.get("mesh"), "")
            folder = self.document.compiler.get("meshdir") or self.document.compiler.get("assetdir")
            body.shapes.append(Shape("mesh", geom.frame, file=f"{folder}/{file}" if folder else file))
        else:
            self.losses.unneeded(f"{geom.kind} geom", geom.node, "It is only drawn and touched.")
        if geom.node.get("contype") != "0" or geom.node.get("conaffinity") != "0":
            self.losses.changes(
                "contact between geoms", geom.node, "MuJoCo's soft contact has no counterpart.", "add CONTACT."
            )

    def _inertia(self, node: Node, geoms: list[Geom], body: Body) -> Inertia | None:
        inertial = node.first("inertial")
        found: Inertia | None = None
        if inertial is not None and self.from_geoms != "true":
            found = inertia_of(inertial, self.document)
        elif self.from_geoms != "false":
            counted = [g for g in geoms if self.groups[0] <= g.group <= self.groups[1]]
            unknown = [g for g in counted if g.mass is None]
            if unknown and body.name != "world":
                self.losses.changes(
                    "mass of a mesh", unknown[0].node, "Meshes are only named, not read.", "add <inertial>."
                )
            found = inertia_of_geoms([g for g in counted if g.mass is not None and not self._shell(g)])
        if found is not None and any(self.bounds) and body.joints:
            xx, yy, zz = (max(value, self.bounds[1]) for value in found.tensor[:3])
            found = Inertia(max(found.mass, self.bounds[0]), found.frame, (xx, yy, zz, *found.tensor[3:]))
        return found if found is not None and (found.mass > 0 or any(found.tensor)) else None

    def _shell(self, geom: Geom) -> bool:
        if not self.document.yes(geom.node, "shellinertia"):
            return False
        self.losses.error(geom.node, "E106", "shellinertia cannot be imported.", "give the body an <inertial>.")
        return True


def _set_total_mass(world: Body, total: float) -> None:
    bodies, waiting = [], [world]
    while waiting:
        body = waiting.pop()
        bodies.append(body)
        waiting.extend(body.children)
    mass = sum(body.mass for body in bodies)
    for body in bodies:
        if body.inertia is not None and mass:
            body.inertia = scaled(body.inertia, total / mass)
