"""Pictures of parts, forces and geometry."""

from __future__ import annotations

import math

from pictures_of_joints import picture
from sketch import BLUE, GREEN, GREY, INK, RED, Sketch


def two_parts(s: Sketch) -> None:
    s.block(20, 50, 40, 40, GREY).block(160, 50, 40, 40, BLUE).text(40, 104, "J").text(172, 104, "I")


@picture("PART")
def part(s: Sketch) -> None:
    s.path("M70 95 C60 50 110 30 150 40 S190 90 160 105 S85 120 70 95 Z", fill=BLUE).circle(125, 75, 4, INK)
    s.text(125, 92, "CM, MASS, IP").marker(35, 120, "QG", 0, "xy", 22).line((35, 120), (125, 75), dash="3 3")


@picture("POINT_MASS")
def point_mass(s: Sketch) -> None:
    s.circle(130, 60, 7, INK).marker(50, 110, "", 0, "xy", 24).line((50, 110), (130, 60), dash="3 3")
    s.text(150, 56, "MASS").text(130, 128, "no rotation, 3 freedoms")


@picture("MARKER")
def marker(s: Sketch) -> None:
    s.path("M60 95 C50 50 110 30 160 40 S200 90 170 105 S75 120 60 95 Z", fill=BLUE)
    s.marker(85, 95, "part", 0, "xy", 20).marker(140, 70, "", 35, "xz", 30).line((85, 95), (140, 70), dash="3 3")
    s.text(112, 78, "QP").text(140, 128, "REULER, or ZP and XP")


@picture("FLEX_BODY")
def flex_body(s: Sketch) -> None:
    s.path("M30 90 C80 30 160 110 215 50 L215 66 C160 126 80 46 30 106 Z", fill=BLUE)
    s.line((30, 75), (215, 75), dash="4 3").text(120, 128, "X + A (s + Phi q): modes from an MNF file")


def _beam_nodes(s: Sketch) -> None:
    s.path("M30 100 C80 95 150 80 210 40", width=5, color="#7f9db9")
    for x, y in ((30, 100), (90, 93), (150, 75), (210, 40)):
        s.circle(x, y, 5, BLUE)


@picture("FE_PART")
def fe_part(s: Sketch) -> None:
    _beam_nodes(s)
    s.text(120, 128, "a beam of nodes and sections")


@picture("FE_NODE")
def fe_node(s: Sketch) -> None:
    _beam_nodes(s)
    s.marker(150, 75, "node", 25, "xy", 24)


@picture("FE_LOAD")
def fe_load(s: Sketch) -> None:
    _beam_nodes(s)
    for x, y in ((60, 98), (90, 93), (120, 86), (150, 75)):
        s.arrow(x, y - 32, -90, 24)


@picture("SECTION")
def section(s: Sketch) -> None:
    s.path("M90 35 H150 V47 H127 V93 H150 V105 H90 V93 H113 V47 H90 Z", fill=BLUE).marker(120, 70, "", 0, "yz", 40)


@picture("EXTERNAL_SYSTEM")
def external_system(s: Sketch) -> None:
    s.block(70, 40, 100, 55, GREY).text(120, 71, "another program").arrow(30, 67, 0, 36, INK).arrow(174, 67, 0, 36, INK)


@picture("MATERIAL")
def material(s: Sketch) -> None:
    s.axes(of="stress", over="strain").line((40, 115), (110, 50), width=2, color=RED).text(125, 85, "E")
    s.path("M110 50 C130 38 150 36 175 35", RED, width=2, dash="3 3").text(190, 60, "nu, rho")


@picture("SFORCE TRANSLATION")
def sforce(s: Sketch) -> None:
    two_parts(s)
    s.line((40, 70), (180, 70), dash="4 3").arrow(180, 70, 0, 32).arrow(40, 70, 180, 32).text(
        110, 30, "f > 0 pushes apart"
    )
    s.text(120, 128, "ACTIONONLY: on I alone, along z of J")


