"""Problems of the second reference set that no other file holds: screw, belt, delays, funnel, docked satellites.

Tolerances of their page: smooth dynamics 1e-6, closed forms 1e-8 at tight settings, event times 1e-5 s.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from bellcrank.model import load_text

HEAD = "problem\nUNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/11, PART=1\n"


def simulate(statements, end, steps, error=1e-9):
    model, report = load_text(f"{HEAD}{statements}\nEND\n")
    assert not report.errors, report.render()
    return model.simulate(end=end, steps=steps, error=error)


def test_a_nut_falls_on_its_screw():
    """2.3: a = m g/(m + J (2 pi/p)^2), torque J alpha, 7.4 turns after 2 s; closed form, 1e-8."""
    run = simulate(
        "ACCGRAV/KGRAV=-9.81\nPART/2, MASS=1.5, CM=20, IP=0.01,0.01,0.002\nMARKER/20, PART=2\n"
        "JOINT/1, CYLINDRICAL, I=20, J=11\nJOINT/2, SCREW, I=20, J=11, PITCH=0.02\nREQUEST/1, F2=AZ(20,11)",
        2.0,
        4,
    )
    assert run["PART_2.ACCZ"] == pytest.approx(-0.0739848434714, rel=1e-8)
    assert abs(run["PART_2.WDZ"]) == pytest.approx(23.2430240727, rel=1e-8)
    assert run["PART_2.Z"][-1] == pytest.approx(-0.147969686943, rel=1e-8)
    assert abs(run["REQ_1.F2"][-1]) / (2.0 * math.pi) == pytest.approx(7.39848434714, rel=1e-8)
    assert abs(run["JOINT_2.TZ"]) == pytest.approx(0.0464860481454, rel=1e-8)
    assert abs(run["JOINT_2.FZ"]) == pytest.approx(14.6040227348, rel=1e-8)


V, U = "(VX(20)-0.15)", "(ABS(VX(20)-0.15))"
STICKS = f"0.4*(1.5*({V}/0.005)-0.5*({V}/0.005)**3)"
SLIPS = f"SIGN(STEP({U},0.005,0.4,0.06,0.25),{V})"


def test_a_mass_on_a_belt_with_the_continuous_law():
    """2.4: the law of CONTACT as an SFORCE; 1e-6 of the amplitude, passages of |v - V| = vs by sensors 1e-5 s."""
    statements = (
        "PART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2\nMARKER/12, PART=1, REULER=90D,90D,0D\n"
        "MARKER/21, PART=2, REULER=90D,90D,0D\nJOINT/1, TRANSLATIONAL, I=21, J=12\n"
        f"SFORCE/1, TRANSLATION, ACTIONONLY, I=21, J=12, FUNCTION=-100*DX(20)-10*IF({U}-0.005: {STICKS}, 0.4, {SLIPS})"
    )
    run = simulate(statements, 4.0, 8)
    for row, x, v in (
        (1, 0.0395428327119, -0.209018787341),
        (2, 0.0370107034424, 0.146216758783),
        (4, 0.0254025694897, -0.254601739135),
        (8, 0.0504221315215, 0.014483600393),
    ):
        assert run["PART_2.X"][row] == pytest.approx(x, abs=1e-6)
        assert run["PART_2.VX"][row] == pytest.approx(v, abs=1e-5)
    event = f"\nSENSOR/1, FUNCTION={U}\\, LE, VALUE=0.005, ERROR=1E-7, HALT"
    assert simulate(statements + event, 1.0, 1).time[-1] == pytest.approx(0.0557919787204, abs=1e-5)


def test_a_delayed_decay():
    """6.5a: x' = -x(t - 1), x = 1 before: polynomials, piece by piece; 1e-8 relative."""
    run = simulate("DIFF/1, IC=1, FUNCTION=-DELAY(DIF(1), 1, 1)", 5.0, 10)
    for row, x in ((1, 0.5), (3, -0.375), (6, -1.0 / 6.0), (10, 0.1583333333333)):
        assert run["DIFF_1.Q"][row] == pytest.approx(x, abs=1e-7)


