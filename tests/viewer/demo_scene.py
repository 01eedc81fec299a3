"""Scenes made by formulas, so that the viewer can be tested without the solver.

Four-bar (Grashof crank-rocker) in mm: crank a, coupler b, rocker c, ground d, driven at constant speed; the closure

    d + c e^{i psi} = a e^{i phi} + b e^{i theta}

is solved exactly by the intersection of two circles.
"""

from __future__ import annotations

import numpy as np

from bellcrank.scene import contract as c
from bellcrank.scene.scene import Scene

A, B, C, D = 120.0, 340.0, 250.0, 380.0
BLUE, ORANGE, GREEN, GREY = "#3b78b8", "#d9822b", "#2a9d76", "#9aa3ad"


def turn_z(angle):
    """Quaternion columns (qx, qy, qz, qw) of rotations about z."""
    return np.array([0 * angle, 0 * angle, np.sin(angle / 2), np.cos(angle / 2)])


def planar_pose(x, y, angle):
    """Seven pose columns of a planar motion."""
    return np.vstack([x, y, 0 * x, turn_z(np.unwrap(angle))])


def four_bar(frames: int = 200) -> Scene:
    """A four-bar with graphics, joints, a spring, a force arrow, requests and messages."""
    t = np.linspace(0.0, 4.0, frames)
    phi = np.deg2rad(20.0) + 1.5 * np.pi * t
    ax, ay = A * np.cos(phi), A * np.sin(phi)
    length = np.hypot(D - ax, ay)
    base = np.arctan2(-ay, D - ax)
    inner = np.arccos((B**2 + length**2 - C**2) / (2 * B * length))
    theta = base + inner
    bx, by = ax + B * np.cos(theta), ay + B * np.sin(theta)
    psi = np.arctan2(by, bx - D)
    poses = np.vstack([planar_pose(0 * t, 0 * t, phi), planar_pose(ax, ay, theta), planar_pose(0 * t + D, 0 * t, psi)])
    torque = -900.0 * np.sin(phi) * (1 + 0.3 * np.cos(2 * theta))
    columns = {
        "CRANK.PSI": (phi, "rad"),
        "CRANK.WZ": (np.gradient(phi, t), "rad/s"),
        "COUPLER.X": (ax, "mm"),
        "COUPLER.Y": (ay, "mm"),
        "COUPLER.PSI": (theta, "rad"),
        "ROCKER.PSI": (psi, "rad"),
        "ROCKER.WZ": (np.gradient(psi, t), "rad/s"),
        "PIN_A.FX": (40 * np.cos(phi), "N"),
        "PIN_A.FY": (60 * np.sin(phi) + 20, "N"),
        "PIN_A.FZ": (0 * t, "N"),
        "PIN_A.TX": (0 * t, "N*mm"),
        "PIN_A.TY": (0 * t, "N*mm"),
        "PIN_A.TZ": (0 * t, "N*mm"),
        "PUSH.FX": (-30 - 25 * np.sin(phi), "N"),
        "PUSH.FY": (10 * np.cos(phi), "N"),
        "PUSH.FZ": (0 * t, "N"),
        "DRIVE.TZ": (torque, "N*mm"),
        "coupler_point.X": (ax + 170 * np.cos(theta) - 140 * np.sin(theta), "mm"),
        "coupler_point.Y": (ay + 170 * np.sin(theta) + 140 * np.cos(theta), "mm"),
    }
    names = list(columns)
    header = c.Header(
        title="Crank-rocker four-bar",
        frames=frames,
        units=c.Units("mm", "kg", "s", "N", "rad", 1.0),
        parts=_parts(),
        markers=_markers(),
        joints=_joints(),
        forces=_forces(names),
        lines=[
            c.Spring("return_spring", 7, 8, coils=9, diameter=34.0, ends=(12.0, 12.0)),
            c.Spring("return_damper", 7, 8, coils=0, tubes=(18.0, 12.0), lengths=(90.0, 90.0)),
        ],
        channels=[
            c.Channel(name, unit, "2.1e-05 at time 0.4" if name == "DRIVE.TZ" else "")
            for name, (_, unit) in columns.items()
        ],
        plots=[[names.index("CRANK.PSI"), names.index("ROCKER.PSI")], [names.index("DRIVE.TZ")]],
        summary=_summary(frames),
        audit=_audit(),
        messages=_messages(),
    )
    return Scene(header, t, poses, np.array([values for values, _ in columns.values()]))


