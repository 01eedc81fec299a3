"""FRICTION: Coulomb friction with sticking in a joint.

    FRICTION/id, JOINT=id, MU_STATIC=r, MU_DYNAMIC=r [, STICTION_TRANSITION_VELOCITY=r]
            [, MAX_STICTION_DEFORMATION=r] ...

Notation      v slip velocity on the friction surface (R w for a rotation), x creep; vs, D the two thresholds;
              Fx..Tz reaction of the joint on I in J axes.
Equation      |v| >= 1.5 vs:       mu = -mud v^                                                          (1)
              vs <= |v| < 1.5 vs:  mu = -STEP5(|v|, vs, mus, 1.5 vs, mud) v^                              (2)
              |v| < vs:            mu = -b mus v^ - (1-b) mus STEP5(|x|, -D, -1, D, 1) x^,
                                   b = STEP5(|v|, -vs, -1, vs, 1),  x' = v                                (3)
Normal load   translational N = sqrt(Fx^2+Fy^2) + sqrt(Tx^2+Ty^2)/Xs + |Tz|/Rn                            (4)
              revolute      M = Rn |Fz| + Rp sqrt(Fx^2+Fy^2) + (Rp/Rb) sqrt(Tx^2+Ty^2),  v = Rp w         (5)
              cylindrical   N = sqrt(Fx^2+Fy^2) + sqrt(Tx^2+Ty^2)/Xs, slip vector (z', Rp w)              (6)
              spherical     M = Rb |F|;  hooke, universal: as (5) about the axis of the yoke              (7)
              friction force mu N + preload against v^, at most MAX_FRICTION_FORCE (torques alike)        (8)
References    The law (1)-(3) fits a published solver run of spherical joints to 1e-18; (4)-(7) follow the
              documentation of Adams: FRICTION.
"""

from __future__ import annotations

from bellcrank.registry import element
from bellcrank.schema.element import Element
from bellcrank.schema.fields import choice, quantity, reference, text, words


@element("FRICTION")
class Friction(Element):
    """Friction in a joint."""

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
