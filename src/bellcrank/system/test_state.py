"""One system serves many states: copies, files, threads, rows left out."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from bellcrank import kernel as kernels
from bellcrank.analysis.initial import initial_conditions
from bellcrank.analysis.simulation import Simulation
from bellcrank.analysis.terms import Reason, TransientSettings
from bellcrank.analysis.transient import Transient
from bellcrank.integrators import gstiff
from bellcrank.integrators import stepper as st
from bellcrank.model import load_text
from bellcrank.numerics.context import SIGNATURE, run_kernel
from bellcrank.numerics.set_up import set_up
from bellcrank.system import assemble
from bellcrank.system.state import State
from bellcrank.system.system import System
from bellcrank.system.test_compiled import DRIVEN
from bellcrank.system.workspace import Workspace
from bellcrank.testing import Sample
from bellcrank.testing.everything import everything

SETTINGS = TransientSettings(error=1e-6)


@pytest.fixture
def start(compiled) -> Simulation:
    """A mechanism with an expression of every sort, a DELAY and a sensor; put together."""
    model, messages = load_text(DRIVEN)
    assert not messages.errors, messages.render()
    kernels.address(set_up, SIGNATURE)  # else small factorisations are set up in plain Python
    sim = Simulation(model)
    initial_conditions(sim, 0.0)
    return sim


def faster(sim: Simulation, by: float) -> Simulation:
    """Another state of the same system, with a spring force that began with another DIFF."""
    twin = sim.another()
    twin.state.x += by
    return twin


def integrate(sim: Simulation) -> np.ndarray:
    """The rows of a run over a tenth of a second."""
    kernels.compile_mode()
    rows: list[np.ndarray] = []
    run = Transient(sim, SETTINGS, 0.0)
    run.begin(0.1, 20)
    assert run.run(rows.append) is Reason.DONE
    return np.vstack(rows)


def test_two_states_in_threads_give_what_they_give_alone(start):
    alone = [integrate(faster(start, by)) for by in (0.0, 0.5)]
    assert not np.array_equal(*alone)
    with ThreadPoolExecutor(2) as pool:
        together = list(pool.map(integrate, [faster(start, by) for by in (0.0, 0.5)]))
    for one, other in zip(alone, together, strict=True):
        assert np.array_equal(one, other)


def test_two_states_in_turn_give_what_they_give_alone(start):
    """A few steps of one run, then a few of the other, until both are at the end."""
    alone = [integrate(faster(start, by)) for by in (0.0, 0.5)]
    runs = [Transient(faster(start, by), SETTINGS, 0.0) for by in (0.0, 0.5)]
    for run in runs:
        run.begin(0.1, 20)
    for _ in range(10):
        for run in runs:
            run_kernel(gstiff.advance, run.context, 5)
    for wanted, run in zip(alone, runs, strict=True):
        rows: list[np.ndarray] = []
        assert run.real[st.R_T] > 0.0
        assert run.run(rows.append) is Reason.DONE
        assert np.array_equal(np.vstack(rows), wanted)


def test_a_state_is_copied_kept_and_restored_bit_for_bit(start):
    sim = start.another()
    before, kept = sim.state.copy(), sim.state.to_bytes()
    integrate(sim)
    after = sim.state.copy()
    assert before.t == 0.0 and after.t == pytest.approx(0.1) and not np.array_equal(before.y, after.y)
    assert np.any(after.past) and np.any(after.latched), "DELAY and SENSOR remember something"
    q = sim.work.q
    sim.state.put(before)
    assert q is sim.state.q, "kernels see the arrays they know"
    read = State.read(sim.system, kept)
    for state in (sim.state, read):
        for mine, wanted in zip(state._parts(), before._parts(), strict=True):
            assert np.array_equal(mine, wanted)
        assert np.array_equal(state.past, before.past)
    with pytest.raises(ValueError, match="another model"):
        State.read(Sample("").system, kept)


def test_rows_left_out_share_tables_and_state():
    """Their rows and columns are those of the unit matrix; everything else is as it was, and comes back."""
    sample = Sample(everything(), seed=3)
    full, n = sample.matrix(1.0, 0.5, 0.25), 6 * sample.system.n_bodies
    system: System = sample.system.without([1, 4])
    work = Workspace(system, sample.work.state)
    work.call(assemble.residual)
    work.call(assemble.matrix)
    off = [n + 1, n + 4]
    wanted = full.copy()
    wanted[off], wanted[:, off] = 0.0, 0.0
    wanted[off, off] = 1.0
    assert np.array_equal(work.dense(), wanted)
    assert all(system.tables[k] is table for k, table in sample.system.tables.items())
    again = Workspace(system.without([]), sample.work.state)
    again.call(assemble.residual)
    again.call(assemble.matrix)
    assert np.array_equal(again.dense(), full)
