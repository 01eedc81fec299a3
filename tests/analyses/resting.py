"""Models with a known rest: those of the verification problems (second set, 3 Statics and 5.7) and a few more."""

from __future__ import annotations

import numpy as np

import bellcrank as bc

G = 9.81


def link(m: bc.Model, name: str, a, b, mass: float, thin: float = 0.02):
    """A uniform bar from a to b; its x axis lies along it."""
    a, b = np.array([*a, 0.0][:3]), np.array([*b, 0.0][:3])
    length = float(np.linalg.norm(b - a))
    across = mass * length**2 / 12.0
    x = tuple((b - a) / length)
    return m.part(
        name, at=tuple(0.5 * (a + b)), z=(0, 0, 1), x=x, mass=mass, ip=(thin * across, across, across), cm=(0, 0, 0)
    )


def chain(points, free: bool = False, mass: float = 0.5) -> bc.Model:
    """Links between points, pinned to ground at the first one, and at the last one unless `free`."""
    m = bc.Model("chain", units="SI", gravity=(0, -G, 0))
    before = m.ground
    for n in range(len(points) - 1):
        part = link(m, f"link_{n + 1}", points[n], points[n + 1], mass)
        m.revolute(f"pin_{n}", part, before, at=(*points[n], 0), axis="z")
        before = part
    if not free:
        m.revolute("end", before, m.ground, at=(*points[-1], 0), axis="z")
    return m


def straight(count: int) -> bc.Model:
    """A chain that is held out straight."""
    return chain([(0.2 * k, 0.0) for k in range(count + 1)], free=True)


def arch() -> bc.Model:
    """Problem 3.1, ten links over a span of 1.2, drawn as a roof: upside down."""
    up = np.sqrt(0.2**2 - 0.12**2)
    return chain([(0.12 * k, up * min(k, 10 - k)) for k in range(11)])


def engine(at=(0.0, 0.0, 0.0)) -> bc.Model:
    """Problem 3.2: a body on three bushings, with weight and a load; drawn at `at` instead of where they are free."""
    m = bc.Model("engine", units="SI", gravity=(0, 0, -G))
    body = m.part("engine", mass=20, ip=(0.5, 0.8, 1.0), cm=(0, 0, 0))
    mounts = (
        ((0.4, 0, -0.1), (5000, 8000, 6000), (20, 30, 40)),
        ((-0.3, 0.35, -0.1), (4000, 6000, 9000), (0, 0, 0)),
        ((-0.3, -0.25, -0.1), (7000, 5000, 4000), (10, 10, 10)),
    )
    for n, (point, k, kt) in enumerate(mounts, start=1):
        m.bushing(f"mount_{n}", i=body, at=point, k=k, c=(0, 0, 0), kt=kt, ct=(0, 0, 0))
    m.vforce("load", i=body, at=(0.3, 0.1, 0.2), fx="150", fy="-80", fz="0")
    body.qg = at
    return m


def truss(load: str, mass: float = 2.0) -> bc.Model:
    """Problem 3.3: two springs to a node that moves along y only; `load` downward."""
    m = bc.Model("truss", units="SI")
    node = m.part("node", at=(0, 0.3, 0), mass=mass, ip=(0.01, 0.01, 0.01), cm=(0, 0, 0))
    m.translational("guide", node, m.ground, at=(0, 0.3, 0), axis="y")
    for n, x in enumerate((-1.0, 1.0), start=1):
        m.springdamper(f"bar_{n}", i=node, at=((0, 0.3, 0), (x, 0, 0)), k=20000, length=float(np.hypot(1.0, 0.3)))
    m.sforce("load", i=node, at=(0, 0.3, 0), axis="y", actiononly=True, function=f"-({load})")
    return m


def arm(k: float, free: float, angle: float) -> bc.Model:
    """Problem 3.4: a point mass of 3 at 0.8 on an arm, held by a spring; `angle` from the upward vertical."""
    m = bc.Model("arm", units="SI", gravity=(0, -G, 0))
    along = np.array([np.sin(angle), np.cos(angle), 0.0])
    part = m.part("arm", at=tuple(0.8 * along), mass=3, ip=(1e-9, 1e-9, 1e-9), cm=(0, 0, 0))
    m.revolute("pivot", part, m.ground, at=(0, 0, 0), axis="z")
    m.springdamper("spring", i=part, at=(tuple(0.3 * along), (0, 0.4, 0)), k=k, length=free)
    return m


