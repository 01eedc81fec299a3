"""A body's chart changes under way: the motion that its history describes does not."""

from __future__ import annotations

import math

import numpy as np
import pytest

from bellcrank.math.rotations import product, turn_of, unit
from bellcrank.model import load_text
from bellcrank.system import charts, layout
from bellcrank.system.lowering import Lowering
from bellcrank.system.state import State
from bellcrank.system.system import System
from bellcrank.system.workspace import Workspace

ONE_BODY = "t\nUNITS/SYSTEM=MKS\nPART/1, GROUND\nPART/2, MASS=1, CM=20, IP=1,2,3\nMARKER/20, PART=2\nEND\n"
ORDER, H = 5, 0.1


def workspace() -> Workspace:
    model, report = load_text(ONE_BODY)
    assert not report.errors
    system = System(Lowering(model, frozenset()).run())
    return Workspace(system, State(system))


def orientation(work: Workspace, tau: float) -> np.ndarray:
    """The quaternion that history and chart give at h tau after the time of the history."""
    chart, z = work.chart[0], work.history[: ORDER + 1, 3:6]
    x = sum(z[j] * tau**j for j in range(ORDER + 1))
    angle = 0.5 * chart[layout.C_SPIN] * (work.num[layout.T] + H * tau - chart[layout.C_TIME])
    axis = math.sin(angle) * chart[layout.C_AXIS : layout.C_AXIS + 3]
    spun = product(tuple(chart[layout.C_CENTRE : layout.C_CENTRE + 4]), (math.cos(angle), *axis))
    return np.array(product(turn_of(tuple(x)), spun))


@pytest.mark.parametrize("axis", [(0.0, 0.0, 1.0), (0.6, 0.0, 0.8)])
def test_the_history_of_a_new_chart_is_that_of_the_same_motion(axis: tuple[float, float, float]) -> None:
    """Near tau = 0 the two agree to order tau^(k+1): halving tau divides the difference by 2^(k+1)."""
    rng = np.random.default_rng(4)
    work = workspace()
    work.num[layout.T], work.num[layout.HSIZE], work.num[layout.ORDER] = 3.0, H, ORDER
    chart = work.chart[0]
    chart[layout.C_AXIS : layout.C_AXIS + 3], chart[layout.C_SPIN], chart[layout.C_TIME] = axis, 4.0, 2.5
    chart[layout.C_CENTRE : layout.C_CENTRE + 4] = unit(tuple(rng.normal(size=4)))
    chart[layout.C_LOCAL] = chart[layout.C_FIXED] = 0.0
    work.history[: ORDER + 1, 3:6] = rng.normal(size=(ORDER + 1, 3)) * np.array([[0.6, 0.3, 0.1, 0.03, 0.01, 0.003]]).T
    work.y[3:6] = work.history[0, 3:6]
    work.num[layout.CHARTED] = H
    s = work.chart[0, layout.C_S : layout.C_S + 3]
    s[:] = charts.turned(tuple(chart[layout.C_CENTRE : layout.C_CENTRE + 4]), axis)
    work.call(charts.decode)
    before = [orientation(work, tau) for tau in (0.2, 0.1)]
    spun = orientation(work, 0.0)
    ahead, behind = orientation(work, 1e-4), orientation(work, -1e-4)
    rate = product(tuple((ahead - behind) / (2e-4 * H)), (spun[0], *-spun[1:]))
    work.u[0, 3:6] = 2.0 * np.array(rate[1:])
    work.call(charts.recentre)
    assert not work.y[3:6].any()  # the centre is here now
    gaps = [abs(orientation(work, tau) - old).max() for tau, old in zip((0.2, 0.1), before, strict=True)]
    assert gaps[0] < 1e-4
    assert gaps[0] / gaps[1] == pytest.approx(2.0 ** (ORDER + 1), rel=0.2)
