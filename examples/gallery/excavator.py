"""An excavator: three cylinders move boom, stick and bucket; the angle of the boom follows from the law of cosines."""

from math import acos, atan2, hypot

import bellcrank as bc

FOOT, ELBOW, WRIST, TEETH = (0.0, 0.0), (4.5, 2.5), (6.5, 0.2), (7.2, -0.8)  # m: hinges, in the x-z plane
CYLINDERS = {  # from, to: points at the start; stroke [m]
    "boom": ((0.5, -0.3), (2.4, 1.9), 0.35),
    "stick": ((2.4, 2.3), (4.3, 3.4), 0.30),
    "bucket": ((4.9, 2.9), (6.9, 0.4), -0.25),
}
BOXES = (  # edges and middles: deck, cab, weight, tracks
    ((2.6, 1.8, 0.5), (-0.9, 0, -0.55)), ((1.2, 0.8, 1.4), (-0.8, -0.6, 0.4)), ((1.4, 1.8, 0.8), (-2, 0, 0.1)),
    ((3.6, 0.5, 0.7), (-0.7, -1, -1.3)), ((3.6, 0.5, 0.7), (-0.7, 1, -1.3)),
)  # fmt: skip
END, STEPS = 4.0, 400
PLATES = {  # outlines for pictures, in the x-z plane
    "boom": ((-0.25, -0.1), (2.2, 2.5), (4.5, 2.9), (4.75, 2.4), (2.6, 1.7), (0.2, -0.2)),
    "stick": ((4.2, 3.6), (4.6, 3.6), (5.1, 2.9), (6.75, 0.3), (6.3, 0.1), (4.3, 2.3)),
    "bucket": ((6.3, 0.3), (6.9, 0.6), (7.6, 0.4), (7.9, -0.2), (7.7, -0.7), TEETH, (7.4, -0.3), (7.0, -0.1)),
}


def build() -> bc.Model:
    """Hinges about y; each cylinder is a tube and a rod."""
    m = bc.Model("Excavator: three cylinders move boom, stick and bucket", units="SI", gravity=-9.81)
    place = lambda p: (p[0], 0.0, p[1])
    between = lambda p, q, part: (p[0] + part * (q[0] - p[0]), 0.0, p[1] + part * (q[1] - p[1]))
    boom = m.part("boom", at=between(FOOT, ELBOW, 0.5), mass=1500.0, ip=(400, 3000, 3000))
    stick = m.part("stick", at=between(ELBOW, WRIST, 0.4), mass=700.0, ip=(100, 700, 700))
    bucket = m.part("bucket", at=between(WRIST, TEETH, 0.5), mass=500.0, ip=(80, 100, 80))
    m.revolute("foot", boom, m.ground, at=place(FOOT), axis="y")
    m.revolute("elbow", stick, boom, at=place(ELBOW), axis="y")
    m.revolute("wrist", bucket, stick, at=place(WRIST), axis="y")
    sides = {"boom": (m.ground, boom), "stick": (boom, stick), "bucket": (stick, bucket)}
    for name, (start, end, stroke) in CYLINDERS.items():
        holder, moved = sides[name]
        way = (end[0] - start[0], 0.0, end[1] - start[1])
        tube = m.part(f"{name}_tube", at=between(start, end, 0.25), mass=60.0, ip=(5, 5, 5))
        rod = m.part(f"{name}_rod", at=between(start, end, 0.75), mass=40.0, ip=(4, 4, 4))
        m.revolute(f"{name}_tube_pin", tube, holder, at=place(start), axis="y")
        slide = m.translational(f"{name}_slide", rod, tube, at=between(start, end, 0.5), axis=way)
        m.inline(f"{name}_rod_pin", rod, moved, at=place(end), axis="y")
        m.motion(f"{name}_pump", joint=slide, function=f"STEP(TIME, 0.5, 0, 3.5, {stroke})")
        m.draw(tube, bc.Solid.rod(place(start), between(start, end, 0.6), 0.11))
        m.draw(rod, bc.Solid.rod(between(start, end, 0.4), place(end), 0.06))
    for body in (boom, stick, bucket):
        m.draw(body, bc.Solid.plate([place(p) for p in PLATES[body.name]], 0.3))
    m.draw(m.ground, *(bc.Solid.box(*edges, at=at) for edges, at in BOXES))
    m.marker("teeth", bucket, at=place(TEETH))
    m.request("work", dx="DX(teeth, ground)", dz="DZ(teeth, ground)", boom="-AY(boom, ground)")
    return m


def expected() -> float:
    """How far the boom has turned up in the end: the angle at FOOT in the triangle of the cylinder."""
    start, end, stroke = CYLINDERS["boom"]
    a, b = hypot(*start), hypot(*end)
    angle = lambda length: acos((a * a + b * b - length * length) / (2 * a * b))
    length = hypot(end[0] - start[0], end[1] - start[1])
    assert abs(angle(length) - (atan2(end[1], end[0]) - atan2(start[1], start[0]))) < 1e-12
    return angle(length + stroke) - angle(length)


def main() -> None:
    """Run it and compare."""
    run = build().simulate(END, STEPS)
    print(f"the boom turns up by {run['work.boom'][-1]:.6f} rad, law of cosines {expected():.6f} rad")


if __name__ == "__main__":
    main()
