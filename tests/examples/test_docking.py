"""The two docking maneuvers of Sohoni and Chace: they dock, keep their momentum, and fail as the paper tells."""

from __future__ import annotations

import importlib.util
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.model import diff, load_text

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
