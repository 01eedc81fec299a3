"""The two docking maneuvers of Sohoni and Chace: they dock, keep their momentum, and fail as the paper tells."""

from __future__ import annotations

import importlib.util
import math
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.model import diff, load_text
from bellcrank.study.reading import read_plan

ROOT = Path(__file__).resolve().parents[2]


def module(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def axes(run: Any, name: str) -> np.ndarray:
    """Rotation matrices of a part from its angles, turned about z, x, z."""
    psi, theta, phi = (run[f"{name}.{angle}"] for angle in ("PSI", "THETA", "PHI"))

    def about(axis: int, angle: np.ndarray) -> np.ndarray:
        a, b = (axis + 1) % 3, (axis + 2) % 3
        found = np.zeros((len(angle), 3, 3))
        found[:, axis, axis] = 1.0
        found[:, a, a] = found[:, b, b] = np.cos(angle)
        found[:, b, a], found[:, a, b] = np.sin(angle), -np.sin(angle)
        return found

    return about(2, psi) @ about(0, theta) @ about(2, phi)


def momenta(model: bc.Model, run: Any) -> tuple[np.ndarray, np.ndarray]:
    """Momentum and angular momentum about the origin of all parts; mass centres are at the origins of the parts."""
    linear, angular = np.zeros((len(run["chaser.X"]), 3)), np.zeros((len(run["chaser.X"]), 3))
    for part in model.all("PART"):
        if not part.mass:
            continue
        r, v, w = (np.array([run[f"{part.label}.{kind}{axis}"] for axis in "XYZ"]).T for kind in ("CM_", "CM_V", "W"))
        turn = axes(run, part.label)
        linear += part.mass * v
        angular += part.mass * np.cross(r, v) + np.einsum("tij,j,tkj,tk->ti", turn, np.array(part.ip[:3]), turn, w)
    return linear, angular


@pytest.mark.parametrize("name", ["boom_docking", "clamp_docking"])
def test_the_dataset_is_the_model_of_the_python_file(name: str) -> None:
    shipped = bc.read(ROOT / "src" / "bellcrank" / "examples" / f"{name.replace('_', '-')}.adm")
    built, report = load_text(getattr(module(name), name)().text())
    assert not report.errors and not diff(shipped, built)


def test_the_boom_docks_and_keeps_momentum() -> None:
    """Momentum to 1e-9 of the largest angular momentum of a part: forces and reactions are equal and opposite, and the
    integration at 1e-9 leaves no more; the satellites are coupled, and the two ways of writing the funnel agree.
    """
    model = module("boom_docking").boom_docking()
    run = model.simulate(end=40.0, steps=400, error=1e-9)
    linear, angular = momenta(model, run)
    assert abs(linear - linear[0]).max() < 1e-9 * abs(linear).max()
    assert abs(angular - angular[0]).max() < 1e-9 * 300.0 * 2.25 * 0.05  # the target's, at the speed of the approach
    assert run["docking.DEPTH"][-1] == pytest.approx(0.020, abs=1e-3) and run["docking.RADIUS"][-1] < 1e-3
    assert run.attrs["audit"]["verdict"].startswith("good")
    other = module("boom_docking").boom_docking(funnel="function").simulate(end=40.0, steps=400)
    assert other["target.X"][-1] - other["chaser.X"][-1] == pytest.approx(
        run["target.X"][-1] - run["chaser.X"][-1], abs=0.01
    )  # a ring of twelve plates is a cone to 3 mm


@pytest.mark.parametrize(("aside", "tilt"), [((0.0, 0.0), 0.0), ((-0.1, 0.05), -3.0), ((0.05, -0.15), 4.0)])
def test_the_boom_docks_from_other_starts(aside: tuple[float, float], tilt: float) -> None:
    """On the axis and aside of it, turned either way: the ball ends in the latch, as from the start of the example."""
    run = module("boom_docking").boom_docking(aside=aside, tilt=tilt).simulate(end=40.0, steps=400)
    assert run["docking.DEPTH"][-1] == pytest.approx(0.020, abs=1e-3) and run["docking.RADIUS"][-1] < 1e-3
    pushed = abs(run["wall.NORMAL"][run.time < 12.0]).max()
    assert pushed > 5.0  # the wall, or the base, has met the ball


def test_too_fast_an_approach_sends_the_target_spinning_away() -> None:
    run = module("boom_docking").boom_docking(approach=0.3).simulate(end=40.0, steps=400)
    spin = math.degrees(np.linalg.norm([run[f"target.W{axis}"][-1] for axis in "XYZ"]))
    away = np.linalg.norm([run[f"target.{axis}"][-1] - run[f"chaser.{axis}"][-1] for axis in "XYZ"])
    assert spin > 1.0 and away > 3.0


def test_too_slow_a_latch_loses_the_tip() -> None:
    run = module("boom_docking").boom_docking(latch=8.0).simulate(end=40.0, steps=400)
    assert run["docking.DEPTH"].min() < 0.045  # it was there, and the latch was tripped
    away = np.linalg.norm([run[f"target.{axis}"][-1] - run[f"chaser.{axis}"][-1] for axis in "XYZ"])
    assert away > 3.0


def test_corners_of_the_map(tmp_path: Path) -> None:
    """Slow with a quick latch docks; fast, or with a latch too slow, does not: four of the 400 runs of the study."""
    shutil.copy(ROOT / "src" / "bellcrank" / "examples" / "boom-docking.adm", tmp_path)
    shutil.copy(ROOT / "examples" / "docking_map.toml", tmp_path)
    study = read_plan(tmp_path / "docking_map.toml").study
    table = study.at([(0.04, 0.4), (0.38, 0.4), (0.04, 4.0), (0.38, 4.0)], workers=0)
    assert table["status"].tolist() == ["done"] * 4
    assert table["success"].tolist() == [True, False, False, False]


def test_the_clamps_take_the_handles_one_after_the_other() -> None:
    """All four balls sit in their claws, held by their levers; momentum as above, m r v of the chaser as its size."""
    example = module("clamp_docking")
    model = example.clamp_docking()
    run = model.simulate(end=8.0, steps=400, error=1e-9)
    linear, angular = momenta(model, run)
    assert abs(linear - linear[0]).max() < 1e-9 * abs(linear).max()
    assert abs(angular - angular[0]).max() < 1e-9 * 800.0 * 0.35 * 0.03
    grips = [run[f"{name}_grip.NORMAL"] for name in example.CLAWS]
    first = [int(np.argmax(grip > 0.0)) for grip in grips]
    assert len(set(first)) == 4 and min(first) > 0
    for name, grip in zip(example.CLAWS, grips, strict=True):
        assert grip[-1] > 5.0 and run[f"{name}_seat.NORMAL"][-1] > 5.0
    assert run["chaser.VX"][-1] == pytest.approx(run["target.VX"][-1], abs=2e-4)
    assert run["chaser.VX"][-1] == pytest.approx(0.03 * 800.0 / (1100.0 + 4 * 3.4), rel=0.02)
    assert run.attrs["audit"]["verdict"].startswith("good")


def test_a_lever_is_let_go_when_its_handle_is_within_70_mm() -> None:
    """The sensor locates the distance to 1e-6 m; between two outputs of 5 ms it changes by 0.15 mm, along a line."""
    example = module("clamp_docking")
    model = example.clamp_docking()
    model.request("gap", **{name: f"DM({name}_ball, {name}_middle)" for name in example.CLAWS})
    run = model.simulate(end=3.0, steps=600)
    assert run["gap.east"][0] == pytest.approx(0.15, abs=0.02)
    fired = {event["element"].split('"')[1]: event["time"] for event in run.attrs["events"]}
    for name in example.CLAWS:
        when = fired[f"{name}_trigger"]
        assert np.interp(when, run.time, run[f"gap.{name}"]) == pytest.approx(0.070, abs=2e-5)
        assert 2.0 < when < 3.0
