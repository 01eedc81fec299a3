"""Contact beside other programs: CPU seconds and error, all in one run.

    python benchmarks/contact.py [SCENE ...] [--balls 27] [--links 10]

bounce   a ball falls 1 m on a plane and bounces undamped for 8 s: energy (MuJoCo, exudyn with the law as a callback)
slide    a box slides down 30 degrees, mu = 0.2: speed after 0.5 s (MuJoCo, Drake)
roll     a cylinder rolls down 30 degrees: 2/3 g sin t (MuJoCo, Drake)
funnel   a ball in a cone: CONTACT with the solid against the same law as a GFORCE of expressions
balls    balls fall into a box, 1 s, all pairs: deepest overlap at the end (MuJoCo, PyBullet at 1 ms)
chain    links of tori hang from the first one and swing, 0.5 s: no link is lost
gears    involute gears of 20 000 triangles each turn under load: ripple of the torque (exudyn: spheres on triangles)
Peers that are not installed are left out. MuJoCo and PyBullet step evenly, their error goes with the step; here ERROR
is asked for. Times without compiling and building; models of ours are built twice, and the second run is timed.
"""

from __future__ import annotations

import argparse
import itertools
import math
import time
from collections.abc import Callable

import numpy as np

from bellcrank.model import load_text

G = 9.81
SIN, COS = math.sin(math.pi / 6), math.cos(math.pi / 6)
HEAD = "contact\nUNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/1, PART=1\nGRAPHICS/1, PLANE, RM=1\n"
DOWN, SLOPE = f"ACCGRAV/KGRAV=-{G}\nEND\n", f"ACCGRAV/IGRAV={G * SIN!r}, KGRAV=-{G * COS!r}\nEND\n"
RUBS = (
    ", COULOMB_FRICTION=ON, MU_STATIC={0}, MU_DYNAMIC={0}, STICTION_TRANSITION_VELOCITY={1}, "
    "FRICTION_TRANSITION_VELOCITY={2}"
)
CREEP = 0.01
"""The speed of slip at which friction is all there; Drake has the same number."""


def part(id: int, mass: float, inertia: float, at: tuple[float, ...], shape: str, more: str = "") -> str:
    """A PART with its marker and GRAPHICS of the same number."""
    x, y, z = (repr(float(a)) for a in at)
    return (
        f"PART/{id}, MASS={mass!r}, CM={id}0, IP={inertia!r},{inertia!r},{inertia!r}, QG={x},{y},{z}{more}\n"
        f"MARKER/{id}0, PART={id}\nGRAPHICS/{id}, {shape.format(m=f'{id}0')}\n"
    )


def impact(
    id: int, i: int, j: int, k: float, e: float, c: float = 0.0, d: float = 1e-3, mu: float = 0.0, creep: float = CREEP
) -> str:
    """A CONTACT by IMPACT."""
    law = f"CONTACT/{id}, IGEOM={i}, JGEOM={j}, IMPACT, STIFFNESS={k!r}, EXPONENT={e!r}, DAMPING={c!r}, DMAX={d!r}"
    return law + (RUBS.format(mu, creep, 2.0 * creep) if mu else "") + "\n"


def ours(text: str, end: float, error: float, rows: int = 1):
    """CPU seconds of the integration, and the results."""
    model, report = load_text(text)
    assert not report.errors, report.render()
    model.simulate(end=1e-3 * end, steps=1, error=error)
    run = model.simulate(end=end, steps=rows, error=error)
    return run.attrs["statistics"]["cpu"], run


def tell(program: str, setting: str, cpu: float, error: float | str) -> None:
    """A row of the table."""
    shown = error if isinstance(error, str) else f"{error:+.1e}"
    print(f"  {program:22} {setting:14} {cpu:9.4f} s   {shown}", flush=True)


def mujoco_steps(xml: str, step: float, end: float, start: Callable | None = None):
    """CPU seconds of all steps, and the data; ImportError where MuJoCo is not there."""
    import mujoco

    model = mujoco.MjModel.from_xml_string(xml)
    data = mujoco.MjData(model)
    if start:
        start(data)
    begun = time.process_time()
    mujoco.mj_step(model, data, nstep=round(end / step))
    return time.process_time() - begun, data


