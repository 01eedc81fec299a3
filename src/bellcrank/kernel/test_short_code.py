"""Kernels with shorter code do what their Python does; Numba is as before for all others."""

from __future__ import annotations

import ast
import os
import subprocess
import sys

import numpy as np
import pytest
from numba.core import base, callconv, ir, postproc
from numba.core.codegen import CPUCodeLibrary

from bellcrank.kernel import compiler, front_end, kernel
from bellcrank.numerics.context import Context, index1, run_kernel, view1, view2


@kernel
def items(c, k):
    """Places written, counted from the end, of each kind of integer, and in two dimensions."""
    x, m, n = view1(c, 0), view2(c, 1), index1(c, 2)
    x[0], x[-1] = x[-1] + 1, m[1, -1]
    m[n[0], n[1]] = x[n[1]]
    for i in range(m.shape[0]):
        row = m[i]
        for j in range(1, len(row)):
            x[1] += row[j] * m[i, j - 1]


@kernel
def loops(c, k):
    """Loops of all steps, with none to do, left early, and their number afterwards."""
    x = view1(c, 0)
    for i in range(3, 0, -1):
        x[0] = 10.0 * x[0] + i
    for i in range(5, 2):
        x[1] = i
    last = -1
    for i in range(0, 7, 3):
        if i == 6:
            break
        last = i
    x[2] = last
    for i in (2, 3):
        x[3] += i
    for i in range(k):
        x[4] += i


@kernel
def root(x):
    """Helper that returns one of two values, or stops."""
    if x < -100.0:
        raise ValueError("too small")
    return (x**0.5, 1) if x > 0.0 else (0.0, -1)


@kernel
def calls(c, k):
    """Several values from a helper."""
    x = view1(c, 0)
    for i in range(len(x)):
        x[i], sign = root(x[i] - 1.0)
        x[i] += sign


def arrays():
    return [np.arange(5.0), np.arange(6.0).reshape(2, 3), np.array([1, 2], np.uint32)]


@pytest.mark.parametrize("function", [items, loops, calls])
def test_compiled_and_plain_agree(function, compiled):
    ours, plain = arrays(), arrays()
    run_kernel(function, Context(ours), 4)
    function.py_func(plain, 4)
    for found, expected in zip(ours, plain, strict=True):
        np.testing.assert_array_equal(found, expected)


def test_numba_is_as_before_after_a_kernel(compiled):
    def members():
        owners = (base.BaseContext, callconv.CPUCallConv, ir.Inst, postproc.PostProcessor, CPUCodeLibrary)
        return [dict(vars(owner)) for owner in owners]

    before = members()
    run_kernel(loops, Context(arrays()), 4)
    assert before == members()


TRIED = pytest.mark.skipif(not compiler.is_tried(), reason="a new Numba compiles more slowly: see compiler.TRIED")


@TRIED
def test_only_our_kernels_have_fewer_passes():
    assert compiler.pipeline_for(loops.py_func) == {"pipeline_class": front_end.Passes}
    assert compiler.pipeline_for(ast.parse) == {}


UNTRIED = """
from bellcrank import kernel
from bellcrank.kernel import compiler
compiler.TRIED = ()
kernel.compile_mode(True)
import bellcrank as bc
m = bc.Model("pendulum", units="MKS", gravity=(0, 0, -9.81))
bob = m.part(name="bob", mass=1.0, cm=(0, 0, -1), ip=(0.1, 0.1, 0.1), vx=1.0)
m.sforce(i=bob, j=m.ground, at=((0, 0, -1), (0, 0, 0)), function="-100*(DM(2,3)-1)")
print(repr(float(m.simulate(end=0.2, steps=2)["bob.X"][-1])))
"""


@pytest.mark.slow
def test_a_numba_that_was_not_tried_compiles_the_same(tmp_path):
    """Fewer members of Numba are replaced then: the motion is the same, to rounding."""
    found = []
    for script in (UNTRIED, UNTRIED.replace("compiler.TRIED = ()", "")):
        env = os.environ | {"BELLCRANK_CACHE": str(tmp_path / str(len(found)))}
        done = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True)
        found.append(float(done.stdout))
    assert found[0] == pytest.approx(found[1], rel=1e-12)
