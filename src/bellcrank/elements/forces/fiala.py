"""The tyre of Fiala: forces of a brush tyre in steady state, without camber.

Slip      S longitudinal, t the tangent of the slip angle; total min(1, sqrt(S^2 + t^2))
Friction  U = UMAX - (UMAX - UMIN) total                                                                           (1)
Fx        CSLIP S where |S| CSLIP <= U Fz/2, else sign(S) (U Fz - (U Fz)^2/(4 |S| CSLIP))                         (2)
Fy        -U Fz (1 - H^3) sign(t),  H = max(0, 1 - CALPHA |t|/(3 U Fz))                                           (3)
Mz        U Fz WIDTH (1 - H) H^3 sign(t)                                                                          (4)
Both directions share U; there is no friction ellipse beyond that.
References  Fiala (1954), VDI-Z 96, 973-979;  the same formulas as in Adams Tire and in Chrono's ChFialaTire.
"""

from __future__ import annotations

from collections.abc import Mapping

from bellcrank.elements.forces.formula import Formula, Value, call, if_positive

NEEDED = ("CSLIP", "CALPHA", "UMIN", "UMAX")
TINY = 1e-14
"""Under the root of the total slip: it has a slope at zero too."""


def fiala(p: Mapping[str, float], fz: Formula, load: Formula, s: Formula, t: Formula) -> dict[str, Value]:
    """Fx, Fy and Mz of (2) to (4); `load` is Fz, but never zero."""
    total = call("MIN", 1.0, call("SQRT", s * s + t * t + TINY))
    u = p["UMAX"] - (p["UMAX"] - p["UMIN"]) * total
    grip, sign = u * fz, call("SIGN", 1.0, t)
    part = call("ABS", s) * p["CSLIP"] / (u * load)
    fx = if_positive(part - 0.5, call("SIGN", 1.0, s) * grip * (1.0 - 0.25 / part), p["CSLIP"] * s)
    h = 1.0 - call("MIN", 1.0, call("ABS", t) * p["CALPHA"] / (3.0 * u * load))
    return {"FX": fx, "FY": -grip * (1.0 - h**3) * sign, "MZ": grip * p.get("WIDTH", 0.0) * (1.0 - h) * h**3 * sign}