def _bar(length: float, width: float, z: float) -> list[c.AnyShape]:
    """A flat link with round ends, as GRAPHICS statements would draw it."""
    return [
        c.Box(name="plate", frame=(0, -width / 2, z, 0, 0, 0, 1), x=length, y=width, z=10.0),
        c.Frustum(name="end_1", frame=(0, 0, z, 0, 0, 0, 1), length=10.0, bottom=width / 2, top=width / 2),
        c.Frustum(name="end_2", frame=(length, 0, z, 0, 0, 0, 1), length=10.0, bottom=width / 2, top=width / 2),
        c.Frustum(name="pin", frame=(length, 0, z - 6, 0, 0, 0, 1), length=26.0, bottom=7.0, top=7.0),
    ]


def _parts() -> list[c.Part]:
    s = 0.5**0.5
    ground: list[c.AnyShape] = [
        c.Frustum(name="foot_1", frame=(0, 0, -6, 0, 0, 0, 1), length=34.0, bottom=9.0, top=9.0),
        c.Frustum(name="foot_2", frame=(D, 0, -6, 0, 0, 0, 1), length=34.0, bottom=9.0, top=9.0),
        c.Box(name="base", frame=(-60, -170, -20, 0, 0, 0, 1), x=D + 120, y=22.0, z=60.0),
        c.Frustum(name="cone", frame=(0, -148, 0, -s, 0, 0, s), length=136.0, bottom=30.0, top=10.0),
        c.Frustum(name="cone_2", frame=(D, -148, 0, -s, 0, 0, s), length=136.0, bottom=30.0, top=10.0),
        c.Torus(name="ring", frame=(0, 0, -8, 0, 0, 0, 1), major=16.0, minor=3.0),
        c.Arc(name="sweep", frame=(0, 0, 2, 0, 0, 0, 1), radius=A),
    ]
    coupler: list[c.AnyShape] = [
        *_bar(B, 30.0, 12.0),
        c.Extrusion(name="web", frame=(0, 0, 15, 0, 0, 0, 1), length=4.0, profile=[(30, 0), (310, 0), (170, 140)]),
        c.Ellipsoid(name="bob", frame=(170, 140, 17, 0, 0, 0, 1), x=34.0, y=34.0, z=22.0),
    ]
    return [
        c.Part("ground", 1, "PART", -1, GREY, ground, info=[("statement", "PART/1"), ("role", "ground")]),
        c.Part("CRANK", 2, "PART", 0, BLUE, _bar(A, 36.0, 0.0), (60, 0, 5), [("mass", "0.41 kg")]),
        c.Part(
            "COUPLER", 3, "PART", 1, ORANGE, coupler, (170, 30, 15), [("mass", "1.13 kg"), ("Izz", "9.8e3 kg*mm^2")]
        ),
        c.Part("ROCKER", 4, "PART", 2, GREEN, _bar(C, 34.0, 0.0), (125, 0, 5), [("mass", "0.86 kg")]),
    ]


def _markers() -> list[c.Marker]:
    at = lambda x, y, z=17.0: (float(x), float(y), float(z), 0.0, 0.0, 0.0, 1.0)
    return [
        c.Marker("ground.O", 1, 0, at(0, 0, 5)),
        c.Marker("ground.D", 2, 0, at(D, 0, 5)),
        c.Marker("CRANK.O", 21, 1, at(0, 0, 5)),
        c.Marker("CRANK.A", 22, 1, at(A, 0)),
        c.Marker("COUPLER.A", 31, 2, at(0, 0)),
        c.Marker("COUPLER.B", 32, 2, at(B, 0)),
        c.Marker("COUPLER.P", 33, 2, at(170, 140)),
        c.Marker("ROCKER.S", 43, 3, at(150, 0, 34)),
        c.Marker("ground.S", 3, 0, at(D + 240, 60, 34)),
        c.Marker("ROCKER.D", 41, 3, at(0, 0, 5)),
        c.Marker("ROCKER.B", 42, 3, at(C, 0)),
    ]


def _joints() -> list[c.Joint]:
    return [
        c.Joint("PIN_O", 1, "JOINT", "revolute", 2, 0, [("removes", "5 freedoms")]),
        c.Joint("PIN_A", 2, "JOINT", "revolute", 4, 3),
        c.Joint("PIN_B", 3, "JOINT", "cylindrical", 5, 10),
        c.Joint("PIN_D", 4, "JOINT", "spherical", 9, 1),
    ]


def _forces(names: list[str]) -> list[c.Force]:
    def six(thing):
        return tuple(
            names.index(f"{thing}.{k}") if f"{thing}.{k}" in names else -1 for k in ["FX", "FY", "FZ", "TX", "TY", "TZ"]
        )

    return [
        c.Force("PUSH", 1, "VFORCE", 6, six("PUSH"), drawn=True, info=[("FX", "-30 - 25*SIN(AZ(21,1))")]),
        c.Force("PIN_A", 2, "JOINT", 4, six("PIN_A"), reaction=True),
        c.Force("DRIVE", 1, "MOTION", 2, six("DRIVE"), reaction=True),
    ]


