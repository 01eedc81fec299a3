"""The machines of the gallery: Python and dataset are the same model, and one number of each is right."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.cli.commands.demo import SHOWS, examples
from bellcrank.cli.gallery import GALLERY

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "gallery"
NAMES = sorted(path.stem for path in FOLDER.glob("*.py"))


def machine(name: str) -> ModuleType:
    """A machine in Python."""
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run_of(name: str) -> tuple[ModuleType, bc.Results]:
    """The machine and the run of its dataset."""
    made = machine(name)
    return made, bc.read(examples()[name.replace("_", "-")]).simulate(made.END, made.STEPS)


@pytest.mark.parametrize("name", NAMES)
def test_the_dataset_is_the_python_version(name, tmp_path):
    """Compared as text: numbers are written with all their digits."""
    path = machine(name).build().write(tmp_path / "m.adm") or tmp_path / "m.adm"
    assert Path(path).read_text() == examples()[name.replace("_", "-")].read_text(), "python docs/figures/gallery.py"
    assert name.replace("_", "-") in GALLERY and name.replace("_", "-") in SHOWS


def test_governor():
    """Balance of weight and centrifugal force; what is left of the swing after 12 s is below 0.1 mm."""
    made, run = run_of("governor")
    assert run["governor.height"][-1] == pytest.approx(made.expected(), abs=2e-4)


def test_gyroscope():
    """Omega t, exact for a level axis; after 5 s of 100 rad/s the default ERROR 1e-6 leaves 1e-4 rad."""
    made, run = run_of("gyroscope")
    angle = np.unwrap(np.arctan2(run["axis.north"], run["axis.east"]))[-1]
    assert angle == pytest.approx(made.precession() * made.END, abs=2e-4)


def test_inverted_pendulum():
    """The closed loop of the linear plant; what is not linear is about TILT^3/6 = 2e-5 rad, times its gain."""
    from scipy.linalg import expm

    made, run = run_of("inverted_pendulum")
    a, b = made.plant()
    assert np.sort_complex(np.linalg.eigvals(a - b @ made.gains()[None])) == pytest.approx(np.sort_complex(made.POLES))
    for row in (50, 100, 200):
        state = expm((a - b @ made.gains()[None]) * run.time[row]) @ [0.0, made.TILT, 0.0, 0.0]
        assert run["loop.place"][row] == pytest.approx(state[0], abs=2e-4)
        assert run["loop.angle"][row] == pytest.approx(state[1], abs=2e-4)
    assert abs(run["loop.angle"][-1]) < 1e-4


def linear(mass, damping, stiffness, force, times):
    """M x'' + C x' + K x = f(t) from rest, by an integrator of SciPy."""
    from scipy.integrate import solve_ivp

    n, inverse = len(mass), np.linalg.inv(mass)
    rate = lambda t, y: np.concatenate([y[n:], inverse @ (force(t) - damping @ y[n:] - stiffness @ y[:n])])
    return solve_ivp(rate, (0, times[-1]), np.zeros(2 * n), "RK45", times, rtol=1e-9, atol=1e-12, max_step=2e-3).y


def step(t, begin, end, height):
    """STEP of Adams."""
    s = np.clip((t - begin) / (end - begin), 0.0, 1.0)
    return height * s * s * (3 - 2 * s)


def test_quarter_car():
    """Linear equations; ERROR 1e-6 of half a metre, 2e-6 m allowed."""
    m, run = run_of("quarter_car")
    mass, damping = np.diag([m.BODY, m.WHEEL]), m.C * np.array([[1, -1], [-1, 1]])
    stiffness = np.array([[m.K, -m.K], [-m.K, m.K + m.TYRE]])
    road = lambda t: np.array([0.0, m.TYRE * step(t, m.BEGIN, m.BEGIN + m.RISE, m.STEP)])
    exact = linear(mass, damping, stiffness, road, run.time)
    assert np.abs(run["ride.body"] - exact[0]).max() < 2e-5
    assert run["ride.body"].max() == pytest.approx(exact[0].max(), abs=2e-5)


def test_half_car():
    """Linear for small pitch: 3 mrad over 1.4 m and springs of 0.5 m give terms of 1e-5 of the motion of 3 mm."""
    m, run = run_of("half_car")
    arms = np.array([[1.0, -m.FRONT], [1.0, m.REAR]])  # height of the body over each axle: heave - x pitch
    spread = np.hstack([arms, -np.eye(2)])
    mass = np.diag([m.BODY, m.MOMENT, m.WHEEL, m.WHEEL])
    tyre = np.diag([0.0, 0.0, m.TYRE, m.TYRE])
    stiffness, damping = m.K * spread.T @ spread + tyre, m.C * spread.T @ spread
    half = m.LENGTH / m.SPEED / 2

    def road(t):
        heights = [
            step(t, b, b + half, m.BUMP) - step(t, b + half, b + 2 * half, m.BUMP)
            for b in (0.2, 0.2 + (m.FRONT + m.REAR) / m.SPEED)
        ]
        return np.array([0.0, 0.0, *(m.TYRE * h for h in heights)])

    exact = linear(mass, damping, stiffness, road, run.time)
    assert np.abs(run["ride.heave"] - exact[0]).max() < 2e-5
    assert np.abs(run["ride.pitch"] - exact[1]).max() < 2e-5


def test_stewart_platform():
    made, run = run_of("stewart_platform")
    assert run["plate_place.dz"][-1] == pytest.approx(made.expected(), abs=1e-8)
    assert max(abs(run["plate_place.dx"]).max(), abs(run["plate_place.dy"]).max()) < 1e-8


def test_six_axis_arm():
    made, run = run_of("six_axis_arm")
    assert [run[f"tool_place.d{c}"][-1] for c in "xyz"] == pytest.approx(made.expected(), abs=1e-8)


def test_geared_linkage():
    made, run = run_of("geared_linkage")
    for row in (50, 120, 200):
        wanted = made.pins(made.START + made.SPEED * run.time[row])[2]
        assert (run["curve.dx"][row], run["curve.dy"][row]) == pytest.approx(wanted, abs=1e-8)


def test_paper_feed():
    made, run = run_of("paper_feed")
    assert made.SPEED * made.END > 6.3  # more than a turn
    wanted = [made.pins(made.START + made.SPEED * t)[3][0] for t in run.time[::50]]
    assert run["feed.place"][::50] == pytest.approx(wanted, abs=1e-8)


def test_excavator():
    made, run = run_of("excavator")
    assert run["work.boom"][-1] == pytest.approx(made.expected(), abs=1e-8)


def test_body_on_a_circle():
    """The elliptic integral; 1e-6 of the spoke's weight and ERROR 1e-6 leave 1e-5 s."""
    made, run = run_of("body_on_a_circle")
    assert made.measured(run) == pytest.approx(made.period(), abs=2e-5)


def test_ball_in_a_bowl():
    """k p^e = m g at the bottom; ERROR 1e-6 of the model's size."""
    made, run = run_of("ball_in_a_bowl")
    assert run["rest.gap"][-1] == pytest.approx(made.expected(), rel=1e-3)
    assert max(abs(run["rest.dx"][-1]), abs(run["rest.dy"][-1])) < 1e-3
