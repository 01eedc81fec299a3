"""Reference problems: what docs/figures/trust.py runs, and numbers from elsewhere that anchor them.

The truth of every problem is a run of the same program with ERROR = 1e-11 and SI2; where a closed form, a computation
with high precision in minimal coordinates or a published value is known, that run must meet it (`anchors`: channel,
time, value, difference allowed). The tests of the same models say where each number comes from.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import bellcrank as bc
from bellcrank.model import load_text
from bellcrank.results import Results

ROOT = Path(__file__).resolve().parents[2]
MODELS, EXAMPLES = ROOT / "tests" / "models", ROOT / "src" / "bellcrank" / "examples"
Anchor = tuple[str, float, float, float]


@dataclass(frozen=True)
class Problem:
    """A model, the end of its motion, and numbers it must meet."""

    name: str
    make: Callable[[], bc.Model]
    end: float
    anchors: tuple[Anchor, ...] = ()
    steps: int = 100
    truth: float = 1e-11
    """ERROR of the truth."""
    left_out: tuple[str, ...] = ()
    """Entities that are not compared: Euler parameters jump, their sign being free; in a singular position the truth
    itself does not know the angular accelerations of the couplers, which are zero."""

    def run(self, **settings: object) -> Results:
        """Simulate it."""
        return self.make().simulate(end=self.end, steps=self.steps, **settings)


def shipped(name: str) -> Callable[[], bc.Model]:
    """An example that comes with the program."""
    return lambda: bc.read(EXAMPLES / f"{name}.adm")


def tested(name: str, **start: float) -> Callable[[], bc.Model]:
    """A model of the tests; `start`: arguments of its PART/2."""

    def make() -> bc.Model:
        model = bc.read(MODELS / f"{name}.adm")
        for argument, value in start.items():
            setattr(model.parts[2], argument, value)
        return model

    return make


def written(text: str) -> Callable[[], bc.Model]:
    """A model from the text of a dataset."""
    return lambda: load_text(text)[0]


HEAD = """{title}
UNITS/SYSTEM=MKS
ACCGRAV/JGRAV=-9.81
PART/1, GROUND
MARKER/1, PART=1
"""
PENDULUM = """PART/2, MASS=1, CM=20, IP=0.01,0.01,0.01, QG=1,0,0
MARKER/20, PART=2
MARKER/21, PART=2, QP=-1,0,0
JOINT/1, REVOLUTE, I=21, J=1
"""
ROTOR = """PART/3, MASS=1, CM=30, IP=0.01,0.01,0.01, QG=0,0,1, WZ={speed}
MARKER/30, PART=3
MARKER/31, PART=1, QP=0,0,1
JOINT/2, REVOLUTE, I=30, J=31
"""
WATCH = """PART/4, MASS=1E-6, CM=40, IP=1E-12,1E-12,1E-12, QG=0.001,0,2
MARKER/40, PART=4
MARKER/41, PART=4, QP=-0.001,0,0
MARKER/42, PART=1, QP=0,0,2
JOINT/3, REVOLUTE, I=41, J=42
"""
LATCH = """PART/2, MASS=1000, CM=20, IP=1E5,1E5,1E3, QG=20,0,0, WZ=0.02
MARKER/20, PART=2
MARKER/21, PART=2, QP=-20,0,0
MARKER/22, PART=2, QP=19,0,0, REULER=90D,90D,0D
JOINT/1, REVOLUTE, I=21, J=1
SPRINGDAMPER/1, ROTATION, I=21, J=1, KT=4E7, CT=0, ANGLE=0
PART/3, MASS=1E-3, CM=30, IP=1E-9,1E-9,1E-9, QG=39.001,0,0, VY=0.78
MARKER/30, PART=3, REULER=90D,90D,0D
JOINT/2, TRANSLATIONAL, I=30, J=22
SFORCE/1, TRANSLATION, ACTIONONLY, I=30, J=22, FUNCTION=-10*DZ(30,22,22)
"""
MILLIMETRES = """pendulum of 1000 mm
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND
ACCGRAV/JGRAV=-9810
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=20, IP=1E4,1E4,1E4, QG=1000,0,0
MARKER/20, PART=2
MARKER/21, PART=2, QP=-1000,0,0
JOINT/1, REVOLUTE, I=21, J=1
END
"""
STONE = """a stone on a stiff, damped spring, whirled around
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=0.1, CM=20, IP=1E-4,1E-4,1E-4, QG=0.1,0,0, VY=1, WZ=10
MARKER/20, PART=2
MARKER/21, PART=2, QP=-0.1,0,0
BUSHING/1, I=21, J=1, K=1E4,1E4,1E4, C=1E1,1E1,1E1, KT=0,0,0, CT=0,0,0
END
"""
ORBIT = """a body on an ellipse about a centre of attraction (Kepler), half axis 1, eccentricity 0.5, turn 2 pi
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1, QG=0.5,0,0, VY=1.7320508075688772
MARKER/20, PART=2
SFORCE/1, TRANSLATION, I=20, J=1, FUNCTION=-1/DM(20,1)**2
END
"""
RELAXATION = """van der Pol's equation and an exponential decay: states beside a slow mass
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1, VX=0.1
MARKER/20, PART=2
DIFF/1, IC=2, FUNCTION=DIF(2)
DIFF/2, IC=0, FUNCTION=5*(1-DIF(1)**2)*DIF(2)-DIF(1)
DIFF/3, IC=1, FUNCTION=-DIF(3)
REQUEST/1, F2=DIF(1)\\F3=DIF(2)\\F4=DIF(3)\\
END
"""


def text(title: str, *blocks: str) -> str:
    """A dataset of some blocks."""
    return HEAD.format(title=title) + "".join(blocks) + "END\n"


def chain(links: int) -> bc.Model:
    """Links of different sizes, each half as long as the one before."""
    model = bc.Model(f"chain of {links}", units="MKS")
    model.gravity = (0.0, -9.81, 0.0)
    x, before = 0.0, model.ground
    for n in range(links):
        size = 0.5**n
        link = model.part(
            f"link{n}", at=(x + size / 2, 0.0, 0.0), cm=(0.0, 0.0, 0.0), mass=size**3,
            ip=(size**5 / 100, size**5 / 12, size**5 / 12),
        )  # fmt: skip
        model.revolute("", link, before, at=(x, 0.0, 0.0), axis=(0.0, 0.0, 1.0))
        x, before = x + size, link
    return model


def windows(n: int) -> bc.Model:
    """A row of four-bar windows, upright at the start: the N-four-bar problem of the IFToMM library."""
    model = bc.Model(f"{n} windows", units="MKS")
    model.gravity = (0.0, -9.81, 0.0)
    bar = {"mass": 1.0, "ip": (1 / 1200, 1 / 12, 1 / 12)}
    hinge = lambda i, j, x, y: model.revolute("", i, j, at=(float(x), float(y), 0.0), axis=(0.0, 0.0, 1.0))
    upright = {"euler": (math.pi / 2, 0.0, 0.0), "cm": (-0.5, 0.0, 0.0), "vx": 0.5, "wz": -1.0}
    cranks = [model.part(f"B{k}", at=(float(k), 1.0, 0.0), **upright, **bar) for k in range(n + 1)]
    for k, crank in enumerate(cranks):
        hinge(crank, model.ground, k, 0)
    for k in range(n):
        coupler = model.part(f"C{k}", at=(k + 0.5, 1.0, 0.0), cm=(0.0, 0.0, 0.0), vx=1.0, **bar)
        hinge(coupler, cranks[k], k, 1)
        hinge(coupler, cranks[k + 1], k + 1, 1)
    return model


SQ = math.sqrt
PROBLEMS = (
    Problem("pendulum of La Coruna, 1 s", tested("pendulum"), 1.0, (
        ("PART_2.CM_X", 1.0, 0.9862917511318753, 1e-8), ("PART_2.CM_Y", 1.0, -0.1650108531255412, 1e-8))),
    Problem("pendulum of La Coruna, 10 s", tested("pendulum"), 10.0, (
        ("PART_2.CM_X", 10.0, -0.2750874625761169, 1e-7), ("PART_2.CM_VX", 10.0, 4.175598100951729, 1e-6))),
    Problem("double pendulum of rods, 2 s", tested("double_pendulum_rods"), 2.0, (
        ("REQ_1.F2", 2.0, -0.08275830682057, 1e-8), ("REQ_1.F7", 2.0, 11.89895505304530, 1e-6))),
    Problem("double pendulum of points, 5 s", tested("double_pendulum_points"), 5.0, (
        ("REQ_1.F2", 5.0, -0.62718670506653, 1e-6), ("REQ_1.F3", 5.0, -1.30131555020981, 1e-6))),
    Problem("Andrews' mechanism, 0.03 s", tested("andrews"), 0.03, (
        ("REQ_1.F2", 0.03, 15.810771195154, 1e-6), ("REQ_3.F2", 0.03, 1139.92030225911, 1e-3))),
    Problem("babyboot, 4 s", tested("babyboot"), 4.0, (
        ("REQ_1.F2", 4.0, -10.83234541112, 1e-4), ("REQ_1.F3", 4.0, 37.74619201702, 1e-4))),
    Problem("Bricard's mechanism, 4 s", tested("bricard"), 4.0, (("REQ_1.F2", 4.0, 1.01819918185, 1e-7),)),
    Problem("four-bar, singular positions, 5 s", tested("four_bar"), 5.0),
    Problem("four-bar, driven, 5 s", tested("four_bar_driven"), 5.0),
    Problem("flipping body (Dzhanibekov), 20 s", tested("free_body"), 20.0),
    Problem("flipping body (Dzhanibekov), 40 s", tested("free_body"), 40.0),
    Problem("guided rod, 5 s", tested("guided_rod"), 5.0),
    Problem("fast heavy top, 1 s", tested("heavy_top"), 1.0, (
        ("PART_2.CM_X", 1.0, 0.1733439640984, 1e-6), ("PART_2.CM_Z", 1.0, -0.7484907911336, 1e-6))),
    Problem("top, 1 s", tested("steady_top", wx=1.0, wz=60.0), 1.0),
    Problem("quarter car, 2 s", tested("quarter_car"), 2.0),
    Problem("rack and pinion, 1 s", tested("rack_and_pinion"), 1.0),
    Problem("revolute-spherical link, 5 s", tested("rev_spherical"), 5.0),
    Problem("torsional spring, 5 s", tested("rot_spring"), 5.0),
    Problem("spatial slider-crank, 2 s", tested("slider_crank"), 2.0, (
        ("REQ_1.F2", 2.0, 21.0727445227765, 1e-6), ("REQ_1.F4", 2.0, 0.2890851970671, 1e-7))),
    Problem("spring and damper, 3 s", tested("spring_mass"), 3.0, (
        ("mass.X", 3.0, 1.0 - 0.0004780050367630638, 1e-9),)),
    Problem("body on a spring, 5 s", tested("tran_spring"), 5.0),
    Problem("body on a spring off its centre, 5 s", tested("tran_spring_cb"), 5.0, left_out=("REQ_4",)),
    Problem("ball on a one-sided spring, 2 s", tested("ball"), 2.0, (("ball.Z", 2.0, 0.786969703702, 1e-8),)),
    Problem("example pendulum, 5 s", shipped("pendulum"), 5.0),
    Problem("example spring-mass, 2 s", shipped("spring-mass"), 2.0),
    Problem("example slider-crank, 1 s", shipped("slider-crank"), 1.0),
    Problem("example four-bar, 2 s", shipped("four-bar"), 2.0),
    Problem("example double-wishbone, 3 s", shipped("double-wishbone"), 3.0),
    Problem("example bouncing-ball, 2 s", shipped("bouncing-ball"), 2.0),
    Problem("example boom-docking, 40 s", shipped("boom-docking"), 40.0),
    Problem("pendulum beside a rotor, 100 rad/s", written(text("two speeds", PENDULUM, ROTOR.format(speed=100))), 5.0),
    Problem("the same, 1000 rad/s", written(text("two speeds", PENDULUM, ROTOR.format(speed=1000))), 2.0),
    Problem("pendulums of 1 m and of 1 mm", written(text("two sizes", PENDULUM, WATCH)), 2.0),
    Problem("latch of 1 g on a boom of 40 m", written(text("latch", LATCH)), 2.0),
    Problem("pendulum in millimetres, 5 s", written(MILLIMETRES), 5.0),
    Problem("stone on a stiff spring, 3 s", written(STONE), 3.0),
    Problem("Kepler's ellipse, two turns", written(ORBIT), 4 * math.pi, (
        ("PART_2.X", 4 * math.pi, 0.5, 1e-6), ("PART_2.VY", 4 * math.pi, SQ(3.0), 1e-6))),
    Problem("van der Pol's equation, 10 s", written(RELAXATION), 10.0, (("REQ_1.F4", 10.0, math.exp(-10.0), 1e-9),)),
    Problem("chain of five sizes, 1 s", lambda: chain(5), 1.0),
    Problem("three windows in a row, 2 s", lambda: windows(3), 2.0, left_out=("C0", "C1", "C2")),
)  # fmt: skip


def missed(problem: Problem, truth: Results) -> list[str]:
    """Anchors that a run does not meet."""
    said = []
    for channel, time, value, allowed in problem.anchors:
        row = int(np.argmin(np.abs(truth.time - time)))
        found = float(truth[channel][row])
        if not abs(found - value) <= allowed:
            said.append(f"{channel} at {time:g}: {found!r}, not {value!r}")
    return said
