"""The verdict: what the figures of a run say, whatever the number of its steps."""

from __future__ import annotations

import math

import numpy as np
import pytest

from bellcrank.analysis.audit import Audit
from bellcrank.analysis.balance import EnergyBalance, Range
from bellcrank.model import Model


def audit_of(relative=0.0, error=1e-8, formulation="SI2", **figures):
    audit = Audit(energy_error=relative * 50.0, energy_scale=50.0, **figures)
    audit.judge(1.0, error, formulation, Model("m").units)
    return audit


def verdict(*about, **figures):
    return audit_of(*about, **figures).level


def test_the_energy_may_err_by_two_hundred_tolerances():
    assert verdict(1.9e-6) == "good" and verdict(2.1e-6) == "doubtful"


def test_but_no_tolerance_excuses_a_thousandth_and_a_tenth_is_wrong():
    assert verdict(0.9e-3, error=1e-2) == "good" and verdict(1.1e-3, error=1e-2) == "doubtful"
    assert verdict(0.09, error=1e-2) == "doubtful" and verdict(0.11, error=1e-2) == "wrong"


def test_a_balance_wrong_by_a_quarter_is_called_wrong_and_says_so():
    """N = 40 four-bars at 1e-3 were called good: energy balance within 2.3e-01."""
    found = audit_of(0.23, error=1e-3)
    assert found.verdict.startswith("wrong: energy balance off by 2.3e-01 of 50 ") and "smaller ERROR" in found.verdict


def test_the_error_of_the_work_of_motions_is_allowed_for():
    assert verdict(1e-4, work_error=50.0 * 1.1e-4, driven=True) == "good"
    assert verdict(1e-4, work_error=50.0 * 0.9e-4, driven=True) == "doubtful"
    assert verdict(1e-4, work_error=50.0 * 1.1e-4) == "doubtful"


@pytest.mark.parametrize("how", [{"work_error": 1e3}, {"formulation": "I3"}])
def test_work_of_motions_that_is_not_known_is_not_judged_and_that_is_said(how):
    """Where motions drive all freedoms their closure is enough; else the balance is doubtful, never wrong."""
    found = audit_of(0.5, driven=True, free=False, **how)
    assert found.level == "good" and "energy not judged" in found.verdict
    free = audit_of(0.5, driven=True, **how)
    assert free.level == "doubtful" and "perhaps the work of motions only" in free.verdict


def test_energy_of_less_than_the_tolerance_resolves_tells_nothing():
    found = audit_of(0.5, error=1e-3, force=1e5)
    assert found.level == "good" and "no energy in play but 50 " in found.verdict


def test_a_part_with_an_energy_of_its_own_is_judged_alone():
    found = audit_of(1e-9, error=1e-4, part_error=4.0, part_scale=20.0, part="PART_2")
    assert found.verdict.startswith("wrong: energy balance of the part with PART_2 off by 2.0e-01 of 20 ")


def test_an_error_of_the_energy_counts_where_the_motion_is_slow():
    """Half a per cent of the speeds there; ERROR of the weight on the way of the size is not resolved."""
    found = audit_of(1e-6, error=1e-4, slow_error=0.02, slow_scale=2.0)
    assert found.verdict.startswith("doubtful: speeds off by 1.0e-02 where the motion is slow")
    assert verdict(1e-6, error=1e-4, slow_error=0.009, slow_scale=2.0) == "good"
    assert verdict(1e-6, error=1e-4, slow_error=0.02, slow_scale=2.0, slow_rest=110.0) == "good"


def test_the_slowest_row_of_an_island_is_found():
    """Kinetic energies 8, 1 and 8 with errors 0.01, 0.01, 0.02; acceleration 2, size 3: 0.01 / (2 + 6)."""
    island = Range(length=3.0)
    parts = np.array([[8.0, 1.0, 0.0], [8.0, 1.01, 0.0], [1.0, 8.01, 0.0], [8.0, 1.02, 0.0]])
    island.add(parts, np.full(4, 2.0))
    assert island.slow == pytest.approx((0.01, 8.0))


def test_errors_of_speeds_add_up():
    """Too fast by 1 % for 2 s, in two pieces of rows: 0.02 s early; speed 4 (metric of the masses), size 2: 4 %."""
    island, energy = Range(length=2.0), 8.0
    rows = np.array([[energy, 0.0, 0.0], *[[energy * 1.02, 0.0, 0.0]] * 20])
    time = np.array([0.0, *np.linspace(1.0, 3.0, 20)])
    island.add(rows[:9], np.zeros(9), time[:9])
    island.add(rows[9:], np.zeros(12), time[9:])
    assert island.late == pytest.approx(2.0 * 0.02 / 2.04 * math.sqrt(16.32) / 2.0)


def test_errors_of_speeds_to_both_sides_do_not_add_up():
    island, energy = Range(length=2.0), 8.0
    island.add(
        np.array([[energy * (1.0 + 0.02 * s), 0.0, 0.0] for s in (0, 1, -1, 1, -1)]), np.zeros(5), np.arange(5.0)
    )
    assert island.late == 0.0


def test_places_that_are_late_are_doubtful():
    found = audit_of(1e-6, error=1e-4, late=0.02)
    assert found.verdict.startswith("doubtful: places off by 2.0e-02 of the sizes")
    assert verdict(1e-6, error=1e-4, late=0.009) == "good"


def test_an_open_joint_is_told_by_name():
    """A rod 3 mm too long: 3e-3 of its parts."""
    found = audit_of(error=1e-6, left=3e-3, position=3e-3, worst_constraint="JOINT/3 (REVOLUTE), equation Xi-Xj")
    assert found.verdict.startswith("wrong: JOINT/3 (REVOLUTE), equation Xi-Xj is open by 3.0e-03 of the size")
    assert verdict(error=1e-6, left=2e-5) == "doubtful" and verdict(error=1e-6, left=0.9e-5) == "good"
    assert verdict(error=1e-6, closure=2e-4) == "doubtful" and verdict(error=1e-6, closure=0.9e-4) == "good"


def test_rates_count_with_si2_only():
    assert verdict(error=1e-6, rate=2e-4) == "doubtful" and verdict(error=1e-6, rate=2e-4, formulation="I3") == "good"


def test_the_verdict_says_what_it_cannot_see():
    assert "errors of phase are not seen" in audit_of().verdict


def test_few_rows_do_not_hide_the_energy_in_play():
    """Between two rows the work went from -3 to 5 and back."""
    balance = EnergyBalance()
    balance.add(np.array([[0.0, 1.0, 0.0, 0.0], [1.0, 1.0, 0.0, 1e-6]]))
    assert balance.scale == pytest.approx(1.0, abs=1e-5)
    balance.see_work(-3.0, 5.0)
    assert balance.scale == pytest.approx(9.0)
    assert balance.error == pytest.approx(1e-6)
