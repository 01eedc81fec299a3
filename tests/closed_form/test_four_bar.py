"""A parallelogram of three equal bars that passes its flat positions (A02 of the library of La Coruna, one window).

On the parallelogram branch phi'' = -(g m_red / J) cos phi = -11.772 cos phi exactly: one equation, integrated by
elliptic integrals (printed with 15 digits). In the flat positions phi = 0 and -pi the constraint Jacobian loses rank
and the anti-parallelogram branch crosses; inertia keeps the mechanism on the parallelogram.
"""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.analysis.simulate import simulate

AFTER = {  # t: phi, phi'
    1.0: (-1.83455666114216, -6.87559194859332),
    2.0: (-4.78955099953639, -1.03443484579602),
    5.0: (-15.37448094142013, -5.67897760748800),
    10.0: (-30.34394497094312, -1.96693471944030),
}
FLAT, FLAT_SPEED = 0.708450008835758869, -4.954190145725132


@pytest.fixture(scope="module")
def run(runs):
    """10 s: five turns, ten flat positions."""
    return runs("four_bar", end=10.0, steps=1000, error=1e-9)


def exact(times):
    """phi and phi' of phi'' = -11.772 cos phi from (pi/2, -1), DOP853."""
    from scipy.integrate import solve_ivp

    rate = lambda _, y: (y[1], -11.772 * np.cos(y[0]))
    return solve_ivp(rate, (0, times[-1]), (np.pi / 2, -1.0), "DOP853", times, rtol=1e-13, atol=1e-13).y


def test_three_equations_are_redundant(run):
    assert sum("redundant" in m for m in run.attrs["messages"]) == 3


def test_before_the_first_flat_position(model, formulation):
    run = simulate(model("four_bar"), 0.7, 70, error=1e-11, formulation=formulation)
    phi, rate = exact(run.time)
    np.testing.assert_allclose(run["REQ_1.F2"], phi, atol=1e-8)
    np.testing.assert_allclose(run["REQ_1.F3"], rate, atol=1e-8)


def test_passes_the_flat_positions(run, at):
    """Neighbouring tolerances scatter up to 2.5e-5 (I3): the flat positions amplify errors."""
    for time, wanted in AFTER.items():
        np.testing.assert_allclose(at(run, time, "REQ_1.F2", "REQ_1.F3"), wanted, atol=5e-5)


def test_whole_motion(run):
    phi, rate = exact(run.time)
    np.testing.assert_allclose(run["REQ_1.F2"], phi, atol=5e-5)
    np.testing.assert_allclose(run["REQ_1.F3"], rate, atol=5e-5)


def test_speed_in_the_flat_position(model, formulation):
    run = simulate(model("four_bar"), FLAT, 10, error=1e-9, formulation=formulation)
    assert run["REQ_1.F2"][-1] == pytest.approx(0.0, abs=1e-6)
    assert run["REQ_1.F3"][-1] == pytest.approx(FLAT_SPEED, abs=1e-6)


def test_stays_a_parallelogram(run):
    """The coupler never turns, and both cranks turn together."""
    assert np.abs(run["REQ_1.F4"]).max() < 1e-6
    np.testing.assert_allclose(run["REQ_1.F6"], run["REQ_1.F2"], atol=1e-6)


def test_energy_is_kept(run):
    energy = run["ENERGY.KINETIC"] + run["ENERGY.GRAVITY"]
    scale = np.ptp(run["ENERGY.GRAVITY"])
    assert np.abs(energy - energy[0]).max() < 1e-6 * scale


@pytest.mark.parametrize("error", [1e-3, 1e-5, 1e-7, 1e-10])
@pytest.mark.parametrize("rows", [7, 100, 333])
def test_flat_positions_are_passed_with_any_tolerance(model, formulation, error, rows):
    """Long steps jump over them, short ones come close; outputs fall before, behind or near them."""
    run = simulate(model("four_bar"), 10.0, rows, error=error, formulation=formulation)
    assert np.abs(run["REQ_1.F4"]).max() < 1e-6, "the coupler turned: the other branch"
    energy = run["ENERGY.KINETIC"] + run["ENERGY.GRAVITY"]
    assert np.abs(energy - energy[0]).max() < max(1e3 * error, 1e-9) * 39.24


def test_ground_carries_the_momentum(run):
    """Each pin alone is unique too; their sum is the rate of momentum of the bars less their weight."""
    for axis, weight in (("X", 0.0), ("Y", 3 * 9.81)):
        rate = sum(run[f"PART_{n}.CM_ACC{axis}"] for n in (2, 3, 4))
        total = run[f"JOINT_1.F{axis}"] + run[f"JOINT_4.F{axis}"]
        np.testing.assert_allclose(total, rate + weight, atol=1e-5)
