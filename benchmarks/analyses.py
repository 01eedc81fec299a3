"""Modes and statics of large models: against scipy.sparse.linalg.eigsh on the same reduced matrices; a net at rest.

    python benchmarks/analyses.py            # prints the table of docs/benchmarks.md
    python benchmarks/analyses.py --quick    # small models: that it works

Modes      a frame of bodies on bushings (300 freedoms) and a chain of BEAMs (1000 freedoms), about their rest, at which
           they stand already: `operating_point` and `modes_at`, whose work is matrices, reduction, eigenvalues, mode
           shapes and residuals. eigsh is given the reduced matrices as they are: M, K as sparse matrices, 30 lowest
           pairs by shift and invert about the same shift, nothing else.
Statics    a net of point masses on springs, held at its corners, drawn flat: the springs carry nothing there
Seconds of CPU, the least of some repetitions.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import bellcrank as bc
from bellcrank.analysis.large_modes import SHIFT
from bellcrank.analysis.linear import modes_at
from bellcrank.analysis.linear_model import reduced_matrices
from bellcrank.analysis.operating_point import operating_point
from bellcrank.analysis.states import session_at

COUNT = 30


def frame(bodies: int) -> bc.Model:
    """Bodies on bushings: each to the one before it and to ground."""
    m = bc.Model("frame", units="SI")
    before, rng = m.ground, np.random.default_rng(1)
    for n in range(bodies):
        place = (0.5 * n, 0.0, 0.0)
        body = m.part(f"b{n}", at=place, mass=1.0 + rng.random(), ip=(0.1, 0.2, 0.2), cm=(0, 0, 0))
        k = tuple(1e5 * (1.0 + rng.random(3)))
        for name, other in (("link", before), ("foot", m.ground)):
            m.bushing(f"{name}_{n}", i=body, j=other, at=place, k=k, c=(1, 1, 1), kt=(1e3,) * 3, ct=(0.1,) * 3)
        before = body
    return m


def beams(bodies: int) -> bc.Model:
    """A clamped chain of BEAMs, steel of 20 x 10 mm, a metre of it for ten bodies."""
    m = bc.Model("beams", units="SI")
    before, length = m.ground, 0.1
    for n in range(1, bodies + 1):
        body = m.part(f"n{n}", at=(length * n, 0, 0), mass=0.157, ip=(1e-5, 2e-5, 2e-5), cm=(0, 0, 0))
        i, j = (m.marker("", part, at=(x, 0, 0)) for part, x in ((body, length * n), (before, length * (n - 1))))
        m.beam(f"beam_{n}", i=i, j=j, length=length, area=2e-4, ixx=4.6e-9, iyy=6.7e-9, izz=1.67e-9, emodulus=2.1e11,
               gmodulus=8e10, asy=1.2, asz=1.2)  # fmt: skip
        before = body
    return m


def net(side: int) -> bc.Model:
    """side x side point masses of 0.1 kg, 0.1 m apart, joined by springs of 1 kN/m, the corners held."""
    m = bc.Model("net", units="SI", gravity=-9.81)
    masses: dict[tuple[int, int], Any] = {}
    for a in range(side):
        for b in range(side):
            held = a in (0, side - 1) and b in (0, side - 1)
            masses[a, b] = m.ground if held else m.point_mass(f"p{a}_{b}", at=(0.1 * a, 0.1 * b, 0), mass=0.1)
    for a, b in masses:
        for other in ((a + 1, b), (a, b + 1)):
            if other in masses and not (masses[a, b] is m.ground and masses[other] is m.ground):
                ends = ((0.1 * a, 0.1 * b, 0), (0.1 * other[0], 0.1 * other[1], 0))
                m.springdamper("", i=masses[a, b], j=masses[other], at=ends, k=1000.0, length=0.1)
    return m


def least(repeats: int, work: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds of CPU and the result."""
    best, found = np.inf, None
    for _ in range(repeats):
        start = time.process_time()
        found = work()
        best = min(best, time.process_time() - start)
    return best, found


def modes_row(name: str, model: bc.Model, repeats: int) -> str:
    """Ours, eigsh, their ratio and the largest difference of a frequency."""
    from scipy.sparse import csc_matrix
    from scipy.sparse.linalg import eigsh

    sim = session_at(model, "input").prepare()
    ours, modes = least(repeats, lambda: modes_at(operating_point(sim), False, COUNT))
    m, k, _ = reduced_matrices(operating_point(sim))
    fast = np.sqrt(np.max(np.diag(k) / np.diag(m)))
    m, k = csc_matrix(m), csc_matrix(k)
    theirs, pairs = least(repeats, lambda: eigsh(k, COUNT, m, sigma=-((SHIFT * fast) ** 2)))
    exact = np.sort(np.sqrt(np.abs(pairs[0]))) / (2 * np.pi)
    off = np.abs(modes.frequencies[:COUNT] / exact - 1).max()
    found = "all" if modes.complete else f"{len(modes)} lowest"
    return f"| {name} | {modes.freedoms} | {found} | {ours:.3f} | {theirs:.3f} | {off:.1e} | {modes.residual:.1e} |"


def statics_row(side: int, repeats: int) -> str:
    """The net at rest: time, iterations, how it was found, how far the middle sags."""
    seconds, run = least(repeats, lambda: net(side).statics())
    rest, middle = run.attrs["statics"][0], f"p{side // 2}_{side // 2}"
    return (f"| {side * side - 4} point masses, {2 * side * (side - 1)} springs | {rest['freedoms']} | {seconds:.1f} | "
            f"{rest['iterations']} | {rest['rung']} | {-run[f'{middle}.Z'][-1]:.4f} m |")  # fmt: skip


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    least(1, lambda: frame(2).modes())  # kernels
    print("| modes of | freedoms | modes | ours, s | eigsh (30 lowest), s | largest difference | residual |")
    print("|---|---|---|---|---|---|---|")
    for name, model in (
        ("a frame on bushings", frame(10 if quick else 50)),
        ("a chain of beams", beams(12 if quick else 167)),
    ):
        print(modes_row(name, model, 1 if quick else 3), flush=True)
    print("\n| statics of a net | freedoms | CPU s, model built from nothing | iterations | way | sag of the middle |")
    print("|---|---|---|---|---|---|")
    print(statics_row(6 if quick else 32, 1 if quick else 2), flush=True)


if __name__ == "__main__":
    main()
