"""The seven first models of the docs: at most twenty lines each, and right by formulas or another solver."""

from __future__ import annotations

import contextlib
import io
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp

sys.path.insert(0, str(Path(__file__).parent))
from blocks import DOCS, python_blocks

PAGE = DOCS / "tutorials" / "seven-models.md"
G = 9.81


@pytest.fixture
def model(request, tmp_path, monkeypatch):
    """What a block of the page leaves behind; it runs in an empty folder."""
    monkeypatch.chdir(tmp_path)
    block = python_blocks(PAGE)[request.param]
    lines = [line for line in block.splitlines() if line.strip()]
    assert len(lines) <= 20
    names = {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(compile(block, f"block {request.param}", "exec"), names)
    assert said.getvalue()
    for written in re.findall(r'(?:path=|view\(|save\()"([^"]+)"', block):
        assert (tmp_path / written).stat().st_size > 500, written
    return names


def test_there_are_seven():
    assert len(python_blocks(PAGE)) == 7


@pytest.mark.parametrize("model", [0], indirect=True)
def test_the_pendulum_has_the_speed_of_its_height(model):
    """At every angle: I w^2/2 = m g sin(angle)/2 with I = m (1/3 + r^2/4) about the pin."""
    run = model["run"]
    angle, rate = run["pin.ANGLE"], run["pin.RATE"]
    mass = model["rod"].mass
    assert mass == pytest.approx(7800 * np.pi * 0.01**2, rel=1e-12)
    exact = mass * G * np.sin(angle) / 2
    assert np.abs(0.5 * mass * (1 / 3 + 0.01**2 / 4) * rate**2 - exact).max() < 1e-4 * mass * G  # ERROR 1e-6, 3 s
    assert angle.max() == pytest.approx(np.pi, abs=1e-3)


@pytest.mark.parametrize("model", [1], indirect=True)
def test_the_piston_is_where_the_triangle_says_and_the_bearing_moves_all_masses(model):
    run, r, l, speed = (model[name] for name in ("run", "r", "l", "speed"))
    t, d = run.time, 1e-4

    def centres(t):
        """x and y of the mass centres times their masses, by the triangle."""
        a = speed * t
        b = np.arcsin(r / l * np.sin(a))
        x = 0.4 * r / 2 * np.cos(a) + 0.6 * (r * np.cos(a) + l / 2 * np.cos(b)) + 0.8 * (r * np.cos(a) + l * np.cos(b))
        return x

    place = r * np.cos(speed * t) + np.sqrt(l**2 - (r * np.sin(speed * t)) ** 2)
    assert np.abs(run["piston.X"] - place).max() < 1e-9 * l
    force = (centres(t + d) - 2 * centres(t) + centres(t - d)) / d**2 / 1000  # kg mm/s2 -> N; the bore has no x force
    assert np.abs(run["bearing.FX"] - force).max() < 1e-5 * np.abs(force).max()  # second differences


@pytest.mark.parametrize("model", [2], indirect=True)
def test_the_double_pendulum_goes_as_another_solver_says(model):
    """Angles from level, positive downwards (about +y), by Lagrange's equations."""

    def rate(_, x):
        a, b, u, v = x
        d = a - b
        mass = np.array([[0.083 + 0.25 + 1, 0.5 * np.cos(d)], [0.5 * np.cos(d), 0.083 + 0.25]])
        torque = -0.4 * (v - u) * abs(v - u)
        force = [
            -0.5 * v**2 * np.sin(d) + 1.5 * G * np.cos(a) - torque,
            0.5 * u**2 * np.sin(d) + G / 2 * np.cos(b) + torque,
        ]
        return [u, v, *np.linalg.solve(mass, force)]

    exact = solve_ivp(rate, (0, 5), [0, 0, 0, 0], rtol=1e-11, atol=1e-11, t_eval=model["run"].time).y
    run = model["run"]
    assert np.abs(run["top.ANGLE"] - exact[0]).max() < 1e-3  # ERROR 1e-6 over 5 s of a motion that spreads errors
    assert np.abs(run["elbow.ANGLE"] - (exact[1] - exact[0])).max() < 1e-3


@pytest.mark.parametrize("model", [3], indirect=True)
def test_the_cart_pole_goes_as_another_solver_says(model):
    def rate(_, x):
        s, a, v, w = x
        u = 4.6 * s + 6.7 * v + 46 * a + 13 * w
        mass = np.array([[1.2, 0.1 * np.cos(a)], [0.1 * np.cos(a), 0.0167 + 0.05]])
        return [v, w, *np.linalg.solve(mass, [u + 0.1 * w**2 * np.sin(a), 0.1 * G * np.sin(a)])]

    run = model["run"]
    start = [0, 0, run["cart.VX"][0], 0.3]
    exact = solve_ivp(rate, (0, 8), start, rtol=1e-11, atol=1e-12, t_eval=run.time).y
    assert np.abs(run["rail.TRAVEL"] - exact[0]).max() < 1e-5
    assert np.abs(run["hinge.ANGLE"] - exact[1]).max() < 1e-5
    assert abs(run["hinge.ANGLE"][-1]) < 1e-4


@pytest.mark.parametrize("model", [4], indirect=True)
def test_the_quarter_car_goes_as_its_linear_equations(model):
    def step(t):
        s = np.clip(t / 0.5, 0, 1)
        return 0.05 * np.sin(2 * np.pi * 1.5 * t) * s**2 * (3 - 2 * s)

    def rate(t, x):
        body, wheel, v, w = x
        strut = 20e3 * (body - wheel) + 1500 * (v - w)
        return [v, w, -strut / 300, (strut - 180e3 * (wheel - step(t))) / 40]

    run = model["run"]
    exact = solve_ivp(rate, (0, 5), [0, 0, 0, 0], rtol=1e-10, atol=1e-12, t_eval=run.time, max_step=0.01).y
    assert np.abs(run["body.Z"] - 0.8 - exact[0]).max() < 1e-5
    assert np.abs(run["wheel.Z"] - 0.3 - exact[1]).max() < 1e-5


@pytest.mark.parametrize("model", [5], indirect=True)
def test_the_torques_at_rest_carry_the_weight_of_all_links_beyond(model):
    """At the end the arm rests: the torque about an axis e through p is -e . sum (r - p) x m g."""
    run, end = model["run"], model["run"].time[-1]
    masses = [axis[2] for axis in model["axes"]]
    centres = np.array([[run.at(end, f"link{n}.{c}") for c in "XYZ"] for n in range(1, 7)])
    points, axes = turned(model["axes"])
    for n in range(6):
        arms = centres[n:] - points[n]
        weight = np.array([[0, 0, -G * mass] for mass in masses[n:]])
        torque = -np.cross(arms, weight).sum(axis=0) @ axes[n]
        assert run.at(end, f"drive{n + 1}.TORQUE") == pytest.approx(torque, abs=1e-6), n


def turned(axes):
    """Points and directions of all axes after their swings."""
    rotation, shift = np.eye(3), np.zeros(3)
    points, directions = [], []
    for point, name, _, _, swing in axes:
        p, e = np.array(point, float), np.eye(3)["xyz".index(name)]
        points.append(rotation @ p + shift)
        directions.append(rotation @ e)
        cross = np.array([[0, -e[2], e[1]], [e[2], 0, -e[0]], [-e[1], e[0], 0]])
        turn = np.eye(3) + np.sin(swing) * cross + (1 - np.cos(swing)) * cross @ cross
        shift = shift + rotation @ (p - turn @ p)
        rotation = rotation @ turn
    return points, directions


@pytest.mark.parametrize("model", [6], indirect=True)
def test_the_sweep_finds_the_height_of_each_swing(model):
    """x = v/w exp(-d t) sin(w t); its maximum lies at atan(w/d)/w."""
    table = model["table"]
    assert len(table["k"]) == 20
    d = 5 / (2 * 2)
    w = np.sqrt(np.array(table["k"]) / 2 - d**2)
    when = np.arctan2(w, d) / w
    top = np.exp(-d * when) * np.sin(w * when) / w
    slack = top * (w**2 + d**2) * 0.01**2 / 8  # between two outputs the channel is a straight line
    assert np.all(np.abs(np.array(table["top"]) - top) <= slack + 1e-6)
    assert np.all(np.abs(np.array(table["when"]) - when) <= 0.005 + 1e-9)