def mjcf(bodies: str, gravity: str, step: float, floor: str = 'friction="0.2" solref="-1e5 0"') -> str:
    """A model of MuJoCo over a plane."""
    return (
        f'<mujoco><size memory="200M"/><option timestep="{step}" gravity="{gravity}" cone="elliptic" '
        f'integrator="implicitfast"/><worldbody><geom type="plane" size="9 9 1" {floor}/>{bodies}</worldbody></mujoco>'
    )


def bounce(given: argparse.Namespace) -> None:
    """Energy after 8 s."""
    text = HEAD + part(2, 1.0, 0.004, (0, 0, 1.1), "ELLIPSOID, CM={m}, XSCALE=0.2") + impact(1, 2, 1, 1e5, 1.0) + DOWN
    off = lambda z, v: (G * z + 0.5 * v * v) / (G * 1.1) - 1.0
    for error in (1e-4, 1e-6, 1e-8):
        cpu, run = ours(text, 8.0, error)
        tell("bellcrank", f"ERROR {error:.0e}", cpu, off(run["PART_2.Z"][-1], run["PART_2.VZ"][-1]))
    ball = '<body pos="0 0 1.1"><freejoint/><geom type="sphere" size="0.1" mass="1" solref="-1e5 0"/></body>'
    for step in (1e-3, 1e-4):
        cpu, data = mujoco_steps(mjcf(ball, f"0 0 -{G}", step), step, 8.0)
        tell("MuJoCo", f"step {step:.0e}", cpu, off(data.qpos[2], data.qvel[2]))
    for steps in (8000, 80_000):
        cpu, z, v = exudyn_bounce(steps)
        tell("exudyn (callback)", f"step {8.0 / steps:.0e}", cpu, off(z + 0.1, v))


def exudyn_bounce(steps: int) -> tuple[float, float, float]:
    """The same by exudyn's generalised alpha, the law as a Python function: height over the plane and speed."""
    import exudyn
    from exudyn import utilities as u

    system = exudyn.SystemContainer().AddSystem()
    node = system.AddNode(u.NodePoint(referenceCoordinates=[0, 0, 0], initialCoordinates=[0, 0, 1.0]))
    body, ground = system.AddObject(u.MassPoint(mass=1, nodeNumber=node)), system.AddObject(u.ObjectGround())
    mb, mg = (system.AddMarker(u.MarkerBodyPosition(bodyNumber=b)) for b in (body, ground))
    system.AddLoad(u.Force(markerNumber=mb, loadVector=[0, 0, -G]))
    push = lambda mbs, t, item, d, v, k, c, o: [0, 0, 1e5 * min(d[2], 0.0)]
    system.AddObject(
        u.CartesianSpringDamper(
            markerNumbers=[mg, mb], stiffness=[0] * 3, damping=[0] * 3, springForceUserFunction=push
        )
    )
    system.Assemble()
    settings = exudyn.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 8.0, steps
    settings.timeIntegration.verboseMode, settings.solution.file.write = 0, False
    settings.solution.sensors.active = False
    settings.timeIntegration.generalizedAlpha.spectralRadius = 1.0
    begun = time.process_time()
    system.SolveDynamic(settings)
    cpu = time.process_time() - begun
    kind = exudyn.OutputVariableType
    return cpu, system.GetNodeOutput(node, kind.Position)[2], system.GetNodeOutput(node, kind.Velocity)[2]


def slide(given: argparse.Namespace) -> None:
    """Speed after 0.5 s."""
    box = part(2, 1.0, 0.002, (0, 0, 0.025 - G * COS / 1e6), "BOX, CORNER=21, X=0.1, Y=0.1, Z=0.05", ", VX=0.5")
    text = HEAD + box + "MARKER/21, PART=2, QP=-0.05,-0.05,-0.025\n" + impact(1, 2, 1, 1e6, 1.0, 1e3, 1e-6, 0.2) + SLOPE
    right = 0.5 + G * (SIN - 0.2 * COS) * 0.5
    cpu, run = ours(text, 0.5, 1e-4)
    tell("bellcrank", "ERROR 1e-04", cpu, run["PART_2.VX"][-1] / right - 1.0)
    body = '<body pos="0 0 0.025"><freejoint/><geom type="box" size="0.05 0.05 0.025" mass="1" friction="0.2"/></body>'

    def push(data) -> None:
        data.qvel[0] = 0.5

    for step in (1e-3, 1e-4):
        cpu, data = mujoco_steps(mjcf(body, f"{G * SIN} 0 -{G * COS}", step), step, 0.5, push)
        tell("MuJoCo", f"step {step:.0e}", cpu, data.qvel[0] / right - 1.0)
    for accuracy in (1e-2, 1e-4):
        cpu, got = drake_slope("box", 0.2, 0.002, 0.025, 0.5, accuracy)
        tell("Drake, continuous", f"accuracy {accuracy:.0e}", cpu, got / right - 1.0)


