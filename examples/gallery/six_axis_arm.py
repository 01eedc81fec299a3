"""An industrial arm with six driven axes; where its tool is follows from the product of six rotations.

tool = R1(p1) R2(p2) ... R6(p6) tool_0,   Rn the rotation about the n-th axis as it was at the start
"""

import numpy as np

import bellcrank as bc

AXES = (  # name, a point of the axis, its direction, mass and mass centre of the link behind it, swing [rad]
    ("base", (0, 0, 0), "z", 40.0, (0, 0, 0.2), 0.8),
    ("shoulder", (0.15, 0, 0.5), "y", 25.0, (0.15, 0, 0.8), 0.5),
    ("elbow", (0.15, 0, 1.1), "y", 15.0, (0.35, 0, 1.15), -0.4),
    ("roll", (0.5, 0, 1.2), "x", 6.0, (0.6, 0, 1.2), 1.0),
    ("wrist", (0.8, 0, 1.2), "y", 3.0, (0.83, 0, 1.2), 0.6),
    ("flange", (0.9, 0, 1.2), "x", 1.0, (0.93, 0, 1.2), -1.2),
)
TOOL = (1.0, 0.0, 1.15)
DIRECTIONS = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}
END, STEPS = 2.0, 200


def build() -> bc.Model:
    """Each axis goes to its swing and back, smoothly."""
    m = bc.Model("Six-axis arm: an industrial robot moves its tool", units="SI", gravity=-9.81)
    before = m.ground
    m.draw(m.ground, bc.Solid.cylinder(0.25, 0.05, at=(0, 0, -0.03)))
    ends = [*(row[1] for row in AXES[1:]), TOOL]
    for n, (name, point, axis, mass, centre, swing) in enumerate(AXES):
        moment = mass * 0.02
        link = m.part(name, at=centre, mass=mass, ip=(moment, moment, moment))
        joint = m.revolute(f"{name}_axis", link, before, at=point, axis=axis)
        m.motion(f"{name}_drive", joint=joint, function=f"{swing}*STEP(TIME, 0, 0, 1.5, 1)")
        thick = 0.11 * 0.8**n
        drum = bc.Solid.cylinder(1.2 * thick, 2.6 * thick, at=point, axis=axis)
        m.draw(link, bc.Solid.rod(point, ends[n], thick), drum)
        before = link
    m.marker("tool", before, at=TOOL)
    m.request("tool_place", dx="DX(tool, ground)", dy="DY(tool, ground)", dz="DZ(tool, ground)")
    return m


def expected() -> np.ndarray:
    """The place of the tool at the end."""
    point = np.array(TOOL)
    for _, at, axis, _, _, swing in reversed(AXES):
        arm, a = point - np.array(at), np.array(DIRECTIONS[axis], float)
        turned = arm * np.cos(swing) + np.cross(a, arm) * np.sin(swing) + a * (a @ arm) * (1 - np.cos(swing))
        point = np.array(at) + turned
    return point


def main() -> None:
    """Run it and compare."""
    run = build().simulate(END, STEPS)
    tool = [run[f"tool_place.d{c}"][-1] for c in "xyz"]
    print("the tool ends at", np.round(tool, 6), "product of rotations", np.round(expected(), 6))


if __name__ == "__main__":
    main()
