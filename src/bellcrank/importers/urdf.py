"""URDF, the robot description of ROS.

    robot     links and joints; the links form a tree, whose root stands on the ground
    link      inertial (mass, frame, tensor), visual (shapes), collision (left out)
    joint     revolute, continuous -> REVOLUTE; prismatic -> TRANSLATIONAL; fixed; floating; planar -> PLANAR
              origin   frame of the child link in the parent link, at joint value 0
              mimic    q = multiplier q_other + offset -> COUPLER; the child starts at q = offset
              dynamics damping -> SPRINGDAMPER or VFORCE

Units are m, kg, s, rad. The file says nothing about gravity: 9.80665 m/s^2 along -z is taken, with a note. The root
with mass is a part on a FIXED joint named `root`: take it away for a robot that floats.
Reference     wiki.ros.org/urdf/XML (link, joint).
"""

from __future__ import annotations

from bellcrank.errors import Message, Place, Report
from bellcrank.importers.losses import Losses
from bellcrank.importers.robot import Body, Inertia, Robot, RobotJoint, Shape
from bellcrank.importers.turning import roll_pitch_yaw
from bellcrank.importers.values import real, reals, three
from bellcrank.importers.xml_tree import Node, parse_xml
from bellcrank.model import Model
from bellcrank.model.frames import GLOBAL, Frame, NoDirection, unit
from bellcrank.registry import IMPORTERS, entry

KINDS = {
    "revolute": "hinge", "continuous": "hinge", "prismatic": "slide", "fixed": "fixed", "floating": "free",
    "planar": "planar", "ball": "ball", "spherical": "ball",
}  # fmt: skip
NOT_NEEDED = {
    "material": "Colours are not kept.",
    "transmission": "It connects controllers of ROS.",
    "gazebo": "It is for another program.",
    "sensor": "Measure with REQUEST instead.",
    "mujoco": "It is for another program.",
    "drake": "It is for another program.",
}


@entry(IMPORTERS, ".urdf")
def load_urdf(text: str, file: str) -> tuple[Model, Report]:
    """The model of a URDF file, and what is wrong with it or was left out."""
    return of_tree(parse_xml(text, file), file)


def of_tree(root: Node, file: str) -> tuple[Model, Report]:
    """As `load_urdf`, from XML that is already read."""
    losses = Losses()
    if root.tag != "robot":
        losses.error(
            root, "E101", f"The root element is {root.tag}, not robot.", "give a URDF file (xacro: expand it)."
        )
    reader = _Reader(root, losses)
    robot = Robot(root.get("name"), file)
    if (tree := reader.tree()) is not None and not losses.errors.errors:
        robot.put(tree)
        reader.mimics(robot)
        robot.model.gravity = (0.0, 0.0, -9.80665)
    report = losses.told()
    if not report.errors:
        report.extend(_taken_for_granted(tree, file))
    return robot.model, report