def roll(given: argparse.Namespace) -> None:
    """Speed after 0.5 s against 2/3 g sin t."""
    turned = ", REULER=0,90D,0"
    rod = part(2, 1.0, 0.00125, (0, 0, 0.05 - G * COS / 1e7), "CYLINDER, CM=21, LENGTH=0.2, RADIUS=0.05", turned)
    right = G * SIN * 2.0 / 3.0 * 0.5
    for creep, error in itertools.product((CREEP, 1e-2 * CREEP, 1e-4 * CREEP), (1e-4, 1e-6)):
        rubs = impact(1, 2, 1, 1e7, 1.0, 3e3, 1e-6, 0.8, creep)
        cpu, run = ours(HEAD + rod + "MARKER/21, PART=2, QP=0,0,-0.1\n" + rubs + SLOPE, 0.5, error)
        tell(f"bellcrank, slip {creep:g}", f"ERROR {error:.0e}", cpu, run["PART_2.VX"][-1] / right - 1.0)
    geom = '<geom type="cylinder" size="0.05 0.1" friction="0.8"/><inertial pos="0 0 0" mass="1" '
    body = f'<body pos="0 0 0.05" euler="90 0 0"><freejoint/>{geom}diaginertia="1e-3 1e-3 1.25e-3"/></body>'
    for step in (1e-3, 1e-4):
        xml = mjcf(body, f"{G * SIN} 0 -{G * COS}", step, 'friction="0.8"')
        cpu, data = mujoco_steps(xml, step, 0.5)
        tell("MuJoCo", f"step {step:.0e}", cpu, data.qvel[0] / right - 1.0)
    for creep, accuracy in itertools.product((CREEP, 1e-2 * CREEP, 1e-4 * CREEP), (1e-2, 1e-4)):
        cpu, got = drake_slope("rod", 0.8, 0.00125, 0.05, 0.0, accuracy, creep)
        tell(f"Drake, slip {creep:g}", f"accuracy {accuracy:.0e}", cpu, got / right - 1.0)


def drake_slope(
    shape: str, friction: float, inertia: float, height: float, speed: float, accuracy: float, creep: float = CREEP
):
    """Drake's continuous plant, point contact, on 30 degrees for 0.5 s: CPU seconds and the speed down the slope."""
    from pydrake.geometry import Box, Cylinder, HalfSpace
    from pydrake.math import RigidTransform, RollPitchYaw
    from pydrake.multibody.math import SpatialVelocity
    from pydrake.multibody.plant import AddMultibodyPlantSceneGraph, CoulombFriction
    from pydrake.multibody.tree import SpatialInertia, UnitInertia
    from pydrake.systems.analysis import ResetIntegratorFromFlags, Simulator
    from pydrake.systems.framework import DiagramBuilder

    builder = DiagramBuilder()
    plant, _ = AddMultibodyPlantSceneGraph(builder, 0.0)
    plant.mutable_gravity_field().set_gravity_vector([G * SIN, 0.0, -G * COS])
    rubs = CoulombFriction(friction, friction)
    plant.RegisterCollisionGeometry(plant.world_body(), RigidTransform(), HalfSpace(), "floor", rubs)
    body = plant.AddRigidBody("body", SpatialInertia(1.0, [0, 0, 0], UnitInertia(inertia, inertia, inertia)))
    solid = Box(0.1, 0.1, 0.05) if shape == "box" else Cylinder(0.05, 0.2)
    turned = RollPitchYaw(0.0 if shape == "box" else math.pi / 2, 0.0, 0.0)
    plant.RegisterCollisionGeometry(body, RigidTransform(turned, [0, 0, 0]), solid, "solid", rubs)
    plant.Finalize()
    plant.set_penetration_allowance(1e-5)
    plant.set_stiction_tolerance(creep)
    diagram = builder.Build()
    simulator = Simulator(diagram)
    integrator = ResetIntegratorFromFlags(simulator, "implicit_euler" if shape == "rod" else "runge_kutta3", 1e-2)
    integrator.set_target_accuracy(accuracy)
    state = plant.GetMyMutableContextFromRoot(simulator.get_mutable_context())
    plant.SetFreeBodyPose(state, body, RigidTransform([0, 0, height]))
    plant.SetFreeBodySpatialVelocity(state, body, SpatialVelocity([0, 0, 0], [speed, 0, 0]))
    simulator.Initialize()
    begun = time.process_time()
    simulator.AdvanceTo(0.5)
    cpu = time.process_time() - begun
    return cpu, plant.EvalBodySpatialVelocityInWorld(state, body).translational()[0]


