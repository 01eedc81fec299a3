"""Contact against MuJoCo: CPU time and error of an undamped bounce and of a box that slides down a slope.

    python benchmarks/contact.py          needs mujoco (pip install mujoco); without it only our own numbers

Bounce    a ball of 0.1 m and 1 kg falls 1 m on a plane, undamped: after 8 s the energy should be what it was
Slide     a box slides down 30 degrees with mu = 0.2: the speed after 0.5 s against g (sin - mu cos) t
MuJoCo steps evenly, its error goes with the step; here ERROR is asked for. Times are CPU times without compiling.
"""

from __future__ import annotations

import math
import time

from bellcrank.model import load_text

G = 9.81
HEAD = "UNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/1, PART=1\nGRAPHICS/1, PLANE, RM=1\n"
BALL = f"""bounce
{HEAD}PART/2, MASS=1, CM=20, IP=0.004,0.004,0.004, QG=0,0,1.1
MARKER/20, PART=2
GRAPHICS/2, ELLIPSOID, CM=20, XSCALE=0.2
CONTACT/1, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS=1E5, EXPONENT=1, DAMPING=0, DMAX=1E-3
ACCGRAV/KGRAV=-{G}
END
"""
SIN, COS = math.sin(math.pi / 6), math.cos(math.pi / 6)
BOX = f"""slide
{HEAD}PART/2, MASS=1, CM=20, IP=0.002,0.002,0.002, QG=0,0,{0.025 - G * COS / 1e6!r}, VX=0.5
MARKER/20, PART=2
MARKER/21, PART=2, QP=-0.05,-0.05,-0.025
GRAPHICS/2, BOX, CORNER=21, X=0.1, Y=0.1, Z=0.05
CONTACT/1, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS=1E6, EXPONENT=1, DAMPING=1E3, DMAX=1E-6
, COULOMB_FRICTION=ON, MU_STATIC=0.2, MU_DYNAMIC=0.2
, STICTION_TRANSITION_VELOCITY=0.01, FRICTION_TRANSITION_VELOCITY=0.02
ACCGRAV/IGRAV={G * SIN!r}, KGRAV=-{G * COS!r}
END
"""
SPEED = 0.5 + G * (SIN - 0.2 * COS) * 0.5


def ours(text: str, end: float, error: float) -> tuple[float, float, float, float]:
    """CPU time, speed along x, height and vertical speed at the end."""
    model, _ = load_text(text)
    model.simulate(end=1e-3, steps=1, error=error)
    start = time.process_time()
    run = model.simulate(end=end, steps=1, error=error)
    took = time.process_time() - start
    return took, run["PART_2.VX"][-1], run["PART_2.Z"][-1], run["PART_2.VZ"][-1]


def mujoco_run(body: str, gravity: str, step: float, end: float) -> tuple[float, float, float, float]:
    """The same by MuJoCo; raises ImportError where it is not installed."""
    import mujoco

    xml = (
        f'<mujoco><option timestep="{step}" gravity="{gravity}" cone="elliptic" integrator="implicitfast"/>'
        f'<worldbody><geom type="plane" size="9 9 1" friction="0.2" solref="-1e5 0"/>{body}</worldbody></mujoco>'
    )
    model = mujoco.MjModel.from_xml_string(xml)
    data = mujoco.MjData(model)
    if "box" in body:
        data.qvel[0] = 0.5
    start = time.process_time()
    while data.time < end - 0.5 * step:
        mujoco.mj_step(model, data)
    return time.process_time() - start, data.qvel[0], data.qpos[2], data.qvel[2]


def main() -> None:
    """Print both tables."""
    ball = '<body pos="0 0 1.1"><freejoint/><geom type="sphere" size="0.1" mass="1" solref="-1e5 0"/></body>'
    box = '<body pos="0 0 0.025"><freejoint/><geom type="box" size="0.05 0.05 0.025" mass="1" friction="0.2"/></body>'
    print("bounce: energy error after 8 s")
    for error in (1e-4, 1e-6, 1e-8):
        took, _, z, v = ours(BALL, 8.0, error)
        print(f"  bellcrank ERROR {error:.0e}   {took:7.3f} s   {(G * z + 0.5 * v * v) / (G * 1.1) - 1.0:+.1e}")
    for step in (1e-3, 1e-4):
        try:
            took, _, z, v = mujoco_run(ball, f"0 0 -{G}", step, 8.0)
        except ImportError:
            break
        print(f"  MuJoCo step {step:.0e}       {took:7.3f} s   {(G * z + 0.5 * v * v) / (G * 1.1) - 1.0:+.1e}")
    print("slide: error of the speed after 0.5 s")
    for error in (1e-4, 1e-6):
        took, v, *_ = ours(BOX, 0.5, error)
        print(f"  bellcrank ERROR {error:.0e}   {took:7.3f} s   {v / SPEED - 1.0:+.1e}")
    for step in (1e-3, 1e-4):
        try:
            took, v, *_ = mujoco_run(box, f"{G * SIN} 0 -{G * COS}", step, 0.5)
        except ImportError:
            break
        print(f"  MuJoCo step {step:.0e}       {took:7.3f} s   {v / SPEED - 1.0:+.1e}")


if __name__ == "__main__":
    main()
