"""Constraints on velocities (GCON): a rolling disc, a sleigh on a blade. Second set of verification problems, 5.8, 5.9.

Computed there by two integrators with 12 digits; the page suggests 1e-6 for smooth dynamics.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

import bellcrank as bc

DISC = {  # t: centre, axle, angular velocity in ground
    0.5: (1.1937722796, -0.39657798412, 0.28964556482, 0.50584681636, 0.82236287661, 0.26045786139, 3.8495106981,
          6.7054673956, 3.0567388862),
    1.0: (2.0694402741, -1.2683942452, 0.28924781509, 0.86018566146, 0.43552720339, 0.2653237323, 6.6891786897,
          3.9047696177, 3.0157722167),
    3.0: (0.02080610057, -4.8656123556, 0.28495725447, -0.13233831613, -0.94059335991, 0.31268306859, 0.08468770232,
          -7.9008009889, 2.6210834167),
}  # fmt: skip


def rolling_disc(r: float = 0.3, lean: float = math.radians(15.0)) -> bc.Model:
    """A thin disc that rolls without slip on z = 0; its axle leans."""
    m = bc.Model("disc", units="SI", gravity=-9.81)
    n = np.array([0.0, math.cos(lean), math.sin(lean)])
    w = 8.0 * n + np.array([0.0, 0.0, 1.0])
    down = r * np.array([0.0, math.sin(lean), -math.cos(lean)])  # from the centre to the ground
    axial, across = 2.0 * r**2 / 2, 2.0 * r**2 / 4
    body = m.part("disc", at=tuple(-down), z=tuple(n), x=(1, 0, 0), mass=2.0, ip=(across, across, axial), cm=(0, 0, 0),
                  v=tuple(-np.cross(w, down)), w=tuple(w))  # fmt: skip
    c, tip = m.marker("c", body, at=tuple(-down)), m.marker("tip", body, at=tuple(n - down))
    axle = [f"D{a}({tip.id},{c.id})" for a in "XYZ"]
    turn = [f"W{a}({c.id})" for a in "XYZ"]
    flat = f"SQRT(1-{axle[2]}**2)"
    rho = [f"({r}*{axle[2]}*{axle[0]}/{flat})", f"({r}*{axle[2]}*{axle[1]}/{flat})", f"(-{r}*{flat})"]
    m.gcon("touch", function=f"DZ({c.id}) - {r}*{flat}")
    m.gcon("roll_x", function=f"VX({c.id}) + {turn[1]}*{rho[2]} - {turn[2]}*{rho[1]}")
    m.gcon("roll_y", function=f"VY({c.id}) + {turn[2]}*{rho[0]} - {turn[0]}*{rho[2]}")
    for a, text in zip("xyz", axle, strict=True):
        m.variable(f"axle_{a}", function=text)
    for a, text in zip("xyz", turn, strict=True):
        m.variable(f"turn_{a}", function=text)
    return m


@pytest.mark.parametrize("method", ["GSTIFF", "ABAM"])
def test_a_rolling_disc(method):
    run = rolling_disc().simulate(end=3.0, steps=6, error=1e-9, method=method)
    names = ("disc.X", "disc.Y", "disc.Z", *(f"{kind}_{a}.Q" for kind in ("axle", "turn") for a in "xyz"))
    for t, wanted in DISC.items():
        np.testing.assert_allclose([run[name][round(2 * t)] for name in names], wanted, atol=1e-6 * 8.0)
    energy = run["ENERGY.KINETIC"] + run["ENERGY.GRAVITY"]
    assert np.ptp(energy) < 1e-7 * energy.max()  # rolling does no work


def test_the_critical_spin_of_an_upright_disc():
    """s^2 = -(2.4 Om^2 - 0.8 g/r) changes its sign at sqrt(g/3r)."""
    critical = math.sqrt(9.81 / 0.9)
    assert critical == pytest.approx(3.30151480384, rel=1e-11)
    for spin, stable in ((1.01 * critical, True), (0.99 * critical, False)):
        m = rolling_disc(lean=0.0)
        m["disc"].vx, m["disc"].wx, m["disc"].wy, m["disc"].wz = 0.3 * spin, 0.0, 0.0, spin  # about its own axle z
        values = m.modes(at="input").values
        assert (max(values.real) < 1e-3) == stable


SLEIGH = {  # t: place of the blade, heading, forward speed, turn rate
    1: (-0.136397067647, 0.164371475282, 2.14096757415, 0.651179510936, 1.76389112107),
    3: (-1.88594781792, 0.129481950154, 3.56717099266, 1.01405331953, 0.160252967396),
    6: (-4.53319471497, -1.37950329138, 3.68824150557, 1.0165290153, 0.00327028874866),
}


@pytest.mark.parametrize("method", ["GSTIFF", "ABAM", "DOP853", "RADAU5"])
def test_a_sleigh_on_a_blade(method):
    """Chaplygin's sleigh: no velocity of A across the body; its energy is kept, its momentum is not."""
    m = bc.Model("sleigh", units="SI")
    ahead, v0, w0 = 0.25, -0.5, 2.0
    body = m.part("plate", mass=3.0, ip=(0.4, 0.4, 0.4), cm=(ahead, 0, 0), vx=v0, vy=w0 * ahead, wz=w0)
    m.planar("ice", body, m.ground, at=(0, 0, 0), axis="z")
    a = m.marker("a", body, at=(0, 0, 0))
    m.gcon("blade", function=f"VY({a.id},{m['ice'].j},{a.id})")
    m.variable("forward", function=f"VX({a.id},{m['ice'].j},{a.id})")
    m.variable("heading", function=f"AZ({a.id})")
    run = m.simulate(end=6.0, steps=6, error=1e-9, method=method)
    for t, wanted in SLEIGH.items():
        heading = wanted[2] + 2 * math.pi * round((run["heading.Q"][t] - wanted[2]) / (2 * math.pi))
        found = run["plate.X"][t], run["plate.Y"][t], run["forward.Q"][t], run["plate.WZ"][t]
        np.testing.assert_allclose(found, (*wanted[:2], *wanted[3:]), atol=1e-6)
        assert run["heading.Q"][t] == pytest.approx(heading, abs=1e-6)
    assert np.ptp(run["ENERGY.KINETIC"]) < 1e-7
    final = math.sqrt(v0**2 + (0.4 + 3 * ahead**2) / 3 * w0**2)
    assert final == pytest.approx(1.01653004547, rel=1e-11) and run["forward.Q"][-1] == pytest.approx(final, rel=1e-5)
