"""Names of channels in expressions of a Python model, and what is said about words that are not known."""

from __future__ import annotations

import numpy as np
import pytest

import bellcrank as bc


@pytest.fixture
def arm() -> bc.Model:
    """A rod on a pin with a spring to ground, and a slider."""
    m = bc.Model("arm", units="SI", gravity=-9.81)
    rod = m.part("rod", mass=2, cm=(0.5, 0, 0), ip=(0.01, 0.17, 0.17))
    block = m.part("block", mass=1, ip=(1, 1, 1), at=(0, 3, 0))
    m.revolute("pin", rod, m.ground, at=(0, 0, 0), axis="y")
    m.translational("rail", block, m.ground, at=(0, 3, 0), axis="x")
    m.springdamper("spring", i=rod, j=m.ground, at=((1, 0, 0), (1, 0, 1)), k=50, length=0.4)
    m.motion("drive", joint="rail", function="0.1*SIN(TIME)")
    m.diff("state", ic=0.5, function="-1")
    m.variable("twice", function="2*TIME")
    return m


CHANNELS = [
    "rod.X", "rod.Z", "rod.CM_X", "rod.CM_VZ", "rod.CM_ACCZ", "rod.VX", "rod.WY", "rod.WDY", "rod.ACCX", "rod.PSI",
    "rod.THETA", "pin.ANGLE", "pin.RATE", "pin.FX", "pin.FZ", "pin.TY", "rail.TRAVEL", "rail.SPEED", "spring.LENGTH",
    "spring.FORCE", "spring.FX", "drive.FORCE", "state.Q", "twice.Q",
]  # fmt: skip


def test_every_kind_of_channel_is_the_one_of_the_results(arm):
    """Read by an expression and written by the results: equal to rounding."""
    for n, channel in enumerate(CHANNELS):
        arm.request(f"r{n}", value=f"1*{channel}")
    run = arm.simulate(end=0.7, steps=20)
    for n, channel in enumerate(CHANNELS):
        size = max(1.0, float(np.abs(run[channel]).max()))
        assert run[f"r{n}.value"] == pytest.approx(run[channel], abs=1e-9 * size), channel


def test_an_angle_counts_its_turns():
    m = bc.Model("shaft", units="SI", gravity=0)
    m.revolute("axle", m.part("shaft", mass=1, ip=(1, 1, 1)), m.ground, at=(0, 0, 0), axis="z")
    m.motion("motor", joint="axle", function="10*TIME")
    m.request("turned", angle="axle.ANGLE")
    assert m.simulate(end=2.0, steps=40)["turned.angle"][-1] == pytest.approx(20.0, abs=1e-9)


def test_a_controller_and_a_python_function_read_channels(arm):
    """m l^2 phi'' and so on need no check here: the two ways of writing one torque give one motion."""
    kind = {"kind": "ROTATION", "i": "rod", "j": arm.ground, "at": (0, 0, 0), "axis": "y"}
    plain, called = arm.copy(), arm.copy()
    plain.sforce("servo", **kind | {"j": plain.ground}, function="-30*pin.ANGLE - 4*pin.RATE")
    law = bc.user(lambda angle, rate: -30.0 * angle - 4.0 * rate, "pin.ANGLE", "pin.RATE")
    called.sforce("servo", **kind | {"j": called.ground}, function=law)
    first, second = (m.simulate(end=1.0, steps=10, error=1e-8) for m in (plain, called))
    assert first["rod.CM_Z"] == pytest.approx(second["rod.CM_Z"], abs=1e-6)
    assert abs(first["rod.CM_Z"][-1] - arm.simulate(end=1.0, steps=10)["rod.CM_Z"][-1]) > 1e-3


def test_columns_of_a_request_are_channels(arm):
    arm.request("own", height="rod.Z", fall="-rod.VZ")
    arm.request("sum", both="own.height + own.fall")
    run = arm.simulate(end=0.5, steps=5)
    assert run["sum.both"] == pytest.approx(run["own.height"] + run["own.fall"], abs=1e-12)


def test_a_dataset_holds_ids_only(arm):
    arm.request("r", value="pin.ANGLE")
    assert "AZ(" in arm.text() and "ANGLE" not in arm.text().split("REQUEST")[1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("pin.ANGEL", ["JOINT/1 (name \"pin\", REVOLUTE) has no channel ANGEL", "ANGLE"]),
        ("pim.ANGLE", ["There is no element named 'pim'", "pin"]),
        ("2*t", ["There is no name T", "the time is called TIME"]),
        ("sin(2*T)", ["the time is called TIME"]),
        ("clip(TIME, 0, 1)", ["MIN(MAX(x, low), high)"]),
    ],
)  # fmt: skip
def test_what_is_not_known_is_told_with_its_cure(arm, text, words):
    with pytest.raises(bc.BellcrankError) as caught:
        arm.request("r", value=text)
    assert all(word in str(caught.value) for word in words)


@pytest.mark.parametrize("given", ["pin", None])
def test_a_joint_in_the_place_of_the_axis(arm, given):
    with pytest.raises(bc.BellcrankError, match=r'm\.motion\("motor", joint=\.\.\., function=\.\.\.\)'):
        arm.motion("motor", given or arm["pin"], function="TIME")


@pytest.mark.parametrize(
    ("returned", "words"),
    [(None, "returned None (is a return missing?)"), ((1.0, 2.0), "returned (1.0, 2.0)"), ("x", "returned 'x'")],
)
def test_a_function_that_does_not_return_one_number(arm, returned, words):
    def law(t):
        return returned

    arm.sforce("push", i="rod", at=(1, 0, 0), actiononly=True, function=bc.user(law, "TIME"))
    with pytest.raises(bc.BellcrankError) as caught:
        arm.simulate(end=0.1, steps=1)
    assert f"law must return one number and {words}" in str(caught.value)
    assert "raised" not in str(caught.value) and ".py" not in str(caught.value)


def test_a_function_with_another_number_of_arguments_is_refused_where_it_is_given():
    with pytest.raises(bc.BellcrankError) as caught:
        bc.user(lambda z, v: z + v, "TIME")
    assert "missing a required argument: 'v'; 1 expression is given" in str(caught.value)
