"""What a user subroutine costs beside an expression of the same content.

    python benchmarks/user_functions.py

Forty forces between a body and ground, -k z (1 + z^2) - c v + sin 3z each: as an expression, as a Python function that
Numba compiles (slopes by differences, slopes given by the user), and as one that Python calls. CPU seconds of the
integration, best of five runs in turn; the ratio is that to the expression.
"""

from __future__ import annotations

import math
from typing import Any

FORCES, END, REPEATS = 40, 2.0, 5
HEAD = """body on springs
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/11, PART=1
PART/2, MASS=2, CM=20, IP=1,1,1, QG=0,0,0.1
MARKER/20, PART=2
JOINT/1, TRANSLATIONAL, I=20, J=11
"""
EXPRESSION = "-100*{0}*(1+{0}**2)-3*{1}+SIN(3*{0})".format("DZ(20,11,11)", "VZ(20,11,11,11)")
MEASURES = ("DZ({0},{1},{1})", "VZ({0},{1},{1},{1})")


def strut(par: Any, z: float, v: float) -> float:
    """The same as EXPRESSION."""
    return -par[2] * z * (1.0 + z * z) - par[3] * v + math.sin(3.0 * z)


def slopes(par: Any, z: float, v: float) -> tuple[float, float]:
    """Its derivatives by z and v."""
    return -par[2] * (1.0 + 3.0 * z * z) + 3.0 * math.cos(3.0 * z), -par[3]


class Plain:
    """The same, called by Python."""

    def __call__(self, par: Any, z: float, v: float) -> float:
        return strut(par, z, v)


def seconds(function: str) -> float:
    """CPU seconds of one integration, from its own clock."""
    from bellcrank.model import load_text

    force = f"SFORCE/{{}}, TRANSLATION, ACTIONONLY, I=20, J=11, FUNCTION={function}\n"
    model, report = load_text(HEAD + "".join(force.format(n) for n in range(1, 1 + FORCES)) + "END\n")
    assert not report.errors, report.render()
    return float(model.simulate(end=END, steps=1, error=1e-8).attrs["statistics"]["cpu"])


def measure(repeats: int = REPEATS) -> dict[str, float]:
    """The best time of each way."""
    import bellcrank as bc

    bc.subroutine(*MEASURES, name="differences")(strut)
    bc.subroutine(*MEASURES, name="derivatives", derivatives=slopes)(strut)
    bc.subroutine(*MEASURES, name="python")(Plain())
    ways = {"expression": EXPRESSION}
    ways |= {name: f"USER(20,11,100,3)\\, ROUTINE=laws::{name}" for name in ("differences", "derivatives", "python")}
    return {
        way: min(found) for way, found in zip(ways, zip(*([seconds(f) for f in ways.values()] for _ in range(repeats))))
    }


if __name__ == "__main__":
    found = measure()
    print("| way | CPU s | of the expression |\n|---|---:|---:|")
    for way, cpu in found.items():
        print(f"| {way} | {cpu:.4f} | {cpu / found['expression']:.2f} |")
