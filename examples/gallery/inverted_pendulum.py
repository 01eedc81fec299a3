"""A pole on a cart, balanced by a controller that sees the place of the cart, the angle of the pole and their rates.

Near the upright position cart and pole are linear; the gains put the poles of the loop at -3, -4 and -2.5 +- 1.5 i.
"""

import numpy as np

import bellcrank as bc

CART, POLE, HALF, G = 1.0, 0.2, 0.5, 9.81  # kg, kg, m (half of its length), m/s2
TILT = 0.05  # rad
POLES = (-3.0, -4.0, -2.5 + 1.5j, -2.5 - 1.5j)
END, STEPS = 5.0, 500
SHOWN = (0.0, 0.08, 0.2, 1.0)
VIEW = "front"


def plant() -> tuple[np.ndarray, np.ndarray]:
    """x' = A x + B u with x = (place, angle, speed, rate), linear about upright; u the force on the cart."""
    inertia = POLE * (2 * HALF) ** 2 / 12
    mass = np.array([[CART + POLE, POLE * HALF], [POLE * HALF, inertia + POLE * HALF**2]])
    a, b = np.zeros((4, 4)), np.zeros((4, 1))
    a[:2, 2:] = np.eye(2)
    a[2:, :2] = np.linalg.solve(mass, np.array([[0.0, 0.0], [0.0, POLE * G * HALF]]))
    b[2:, 0] = np.linalg.solve(mass, [1.0, 0.0])
    return a, b


def gains() -> np.ndarray:
    """u = -K x (Ackermann's formula)."""
    a, b = plant()
    reach = np.hstack([np.linalg.matrix_power(a, n) @ b for n in range(4)])
    wanted = sum((np.poly(POLES).real[4 - n] * np.linalg.matrix_power(a, n) for n in range(5)), np.zeros((4, 4)))
    return (np.linalg.inv(reach)[-1] @ wanted).ravel()


def build() -> bc.Model:
    """The pole leans by TILT."""
    m = bc.Model("Inverted pendulum: a controller balances a pole on a cart", units="SI", gravity=-G)
    cart = m.part("cart", mass=CART, ip=(0.01, 0.01, 0.01))
    centre = (HALF * np.sin(TILT), 0, HALF * np.cos(TILT))
    moment = POLE * (2 * HALF) ** 2 / 12
    along = (np.sin(TILT), 0, np.cos(TILT))
    pole = m.part("pole", at=centre, z=along, x=(np.cos(TILT), 0, -np.sin(TILT)), mass=POLE, ip=(moment, moment, 1e-4))
    m.translational("rail", cart, m.ground, at=(0, 0, 0), axis="x")
    m.revolute("hinge", pole, cart, at=(0, 0, 0), axis="y")
    m.marker("tip", pole, at=(2 * centre[0], 0, 2 * centre[2]))
    top = tuple(2 * c for c in centre)
    m.draw(pole, bc.Solid.rod((0, 0, 0), top, 0.015), bc.Solid.sphere(0.04, at=top))
    wheels = [bc.Solid.cylinder(0.05, 0.03, at=(x, y, -0.08), axis="y") for x in (-0.1, 0.1) for y in (-0.1, 0.1)]
    m.draw(cart, bc.Solid.box(0.34, 0.18, 0.1, at=(0, 0, -0.05)), *wheels)
    m.draw(m.ground, bc.Solid.box(1.2, 0.3, 0.03, at=(0.2, 0, -0.145)))
    place, angle, speed, rate = (f"{k:.10g}" for k in -gains())  # rounded alike by every linear algebra
    law = f"({place})*DX(cart, ground) + ({angle})*AY(pole, ground)"
    law += f" + ({speed})*VX(cart, ground) + ({rate})*WY(pole, ground)"
    m.sforce("motor", i=cart, at=(0, 0, 0), axis="x", actiononly=True, function=law)
    m.request("loop", place="DX(cart, ground)", angle="AY(pole, ground)", tip="DX(tip, ground)")
    return m


def main() -> None:
    """Run it."""
    run = build().simulate(END, STEPS)
    way, angle = abs(run["loop.place"]).max(), run["loop.angle"][-1]
    print(f"the cart moves by up to {way:.3f} m, the pole ends at {angle:.1e} rad")


if __name__ == "__main__":
    main()
