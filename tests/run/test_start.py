"""Where a run starts, and what it says about that: from rest, from results, moved parts, no gravity, in-line bars."""

from __future__ import annotations

import logging
import math

import numpy as np
import pytest

import bellcrank as bc


def quarter_car() -> bc.Model:
    """Two masses on two springs above each other."""
    m = bc.Model("car", units="SI", gravity=-9.81)
    body = m.part("body", mass=400, ip=(10, 10, 10), at=(0, 0, 0.6))
    wheel = m.part("wheel", mass=40, ip=(1, 1, 1), at=(0, 0, 0.3))
    m.translational("guide", body, m.ground, at=(0, 0, 0), axis="z")
    m.translational("knuckle", wheel, m.ground, at=(0, 0, 0), axis="z")
    m.springdamper("spring", i=body, j=wheel, at=((0, 0, 0.6), (0, 0, 0.3)), k=2e4, c=1e3, length=0.35)
    m.springdamper("tyre", i=wheel, j=m.ground, at=((0, 0, 0.3), (0, 0, 0)), k=2e5, length=0.32)
    return m


def top() -> bc.Model:
    """A body about a fixed point, its mass centre aside, turned from the start."""
    m = bc.Model("top", units="SI", gravity=-9.81)
    rod = m.part("rod", mass=2, cm=(0.5, 0.1, 0), ip=(0.01, 0.17, 0.12), euler=("30D", "40D", "50D"))
    m.spherical("pin", rod, m.ground, at=(0, 0, 0))
    return m


# ---- from rest, from results
@pytest.mark.parametrize("given", ["rest", "results"])
def test_a_run_that_starts_at_rest_stays_there(given):
    """Closed form: the tyre is compressed by 440 g/k, the spring by 400 g/k; statics closes to 1e-9 of the size."""
    m = quarter_car()
    start = m.statics() if given == "results" else "rest"
    run = m.simulate(end=1.0, steps=20, start=start)
    low = 0.32 - 440 * 9.81 / 2e5
    assert run["wheel.Z"] == pytest.approx(np.full(21, low), abs=1e-8)
    assert run["body.Z"] == pytest.approx(np.full(21, low + 0.35 - 400 * 9.81 / 2e4), abs=1e-8)
    assert run.time[0] == 0.0 and len(run) == 21


def test_a_run_goes_on_from_the_last_row_of_another():
    """At ERROR 1e-9 both ends are within some hundred tolerances of the truth; turned axes and the centre count."""
    m = top()
    whole = m.simulate(end=1.0, steps=20, error=1e-9)
    half = m.simulate(end=0.5, steps=10, error=1e-9)
    rest = m.simulate(end=1.0, steps=10, error=1e-9, start=half)
    assert rest.time[0] == 0.5 and rest.time[-1] == 1.0
    for channel in ("rod.X", "rod.CM_Y", "rod.CM_VZ", "rod.PSI", "rod.WX"):
        assert rest[channel][0] == pytest.approx(half[channel][-1], abs=1e-12)
        assert rest[channel][-1] == pytest.approx(whole[channel][-1], abs=1e-6)


def test_the_start_from_a_file_is_the_same(tmp_path):
    m = top()
    half = m.simulate(end=0.5, steps=10, path=tmp_path / "half.h5")
    again = bc.load(tmp_path / "half.h5")
    first, second = (m.simulate(end=1.0, steps=5, start=start)["rod.X"] for start in (half, again))
    assert np.array_equal(first, second)


def test_states_go_on_too():
    """x' = -x from 1: after the second half exp(-1), 1e-6 asked for."""
    m = bc.Model("states", units="SI", gravity=0)
    m.part("idle", mass=1, ip=(1, 1, 1))
    x = m.diff("x", ic=1.0, function="0")
    x.function = f"-DIF({x.id})"
    half = m.simulate(end=0.5, steps=5)
    assert m.simulate(end=1.0, steps=5, start=half)["x.Q"][-1] == pytest.approx(math.exp(-1.0), abs=2e-5)


def test_starts_that_cannot_be_are_refused():
    m = top()
    with pytest.raises(bc.BellcrankError, match="start='bed' is no state to start from"):
        m.simulate(end=1.0, start="bed")
    with pytest.raises(bc.BellcrankError, match="verify starts from the input"):
        m.simulate(end=1.0, start="rest", verify=True)
    other = bc.Model("other", units="SI", gravity=0)
    other.part("a", id=77, mass=1, ip=(1, 1, 1))
    with pytest.raises(bc.BellcrankError, match="say nothing about PART/2"):
        m.simulate(end=1.0, start=other.simulate(end=0.1, steps=1))
    driven = top()
    driven.motion("spin", i=driven["rod"], j=driven.ground, at=(0, 0, 0), axis="Z", level="VELOCITY", function="1")
    with pytest.raises(bc.BellcrankError, match="MOTION/1 .* has states that results do not hold"):
        driven.simulate(end=1.0, start=m.simulate(end=0.1, steps=1))


