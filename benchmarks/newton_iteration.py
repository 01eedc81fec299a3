"""What one Newton iteration costs on spatial chains of revolute joints, and how it grows with the number of parts.

    python benchmarks/newton_iteration.py [--quick]

Microseconds of thread CPU time, minimum over batches taken in turn, so that all figures of a line meet the same
machine, and over several integrators: where their arrays happen to be in memory makes 5 % of difference. `whole` is one
iteration of the integrator (I3) with a new matrix: residual, matrix, refactor, solve, size of the step, new positions
and rates. The last columns compare refactor + solve with KLU (system library, as in
lu_against_klu.py) on the same matrix.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable

# Both must be there before Numba is imported: count allocations; never run a stale copy of the kernels below.
os.environ.setdefault("NUMBA_NRT_STATS", "1")
os.environ["NUMBA_CACHE_DIR"] = tempfile.mkdtemp()

import numpy as np
from lu_against_klu import Klu, fastest, load_klu, run_klu
from mechanism_matrices import Matrix

import bellcrank as bc
from bellcrank import kernel as kernels
from bellcrank.analysis.session import Session
from bellcrank.analysis.terms import TransientSettings
from bellcrank.analysis.transient import Transient
from bellcrank.integrators.calls import STEPS, factor, run, solve
from bellcrank.integrators.corrector import newton
from bellcrank.integrators.problem import F_MATRIX, F_RESIDUAL, INTS, REAL, RES, STEP
from bellcrank.integrators.stepper import I_MAXIT, I_STALE, R_HB
from bellcrank.kernel import kernel
from bellcrank.numerics.context import run_kernel, table, view1
from bellcrank.system import layout

TARGET, AGAINST_KLU = 1.6, 0.8
INTEGRATORS, SMALL = 5, 10
"""So many are built for chains of up to so many parts."""


def spatial_chain(links: int) -> bc.Model:
    """Links of 0.1 m and 0.1 kg in a zigzag, every hinge about another axis, turning."""
    rng = np.random.default_rng(3)
    model = bc.Model(f"spatial chain of {links}", units="MKS")
    model.gravity = (0.0, 0.0, -9.81)
    before, at = model.ground, np.zeros(3)
    for n in range(links):
        along, axis = rng.standard_normal(3) + (1.0, 0.0, 0.0), rng.standard_normal(3)
        end = at + 0.1 * along / np.linalg.norm(along)
        link = model.part(
            f"B{n}", at=tuple(at), z=tuple(end - at), mass=0.1, cm=(0.0, 0.0, 0.05), ip=(8e-5, 9e-5, 2e-5), wz=0.3
        )
        model.revolute("", link, before, at=tuple(at), axis=tuple(axis))
        before, at = link, end
    return model


@kernel
def residuals(c, k):
    """The residual k times."""
    for _ in range(k):
        run(c, F_RESIDUAL)


@kernel
def matrices(c, k):
    """The matrix k times."""
    for _ in range(k):
        run(c, F_MATRIX)


@kernel
def factorisations(c, k):
    """Refactor k times."""
    for _ in range(k):
        factor(c, STEPS)


@kernel
def solutions(c, k):
    """Solve k times; the right-hand side is the residual."""
    step, res = view1(c, STEP), view1(c, RES)
    for _ in range(k):
        for n in range(step.shape[0]):
            step[n] = -res[n]
        solve(c, STEPS)


@kernel
def linear_algebra(c, k):
    """Refactor and solve k times."""
    step, res = view1(c, STEP), view1(c, RES)
    for _ in range(k):
        factor(c, STEPS)
        for n in range(step.shape[0]):
            step[n] = -res[n]
        solve(c, STEPS)


@kernel
def iterations(c, k):
    """k whole Newton iterations, each with a new matrix."""
    ints, hb = table(c, INTS), view1(c, REAL)[R_HB]
    for _ in range(k):
        ints[I_STALE] = 1
        newton(c, hb)


def integrator_at(links: int) -> Transient:
    """An integrator in the middle of its work, ready for single iterations."""
    sim = Session(spatial_chain(links)).prepare()
    transient = Transient(sim, TransientSettings(error=1e-6, formulation="I3"), 0.0)
    transient.begin(0.05, 1)
    transient.run(lambda rows: None)
    hb = transient.real[R_HB]
    sim.work.num[[layout.C_Q, layout.C_U, layout.C_A, layout.SCALE, layout.CHARTED]] = hb, 1.0, 1.0 / hb, hb, hb
    run_kernel(residuals, transient.context, 1)
    run_kernel(matrices, transient.context, 1)
    transient.ints[I_MAXIT] = 1
    return transient


def matrix_of(transient: Transient) -> Matrix:
    """The iteration matrix as it is."""
    of = transient.sim.system.pattern
    return of.n, of.indptr, of.indices, transient.sim.work.matrix().value


def allocations() -> int:
    """Arrays allocated by compiled code so far."""
    from numba.core.registry import cpu_target
    from numba.core.runtime import rtsys

    rtsys.initialize(cpu_target.target_context)  # nobody has, where all kernels come from the cache
    return int(rtsys.get_allocation_stats().alloc)


def times_of(links: int, with_klu: bool) -> tuple[int, list[float], int]:
    """Unknowns, seconds of the parts of an iteration (and of KLU), and the arrays allocated, of one integrator."""
    transient = integrator_at(links)
    n, *_, values = matrix = matrix_of(transient)
    of = lambda function: lambda k: run_kernel(function, transient.context, k)
    runs: list[Callable[[int], object]] = [
        of(f) for f in (residuals, matrices, factorisations, solutions, linear_algebra, iterations)
    ]
    if with_klu:
        klu, b, x = Klu(matrix), transient.sim.work.res[:n].copy(), np.empty(n)
        runs.append(lambda k: run_klu(k, klu.handles, n, values, b, x, 3))
    times = fastest(runs)
    before = allocations()
    runs[5](100)
    return n, times, allocations() - before


def measure(links: int, with_klu: bool) -> float:
    """One line of the table; returns the time of a whole iteration for each part."""
    built = [times_of(links, with_klu) for _ in range(INTEGRATORS if links <= SMALL else 1)]
    n, allocated = built[0][0], max(allocated for *_, allocated in built)
    us = [1e6 * min(times) for times in zip(*(times for _, times, _ in built), strict=True)]
    ratio = us[5] / us[4]
    against = f"{us[6]:9.2f} {us[4] / us[6]:6.2f}" if with_klu else ""
    print(
        f"{links:6} {n:7} | {us[0]:9.2f} {us[1]:8.2f} {us[2]:9.2f} {us[3]:8.2f} {us[4]:9.2f} | {us[5]:9.2f}"
        f" {ratio:6.2f} {us[5] / links:7.3f} {allocated:6} | {against}"
    )
    return us[5] / links


def main() -> None:
    """The table."""
    kernels.compile_mode(True)
    with_klu = load_klu() is not None
    print(f"{'':14} | {'microseconds':^47} | {'whole':>9} {'over':>6} {'us per':>7} {'allo-':>6} |")
    print(
        f"{'parts':>6} {'n':>7} | {'residual':>9} {'matrix':>8} {'refactor':>9} {'solve':>8} {'ref.+sol.':>9} |"
        f" {'iteration':>9} {'LU':>6} {'part':>7} {'cated':>6} | {'KLU':>9} {'ratio':>6}"
    )
    sizes = (2, 10, 100) if "--quick" in sys.argv else (2, 10, 100, 1000)
    per_part = [measure(links, with_klu) for links in sizes]
    print(f"targets: iteration over (refactor + solve) <= {TARGET}; ours over KLU <= {AGAINST_KLU}; no allocation")
    print(f"growth: {per_part[-1] / per_part[1]:.2f} times the cost for each part from {sizes[1]} to {sizes[-1]} parts")
    if not with_klu:
        print("KLU is not on this machine (Debian: libklu1): columns left out")


if __name__ == "__main__":
    main()
