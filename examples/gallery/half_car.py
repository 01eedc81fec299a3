"""Half of a car over a bump: body with heave and pitch, two wheels; the rear meets the bump a wheelbase later.

Linear for small pitch: body, pitch, front wheel, rear wheel, checked against any solver of linear equations.
"""

import bellcrank as bc

BODY, MOMENT, WHEEL, K, C, TYRE, G = 600.0, 800.0, 40.0, 20e3, 1500.0, 180e3, 9.81
FRONT, REAR, SPEED, BUMP, LENGTH = 1.2, 1.4, 10.0, 0.03, 0.5  # m, m, m/s, m, m
END, STEPS = 2.0, 800
SHOWN = (0.0, 0.125, 0.2, 0.26)
SIDE = ((-2.2, 0.6), (-2.2, 1.0), (-1.6, 1.1), (-1, 1.5), (0.1, 1.5), (0.7, 1.1), (1.8, 1), (1.9, 0.6))  # a picture


def bump(begin: float) -> str:
    """The height of the road under a wheel that meets the bump at a time: up and down again."""
    half = LENGTH / SPEED / 2
    return f"STEP(TIME, {begin}, 0, {begin + half}, {BUMP}) - STEP(TIME, {begin + half}, 0, {begin + 2 * half}, {BUMP})"


def build() -> bc.Model:
    """Start at rest under gravity: each axle carries its part of the weight."""
    m = bc.Model("Half car: body, pitch and two wheels over a bump", units="SI", gravity=-G)
    body = m.part("body", at=(0, 0, 0.8), mass=BODY, ip=(100, MOMENT, MOMENT))
    m.inline("heave", body, m.ground, at=(0, 0, 0.8), axis="z")
    m.parallel_axes("pitch", body, m.ground, at=(0, 0, 0.8), axis="y")
    places = {"front": (FRONT, REAR, 0.2), "rear": (-REAR, FRONT, 0.2 + (FRONT + REAR) / SPEED)}
    for name, (x, other, begin) in places.items():
        load = BODY * G * other / (FRONT + REAR)
        wheel = m.part(f"{name}_wheel", at=(x, 0, 0.3), mass=WHEEL, ip=(1, 1, 1))
        road = m.part(f"{name}_road", at=(x, 0, 0), mass=1.0, ip=(1, 1, 1))
        m.translational(f"{name}_guide", wheel, m.ground, at=(x, 0, 0.3), axis="z")
        ramp = m.translational(f"{name}_road_guide", road, m.ground, at=(x, 0, 0), axis="z")
        m.motion(f"{name}_road_height", joint=ramp, function=bump(begin))
        ends = ((x, 0, 0.8), (x, 0, 0.3))
        m.springdamper(f"{name}_strut", i=body, j=wheel, at=ends, k=K, c=C, length=0.5, force=load)
        at = ((x, 0, 0.3), (x, 0, 0))
        tyre = bc.Solid.torus(0.22, 0.08, at=wheel.qg, axis="y")
        m.draw(wheel, tyre, bc.Solid.cylinder(0.15, 0.06, at=wheel.qg, axis="y"))
        m.draw(road, bc.Solid.box(0.6, 0.3, 0.04, at=(x, 0, -0.02)))
        m.springdamper(f"{name}_tyre", i=wheel, j=road, at=at, k=TYRE, c=0, length=0.3, force=load + WHEEL * G)
    m.draw(body, bc.Solid.plate([(x, 0.35, z) for x, z in SIDE], 0.5))
    m.request("ride", heave="DZ(body, ground) - 0.8", pitch="AY(body, ground)")
    return m


def main() -> None:
    """Run it."""
    run = build().simulate(END, STEPS)
    rise, pitch = 1e3 * run["ride.heave"].max(), abs(run["ride.pitch"]).max()
    print(f"the body rises by up to {rise:.2f} mm and pitches by {pitch:.4f} rad")


if __name__ == "__main__":
    main()
