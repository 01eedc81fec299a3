"""Every function of numbers: its partial derivatives against central differences, away from kinks."""

import random

import pytest

from bellcrank.expression import declarations
from bellcrank.expression.simplify import call_kernel

FUNCTIONS = {name: f for name, f in declarations().items() if f.kernel is not None}

STEP_ARGUMENTS = lambda u: [u(0.2, 0.8), u(-0.3, 0.1), u(-2.0, 2.0), u(0.9, 1.5), u(-2.0, 2.0)]
SAMPLES = {
    "STEP": STEP_ARGUMENTS,
    "STEP5": STEP_ARGUMENTS,
    "HAVSIN": STEP_ARGUMENTS,
    "IMPACT": lambda u: [u(0.5, 0.99), u(-2.0, 1.0), 1.0, u(50.0, 100.0), u(1.1, 2.5), u(0.0, 5.0), u(0.05, 0.6)],
    "BISTOP": lambda u: [u(0.5, 0.99), u(-2.0, 1.0), 1.0, 2.0, u(50.0, 100.0), u(1.1, 2.5), u(0.0, 5.0), u(0.05, 0.6)],
    "SWEEP": lambda u: [u(0.3, 3.0), u(1.0, 2.0), u(-0.1, 0.2), u(0.5, 1.0), u(1.2, 2.0), u(1.0, 2.0), u(0.05, 3.0)],
    "MOD": lambda u: [u(4.1, 4.9), u(0.9, 1.0)],
    "ANINT": lambda u: [u(-0.4, 0.4)],
    "AINT": lambda u: [u(1.1, 1.9)],
    "ATAN2": lambda u: [u(-2.0, -0.5), u(-2.0, 2.0)],
}


def sample(name, seed):
    """Arguments inside the domain of a function, away from its kinks; a new function is tried between 0.1 and 0.9."""
    uniform = random.Random(f"{name} {seed}").uniform
    if name in SAMPLES:
        return SAMPLES[name](uniform)
    declared = FUNCTIONS[name]
    count = declared.least + (seed % 4 if declared.rest else 0)
    return [uniform(0.1, 0.9) for _ in range(min(count, declared.greatest))]


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_partial_derivatives_against_differences(name):
    declared = FUNCTIONS[name]
    for seed in range(40):
        x = sample(name, seed)
        out = call_kernel(declared, x)
        for i in range(len(x)):
            h = 1e-6
            upper = call_kernel(declared, [*x[:i], x[i] + h, *x[i + 1 :]])[0]
            lower = call_kernel(declared, [*x[:i], x[i] - h, *x[i + 1 :]])[0]
            scale = 1.0 + abs(out[0]) + abs(out[1 + i])
            assert out[1 + i] == pytest.approx((upper - lower) / (2.0 * h), abs=2e-6 * scale), (name, i, x)


def test_the_upper_stop_of_bistop_too():
    declared = FUNCTIONS["BISTOP"]
    x = [2.3, 0.4, 1.0, 2.0, 80.0, 1.5, 3.0, 0.5]
    out = call_kernel(declared, x)
    assert out[0] < 0.0
    for i in range(len(x)):
        upper = call_kernel(declared, [*x[:i], x[i] + 1e-6, *x[i + 1 :]])[0]
        lower = call_kernel(declared, [*x[:i], x[i] - 1e-6, *x[i + 1 :]])[0]
        assert out[1 + i] == pytest.approx((upper - lower) / 2e-6, rel=1e-6, abs=1e-5)


@pytest.mark.parametrize("name", sorted(declarations()))
def test_every_function_says_what_it_does(name):
    declared = declarations()[name]
    assert len(declared.doc) > 3
    assert declared.doc.endswith((".", "..."))
    assert declared.family in ("math", "spline", "measure", "state", "element")
    if declared.family == "math" and name != "IF" and not declared.unsupported:
        assert (declared.kernel is None) == (declared.constant is not None)
    if declared.family == "spline" and not declared.unsupported:
        assert callable(declared.builder)
