"""Vectors in kernels do what their twins in plain Python do."""

from __future__ import annotations

import numpy as np
import pytest

from bellcrank import kernel as kernels
from bellcrank.kernel import kernel
from bellcrank.numerics.context import Context, run_kernel, view1
from bellcrank.numerics.lanes import (
    even,
    fold,
    folds,
    four,
    join,
    load2,
    load4,
    minus2,
    minus4,
    odd,
    plus4,
    scaled4,
    store2,
    store4,
    times4,
    total,
)

A, OUT = np.intp(0), np.intp(1)


@kernel
def everything(c, k):
    """Each operation once, on the numbers from place k on, and a sum that a loop carries."""
    a, out = view1(c, A), view1(c, OUT)
    x, y, u, v = load4(a, k), load4(a, k + 4), load2(a, k + 8), load2(a, k + 10)
    store4(out, 0, join(u, v))
    store4(out, 4, even(x))
    store4(out, 8, odd(x))
    store4(out, 12, times4(x, y))
    store4(out, 16, plus4(x, y))
    store4(out, 20, minus4(x, y))
    store2(out, 24, minus2(u, v))
    store4(out, 26, scaled4(a[k], y))
    store4(out, 30, folds(x, y))
    store2(out, 34, fold(x))
    out[36] = total(x)
    z = four(a[k + 3], a[k + 2], a[k + 1], a[k])
    for n in range(k):
        z = plus4(z, load4(a, n))
    store4(out, 37, z)


@pytest.mark.parametrize("compiled", [False, True])
def test_operations_on_vectors(compiled):
    kernels.compile_mode(compiled)
    try:
        a, out = np.arange(1.0, 20.0) ** 2, np.zeros(41)
        run_kernel(everything, Context([a, out]), 3)
    finally:
        kernels.compile_mode(False)
    x, y, u, v = a[3:7], a[7:11], a[11:13], a[13:15]
    carried = x[::-1] + a[0:4] + a[1:5] + a[2:6]
    expected = [
        u, v, x[[0, 0, 2, 2]], x[[1, 1, 3, 3]], x * y, x + y, x - y, u - v, x[0] * y, x[:2] + x[2:], y[:2] + y[2:],
        x[:2] + x[2:], [x.sum()], carried,
    ]  # fmt: skip
    assert out.tolist() == np.concatenate(expected).tolist()