@picture("SFORCE ROTATION")
def sforce_rotation(s: Sketch) -> None:
    two_parts(s)
    s.turn(180, 70, 30, -50, 60, RED, "f").turn(40, 70, 30, 130, 240, RED, "-f").arrow(75, 70, 0, 50, GREEN, "z of J")
    s.text(120, 128, "a torque about z of J")


@picture("VFORCE")
def vforce(s: Sketch) -> None:
    two_parts(s)
    s.arrow(180, 70, 120, 45, RED, "FY").arrow(180, 70, 30, 30, RED, "FX").marker(105, 100, "RM", 30, "xy", 22)
    s.text(120, 130, "components on RM, opposite on JFLOAT")


@picture("VTORQUE")
def vtorque(s: Sketch) -> None:
    two_parts(s)
    s.turn(180, 70, 32, -60, 60, RED, "TX").turn(180, 70, 24, 100, 220, RED, "TY").marker(105, 100, "RM", 30, "xy", 22)
    s.text(120, 130, "components on RM, opposite on JFLOAT")


@picture("GFORCE")
def gforce(s: Sketch) -> None:
    two_parts(s)
    s.arrow(180, 70, 120, 45, RED, "F").turn(180, 70, 30, -60, 50, RED, "T").marker(105, 100, "RM", 30, "xy", 22)
    s.text(120, 130, "three forces and three torques")


@picture("SPRINGDAMPER TRANSLATION")
def springdamper(s: Sketch) -> None:
    two_parts(s)
    s.spring((60, 60), (160, 60)).damper((60, 82), (160, 82)).text(120, 46, "K, LENGTH").text(120, 103, "C")
    s.text(120, 128, "f = -C VR - K (DM - LENGTH) + FORCE")


@picture("SPRINGDAMPER ROTATION")
def springdamper_rotation(s: Sketch) -> None:
    s.block(25, 63, 95, 14, GREY).block(113, 63, 95, 14, BLUE)
    spiral = [(120 + (3 + 0.055 * a) * math.cos(math.radians(a)), 70 - (3 + 0.055 * a) * math.sin(math.radians(a)))
              for a in range(0, 541, 15)]  # fmt: skip
    s.line(*spiral, color=RED).text(45, 73, "J").text(195, 73, "I").text(
        120, 128, "t = -CT WZ - KT (AZ - ANGLE) + TORQUE"
    )


def _cloud(s: Sketch, words: str) -> None:
    two_parts(s)
    s.spring((60, 60), (160, 60), 5, 4).spring((60, 75), (160, 75), 5, 4).turn(120, 68, 24, -60, 60, RED).text(
        120, 128, words
    )


@picture("BUSHING")
def bushing(s: Sketch) -> None:
    s.circle(120, 65, 42, GREY).circle(120, 65, 18, BLUE)
    for a in range(0, 360, 60):
        c, d = math.cos(math.radians(a)), math.sin(math.radians(a))
        s.spring((120 + 18 * c, 65 + 18 * d), (120 + 42 * c, 65 + 42 * d), 3, 4)
    s.text(120, 69, "I").text(175, 40, "J").text(120, 128, "K, C along and KT, CT about x, y, z of J")


@picture("FIELD")
def field(s: Sketch) -> None:
    _cloud(s, "F = -K (u - u0) - C u' + F0, K of 6 x 6")


@picture("BEAM")
def beam(s: Sketch) -> None:
    s.ground(22, 95, 1)
    s.block(15, 55, 14, 50, GREY, 0).path("M29 72 C90 72 150 76 205 100", color="#7f9db9", width=9)
    s.line((29, 72), (215, 72), dash="3 3").marker(29, 72, "J", 0, "xy", 22).marker(205, 100, "I", -25, "x", 20)
    s.text(120, 55, "LENGTH, AREA, IXX, IYY, IZZ, E, G").text(120, 128, "Timoshenko: bending, twist, stretch, shear")


