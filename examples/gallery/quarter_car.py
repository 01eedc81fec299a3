"""A quarter of a car over a step in the road: body, wheel, suspension and tyre.

Linear, so that any solver of linear equations can check it: x = (body, wheel), both about the rest under gravity.
"""

import bellcrank as bc

BODY, WHEEL, K, C, TYRE, G = 300.0, 40.0, 20e3, 1500.0, 180e3, 9.81
STEP, BEGIN, RISE = 0.05, 0.2, 0.05  # m, s, s
END, STEPS = 2.0, 800
SHOWN = (0.0, 0.13, 0.25, 1.0)


def build() -> bc.Model:
    """Springs are preloaded: the start is the rest under gravity."""
    m = bc.Model("Quarter car: body and wheel over a step in the road", units="SI", gravity=-G)
    body = m.part("body", at=(0, 0, 0.8), mass=BODY, ip=(10, 10, 10))
    wheel = m.part("wheel", at=(0, 0, 0.3), mass=WHEEL, ip=(1, 1, 1))
    road = m.part("road", at=(0, 0, 0), mass=1.0, ip=(1, 1, 1))
    m.translational("body_guide", body, m.ground, at=(0, 0, 0.8), axis="z")
    m.translational("wheel_guide", wheel, m.ground, at=(0, 0, 0.3), axis="z")
    ramp = m.translational("road_guide", road, m.ground, at=(0, 0, 0), axis="z")
    m.motion("road_height", joint=ramp, function=f"STEP(TIME, {BEGIN}, 0, {BEGIN + RISE}, {STEP})")
    ends = ((0, 0, 0.8), (0, 0, 0.3))
    m.springdamper("strut", i=body, j=wheel, at=ends, k=K, c=C, length=0.5, force=BODY * G)
    m.springdamper(
        "tyre", i=wheel, j=road, at=((0, 0, 0.3), (0, 0, 0)), k=TYRE, c=0, length=0.3, force=(BODY + WHEEL) * G
    )
    m.draw(body, bc.Solid.box(0.9, 0.3, 0.2, at=(0, 0, 0.9)))
    m.draw(wheel, bc.Solid.torus(0.22, 0.08, at=(0, 0, 0.3), axis="y"))
    m.draw(wheel, bc.Solid.cylinder(0.15, 0.06, at=(0, 0, 0.3), axis="y"))
    m.draw(road, bc.Solid.box(1.2, 0.3, 0.04, at=(0, 0, -0.02)))
    m.request("ride", body="DZ(body, ground) - 0.8", wheel="DZ(wheel, ground) - 0.3", travel="DZ(body, wheel) - 0.5")
    return m


def main() -> None:
    """Run it."""
    run = build().simulate(END, STEPS)
    print(f"the body rises to {1e3 * run['ride.body'].max():.2f} mm and rests at {1e3 * run['ride.body'][-1]:.2f} mm")


if __name__ == "__main__":
    main()
