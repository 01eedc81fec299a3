"""FRICTION: Coulomb friction with sticking in a joint.

    FRICTION/id, JOINT=id, MU_STATIC=r, MU_DYNAMIC=r [, STICTION_TRANSITION_VELOCITY=r]
            [, MAX_STICTION_DEFORMATION=r] ...

Notation      v slip velocity on the friction surface (R w for a rotation), x creep; vs, D the two thresholds;
              Fx..Tz reaction of the joint on I in J axes. Components of v and x: see Results.
Equation      |v| >= q vs:       mu = -mud v^,  q = TRANSITION_VELOCITY_COEFFICIENT                       (1)
              vs <= |v| < q vs:  mu = -STEP5(|v|, vs, mus, q vs, mud) v^                                  (2)
              |v| < vs:          mu = -b mus v^ - (1-b) mus STEP5(|x|, -D, -1, D, 1) x^,
                                 b = STEP5(|v|, -vs, -1, vs, 1),  x' = v, zero when |v| falls below vs    (3)
Normal load   translational N = sqrt(Fx^2+Fy^2) + sqrt(Tx^2+Ty^2)/Xs + |Tz|/Rn                            (4)
              revolute      M = Rn |Fz| + Rp sqrt(Fx^2+Fy^2) + (Rp/Rb) sqrt(Tx^2+Ty^2),  v = Rp w         (5)
              cylindrical   N = sqrt(Fx^2+Fy^2) + sqrt(Tx^2+Ty^2)/Xs, slip vector (z', Rp w)              (6)
              spherical     M = Rb |F|;  hooke, universal: as (5) about the bar of the yoke               (7)
              Xs is INITIAL_OVERLAP, and plus (INCREASE) or minus (DECREASE) the way of I along z_J
              INPUTS leaves terms out: REACTION_FORCE those of F, BENDING_MOMENT of Tx and Ty, TORSIONAL_MOMENT
              of Tz, PRELOAD the preload
Friction      (mu N + preload) along mu/|mu| saturated as mu/mus is, at most MAX_FRICTION_FORCE (torques alike)  (8)
LUGRE         z' = v - s0 |v| z/g(v),  g = mud + (mus - mud) exp(-(|v|/v0)^n),  mu = -(s0 z + s1 z' + s2 v)   (9)
              component by component; s0 bristle stiffness, s1 damping, s2 viscous friction, v0 Stribeck velocity
Reaction      on J the opposite, at the same point. N depends on the multipliers of the joint: both are found together.
Results       FX..TZ on I; MUX..MUZ, VX..VZ, CREEP_X.. of translations, MURX.., WX.. (surface speed), CREEP_AX.. of
              rotations (z: along and about z_J or the bar; a ball: axes of I), MU1 = |mu|, BETA = b
Choices       where the documentation is silent: creep never exceeds D (the surface slips); EFFECT = SLIDING uses mud
              everywhere and no creep, with the slope b at rest; EFFECT = STICTION lets mu fall to zero in (2);
              SMOOTH has no effect.
Fails when    joints are redundant: their reactions, and so the friction, are not unique.
References    (1)-(3) fit a published run of another solver with spherical joints to 1e-18; (4)-(8) follow the
              documentation of Adams: FRICTION.  (9) Canudas de Wit, Olsson, Astrom, Lischinsky: A new model for control
              of systems with friction, IEEE Trans. Automatic Control 40 (1995), equations 1 to 4.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from bellcrank.errors import Message, UnsupportedError
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.fields import choice, quantity, reference, text, words
from bellcrank.schema.vocabulary import Vocabulary

FORMS = {"SLIDE": 0, "TURN": 1, "YOKE": 1, "BOTH": 2, "BALL": 3}
AXES = {"X": 0, "Y": 1, "Z": 2}
EFFECTS = {"ALL": 0.0, "STICTION": 1.0, "SLIDING": 2.0}


@element("FRICTION")
class Friction(Element):
    """Friction in a joint."""

    result_type = "Friction"
    rank = 40

    joint: int = reference("JOINT", required=True, doc="The joint with friction")
    formulation: str = choice("ORIGINAL LUGRE", "ORIGINAL", doc="Law of friction")
    mu_static: float | None = quantity("", minimum=0.0, doc="Coefficient of static friction")
    mu_dynamic: float | None = quantity("", minimum=0.0, doc="Coefficient of dynamic friction")
    stiction_transition_velocity: float = quantity("length/time", 0.1, above=0.0, doc="vs: sticking begins below")
    transition_velocity_coefficient: float = quantity("", 1.5, above=1.0, doc="Full sliding above this multiple of vs")
    max_stiction_deformation: float = quantity("length", 0.01, above=0.0, doc="D: creep at which sticking saturates")
    friction_force_preload: float = quantity("force", 0.0, doc="Friction force from the preload of the assembly")
    friction_torque_preload: float = quantity(
        "force*length", 0.0, doc="Friction torque from the preload of the assembly"
    )
    max_friction_force: float | None = quantity("force", minimum=0.0, doc="Largest friction force")
    max_friction_torque: float | None = quantity("force*length", minimum=0.0, doc="Largest friction torque")
    reaction_arm: float = quantity("length", 1.0, above=0.0, doc="Rn of translational joints")
    initial_overlap: float = quantity("length", 1000.0, above=0.0, doc="Xs at the start")
    overlap_delta: str = choice("CONSTANT INCREASE DECREASE", "CONSTANT", doc="How Xs changes with the displacement")
    pin_radius: float = quantity("length", 1.0, above=0.0, doc="Rp")
    friction_arm: float = quantity("length", 1.0, above=0.0, doc="Rn of revolute joints")
    bending_reaction_arm: float = quantity("length", 1.0, above=0.0, doc="Rb of revolute joints")
    ball_radius: float = quantity("length", 1.0, above=0.0, doc="Rb of spherical joints")
    yoke: str | None = choice("I_YOKE J_YOKE", doc="Axis with friction of hooke and universal joints")
    effect: str = choice("ALL STICTION SLIDING", "ALL", doc="Which part of the law is used")
    inputs: tuple[str, ...] = words(
        "ALL NONE PRELOAD REACTION_FORCE BENDING_MOMENT TORSIONAL_MOMENT",
        ("ALL",),
        doc="What loads the friction surface",
    )
    inactive: str | None = choice(
        "STATIC", doc="No friction in static analyses", spellings={"STATICS": "STATIC"}, others=("INACTIVE_DURING",)
    )
    smooth: float | None = quantity("", doc="Smoothing")
    bristle_stiffness_coefficient: float | None = quantity(None, doc="LUGRE: stiffness of the bristles")
    damping_coefficient: float | None = quantity(None, doc="LUGRE: damping of the bristles")
    viscous_friction_coefficient: float | None = quantity(None, doc="LUGRE: viscous friction")
    stribeck_velocity: float | None = quantity("length/time", doc="LUGRE: Stribeck velocity")
    decay_exponent: float | None = quantity("", doc="LUGRE: decay exponent")
    routine: str = text(doc="Library and name of the user subroutine")

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        for name in ("mu_static", "mu_dynamic"):
            if getattr(self, name) is None:
                yield self.message("E105", f"{name.upper()} is missing.", cure=f"add , {name.upper()} = 0.2.")
        joint: Any = model.find("JOINT", self.joint or 0)
        if joint is not None and not joint.slip:
            yield self.message(
                "E106",
                f"{joint.title} has no friction surface.",
                "Friction is for TRANSLATIONAL, REVOLUTE, CYLINDRICAL, HOOKE, UNIVERSAL and SPHERICAL joints.",
                "model it by an SFORCE, for instance.",
                at="joint",
            )
        if joint is not None and joint.slip == "YOKE" and self.yoke is None:
            yield self.message("E105", "YOKE is missing.", "The joint has two bars.", "add , YOKE = I_YOKE or J_YOKE.")

    def lower(self, to: Vocabulary) -> None:
        joint = to.model.get("JOINT", self.joint)
        if self.formulation == "LUGRE":
            raise UnsupportedError(self.message("E501", "FORMULATION = LUGRE is not simulated."))
        to.act_by_reaction(self, "FRICTION", joint, self._numbers(joint, to.model), self._surface(joint))

    def _surface(self, joint: Any) -> tuple[int, ...]:
        """Form, whether its bar e is on I, axis of e, axis across it on the other marker, rows of torque."""
        held = ("AT_POINT",) in joint.conditions
        torques = [c[1:] for c in joint.conditions if c[0] == "PERPENDICULAR"]
        pairs = [AXES[letter] for pair in torques for letter in pair]
        form, on_i, bar, across = FORMS[joint.slip], joint.slip == "BALL", 2, 0
        if joint.slip == "YOKE":
            on_i = self.yoke == "I_YOKE"
            bar, across = pairs if on_i else reversed(pairs)
        return (form, int(on_i), bar, across, int(held), len(torques), *(*pairs, *[0] * 6)[:6])

    def _numbers(self, joint: Any, model: Any) -> tuple[float, ...]:
        """What the kernels of friction_surface.py read."""
        given = {*self.inputs} if "ALL" not in self.inputs else {"PRELOAD", "REACTION_FORCE", "BENDING_MOMENT",
                                                                 "TORSIONAL_MOMENT"}  # fmt: skip
        force, bend, twist, preload = (
            float(word in given) for word in ("REACTION_FORCE", "BENDING_MOMENT", "TORSIONAL_MOMENT", "PRELOAD")
        )
        radius, grows = self.pin_radius, {"INCREASE": 1.0, "DECREASE": -1.0}.get(self.overlap_delta, 0.0)
        loads = {  # c_1 ... c_5, and the radius of the slip speed
            "SLIDE": (0.0, force, bend / self.initial_overlap, twist / self.reaction_arm, 0.0, 1.0),
            "BOTH": (0.0, force, bend / self.initial_overlap, 0.0, 0.0, radius),
            "BALL": (0.0, 0.0, 0.0, 0.0, force * self.ball_radius, self.ball_radius),
        }
        turning = (
            force * self.friction_arm,
            force * radius,
            bend * radius / self.bending_reaction_arm,
            0.0,
            0.0,
            radius,
        )
        *weights, lever = loads.get(joint.slip, turning)
        slides = joint.slip in ("SLIDE", "BOTH")
        (r_i, _), (r_j, a) = model.frame_of(joint.i), model.frame_of(joint.j)
        start = sum((p - q) * a[3 * n + 2] for n, (p, q) in enumerate(zip(r_i, r_j, strict=True)))
        dynamic, static = self.mu_dynamic or 0.0, self.mu_static or 0.0
        mu = {"STICTION": (static, 0.0), "SLIDING": (dynamic, dynamic)}.get(self.effect, (static, dynamic))
        largest = [math.inf if most is None else most for most in (self.max_friction_force, self.max_friction_torque)]
        return (
            self.stiction_transition_velocity, self.max_stiction_deformation, self.transition_velocity_coefficient, *mu,
            *weights, self.initial_overlap, grows if slides else 0.0, start, lever, radius,
            preload * self.friction_force_preload, preload * self.friction_torque_preload, *largest,
            EFFECTS[self.effect], float(self.inactive == "STATIC"),
        )  # fmt: skip
