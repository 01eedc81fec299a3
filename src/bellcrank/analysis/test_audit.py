"""The verdict on the energy balance: what the work integral does not resolve is no error, all else is."""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.analysis.audit import Audit, EnergyBalance
from bellcrank.model import Model


def verdict(relative, error=1e-8, **figures):
    audit = Audit(energy_error=relative * 50.0, energy_scale=50.0, **figures)
    audit.judge(1.0, 1.0, error, 200, Model("m").units)
    return audit.verdict.split(":")[0]


def test_the_energy_may_err_as_all_steps_together():
    assert verdict(1.9e-6) == "good" and verdict(2.1e-6) == "doubtful"


def test_the_error_of_the_work_is_allowed_for():
    assert verdict(1e-4, work_error=50.0 * 1.1e-4) == "good"
    assert verdict(1e-4, work_error=50.0 * 0.9e-4) == "doubtful"


def test_but_not_more_than_a_hundredth_of_the_energy():
    assert verdict(0.009, work_error=1e3) == "good" and verdict(0.011, work_error=1e3) == "doubtful"


def test_few_rows_do_not_hide_the_energy_in_play():
    """Between two rows the work went from -3 to 5 and back."""
    balance = EnergyBalance()
    balance.add(np.array([[0.0, 1.0, 0.0, 0.0], [1.0, 1.0, 0.0, 1e-6]]))
    assert balance.scale == pytest.approx(1.0, abs=1e-5)
    balance.see_work(-3.0, 5.0)
    assert balance.scale == pytest.approx(9.0)
    assert balance.error == pytest.approx(1e-6)