def test_a_delayed_oscillator():
    """6.5b: x'' + x'/2 + 20 x = -5 x(t - 0.3), x = 1 before; 1e-6."""
    run = simulate(
        "DIFF/1, IC=1, FUNCTION=DIF(2)\nDIFF/2, FUNCTION=-0.5*DIF(2)-20*DIF(1)-5*DELAY(DIF(1), 0.3, 1)", 2.4, 8
    )
    for row, x, v in (
        (1, 0.0789971360438, -5.05609155106),
        (3, -0.568007158384, 5.14549707499),
        (5, 1.11350226964, -4.25878230027),
        (8, 0.26824477368, 8.50475533599),
    ):
        assert run["DIFF_1.Q"][row] == pytest.approx(x, abs=1e-6)
        assert run["DIFF_2.Q"][row] == pytest.approx(v, abs=5e-6)


def test_a_ball_in_a_rigid_funnel():
    """7.1, rigid: a point on a cone (GCON) between two turning points; slant distance, its rate, azimuth; 1e-6."""
    beta, apex = math.radians(35.0), 0.0871723397811
    s, c = math.sin(beta), math.cos(beta)
    run = simulate(
        f"ACCGRAV/KGRAV=-9.81\nPART/2, MASS=1, CM=20, IP=1,1,1, QG={0.5 * s!r},0,{apex + 0.5 * c!r}, VY=1.5\n"
        f"MARKER/20, PART=2\nGCON/1, I=20, FUNCTION=(DZ(20)-{apex})*{s!r}-SQRT(DX(20)**2+DY(20)**2)*{c!r}",
        2.0,
        20,
    )
    rho = np.hypot(run["PART_2.X"], run["PART_2.Y"])
    angle = np.unwrap(np.arctan2(run["PART_2.Y"], run["PART_2.X"]))
    for row, slant, rate, phi in (
        (3, 0.378585795646, -0.526074061065, 1.94467880657),
        (8, 0.498017129415, 0.117964693797, 6.13041678472),
        (20, 0.362781338065, -0.425868769301, 14.8712425996),
    ):
        assert rho[row] / s == pytest.approx(slant, rel=1e-6)
        assert run["PART_2.VZ"][row] / c == pytest.approx(rate, abs=1e-6)
        assert angle[row] == pytest.approx(phi, rel=1e-6)


def test_two_satellites_docked_by_a_bushing():
    """7.2: momentum and angular momentum about the origin stay, which needs -d x F on the J side; 1e-6."""
    run = simulate(
        "PART/2, MASS=100, CM=20, IP=20,20,20, QG=-1.5,-0.1,0, REULER=0.05,0,0, VX=0.2, WZ=0.02\nMARKER/20, PART=2\n"
        "MARKER/21, PART=2, QP=0.6,0.1,0\nPART/3, MASS=250, CM=30, IP=80,80,80, WZ=-0.01\nMARKER/30, PART=3\n"
        "MARKER/31, PART=3, QP=-0.8,0,0\nJPRIM/1, INPLANE, I=20, J=11\nJPRIM/2, PARALLEL_AXES, I=20, J=11\n"
        "JPRIM/3, INPLANE, I=30, J=11\nJPRIM/4, PARALLEL_AXES, I=30, J=11\n"
        "BUSHING/1, I=21, J=31, K=2000,2000,0, KT=0,0,150, C=300,300,0, CT=0,0,60\n"
        "REQUEST/1, F2=AZ(20)\\ F3=AZ(30)\\ F4=WZ(20)",
        20.0,
        20,
    )
    for row, wanted in (
        (1, (-1.37091749999, -0.107281294148, 0.0179263339166, 0.0283669999955, 0.00291251765924, -0.00144814655268)),
        (5, (-1.14101448588, -0.122333700338, 0.0223271746921, 0.256405794353, 0.00893348013507, 0.0223734159095)),
        (20, (-0.275812777844, -0.186078204018, 0.0864521163949, 1.11032511114, 0.0344312816071, 0.0864528119534)),
    ):
        names = ("PART_2.X", "PART_2.Y", "REQ_1.F2", "PART_3.X", "PART_3.Y", "REQ_1.F3")
        assert [run[name][row] for name in names] == pytest.approx(wanted, abs=1e-6)
    assert run["REQ_1.F4"][-1] == pytest.approx(0.00427299363386, rel=1e-6)
    x, y, vx, vy = ([run[f"PART_{part}.{name}"] for part in (2, 3)] for name in ("X", "Y", "VX", "VY"))
    about = sum(m * (x[n] * vy[n] - y[n] * vx[n]) for n, m in enumerate((100.0, 250.0)))
    about += 20.0 * run["PART_2.WZ"] + 80.0 * run["PART_3.WZ"]
    assert about == pytest.approx(1.6, abs=1e-6)