@picture("NFORCE")
def nforce(s: Sketch) -> None:
    s.block(20, 50, 40, 40, GREY).text(40, 104, "J")
    for y, name in ((25, "I1"), (70, "I2"), (110, "I3")):
        s.block(180, y - 12, 34, 24, BLUE).text(197, y + 3, name).line((60, 70), (180, y), dash="4 3")
    s.text(118, 128, "one matrix K of 6n x 6n")


@picture("MFORCE")
def mforce(s: Sketch) -> None:
    flex_body(s)
    for x in (60, 120, 180):
        s.arrow(x, 20, -90, 28)


@picture("TIRE")
def tire(s: Sketch) -> None:
    s.circle(120, 60, 42, GREY).circle(120, 60, 24, "#fff").circle(120, 60, 3, INK).path(
        "M20 100 H85 C110 96 130 96 155 102 H220", width=2
    )
    s.arrow(120, 102, 90, 36, RED, "Fz").arrow(120, 102, 0, 45, RED, "Fx").turn(120, 60, 32, 150, 30, GREEN)
    s.text(120, 130, "slip and slip angle at the contact point")


@picture("ROAD")
def road(s: Sketch) -> None:
    s.path("M15 90 C60 70 80 100 120 85 S190 60 225 85", width=3).text(120, 115, "the height of the road along its way")


@picture("CONTACT")
def contact(s: Sketch) -> None:
    s.path("M30 90 C80 80 160 80 210 90 V115 H30 Z", fill=GREY).circle(120, 58, 30, BLUE)
    s.arrow(120, 86, 90, 40, RED, "N").arrow(120, 86, 180, 34, RED, "mu N").text(120, 58 - 12, "I").text(50, 108, "J")
    s.text(185, 75, "depth g", GREEN)


@picture("GRAPHICS ARC")
def arc(s: Sketch) -> None:
    s.path("M180 90 A60 60 0 0 0 90 38", width=2.5).marker(120, 90, "CM", 0, "xy", 24).line(
        (120, 90), (180, 90), dash="3 3"
    )
    s.text(152, 102, "RADIUS")


@picture("GRAPHICS CIRCLE")
def circle(s: Sketch) -> None:
    s.circle(120, 70, 45).marker(120, 70, "CM", 0, "xy", 24).line((120, 70), (152, 102), dash="3 3").text(
        160, 112, "RADIUS"
    )


@picture("GRAPHICS BOX")
def box(s: Sketch) -> None:
    s.path("M60 50 L90 30 L190 30 L160 50 Z", fill=BLUE).block(60, 50, 100, 55, BLUE, 0).path(
        "M160 50 L190 30 V85 L160 105 Z", fill=BLUE
    )
    s.marker(60, 105, "CORNER", 0, "xy", 30).text(120, 120, "X")


@picture("GRAPHICS CYLINDER")
def cylinder(s: Sketch) -> None:
    s.path("M60 45 H180 A14 27 0 0 1 180 99 H60 A14 27 0 0 1 60 45", fill=BLUE).path("M60 45 A14 27 0 0 1 60 99")
    s.marker(60, 72, "CM", 0, "z", 40).text(120, 115, "LENGTH, RADIUS")


@picture("GRAPHICS FRUSTUM")
def frustum(s: Sketch) -> None:
    s.path("M60 35 L180 55 A8 17 0 0 1 180 89 L60 109 A16 37 0 0 1 60 35", fill=BLUE).path("M60 35 A16 37 0 0 1 60 109")
    s.marker(60, 72, "CM", 0, "z", 40).text(125, 122, "BOTTOM, TOP, LENGTH")


