"""VZ(i,j,k) is not the rate of DZ(i,j,k): the frame in which the velocity is seen is the fourth argument.

i runs on (cos t, sin 2t, 0.3 t), j is fixed, k turns by Rz(0.5 t) Rx(0.3 t). With D, V and W on the axes of k
    V(i,j,k)    velocity of i relative to j seen from ground
    V(i,j,k,k)  = d/dt D(i,j,k) = V(i,j,k) - W(k,o,k) x D(i,j,k)                                    (1)
Numbers at t = 1.2: closed form.
"""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.analysis.simulate import simulate

T = 1.2
D = (0.7108568942500141, 0.6467959504764835, 0.08777725319936943)
V = (-1.601972674954943, -0.5409529321978138, 0.5241643811761794)
W = (0.3, 0.176137116637545, 0.4679484118389674)
RATE = (-1.314766369430498, -0.8472641109470779, 0.455333879728352)


@pytest.fixture(scope="module")
def run(model, formulation):
    return simulate(model("moving_frames"), T, 1200, error=1e-9, formulation=formulation)


def columns(run, request):
    return np.column_stack(
        [run[f"REQ_{request}.{c}"] for c in (("X", "Y", "Z") if request == 1 else ("F2", "F3", "F4"))]
    )


def test_values(run):
    for request, wanted in ((1, D), (2, V), (3, RATE), (4, W)):
        np.testing.assert_allclose(columns(run, request)[-1], wanted, atol=1e-10)


def test_four_arguments_give_the_rate(run):
    """Central differences of order 6 along the motion."""
    d, h = columns(run, 1), run.time[1]
    shift = lambda n: np.roll(d, -n, axis=0)
    rate = (45 * (shift(1) - shift(-1)) - 9 * (shift(2) - shift(-2)) + (shift(3) - shift(-3))) / (60 * h)
    np.testing.assert_allclose(columns(run, 3)[3:-3], rate[3:-3], atol=1e-9)


def test_rate_from_three_arguments(run):
    """Equation (1): VZ(i,j,k) - WX DY + WY DX, and so on."""
    d, v, w = columns(run, 1), columns(run, 2), columns(run, 4)
    np.testing.assert_allclose(columns(run, 3), v - np.cross(w, d), atol=1e-12)


def test_three_arguments_differ(run):
    """By 0.07 to 0.3 m/s here: what a contact force would take for a speed of approach."""
    difference = np.abs(columns(run, 3) - columns(run, 2))[-1]
    np.testing.assert_allclose(difference, np.abs(np.subtract(V, RATE)), atol=1e-9)
    assert difference.min() > 0.06


def test_distance_on_the_axes_of_k(run):
    """D itself, from the prescribed motions."""
    t = run.time
    r = np.array([np.cos(t) - 0.1, np.sin(2 * t) + 0.2, 0.3 * t - 0.05])
    c, s, cx, sx = np.cos(0.5 * t), np.sin(0.5 * t), np.cos(0.3 * t), np.sin(0.3 * t)
    x, y = c * r[0] + s * r[1], -s * r[0] + c * r[1]
    np.testing.assert_allclose(columns(run, 1).T, [x, cx * y + sx * r[2], -sx * y + cx * r[2]], atol=1e-11)
