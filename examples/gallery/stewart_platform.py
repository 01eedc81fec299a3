"""A Stewart platform: six legs that lengthen together lift the plate straight up.

A leg goes over c sideways and h upwards: h(t) = sqrt((L + s(t))^2 - c^2).
"""

from math import cos, pi, sin, sqrt

import bellcrank as bc

BASE, PLATE, HEIGHT, STROKE = 0.6, 0.4, 0.8, 0.2  # m
END, STEPS = 2.0, 200


def joints() -> list[tuple[tuple[float, float, float], tuple[float, float, float]]]:
    """Foot and head of each leg; pairs of feet and pairs of heads lie 60 deg apart."""
    found = []
    for n in range(6):
        foot = 2 * pi / 3 * (n // 2) + (0.2 if n % 2 else -0.2)
        head = 2 * pi / 3 * (n // 2) + (pi / 3 - 0.2 if n % 2 else -pi / 3 + 0.2)
        found.append(((BASE * cos(foot), BASE * sin(foot), 0.0), (PLATE * cos(head), PLATE * sin(head), HEIGHT)))
    return found


def build() -> bc.Model:
    """Each leg: tube on a universal joint, rod sliding in it, ball joint at the plate."""
    m = bc.Model("Stewart platform: six legs move a plate", units="SI", gravity=-9.81)
    plate = m.part("plate", at=(0, 0, HEIGHT), mass=20.0, ip=(1, 1, 2))
    for n, (foot, head) in enumerate(joints(), start=1):
        way = tuple(b - a for a, b in zip(foot, head, strict=True))
        low, high = (tuple(a + part * d for a, d in zip(foot, way, strict=True)) for part in (0.25, 0.75))
        tube = m.part(f"tube_{n}", at=low, mass=2.0, ip=(0.02, 0.02, 0.02))
        rod = m.part(f"rod_{n}", at=high, mass=1.0, ip=(0.01, 0.01, 0.01))
        across = (-foot[1], foot[0], 0.0)
        other = tuple(way[(k + 1) % 3] * across[(k + 2) % 3] - way[(k + 2) % 3] * across[(k + 1) % 3] for k in range(3))
        m.universal(f"foot_{n}", tube, m.ground, at=foot, axis=(other, across))
        slide = m.translational(f"slide_{n}", rod, tube, at=low, axis=way)
        m.motion(f"drive_{n}", joint=slide, function=f"STEP(TIME, 0, 0, 1.5, {STROKE})")
        m.spherical(f"head_{n}", rod, plate, at=head)
        end, begin = (tuple(a + part * d for a, d in zip(foot, way, strict=True)) for part in (0.6, 0.3))
        m.draw(tube, bc.Solid.rod(foot, end, 0.03), bc.Solid.sphere(0.04, at=foot))
        m.draw(rod, bc.Solid.rod(begin, head, 0.018), bc.Solid.sphere(0.03, at=head))
    m.draw(plate, bc.Solid.cylinder(0.45, 0.04, at=(0, 0, HEIGHT + 0.03)))
    m.draw(m.ground, bc.Solid.cylinder(0.7, 0.05, at=(0, 0, -0.05)))
    m.request("plate_place", dx="DX(plate, ground)", dy="DY(plate, ground)", dz="DZ(plate, ground)")
    return m


def expected() -> float:
    """The height of the plate at the end."""
    foot, head = joints()[0]
    aside = (head[0] - foot[0]) ** 2 + (head[1] - foot[1]) ** 2
    return sqrt((sqrt(aside + HEIGHT**2) + STROKE) ** 2 - aside)


def main() -> None:
    """Run it and compare."""
    run = build().simulate(END, STEPS)
    print(f"the plate ends at {run['plate_place.dz'][-1]:.6f} m, formula {expected():.6f} m")


if __name__ == "__main__":
    main()