def _summary(frames: int) -> list[c.Table]:
    return [
        c.Table(
            "Run", [("analysis", "kinematic"), ("end time", "4 s"), ("outputs", str(frames)), ("ended", "completed")]
        ),
        c.Table("Model", [("parts", "3"), ("constraints", "17"), ("degrees of freedom", "0"), ("redundant", "3")]),
        c.Table("Solver", [("steps", "412"), ("Newton iterations", "903"), ("elapsed", "0.021 s")]),
    ]


def _audit() -> list[c.Check]:
    return [
        c.Check("largest constraint violation", "3.1e-12 mm", True, "positions, over all outputs"),
        c.Check("energy balance", "4.2e-07 of the energy in play", True, "work of motions and forces against kinetic"),
        c.Check("redundant constraints", "3", None, "reactions of PIN_B and PIN_D are not unique"),
    ]


def _messages() -> list[c.Note]:
    return [
        c.Note("warning", "3 redundant constraints were left out.", "JOINT/3 (PIN_B)", "W210", "Use INLINE joints."),
        c.Note("note", "Kinematic analysis: the model has no freedom left."),
    ]


def crowd(parts: int = 100, frames: int = 2000) -> Scene:
    """Many parts on circular ways with all their channels: the load the viewer must carry."""
    t = np.linspace(0.0, 10.0, frames)
    side = int(np.ceil(np.sqrt(parts)))
    rng = np.random.default_rng(7)
    rates = rng.uniform(0.5, 3.0, parts)
    angle = rates[:, None] * t + rng.uniform(0, 6, parts)[:, None] + 0.2 * np.sin(7.0 * t)
    x = 250.0 * (np.arange(parts) % side)[:, None] + 60 * np.cos(angle)
    y = 40.0 * np.sin(2 * angle) + 30.0 * np.sin(11 * t)
    z = 250.0 * (np.arange(parts) // side)[:, None] + 60 * np.sin(angle)
    poses = np.stack([x, y, z, 0 * x, np.sin(angle / 2), 0 * x, np.cos(angle / 2)], axis=1).reshape(7 * parts, frames)
    columns, names = _crowd_channels(t, x, y, z, angle)
    kinds = [
        c.Box(name="box", frame=(-40, -15, -20, 0, 0, 0, 1), x=80.0, y=30.0, z=40.0),
        c.Frustum(name="cylinder", length=70.0, bottom=28.0, top=28.0),
        c.Frustum(name="frustum", length=70.0, bottom=34.0, top=12.0),
        c.Ellipsoid(name="ellipsoid", x=90.0, y=50.0, z=60.0),
        c.Torus(name="torus", major=32.0, minor=10.0),
    ]
    palette = [BLUE, ORANGE, GREEN, "#8a6fb0", "#5fb3d4", "#c9a227"]
    header = c.Header(
        title=f"{parts} parts, {frames} frames",
        frames=frames,
        units=c.Units("mm", "kg", "s", "N", "rad", 1.0),
        parts=[c.Part("ground", 1, "PART", -1, GREY)]
        + [c.Part(f"PART_{i + 2}", i + 2, "PART", i, palette[i % 6], [kinds[i % 5]]) for i in range(parts)],
        markers=[c.Marker(f"MARKER_{i + 2}", i + 2, i + 1) for i in range(parts)],
        channels=[c.Channel(name, unit) for name, unit in names],
        plots=[[0], [1]],
    )
    return Scene(header, t, poses, columns)


def _crowd_channels(t, x, y, z, angle):
    """18 channels of every part: positions, angles, velocities, accelerations."""
    rows, names = [], []
    rate = lambda values: np.gradient(values, t, axis=1)
    groups = [
        ("X", x, "mm"),
        ("Y", y, "mm"),
        ("Z", z, "mm"),
        ("PSI", 0 * x, "rad"),
        ("THETA", angle, "rad"),
        ("PHI", 0 * x, "rad"),
    ]
    groups += [("V" + k, rate(v), "mm/s") for k, v in (("X", x), ("Y", y), ("Z", z))]
    groups += [("WX", 0 * x, "rad/s"), ("WY", rate(angle), "rad/s"), ("WZ", 0 * x, "rad/s")]
    groups += [("ACC" + k, rate(rate(v)), "mm/s^2") for k, v in (("X", x), ("Y", y), ("Z", z))]
    groups += [("WDX", 0 * x, "rad/s^2"), ("WDY", rate(rate(angle)), "rad/s^2"), ("WDZ", 0 * x, "rad/s^2")]
    for i in range(len(x)):
        for component, values, unit in groups:
            rows.append(values[i])
            names.append((f"PART_{i + 2}.{component}", unit))
    return np.array(rows), names
