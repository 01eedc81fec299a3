"""A new element with kernels of its own, from this file alone: a spring that hardens, wears and tells its length.

    HARDSPRING/id, I=id, J=id, K=r, K3=r, WEAR=r

    F = -(K e + K3 e^3) n on I along the line n from J to I, e its elongation beyond 1                              (1)
    K is reduced by WEAR times the largest elongation that any accepted step had: this is remembered                (2)

It is used by docs/develop/add-an-element.md as the example of a kind.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from bellcrank.kernel import kernel
from bellcrank.math.vec3 import dot, mat_mul, minus, outer, row3, tilde, times
from bellcrank.model import load_text
from bellcrank.numerics.context import index1, index2, view2
from bellcrank.registry import ELEMENTS, KINDS, element, entry
from bellcrank.schema.element import Element
from bellcrank.schema.fields import quantity, reference
from bellcrank.schema.vocabulary import Vocabulary
from bellcrank.system.kind import BODY_J, INTS, I, J, Kind
from bellcrank.system.layout import B_R, BODY, M_BODY, MARK, SLOPE, R
from bellcrank.system.wrench import add_slope, apply_wrench, clear_slopes, put_wrench_matrix
from bellcrank.testing import Sample, check_force


class HardSpring(Element):
    """A spring that hardens and wears."""

    result_type = "Hard_Spring"

    i: int = reference("MARKER", required=True, doc="Marker I")
    j: int = reference("MARKER", required=True, doc="Marker J")
    k: float = quantity("force/length", 0.0, doc="Stiffness")
    k3: float = quantity("force/length**3", 0.0, doc="Cubic stiffness")
    wear: float = quantity("force/length**2", 0.0, doc="Loss of stiffness per elongation")

    def lower(self, to: Vocabulary) -> None:
        to.act(self, "HARDSPRING", self.i, self.j, (self.k, self.k3, self.wear))


@kernel(inline=True)
def law(c, k, n):
    """Direction, length, force and its slope by the length (1), (2)."""
    ints, numbers, memory, mark = index2(c, k), view2(c, k + 1), view2(c, k + 2), view2(c, MARK)
    d = minus(row3(mark, ints[n, I], R), row3(mark, ints[n, J], R))
    length = math.sqrt(dot(d, d))
    e, stiff = length - 1.0, numbers[n, 0] - numbers[n, 2] * memory[n, 0]
    return times(1.0 / length, d), length, -stiff * e - numbers[n, 1] * e**3, -stiff - 3.0 * numbers[n, 1] * e * e


@kernel
def residual(c, k):
    ints, outputs = index2(c, k), view2(c, k + 3)
    for n in range(ints.shape[0]):
        along, length, f, _ = law(c, k, n)
        outputs[n, 0] = length
        apply_wrench(c, ints, n, times(f, along), (0.0, 0.0, 0.0))


@kernel
def matrix(c, k):
    ints, mark, body, d = index2(c, k), view2(c, MARK), view2(c, BODY), view2(c, SLOPE)
    for n in range(ints.shape[0]):
        along, length, f, slope = law(c, k, n)
        nn, a = outer(along, along), f / length
        b = slope - a
        by_d = (a + b * nn[0], b * nn[1], b * nn[2], b * nn[3], a + b * nn[4], b * nn[5], b * nn[6], b * nn[7],
                a + b * nn[8])  # fmt: skip
        rho_i = tilde(minus(row3(mark, ints[n, I], R), row3(body, index1(c, M_BODY)[ints[n, I]], B_R)))
        rho_j = tilde(minus(row3(mark, ints[n, J], R), row3(body, ints[n, BODY_J], B_R)))
        clear_slopes(c, k)
        add_slope(d, 0, 0, 1.0, by_d)
        add_slope(d, 0, 3, -1.0, mat_mul(by_d, rho_i))
        add_slope(d, 0, 6, -1.0, by_d)
        add_slope(d, 0, 9, 1.0, mat_mul(by_d, rho_j))
        put_wrench_matrix(c, k, n, INTS, f * along[0], f * along[1], f * along[2])


@kernel
def accept(c, k):
    ints, memory = index2(c, k), view2(c, k + 2)
    for n in range(ints.shape[0]):
        _, length, _, _ = law(c, k, n)
        memory[n, 0] = max(memory[n, 0], length - 1.0)


KIND = Kind("HARDSPRING", residual, matrix, accept=accept, memory=(0.0,), outputs=(("LENGTH", "length"),), spans=True)


@pytest.fixture(autouse=True)
def registered():
    """The element and its kind, while a test of this file runs; in the package, decorators do this for good."""
    element("HARDSPRING")(HardSpring)
    entry(KINDS, "HARDSPRING")(KIND)
    yield
    del ELEMENTS["HARDSPRING", ""], KINDS["HARDSPRING"]


def test_its_derivatives_are_those_of_its_force_and_action_is_reaction():
    check_force("HARDSPRING/1, I=21, J=31, K=5, K3=2, WEAR=0.1", seed=3)
    check_force("HARDSPRING/1, I=21, J=11, K=5, K3=2, WEAR=0.1", seed=3, internal=False)


DATASET = """a block on a hardening spring
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=2, CM=20, IP=1,1,1, QG=1.5,0,0
MARKER/20, PART=2
HARDSPRING/1, I=20, J=1, K=50, K3=30, WEAR={wear}
END
"""


def test_it_vibrates_like_the_equation_of_a_block_on_this_spring():
    """x'' = -(50 e + 30 e^3)/2 by another program, to 1e-10; our error at 1e-8 is some 1e-7 after three periods."""
    model, report = load_text(DATASET.format(wear=0))
    assert not report.errors, report.render()
    run = model.simulate(end=3.0, steps=300, error=1e-8)
    wanted = solve_ivp(lambda t, y: [y[1], -(50 * (y[0] - 1) + 30 * (y[0] - 1) ** 3) / 2], (0, 3), [1.5, 0.0],
                       rtol=1e-11, atol=1e-12, t_eval=run.time)  # fmt: skip
    assert np.abs(run["PART_2.X"] - wanted.y[0]).max() < 2e-6
    assert np.array_equal(run["HARDSPRING_1_OUT.LENGTH"], np.abs(run["PART_2.X"]))


def test_it_remembers_its_largest_elongation():
    """Released at an elongation of 0.5: the stiffness is 50 - 10 * 0.5 from the first accepted step on."""
    model, _ = load_text(DATASET.format(wear=10))
    run = model.simulate(end=0.2, steps=20, error=1e-8)
    e = run["PART_2.X"] - 1.0
    assert np.abs(run["HARDSPRING_1.FX"] + 45 * e + 30 * e**3).max() < 1e-6


def test_its_memory_belongs_to_the_state():
    sample = Sample("HARDSPRING/1, I=21, J=31, K=5, WEAR=1")
    kept = sample.work.state.copy()
    assert kept.own[0][0, 0] > 0.0
    sample.work.state.own[0][:] = 7.0
    sample.work.state.put(kept)
    assert sample.work.state.own[0][0, 0] == kept.own[0][0, 0] != 7.0
