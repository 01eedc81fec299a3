"""Pictures of joints, primitives and other constraints: what is fixed (grey, J), what moves (blue, I), and how."""

from __future__ import annotations

import math
from collections.abc import Callable

from sketch import BLUE, GREEN, GREY, INK, Sketch

PICTURES: dict[str, Callable[[Sketch], object]] = {}
"""Statement, or statement and kind -> what draws it."""


def picture(name: str) -> Callable[[Callable[[Sketch], object]], Callable[[Sketch], object]]:
    """Register the picture of a statement."""

    def register(draw: Callable[[Sketch], object]) -> Callable[[Sketch], object]:
        PICTURES[name] = draw
        return draw

    return register


def bars(s: Sketch, angle: float = 25) -> None:
    """Two links that meet in the middle: J to the left, I to the right."""
    s.block(25, 63, 95, 14, GREY).block(120 - 7, 63, 95, 14, BLUE, turn=0)
    s.text(45, 73, "J").text(195, 73, "I")


@picture("JOINT REVOLUTE")
def revolute(s: Sketch) -> None:
    bars(s)
    s.circle(120, 70, 10, "#fff").circle(120, 70, 2.5, INK).turn(120, 70, 30, -40, 50, GREEN, "z")
    s.text(120, 128, "5 equations, one angle is left")


@picture("JOINT TRANSLATIONAL")
def translational(s: Sketch) -> None:
    s.block(30, 52, 110, 36, GREY).block(70, 62, 140, 16, BLUE).arrow(150, 45, 0, 50, GREEN, "z")
    s.text(45, 64, "J").text(196, 73, "I").text(120, 128, "5 equations, one way is left")


@picture("JOINT CYLINDRICAL")
def cylindrical(s: Sketch) -> None:
    s.block(40, 50, 80, 40, GREY, 12).block(30, 62, 180, 16, BLUE, 8).arrow(135, 45, 0, 50, GREEN, "z")
    s.turn(165, 70, 22, -60, 60, GREEN).text(60, 62, "J").text(196, 73, "I")
    s.text(120, 128, "4 equations, way and angle about z are left")


@picture("JOINT SPHERICAL")
def spherical(s: Sketch) -> None:
    s.path("M96 70 A24 24 0 1 1 132 91", fill=GREY).block(20, 63, 78, 14, GREY).circle(120, 70, 17, BLUE)
    s.block(136, 63, 80, 14, BLUE).turn(120, 70, 34, 20, 70, GREEN).turn(120, 70, 34, -20, -70, GREEN)
    s.text(45, 73, "J").text(190, 73, "I").text(120, 132, "3 equations, all rotations are left")


@picture("JOINT FIXED")
def fixed(s: Sketch) -> None:
    bars(s)
    for k in range(5):
        s.line((108 + 6 * k, 58), (102 + 6 * k, 82), width=1)
    s.text(120, 128, "6 equations, nothing is left")


@picture("JOINT PLANAR")
def planar(s: Sketch) -> None:
    s.path("M25 105 L75 60 L220 60 L170 105 Z", fill=GREY).path("M90 92 L110 74 L160 74 L140 92 Z", fill=BLUE)
    s.arrow(125, 83, 90, 45, GREEN, "z").arrow(150, 83, 0, 32, GREEN).arrow(108, 90, 228, 22, GREEN)
    s.turn(125, 55, 16, 200, 330, GREEN).text(60, 100, "J").text(148, 88, "I").text(120, 128, "3 equations")


def shafts(s: Sketch) -> None:
    s.block(15, 62, 80, 14, GREY).block(142, 50, 85, 14, BLUE, turn=15).circle(118, 69, 5, "#fff")
    s.path("M92 55 C105 50 112 55 118 57", width=3).path("M92 83 C105 88 112 83 118 81", width=3)
    s.path("M146 52 C132 52 128 60 127 66", width=3).path("M150 80 C136 84 126 78 121 76", width=3)
    s.text(35, 73, "J").text(205, 52, "I")


