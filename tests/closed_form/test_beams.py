"""Chains of BEAMs against closed forms and against beam theory integrated by other means.

Small deflections are exact for any number of beams; large ones converge with the square of the length of a beam.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import fsolve

from bellcrank.kernel import plain
from bellcrank.model import load_text
from bellcrank.system import assemble, motion
from bellcrank.system import layout as at
from bellcrank.system.lowering import Lowering
from bellcrank.system.state import State
from bellcrank.system.system import System
from bellcrank.system.workspace import Workspace
from bellcrank.testing import observed_order


@dataclass
class Section:
    """A cross section; shear ratios 0: no shear."""

    e: float
    g: float
    area: float
    ixx: float
    iyy: float
    izz: float
    asy: float = 0.0
    asz: float = 0.0

    def text(self, length: float) -> str:
        return (
            f"LENGTH={length!r}, AREA={self.area!r}, IXX={self.ixx!r}, IYY={self.iyy!r}, IZZ={self.izz!r}, "
            f"EMODULUS={self.e!r}, GMODULUS={self.g!r}, ASY={self.asy!r}, ASZ={self.asz!r}"
        )


def chain(section: Section, points: np.ndarray, load: str, formulation: str = "LINEAR", more: str = "") -> str:
    """Beams from the clamped first point to the last in the x-y plane, a part at each; `load` acts at I=9999.

    Each beam has two markers with x along its chord and z along z. Marker 9999 is at the last point with the axes of
    ground, 9998 a floating marker of ground, marker 1 is ground.
    """
    lines = ["chain", "UNITS/SYSTEM=MKS", "PART/1, GROUND", "MARKER/1, PART=1", "MARKER/9998, PART=1, FLOATING"]
    for n, point in enumerate(points[1:], start=2):
        place = ",".join(repr(float(x)) for x in point)
        lines += [f"PART/{n}, MASS=1, CM={10 * n}, IP=1,1,1, QG={place}", f"MARKER/{10 * n}, PART={n}"]
    lines.append(f"MARKER/9999, PART={len(points)}")
    for n in range(1, len(points)):
        d = points[n] - points[n - 1]
        angle, length = float(np.arctan2(d[1], d[0])), float(np.linalg.norm(d))
        place = f", QP={','.join(repr(float(x)) for x in points[0])}" if n == 1 else ""
        lines += [
            f"MARKER/{10 * n + 1}, PART={n}{place}, REULER={angle!r},0,0",
            f"MARKER/{10 * n + 12}, PART={n + 1}, REULER={angle!r},0,0",
            f"BEAM/{n}, I={10 * n + 12}, J={10 * n + 1}, {section.text(length)}, FORMULATION={formulation}{more}",
        ]
    return "\n".join([*lines, load, "END", ""])


def straight(length: float, n: int) -> np.ndarray:
    return np.column_stack([np.linspace(0.0, length, n + 1), np.zeros((n + 1, 2))])


class Equilibrium:
    """Forces in balance at time 1: functions of TIME grow the load in steps."""

    def __init__(self, text: str) -> None:
        model, report = load_text(text)
        assert not report.errors, report.render()
        with plain():
            self.work = Workspace(system := System(Lowering(model).run()), State(system))
        self.work.u[:] = self.work.ud[:] = 0.0

    def matrix(self, q: float, u: float, a: float) -> np.ndarray:
        """The derivative of the equations by positions, velocities or accelerations; `work.res` are the equations."""
        s = self.work
        s.num[[at.C_Q, at.C_U, at.C_A, at.SCALE, at.CHARTED]] = q, u, a, 1.0, 0.0
        with plain():
            s.call(assemble.residual)
            s.call(assemble.matrix)
        return s.dense()

    def solve(self, steps: int = 1, tolerance: float = 1e-11) -> np.ndarray:
        """Position of the last part where all forces balance, to `tolerance` of the size."""
        s = self.work
        for part in range(1, steps + 1):
            s.num[at.T] = part / steps
            for _ in range(40):
                matrix = self.matrix(1.0, 0.0, 0.0)
                step = np.linalg.solve(matrix, -s.res[: s.n])
                s.step[:] = step * min(1.0, 0.2 / np.abs(step[5::6]).max(initial=1e-9))  # turns of 0.2 rad at most
                with plain():
                    s.call(motion.shift_positions)
                if np.abs(s.step).max() < tolerance:
                    break
            else:
                raise AssertionError("no equilibrium")
        place: np.ndarray = s.q[-1, :3].copy()
        return place


SLENDER = Section(e=2.1e11, g=8e10, area=2e-4, ixx=4e-9, iyy=1e-8, izz=5e-9 / 3)
ALL = ("LINEAR", "STRING", "NONLINEAR")


def force(x=0.0, y=0.0, z=0.0):
    return f"VFORCE/1, I=9999, JFLOAT=9998, RM=1, FX={x!r}*TIME\\ FY={y!r}*TIME\\ FZ={z!r}*TIME\\"


@pytest.mark.parametrize("formulation", ALL)
@pytest.mark.parametrize("n", [1, 2, 7])
def test_a_cantilever_sags_by_bending_and_shear(formulation, n):
    """P L^3/3EI + P L ASY/(G A), any number of beams; second-order effects of w/L = 1e-5 are 1e-10."""
    s = Section(**(SLENDER.__dict__ | {"asy": 1.2, "asz": 1.2}))
    load = 1e-5 * 3 * s.e * s.izz
    model = Equilibrium(chain(s, straight(1.0, n), force(y=load, z=2 * load), formulation))
    _, y, z = model.solve()
    assert y == pytest.approx(load * (1 / (3 * s.e * s.izz) + 1.2 / (s.g * s.area)), rel=1e-6)
    assert z == pytest.approx(2 * load * (1 / (3 * s.e * s.iyy) + 1.2 / (s.g * s.area)), rel=1e-6)


def test_a_twisted_and_stretched_rod():
    """T L/(G IXX) and P L/(E A)."""
    s = SLENDER
    load = "GFORCE/1, I=9999, JFLOAT=9998, RM=1, FX=1E3\\ FY=0\\ FZ=0\\ TX=0.01\\ TY=0\\ TZ=0\\"
    model = Equilibrium(chain(s, straight(1.0, 3), load))
    x, _, _ = model.solve()
    quaternion = model.work.q[-1, 3:] / np.linalg.norm(model.work.q[-1, 3:])
    assert x - 1.0 == pytest.approx(1e3 / (s.e * s.area), rel=1e-9)
    assert 2 * math.asin(quaternion[1]) == pytest.approx(0.01 / (s.g * s.ixx), rel=1e-9)


def test_bending_frequencies_of_a_chain():
    """PROBLEMS2, 5.6: five beams, lumped masses; 13 digits from there."""
    wanted = [8.204020687646, 49.24709486478, 132.840595745, 247.8941068065, 363.4408256215]
    text = chain(SLENDER, straight(1.0, 5), "")
    text = text.replace("MASS=1,", "MASS=0.314,").replace("IP=1,1,1", "IP=1E-5,1E-5,1E-5")
    text = text.replace("PART/6, MASS=0.314, CM=60, IP=1E-5,1E-5,1E-5", "PART/6, MASS=0.157, CM=60, IP=5E-6,5E-6,5E-6")
    model = Equilibrium(text)
    stiff, mass = model.matrix(1.0, 0.0, 0.0), model.matrix(0.0, 0.0, 1.0)
    plane = [6 * b + k for b in range(5) for k in (1, 5)]
    squares = np.linalg.eigvals(np.linalg.solve(mass[np.ix_(plane, plane)], stiff[np.ix_(plane, plane)]))
    found = np.sort(np.sqrt(squares.real))[:5] / math.tau
    assert found == pytest.approx(wanted, rel=1e-10)


ELASTICA = {1: (0.301720773799814, 0.0564332362833769), 2: (0.493457480396712, 0.160641720825167),
            10: (0.810609024880296, 0.554995597753751)}  # fmt: skip
"""PROBLEMS 6: P L^2/EI -> deflection and shortening of the tip, by elliptic integrals; no stretch, no shear."""
STIFF = Section(e=1.0, g=0.5, area=1e6, ixx=1.0, iyy=1.0, izz=1.0)


def elastica_error(formulation, n, a):
    x, y, _ = Equilibrium(chain(STIFF, straight(1.0, n), force(y=float(a)), formulation)).solve(4, 1e-9)
    w, u = ELASTICA[a]
    return math.hypot(1 - x - u, y - w)


@pytest.mark.parametrize("a", [2, 10])
def test_the_nonlinear_chain_converges_to_the_elastica(a):
    errors = [elastica_error("NONLINEAR", n, a) for n in (3, 6, 12)]
    assert errors[-1] < 1e-3
    assert observed_order(errors, [1 / 3, 1 / 6, 1 / 12]) > 1.8


def test_the_linear_chain_converges_to_the_elastica():
    """Its members are straight in the axes of one end: at least of first order."""
    errors = [elastica_error("LINEAR", n, 2) for n in (3, 6, 12)]
    assert errors[-1] < 5e-3
    assert observed_order(errors, [1 / 3, 1 / 6, 1 / 12]) > 0.9


@pytest.mark.parametrize("turns", [0.5, 1.0])
def test_a_beam_rolls_up_under_an_end_moment(turns):
    """Tip at (sin b/b, (1 - cos b)/b), b = 2 pi turns: PROBLEMS 6. Members of fourth order: their chords are arcs'."""
    b, section = math.tau * turns, Section(**(STIFF.__dict__ | {"area": 1e2}))
    load = f"VTORQUE/1, I=9999, JFLOAT=9998, RM=1, TZ={b!r}*TIME\\"
    errors = []
    for n in (5, 10):
        x, y, _ = Equilibrium(chain(section, straight(1.0, n), load, "NONLINEAR")).solve(int(12 * turns))
        errors.append(math.hypot(x - math.sin(b) / b, y - (1 - math.cos(b)) / b))
    assert errors[1] < 1e-4
    assert errors[1] < errors[0] / 3.5 or errors[0] < 1e-9


