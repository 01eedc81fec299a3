"""Long and stiff: second set of verification problems, topic 8.

Pendulum 8.1 by Jacobi's functions; 8.2 by two integrators (2e-10); 8.3 by expm; Robertson 8.4, van der Pol 8.5 and
the Pleiades 8.6 of the test set for IVP solvers (Bari), also published there. The page suggests 1e-6 for smooth
dynamics; what a test takes instead is said in it.
"""

from __future__ import annotations

import numpy as np
import pytest

import bellcrank as bc

STIFF = ("GSTIFF", "WSTIFF", "RADAU5")


def swinging() -> bc.Model:
    """8.1: a point mass on a massless rod, released from 60 degrees."""
    m = bc.Model("pendulum", units="SI", gravity=(0, -9.81, 0))
    bob = m.part("bob", at=(np.sin(np.pi / 3), -0.5, 0), mass=1.0, ip=(1e-12, 1e-12, 1e-12), cm=(0, 0, 0))
    m.revolute("pivot", bob, m.ground, at=(0, 0, 0), axis="z")
    return m


def test_a_pendulum_over_a_thousand_swings():
    """ABAM at 1e-12: 1000 periods keep 1e-6 of a period; the state of then is the first one."""
    run = swinging().simulate(end=2152.8746668805157, dtout=20.0, error=1e-12, method="ABAM")
    angle, rate = np.arctan2(run["bob.X"], -run["bob.Y"]), run["bob.WZ"]
    table = {20: (-0.265852240990558, -3.02005440594088), 500: (0.0161025883646594, -3.13168586981182),
             2000: (1.04540126963142, 0.174658319759152)}  # fmt: skip
    for t, wanted in table.items():
        np.testing.assert_allclose((angle[t // 20], rate[t // 20]), wanted, atol=1e-5)
        assert t > 20 or np.abs(np.subtract((angle[1], rate[1]), wanted)).max() < 1e-7
    assert (angle[-1], rate[-1]) == pytest.approx((np.pi / 3, 0.0), abs=2e-5)
    energy = run["ENERGY.KINETIC"] + run["ENERGY.GRAVITY"]
    assert np.abs(energy - energy[0]).max() < 1e-6 * 4.905


@pytest.mark.parametrize("method", STIFF)
def test_a_pendulum_on_a_stiff_spring(method):
    """8.2: k = 1e8 N/m, no damper; 10 000 rad/s are there but hardly move: steps are far above their period."""
    m = bc.Model("spring pendulum", units="SI", gravity=(0, -9.81, 0))
    start = (0.86602544626298, -0.500000024525, 0)
    bob = m.point_mass("bob", at=start, mass=1.0)
    m.springdamper("spring", i=bob, at=(start, (0, 0, 0)), k=1e8, length=1.0)
    run = m.simulate(end=2.0, steps=4, error=1e-6 if method == "RADAU5" else 1e-8, method=method)
    table = {1: (0.119135463105, -0.992878204836), 2: (-0.853381710443, -0.521286645628),
             4: (0.812774448584, -0.58257861481)}  # fmt: skip
    for n, wanted in table.items():
        np.testing.assert_allclose((run["bob.X"][n], run["bob.Y"][n]), wanted, atol=1e-6)
    rigid = (0.119418910442, -1.02243847787, 0.948898977504)
    angle = np.arctan2(run["bob.X"], -run["bob.Y"])[[1, 2, 4]]
    np.testing.assert_allclose(angle, rigid, atol=2e-6)  # m g/k = 1e-7 and the error of the run
    stretch = np.hypot(run["bob.X"][-1], run["bob.Y"][-1]) - 1.0
    assert stretch == pytest.approx(7.335287e-08, rel=0.05)  # 4e-9 m
    assert run.attrs["statistics"]["steps"] < 2000  # one period of the spring has 6e-4 s: 3200 of them


@pytest.mark.parametrize("method", STIFF)
def test_two_masses_and_a_very_strong_damper(method):
    """8.3: eigenvalues -1.5e6 and +-7.07i."""
    m = bc.Model("damper", units="SI")
    for n, (mass, x) in enumerate(((1.0, 0.1), (2.0, 0.0)), start=1):
        part = m.part(f"m{n}", at=(x, 0, 0), mass=mass, ip=(1, 1, 1), cm=(0, 0, 0))
        m.translational(f"rail_{n}", part, m.ground, at=(x, 0, 0), axis="x")
    m["m2"].vx = 1.0
    a, b = m.marker("a", m["m1"], at=(0.1, 0, 0)), m.marker("b", m["m2"], at=(0, 0, 0))
    m.vforce("on_1", i=a, jfloat=m.ground, fx=f"-100*DX({a.id})", fy="0", fz="0")
    m.vforce("on_2", i=b, jfloat=m.ground, fx=f"-50*DX({b.id})", fy="0", fz="0")
    m.vforce("between", i=a, jfloat=m["m2"], fx=f"-1E6*VX({a.id},{b.id})", fy="0", fz="0")
    names = ("m1.X", "m2.X", "m1.VX", "m2.VX")
    first = m.simulate(end=1e-6, steps=1, error=1e-8, method=method)
    wanted = (0.1000003213874, 8.393038134895e-7, 0.5179064404673, 0.7410417797494)
    np.testing.assert_allclose([first[c][-1] for c in names], wanted, atol=1e-6)
    later = m.simulate(end=5.0, steps=10, error=1e-8, method=method)
    table = {1: (-0.06441524979429, -0.1644118151751, -0.4346586761464, -0.4346602302849),
             10: (-0.08070851470535, -0.1806903882618, -0.1280574603374, -0.1280598293943)}  # fmt: skip
    for n, wanted in table.items():
        np.testing.assert_allclose([later[c][n] for c in names], wanted, atol=2e-6)


ROBERTSON = {
    0.4: (0.98517211386, 3.386395379e-05, 0.014794022185), 40.0: (0.71582706872, 9.1855347646e-06, 0.28416374575),
    4000.0: (0.18320225778, 8.9423712528e-07, 0.81679684799), 1e7: (0.0002076093439, 8.3060774851e-10, 0.99979238983),
    1e11: (2.0833401497e-08, 8.3333607703e-14, 0.99999997917),
}  # fmt: skip


@pytest.mark.parametrize("method", STIFF)
def test_robertson(method):
    """8.4: tolerances are absolute for states below one, so small ones have few digits: 1e-7 at ERROR 1e-9."""
    m = bc.Model("Robertson", units="SI")
    m.diff("y1", function="-0.04*DIF(1) + 1E4*DIF(2)*DIF(3)", ic=(1.0,))
    m.diff("y2", function="0.04*DIF(1) - 1E4*DIF(2)*DIF(3) - 3E7*DIF(2)**2", ic=(0.0,))
    m.diff("y3", function="3E7*DIF(2)**2", ic=(0.0,))
    for end, wanted in ROBERTSON.items():
        run = m.simulate(end=end, steps=1, error=1e-9, h_max=end, method=method)
        found = [run[f"y{n}.Q"][-1] for n in (1, 2, 3)]
        np.testing.assert_allclose(found, wanted, atol=1e-7)
        assert sum(found) == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize("method", STIFF)
def test_van_der_pol(method):
    """8.5, mu = 1000: on the slow branches 1e-6; the time of a jump, which errs with all that came before, between."""
    m = bc.Model("van der Pol", units="SI")
    m.diff("x", function="DIF(2)", ic=(2.0,))
    m.diff("v", function="1000*((1-DIF(1)**2)*DIF(2)) - DIF(1)", ic=(0.0,))
    run = m.simulate(end=2000.0, steps=5, error=1e-9, h_max=2000.0, method=method)
    table = {1: (1.6932094268, -0.00090693431385), 2: (1.0839233646, -0.006195233865),
             3: (-1.6997140035, 0.0008997819506), 5: (1.7061677322, -0.00089280970102)}  # fmt: skip
    for n, wanted in table.items():
        np.testing.assert_allclose((run["x.Q"][n], run["v.Q"][n]), wanted, atol=2e-6)


PLEIADES = {
    1: ((1.48707851573, 2.70391771427, -0.607976049003, -2.622479773, 1.73755716082, -0.180302182393, 0.544708655004),
        (3.39635405451, -2.70264081452, 1.87868953778, -1.23602839552, 1.22520869536, -3.7069995626, 3.49041806315)),
    3: ((0.37061391439694, 3.2372840920572, -3.2225590324183, 0.65970914557753, 0.34255817071567, 1.5621721014006,
         -0.70030929222124),
        (-3.9434375855175, -3.2713809739725, 5.2250818434565, -2.5906124349775, 1.1982136933923, -0.24296823449358,
         1.091449240429)),
}  # fmt: skip


@pytest.mark.parametrize("method", ["ABAM", "RKF45", "DOP853", "RADAU5", "GSTIFF"])
def test_pleiades(method):
    """8.6: seven stars that pass each other as close as 0.034: errors grow ten-thousandfold behind it."""
    m = bc.Model("Pleiades", units="SI")
    x, y = (3, 3, -1, -3, 2, -2, 2), (3, -3, 2, 0, 0, -4, 4)
    vx, vy = (0, 0, 0, 0, 0, 1.75, -1.5), (0, 0, 0, -1.25, 1, 0, 0)
    stars = [m.point_mass(f"s{n + 1}", at=(x[n], y[n], 0), mass=n + 1.0, vx=vx[n], vy=vy[n]) for n in range(7)]
    for a in range(7):
        for b in range(a):
            i, j = (m.marker("", stars[n], at=(x[n], y[n], 0)) for n in (a, b))
            m.sforce("", i=i, j=j, function=f"-{(a + 1) * (b + 1)}/DM({i.id},{j.id})**2")
    run = m.simulate(end=3.0, steps=3, error=1e-12 if method != "GSTIFF" else 1e-11, method=method)
    for t, (wanted_x, wanted_y) in PLEIADES.items():
        limit = 1e-6 if t == 1 or method != "GSTIFF" else 1e-4
        np.testing.assert_allclose([run[f"s{n}.X"][t] for n in range(1, 8)], wanted_x, atol=limit)
        np.testing.assert_allclose([run[f"s{n}.Y"][t] for n in range(1, 8)], wanted_y, atol=limit)
    momentum = sum(n * run[f"s{n}.VX"] for n in range(1, 8))
    assert np.ptp(momentum) < 1e-9 * 28
