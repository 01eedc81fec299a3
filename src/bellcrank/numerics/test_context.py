"""The context: arrays by number, kernels by address."""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank import kernel as kernels
from bellcrank.kernel import kernel
from bellcrank.numerics.context import Context, addresses, call, index1, index2, run_kernel, table, view1, view2

A, B, C, D, E = (np.intp(k) for k in range(5))


@pytest.fixture(params=["plain", "compiled"])
def mode(request):
    kernels.compile_mode(request.param == "compiled")
    if request.param == "compiled" and not kernels.compiling():
        pytest.skip("compilation is switched off")
    yield request.param
    kernels.compile_mode(False)


@kernel
def add_up(c, k):
    """a[i] += k sum_j b[i, j] where[j]"""
    a, b, where = view1(c, A), view2(c, B), index1(c, C)
    for i in range(b.shape[0]):
        for j in range(b.shape[1]):
            a[i] += k * b[i, j] * where[j]


@kernel
def call_all(c, k):
    """Every function of table D with the number in table E."""
    functions, numbers = table(c, D), index2(c, E)
    for n in range(len(functions)):
        call(functions[n], c, numbers[n, 0])


def problem() -> list:
    return [
        np.zeros(2),
        np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]),
        np.array([1, 0, 2], np.uint32),
        np.zeros(0, np.int64),
        np.array([[1, 0], [3, 0]], np.uint32),
    ]


def test_a_kernel_sees_the_arrays_themselves(mode):
    arrays = problem()
    context = Context(arrays)
    run_kernel(add_up, context, 2)
    assert arrays[0].tolist() == [14.0, 32.0]
    arrays[1][0, 0] = 0.0
    run_kernel(add_up, context, 1)
    assert arrays[0].tolist() == [20.0, 48.0]


def test_kernels_are_called_through_a_table(mode):
    arrays = problem()
    functions = addresses([add_up, add_up])
    if isinstance(functions, np.ndarray):
        arrays[3] = functions
    context = Context(arrays)
    if not isinstance(functions, np.ndarray):
        context.arrays[3] = functions
    run_kernel(call_all, context)
    assert arrays[0].tolist() == [28.0, 64.0]  # 1 + 3 times


def test_an_array_that_would_have_to_be_copied_is_refused():
    with pytest.raises(ValueError, match="C-contiguous"):
        Context([np.zeros((3, 4))[:, 1:3]])
    Context([np.zeros((0, 4))[:, 1:3]])  # empty: nothing is lost