@picture("JOINT HOOKE")
def hooke(s: Sketch) -> None:
    shafts(s)
    s.turn(45, 69, 22, -60, 60, GREEN, "z").text(120, 128, "4 equations; z of I and J along the shafts")


@picture("JOINT UNIVERSAL")
def universal(s: Sketch) -> None:
    shafts(s)
    s.line((118, 40), (118, 100), color=GREEN).line((98, 66), (138, 74), color=GREEN).text(126, 42, "z", GREEN)
    s.text(120, 128, "4 equations; z of I and J along the bars of the cross")


@picture("JOINT CONVEL")
def convel(s: Sketch) -> None:
    s.block(15, 70, 85, 14, GREY).block(142, 50, 85, 14, BLUE, turn=18).circle(120, 75, 20, "#fff")
    for a in (20, 80, 140, 200, 260, 320):
        s.circle(120 + 12 * math.cos(math.radians(a)), 75 + 12 * math.sin(math.radians(a)), 4, GREY)
    s.turn(50, 77, 22, -60, 60, GREEN, "w").turn(192, 52, 22, -60, 60, GREEN, "w").text(
        120, 128, "4 equations, equal speeds"
    )


@picture("JOINT SCREW")
def screw(s: Sketch) -> None:
    s.block(85, 45, 60, 50, GREY).block(20, 62, 200, 16, BLUE, 2)
    for k in range(24):
        s.line((26 + 8 * k, 62), (22 + 8 * k, 78), width=0.8)
    s.arrow(150, 40, 0, 48, GREEN, "z").turn(185, 70, 22, -60, 60, GREEN, "")
    s.text(115, 58, "J").text(120, 128, "1 equation: PITCH along z in each turn")


@picture("JOINT RACKPIN")
def rackpin(s: Sketch) -> None:
    s.circle(120, 55, 32, BLUE).circle(120, 55, 3, INK).block(25, 92, 190, 16, GREY)
    for k in range(22):
        s.line((33 + 8 * k, 92), (37 + 8 * k, 87), (41 + 8 * k, 92), width=1)
    s.turn(120, 55, 20, 30, 150, GREEN).arrow(170, 100, 0, 35, GREEN).text(120, 128, "1 equation: PD, the diameter")
    s.text(120, 74, "I").text(40, 104, "J")


def plane(s: Sketch) -> None:
    s.path("M25 105 L75 65 L220 65 L170 105 Z", fill=GREY).text(50, 102, "J")


@picture("JPRIM ATPOINT")
def atpoint(s: Sketch) -> None:
    s.marker(120, 80, "I = J", 30, "xy", 30).circle(120, 80, 6).text(120, 125, "3 equations: the origins stay together")


@picture("JPRIM INLINE")
def inline(s: Sketch) -> None:
    s.line((25, 95), (220, 55), dash="4 3").marker(60, 88, "J", 12, "z", 30).circle(155, 68, 4, BLUE)
    s.marker(155, 68, "I", 60, "xy", 24).text(120, 128, "2 equations: I stays on the z axis of J")


@picture("JPRIM INPLANE")
def inplane(s: Sketch) -> None:
    plane(s)
    s.marker(90, 90, "", 90, "z", 28).circle(150, 82, 4, BLUE).marker(150, 82, "I", 30, "xy", 22)
    s.text(120, 128, "1 equation: I stays in the x-y plane of J")


@picture("JPRIM ORIENTATION")
def orientation(s: Sketch) -> None:
    s.marker(60, 90, "J", 20, "xy", 34).marker(160, 80, "I", 20, "xy", 34).text(120, 128, "3 equations: parallel axes")


@picture("JPRIM PARALLEL_AXES")
def parallel_axes(s: Sketch) -> None:
    s.marker(60, 95, "J", 70, "z", 50).marker(160, 90, "I", 70, "z", 50).turn(160, 70, 18, -30, 200, GREEN)
    s.text(120, 128, "2 equations: z of I parallel to z of J")


@picture("JPRIM PERPENDICULAR")
def perpendicular(s: Sketch) -> None:
    s.marker(90, 95, "J", 90, "z", 55).marker(150, 70, "I", 0, "z", 50).text(
        120, 128, "1 equation: z of I across z of J"
    )