class _Reader:
    """The links and joints of a file by name."""

    def __init__(self, root: Node, losses: Losses) -> None:
        self.losses = losses
        self.links = self._named(root, "link")
        self.joints = self._named(root, "joint")
        for node in root.children:
            if node.tag not in ("link", "joint"):
                losses.unneeded(node.tag, node, NOT_NEEDED.get(node.tag, "It is not known."))

    def _named(self, root: Node, tag: str) -> dict[str, Node]:
        found: dict[str, Node] = {}
        for node in root.all(tag):
            if node.get("name") in found:
                self.losses.error(node, "E109", f"A second {tag} has this name.", "give it another name.")
            elif not node.get("name"):
                self.losses.error(node, "E105", f"A {tag} without name.", "give it a name.")
            found[node.get("name")] = node
        return found

    def tree(self) -> Body | None:
        """The root link with all others below it."""
        ends = {name: (self._end(node, "parent"), self._end(node, "child")) for name, node in self.joints.items()}
        above: dict[str, str] = {}
        for name, (_, child) in ends.items():
            if child in above:
                first = above[child]
                self.losses.error(
                    self.joints[name], "E106", f"Link {child!r} is already the child of joint {first!r}.",
                    "let each link have one parent; a closed loop needs a joint added afterwards.",
                )  # fmt: skip
            above.setdefault(child, name)
        roots = [name for name in self.links if name not in above]
        if self.losses.errors or not self.links:
            return None
        if len(roots) != 1:
            found = f"the links {', '.join(roots[:4])}" if roots else "a ring of joints"
            node = self.links[roots[1]] if roots else next(iter(self.joints.values()))
            self.losses.error(node, "E106", f"A robot has one root, this one {found}.", "connect the links by joints.")
            return None
        bodies = {name: self._body(node) for name, node in self.links.items()}
        for name, (parent, child) in ends.items():
            node = self.joints[name]
            bodies[child].frame = self._origin(node)
            bodies[child].joints = [self._joint(node)]
            bodies[parent].children.append(bodies[child])
        return self._rooted(bodies[roots[0]], len(bodies))

    def _rooted(self, root: Body, count: int) -> Body | None:
        """The root on the ground: the ground itself where it has no mass."""
        seen, waiting = 0, [root]
        while waiting:
            seen += 1
            waiting.extend(waiting.pop().children)
        if seen != count:
            node = next(iter(self.joints.values()))
            self.losses.error(node, "E106", "Some links form a ring.", "let every link hang on the root.")
            return None
        if root.inertia is not None:
            root.joints = [RobotJoint("root", "fixed", root.place)]
        return root

    def _end(self, node: Node, tag: str) -> str:
        name = end.get("link") if (end := node.first(tag)) is not None else ""
        if name not in self.links:
            self.losses.error(node, "E107", f"{tag} = {name!r}, but there is no such link.", "correct the name.")
        return name

    def _origin(self, node: Node) -> Frame:
        origin = node.first("origin")
        if origin is None:
            return GLOBAL
        return three(origin, "xyz", self.losses), roll_pitch_yaw(three(origin, "rpy", self.losses))

    def _body(self, link: Node) -> Body:
        body = Body(link.get("name"), link.place, inertia=self._inertia(link))
        for visual in link.all("visual"):
            body.shapes.extend(self._shapes(visual))
        for collision in link.all("collision"):
            self.losses.changes(
                "collision", collision, "Nothing in the file says how stiff the contact is.", "add CONTACT."
            )
        return body

    def _inertia(self, link: Node) -> Inertia | None:
        inertial = link.first("inertial")
        if inertial is None:
            return None
        mass, tensor = inertial.first("mass"), inertial.first("inertia")
        if mass is None:
            self.losses.error(
                inertial, "E105", f"Link {link.get('name')!r} has an inertial without mass.", "add <mass>."
            )
            return None
        size = real(mass, "value", 0.0, self.losses)
        if size < 0:
            self.losses.error(mass, "E104", f"The mass is {size:g}.", "give 0 or more.")
        xx, yy, zz, xy, xz, yz = (
            real(tensor, name, 0.0, self.losses) if tensor is not None else 0.0
            for name in ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
        )
        return Inertia(size, self._origin(inertial), (xx, yy, zz, xy, xz, yz)) if size > 0 or xx or yy or zz else None

    def _joint(self, node: Node) -> RobotJoint:
        kind = KINDS.get(node.get("type"))
        if kind is None:
            known = ", ".join(k for k in KINDS)
            self.losses.error(node, "E104", f"There is no joint type {node.get('type')!r}.", f"use one of {known}.")
        joint = RobotJoint(node.get("name"), kind or "fixed", node.place)
        if (axis := node.first("axis")) is not None or kind in ("hinge", "slide", "planar"):
            given = three(axis, "xyz", self.losses, (1.0, 0.0, 0.0)) if axis is not None else (1.0, 0.0, 0.0)
            try:
                joint.axis = unit(given)
            except NoDirection:
                if kind in ("hinge", "slide", "planar"):
                    self.losses.error(
                        node, "E104", "The axis has no direction.", "give three numbers that are not all 0."
                    )
        self._settings(node, joint)
        return joint

    def _settings(self, node: Node, joint: RobotJoint) -> None:
        """Damping and mimic; limits become a comment."""
        if (dynamics := node.first("dynamics")) is not None:
            joint.damping = real(dynamics, "damping", 0.0, self.losses)
            if real(dynamics, "friction", 0.0, self.losses):
                self.losses.changes(
                    "joint friction", node, "Sticking needs a speed and a displacement, which the file does not give.",
                    "add a FRICTION with FRICTION_TORQUE_PRELOAD (or FORCE) = this number and INPUTS = PRELOAD.",
                )  # fmt: skip
            if joint.damping and joint.kind not in ("hinge", "slide", "ball"):
                self.losses.changes("damping of this kind of joint", node, "Only hinges, slides and balls have it.")
        limit = node.first("limit")
        if limit is not None and joint.kind in ("hinge", "slide"):
            joint.comments = (" ".join(f"{key}={value}" for key, value in limit.attributes.items()),)
            if limit.get("lower") != limit.get("upper") and node.get("type") != "continuous":
                self.losses.changes(
                    "limits of joints", node, "A stop needs a stiffness, which the file does not give.",
                    "add an SFORCE with BISTOP; the limits stand in comments.",
                )  # fmt: skip
        mimic = node.first("mimic")
        if mimic is not None:
            joint.moved = real(mimic, "offset", 0.0, self.losses)
        for child in node.all("safety_controller", "calibration"):
            self.losses.unneeded(child.tag, child, "It is for a controller.")

    def mimics(self, robot: Robot) -> None:
        """A COUPLER for each joint that follows another."""
        for name, node in self.joints.items():
            mimic = node.first("mimic")
            if mimic is None:
                continue
            mine, other = robot.axes.get(name), robot.axes.get(mimic.get("joint"))
            if mimic.get("joint") not in self.joints:
                missing = f"{name!r} follows {mimic.get('joint')!r}, but there is no such joint."
                self.losses.error(mimic, "E107", missing, "correct the name.")
                continue
            if mine is None or mine.kind not in ("hinge", "slide"):
                self.losses.unneeded("mimic of a joint that does not move", mimic)
                continue
            if other is None or other.kind not in ("hinge", "slide"):
                kind = "ROTATION" if mine.turns else "TRANSLATION"
                robot.model.new(
                    "MOTION", robot.name(f"{name}.mimic"), joint=mine.element, axis=kind, function=mine.moved
                )
                continue
            factor = real(mimic, "multiplier", 1.0, self.losses)
            robot.model.new(
                "COUPLER", robot.name(f"{name}.mimic"), joints=(mine.element, other.element), scales=(1.0, -factor),
                type=tuple("R" if axis.turns else "T" for axis in (mine, other)),
            )  # fmt: skip

    def _shapes(self, visual: Node) -> list[Shape]:
        geometry = visual.first("geometry")
        frame = self._origin(visual)
        found = []
        for node in geometry.children if geometry is not None else ():
            if node.tag == "box":
                found.append(Shape("box", frame, reals(node, "size", (0.0, 0.0, 0.0), self.losses)))
            elif node.tag in ("cylinder", "capsule"):
                sizes = (real(node, "radius", 0.0, self.losses), real(node, "length", 0.0, self.losses))
                found.append(Shape(node.tag, frame, sizes))
            elif node.tag == "sphere":
                found.append(Shape("sphere", frame, (real(node, "radius", 0.0, self.losses),)))
            elif node.tag == "mesh":
                found.append(Shape("mesh", frame, file=mesh_name(node.get("filename"))))
                if node.get("scale", "1 1 1").split() != ["1", "1", "1"]:
                    self.losses.unneeded("scale of a mesh", node, "GRAPHICS EXTERNAL draws the file as it is.")
        return found


def mesh_name(uri: str) -> str:
    """The file of a mesh beside the robot: `package://arm/meshes/hand.stl` is meshes/hand.stl.

    >>> mesh_name("package://arm/meshes/hand.stl")
    'meshes/hand.stl'
    """
    scheme, found, rest = uri.partition("://")
    if not found:
        return uri
    return rest.partition("/")[2] if scheme == "package" else rest


def _taken_for_granted(root: Body | None, file: str) -> list[Message]:
    place = Place(file, root.place.line if root is not None else 1)
    told = [Message("note", "N121", "Gravity is 9.80665 m/s^2 along -z; the file gives none.", place)]
    if root is not None and root.inertia is not None:
        what = f"The root link {root.name!r} is fixed to the ground."
        told.append(Message("note", "N121", what, place, cure='remove the joint "root" for a robot that floats.'))
    return told


__all__ = ["load_urdf", "mesh_name", "of_tree"]
