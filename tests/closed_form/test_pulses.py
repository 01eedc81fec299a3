"""N7, N9: no pulse is stepped over, however short beside the steps that a quiet run takes.

A block of 5 kg is hit by a force of 500 N that lasts 10 ms in a run of 5 s; its momentum is the integral of the force.
Steps may be 0.1 s long. Tolerance: the momentum is that of one step of the default ERROR of 1e-6, some tens of which
make the pulse: 1e-4 of it.
"""

from math import pi, sqrt

import pytest

import bellcrank as bc


def box(t: float) -> float:
    """A pulse that only Python knows."""
    return 500.0 if 2.0 < t < 2.01 else 0.0


PULSES = {
    "nested IF": ("IF(TIME-2: 0, 0, IF(TIME-2.01: 500, 0, 0))", 5.0),
    "the other way": ("IF(TIME-2.01: IF(TIME-2: 0, 500, 500), 0, 0)", 5.0),
    "between round times": ("IF(TIME-2.003: 0, 0, IF(TIME-2.013: 500, 0, 0))", 5.0),
    "half sine": ("500*SIN(PI*(TIME-2)/0.01)*IF(TIME-2: 0, 0, 1)*IF(TIME-2.01: 1, 0, 0)", 10.0 / pi),
    "parabola": ("500*MAX(0, 1-((TIME-2.005)/0.005)**2)", 10.0 / 3.0),
    "triangle": ("500*MAX(0, 1-ABS(TIME-2.005)/0.005)", 2.5),
    "bell": ("500*EXP(-((TIME-2.005)/0.002)**2)", sqrt(pi)),
    "Python": (bc.user(box, "TIME"), 5.0),
}


def momentum(function, method: str = "GSTIFF") -> float:
    model = bc.Model("hit", units="SI", gravity=0)
    block = model.part("block", mass=5, ip=(1, 1, 1))
    model.translational("guide", block, model.ground, axis="z")
    model.sforce("blow", i=block, at=(0, 0, 0), axis="z", actiononly=True, function=function)
    return float(model.simulate(end=5, steps=50, method=method)["block.VZ"][-1] * 5)


@pytest.mark.parametrize("name", PULSES)
def test_a_short_pulse_of_force(name):
    function, right = PULSES[name]
    assert momentum(function) == pytest.approx(right, rel=1e-4)


@pytest.mark.parametrize("method", ["WSTIFF", "HHT", "RADAU5", "ABAM", "RKF45", "DOP853"])
def test_a_short_pulse_by_every_method(method):
    """HHT, of order 2, errs by some hundred tolerances where a run takes many steps (docs/guide/methods.md)."""
    limit = 2e-3 if method == "HHT" else 1e-4
    assert momentum(PULSES["nested IF"][0], method) == pytest.approx(5.0, rel=limit)
    assert momentum(PULSES["half sine"][0], method) == pytest.approx(10.0 / pi, rel=limit)


def test_a_short_pulse_of_a_motion():
    """A base that is thrown up and down again within 10 ms moves the mass on its spring.

    The base stands at h(t) = 0.01 sin^2(pi (t - 1)/0.01): the mass gets k/m times its integral, 5e-5 m s, as a velocity
    (but for 0.02 of it: the pulse is short beside the period of 0.2 s; the next term is (w T)^2/24).
    """
    model = bc.Model("base", units="SI", gravity=0)
    base, mass = model.part("base", mass=1, ip=(1, 1, 1)), model.part("mass", mass=1, ip=(1, 1, 1), at=(0, 0, 1))
    lift = model.translational("lift", base, model.ground, axis="z")
    model.translational("guide", mass, model.ground, at=(0, 0, 1), axis="z")
    model.springdamper("spring", i=base, j=mass, k=1000.0, length=1.0)
    wave = "0.01*SIN(PI*(TIME-1)/0.01)**2*IF(TIME-1: 0, 0, 1)*IF(TIME-1.01: 1, 0, 0)"
    model.motion("wave", joint=lift, function=wave)
    run = model.simulate(end=3, steps=3000)
    assert max(run["mass.VZ"]) == pytest.approx(1000.0 * 5e-5, rel=0.03)
