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
              component by component; s0 bristle stiffness, s1 damping, s2 viscous friction, v0 Stribeck velocity;
              defaults 100, 0.316, 0.0004, vs, n = 2. |v| of several components as in (6)
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
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from bellcrank.elements.forces.formula import Formula, call, measure
from bellcrank.errors import Message
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.fields import choice, quantity, reference, text, words
from bellcrank.schema.vocabulary import Vocabulary

FORMS = {"SLIDE": 0, "TURN": 1, "YOKE": 1, "BOTH": 2, "BALL": 3}
AXES = {"X": 0, "Y": 1, "Z": 2}
EFFECTS = {"ALL": 0.0, "STICTION": 1.0, "SLIDING": 2.0, "LUGRE": 3.0}


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
        surface = self._surface(joint)
        states = [to.inner_state(self, law, 0.0) for law in self._bristles(joint, surface)]
        to.act_by_reaction(self, "FRICTION", joint, self._numbers(joint, to.model), surface, states)

    def _bristles(self, joint: Any, surface: Sequence[int]) -> list[Callable[[int], Formula]]:
        """The rates of the deflections (9), one for each component of the slip; none for the other law."""
        if self.formulation != "LUGRE":
            return []
        i, j, e, letter = joint.i, joint.j, joint.i if surface[1] else joint.j, "XYZ"[surface[2]]
        slide, turn = measure("VZ", i, j, j, j), self._lever(joint) * measure(f"W{letter}", i, j, e)
        ball = [self._lever(joint) * measure(f"W{axis}", i, j, i) for axis in "XYZ"]
        slips = {"SLIDE": [slide], "BOTH": [slide, turn], "BALL": ball}.get(joint.slip, [turn])
        squares = [v**2 for v in slips]
        speed = call("SQRT", sum(squares[1:], squares[0])) if len(slips) > 1 else call("ABS", slips[0])
        s0, _, _, v0, n = self._bristle_numbers()
        mus, mud = self.mu_static or 0.0, self.mu_dynamic or 0.0
        g = mud + (mus - mud) * call("EXP", -((speed / v0) ** n))
        return [lambda id, v=v: v - s0 * speed * measure("DIF", id) / g for v in slips]  # type: ignore[misc]

    def _bristle_numbers(self) -> tuple[float, ...]:
        """s0, s1, s2, v0 and n of (9)."""
        given = (
            self.bristle_stiffness_coefficient,
            self.damping_coefficient,
            self.viscous_friction_coefficient,
            self.stribeck_velocity,
            self.decay_exponent,
        )
        defaults = 100.0, 0.316, 0.0004, self.stiction_transition_velocity, 2.0
        return tuple(b if a is None else a for a, b in zip(given, defaults, strict=True))

    def _lever(self, joint: Any) -> float:
        """The radius at which a rotation slips."""
        return self.ball_radius if joint.slip == "BALL" else 1.0 if joint.slip == "SLIDE" else self.pin_radius

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

    def _load(self, joint: Any, force: float, bend: float, twist: float) -> tuple[float, ...]:
        """The factors of |Fz|, of Fx and Fy, of Tx and Ty, of |Tz| and of |F| in (4) to (7)."""
        pin, overlap = self.pin_radius, self.initial_overlap
        turning = (force * self.friction_arm, force * pin, bend * pin / self.bending_reaction_arm, 0.0, 0.0)
        return {
            "SLIDE": (0.0, force, bend / overlap, twist / self.reaction_arm, 0.0),
            "BOTH": (0.0, force, bend / overlap, 0.0, 0.0),
            "BALL": (0.0, 0.0, 0.0, 0.0, force * self.ball_radius),
        }.get(joint.slip, turning)

    def _numbers(self, joint: Any, model: Any) -> tuple[float, ...]:
        """What the kernels of friction_surface.py read."""
        given = {*self.inputs} if "ALL" not in self.inputs else {"PRELOAD", "REACTION_FORCE", "BENDING_MOMENT",
                                                                 "TORSIONAL_MOMENT"}  # fmt: skip
        force, bend, twist, preload = (
            float(word in given) for word in ("REACTION_FORCE", "BENDING_MOMENT", "TORSIONAL_MOMENT", "PRELOAD")
        )
        grows = {"INCREASE": 1.0, "DECREASE": -1.0}.get(self.overlap_delta, 0.0) * (joint.slip in ("SLIDE", "BOTH"))
        (r_i, _), (r_j, a) = model.frame_of(joint.i), model.frame_of(joint.j)
        start = sum((p - q) * a[3 * n + 2] for n, (p, q) in enumerate(zip(r_i, r_j, strict=True)))
        dynamic, static = self.mu_dynamic or 0.0, self.mu_static or 0.0
        effect = "LUGRE" if self.formulation == "LUGRE" else self.effect
        mu = {"STICTION": (static, 0.0), "SLIDING": (dynamic, dynamic)}.get(effect, (static, dynamic))
        if effect == "LUGRE":  # the bristles carry the coefficient: in steady sliding the preload is what is given
            preload /= dynamic or 1.0
        largest = [math.inf if most is None else most for most in (self.max_friction_force, self.max_friction_torque)]
        return (
            self.stiction_transition_velocity, self.max_stiction_deformation, self.transition_velocity_coefficient, *mu,
            *self._load(joint, force, bend, twist), self.initial_overlap, grows, start, self._lever(joint),
            self.pin_radius, preload * self.friction_force_preload, preload * self.friction_torque_preload, *largest,
            EFFECTS[effect], float(self.inactive == "STATIC"), *self._bristle_numbers(),
        )  # fmt: skip
