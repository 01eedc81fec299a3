"""Actuators and equality constraints of MJCF.

    actuator   force along a joint: gear (g u + b0 + b1 gear q + b2 gear q'), with the control u a VARIABLE      (1)
               motor: g = 1; position: g = kp, b = (0, -kp, -kv); velocity: g = kv, b = (0, 0, -kv);
               damper: b = (0, 0, -kv u); general: gainprm, biasprm; limits of control and force by MIN and MAX
    equality   connect -> SPHERICAL, weld -> FIXED, joint with a linear polynomial -> COUPLER, constant -> MOTION

The control is 0 at the start, as in MuJoCo: give the VARIABLE a function. Constraints are exact; MuJoCo's are soft.
"""

from __future__ import annotations

from typing import Any

from bellcrank.importers.mjcf.document import ACTUATORS, Document
from bellcrank.importers.robot import Axis, Robot
from bellcrank.importers.turning import quaternion
from bellcrank.importers.values import real, reals, three
from bellcrank.importers.xml_tree import Node
from bellcrank.model.frames import Frame, angles_of, compose


class Relations:
    """What is said about joints and bodies once they exist."""

    def __init__(self, document: Document, robot: Robot) -> None:
        self.document, self.losses, self.robot = document, document.losses, robot

    def put(self) -> None:
        """All actuators and equality constraints."""
        for group in self.document.root.all("actuator"):
            for node in group.children:
                self._actuator(self.document.resolve(node))
        for group in self.document.root.all("equality"):
            for node in group.children:
                self._equality(self.document.resolve(node))

    # --- actuators ---

    def _actuator(self, node: Node) -> None:
        axis = self.robot.axes.get(node.get("joint") or node.get("jointinparent"))
        law = self._law(node) if node.tag in ACTUATORS else None
        if axis is None or axis.kind not in ("hinge", "slide") or law is None:
            self.losses.changes(
                f"actuator {node.tag}" if law is None else "actuator that does not drive a hinge or slide", node,
                "Only a force or torque along one joint coordinate, linear in control, position and rate, is imported.",
            )  # fmt: skip
            return
        name = self.robot.name(node.get("name") or f"{axis.element.name}.{node.tag}", "_actuator")
        control = self.robot.model.new("VARIABLE", f"{name}.control" if name else "", function=0.0)
        gear = reals(node, "gear", (1.0,), self.losses, count=0)[0]
        limits = self._limits(node, "ctrl")
        u = _between(f"VARVAL({control.id})", limits)
        self.robot.drive(name, axis, _force(law, u, gear, axis, self._limits(node, "force")))

    def _law(self, node: Node) -> tuple[float, tuple[float, ...], float] | None:
        """Gain, bias and the factor of u q' of equation (1); None where the actuator is not of this form."""
        losses, tag = self.losses, node.tag
        kv = real(node, "kv", 1.0 if tag in ("velocity", "damper") else 0.0, losses)
        if tag == "motor":
            return 1.0, (0.0, 0.0, 0.0), 0.0
        if tag == "position":
            kp = real(node, "kp", 1.0, losses)
            refused = real(node, "timeconst", 0.0, losses) or real(node, "dampratio", 0.0, losses)
            return None if refused else (kp, (0.0, -kp, -kv), 0.0)
        if tag == "velocity":
            return kv, (0.0, 0.0, -kv), 0.0
        if tag == "damper":
            return 0.0, (0.0, 0.0, 0.0), -kv
        if tag == "general":
            known = (
                node.get("dyntype", "none") == "none"
                and node.get("gaintype", "fixed") == "fixed"
                and node.get("biastype", "none") in ("none", "affine")
            )
            gain = (*reals(node, "gainprm", (1.0,), losses, count=0), 0.0)[0]
            bias = (*reals(node, "biasprm", (0.0,), losses, count=0), 0.0, 0.0, 0.0)[:3]
            return (gain, bias if node.get("biastype", "none") == "affine" else (0.0, 0.0, 0.0), 0.0) if known else None
        return None

    def _limits(self, node: Node, what: str) -> tuple[float, float] | None:
        limited, given = node.get(f"{what}limited", "auto"), node.get(f"{what}range")
        automatic = self.document.yes(self.document.compiler, "autolimits", True)
        if not given or limited == "false" or (limited == "auto" and not automatic):
            return None
        low, high = reals(node, f"{what}range", (0.0, 0.0), self.losses)
        return (low, high) if low < high else None

    # --- equality constraints ---

    def _equality(self, node: Node) -> None:
        if node.get("active", "true") == "false":
            self.losses.unneeded("inactive equality constraint", node)
        elif node.tag in ("connect", "weld"):
            self._hold_together(node)
        elif node.tag == "joint":
            self._couple(node)
        else:
            self.losses.changes(f"equality {node.tag}", node, "It has no counterpart.")

    def _hold_together(self, node: Node) -> None:
        ends = self._ends(node)
        if ends is None:
            return
        (first, frame1), (second, frame2) = ends
        model, name = self.robot.model, self.robot.name(node.get("name"))
        if node.tag == "connect":
            at = frame1 if node.get("site1") else compose(frame1, (three(node, "anchor", self.losses), frame1[1]))
            other = frame2 if node.get("site1") else at
            i, j = (model.marker("", p, at=f[0]) for p, f in ((second, other), (first, at)))
            model.new("JOINT", name, "SPHERICAL", i=i, j=j)
            return
        pose = reals(node, "relpose", (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0), self.losses)
        target: Frame = frame2 if not node.get("site1") else frame1
        if any(pose[3:]):
            target = compose(frame1, ((pose[0], pose[1], pose[2]), quaternion(*pose[3:])))
        i, j = (model.marker("", p, at=f[0], euler=angles_of(f[1])) for p, f in ((second, frame2), (first, target)))
        model.new("JOINT", name, "FIXED", i=i, j=j)

    def _ends(self, node: Node) -> tuple[tuple[Any, Frame], tuple[Any, Frame]] | None:
        """The parts and frames of both sides."""
        found = []
        for side in "12":
            site, body = node.get(f"site{side}"), node.get(f"body{side}") or ("world" if side == "2" else "")
            if site and site in self.robot.model:
                marker: Any = self.robot.model.markers[site]
                found.append((self.robot.model.get("PART", marker.part), self.robot.model.frame_of(marker.id)))
            elif not site and body in self.robot.bodies:
                found.append(self.robot.bodies[body])
            else:
                self.losses.error(node, "E107", f"There is no {site or body!r}.", "name a body or a site.")
                return None
        return found[0], found[1]

    def _couple(self, node: Node) -> None:
        coefficients = (*reals(node, "polycoef", (0.0, 1.0), self.losses, count=0), 0.0, 0.0, 0.0, 0.0)[:5]
        first, second = self.robot.axes.get(node.get("joint1")), self.robot.axes.get(node.get("joint2"))
        if first is None or (second is None and node.get("joint2")):
            self.losses.error(node, "E107", "One of the joints is not there.", "name two joints.")
            return
        name = self.robot.name(node.get("name") or f"{first.element.name}.equality")
        if second is None:
            kind = "ROTATION" if first.turns else "TRANSLATION"
            self.robot.model.new("MOTION", name, joint=first.element, axis=kind, function=coefficients[0])
        elif coefficients[0] or any(coefficients[2:]):
            self.losses.changes("equality of joints that is not proportional", node, "A COUPLER is linear.")
        else:
            self.robot.model.new(
                "COUPLER", name, joints=(first.element, second.element), scales=(1.0, -coefficients[1]),
                type=tuple("R" if axis.turns else "T" for axis in (first, second)),
            )  # fmt: skip


def _between(text: str, limits: tuple[float, float] | None) -> str:
    return f"MAX({limits[0]!r}, MIN({limits[1]!r}, {text}))" if limits is not None else text


def _force(
    law: tuple[float, tuple[float, ...], float], u: str, gear: float, axis: Axis, limits: tuple[float, float] | None
) -> str:
    """Equation (1) as an expression."""
    gain, bias, damped = law
    terms = [f"{gain!r}*{u}"] if gain else []
    terms += [f"{bias[0]!r}"] if bias[0] else []
    terms += [f"{bias[1] * gear!r}*{axis.coordinate()}"] if bias[1] else []
    terms += [f"{bias[2] * gear!r}*{axis.rate()}"] if bias[2] else []
    terms += [f"{damped * gear!r}*{u}*{axis.rate()}"] if damped else []
    force = " + ".join(terms).replace("+ -", "- ") or "0"
    force = _between(force, limits)
    return force if gear == 1.0 else f"{gear!r}*({force})"
