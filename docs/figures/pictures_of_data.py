"""Pictures of equations, tables, results and settings."""

from __future__ import annotations

import math

from pictures_of_joints import picture
from sketch import BLUE, GREEN, GREY, INK, RED, Sketch

FLOWS = {
    "VARIABLE": ("e(q, t)", "VARVAL", "V = e\nalgebraic"),
    "DIFF": ("e(x, t)", "DIF", "x' = e\na state"),
    "LSE": ("u", "y", "x' = A x + B u\ny = C x + D u"),
    "TFSISO": ("u", "y", "a0 + a1 s + ...\nb0 + b1 s + ..."),
    "GSE": ("u", "y", "x' = f(t, x, u)\ny = g(t, x, u)"),
    "PINPUT": ("outside", "model", "VARIABLEs\nset from outside"),
    "POUTPUT": ("model", "outside", "VARIABLEs\nread from outside"),
    "PSTATE": ("model", "x", "VARIABLEs as\nstates of LINEAR"),
    "SENSOR": ("f(q, t)", "act", "f reaches VALUE:\nkeep, print, stop"),
    "REQUEST": ("markers", "columns", "MAG, X, Y, Z, ...\nor F1 to F8"),
    "MREQUEST": ("many", "columns", "one request\nfor each"),
    "FEMDATA": ("forces", "file", "loads of a part\nfor other programs"),
    "OUTPUT": ("results", "files", "REQSAVE, GRSAVE\nDSCALE, ..."),
    "RESULTS": ("results", ".res", "which groups\nof columns"),
    "STRING": ("", "elements", '"any text"'),
    "ENVIRONMENT": ("", "program", "NAME = VALUE"),
    "LIST": ("dataset", ".msg", "statements are\nechoed"),
    "NOLIST": ("dataset", "", "statements are\nnot echoed"),
}
"""Block diagrams: what enters, what leaves, what is done."""


def _flow(name: str) -> None:
    enters, leaves, words = FLOWS[name]

    @picture(name)
    def draw(s: Sketch) -> None:
        s.flow(enters, leaves, words)


for _name in FLOWS:
    _flow(_name)


@picture("TFSISO")
def tfsiso(s: Sketch) -> None:
    s.flow("u", "y", "a0 + a1 s + ...\n\nb0 + b1 s + ...")
    s.line((78, 67), (162, 67), width=1)


@picture("ARRAY")
def array(s: Sketch) -> None:
    for k in range(6):
        s.block(42 + 26 * k, 55, 26, 26, BLUE, 0).text(55 + 26 * k, 72, f"{k + 1}")
    s.text(120, 105, "ARYVAL(id, n): states, inputs, outputs, numbers")


@picture("MATRIX")
def matrix(s: Sketch) -> None:
    s.path("M75 25 H65 V110 H75 M165 25 H175 V110 H165", width=2)
    for i in range(4):
        for j in range(4):
            s.text(85 + 23 * j, 42 + 20 * i, f"a{i + 1}{j + 1}")


@picture("SPLINE")
def spline(s: Sketch) -> None:
    points = ((45, 100), (75, 60), (110, 85), (150, 40), (195, 55))
    s.axes(of="y", over="x").path(
        "M45 100 C55 80 65 60 75 60 S98 87 110 85 S135 42 150 40 S180 50 195 55", RED, width=2
    )
    for x, y in points:
        s.circle(x, y, 3, BLUE)


@picture("SURFACE")
def surface(s: Sketch) -> None:
    for k in range(6):
        x, y, z = 30 + 12 * k, 105 - 12 * k, 4 * math.sin(k) - 3 * k
        s.path(f"M{x} {y} C{x + 50} {y - 35} {x + 80} {y + 20} {x + 120} {y - 10}")
        s.path(f"M{30 + 24 * k} {105 + z:.1f} L{90 + 24 * k} {45 + z:.1f}", width=0.8)


@picture("ACCGRAV")
def accgrav(s: Sketch) -> None:
    s.block(75, 35, 90, 40, BLUE).circle(120, 55, 3, INK).arrow(120, 55, -90, 60, RED, "m g").marker(
        35, 110, "", 0, "xy", 22
    )


@picture("UNITS")
def units(s: Sketch) -> None:
    s.block(30, 50, 180, 30, "#fff8e1", 2)
    for k in range(19):
        s.line((35 + 9.5 * k, 50), (35 + 9.5 * k, 62 if k % 5 == 0 else 56), width=1)
    s.text(120, 75, "LENGTH, MASS, FORCE, TIME").text(120, 110, "UCF x force = mass x acceleration")


@picture("INTEGRATOR")
def integrator(s: Sketch) -> None:
    s.axes(of="q").path("M45 105 C80 20 120 30 150 75 S195 95 200 60", color="#7f9db9", width=2)
    for x, y in ((45, 105), (62, 74), (84, 46), (110, 40), (135, 58), (152, 77), (180, 86), (200, 60)):
        s.circle(x, y, 3, RED)
    s.text(150, 25, "ERROR, HMAX")


@picture("EQUILIBRIUM")
def equilibrium(s: Sketch) -> None:
    s.path("M20 40 C50 40 60 100 110 100 S160 60 180 60 S210 75 225 45", width=2).circle(110, 89, 10, BLUE)
    s.arrow(60, 55, -60, 28, GREEN).text(120, 128, "forces in balance")


@picture("IC")
def ic(s: Sketch) -> None:
    s.block(30, 80, 70, 10, GREY, turn=35).block(125, 55, 80, 10, BLUE, turn=-30).circle(92, 66, 4, "#fff").circle(
        131, 43, 4, "#fff"
    )
    s.arrow(126, 46, 210, 26, GREEN).text(120, 128, "parts are put together at the start")


def _four_bar(s: Sketch) -> None:
    s.ground(45, 108, 28).ground(165, 108, 28)
    s.line((60, 105), (80, 60), (160, 45), (180, 105), width=4, color="#7f9db9")
    for x, y in ((60, 105), (80, 60), (160, 45), (180, 105)):
        s.circle(x, y, 4, "#fff")


@picture("KINEMATICS")
def kinematics(s: Sketch) -> None:
    _four_bar(s)
    s.turn(60, 105, 26, 20, 110, GREEN, "e(t)").text(120, 130, "no freedom left")


@picture("LSOLVER")
def lsolver(s: Sketch) -> None:
    s.block(70, 15, 100, 100, "#fff", 0)
    for k in range(10):
        for j in {k, min(9, k + 1), max(0, k - 1), (7 * k + 3) % 10}:
            s.block(71 + 9.8 * j, 16 + 9.8 * k, 8, 8, BLUE, 0)


@picture("PREFERENCES")
def preferences(s: Sketch) -> None:
    for k, at in enumerate((90, 150, 120)):
        s.line((60, 40 + 30 * k), (180, 40 + 30 * k)).circle(at, 40 + 30 * k, 6, BLUE)


@picture("DEBUG")
def debug(s: Sketch) -> None:
    _four_bar(s)
    s.circle(125, 55, 26, "none", INK, 2.5).line((144, 74), (168, 98), width=5)


@picture("PART GROUND")
def ground(s: Sketch) -> None:
    s.ground(40, 90, 160).marker(120, 80, "", 0, "xy", 34)
