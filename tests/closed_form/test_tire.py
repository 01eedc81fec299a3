"""TIRE: values of the laws, and wheels that roll, brake, corner and climb."""

from __future__ import annotations

import math

import numpy as np
import pytest

from bellcrank.errors import BellcrankError
from bellcrank.model import load, load_text
from bellcrank.testing import check_force

FIALA = (
    "TIRE/1, FIALA, I=20, J=1, RADIUS=0.32, WIDTH=0.235, K=200000, C=500, CSLIP=60000, CALPHA=46000, UMIN=0.9, UMAX=1"
)
WHEEL = """wheel
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1
MARKER/2, PART=1, REULER=0,-90D,0
MARKER/3, PART=1, FLOATING
PART/2, MASS={m}, CM=20, IP=0.5,0.5,0.8, QG={x},0,{h}, VX={vx}, VY={vy}, VZ={vz}, WM=1, WX=0, WY={w}, WZ=0
MARKER/20, PART=2, REULER=0,{lean},0
{more}
END
"""


def wheel(more, m=1e9, h=0.3, vx=20.0, vy=0.0, w=0.0, x=0.0, vz=0.0, lean="-90D", read=load_text):
    """The wheel rolls along +x, its axis z along +y."""
    model, report = read(WHEEL.format(more=more, m=m, h=h, vx=vx, vy=vy, w=w, x=x, vz=vz, lean=lean))
    assert not report.errors, report.render()
    return model


FORMULA_VALUES = [
    (0.02, 0, 4000, 1200.0, 0.0, 0.0),
    (0.2, 0, 4000, 3599.866666667, 0.0, 0.0),
    (0, 3, 4000, 0.0, -1956.668393236, 95.98039267074),
    (0, 20, 4000, 0.0, -3854.411906294, 0.0),
    (-0.1, 4, 3500, -2959.255649282, -2322.183868215, 82.72738083546),
]
"""PROBLEMS2, 9.1: slip, slip angle in degrees, Fz, then Fx, Fy, Mz."""

NAMES = ("FX", "FY", "FZ", "TX", "TY", "TZ", "NORMAL", "SLIP", "ALPHA")


@pytest.mark.parametrize(("slip", "angle", "fz", "fx", "fy", "mz"), FORMULA_VALUES)
def test_the_values_of_fiala(slip, angle, fz, fx, fy, mz):
    r = 0.32 - fz / 2e5
    model = wheel(
        f"{FIALA}, RR=0.01\nREQUEST/1, F2=FX(20,1)\\ F3=FZ(1,20)",
        h=r,
        vy=20 * math.tan(math.radians(angle)),
        w=20 * (1 + slip) / r,
    )
    run = model.simulate(end=1e-6, steps=1)
    now = {name: float(run[f"TIRE_1.{name}"][0]) for name in NAMES}
    assert (now["FX"], now["FY"], now["FZ"], now["TZ"]) == pytest.approx((fx, fy, fz, mz), rel=1e-9, abs=1e-8)
    assert (now["NORMAL"], now["SLIP"], now["ALPHA"]) == pytest.approx((fz, slip, math.radians(angle)), abs=1e-9 * fz)
    assert (run["REQ_1.F2"][0], run["REQ_1.F3"][0]) == (now["FX"], -now["FZ"])
    assert (now["TX"], now["TY"]) == pytest.approx((r * fy, -r * fx - 0.01 * fz), abs=1e-8)


UPRIGHT = "JPRIM/1, PARALLEL_AXES, I=20, J=2\nACCGRAV/KGRAV=-9.81\n"


def test_a_wheel_brakes_at_the_rate_of_its_inertia():
    """(m + J/r^2) a = -M/r with a moment M on the wheel, r the loaded radius; slip costs some 1e-4 of the spin."""
    m, torque = 300.0, 60.0
    r = 0.32 - m * 9.81 / 2e5
    brake = f"SFORCE/1, ROTATION, ACTIONONLY, I=20, J=2, FUNCTION=-{torque}\n"
    run = wheel(f"{UPRIGHT}{brake}{FIALA}", m=m, h=r, w=20 / r).simulate(end=1.0, steps=100, error=1e-7)
    rate = torque / r / (m + 0.8 / r**2)
    fall = (run["PART_2.VX"][100] - run["PART_2.VX"][50]) / 0.5
    assert fall == pytest.approx(-rate, rel=2e-4)
    slip = -(torque - 0.8 * rate / r) / r / 6e4
    assert run["TIRE_1.SLIP"][-1] == pytest.approx(slip, rel=1e-3)