def funnel(given: argparse.Namespace) -> None:
    """Height after 2 s, and the times of both."""
    beta = math.radians(35.0)
    sine, cosine, top = math.sin(beta), math.cos(beta), 0.7 * math.tan(beta)
    ball = part(2, 1.0, 0.001, (0.5 * sine, 0, 0.05 / sine + 0.5 * cosine), "ELLIPSOID, CM={m}, XSCALE=0.1", ", VY=1.5")
    cone = f"GRAPHICS/8, REVOLUTION, RM=1, POINTS=0,0,-.1, .6,0,-.1, .6,0,.7, {top!r},0,.7, 0,0,0\n"
    rho = "SQRT(DX(20)**2+DY(20)**2)"
    force = f"IMPACT(DZ(20)*{sine!r}-{rho}*{cosine!r}, 0, 0.05, 1E5, 1.5, 0, 1E-3)"
    law = (
        f"VARIABLE/1, FUNCTION={force}\nMARKER/9, PART=1, FLOATING\nVFORCE/1, I=20, JFLOAT=9, RM=1, "
        f"FX=-VARVAL(1)*{cosine!r}*DX(20)/{rho}\\ FY=-VARVAL(1)*{cosine!r}*DY(20)/{rho}\\ FZ=VARVAL(1)*{sine!r}\n"
    )
    found = {}
    for name, text in (("CONTACT", cone + impact(1, 2, 8, 1e5, 1.5)), ("expressions", law)):
        cpu, run = ours(HEAD + ball + text + DOWN, 2.0, 1e-6)
        found[name] = cpu
        tell(f"bellcrank, {name}", "ERROR 1e-06", cpu, run["PART_2.Z"][-1] / 0.38486113742 - 1.0)
    print(f"  CONTACT takes {found['CONTACT'] / found['expressions']:.2f} of the time of expressions")