# ---- what is told about the start
def cart(aside: float) -> bc.Model:
    """A cart on a rail; its pole's pin is given `aside` from where it fits."""
    m = bc.Model("cart", units="SI", gravity=-9.81)
    cart = m.part("cart", mass=1, ip=(0.1, 0.1, 0.1))
    pole = m.part("pole", mass=0.1, cm=(0, 0, 0.5), ip=(0.01, 0.01, 0.001), at=(aside, 0, 0))
    m.translational("rail", cart, m.ground, at=(0, 0, 0), axis="x")
    m.revolute("pin", m.marker("p", part=pole), m.marker("c", part=cart))
    for name in ("p", "c"):
        m[name].reuler = ("0D", "90D", "0D")
    return m


def said(run: bc.Results, rule: str) -> list[str]:
    return [text for text in run.attrs["messages"] if f"[{rule} " in text]


def test_parts_that_assembly_moved_are_told_with_their_way(caplog):
    """The least change of both positions: each goes half of 0.17 mm."""
    with caplog.at_level(logging.WARNING, "bellcrank"):
        run = cart(1.7e-4).simulate(end=0.01, steps=1)
    (text,) = said(run, "W605")
    assert 'PART/2 (name "cart") by 8.5e-05 meter' in text and 'PART/3 (name "pole") by 8.5e-05 meter' in text
    assert "W605" in caplog.text
    assert said(cart(0.0).simulate(end=0.01, steps=1), "W605") == []
    assert said(cart(1e-9).simulate(end=0.01, steps=1), "W605") == []


def test_a_motion_that_begins_elsewhere_is_told_and_a_start_that_was_asked_for_is_not():
    m = bc.Model("crank", units="SI", gravity=-9.81)
    crank = m.part("crank", mass=1, cm=(0.1, 0, 0), ip=(0.1, 0.1, 0.1))
    pin = m.revolute("pin", crank, m.ground, at=(0, 0, 0), axis="y")
    pin.ic = (0.0, 0.3)
    assert said(m.simulate(end=0.01, steps=1), "W605") == []
    pin.ic = None
    m.motion("motor", joint=pin, function="30D + TIME")
    (text,) = said(m.simulate(end=0.01, steps=1), "W605")
    assert 'PART/2 (name "crank")' in text and "30 deg" in text


def test_masses_without_gravity_are_told_unless_none_is_meant(tmp_path, caplog):
    m = bc.Model("light", units="SI")
    m.part("a", mass=1, ip=(1, 1, 1))
    with caplog.at_level(logging.WARNING, "bellcrank"):
        assert len(said(m.simulate(end=0.1, steps=1), "W512")) == 1
    assert "gravity=0 says that none is meant" in caplog.text
    assert [message.rule for message in m.examine() if message.rule == "C404"] == ["C404"]
    m.write(tmp_path / "light.adm")
    assert said(bc.read(tmp_path / "light.adm").simulate(end=0.1, steps=1), "W512") == []
    m.gravity = 0
    assert said(m.simulate(end=0.1, steps=1), "W512") == []
    assert [message.rule for message in m.examine() if message.rule == "C404"] == []


# ---- redundant here, redundant everywhere
def bars(left: float, coupler: float, right: float, apart: float, angle: float, driven: bool = True) -> bc.Model:
    """A four-bar whose left crank stands at an angle to the line of the fixed pins; 0 and fitting lengths: in line."""
    m = bc.Model("bars", units="SI", gravity=0)
    ip = (0.1, 0.1, 0.1)
    a = np.array([left * math.cos(angle), left * math.sin(angle), 0.0])
    reach = np.array([apart, 0, 0]) - a
    d = float(np.linalg.norm(reach))
    along = (d**2 + coupler**2 - right**2) / (2 * d)
    up = math.sqrt(max(coupler**2 - along**2, 0.0))
    e = reach / d
    b = a + along * e + up * np.array([-e[1], e[0], 0.0])
    places = {"crank": a / 2, "coupler": (a + b) / 2, "rocker": (b + np.array([apart, 0, 0])) / 2}
    parts = {name: m.part(name, at=place, mass=1, ip=ip) for name, place in places.items()}
    pin = m.revolute("A", parts["crank"], m.ground, at=(0, 0, 0), axis="z")
    m.revolute("B", parts["coupler"], parts["crank"], at=a, axis="z")
    m.revolute("C", parts["rocker"], parts["coupler"], at=b, axis="z")
    m.revolute("D", parts["rocker"], m.ground, at=(apart, 0, 0), axis="z")
    if driven:
        m.motion("drive", joint=pin, function="TIME")
    return m