def test_a_wheel_coasts_against_its_rolling_resistance():
    """(m + J/r^2) a = -RR m g/r."""
    m = 300.0
    r = 0.32 - m * 9.81 / 2e5
    run = wheel(f"{UPRIGHT}{FIALA}, RR=0.01", m=m, h=r, w=20 / r).simulate(end=1.0, steps=100, error=1e-7)
    fall = (run["PART_2.VX"][100] - run["PART_2.VX"][50]) / 0.5
    assert fall == pytest.approx(-0.01 * m * 9.81 / r / (m + 0.8 / r**2), rel=2e-4)


def test_a_wheel_pushed_sideways_drifts_at_the_angle_of_its_cubic():
    """Fy = -P: with x = CALPHA tan a/(3 U Fz) the cubic U Fz (1 - (1 - x)^3) = P gives the drift."""
    m, push = 300.0, 1000.0
    r, fz = 0.32 - m * 9.81 / 2e5, m * 9.81
    side = f"VFORCE/1, I=20, JFLOAT=3, RM=1, FX=0\\ FY={push}\\ FZ=0\\\n"
    run = wheel(f"{UPRIGHT}{side}{FIALA}", m=m, h=r, w=20 / r).simulate(end=2.0, steps=200, error=1e-7)
    tangent = 0.0
    for _ in range(50):
        u = 1.0 - 0.1 * tangent
        tangent = 3 * u * fz / 46000 * (1 - (1 - push / (u * fz)) ** (1 / 3))
    assert run["PART_2.VY"][-1] / run["PART_2.VX"][-1] == pytest.approx(tangent, rel=1e-4)
    assert run["TIRE_1.LATERAL"][-1] == pytest.approx(-push, rel=1e-4)


def test_on_a_ramp_the_tyre_pushes_along_its_normal():
    """A straight spline of slope 0.1: the forces are those of the flat road, turned by atan 0.1."""
    slope = math.atan(0.1)
    r = 0.32 - 4000 / 2e5
    n, t = np.array([-math.sin(slope), 0, math.cos(slope)]), np.array([math.cos(slope), 0, math.sin(slope)])
    place = 3.0 * t / t[0] + r * n
    ramp = "SPLINE/1, X=-10,-5,0,5,10, Y=-1,-0.5,0,0.5,1\n"
    v = 20 * t
    model = wheel(f"{ramp}{FIALA}, SPLINE=1", h=place[2], x=place[0], vx=v[0], vz=v[2], w=20 * 1.02 / r)
    run = model.simulate(end=1e-6, steps=1)
    wanted = 1200 * t + 4000 * n
    found = [run[f"TIRE_1.{name}"][0] for name in ("FX", "FY", "FZ")]
    assert found == pytest.approx(wanted, abs=0.02)  # the tangent plane is taken below the wheel centre


def test_in_the_air_it_does_nothing():
    run = wheel(FIALA, h=0.33, w=30.0).simulate(end=1e-6, steps=1)
    assert all(run[f"TIRE_1.{name}"][0] == 0.0 for name in ("FX", "FY", "FZ", "TX", "TY", "TZ"))