def rod(section, radius, angle, load):
    """Tip of a clamped circular arc under a dead load: exact beam theory by shooting, another program."""
    length = radius * angle
    kappa0 = np.array([0.0, 0.0, 1.0 / radius])
    stiff = np.array([section.g * section.ixx, section.e * section.iyy, section.e * section.izz])

    def shape(moment):
        def rate(s, y):
            turn, m = y[3:12].reshape(3, 3), y[12:]
            force = turn.T @ load
            kappa = kappa0 + (turn.T @ m) / stiff
            stretch = np.array([1.0 + force[0] / (section.e * section.area), 0.0, 0.0])
            cross = np.array([[0, -kappa[2], kappa[1]], [kappa[2], 0, -kappa[0]], [-kappa[1], kappa[0], 0]])
            along = turn @ stretch
            return np.concatenate([along, (turn @ cross).ravel(), -np.cross(along, load)])

        start = np.concatenate([np.zeros(3), np.eye(3).ravel(), moment])
        return solve_ivp(rate, (0.0, length), start, rtol=1e-8, atol=1e-8).y[:, -1]

    moment = np.zeros(3)
    for part in np.linspace(0.25, 1.0, 4):
        full, load = load, load * part
        moment = fsolve(lambda m: shape(m)[12:], moment, xtol=1e-9)
        tip, load = shape(moment)[:3], full
    return tip