EVERYWHERE = ["moving along ground z", "turning about ground x", "turning about ground y"]


def directions(run: bc.Results) -> list[str]:
    told = [text for text in run.attrs["messages"] if text.startswith("redundant constraint left out")]
    assert all("in every position" in text for text in told)
    return sorted(text.split("already resist ")[1].split(":")[0] for text in told)


@pytest.mark.parametrize("lengths", [(1.0, 2.0, 1.0, 2.0), (1.0, 4.0, 2.0, 3.0)], ids=["parallelogram", "four-bar"])
def test_bars_in_line_are_redundant_here_only(lengths):
    """Pins in line resist moving along the line once too often; out of line only what is out of the plane is left."""
    here = bars(*lengths, angle=0.0).simulate(end=0.1, steps=2)
    assert directions(here) == EVERYWHERE
    (text,) = said(here, "W604")
    assert "1 constraint equation is redundant in this position only" in text
    assert all(f'(name "{pin}", REVOLUTE)' in text for pin in "ABCD")
    assert "resist moving along ground x more often than needed here" in text
    assert "start a little beside this position" in text


@pytest.mark.parametrize("lengths", [(1.0, 2.0, 1.0, 2.0), (1.0, 4.0, 2.0, 3.5)], ids=["parallelogram", "four-bar"])
def test_beside_the_line_nothing_is_redundant_here_only(lengths):
    beside = bars(*lengths, angle=0.4).simulate(end=0.1, steps=2)
    assert directions(beside) == EVERYWHERE and said(beside, "W604") == []


def test_a_joint_that_starts_elsewhere_tells_what_had_to_give_way():
    """A pole at 0.05 rad on a cart: the pole was meant to turn; the cart, free on its rail, went 12.5 mm back."""
    m = bc.Model("cart", units="SI", gravity=-9.81)
    cart = m.part("cart", mass=1, ip=(1, 1, 1))
    pole = m.part("pole", mass=0.1, ip=(0.1, 0.1, 0.1), at=(0, 0, 0.5))
    m.translational("rail", cart, axis="x")
    m.revolute("pin", pole, cart, at=(0, 0, 0), axis="y", ic=(0.0, 0.05))
    (text,) = said(m.simulate(end=0.01, steps=1), "W605")
    assert '(name "cart") by 0.0125 meter' in text and '"pole"' not in text and 'name "pin"' in text
    cart.exact = ("X", "Y", "Z")
    run = m.simulate(end=0.01, steps=1)
    assert said(run, "W605") == [] and abs(run["cart.X"][0]) < 1e-9


def test_a_joint_that_starts_with_a_speed_tells_what_else_was_set_going():
    """The least change of all speeds pushes the cart back; a speed of 0 that was given keeps it."""
    m = bc.Model("cart", units="SI", gravity=-9.81)
    cart = m.part("cart", mass=1, ip=(1, 1, 1))
    pole = m.part("pole", mass=0.1, ip=(0.1, 0.1, 0.1), at=(0, 0, 0.5))
    rail = m.translational("rail", cart, axis="x")
    m.revolute("pin", pole, cart, at=(0, 0, 0), axis="y", ic=(1.0, 0.0))
    (text,) = said(m.simulate(end=0.01, steps=1), "W606")
    assert '(name "cart") 0.25 meter/sec' in text and '"pole"' not in text and 'name "pin"' in text
    rail.ic = 0.0
    run = m.simulate(end=0.01, steps=1)
    assert said(run, "W606") == [] and abs(run["cart.VX"][0]) < 1e-9
    rail.ic, cart.vx = None, 0.0
    run = m.simulate(end=0.01, steps=1)
    assert said(run, "W606") == [] and abs(run["cart.VX"][0]) < 1e-9
    assert abs(run["pin.RATE"][0] - 1.0) < 1e-9


def test_inertia_without_mass_is_told():
    m = bc.Model("wheel", units="SI", gravity=-9.81)
    m.revolute("axle", m.part("wheel", ip=(1, 1, 1)), axis="y")
    (text,) = said(m.simulate(end=0.1, steps=1), "W513")
    assert '(name "wheel") has moments of inertia and no mass' in text
    assert [message.rule for message in m.examine()] == ["C106"]  # and not C103: a torque turns it
    m["wheel"].mass = 1.0
    assert said(m.simulate(end=0.1, steps=1), "W513") == []