COEFFICIENTS = """[UNITS]
LENGTH ='meter'
FORCE ='newton'
[DIMENSION]
UNLOADED_RADIUS = 0.344 $ free radius
[VERTICAL]
VERTICAL_STIFFNESS = 2.1e5
FNOMIN = 4850
[LONGITUDINAL_COEFFICIENTS]
PCX1=1.685
PDX1=1.21
PDX2=-0.037
PEX1=0.344
PEX2=0.095
PEX3=-0.02
PEX4=0.001
PKX1=21.51
PKX2=-0.163
PKX3=0.245
PHX1=-0.0002
PVX1=0.0001
RBX1=12.35
RBX2=-10.77
RCX1=1.092
RHX1=0.007
[LATERAL_COEFFICIENTS]
PCY1=1.193
PDY1=-0.99
PDY2=0.145
PDY3=-11.23
PEY1=-1.003
PEY2=-0.537
PEY3=-0.083
PEY4=-4.787
PKY1=-14.95
PKY2=2.13
PKY3=-0.028
PHY1=0.003
PHY2=-0.0002
PHY3=0.075
PVY1=0.045
PVY2=-0.024
PVY3=-0.532
PVY4=0.039
RBY1=6.461
RBY2=4.196
RBY3=-0.015
RCY1=1.081
RHY1=0.009
RVY1=0.053
RVY2=-0.073
RVY3=0.517
RVY4=35.44
RVY5=1.9
RVY6=-10.71
[ALIGNING_COEFFICIENTS]
QBZ1=8.964
QBZ2=-1.106
QBZ3=-0.842
QBZ5=-0.227
QBZ9=18.47
QCZ1=1.18
QDZ1=0.1
QDZ2=-0.001
QDZ3=0.007
QDZ4=13.05
QDZ6=-0.008
QDZ7=0.001
QDZ8=-0.296
QDZ9=-0.009
QEZ1=-1.609
QEZ2=-0.359
QEZ4=0.174
QEZ5=-0.896
QHZ1=0.007
QHZ2=-0.002
QHZ3=0.147
QHZ4=0.004
"""
"""Numbers of the size of a passenger car tyre; friction in y is negative in files of this kind."""


def magic_formula(p, fz, k, a, g):
    """Pacejka (2002), (4.E9) to (4.E67), written a second time with numbers; all scale factors one."""
    P = lambda name: p.get(name, 0.0)
    poly = lambda stem, *n: sum(P(f"{stem}{i}") * df**m for m, i in enumerate(n))
    df = (fz - p["FNOMIN"]) / p["FNOMIN"]
    shape = lambda b, c, d, e, x: d * math.sin(c * math.atan(b * x - e * (b * x - math.atan(b * x))))
    part = lambda b, c, e, x: math.cos(c * math.atan(b * x - e * (b * x - math.atan(b * x))))
    kx = k + poly("PHX", 1, 2)
    dx = poly("PDX", 1, 2) * fz
    ex = min(1.0, poly("PEX", 1, 2, 3) * (1 - P("PEX4") * math.copysign(1, kx)))
    bx = fz * poly("PKX", 1, 2) * math.exp(P("PKX3") * df) / (p["PCX1"] * dx)
    fx = shape(bx, p["PCX1"], dx, ex, kx) + fz * poly("PVX", 1, 2)
    muy = poly("PDY", 1, 2) * (1 - P("PDY3") * g**2)
    ky = p["PKY1"] * p["FNOMIN"] * math.sin(2 * math.atan(fz / (p["PKY2"] * p["FNOMIN"]))) * (1 - P("PKY3") * abs(g))
    by, shy = ky / (p["PCY1"] * muy * fz), poly("PHY", 1, 2) + P("PHY3") * g
    svy = fz * (poly("PVY", 1, 2) + poly("PVY", 3, 4) * g)
    ay = a + shy
    ey = min(1.0, poly("PEY", 1, 2) * (1 - (P("PEY3") + P("PEY4") * g) * math.copysign(1, ay)))
    fy = shape(by, p["PCY1"], muy * fz, ey, ay) + svy
    at = a + poly("QHZ", 1, 2) + poly("QHZ", 3, 4) * g
    bt = poly("QBZ", 1, 2, 3) * (1 + P("QBZ4") * g + P("QBZ5") * abs(g))
    dt = fz * poly("QDZ", 1, 2) * (1 + P("QDZ3") * g + P("QDZ4") * g**2) * p["UNLOADED_RADIUS"] / p["FNOMIN"]
    et = poly("QEZ", 1, 2, 3) * (1 + (P("QEZ4") + P("QEZ5") * g) * 2 / math.pi * math.atan(bt * p["QCZ1"] * at))
    trail = dt * part(bt, p["QCZ1"], min(1.0, et), at) * math.cos(a)
    dr = fz * (poly("QDZ", 6, 7) + poly("QDZ", 8, 9) * g) * p["UNLOADED_RADIUS"]
    mzr = dr * math.cos(math.atan((P("QBZ9") + P("QBZ10") * by * p["PCY1"]) * (a + shy + svy / ky))) * math.cos(a)
    bxa = P("RBX1") * math.cos(math.atan(P("RBX2") * k))
    gx = part(bxa, P("RCX1"), min(1.0, poly("REX", 1, 2)), a + P("RHX1")) / part(bxa, P("RCX1"), 0, P("RHX1"))
    byk = P("RBY1") * math.cos(math.atan(P("RBY2") * (a - P("RBY3"))))
    shift = poly("RHY", 1, 2)
    gy = part(byk, P("RCY1"), 0, k + shift) / part(byk, P("RCY1"), 0, shift)
    dv = muy * fz * (poly("RVY", 1, 2) + P("RVY3") * g) * math.cos(math.atan(P("RVY4") * a))
    return fx * gx, fy * gy + dv * math.sin(P("RVY5") * math.atan(P("RVY6") * k)), -trail * fy + mzr


