"""Every primitive on every choice of axes."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from bellcrank import registry
from bellcrank.system import primitives
from bellcrank.testing import Sample, check_constraint
from bellcrank.testing.measures import moving

registry.load_all(primitives)
AXES = {"AT_POINT": 0, "NO_SLIDE": 1, "PARALLEL": 3, "PERPENDICULAR": 2, "SAME_TURN": 0}
"""How many axes a primitive asks for."""
USES = [(name, *axes) for name, count in AXES.items() for axes in itertools.product("XYZ", repeat=count)]


def between(*conditions):
    """Hold conditions between the markers 21 and 31, in the name of PART/2."""
    return lambda lowering: lowering.constrain(lowering.model.get("PART", 2), 21, 31, conditions)


def test_every_primitive_is_here():
    folder = primitives.__name__
    assert set(AXES) == {n for n, kind in registry.KINDS.items() if kind.residual.py_func.__module__.startswith(folder)}


@pytest.mark.parametrize("use", USES, ids="-".join)
def test_derivatives_rates_reactions_and_power(use):
    check_constraint("", seed=4, more=between(use))


def violation(name, axes, i, j):
    """The equations of the docstrings, in NumPy."""
    d = i.r - j.r
    numbers = ["XYZ".index(a) for a in axes]
    if name == "AT_POINT":
        return d
    if name == "NO_SLIDE":
        return [d @ j.A[:, numbers[0]]]
    if name == "PERPENDICULAR":
        return [i.A[:, numbers[0]] @ j.A[:, numbers[1]]]
    if name == "PARALLEL":
        return [i.A[:, numbers[0]] @ j.A[:, axis] for axis in numbers[1:]]
    return [i.x @ j.y - i.y @ j.x]


@pytest.mark.parametrize("use", USES, ids="-".join)
def test_the_equation_is_the_one_in_the_docstring(use):
    sample = Sample(seed=7, more=between(use))
    sample.residual()
    wanted = violation(use[0], use[1:], moving(sample, 21), moving(sample, 31))
    assert sample.work.phi == pytest.approx(np.array(wanted), abs=1e-14)
