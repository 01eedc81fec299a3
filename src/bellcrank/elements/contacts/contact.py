"""CONTACT: forces between the surfaces of two parts.

    CONTACT/id, IGEOM=id1[,id2..], JGEOM=id1[,id2..], {IMPACT, STIFFNESS=k, EXPONENT=e, DAMPING=c, DMAX=d
              | POISSON, PENALTY=p, RESTITUTION_COEFFICIENT=r | NORMAL_FUNCTION=USER(..) [, NORMAL_ROUTINE=lib::sub]}
              [, COULOMB_FRICTION={OFF|ON|DYNAMICS_ONLY}, MU_STATIC=r, MU_DYNAMIC=r,
                 STICTION_TRANSITION_VELOCITY=r, FRICTION_TRANSITION_VELOCITY=r
                 [, STICTION={OFF|ON}, MAX_STICTION_DEFORMATION=r]
               | , FRICTION_FUNCTION=USER(..) [, FRICTION_ROUTINE=lib::sub]]

Notation      g >= 0 depth of penetration, g' its rate; normal n pushes I away from J.
Equation      IMPACT   Fn = max(0, k g^e + STEP(g, 0, 0, d, c) g')                                       (1)
              POISSON  Fn = p g STEP(v, -vt, 1, vt, r^2), v the speed of separation, vt small: the loading
                       follows p g, the unloading r^2 p g, so that a blow separates with the speed ratio r  (2)
Friction      slip speed v:  |v| <= vs: mu = -STEP(v, -vs, -mus, vs, mus);
              vs < |v| < vd: mu = -sign(v) STEP(|v|, vs, mus, vd, mud);  |v| >= vd: mu = -sign(v) mud       (3)
User laws     NORMAL_FUNCTION (CNFSUB) is a Python function f(par, g, g') -> Fn, FRICTION_FUNCTION (CFFSUB) a function
              f(par, v) -> mu of the slip speed; the force mu Fn acts against the slip                              (4)
Sticking      STICTION = ON: a spring beside (3) holds while |v| < vs, with at most mus Fn at the creep
              MAX_STICTION_DEFORMATION (0.01 length units where not given)                                          (5)
Curves        ARC, CIRCLE, CURVE, OUTLINE touch curves, POINTs and PLANEs in their plane. Closed curves enclose
              material; of an open one the right side is free as its parameter grows; IFLIP, JFLIP: the other side.
Units         k is force/length^e: on a change of the length unit it is scaled with the power e.
References    Lankarani, Nikravesh (1990), J. Mech. Des. 112, 369-376, for the form of (1).  Adams: CONTACT.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bellcrank.errors import Message, ModelError, Report, UnsupportedError
from bellcrank.registry import element
from bellcrank.schema.element import Element, Elements
from bellcrank.schema.expression import Expression
from bellcrank.schema.fields import choice, expression, flag, one_of, quantity, reference, references, text, words
from bellcrank.schema.subroutine import law
from bellcrank.schema.vocabulary import Vocabulary

NEEDS = {
    "IMPACT": ("stiffness", "exponent", "damping", "dmax"),
    "POISSON": ("penalty", "restitution_coefficient"),
}
BLEND = 1e-3
"""POISSON: speed in m/s over which loading becomes unloading."""
USER_LAWS = {"normal_function": ("CNFSUB", (0.0, 1.0)), "friction_function": ("CFFSUB", (0.0,))}
"""Names of the subroutines, and what they get: depth and its rate; slip speed. Depth and speed are never below 0,
and no difference is taken across it."""
DEFORMATION = 0.01
"""MAX_STICTION_DEFORMATION where it is not given, in length units, as in FRICTION."""
FRICTION_NEEDS = ("mu_static", "mu_dynamic", "stiction_transition_velocity", "friction_transition_velocity")


def _stiffness(contact: Any) -> str:
    """k g^e is a force."""
    return f"force/length**{contact.exponent!r}" if contact.exponent is not None else "force/length"


@element("CONTACT")
class Contact(Element):
    """Normal and friction forces between surfaces."""

    result_type = "Contact"

    law: str | None = one_of("IMPACT POISSON", doc="Law of the normal force")
    augmented_lagrangian_formulation: bool = flag("POISSON: refine the normal force by iteration")
    type: str = text(doc="Kinds of geometry, for instance SOLID_TO_SOLID; for information")
    igeom: tuple[int, ...] | None = references("GRAPHICS", doc="Surfaces of one part")
    jgeom: tuple[int, ...] | None = references("GRAPHICS", doc="Surfaces of the other part")
    iflex: int | None = reference("FLEX_BODY", doc="Flexible body on the I side")
    jflex: int | None = reference("FLEX_BODY", doc="Flexible body on the J side")
    stiffness: float | None = quantity(_stiffness, minimum=0.0, doc="IMPACT: k of equation (1)")
    damping: float | None = quantity("force*time/length", minimum=0.0, doc="IMPACT: largest damping c")
    dmax: float | None = quantity("length", above=0.0, doc="IMPACT: penetration d of full damping")
    exponent: float | None = quantity("", above=0.0, doc="IMPACT: exponent e")
    penalty: float | None = quantity("force/length", minimum=0.0, doc="POISSON: stiffness p")
    restitution_coefficient: float | None = quantity(
        "", minimum=0.0, maximum=1.0, doc="POISSON: speed ratio r of a blow"
    )
    normal_function: Expression | None = expression(None, doc="USER(...): normal force from a Python function")
    normal_routine: str = text(doc="Library and name of the subroutine of the normal force")
    coulomb_friction: str = choice("OFF ON DYNAMICS_ONLY", "OFF", doc="Friction")
    mu_static: float | None = quantity("", minimum=0.0, doc="Coefficient of friction at vs")
    mu_dynamic: float | None = quantity("", minimum=0.0, doc="Coefficient of friction above vd")
    stiction_transition_velocity: float | None = quantity("length/time", above=0.0, doc="vs of equation (3)")
    friction_transition_velocity: float | None = quantity("length/time", above=0.0, doc="vd of equation (3)")
    stiction: str = choice("OFF ON", "OFF", doc="A spring holds where the surfaces stick")
    max_stiction_deformation: float | None = quantity(
        "length", above=0.0, doc="STICTION: largest stretch of that spring"
    )
    friction_function: Expression | None = expression(None, doc="USER(...): friction from a Python function")
    friction_routine: str = text(doc="Library and name of the subroutine of the friction force")
    iflip: tuple[str, ...] = words(
        "TRUE FALSE", (), spellings={"YES": "TRUE", "NO": "FALSE"}, doc="Normals of I curves turned"
    )
    jflip: tuple[str, ...] = words(
        "TRUE FALSE", (), spellings={"YES": "TRUE", "NO": "FALSE"}, doc="Normals of J curves turned"
    )

    def check(self, model: Elements) -> Iterator[Message]:
        yield from super().check(model)
        values = self.__dict__
        for side, other in (("igeom", "iflex"), ("jgeom", "jflex")):
            if self.lacks(side) and self.lacks(other):
                yield self.message("E105", f"{side.upper()} is missing.", cure=f"add , {side.upper()} = GRAPHICS ids.")
        if self.law is None and "normal_function" not in values:
            yield self.message("E105", "The law of the normal force is missing.", cure="add IMPACT or POISSON.")
        needed = NEEDS.get(self.law or "", ())
        if self.coulomb_friction != "OFF" and "friction_function" not in values:
            needed += FRICTION_NEEDS
        for attribute in needed:
            if self.lacks(attribute):
                yield self.message(
                    "E105",
                    f"{attribute.upper()} is missing.",
                    f"{self.law if attribute in NEEDS.get(self.law or '', ()) else 'COULOMB_FRICTION'} needs it.",
                    f"add , {attribute.upper()} = number.",
                )
        slow, fast = values.get("stiction_transition_velocity"), values.get("friction_transition_velocity")
        if slow is not None and fast is not None and fast < slow:
            yield self.message(
                "E106",
                f"FRICTION_TRANSITION_VELOCITY = {fast:g} is less than STICTION_TRANSITION_VELOCITY = {slow:g}.",
                "The coefficient goes from MU_STATIC at the one to MU_DYNAMIC at the other.",
                "exchange them, or make the first one larger.",
                at="friction_transition_velocity",
            )

    def attach(self, model: Any) -> Element | None:
        """A copy with the Python functions of its USER(...) laws (4)."""
        asked = {name: usual for name, usual in USER_LAWS.items() if self._asks(name)}
        if not asked:
            return None
        twin = self.copy()
        twin.__dict__["laws"] = {name: law(self, name, *usual, model) for name, usual in asked.items()}
        return twin

    def _asks(self, name: str) -> bool:
        """Whether a law is that of a user subroutine."""
        given = self.__dict__.get(name)
        return given is not None and (name != "normal_function" or self.law is None)

    def lower(self, to: Vocabulary) -> None:
        self._refuse(to.model)
        laws = self.__dict__.get("laws", {})
        numbers: tuple[float | None, ...]
        if "normal_function" in laws:
            numbers = (2.0, 0.0, 0.0, 0.0, 0.0)
        elif self.law == "POISSON":
            numbers = (1.0, self.penalty, (self.restitution_coefficient or 0.0) ** 2, self._blending(to.model), 1.0)
        else:
            numbers = (0.0, self.stiffness, self.exponent, self.damping, self.dmax)
        modes = {"OFF": 0.0, "ON": 1.0, "DYNAMICS_ONLY": 2.0}
        rubbing = (modes[self.coulomb_friction], *(getattr(self, name) or 0.0 for name in FRICTION_NEEDS))
        if "friction_function" in laws:
            rubbing = (3.0, 0.0, 0.0, 0.0, 0.0)
        held = self.max_stiction_deformation or DEFORMATION
        stuck = held if self.stiction == "ON" and rubbing[0] == modes["ON"] else 0.0
        functions = tuple(laws.get(name) for name in USER_LAWS)
        given = (*(float(n or 0.0) for n in numbers), *rubbing, stuck)
        to.touch(self, self.igeom or (), self.jgeom or (), given, functions)

    def _blending(self, model: Any) -> float:
        """vt of equation (2) in units of the model."""
        return BLEND * float(model.units.si("time") / model.units.si("length")) if model.units.known else BLEND

    def _refuse(self, model: Any) -> None:
        """What lacks something, also where it was built in Python; what is read, but not simulated."""
        if wrong := [m for m in self.check(model) if m.severity == "error"]:
            raise ModelError(Report(wrong))
        if self.__dict__.get("iflex") or self.__dict__.get("jflex"):
            what = "A flexible body of a CONTACT cannot be simulated."
            raise UnsupportedError(self.message("E512", what, cure="use the solid of a rigid part."))
