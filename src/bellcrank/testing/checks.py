"""The checks an element, a function or an integration method must pass; each raises AssertionError in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from bellcrank.expression import declarations
from bellcrank.system.lowering import Lowering
from bellcrank.testing.derivatives import TOLERANCE, H, check_derivatives, check_newton_matrix, check_rates, difference
from bellcrank.testing.mechanics import check_action_reaction, check_no_power
from bellcrank.testing.sample import Sample

More = Callable[[Lowering], None] | None
"""Adds to the lowered model what no statement says."""


def check_equations(statements: str, seed: int = 0, more: More = None) -> Sample:
    """All derivatives that the equations of these statements give; returns the sample for further checks."""
    sample = Sample(statements, seed, more=more)
    check_derivatives(sample)
    check_newton_matrix(sample)
    return sample


def check_constraint(statements: str, seed: int = 0, more: More = None) -> None:
    """Derivatives, rates along a motion, action = reaction, and no power on motions that are allowed."""
    sample = check_equations(statements, seed, more)
    if not sample.work.n_rows:
        raise AssertionError("no constraint equation is there")
    check_rates(sample)
    check_no_power(sample)
    check_action_reaction(sample)


def check_force(statements: str, seed: int = 0, internal: bool = True) -> None:
    """Derivatives, and action = reaction for forces between parts."""
    sample = check_equations(statements, seed)
    if internal:
        check_action_reaction(sample)


def check_function(name: str, *arguments: float) -> None:
    """The slopes of a function of numbers against differences at one point."""
    kernel = declarations()[name].kernel
    n = len(arguments)

    def value(k: int, h: float) -> np.ndarray:
        out = [0.0] * (1 + n)
        kernel.py_func(n, [a + h * (i == k) for i, a in enumerate(arguments)], out)
        return np.array(out)

    slopes = value(0, 0.0)[1:]
    for k in range(n):
        wanted = float(difference(lambda h, k=k: value(k, h)[:1], H * max(1.0, abs(arguments[k])) / 10.0)[0])  # type: ignore[misc]
        if not abs(slopes[k] - wanted) <= 10.0 * TOLERANCE * max(1.0, abs(wanted)):
            raise AssertionError(f"slope {k + 1} of {name}{arguments}: {slopes[k]:.12g}, differences say {wanted:.12g}")


def observed_order(errors: Sequence[float], steps: Sequence[float]) -> float:
    """The slope of log(error) over log(step), by least squares."""
    return float(np.polyfit(np.log(np.asarray(steps)), np.log(np.asarray(errors)), 1)[0])