def test_the_45_degree_bend_of_bathe_and_bolourchi():
    """R = 100, unit square, E = 1e7, G = E/2, J = 1/6, 600 out of the plane; Simo & Vu-Quoc (1986): 15.79, 47.23, 53.37
    with eight elements. The chain converges to exact beam theory of the same arc, computed here by shooting."""
    s = Section(e=1e7, g=5e6, area=1.0, ixx=1 / 6, iyy=1 / 12, izz=1 / 12)
    exact = rod(s, 100.0, math.pi / 4, np.array([0.0, 0.0, 600.0]))
    assert np.linalg.norm(exact - [47.23, 15.79, 53.37]) < 0.2  # eight elements on 78 units of length
    errors = []
    for n in (3, 6, 12):
        angle = np.linspace(0.0, math.pi / 4, n + 1)
        arc = np.column_stack([100 * np.sin(angle), 100 * (1 - np.cos(angle)), 0 * angle])
        tip = Equilibrium(chain(s, arc, force(z=600.0), "NONLINEAR")).solve(6, 1e-9)
        errors.append(np.linalg.norm(tip - exact))
    assert errors[-1] < 0.1
    assert observed_order(errors, [1 / 3, 1 / 6, 1 / 12]) > 1.8


@pytest.mark.parametrize(("tension", "formulation"), [(20.0, "STRING"), (20.0, "NONLINEAR"), (-1.0, "NONLINEAR")])
def test_tension_stiffens_a_single_beam(tension, formulation):
    """A cantilever with the axial load N = n EI/L^2: deflection by the exact beam column, L^3/EI (k - tanh k)/k^3,
    k^2 = n (tan for n < 0). One beam with a cubic shape errs by the first term it lacks."""
    load = f"VFORCE/1, I=9999, JFLOAT=9998, RM=1, FX={tension!r}*TIME\\ FY=1E-6*TIME\\ FZ=0\\"
    k = math.sqrt(abs(tension))
    wanted = 1e-6 * ((k - math.tanh(k)) / k**3 if tension > 0 else (math.tan(k) - k) / k**3)
    for n, tolerance in ((1, 0.03), (4, 1e-3)):
        _, y, _ = Equilibrium(chain(STIFF, straight(1.0, n), load, formulation)).solve(4)
        assert y == pytest.approx(wanted, rel=tolerance)


