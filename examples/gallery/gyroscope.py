"""A gyroscope with a level axis, held at one end: it does not fall, it goes round.

With the axis level the precession is exactly Omega = m g l / (C s), s the spin about the axis, C the moment about it.
"""

from math import atan2, cos, sin

import bellcrank as bc

MASS, ARM, AXIAL, ACROSS, SPIN, G = 1.0, 0.15, 0.02, 0.012, 100.0, 9.81
END, STEPS = 5.0, 500
SHOWN = (0.0, 0.2, 0.4, 0.6)


def precession() -> float:
    """Omega in rad/s."""
    return MASS * G * ARM / (AXIAL * SPIN)


def build() -> bc.Model:
    """A rotor whose axis is x to begin with, on a ball joint at the origin, started in steady precession."""
    m = bc.Model("Gyroscope: a level axis goes round instead of falling", units="SI", gravity=-G)
    turn = precession()
    rotor = m.part(
        "rotor", at=(ARM, 0, 0), mass=MASS, ip=(AXIAL, ACROSS, ACROSS), v=(0, turn * ARM, 0), w=(SPIN, 0, turn)
    )
    m.spherical("support", rotor, m.ground, at=(0, 0, 0))
    rim, wheel = 0.11, bc.Solid.torus(0.11, 0.014, at=rotor.qg, axis="x")
    spokes = [bc.Solid.rod((ARM, 0, 0), (ARM, rim * sin(a), rim * cos(a)), 0.005) for a in (0, 2.1, 4.2)]
    m.draw(rotor, wheel, bc.Solid.rod((0, 0, 0), (1.4 * ARM, 0, 0), 0.008), *spokes)
    m.draw(m.ground, bc.Solid.frustum(0.08, 0.008, 0.25, at=(0, 0, -0.25)))
    m.request("axis", east="DX(rotor, ground)", north="DY(rotor, ground)", height="DZ(rotor, ground)")
    return m


def main() -> None:
    """Run it and compare."""
    run = build().simulate(END, STEPS)
    angle = atan2(run["axis.north"][-1], run["axis.east"][-1])
    print(
        f"after {END:g} s the axis has turned by {angle:.5f} rad, formula {precession() * END - 6.283185307:.5f} + 2 pi"
    )


if __name__ == "__main__":
    main()
