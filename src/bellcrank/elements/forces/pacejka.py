"""The Magic Formula of Pacejka, version 2002 (PAC2002, MF-Tyre 5.2): steady state, pure and combined slip.

Formula   y = D sin(C atan(B x - E (B x - atan(B x)))) + S_V                                                       (1)
          with dfz = (Fz - Fz0)/Fz0, Fz0 = FNOMIN LFZO, camber g, slip k, angle a, factors of eqs. (4.E9)-(4.E78)
Fx        (1) of k + S_Hx, times G_xa;  Fy  (1) of a + S_Hy, times G_yk, plus S_Vyk                                 (2)
Mz        -trail Fy0 + M_zr of pure side slip                                                                     (3)
My        -R0 Fz QSY1 LMY (rolling resistance);  Mx  R0 Fz (QSX1 - QSX2 g + QSX3 Fy/Fz0) LMX                        (4)
Left out  relaxation lengths, turn slip, inflation pressure, the influence of Fx on Mz.
Signs     ISO: x forward, y left, z up; a > 0 where the contact point moves to the left, so that PKY1 is negative.
References  Pacejka (2002), Tyre and Vehicle Dynamics, section 4.3.2, eqs. (4.E1)-(4.E78).  Adams Tire: PAC2002.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from bellcrank.elements.forces.formula import Formula, Value, call

NEEDED = ("FNOMIN", "PCX1", "PDX1", "PKX1", "PCY1", "PDY1", "PKY1", "PKY2")


def magic(b: Value, c: Value, d: Value, e: Value, x: Value) -> Formula:
    """(1) without S_V."""
    bx = Formula.of(b * x)
    return Formula.of(d) * call("SIN", c * call("ATAN", bx - e * (bx - call("ATAN", bx))))


def weight(b: Value, c: Value, e: Value, x: Value) -> Formula:
    """cos(C atan(B x - E (B x - atan(B x))))."""
    bx = Formula.of(b * x)
    return call("COS", c * call("ATAN", bx - e * (bx - call("ATAN", bx))))


class Tyre:
    """One tyre: its coefficients, and the formulas of its load and slips. Scale factors left out are one."""

    def __init__(self, p: Mapping[str, float], fz: Formula, load: Formula, camber: Formula) -> None:
        self.p, self.fz, self.load, self.camber = p, fz, load, camber
        self.fz0 = p["FNOMIN"] * self("LFZO")
        self.dfz = (fz - self.fz0) / self.fz0

    def __call__(self, name: str) -> float:
        return float(self.p.get(name, 1.0 if name.startswith("L") else 0.0))

    def line(self, *names: str) -> Formula:
        """a + b dfz + c dfz^2."""
        total = Formula.of(self(names[0]))
        for power, name in enumerate(names[1:], start=1):
            if self(name):
                total = total + self(name) * self.dfz**power
        return total

    def longitudinal(self, k: Formula) -> Formula:
        """Fx of pure slip, (4.E9)-(4.E18)."""
        g = self.camber * self("LGAX")
        x = k + self.line("PHX1", "PHX2") * self("LHX")
        mu = self.line("PDX1", "PDX2") * (1.0 - self("PDX3") * g * g) * self("LMUX")
        c = self("PCX1") * self("LCX")
        e = self.line("PEX1", "PEX2", "PEX3") * (1.0 - self("PEX4") * call("SIGN", 1.0, x)) * self("LEX")
        stiff = self.line("PKX1", "PKX2") * call("EXP", self("PKX3") * self.dfz) * self("LKX")
        shift = self.fz * self.line("PVX1", "PVX2") * self("LVX") * self("LMUX")
        return magic(stiff / (c * mu), c, mu * self.fz, call("MIN", 1.0, e), x) + shift

    def friction_y(self) -> Formula:
        g = self.camber * self("LGAY")
        return self.line("PDY1", "PDY2") * (1.0 - self("PDY3") * g * g) * self("LMUY")

    def cornering(self) -> tuple[Formula, Formula, Formula, Formula]:
        """K_y, B_y, S_Hy and S_Vy, (4.E24)-(4.E30)."""
        g = self.camber * self("LGAY")
        k = Formula.of(self("PKY1") * self.p["FNOMIN"] * self("LFZO") * self("LKY"))
        k = (
            k
            * call("SIN", 2.0 * call("ATAN", self.load / (self("PKY2") * self.fz0)))
            * (1.0 - self("PKY3") * call("ABS", g))
        )
        b = k / (self("PCY1") * self("LCY") * self.friction_y() * self.load)
        side = self.line("PHY1", "PHY2") * self("LHY") + self("PHY3") * g
        up = self.line("PVY1", "PVY2") * self("LVY") + self.line("PVY3", "PVY4") * g
        return k, b, side, self.fz * up * self("LMUY")

    def lateral(self, a: Formula) -> Formula:
        """Fy of pure side slip, (4.E19)-(4.E30)."""
        g = self.camber * self("LGAY")
        _, b, side, up = self.cornering()
        y = a + side
        e = self.line("PEY1", "PEY2") * (1.0 - (self("PEY3") + self("PEY4") * g) * call("SIGN", 1.0, y)) * self("LEY")
        return magic(b, self("PCY1") * self("LCY"), self.friction_y() * self.fz, call("MIN", 1.0, e), y) + up

    def aligning(self, a: Formula, fy: Formula) -> Formula:
        """Mz of pure side slip, (4.E31)-(4.E49)."""
        g, r0 = self.camber * self("LGAZ"), self.p["UNLOADED_RADIUS"]
        k, b_y, side, up = self.cornering()
        x = a + self.line("QHZ1", "QHZ2") + self.line("QHZ3", "QHZ4") * g
        b = self.line("QBZ1", "QBZ2", "QBZ3") * (1.0 + self("QBZ4") * g + self("QBZ5") * call("ABS", g))
        b = b * (self("LKY") / self("LMUY"))
        d = (
            self.fz
            * self.line("QDZ1", "QDZ2")
            * (1.0 + self("QDZ3") * g + self("QDZ4") * g * g)
            * (r0 / self.fz0 * self("LTR"))
        )
        e = 1.0 + (self("QEZ4") + self("QEZ5") * g) * (2.0 / math.pi) * call("ATAN", b * self("QCZ1") * x)
        trail = d * weight(b, self("QCZ1"), call("MIN", 1.0, self.line("QEZ1", "QEZ2", "QEZ3") * e), x) * call("COS", a)
        b_r = self("QBZ9") * self("LKY") / self("LMUY") + self("QBZ10") * b_y * self("PCY1") * self("LCY")
        d_r = self.line("QDZ6", "QDZ7") * self("LRES") + self.line("QDZ8", "QDZ9") * g
        rest = (
            self.fz * d_r * (r0 * self("LMUY")) * call("COS", call("ATAN", b_r * (a + side + up / k))) * call("COS", a)
        )
        return -trail * fy + rest

    def with_side_slip(self, fx: Formula, k: Formula, a: Formula) -> Formula:
        """Fx of combined slip, (4.E50)-(4.E57)."""
        b = self("RBX1") * call("COS", call("ATAN", self("RBX2") * k)) * self("LXAL")
        e, shift, c = call("MIN", 1.0, self.line("REX1", "REX2")), self("RHX1"), self("RCX1")
        return fx * weight(b, c, e, a + shift) / weight(b, c, e, shift)

    def with_slip(self, fy: Formula, k: Formula, a: Formula) -> Formula:
        """Fy of combined slip, (4.E58)-(4.E67)."""
        b = self("RBY1") * call("COS", call("ATAN", self("RBY2") * (a - self("RBY3")))) * self("LYKA")
        e, shift, c = call("MIN", 1.0, self.line("REY1", "REY2")), self.line("RHY1", "RHY2"), self("RCY1")
        d = self.friction_y() * self.fz * (self.line("RVY1", "RVY2") + self("RVY3") * self.camber)
        d = d * call("COS", call("ATAN", self("RVY4") * a))
        more = d * call("SIN", self("RVY5") * call("ATAN", self("RVY6") * k)) * self("LVYKA")
        return fy * weight(b, c, e, k + shift) / weight(b, c, e, shift) + more
