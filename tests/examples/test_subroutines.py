"""The worked examples of user subroutines, as `bellcrank run NAME.adm --allow-code` runs them, with checked numbers."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import bellcrank as bc

FUNNEL = {
    3: (-0.075477728205, 0.20269998256, 0.3931651638),
    8: (0.2852898771, -0.03981769796, 0.49218076828),
    20: (-0.13161738158, 0.1657428269, 0.38486113742),
}
"""Tenths of a second -> place of the ball."""
FOLDER = Path(__file__).resolve().parents[2] / "examples" / "subroutines"


def read(name: str) -> bc.Model:
    return bc.read(FOLDER / f"{name}.adm", allow_code=True)


def test_the_funnel():
    """Problem 7.1 of the reference collection, its compliant numbers (1e-13); 1e-6 at ERROR 1e-9."""
    run = read("funnel").simulate(end=2.0, steps=20, error=1e-9)
    for row, wanted in FUNNEL.items():
        assert [run[f"ball.{axis}"][row] for axis in "XYZ"] == pytest.approx(wanted, abs=2e-6)
    momentum = run["ball.X"] * run["ball.VY"] - run["ball.Y"] * run["ball.VX"]
    assert np.ptp(momentum) < 1e-7 * momentum[0]


def test_the_strut():
    """Two half swings with different damping; a row every millisecond sees the turning points to 1e-5 of the stroke."""
    run = read("strut").simulate(end=1.0, steps=1000, error=1e-8)
    z, d = run["body.Z"], []
    for c in (400.0, 1600.0):
        zeta = c / (2.0 * math.sqrt(2e4 * 250.0))
        d.append(math.pi * zeta / math.sqrt(1.0 - zeta * zeta))
    assert z.min() == pytest.approx(-0.1 * math.exp(-d[0]), abs=2e-6)
    assert z[np.argmin(z) :].max() == pytest.approx(0.1 * math.exp(-d[0] - d[1]), abs=2e-6)


@pytest.mark.parametrize("start", [1.1, 0.3])
def test_the_bead(start):
    """Quarter of a period pi sqrt(r/g) from any height; the spline through 401 points is within 1e-9 of the cycloid."""
    model = read("cycloid")
    alpha = start / 1.0
    for _ in range(60):  # r (alpha + sin alpha) = start
        alpha -= (0.5 * (alpha + math.sin(alpha)) - start) / (0.5 * (1.0 + math.cos(alpha)))
    model.parts[2].qg = (start, 0.0, -0.5 * (1.0 + math.cos(alpha)))
    quarter = math.pi * math.sqrt(0.5 / 9.81)
    run = model.simulate(end=quarter, steps=10, error=1e-8)
    assert run["bead.X"][-1] == pytest.approx(0.0, abs=1e-6)
    assert run["bead.VX"][-1] == pytest.approx(-math.sqrt(2 * 9.81 * (run["bead.Z"][0] + 1.0)), rel=1e-6)
