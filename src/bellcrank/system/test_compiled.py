"""The same numbers compiled and as plain Python, no index out of bounds, no memory allocated while integrating."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import tracemalloc
from typing import ClassVar

import numpy as np
import pytest

from bellcrank import kernel, registry
from bellcrank.analysis.initial import initial_conditions
from bellcrank.analysis.simulation import Simulation
from bellcrank.analysis.terms import TransientSettings
from bellcrank.analysis.transient import Transient
from bellcrank.integrators import gstiff
from bellcrank.integrators import stepper as st
from bellcrank.integrators.problem import PAST
from bellcrank.kernel import COMPILES
from bellcrank.model import load_text
from bellcrank.numerics.context import run_kernel, view1
from bellcrank.system import assemble, expressions, layout, motion, report
from bellcrank.testing import Sample
from bellcrank.testing.everything import everything


def test_the_model_of_everything_uses_every_kind_of_table_and_leaf():
    sample = Sample(everything())
    assert {kind.name for kind, _ in sample.system.kinds} == set(registry.KINDS)
    leaves = {int(leaf.kind) for lowered in sample.builder.expressions for leaf in lowered.leaves}
    assert leaves == {int(getattr(layout, name)) for name in dir(layout) if name.startswith("L_")}


def outputs(sample: Sample) -> dict[str, np.ndarray]:
    """All arrays that kernels fill, after each of them has run."""
    s, found = sample.work, {}
    found["residual"] = sample.residual()
    for seeds in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)):
        found[f"matrix {seeds}"] = sample.matrix(*seeds)
    sample.call(report.report)
    found |= {"row": s.out.copy(), "wrench": s.wrench.copy(), "unit": s.unit.copy(), "work": s.work.copy()}
    found |= {"phi": s.phi.copy(), "phid": s.phid.copy(), "phidd": s.phidd.copy(), "markers": s.mark.copy()}
    sample.call(expressions.accept_step)
    found["memory"] = s.memory.copy()
    hb = 0.02
    s.num[[layout.C_Q, layout.C_U, layout.C_A, layout.SCALE, layout.CHARTED]] = hb, 1.0, 1.0 / hb, hb, hb
    sample.set_corrector(hb)
    s.step[:] = np.linspace(-0.1, 0.1, s.n)
    for part in (motion.advance, motion.follow):
        sample.call(part)
        found[part.__name__] = np.concatenate([s.y, s.q.ravel(), s.u.ravel(), s.ud.ravel(), s.xd, s.chart.ravel()])
    for part in (motion.shift_positions, motion.shift_velocities, motion.apply_accelerations, assemble.residual):
        sample.call(part)
        found[part.__name__] = np.concatenate([s.y, s.q.ravel(), s.u.ravel(), s.ud.ravel(), s.xd, s.res])
    return found


def test_compiled_kernels_do_what_plain_ones_do(compiled):
    """To rounding: compiled code may contract a multiplication and an addition into one operation."""
    plain, fast = outputs(Sample(everything(), seed=5)), outputs(Sample(everything(), seed=5, compiled=True))
    for name, wanted in plain.items():
        scale = 1.0 + np.abs(wanted).max()
        assert np.abs(fast[name] - wanted).max() <= 1e-12 * scale, name


DRIVEN = """crank and slider with a spring
UNITS/SYSTEM=MKS
PART/1, GROUND
MARKER/1, PART=1
MARKER/2, PART=1, REULER=90D,90D,0
PART/2, MASS=1, CM=20, IP=0.1,0.1,0.1
MARKER/20, PART=2, QP=0.1,0,0
MARKER/21, PART=2
MARKER/22, PART=2, QP=0.2,0,0
PART/3, MASS=2, CM=30, IP=0.2,0.2,0.2, QG=0.2,0,0
MARKER/30, PART=3, QP=0.25,0,0
MARKER/31, PART=3
MARKER/32, PART=3, QP=0.5,0,0
PART/4, MASS=1, CM=40, IP=0.1,0.1,0.1, QG=0.7,0,0
MARKER/40, PART=4
MARKER/42, PART=4, REULER=90D,90D,0
MARKER/3, PART=1, QP=1.5,0,0
JOINT/1, REVOLUTE, I=21, J=1
JOINT/2, SPHERICAL, I=31, J=22
JOINT/3, HOOKE, I=32, J=40
JOINT/4, TRANSLATIONAL, I=42, J=2
SFORCE/1, ROTATION, I=21, J=1, FUNCTION=5*SIN(3*TIME)-0.1*WZ(21,1,1)+0.01*VARVAL(1)
SPRINGDAMPER/1, TRANSLATION, I=40, J=3, K=50, C=1, LENGTH=0.7
VARIABLE/1, FUNCTION=JOINT(2,0,1,0)
VARIABLE/2, FUNCTION=DELAY(DX(40,1), 0.01, 0)+SENVAL(1)
SENSOR/1, GE, FUNCTION=TIME\\, VALUE=0.1, PRINT, EVALUATE=JOINT(2,0,1,0)
DIFF/1, FUNCTION=DX(40,1)-DIF(1)
ACCGRAV/JGRAV=-9.8
END
"""


class Memory(ctypes.Structure):
    """The first fields of mallinfo2 of the C library, in bytes; `in_use`: given out by malloc, `mapped`: by mmap."""

    _fields_: ClassVar = [
        (name, ctypes.c_size_t)
        for name in ("arena", "free_chunks", "fast", "maps", "mapped", "most", "free_fast", "in_use", "free", "top")
    ]


def in_use() -> int:
    library = ctypes.CDLL(None)
    if not hasattr(library, "mallinfo2"):
        return 0
    library.mallinfo2.restype = Memory
    info = library.mallinfo2()
    return int(info.in_use + info.mapped)


def test_ten_thousand_steps_allocate_nothing(compiled):
    from numba.core.runtime import _nrt_python, rtsys

    _nrt_python.memsys_enable_stats()
    model, messages = load_text(DRIVEN)
    assert not messages.errors, messages.render()
    sim = Simulation(model)
    initial_conditions(sim, 0.0)
    run = Transient(sim, TransientSettings(error=1e-5, h_max=1e-3), 0.0)
    run.begin(1e3, 100)  # outputs far apart: the buffer never fills
    sim.work.put_past(np.zeros((20_000, 9)), 1)
    run.context.replace(int(PAST), sim.state.past)
    while run_kernel(gstiff.advance, run.context, 100) or run.real[st.R_T] < 0.15:
        pass  # beyond the event of the sensor
    tracemalloc.start()
    before, traced, given = rtsys.get_allocation_stats(), tracemalloc.get_traced_memory()[0], in_use()
    run_kernel(gstiff.advance, run.context, 10_000)
    grown, taken = tracemalloc.get_traced_memory()[0] - traced, in_use() - given
    tracemalloc.stop()
    assert run.ints[st.I_STEPS] + run.ints[st.I_ERROR_FAILS] + run.ints[st.I_NEWTON_FAILS] >= 10_000
    assert run.ints[st.I_ROWS_OUT] > 0  # an output was made among them
    assert rtsys.get_allocation_stats() == before
    assert grown < 4096 and taken < 65536


CHECKED = """
from bellcrank import kernel
kernel.compile_mode(True)
from bellcrank.model import load_text
from bellcrank.system.test_compiled import DRIVEN, everything, outputs
from bellcrank.testing import Sample
outputs(Sample(everything(), seed=5, compiled=True))
load_text(DRIVEN)[0].simulate(end=0.2, steps=4)
print("ran")
"""
BROKEN = """
import numpy as np
from bellcrank import kernel
kernel.compile_mode(True)
from bellcrank.numerics.context import Context, run_kernel
from bellcrank.system.test_compiled import beyond
run_kernel(beyond, Context([np.zeros(3), np.zeros(9)]))
"""


@kernel.kernel
def beyond(c, k):
    """Writes behind the end of an array."""
    view1(c, 0)[view1(c, 0).shape[0]] = 1.0


def checked(script: str, folder: object) -> subprocess.CompletedProcess[str]:
    """Run with every index checked; an exception in a C callback is written to stderr, not raised."""
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1", "BELLCRANK_CACHE": str(folder)}
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=False)


def test_an_index_out_of_bounds_is_found(tmp_path):
    assert "IndexError" in checked(BROKEN, tmp_path).stderr


@pytest.mark.slow
def test_no_index_is_out_of_bounds(tmp_path):
    found = checked(CHECKED, tmp_path)
    assert found.stdout == "ran\n", found.stderr
    assert [line for line in found.stderr.splitlines() if COMPILES not in line] == []