@picture("JPRIM POINT_POINT")
def point_point(s: Sketch) -> None:
    s.line((50, 95), (180, 55)).circle(50, 95, 5, GREY).circle(180, 55, 5, BLUE).text(50, 113, "J").text(190, 48, "I")
    s.text(120, 66, "OFFSET").text(120, 128, "1 equation: the distance stays")


@picture("MOTION")
def motion(s: Sketch) -> None:
    bars(s)
    s.circle(120, 70, 10, "#fff").turn(120, 70, 30, -40, 50, GREEN, "e(t)").text(120, 128, "q = FUNCTION(time)")


@picture("COUPLER")
def coupler(s: Sketch) -> None:
    for x, r in ((75, 34), (165, 24)):
        s.circle(x, 65, r, BLUE).circle(x, 65, 3, INK).turn(x, 65, r - 8, 20, 150, GREEN)
    s.line((75, 31), (165, 41)).line((75, 99), (165, 89)).text(75, 90, "q1").text(165, 85, "q2")
    s.text(120, 128, "r1 q1 + r2 q2 = 0")


@picture("GEAR")
def gear(s: Sketch) -> None:
    s.block(60, 59, 120, 12, GREY)
    for x, r, n in ((75, 36, 24), (147, 36, 24)):
        s.circle(x, 65, r, "none")
        for k in range(n):
            a = math.radians(360 * k / n + (7.5 if x > 100 else 0))
            s.line((x + r * math.cos(a), 65 + r * math.sin(a)), (x + (r + 4) * math.cos(a), 65 + (r + 4) * math.sin(a)))
        s.circle(x, 65, 3, INK)
    s.arrow(111, 65, 90, 40, GREEN, "z of CV").text(120, 128, "no slip at CV; the carrier may move")


@picture("CURVE")
def curve(s: Sketch) -> None:
    s.path("M30 100 C70 10 110 10 130 70 S190 120 215 40", width=2)
    for x, y in ((30, 100), (62, 47), (98, 33), (130, 70), (165, 97), (215, 40)):
        s.circle(x, y, 3, BLUE)
    s.marker(40, 118, "RM", 0, "xy", 16).text(150, 28, "c(alpha)")


@picture("PTCV")
def ptcv(s: Sketch) -> None:
    s.path("M30 100 C70 10 110 10 130 70 S190 120 215 40", width=2).circle(98, 33, 5, BLUE)
    s.arrow(98, 33, 10, 40, GREEN, "x").arrow(98, 33, -80, 30, GREEN, "y").text(88, 24, "I").text(205, 30, "CURVE")
    s.text(120, 128, "the point I stays on the curve")


@picture("CVCV")
def cvcv(s: Sketch) -> None:
    s.circle(82, 62, 36, GREY).path("M118 62 C118 20 205 15 210 55 S125 115 118 62 Z", fill=BLUE)
    s.circle(118, 62, 3, INK).arrow(118, 62, 90, 40, GREEN, "tangent").text(82, 66, "J").text(175, 66, "I")
    s.text(120, 130, "one point and one tangent in common")


@picture("GCON")
def gcon(s: Sketch) -> None:
    s.path("M30 95 C80 95 70 40 120 40 S170 85 215 60", width=2).block(105, 28, 30, 20, BLUE, turn=5)
    s.arrow(120, 38, 5, 45, GREEN).text(120, 118, "e(q, q', t) = 0, any expression")


@picture("UCON")
def ucon(s: Sketch) -> None:
    s.flow("DX ..", "= 0", "def f(par, ...):\na Python function")
    s.text(120, 120, "what it returns stays zero")


@picture("FRICTION")
def friction(s: Sketch) -> None:
    s.block(30, 80, 180, 14, GREY).block(85, 52, 60, 28, BLUE).arrow(145, 66, 0, 45, GREEN, "v").arrow(85, 78, 180, 40)
    s.arrow(115, 30, -90, 20, INK).text(130, 30, "N").text(50, 70, "mu N", "#b3261e").text(
        120, 125, "sticks below MU_STATIC N"
    )
