"""The sparse LU against KLU on matrices of mechanisms.

    python benchmarks/lu_against_klu.py [--quick]

Times are thread CPU time, the minimum over many batches, both solvers in turn in the same run; trust the ratios.
KLU is the shared library of the system (Debian: libklu1), called from a compiled loop: klu_refactor and klu_solve with
COLAMD, no scaling, block triangular form on; the last column takes the fastest of its orderings instead.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import functools
import sys
import time
from collections.abc import Callable

import numpy as np
from mechanism_matrices import Matrix, chain, random_tree, windows

from bellcrank import kernel
from bellcrank.numerics.sparse_lu import SparseLU, refactor, solve, solve_refined

numba = kernel.load_numba()
AMD, COLAMD = 0, 1
BATCHES, BATCH_SECONDS = 60, 0.004


class Common(ctypes.Structure):
    """The beginning of klu_common (klu.h); the rest is left to the library."""

    _fields_ = [
        *((name, ctypes.c_double) for name in ("tol", "memgrow", "initmem_amd", "initmem", "maxwork")),
        *((name, ctypes.c_int) for name in ("btf", "ordering", "scale")),
        ("rest", ctypes.c_char * 512),
    ]


@functools.cache
def load_klu() -> ctypes.CDLL | None:
    """KLU with pointers as 64-bit integers, which is what a compiled loop can pass; None where it is missing."""
    try:
        library = ctypes.CDLL(ctypes.util.find_library("klu") or "libklu.so.1")
    except OSError:
        return None
    pointer, number = ctypes.c_int64, ctypes.c_int
    for name, result, arguments in (
        ("klu_defaults", number, [pointer]),
        ("klu_analyze", pointer, [number, pointer, pointer, pointer]),
        ("klu_factor", pointer, [pointer] * 5),
        ("klu_refactor", number, [pointer] * 6),
        ("klu_solve", number, [pointer, pointer, number, number, pointer, pointer]),
    ):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


KLU = load_klu()
klu_refactor, klu_solve = (KLU.klu_refactor, KLU.klu_solve) if KLU else (None, None)


@numba.njit
def run_klu(repeat, handles, n, values, b, x, what):
    """Refactor (what & 1) and solve (what & 2) `repeat` times."""
    indptr, indices, symbolic, numeric, common = handles
    for _ in range(repeat):
        if what & 1:
            klu_refactor(indptr, indices, values.ctypes.data, symbolic, numeric, common)
        if what & 2:
            x[:] = b
            klu_solve(symbolic, numeric, n, 1, x.ctypes.data, common)


@numba.njit(fastmath={"contract"}, error_model="numpy")
def run_own(repeat, lu, values, b, x, what):
    """Refactor (what & 1) and solve (what & 2) `repeat` times."""
    for _ in range(repeat):
        if what & 1:
            refactor(lu, values)
        if what & 2:
            x[:] = b
            solve(lu, x)


class Klu:
    """A matrix analysed and factored by KLU."""

    def __init__(self, matrix: Matrix, ordering: int = COLAMD, btf: int = 1) -> None:
        n, self.indptr, self.indices, values = matrix
        self.common = Common()
        at = ctypes.addressof(self.common)
        KLU.klu_defaults(at)
        self.common.btf, self.common.ordering, self.common.scale = btf, ordering, 0
        a, b = self.indptr.ctypes.data, self.indices.ctypes.data
        symbolic = KLU.klu_analyze(n, a, b, at)
        numeric = KLU.klu_factor(a, b, values.ctypes.data, symbolic, at)
        if not symbolic or not numeric:
            raise RuntimeError("KLU cannot factor the matrix")
        self.handles = (a, b, symbolic, numeric, at)
        lnz, unz = (ctypes.c_int * 4).from_address(numeric)[2:4]
        self.fill = lnz + unz - n


def fastest(runs: list[Callable[[int], object]]) -> list[float]:
    """Seconds per repetition of each run, minimum over batches taken in turn."""
    repeats = []
    for run in runs:
        run(2)
        start = time.thread_time()
        run(4)
        repeats.append(max(1, int(BATCH_SECONDS / max((time.thread_time() - start) / 4, 1e-8))))
    best = [np.inf] * len(runs)
    for _ in range(BATCHES):
        for k, run in enumerate(runs):
            start = time.thread_time()
            run(repeats[k])
            best[k] = min(best[k], (time.thread_time() - start) / repeats[k])
    return best


def compare(name: str, matrix: Matrix) -> None:
    """One line of the table."""
    n, _, _, values = matrix
    start = time.process_time()
    solver = SparseLU(*matrix)
    setup = time.process_time() - start
    b, x, r = np.random.default_rng(1).standard_normal(n), np.empty(n), np.empty(n)
    klu = Klu(matrix)
    others = [Klu(matrix, AMD, 1), Klu(matrix, COLAMD, 0)]
    own = lambda what: lambda k: run_own(k, solver.arrays, values, b, x, what)
    other = lambda klu, what: lambda k: run_klu(k, klu.handles, n, values, b, x, what)
    times = fastest([own(1), own(2), own(3), other(klu, 1), other(klu, 2), other(klu, 3)])
    quickest = min(times[5], *fastest([other(k, 3) for k in others]))
    refactor(solver.arrays, values)
    error = solve_refined(solver.arrays, values, b, x, r) / max(np.abs(b).max(), 1.0)
    us = [1e6 * t for t in times]
    print(
        f"{name:14} {n:6} {solver.flops / 1e3:8.1f} {solver.fill:7} {klu.fill:7} {setup:6.2f} |"
        f" {us[0]:8.2f} {us[1]:8.2f} {us[2]:8.2f} | {us[3]:8.2f} {us[4]:8.2f} {us[5]:8.2f} |"
        f" {times[2] / times[5]:6.2f} {times[2] / quickest:6.2f}  {error:7.1e}"
    )


def main() -> None:
    """The table."""
    if KLU is None:
        sys.exit("KLU is not on this machine (Debian: libklu1)")
    kernel.compile_mode(True)
    rng = np.random.default_rng(0)
    print(f"{'microseconds':21} {'kflop':>8} {'fill':>7} {'fill':>7} set-up | {'own':^26} | {'KLU':^26} |")
    heads = f"{'refactor':>8} {'solve':>8} {'both':>8} |"
    print(f"{'matrix':14} {'n':>6} {'own':>8} {'own':>7} {'KLU':>7} {'s':>6} | {heads} {heads}  ratio   best residual")
    compare("warm-up", chain(1, rng))
    for n_parts in (2, 10, 100) if "--quick" in sys.argv else (2, 10, 100, 1000):
        compare(f"chain {n_parts}", chain(n_parts, rng))
    for n_parts in (10, 100) if "--quick" in sys.argv else (10, 100, 1000):
        compare(f"tree {n_parts}", random_tree(n_parts, rng))
    for n_windows in (1, 5, 50):
        compare(f"windows {n_windows}", windows(n_windows, rng))
        compare(f"w. eps {n_windows}", windows(n_windows, rng, eps=1e-9))


if __name__ == "__main__":
    main()