@picture("GRAPHICS ELLIPSOID")
def ellipsoid(s: Sketch) -> None:
    s.path("M50 70 A70 42 0 1 1 190 70 A70 42 0 1 1 50 70", fill=BLUE).path("M50 70 A70 14 0 0 0 190 70", dash="3 3")
    s.marker(120, 70, "CM", 0, "xy", 26).text(120, 128, "XSCALE, YSCALE, ZSCALE: diameters")


@picture("GRAPHICS TORUS")
def torus(s: Sketch) -> None:
    s.path("M45 70 A75 42 0 1 1 195 70 A75 42 0 1 1 45 70 M85 70 A35 14 0 1 0 155 70 A35 14 0 1 0 85 70", fill=BLUE)
    s.marker(120, 70, "", 0, "xy", 20).text(120, 128, "RADIUS of the ring and of its tube")


@picture("GRAPHICS EXTRUSION")
def extrusion(s: Sketch) -> None:
    s.path("M50 105 L60 60 L95 55 L100 85 L75 110 Z", fill=BLUE).path("M60 60 L150 30 L185 25 L95 55 Z", fill=BLUE)
    s.path("M95 55 L185 25 L190 55 L100 85 Z", fill=BLUE).path("M100 85 L190 55 L165 80 L75 110 Z", fill=BLUE)
    s.text(120, 128, "a profile along z of RM")


@picture("GRAPHICS REVOLUTION")
def revolution(s: Sketch) -> None:
    s.path("M80 35 C60 60 70 80 95 105 H145 C170 80 180 60 160 35 Z", fill=BLUE).path(
        "M80 35 A40 9 0 0 0 160 35", dash="3 3"
    )
    s.line((120, 20), (120, 120), dash="6 3").turn(120, 112, 20, 200, 340, GREEN).text(190, 118, "about z of RM")


@picture("GRAPHICS SHELL")
def shell(s: Sketch) -> None:
    points = [(50, 95), (95, 110), (150, 100), (195, 90), (70, 55), (120, 65), (175, 50), (110, 28), (150, 25)]
    for a, b, c in ((0, 1, 5), (0, 5, 4), (1, 2, 5), (2, 3, 6), (2, 6, 5), (4, 5, 7), (5, 6, 8), (5, 8, 7)):
        s.path("M" + " L".join(f"{points[k][0]} {points[k][1]}" for k in (a, b, c)) + " Z", fill=BLUE, width=1)


@picture("GRAPHICS EXTERNAL")
def external(s: Sketch) -> None:
    shell(s)
    s.block(18, 18, 34, 42, "#fff", 2).text(35, 36, "STL").text(35, 50, "x_t").text(
        120, 130, "a solid from a file, at RM"
    )


@picture("GRAPHICS PLANE")
def plane(s: Sketch) -> None:
    s.path("M25 105 L75 60 L220 60 L170 105 Z", fill=GREY).marker(115, 85, "RM", 90, "z", 45)


@picture("GRAPHICS POINT")
def point(s: Sketch) -> None:
    s.circle(120, 70, 4, INK).marker(120, 70, "RM", 0, "xy", 26)


@picture("GRAPHICS CURVE")
def curve(s: Sketch) -> None:
    s.path("M30 100 C70 10 110 10 130 70 S190 120 215 40", width=2.5).marker(45, 118, "CRM", 0, "xy", 16)


@picture("GRAPHICS OUTLINE")
def outline(s: Sketch) -> None:
    points = [(40, 100), (80, 40), (140, 55), (200, 35), (190, 105)]
    s.line(*points, width=2)
    for x, y in points:
        s.circle(x, y, 3, GREEN)


@picture("GRAPHICS FORCE")
def force(s: Sketch) -> None:
    s.block(60, 60, 60, 40, BLUE).arrow(120, 80, 25, 75, RED, "F")


@picture("GRAPHICS SPRDAMP")
def sprdamp(s: Sketch) -> None:
    s.circle(30, 70, 4, GREY).circle(210, 70, 4, BLUE).spring((30, 60), (210, 60), 9, 9).damper((30, 88), (210, 88))
