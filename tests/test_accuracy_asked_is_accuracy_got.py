"""A smaller ERROR gives a smaller error, over six decades.

The global error of a formula of order k whose steps are chosen by its local error falls as ERROR^(k/(k+1)): with k = 6
by 10^(36/7) = 1.4e5 over six decades. I3 tests positions only, its speeds lose an order: 10^(30/7) = 1.9e4.
The figure docs/_static/accuracy.png shows the same numbers.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[1]
FALL = {"SI2": 1e5, "I3": 1e4}
END_VALUES = {  # own high-precision computation, as in tests/literature
    "double_pendulum_rods": (-0.08275830682057, 0.40736207491191, -0.96114544454600, 11.89895505304530),
    "slider_crank": (10.9135907298647, 10.4275930004120, 0.2117216613934, -0.5034918649250),
    "andrews": (15.810771195154, -15.756371058412, 1139.92030225911, -1424.37929517754),
}


def load_figure():
    """The module docs/figures/accuracy.py."""
    spec = importlib.util.spec_from_file_location("accuracy", ROOT / "docs" / "figures" / "accuracy.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


figure = load_figure()


@pytest.mark.parametrize("problem", figure.PROBLEMS, ids=lambda p: p.dataset)
def test_reference_run_is_right(problem):
    """The run that the others are compared with meets the independent end values."""
    exact = figure.reference(problem)
    wanted = np.array(END_VALUES[problem.dataset])
    assert np.abs((exact[:, -1] - wanted) / np.abs(exact).max(axis=1)).max() < 1e-9


@pytest.mark.parametrize("problem", figure.PROBLEMS, ids=lambda p: p.dataset)
def test_error_falls_with_the_tolerance(problem, formulation):
    """Over six decades by what theory promises; two decades always pay, a single one may have been lucky.

    The error is at most four decades above the tolerance: these motions magnify errors, and a run adds up those of
    hundreds of steps.
    """
    errors, tolerances = figure.errors(problem, formulation), np.array(figure.TOLERANCES)
    assert tolerances[0] / tolerances[-1] == pytest.approx(1e6)
    assert np.all(errors[1:] < 1.5 * errors[:-1])
    assert np.all(errors[2:] < 0.5 * errors[:-2])
    assert errors[0] / errors[-1] > FALL[formulation]
    assert np.all(errors < 1e4 * tolerances)


def test_picture_can_be_drawn(tmp_path, monkeypatch):
    monkeypatch.setattr(figure, "errors", lambda problem, formulation: 10 * np.array(figure.TOLERANCES))
    figure.draw(tmp_path / "accuracy.png")
    assert (tmp_path / "accuracy.png").stat().st_size > 5000