def four_bar(crank: float, planar: bool = True) -> bc.Model:
    """Problem 3.5, drawn at a crank angle; not `planar`: joints that are not redundant."""
    a, b, c, d = 0.3, 0.7, 0.6, 0.8
    m = bc.Model("four-bar", units="SI", gravity=(0, -G, 0))
    p = a * np.array([np.cos(crank), np.sin(crank)])
    away = np.array([d, 0.0]) - p
    size = float(np.linalg.norm(away))
    turn = np.arctan2(away[1], away[0]) + np.arccos((b * b + size * size - c * c) / (2 * b * size))
    q = p + b * np.array([np.cos(turn), np.sin(turn)])
    parts = [link(m, name, *ends, mass) for name, ends, mass in
             (("crank", ((0, 0), p), 1.0), ("coupler", (p, q), 2.5), ("rocker", ((d, 0), q), 2.0))]  # fmt: skip
    m.revolute("o", parts[0], m.ground, at=(0, 0, 0), axis="z")
    m.revolute("p", parts[1], parts[0], at=(*p, 0), axis="z")
    if planar:
        m.revolute("q", parts[1], parts[2], at=(*q, 0), axis="z")
    else:
        m.inline("q", parts[1], parts[2], at=(*q, 0), axis="z")
    m.revolute("r", parts[2], m.ground, at=(d, 0, 0), axis="z")
    rad = np.pi / 180.0
    springs = (
        ("s1", parts[0], m.ground, 30, 60),
        ("s2", parts[1], parts[0], 10, -30),
        ("s3", parts[2], m.ground, 25, 120),
    )
    for name, i, j, kt, free in springs:
        frames = [m.marker(f"{name}_{k}", part, qp=(0, 0, 0)) for k, part in enumerate((i, j))]  # x along the bar
        m.springdamper(name, "ROTATION", i=frames[0], j=frames[1], kt=kt, angle=free * rad)
    return m


def hung_block(angle: float = 0.0) -> bc.Model:
    """Problem 5.7: a block on springs along x and y, a rod hinged to it and pulled at its tip; drawn at a rod angle."""
    m = bc.Model("block", units="SI", gravity=(0, -G, 0))
    block = m.part("block", mass=3, ip=(0.1, 0.1, 0.1), cm=(0, 0, 0))
    m.orientation("upright", block, m.ground, at=(0, 0, 0))
    m.inplane("table", block, m.ground, at=(0, 0, 0), axis="z")
    tip = 0.8 * np.array([np.sin(angle), -np.cos(angle)])
    rod = link(m, "rod", (0, 0), tip, 1.5)
    hinge = m.revolute("hinge", rod, block, at=(0, 0, 0), axis="z")
    m.vforce(
        "ground", i=block, at=(0, 0, 0), fx=f"-250*DX({hinge.j}) - 4*VX({hinge.j})", fy=f"-400*DY({hinge.j})", fz="0"
    )
    m.springdamper("damper", "ROTATION", i=hinge.i, j=hinge.j, ct=0.2)
    m.vforce("pull", i=rod, at=(*tip, 0), fx="12", fy="0", fz="0")
    return m


def wishbone(load: str, weight: float = 0.0) -> bc.Model:
    """Problem 3.6: a double wishbone without mass on its spring; `load` is the vertical force at the wheel centre."""
    hard = {
        "A": (-0.251, 0.320, -0.080), "B": (0.148, 0.320, -0.094), "C": (0.013, 0.737, -0.145),
        "D": (-0.105, 0.435, 0.196), "E": (0.122, 0.435, 0.230), "F": (-0.025, 0.680, 0.162),
        "R": (-0.150, 0.380, -0.038), "Q": (-0.137, 0.690, -0.088), "W": (0.0, 0.768, 0.0),
    }  # fmt: skip
    m = bc.Model("wishbone", units="SI")
    along = lambda a, b: tuple(np.subtract(hard[b], hard[a]))
    nothing = {"mass": weight, "ip": (weight, weight, weight), "cm": (0, 0, 0)}
    lower = m.part("lower", at=hard["A"], **nothing)
    upper = m.part("upper", at=hard["D"], **nothing)
    knuckle = m.part("knuckle", at=hard["W"], **nothing)
    rod = m.part("rod", at=hard["R"], **nothing)
    m.revolute("lower_axis", lower, m.ground, at=hard["A"], axis=along("A", "B"))
    m.revolute("upper_axis", upper, m.ground, at=hard["D"], axis=along("D", "E"))
    m.spherical("c", knuckle, lower, at=hard["C"])
    m.spherical("f", knuckle, upper, at=hard["F"])
    m.spherical("q", rod, knuckle, at=hard["Q"])
    across = np.cross(along("R", "Q"), (0.0, 0.0, 1.0))
    m.universal("r", rod, m.ground, at=hard["R"], axis=(tuple(across), tuple(np.cross(along("R", "Q"), across))))
    m.springdamper("spring", i=lower, at=((0, 0.60, -0.13), (-0.01, 0.50, 0.32)), k=30000, length=0.50)
    m.vforce("wheel", i=knuckle, at=hard["W"], fx="0", fy="0", fz=load)
    return m
