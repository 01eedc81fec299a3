"""A paper feed of an office machine: a six-bar linkage that turns a motor's even turning into a push and a slow return.

Crank and rocker are a four-bar; a rod from the rocker pushes the slide with the paper.
"""

from math import atan2, cos, hypot, sin, sqrt

import bellcrank as bc

BASE, CRANK, COUPLER, ROCKER = 0.06, 0.02, 0.055, 0.04  # m: four-bar, pivots at (0, 0) and (BASE, 0)
ARM, ROD, LEVEL, SPEED, START = 0.07, 0.08, 0.085, 20.0, 1.0  # m, m, m (height of the slide), rad/s, rad
END, STEPS = 0.5, 500


def pins(angle: float) -> tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]:
    """End of the crank, coupler pin, end of the rocker's arm, slide, for an angle of the crank."""
    a = (CRANK * cos(angle), CRANK * sin(angle))
    d = hypot(BASE - a[0], a[1])
    along = (COUPLER**2 - ROCKER**2 + d * d) / (2 * d)
    up = sqrt(COUPLER**2 - along**2)
    u = ((BASE - a[0]) / d, -a[1] / d)
    b = (a[0] + along * u[0] - up * u[1], a[1] + along * u[1] + up * u[0])
    turn = atan2(b[1], b[0] - BASE)
    c = (BASE + ARM * cos(turn), ARM * sin(turn))
    return a, b, c, (c[0] + sqrt(ROD**2 - (LEVEL - c[1]) ** 2), LEVEL)


def build() -> bc.Model:
    """All hinges about z; no gravity, the machine lies flat."""
    m = bc.Model("Paper feed: a six-bar linkage of an office machine", units="SI", gravity=0)
    a, b, c, slide = pins(START)
    place = lambda p: (p[0], p[1], 0.0)
    between = lambda p, q: ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2, 0.0)
    thin = (1e-6, 1e-6, 1e-6)
    crank = m.part("crank", at=between((0, 0), a), mass=0.02, ip=thin)
    coupler = m.part("coupler", at=between(a, b), mass=0.03, ip=thin)
    rocker = m.part("rocker", at=between((BASE, 0), c), mass=0.04, ip=thin)
    rod = m.part("rod", at=between(c, slide), mass=0.02, ip=thin)
    pusher = m.part("pusher", at=place(slide), mass=0.1, ip=thin)
    axle = m.revolute("axle", crank, m.ground, at=(0, 0, 0), axis="z")
    m.revolute("pivot", rocker, m.ground, at=(BASE, 0, 0), axis="z")
    m.revolute("crank_pin", coupler, crank, at=place(a), axis="z")
    m.inline("coupler_pin", coupler, rocker, at=place(b), axis="z")
    m.revolute("arm_pin", rod, rocker, at=place(c), axis="z")
    m.inline("slide_pin", rod, pusher, at=place(slide), axis="z")
    m.translational("guide", pusher, m.ground, at=place(slide), axis="x")
    m.motion("motor", joint=axle, function=f"{SPEED}*TIME")
    links = ((crank, (0, 0), a), (coupler, a, b), (rocker, (BASE, 0), c), (rod, c, slide))
    for n, (body, p, q) in enumerate(links):
        level = 0.006 * (n % 2)  # neighbours lie over one another
        pin = bc.Solid.cylinder(0.004, 0.02, at=(*q, 0.003))
        m.draw(body, bc.Solid.rod((*p, level), (*q, level), 0.003), pin)
    sheet = bc.Solid.box(0.07, 0.001, 0.07, at=(slide[0] + 0.04, LEVEL - 0.006, 0))
    m.draw(pusher, bc.Solid.box(0.012, 0.014, 0.07, at=place(slide)), sheet)
    bearings = (bc.Solid.cylinder(0.006, 0.03, at=(x, 0, -0.005)) for x in (0, BASE))
    rails = (bc.Solid.box(0.21, 0.004, 0.012, at=(slide[0] + 0.02, LEVEL - 0.01, z)) for z in (-0.03, 0.03))
    m.draw(m.ground, *bearings, *rails)
    m.request("feed", place="DX(pusher, ground)", speed="VX(pusher, ground)")
    return m


def main() -> None:
    """Run it and compare."""
    run = build().simulate(END, STEPS)
    exact = pins(START + SPEED * END)[3][0]
    stroke = run["feed.place"].max() - run["feed.place"].min()
    place = run["feed.place"][-1]
    print(f"the stroke is {1e3 * stroke:.3f} mm; in the end the pusher is at {place:.7f}, formula {exact:.7f}")


if __name__ == "__main__":
    main()
