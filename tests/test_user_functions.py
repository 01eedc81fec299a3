"""Forces by Python functions: compiled, called as they are, or behind a C address; they do what an expression does."""

from __future__ import annotations

import ctypes
import math

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.errors import ConvergenceError, ModelError
from bellcrank.expression.user import C_FUNCTION
from bellcrank.model import load_text
from bellcrank.model.checks import examine
from bellcrank.system.lowering import Lowering
from bellcrank.system.system import System

STIFFNESS = 100.0


def law(z, v):
    return -STIFFNESS * z * (1.0 + z * z) - 2.0 * v + math.sin(3.0 * z)


def slopes(z, v):
    return -STIFFNESS * (1.0 + 3.0 * z * z) + 3.0 * math.cos(3.0 * z), -2.0


class Counting:
    """An object: Numba cannot compile it."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, z, v):
        self.calls += 1
        return law(z, v)


def box(force: object = 0.0) -> bc.Model:
    """A mass on a vertical slide with a force between the markers `top` and `wall`."""
    m = bc.Model("box", units="MKS")
    part = m.part("box", mass=2, ip=(1, 1, 1))
    m.translational("slide", part, m.ground, axis=(0, 0, 1))
    top, wall = m.marker("top", part, at=(0, 0, 0.1)), m.marker("wall", m.ground, at=(0, 0, 0))
    floating = m.marker("floating", m.ground, floating=True)
    m.vforce("push", i=top, jfloat=floating, rm=wall, fz=force)
    m.gravity = (0, 0, -9.8)
    return m


def arguments(m: bc.Model) -> tuple[str, str]:
    i, j = m["top"].id, m["wall"].id
    return f"DZ({i},{j},{j})", f"VZ({i},{j},{j},{j})"


def simulate(function: object) -> tuple[bc.Model, np.ndarray]:
    m = box()
    m["push"].fz = function(*arguments(m))
    run = m.simulate(end=1.0, steps=20, error=1e-8)
    return m, np.column_stack([run["box.Z"], run["box.VZ"], run["push.FZ"]])


@pytest.fixture(scope="module")
def by_expression() -> np.ndarray:
    return simulate(lambda z, v: f"-100*{z}*(1+{z}**2)-2*{v}+SIN(3*{z})")[1]


@C_FUNCTION
def in_c(n, x, out):
    """As a shared library would give it, with its slopes."""
    out[0] = law(x[0], x[1])
    out[1], out[2] = slopes(x[0], x[1])


ADDRESS = ctypes.cast(in_c, ctypes.c_void_p).value
COUNTING = Counting()


@pytest.mark.parametrize(
    ("function", "options"),
    [
        pytest.param(law, {}, id="compiled"),
        pytest.param(law, {"derivatives": slopes}, id="compiled, with slopes"),
        pytest.param(COUNTING, {}, id="object"),
        pytest.param(COUNTING, {"derivatives": slopes}, id="object, with slopes"),
        pytest.param(ADDRESS, {"derivatives": True}, id="address"),
        pytest.param(ADDRESS, {}, id="address, slopes not used"),
    ],
)
def test_a_function_gives_the_same_motion_as_the_expression(function, options, by_expression):
    m, run = simulate(lambda z, v: bc.user(function, z, v, **options))
    assert run == pytest.approx(by_expression, abs=1e-9 * np.abs(by_expression).max())
    if function is COUNTING:
        assert COUNTING.calls > 100
    assert not examine(m).warnings


def users(m: bc.Model) -> list:
    from bellcrank import kernel

    kernel.compile_mode(True)
    try:
        return System(Lowering(m).run()).machine.users
    finally:
        kernel.compile_mode(False)


def test_plain_functions_are_compiled_and_others_are_called():
    outside = [1.0]

    def reads_a_list(z, v):
        return -outside[0] * z

    def raises(z, v):
        if z > 1e9:
            raise ValueError
        return -z

    for function, wanted in (
        (law, True),
        (lambda z, v: -z, True),
        (COUNTING, False),
        (reads_a_list, False),
        (raises, False),
    ):
        m = box()
        m["push"].fz = bc.user(function, *arguments(m))
        assert users(m)[0].compiled is wanted, function


def test_a_changed_number_outside_the_function_counts():
    m = box()
    results = []
    for k in (10.0, 20.0):

        def spring(z, v):
            return -k * z  # noqa: B023 - the cell is meant

        m["push"].fz = bc.user(spring, *arguments(m))
        results.append(m.simulate(end=0.1, steps=2)["push.FZ"][0])
    assert results == pytest.approx([-1.0, -2.0])


def test_functions_stand_wherever_expressions_stand():
    """x' = f(x) = -x, V = f(t), and a motion that follows a function of time, differentiated twice."""
    m = bc.Model("others", units="MKS")
    part = m.part("box", mass=2, ip=(1, 1, 1))
    slide = m.translational("slide", part, m.ground, axis=(0, 0, 1))
    state = m.diff("state", ic=1.0, function="0")
    state.function = bc.user(lambda x: -x, f"DIF({state.id})")
    m.variable("value", function=bc.user(math.cos, "TIME"))
    m.motion("drive", joint=slide, axis="TRANSLATION", function=bc.user(lambda t: math.sin(2.0 * t), "TIME"))
    run = m.simulate(end=1.0, steps=10, error=1e-8)
    t = run.time
    assert run["state.Q"] == pytest.approx(np.exp(-t), abs=1e-7)
    assert run["value.Q"] == pytest.approx(np.cos(t), abs=1e-12)
    assert run["box.Z"] == pytest.approx(np.sin(2 * t), abs=1e-9)
    assert run["box.VZ"] == pytest.approx(2 * np.cos(2 * t), abs=1e-7)
    assert run["box.ACCZ"] == pytest.approx(-4 * np.sin(2 * t), abs=1e-3)  # differences of differences


