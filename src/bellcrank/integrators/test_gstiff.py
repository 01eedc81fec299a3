"""GSTIFF without mechanics: its formulas, its error control, stiff problems with published solutions."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import ellipj

from bellcrank.errors import ConvergenceError, ModelError
from bellcrank.integrators.history import COEFFICIENTS, FACTORIAL, predict, rescale, retract
from bellcrank.model import load_text
from bellcrank.testing import observed_order


def simulate(statements: str, end: float, steps: int = 20, **options):
    model, report = load_text(f"no parts\nUNITS/SYSTEM=MKS\nPART/1, GROUND\n{statements}\nEND\n")
    assert not report.errors, report.render()
    return model.simulate(end=end, steps=steps, **options)


# ---- formulas
def history(order: int, h: float) -> np.ndarray:
    """The exact history of y = exp(-t) at t = 0."""
    z = np.zeros((8, 1))
    z[: order + 1, 0] = [(-h) ** j / FACTORIAL[j] for j in range(order + 1)]
    return z


def integrate(order: int, h: float, end: float = 2.0) -> float:
    """y' = -y with fixed step and order: y = psi + h b y' is solved by hand."""
    z, b = history(order, h), COEFFICIENTS[order, 0]
    for _ in range(round(end / h)):
        predict.py_func(z)
        psi = z[0] - b * z[1]
        y = psi / (1.0 + h * b)
        z[: order + 1] += np.outer(COEFFICIENTS[order, : order + 1], (y - z[0]) / b)
    return float(z[0, 0])


@pytest.mark.parametrize("order", range(1, 7))
def test_the_formula_of_order_k_converges_with_order_k(order):
    steps = [0.2, 0.1, 0.05, 0.025]
    errors = [abs(integrate(order, h) - np.exp(-2.0)) for h in steps]
    assert observed_order(errors, steps) == pytest.approx(order, abs=0.25)


@pytest.mark.parametrize("order", range(1, 7))
def test_the_formula_is_the_backward_difference_formula(order):
    """With an exact history in y: sum_j (1/j) nabla^j y_{n+1} = h f(y_{n+1}), Henrici's form."""
    h, b = 0.1, COEFFICIENTS[order, 0]
    assert pytest.approx(1.0 / sum(1.0 / j for j in range(1, order + 1))) == b
    z, values = np.zeros((8, 1)), [np.sin(-h * j) for j in range(order)]
    fit = np.polynomial.polynomial.polyfit([-j for j in range(order)], values, order - 1) if order > 1 else [values[0]]
    rate = 0.7  # any y'_n: the history of order k holds k values and one rate; after k steps only values are left
    z[: len(fit), 0] = fit
    z[1, 0] = z[1, 0] if order > 1 else rate * h
    past = [*reversed(values)]
    for _ in range(3 * order):
        predict.py_func(z)
        y = (z[0] - b * z[1]) / (1.0 + h * b)
        z[: order + 1] += np.outer(COEFFICIENTS[order, : order + 1], (y - z[0]) / b)
        past.append(float(y[0]))
    newest = np.array(past[-order - 1 :])
    left, differences = 0.0, newest
    for j in range(1, order + 1):
        differences = np.diff(differences)
        left += differences[-1] / j
    assert left == pytest.approx(-h * newest[-1], abs=1e-12)


def test_a_prediction_can_be_taken_back_and_a_step_rescaled():
    rng = np.random.default_rng(1)
    z = rng.normal(size=(8, 5))
    z[6:] = 0.0  # beyond the order
    kept = z.copy()
    predict.py_func(z)
    assert z[0] == pytest.approx(kept[:6].sum(axis=0))
    retract.py_func(z, 5)
    assert z == pytest.approx(kept)
    rescale.py_func(z, 5, 0.5)
    assert z[3] == pytest.approx(kept[3] / 8.0) and z[0] == pytest.approx(kept[0])


