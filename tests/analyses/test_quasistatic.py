"""Equilibria over time: a truss and a suspension (second set of verification problems, 3.3 and 3.6)."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import bellcrank as bc

sys.path.insert(0, str(Path(__file__).parent))
import resting

LIMIT = 198.9983391549
"""Load of the truss at its limit point."""


def load_at(sag):
    """P(w) of problem 3.3."""
    length = np.hypot(1.0, 0.3 - sag)
    return 2 * 20000 * (np.hypot(1.0, 0.3) / length - 1) * (0.3 - sag)


def test_a_growing_load_follows_the_path_to_the_limit_point_and_snaps():
    run = resting.truss("300*TIME").statics(1.0, 10)
    sag = 0.3 - run["node.Y"]
    np.testing.assert_allclose(load_at(sag), 300 * run.time, atol=1e-7)
    assert sag[6] == pytest.approx(0.0870262975758, abs=1e-11) and sag[-1] == pytest.approx(0.6684642580025, abs=1e-11)
    (event,) = run.events
    assert (
        event.kind == "limit point" and event.time == pytest.approx(LIMIT / 300, abs=2e-7) and "along y" in event.text
    )
    assert run.segments[0].kind == "quasiStatic" and any("W712" in text for text in run.attrs["messages"])


def test_a_driven_displacement_follows_the_whole_curve():
    m = resting.truss("0")
    m.motion("drive", joint=m["guide"], axis="TRANSLATION", function="-0.7*TIME")
    run = m.statics(1.0, 14)
    sag = 0.3 - run["node.Y"]
    np.testing.assert_allclose(sag, 0.7 * run.time, atol=1e-12)
    np.testing.assert_allclose(run["drive.FY"], -load_at(sag), atol=1e-8)


@pytest.mark.parametrize(("sag", "load"), [(0.1292883525605, 198.9983391549), (0.4707116474395, -198.9983391549)])
def test_limit_points_of_the_truss(sag, load):
    """Driven there, the force is the extreme one: less on both sides, by the square of the way."""
    m = resting.truss("0")
    m.motion("drive", joint=m["guide"], axis="TRANSLATION", function=f"-{sag}*(1 + 0.01*TIME)*STEP(TIME, 0, 0, 1, 1)")
    force = -m.statics(2.0, 2)["drive.FY"]  # 1 % beyond and 2 % beyond
    m["drive"].function = f"-{sag}*STEP(TIME, 0, 0, 1, 1)"
    there = -m.statics(1.0, 1)["drive.FY"][-1]
    assert there == pytest.approx(load, abs=1e-9)
    assert (force[2] - there) / (force[1] - there) == pytest.approx(4.0, rel=0.05) and abs(force[1]) < abs(there)


def test_after_snap_through_the_load_is_taken_back():
    """300 N and back to 50 N: the truss stays below."""
    run = resting.truss("STEP(TIME, 0, 0, 1, 300) - STEP(TIME, 1, 0, 2, 250)").statics(2.0, 20)
    assert 0.3 - run["node.Y"][-1] == pytest.approx(0.6142048924945, abs=1e-11)
    zero = resting.truss("STEP(TIME, 0, 0, 1, 300) - STEP(TIME, 1, 0, 2, 300)").statics(2.0, 20)
    assert 0.3 - zero["node.Y"][-1] == pytest.approx(0.6, abs=1e-11)  # P = 0 at 0, 0.3 (unstable) and 0.6


def test_wheel_rate_of_a_double_wishbone():
    run = resting.wishbone("309.490289372 + TIME").statics(0.02, 2)
    rate = 0.02 / (run["knuckle.Z"][-1] - run["knuckle.Z"][0])
    assert rate == pytest.approx(12216.816935, rel=1e-5)  # a difference over 0.02 N, where the rate grows
    assert run["knuckle.Z"][0] == pytest.approx(-0.0355549809207, abs=1e-10)


def test_a_sensor_ends_the_analysis_where_its_value_is_met():
    m = resting.truss("300*TIME")
    m.sensor("enough", function="300*TIME", value=100, error=1e-6, relation="GE", halt=True)
    run = m.statics(1.0, 4)
    assert run.time[-1] == pytest.approx(1 / 3, abs=1e-8)
    assert run.events[0].kind == "sensor" and load_at(0.3 - run["node.Y"][-1]) == pytest.approx(100, abs=1e-5)


def test_a_path_without_a_rest_beyond_is_explained():
    m = bc.Model("pull", units="SI")
    box = m.part("box", mass=1, ip=(1, 1, 1), cm=(0, 0, 0))
    rail = m.translational("rail", box, m.ground, at=(0, 0, 0), axis="z")
    x = f"DZ({rail.i},{rail.j},{rail.j})"
    m.sforce("bond", i=rail.i, j=rail.j, actiononly=True, function=f"-2*{x}/(1 + {x}**2) + 2*TIME")  # holds 1 at most
    with pytest.raises(bc.errors.ConvergenceError) as failure:
        m.statics(1.0, 7)
    text = str(failure.value)
    told = float(text.split("stopped at time ")[1].split()[0].rstrip("."))
    assert "E712" in text and "box" in text and told == pytest.approx(0.5, abs=1e-6)
    assert failure.value.results.time[-1] == pytest.approx(3 / 7, abs=1e-12)


def test_in_a_command_file(tmp_path):
    from bellcrank.analysis.script import Options, ScriptRun

    (tmp_path / "truss.adm").write_text(resting.truss("300*TIME").text())
    run = ScriptRun(Options(tmp_path)).run_dataset(
        tmp_path / "truss.adm",
        "simulate/statics, end=0.2, steps=2\nlinear/eigensol\nsimulate/dynamics, end=0.21, steps=1\n",
    )
    assert run.code == 0
    kinds = [s.kind for s in run.results.segments]
    assert kinds == ["quasiStatic", "dynamic"] and run.results.time[2] == pytest.approx(0.2)
    assert 0 < run.results.attrs["linear"][0]["modes"][0]["frequency"] < 6