def places(n: int) -> list[tuple[float, float, float]]:
    """A loose heap of balls of radius 0.05."""
    side = math.ceil(n ** (1.0 / 3.0))
    jitter = np.random.default_rng(1).uniform(-0.004, 0.004, (n, 3))
    grid = [(k % side, k // side % side, k // side**2) for k in range(n)]
    return [tuple(0.115 * (np.array(g) - 0.5 * (side - 1) * np.array([1, 1, -1])) + [0, 0, 0.06] + j)
            for g, j in zip(grid, jitter)]  # fmt: skip


def balls(given: argparse.Namespace) -> None:
    """Balls of 0.1 kg that fall into a box of 0.6 m; k = 1e4 N/m."""
    at = places(given.balls)
    text, n = HEAD, 1
    walls = [(0.3, 0, -1, 0), (-0.3, 0, 1, 0), (0, 0.3, 0, -1), (0, -0.3, 0, 1)]
    for k, (x, y, zx, zy) in enumerate(walls):
        text += f"MARKER/{k + 2}, PART=1, QP={x},{y},0, ZP={x + zx},{y + zy},0, XP={x},{y},1\n"
        text += f"GRAPHICS/{k + 100001}, PLANE, RM={k + 2}\n"
    for k, place in enumerate(at):
        text += part(k + 10, 0.1, 1e-4, place, "ELLIPSOID, CM={m}, XSCALE=0.1")
        for other in (1, *range(100001, 100005), *range(10, k + 10)):
            text += impact(n, k + 10, other, 1e4, 1.0, 5.0, 1e-4)
            n += 1
    cpu, run = ours(text + DOWN, 1.0, 1e-3)
    low = min(run[f"PART_{k + 10}.Z"][-1] for k in range(len(at)))
    tell("bellcrank", "ERROR 1e-03", cpu, f"{run.attrs['statistics']['steps']} steps, lowest ball {low:.4f} m")
    bodies = "".join(
        f'<body pos="{x} {y} {z}"><freejoint/><geom type="sphere" size="0.05" mass="0.1"/></body>' for x, y, z in at
    )
    sides = "".join(f'<geom type="plane" size="1 1 1" pos="{x} {y} 0" zaxis="{zx} {zy} 0"/>' for x, y, zx, zy in walls)
    cpu, data = mujoco_steps(mjcf(sides + bodies, f"0 0 -{G}", 1e-3, ""), 1e-3, 1.0)
    tell("MuJoCo", "step 1e-03", cpu, f"lowest ball {data.qpos[2::7].min():.4f} m")
    cpu, low = bullet_balls(at, walls)
    tell("PyBullet", "step 1e-03", cpu, f"lowest ball {low:.4f} m")


def bullet_balls(at: list, walls: list) -> tuple[float, float]:
    """The same by PyBullet."""
    import pybullet as b

    b.connect(b.DIRECT)
    b.setGravity(0, 0, -G)
    b.setTimeStep(1e-3)
    for normal, place in [((0, 0, 1), (0, 0, 0)), *(((zx, zy, 0), (x, y, 0)) for x, y, zx, zy in walls)]:
        b.createMultiBody(0, b.createCollisionShape(b.GEOM_PLANE, planeNormal=normal), basePosition=place)
    ball = b.createCollisionShape(b.GEOM_SPHERE, radius=0.05)
    made = [b.createMultiBody(0.1, ball, basePosition=place) for place in at]
    begun = time.process_time()
    for _ in range(1000):
        b.stepSimulation()
    cpu = time.process_time() - begun
    low = min(b.getBasePositionAndOrientation(m)[0][2] for m in made)
    b.disconnect()
    return cpu, low


def chain(given: argparse.Namespace) -> None:
    """Rings of 0.06 and 0.01 m, each through the next, hung from a fixed one and pushed sideways."""
    shape, text = "TORUS, CM={m}, MAJORRADIUS=0.06, MINORRADIUS=0.01", HEAD
    text += "MARKER/9, PART=1, ZP=0,1,0, XP=1,0,0\nGRAPHICS/2, TORUS, CM=9, MAJORRADIUS=0.06, MINORRADIUS=0.01\n"
    for k in range(1, given.links):
        turned = ", REULER=0,90D,0" if k % 2 == 0 else ", REULER=90D,90D,0"
        text += part(k + 2, 0.2, 4e-4, (0, 0, -0.0999 * k), shape, f"{turned}, VX=0.3")
        text += impact(k, k + 2, k + 1, 1e6, 1.5, 200.0, 1e-4)
    cpu, run = ours(text + DOWN, 0.5, 1e-4)
    names = [f"PART_{k + 2}" for k in range(1, given.links)]
    p = np.array([[run[f"{n}.{a}"][-1] for a in "XYZ"] for n in names])
    tell("bellcrank", "ERROR 1e-04", cpu, f"{run.attrs['statistics']['steps']} steps, {hangs(p)}")
    for name, peer in (("MuJoCo, capsules", mujoco_chain), ("PyBullet, capsules", bullet_chain)):
        for step in (1e-3, 2.5e-4):
            cpu, p = peer(given.links, step)
            tell(name, f"step {step:.1e}", cpu, hangs(p))


def hangs(at: np.ndarray) -> str:
    """Whether all links hang on the one before: 0.1 m touch, from 0.14 m on they are apart."""
    far = np.linalg.norm(np.diff(np.vstack([np.zeros(3), at]), axis=0), axis=1)
    lost = int((far > 0.14).sum())
    return f"{len(far) + 1} links, neighbours up to {far.max():.4f} m, {lost} lost, last at {at[-1, 0]:+.4f} m"


CAPSULES = 16
"""Others have no tori: a ring of so many capsules."""


def ring() -> list[tuple[np.ndarray, np.ndarray]]:
    """The ends of the capsules of a ring of 0.06 m about z."""
    t = 2.0 * math.pi * np.arange(CAPSULES + 1) / CAPSULES
    at = 0.06 * np.stack([np.cos(t), np.sin(t), 0.0 * t], axis=1)
    return list(itertools.pairwise(at))


def mujoco_chain(links: int, step: float) -> tuple[float, np.ndarray]:
    """CPU seconds and places of the links at the end, rings of capsules."""
    text = lambda *x: " ".join(f"{v:.6g}" for v in np.concatenate(x))
    geoms = "".join(f'<geom type="capsule" size="0.01" fromto="{text(a, b)}"/>' for a, b in ring())
    inertia = '<inertial pos="0 0 0" mass="0.2" diaginertia="4e-4 4e-4 4e-4"/>'
    turns = ["-90 0 0", "0 90 0"]
    bodies = f'<body euler="{turns[0]}">{geoms}</body>'
    for k in range(1, links):
        bodies += f'<body pos="0 0 {-0.0999 * k}" euler="{turns[k % 2]}"><freejoint/>{inertia}{geoms}</body>'
    xml = (
        f'<mujoco><size memory="500M"/><option timestep="{step}" gravity="0 0 -{G}" integrator="implicitfast"/>'
        f'<default><geom condim="1" solref="0.004 1"/></default><worldbody>{bodies}</worldbody></mujoco>'
    )

    def push(data) -> None:
        data.qvel[0::6] = 0.3

    cpu, data = mujoco_steps(xml, step, 0.5, push)
    return cpu, data.qpos.reshape(-1, 7)[:, :3]


def bullet_chain(links: int, step: float) -> tuple[float, np.ndarray]:
    """The same by PyBullet."""
    import pybullet as b

    b.connect(b.DIRECT)
    b.setGravity(0, 0, -G)
    b.setTimeStep(step)
    middles = [(0.5 * (p + q)).tolist() for p, q in ring()]
    turns = [b.getQuaternionFromEuler((0.5 * math.pi, 0, math.atan2(*(q - p)[[1, 0]]) - 0.5 * math.pi))
             for p, q in ring()]  # fmt: skip
    length = float(np.linalg.norm(np.subtract(*ring()[0])))
    made = []
    for k in range(links):
        shape = b.createCollisionShapeArray(
            shapeTypes=[b.GEOM_CAPSULE] * CAPSULES, radii=[0.01] * CAPSULES, lengths=[length] * CAPSULES,
            collisionFramePositions=middles, collisionFrameOrientations=turns,
        )  # fmt: skip
        turned = b.getQuaternionFromEuler((-0.5 * math.pi, 0, 0) if k % 2 == 0 else (0, 0.5 * math.pi, 0))
        made.append(b.createMultiBody(0.2 if k else 0, shape, basePosition=(0, 0, -0.0999 * k), baseOrientation=turned))
        b.changeDynamics(made[-1], -1, lateralFriction=0, linearDamping=0, angularDamping=0)
        if k:
            b.resetBaseVelocity(made[-1], (0.3, 0, 0))
    begun = time.process_time()
    for _ in range(round(0.5 / step)):
        b.stepSimulation()
    cpu = time.process_time() - begun
    at = np.array([b.getBasePositionAndOrientation(m)[0] for m in made[1:]])
    b.disconnect()
    return cpu, at


TEETH, MODULE, PRESSURE, WIDTH = 20, 0.005, math.radians(20.0), 0.02
"""Of both gears; the second one is narrower by a tenth, as in practice."""
PLAY = 1e-4
"""By which a tooth is thinner than half of the pitch."""
SPIN, LOAD, RAMP, ROLLED = 5.0, 20.0, 0.02, 0.1
"""Speed of the first gear, torque on the second one, seconds in which it comes, seconds altogether."""
GEAR_INERTIA, GEAR_K, GEAR_C = 6e-4, 1e8, 2e4


def outline() -> np.ndarray:
    """The points around an involute gear about z, 250 for each tooth."""
    r = 0.5 * MODULE * TEETH
    base, tip, root, pitch = r * math.cos(PRESSURE), r + MODULE, r - 1.25 * MODULE, 2.0 * math.pi / TEETH
    roll = np.sqrt(np.linspace(base, tip, 96) ** 2 / base**2 - 1.0)
    half = 0.25 * pitch - 0.5 * PLAY / r + math.tan(PRESSURE) - PRESSURE
    radius, angle = base * np.sqrt(1.0 + roll**2), roll - np.arctan(roll) - half
    top, low = np.linspace(angle[-1], -angle[-1], 31)[1:-1], np.linspace(-angle[0], pitch + angle[0], 29)
    rho = np.tile(np.concatenate([radius, np.full(29, tip), radius[::-1], np.full(29, root)]), TEETH)
    a = (np.concatenate([angle, top, -angle[::-1], low]) + pitch * np.arange(TEETH)[:, None]).ravel()
    return np.stack([rho * np.cos(a), rho * np.sin(a)], axis=1)


def gears(given: argparse.Namespace) -> None:
    """Torque of a drive that turns a gear, and that another one against 20 N m: ripple, as standard deviation."""
    points = outline()
    around = ", ".join(f"{x:.9g},{y:.9g},0" for x, y in np.vstack([points, points[:1]]))
    far, turn = MODULE * TEETH, 180.0 + 180.0 / TEETH
    inertia = f"MASS=0.5, IP={GEAR_INERTIA},{GEAR_INERTIA},{GEAR_INERTIA}"
    text = (
        f"gears\nUNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1, QP={far},0,0\n"
        f"PART/2, CM=20, {inertia}, WZ={SPIN}\nMARKER/20, PART=2\n"
        f"PART/3, CM=30, {inertia}, QG={far},0,0, REULER={turn}D,0,0, WZ=-{SPIN}\nMARKER/30, PART=3\n"
        f"MARKER/31, PART=3, QP=0,0,{0.05 * WIDTH}\nGRAPHICS/2, EXTRUSION, RM=20, LENGTH={WIDTH}, POINTS={around}\n"
        f"GRAPHICS/3, EXTRUSION, RM=31, LENGTH={0.9 * WIDTH}, POINTS={around}\nACCGRAV/KGRAV=0\n"
        "JOINT/1, REVOLUTE, I=20, J=1\nJOINT/2, REVOLUTE, I=30, J=2\n"
        f"MOTION/1, JOINT=1, ROTATION, FUNCTION={SPIN}*TIME\n"
        f"SFORCE/1, I=30, J=2, ROTATION, FUNCTION=STEP(TIME,0,0,{RAMP},{LOAD})\n"
        f"CONTACT/1, IGEOM=2, JGEOM=3, IMPACT, STIFFNESS={GEAR_K}, EXPONENT=1, DAMPING={GEAR_C}, DMAX=1E-6\nEND\n"
    )
    for error in (1e-4, 1e-5):
        cpu, run = ours(text, ROLLED, error, 400)
        said = f"{4 * len(points) - 4} triangles each, {run.attrs['statistics']['steps']} steps, "
        tell("bellcrank", f"ERROR {error:.0e}", cpu, said + ripple(run["TIME"], run["MOTION_1.TZ"]))
    cpu, t, torque, spheres = exudyn_gears(points, 1e-4)
    tell("exudyn", "step 1e-04", cpu, f"{spheres} spheres on triangles, " + ripple(t, torque))


def ripple(t: np.ndarray, torque: np.ndarray) -> str:
    """Mean and standard deviation over more than a pitch, after the load has come."""
    late = torque[t >= 0.3 * ROLLED]
    return f"torque {abs(late.mean()):.3f} N m, ripple {late.std() / abs(late.mean()):.1e}"


def exudyn_gears(points: np.ndarray, step: float):
    """exudyn's GeneralContact knows no triangles on triangles: the second gear is a row of spheres of 0.2 mm behind
    each side of its flanks, the first one triangles. CPU seconds, times, torques, number of spheres."""
    import exudyn
    from exudyn import utilities as u

    system = exudyn.SystemContainer().AddSystem()
    nodes, bodies = [], []
    for x, angle, speed in ((0.0, 0.0, SPIN), (MODULE * TEETH, math.pi * (1.0 + 1.0 / TEETH), -SPIN)):
        nodes.append(system.AddNode(u.Node1D(referenceCoordinates=[angle], initialVelocities=[speed])))
        bodies.append(
            system.AddObject(
                u.ObjectRotationalMass1D(inertia=GEAR_INERTIA, nodeNumber=nodes[-1], referencePosition=[x, 0, 0])
            )
        )
    mg = system.AddMarker(u.MarkerNodeCoordinate(nodeNumber=system.AddNode(u.NodePointGround()), coordinate=0))
    m1, m2 = (system.AddMarker(u.MarkerNodeCoordinate(nodeNumber=n, coordinate=0)) for n in nodes)
    drive = system.AddObject(
        u.CoordinateConstraint(markerNumbers=[mg, m1], offsetUserFunction=lambda mbs, t, item, offset: SPIN * t)
    )
    grown = lambda s: LOAD * s * s * (3.0 - 2.0 * s)
    system.AddLoad(
        u.LoadCoordinate(markerNumber=m2, load=LOAD, loadUserFunction=lambda mbs, t, load: grown(min(1.0, t / RAMP)))
    )
    contact, ball, n = system.AddGeneralContact(), 2e-4, len(points)
    contact.SetFrictionPairings(np.zeros((1, 1)))
    contact.SetSearchTreeCellSize([40, 40, 2])
    along = np.roll(points, -1, 0) - np.roll(points, 1, 0)
    inward = np.stack([-along[:, 1], along[:, 0]], 1) / np.linalg.norm(along, axis=1)[:, None]
    flank = np.linalg.norm(points, axis=1) > 0.501 * MODULE * TEETH * math.cos(PRESSURE)
    for q in points[flank] + ball * inward[flank]:
        for z in (0.05 * WIDTH, 0.95 * WIDTH):
            marker = system.AddMarker(u.MarkerBodyRigid(bodyNumber=bodies[1], localPosition=[*q, z]))
            contact.AddSphereWithMarker(marker, ball, GEAR_K, 0.5 * GEAR_C, 0)
    i, j = np.arange(n), (np.arange(n) + 1) % n
    corners = np.vstack([np.stack([i, j, j + n], 1), np.stack([i, j + n, i + n], 1)])
    solid = [[*q, z] for z in (0.0, WIDTH) for q in points]
    rigid = system.AddMarker(u.MarkerBodyRigid(bodyNumber=bodies[0]))
    contact.AddTrianglesRigidBodyBased(rigid, GEAR_K, 0.0, 0, solid, corners.tolist())
    kind = exudyn.OutputVariableType.Force
    sensor = system.AddSensor(
        u.SensorObject(objectNumber=drive, outputVariableType=kind, storeInternal=True, writeToFile=False)
    )
    system.Assemble()
    settings = exudyn.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = ROLLED, round(ROLLED / step)
    settings.timeIntegration.verboseMode, settings.solution.file.write = 0, False
    settings.solution.sensors.writePeriod = ROLLED / 400
    begun = time.process_time()
    system.SolveDynamic(settings)
    cpu = time.process_time() - begun
    found = system.GetSensorStoredData(sensor)
    return cpu, found[:, 0], found[:, 1], 2 * int(flank.sum())


SCENES = {f.__name__: f for f in (bounce, slide, roll, funnel, balls, chain, gears)}


def main() -> None:
    """Print a table for each scene."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", nargs="*", default=list(SCENES), help=f"of {' '.join(SCENES)}")
    parser.add_argument("--balls", type=int, default=27)
    parser.add_argument("--links", type=int, default=10)
    given = parser.parse_args()
    for name in given.scenes:
        print(f"{name}: {(SCENES[name].__doc__ or '').splitlines()[0]}", flush=True)
        try:
            SCENES[name](given)
        except ImportError as error:
            print(f"  {error.name} is not installed: left out", flush=True)


if __name__ == "__main__":
    main()