@pytest.mark.parametrize("lean", [0.0, 0.05])
@pytest.mark.parametrize(("slip", "angle"), [(0.0, 0.0), (0.08, 0.0), (0.0, 0.06), (-0.3, 0.1), (0.05, -0.2)])
def test_the_values_of_the_magic_formula(tmp_path, slip, angle, lean):
    """Against the formulas of the book written a second time."""
    (tmp_path / "car.tir").write_text(COEFFICIENTS)
    p = {w[0].strip(): float(w[1].split("$")[0]) for w in (line.split("=") for line in COEFFICIENTS.splitlines())
         if len(w) == 2 and "'" not in w[1]}  # fmt: skip
    fz, fast = 5200.0, 20.0
    r = p["UNLOADED_RADIUS"] - fz / p["VERTICAL_STIFFNESS"]
    spin = fast * (1 + slip) / r
    (tmp_path / "m.adm").write_text(
        WHEEL.format(more="TIRE/1, PAC2002, I=20, J=1, FILE=car.tir", m=1e9, x=0, h=r * math.cos(lean), vx=fast, vz=0,
                     vy=fast * math.tan(angle), w=0, lean=f"{lean - math.pi / 2!r}")
        .replace("WM=1, WX=0, WY=0, WZ=0", f"WM=1, WX=0, WY={spin * math.cos(lean)!r}, WZ={spin * math.sin(lean)!r}")
    )  # fmt: skip
    model, report = load(tmp_path / "m.adm")
    assert not report.errors, report.render()
    run = model.simulate(end=1e-6, steps=1)
    found = [run[f"TIRE_1.{name}"][0] for name in ("LONGITUDINAL", "LATERAL", "ALIGNING")]
    assert run["TIRE_1.NORMAL"][0] == pytest.approx(fz)
    assert found == pytest.approx(magic_formula(p, fz, slip, angle, lean), rel=1e-9, abs=1e-6)


def test_the_magic_formula_has_exact_derivatives(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "car.tir").write_text(
        COEFFICIENTS.replace("2.1e5", "300").replace("0.344 $", "4 $").replace("4850", "500")
    )
    check_force("TIRE/1, PAC2002, I=21, J=31, FILE=car.tir", seed=1)


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("TIRE/1, FIALA, I=20, J=1, RADIUS=0.3, K=1E5", "CSLIP, CALPHA, UMIN, UMAX is not given"),
        ("TIRE/1, PAC2002, I=20, J=1, FILE=none.tir", "No such file"),
        ("TIRE/1, I=20, J=1, RADIUS=0.3", "cannot be simulated"),
        ("ROAD/1\nTIRE/1, FIALA, I=20, J=1, ROAD=1", "cannot be simulated"),
    ],
)
def test_what_is_missing_is_told(statement, says):
    with pytest.raises(BellcrankError, match=says):
        wheel(statement).simulate(end=1e-6, steps=1)
