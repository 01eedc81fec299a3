"""What rounding leaves of zero is shown as zero; the results keep it."""

from __future__ import annotations

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.cli import run as bellcrank
from bellcrank.scene import scene_from


@pytest.fixture
def swing(tmp_path):
    """A plane pendulum: the force across its plane is rounding."""
    m = bc.Model("pendulum", units="SI", gravity=-9.81)
    rod = m.part("rod", mass=2, cm=(0.5, 0, 0), ip=(0.01, 0.2, 0.2))
    m.revolute("pin", rod, m.ground, at=(0, 0, 0), axis="y")
    run = m.simulate(end=0.5, steps=20)
    noisy = run.pick(run.channels)
    noisy.values[:, 1 + run.channels.index("pin.FY")] = 2.5e-16 * np.arange(21)
    noisy.save(tmp_path / "run.h5")
    return noisy, tmp_path / "run.h5"


def test_tables_show_zero(swing, capsys):
    _, path = swing
    assert bellcrank(["table", str(path), "pin.F*", "--summary"]) == 0
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("pin.FY"))
    assert "e-1" not in line and line.split()[2] == "0"


def test_pictures_and_reports_show_zero_and_results_keep_it(swing):
    pytest.importorskip("matplotlib")
    run, path = swing
    figure = run.plot("pin.FY")
    assert not figure.axes[0].get_lines()[0].get_ydata().any()
    assert run.plot("pin.FZ").axes[0].get_lines()[0].get_ydata().any()
    scene = scene_from(None, run)
    column = [channel.name for channel in scene.header.channels].index("pin.FY")
    assert not scene.channels[column].any()
    assert bc.load(path)["pin.FY"][-1] == 2.5e-16 * 20
