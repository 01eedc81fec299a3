"""`simulate` after `simulate`: what was built is used again, and nothing but time shows it."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.analysis import session
from bellcrank.errors import BellcrankError

MODELS = Path(__file__).resolve().parents[1] / "models"


def what_is_told(run):
    """All that a run says beside its numbers, without the time that it took."""
    return run.attrs | {"statistics": run.attrs["statistics"] | {"cpu": 0.0}}


@pytest.mark.parametrize(
    ("name", "find", "attribute"),
    [
        ("four_bar", ("PART", 2), "mass"),
        ("quarter_car", ("SPRINGDAMPER", None), "k"),
        ("double_pendulum_rods", ("PART", 2), "vx"),
    ],
)
def test_numbers_changed_between_two_runs_give_what_a_new_model_gives(name, find, attribute):
    """Bit for bit, with all messages; `vx` changes the start, masses and stiffnesses do not."""
    model = bc.read(MODELS / f"{name}.adm")
    element = next(e for e in model.all(find[0]) if find[1] in (None, e.id))
    base = getattr(element, attribute) or 0.1
    for factor in (1.0, 1.0, 1.3, 0.7, 1.0):
        setattr(element, attribute, base * factor)
        run = model.simulate(0.3, 20, error=1e-5)
        other = bc.model.load_text(model.text())[0]
        other.file = model.file
        new = other.simulate(0.3, 20, error=1e-5)
        assert np.array_equal(run.values, new.values)
        assert what_is_told(run) == what_is_told(new)


def cam():
    """A point that rides on an eccentric disc, which turns."""
    angles = np.linspace(0.0, 2.0 * np.pi, 25)
    disc = [x for a in angles for x in (15.0 + 50.0 * np.cos(a), 50.0 * np.sin(a), 0.0)]
    m = bc.Model("cam", units="MMKS", gravity=(0, -9810, 0))
    wheel = m.part("wheel", mass=1, ip=(1e3, 1e3, 1e3), w=(0, 0, 20))
    rod = m.part("rod", mass=0.6, ip=(1e3, 1e3, 1e3), at=(0, np.sqrt(50**2 - 15**2), 0))
    m.revolute("axle", wheel)
    m.translational("guide", rod, axis="y", at=(0, 0, 0))
    middle, tip = m.marker("middle", wheel), m.marker("tip", rod, at=(0, np.sqrt(50**2 - 15**2), 0))
    points = m.matrix("points", full="RORDER", rows=25, columns=3, values=disc)
    outline = m.curve("outline", form="CLOSED", matrix=points.id, order=4)
    m.ptcv("ride", i=tip, jfloat=m.marker("foot", wheel, floating=True), curve=outline, rm=middle)
    return m, wheel, "wz"


def rubbing():
    """A block that is pulled to and fro by a spring and sticks in between."""
    m = bc.Model("rubbing", units="SI", gravity=-9.81)
    block = m.part("block", mass=1, ip=(1, 1, 1))
    guide = m.translational("guide", block, axis="x")
    m.friction("rub", joint=guide, mu_static=0.3, mu_dynamic=0.2, max_stiction_deformation=1e-3)
    m.sforce("pull", i=block, j=m.ground, axis="x", actiononly=True, function="4*SIN(20*TIME)")
    return m, block, "vx"


def touching():
    """A ball thrown onto a floor, which rolls there in the end."""
    m = bc.Model("touching", units="SI", gravity=-9.81)
    ball = m.part("ball", solid=bc.Solid.sphere(0.1, mass=1.0), at=(0, 0, 0.11), v=(0.3, 0, 0))
    m.new("GRAPHICS", "floor", "PLANE", rm=m.marker("top", m.ground))
    touch = m.contact("touch", ball, m.ground, friction=0.3)
    touch.stiction, touch.max_stiction_deformation = "ON", 1e-4
    return m, ball, "vx"


@pytest.mark.parametrize("build", [cam, rubbing, touching])
def test_what_elements_remember_belongs_to_one_run(build):
    """Parameters of curves, bristles, contacts: each run begins where the first one began, bit for bit; one with
    another speed as that of a new model does, but for rounding where parts were put together without redundant rows.
    """
    model, part, speed = build()
    base, runs = getattr(part, speed) or 0.0, []
    for faster in (0.0, 0.0, 0.1, 0.0):
        setattr(part, speed, base + faster)
        runs.append(model.simulate(0.35, 7, error=1e-5).values)
        np.testing.assert_allclose(runs[-1], model.copy().simulate(0.35, 7, error=1e-5).values, 1e-9, 1e-9)
    assert np.array_equal(runs[1], runs[0])
    assert np.array_equal(runs[3], runs[0])
    assert not np.array_equal(runs[2], runs[0])


def test_the_second_run_builds_nothing_until_more_than_a_number_changes(monkeypatch):
    model, built = bc.read(MODELS / "four_bar.adm"), []
    plain = session.Simulation
    monkeypatch.setattr(session, "Simulation", lambda *given: built.append(1) or plain(*given))
    first = model.simulate(0.1, 5, error=1e-5)
    model.get("PART", 2).mass *= 1.1
    model.simulate(0.1, 5, error=1e-5)
    assert len(built) == 1
    model.simulate(0.1, 5, error=1e-5, formulation="I3")
    assert len(built) == 1
    joint = next(iter(model.all("JOINT")))
    joint.name = "another_name"
    assert any(name.startswith("another_name.") for name in model.simulate(0.1, 5, error=1e-5).channels)
    assert len(built) == 2
    marker = next(m for m in model.all("MARKER") if m.qp)
    marker.qp = tuple(1.0001 * x for x in marker.qp)
    assert not np.array_equal(model.simulate(0.1, 5, error=1e-5).values, first.values)
    assert len(built) == 3


def test_a_run_that_failed_leaves_nothing_behind():
    model = bc.read(MODELS / "quarter_car.adm")
    spring = next(iter(model.all("SPRINGDAMPER")))
    first, stiffness = model.simulate(0.2, 10, error=1e-5), spring.k
    spring.k = 1e300
    with pytest.raises(BellcrankError):
        model.simulate(0.2, 10, error=1e-5)
    spring.k = stiffness
    assert np.array_equal(model.simulate(0.2, 10, error=1e-5).values, first.values)


def test_threads_share_a_model_but_not_what_was_built():
    model = bc.read(MODELS / "four_bar.adm")
    first = model.simulate(0.2, 10, error=1e-5)
    with ThreadPoolExecutor(4) as several:
        runs = list(several.map(lambda _: model.simulate(0.2, 10, error=1e-5), range(12)))
    assert all(np.array_equal(run.values, first.values) for run in runs)


def test_a_changed_number_costs_little_beside_the_integration():
    """About 1.8 times the integration on an idle machine; all of it was 2.9 times when everything was built anew."""
    model = bc.read(MODELS / "four_bar.adm")
    part, whole, integration = model.get("PART", 2), [], []
    for _ in range(12):
        part.mass *= 1.0001
        start = time.process_time()
        run = model.simulate(2.0, 1, error=1e-6)
        whole.append(time.process_time() - start)
        integration.append(run.attrs["statistics"]["cpu"])
    assert min(whole[2:]) < 4.0 * min(integration) + 0.005
