"""The benchmark problems as bellcrank models.

The data of the problems come from the module `problems` of the bench folder, handed in as `p`. The frame of every part
is put where the probe is, so that X, Y, Z of the parts are the probed positions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import bellcrank as bc

Z = (0.0, 0.0, 1.0)


def bar(model: bc.Model, name: str, start: np.ndarray, end: np.ndarray, mass: float, ip: Any, **motion: float) -> Any:
    """A uniform bar in the x-y plane, frame at its end, x axis along it; `ip` about the mass centre."""
    length = float(np.linalg.norm(end - start))
    angle = float(np.arctan2(end[1] - start[1], end[0] - start[0]))
    at = (float(end[0]), float(end[1]), 0.0)
    return model.part(name, at=at, euler=(angle, 0.0, 0.0), mass=mass, cm=(-length / 2, 0.0, 0.0), ip=ip, **motion)


def planar_chain(p: Any, name: str) -> bc.Model:
    """P1, P2_N: bars hinged about z, at rest."""
    c = p.chain(name)
    model = bc.Model(name, units="MKS")
    model.gravity = (0.0, -c["g"], 0.0)
    before, at = model.ground, np.zeros(2)
    for n, angle in enumerate(c["th0"]):
        end = at + c["l"] * np.array([np.cos(angle), np.sin(angle)])
        link = bar(model, f"B{n}", at, end, c["m"], (c["Jaxial"], c["Jz"], c["Jz"]))
        model.revolute("", link, before, at=(*map(float, at), 0.0), axis=Z)
        before, at = link, end
    return model


def spatial_chain(p: Any, name: str) -> bc.Model:
    """P2_s40: bricks on spherical joints, turning as a whole about z."""
    c = p.spatial()
    model = bc.Model(name, units="MKS")
    model.gravity = (0.0, 0.0, -c["g"])
    before, l = model.ground, c["l"]
    for n in range(c["N"]):
        start, end = np.array([n * l, 0.0]), np.array([(n + 1) * l, 0.0])
        speed = {"vy": float(c["Om"] * (n + 0.5) * l), "wz": float(c["Om"])}
        link = bar(model, f"B{n}", start, end, c["m"], tuple(map(float, c["J"])), **speed)
        model.spherical("", link, before, at=(n * l, 0.0, 0.0))
        before = link
    return model


def four_bars(p: Any, name: str) -> bc.Model:
    """P3_N: N windows of four bars, revolute joints throughout; the probe is the end of the first crank."""
    windows = p.FOURBAR[name]
    model = bc.Model(name, units="MKS")
    model.gravity = (0.0, -p.G, 0.0)
    ip = (1 / 1200, 1 / 12, 1 / 12)
    point = lambda x, y: np.array([float(x), float(y)])
    cranks = []
    for n in range(windows + 1):
        cranks.append(bar(model, f"B{n}", point(n, 0), point(n, 1), 1.0, ip, vx=0.5, wz=-1.0))
        model.revolute("", cranks[n], model.ground, at=(float(n), 0.0, 0.0), axis=Z)
    for n in range(windows):
        coupler = bar(model, f"C{n}", point(n, 1), point(n + 1, 1), 1.0, ip, vx=1.0)
        model.revolute("", coupler, cranks[n], at=(float(n), 1.0, 0.0), axis=Z)
        model.revolute("", coupler, cranks[n + 1], at=(float(n + 1), 1.0, 0.0), axis=Z)
    return model


def squeezer(p: Any, name: str) -> bc.Model:
    """P4: Andrews' squeezing mechanism, frames at the mass centres."""
    a = p.A
    centres, points = p.andrews_coms(p.A_Q0), p.andrews_points(p.A_Q0)
    place = lambda point: (float(points[point][0]), float(points[point][1]), 0.0)
    model = bc.Model(name, units="MKS")
    parts = [
        model.part(f"B{n}", at=(*map(float, centre), 0.0), mass=m, cm=(0.0, 0.0, 0.0), ip=(j, j, j))
        for n, (centre, m, j) in enumerate(zip(centres, a["m"], a["I"], strict=True))
    ]
    body = lambda k: model.ground if k < 0 else parts[k]
    for i, j, point in p.andrews_joints():
        model.revolute("", body(j), body(i), at=place(point), axis=Z)
    ends = model.marker("D", parts[2], at=place("D")), model.marker("C", model.ground, at=place("C"))
    model.springdamper("spring", "TRANSLATION", i=ends[0], j=ends[1], k=a["c0"], c=0.0, length=a["l0"], force=0.0)
    shaft = model.marker("shaft", parts[0], at=place("O")), model.marker("bearing", model.ground, at=place("O"))
    model.sforce("drive", "ROTATION", i=shaft[0], j=shaft[1], function=repr(a["mom"]))
    return model


def probes(name: str, states: np.ndarray) -> np.ndarray:
    """The probed positions from the frame origins of all parts, (n_parts, 3)."""
    if name.startswith("P3"):
        return states[:1, :2]
    return states if name == "P2_s40" else states[:, :2]


def build(p: Any, name: str) -> bc.Model:
    """The model of a problem."""
    makers = {"P2_s40": spatial_chain, "P4": squeezer}
    make = makers.get(name, four_bars if name.startswith("P3") else planar_chain)
    return make(p, name)