PRINCETON = {
    0: (0.010715413, 0.0, -0.000135580, 0.0), 30: (0.010147089, 0.079455843, -0.007660765, -0.02340889),
    45: (0.008888633, 0.109041378, -0.014389262, -0.02600094),
    60: (0.006654145, 0.129923412, -0.020473146, -0.02172594), 90: (0.0, 0.146259984, -0.026024229, 0.0),
}  # fmt: skip
"""PROBLEMS 6: angle -> edgewise and flatwise deflection, axial shift, m, twist, rad; shooting of the same theory."""


@pytest.mark.parametrize("angle", PRINCETON)
def test_the_princeton_beam(angle):
    """0.5 % of the total deflection with ten beams, as the page says, and of the twist (2 atan2(e1, e0) of the tip)."""
    h, b, e = 12.377e-3, 3.2024e-3, 71.7e9
    s = Section(e=e, g=e / 2.62, area=h * b, ixx=1.13416269e-10, iyy=h * b**3 / 12, izz=b * h**3 / 12, asy=1.2, asz=1.2)
    p = 8.896 * np.array([math.cos(math.radians(angle)), math.sin(math.radians(angle))])
    model = Equilibrium(chain(s, straight(0.508, 10), force(y=float(p[0]), z=float(p[1])), "NONLINEAR"))
    tip = model.solve(4)
    found = np.array([tip[1], tip[2], tip[0] - 0.508])
    wanted = np.array(PRINCETON[angle][:3])
    assert np.abs(found - wanted).max() < 0.005 * np.linalg.norm(wanted)
    e0, e1 = model.work.q[-1, 3:5]
    assert 2 * math.atan2(e1, e0) == pytest.approx(PRINCETON[angle][3], rel=0.005, abs=1e-9)


@pytest.mark.parametrize("formulation", ALL)
def test_a_beam_with_a_tip_mass_vibrates_in_time(formulation):
    """Two freedoms in the plane, y and turn: frequencies from the 2x2 matrices of the tip; the run is compiled."""
    s, m, j = SLENDER, 2.0, 0.01
    text = chain(s, straight(1.0, 1), force(), formulation)
    text = (
        text.replace("MASS=1,", f"MASS={m},")
        .replace("IP=1,1,1", f"IP={j},{j},{j}")
        .replace("QG=1.0,0.0", "QG=1.0,1E-5")
    )
    model, _ = load_text(text)
    k = s.e * s.izz * np.array([[12.0, -6.0], [-6.0, 4.0]])
    squares, modes = np.linalg.eig(np.linalg.solve(np.diag([m, j]), k))
    run = model.simulate(end=0.2, steps=100, error=1e-8)
    share = np.linalg.solve(modes, [1e-5, 0.0])
    wanted = sum(share[n] * modes[0, n] * np.cos(math.sqrt(squares[n]) * run.time) for n in (0, 1))
    assert np.abs(run["PART_2.Y"] - wanted).max() < 1e-5 * 1e-3  # 1e-8 of one metre grows over 8 periods
    assert run["BEAM_1.FY"][0] == pytest.approx(-12 * s.e * s.izz * 1e-5, rel=1e-6)