def breaks(z, v):
    if z < 0.05:
        raise RuntimeError("the spring is broken")
    return -z


def divides(z, v):
    return 1.0 / (z - z)


@pytest.mark.parametrize(
    ("function", "why"), [(breaks, "RuntimeError: the spring is broken"), (divides, "ZeroDivisionError")]
)
def test_an_exception_stops_the_run_and_names_the_element(function, why):
    m = box()
    m["push"].fz = bc.user(function, *arguments(m))
    with pytest.raises(ConvergenceError, match=why) as caught:
        m.simulate(end=1.0, steps=20)
    text = str(caught.value)
    assert 'VFORCE/1 (name "push")' in text and f"in {function.__name__}" in text and "test_user_functions.py" in text


def test_a_dataset_says_what_it_cannot_hold():
    m = box()
    m["push"].fz = bc.user(law, *arguments(m))
    assert f"is the Python function law({', '.join(arguments(m))})" in m.text()
    again, report = load_text(m.text())
    assert not report.errors
    assert any(message.rule == "C601" for message in examine(again))
    assert again != m and m.copy() == m


def test_ids_inside_the_arguments_are_references():
    m = box()
    m["push"].fz = bc.user(law, *arguments(m))
    wall = m["wall"]
    assert m["push"] in m.users_of(wall)
    m.renumber(wall, 77)
    assert m["push"].fz.text == f"law({', '.join(arguments(m))})"
    assert "77" in m["push"].fz.text and m["push"].fz.function is law


def test_what_is_no_function_is_refused():
    with pytest.raises(ModelError, match="is no function"):
        bc.user("DX(1,2)", "TIME")
    with pytest.raises(ModelError, match="at least one expression"):
        bc.user(law)
    with pytest.raises(ModelError, match="call it inside"):
        bc.user(law, bc.user(law, "TIME", "TIME"), "TIME")


def test_arguments_name_the_markers_of_joints_and_names_with_blanks():
    """`elbow.i` and "left wheel" become ids when the model gets the function."""
    m = bc.Model("arm", units="SI")
    part = m.part("left wheel", mass=1, ip=(1, 1, 1), w=(0, 0, 2))
    m.revolute("elbow", part, m.ground, at=(0, 0, 0), axis="z")
    law = bc.user(lambda w, a: -0.5 * w + 0.0 * a, "WZ(elbow.i, elbow.j, elbow.j)", "AZ('left wheel', ground)")
    m.sforce("brake", "ROTATION", i=part, j=m.ground, at=(0, 0, 0), axis="z", function=law)
    run = m.simulate(end=1.0, steps=10, error=1e-8)
    assert run["elbow.RATE"][-1] == pytest.approx(2 * np.exp(-0.5), rel=1e-6)