# ---- error control
PROBLEMS = {
    "decay": ("DIFF/1, IC=1, FUNCTION=-DIF(1)", 5.0, lambda t: np.exp(-t)),
    "oscillation": ("DIFF/1, IC=1, FUNCTION=DIF(2)\nDIFF/2, FUNCTION=-DIF(1)", 10.0, np.cos),
    "Prothero and Robinson": ("DIFF/1, IC=1, FUNCTION=-1E6*(DIF(1)-COS(TIME))-SIN(TIME)", 10.0, np.cos),
    "variable": ("DIFF/1, IC=1, FUNCTION=DIF(1)*COS(TIME)", 10.0, lambda t: np.exp(np.sin(t))),
    "implicit": ("DIFF/1, IC=1, IMPLICIT, FUNCTION=DIF1(1)**3+DIF1(1)+DIF(1)**3+DIF(1)", 3.0, lambda t: np.exp(-t)),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_the_error_follows_the_tolerance(name):
    """Global errors are the sum of local ones: at most 200 tolerances here, and a tenth of the tolerance pays."""
    statements, end, exact = PROBLEMS[name]
    errors = []
    for tolerance in (1e-4, 1e-6, 1e-8):
        run = simulate(statements, end, error=tolerance)
        errors.append(float(np.abs(run["DIFF_1.Q"] - exact(run.time)).max()))
        assert errors[-1] <= 200.0 * tolerance
        statistics = run.attrs["statistics"]
        assert statistics["rejected_newton"] == 0
        assert statistics["rejected_error"] <= 0.2 * statistics["steps"]
    assert errors[2] < 0.1 * errors[1] < 0.01 * errors[0]


def test_high_orders_pay():
    text, end, _ = PROBLEMS["oscillation"]
    full = simulate(text, end, error=1e-8).attrs["statistics"]
    model, _ = load_text(f"t\nUNITS/SYSTEM=MKS\nPART/1, GROUND\nINTEGRATOR/GSTIFF, KMAX=2\n{text}\nEND\n")
    low = model.simulate(end=end, steps=20, error=1e-8).attrs["statistics"]
    assert sum(low["orders"][2:]) == 0 and sum(full["orders"][3:]) > 0.5 * full["steps"]
    assert low["steps"] > 10 * full["steps"]


# ---- stiff problems
def test_robertson():
    """Kinetics of Robertson (1966); reference of the IVP test set at t = 40: Hairer & Wanner (1996), IV.1."""
    run = simulate(
        "DIFF/1, IC=1, FUNCTION=-0.04*DIF(1)+1E4*DIF(2)*DIF(3)\n"
        "DIFF/2, FUNCTION=0.04*DIF(1)-1E4*DIF(2)*DIF(3)-3E7*DIF(2)**2\n"
        "DIFF/3, FUNCTION=3E7*DIF(2)**2",
        40.0,
        error=1e-9,
    )
    end = [run[f"DIFF_{n}.Q"][-1] for n in (1, 2, 3)]
    assert end == pytest.approx([0.7158270687194, 9.185534764558e-6, 0.2841637457459], abs=1e-8)
    assert run.attrs["statistics"]["steps"] < 400


def test_van_der_pol():
    """eps = 1e-6, y(0) = (2, 0); y(2) from the IVP test set (Mazzia & Magherini, release 2.4, problem VDPOL)."""
    run = simulate(
        "DIFF/1, IC=2, FUNCTION=DIF(2)\nDIFF/2, FUNCTION=((1-DIF(1)**2)*DIF(2)-DIF(1))/1E-6", 2.0, error=1e-8
    )
    end = run["DIFF_1.Q"][-1], run["DIFF_2.Q"][-1]
    assert end == pytest.approx([1.706167732170483, -0.8928097010247975], abs=1e-6)


# ---- index 3
@pytest.mark.parametrize("formulation", ["I3", "SI2"])
def test_the_pendulum_in_cartesian_coordinates(formulation):
    """A point mass on a rod of constant length: sin(theta/2) = k cd(w t), k = sin(theta_0/2), theta_0 = 90 deg."""
    model, report = load_text(
        "t\nUNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/1, PART=1\nACCGRAV/JGRAV=-9.81\n"
        "POINT_MASS/2, MASS=3, CM=20, QG=2,0,0\nMARKER/20, POINT_MASS=2\n"
        "JPRIM/1, POINT_POINT, I=20, J=1, OFFSET=2\nGCON/1, I=20, FUNCTION=DZ(20)\nEND\n"
    )
    assert not report.errors
    errors = []
    for tolerance in (1e-5, 1e-7):
        run = model.simulate(end=5.0, steps=100, error=tolerance, formulation=formulation)
        _, cn, dn, _ = ellipj(np.sqrt(9.81 / 2.0) * run.time, 0.5)
        theta = 2.0 * np.arcsin(np.sqrt(0.5) * cn / dn)
        x, y = run["POINT_MASS_2.X"], run["POINT_MASS_2.Y"]
        errors.append(float(np.hypot(x - 2.0 * np.sin(theta), y + 2.0 * np.cos(theta)).max()))
        assert np.hypot(x, y) == pytest.approx(2.0, abs=1e-12)
        speed = 2.0 * 9.81 * 2.0 * np.cos(theta)  # v^2 = 2 g l cos(theta)
        force = 3.0 * speed / 2.0 + 3.0 * 9.81 * np.cos(theta)
        wanted = -force * np.sin(theta)
        assert run["JPRIM_1.FX"] == pytest.approx(wanted, abs=100 * errors[-1])
    assert errors[1] < 1e-4 and errors[1] < 0.1 * errors[0]


# ---- algebraic unknowns
def test_variables_that_need_each_other():
    run = simulate(
        "VARIABLE/1, FUNCTION=0.5*COS(VARVAL(2))\nVARIABLE/2, FUNCTION=VARVAL(1)+TIME\nDIFF/1, FUNCTION=VARVAL(1)",
        3.0,
        error=1e-8,
    )
    v1, v2 = run["VARIABLE_1.Q"], run["VARIABLE_2.Q"]
    assert v1 == pytest.approx(0.5 * np.cos(v2), abs=1e-13)
    assert v2 == pytest.approx(v1 + run.time, abs=1e-13)
    fine = np.linspace(0.0, 3.0, 3001)
    roots = np.zeros_like(fine)
    for _ in range(200):  # a contraction with factor 1/2
        roots = 0.5 * np.cos(roots + fine)
    integral = np.trapezoid(roots, fine) - (fine[1] ** 2 / 12.0) * (
        np.gradient(roots, fine)[-1] - np.gradient(roots, fine)[0]
    )
    assert run["DIFF_1.Q"][-1] == pytest.approx(integral, abs=1e-6)


def test_a_rate_may_be_read():
    """x' = -x, w' = DIF1(x): w = x - 1."""
    run = simulate("DIFF/1, IC=1, FUNCTION=-DIF(1)\nDIFF/2, FUNCTION=DIF1(1)", 2.0, error=1e-8)
    assert run["DIFF_2.Q"] == pytest.approx(np.exp(-run.time) - 1.0, abs=1e-6)


def test_a_model_in_which_nothing_moves_says_so():
    with pytest.raises(ModelError, match="nothing to simulate"):
        simulate("", 1.0)


def test_a_singularity_stops_the_run_with_its_time_and_equation():
    """y' = y^2, y(0) = 1 has a pole at t = 1."""
    with pytest.raises(ConvergenceError, match=r"DIFF/1") as caught:
        simulate("DIFF/1, IC=1, FUNCTION=DIF(1)**2", 2.0)
    assert "at time 1" in str(caught.value) or "at time 0.999" in str(caught.value)


def test_an_expression_without_value_is_named():
    with pytest.raises(ConvergenceError, match="SQRT") as caught:
        simulate("DIFF/1, IC=1, FUNCTION=-1\nVARIABLE/1, FUNCTION=SQRT(DIF(1))", 2.0)
    assert "VARIABLE/1" in str(caught.value)


def test_bookkeeping_can_be_read():
    """What the integrator counts, and the processor time: never falling, and positive in the end."""
    names = ("NJAC", "NRHS", "CPU", "HSIZE", "ORDER")
    text = "".join(f"VARIABLE/{n}, FUNCTION={name}\n" for n, name in enumerate(names, 1))
    run = simulate(f"DIFF/1, IC=1, FUNCTION=-DIF(1)\n{text}", 1.0, steps=300)
    for n, _ in enumerate(names[:3], 1):
        counted = run[f"VARIABLE_{n}.Q"]
        assert np.all(np.diff(counted) >= 0.0) and counted[-1] > 0.0
    assert 0.0 < run["VARIABLE_4.Q"][-1] <= 1.0 / 50 and 1 <= run["VARIABLE_5.Q"][-1] <= 6
