"""The watch on rates at run time, and the identities of the note on DZ and VZ along a random motion."""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank.model import load_text

SPINNING = """Two bodies that turn evenly about principal axes, at random
UNITS/SYSTEM = MKS
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 1, CM = 20, IP = 1, 2, 3, QG = {q2}, REULER = {e2}, VX = {v2[0]}, VY = {v2[1]}, VZ = {v2[2]}
, WM = 20, WX = {w2[0]}, WY = {w2[1]}, WZ = {w2[2]}
MARKER/20, PART = 2
MARKER/21, PART = 2, QP = {p1}, REULER = {e1}
PART/3, MASS = 1, CM = 30, IP = 1, 2, 3, QG = {q3}, REULER = {e3}, VX = {v3[0]}, VY = {v3[1]}, VZ = {v3[2]}
, WM = 30, WX = {w3[0]}, WY = {w3[1]}, WZ = {w3[2]}
MARKER/30, PART = 3
MARKER/31, PART = 3, QP = {p2}, REULER = {e4}
MARKER/32, PART = 3, QP = {p3}, REULER = {e5}
REQUEST/1, CNAMES = "", "X", "Y", "Z"
, F2 = DX(21, 31, 32)\\F3 = DY(21, 31, 32)\\F4 = DZ(21, 31, 32)
REQUEST/2, CNAMES = "", "X", "Y", "Z"
, F2 = VX(21, 31, 32)\\F3 = VY(21, 31, 32)\\F4 = VZ(21, 31, 32)
REQUEST/3, CNAMES = "", "X", "Y", "Z"
, F2 = VX(21, 31, 32, 32)\\F3 = VY(21, 31, 32, 32)\\F4 = VZ(21, 31, 32, 32)
REQUEST/4, CNAMES = "", "X", "Y", "Z"
, F2 = WX(32, 1, 32)\\F3 = WY(32, 1, 32)\\F4 = WZ(32, 1, 32)
{more}END
"""


def spinning(seed: int, more: str = ""):
    """Each body turns about one of its principal axes: a motion known exactly, so that differences are exact too."""
    rng = np.random.default_rng(seed)
    text = lambda values: ", ".join(f"{x:.12g}" for x in values)
    numbers = {
        name: text(rng.uniform(-1, 1, 3)) for name in ("q2", "q3", "p1", "p2", "p3", "e1", "e2", "e3", "e4", "e5")
    }
    for name in ("v2", "v3"):
        numbers[name] = rng.uniform(-1, 1, 3)
    for name in ("w2", "w3"):
        spin = np.zeros(3)
        spin[rng.integers(3)] = rng.uniform(0.5, 2.0)
        numbers[name] = spin
    model, report = load_text(SPINNING.format(**numbers, more=more))
    assert not report.errors, report.render()
    return model


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_identities_of_the_note_hold_to_1e_10_along_a_random_motion(seed):
    """d/dt D(i,j,k) = V(i,j,k,k) = V(i,j,k) - W(k) x D(i,j,k); derivatives by differences of order 6, h = 5 ms:
    h^6/140 times a seventh derivative of about 2^7 is 1e-14, rounding 1e-16/h is 1e-13."""
    run = spinning(seed).simulate(1.0, 200, error=1e-12)
    d, v, rate, w = (np.column_stack([run[f"REQ_{n}.{c}"] for c in "XYZ"]) for n in (1, 2, 3, 4))
    shift = lambda n: np.roll(d, -n, axis=0)
    h = run.time[1]
    numeric = (45 * (shift(1) - shift(-1)) - 9 * (shift(2) - shift(-2)) + (shift(3) - shift(-3))) / (60 * h)
    np.testing.assert_allclose(rate[3:-3], numeric[3:-3], atol=1e-10)
    np.testing.assert_allclose(rate, v - np.cross(w, d), atol=1e-10)
    assert np.abs(rate - v).max() > 0.05


def test_the_watch_measures_the_difference_and_tells_when():
    force = (
        "SFORCE/1, TRANSLATION, ACTIONONLY, I = 21, J = 31\n, FUNCTION = 1E-9*(DZ(21,31,32) + 0.1*VZ(21,31,32{more}))\n"
    )
    run = spinning(4, force.format(more="")).simulate(1.0, 200, error=1e-10)
    told = [text for text in run.attrs["messages"] if "W511" in text]
    off = np.abs(run["REQ_3.Z"] - run["REQ_2.Z"])
    n = int(np.argmax(off))
    assert len(told) == 1 and "SFORCE/1" in told[0] and "VZ(21,31,32,32) for VZ(21,31,32)" in told[0]
    assert f"differ by up to {off[n]:.3g}" in told[0] and f"at time {run.time[n]:.4g}" in told[0]
    assert f"{run['REQ_2.Z'][n]:.4g} where the rate is {run['REQ_3.Z'][n]:.4g}" in told[0]
    right = spinning(4, force.format(more=",32")).simulate(1.0, 20, error=1e-8)
    assert not any("W511" in text for text in right.attrs["messages"])


def test_nothing_is_told_where_the_frame_does_not_turn():
    force = "SFORCE/1, TRANSLATION, ACTIONONLY, I=21, J=31, FUNCTION=-1E-3*(DZ(21,31,1) + VZ(21,31,1))\n"
    run = spinning(5, force).simulate(0.05, 5, error=1e-4)
    assert not any("W511" in text for text in run.attrs["messages"])
