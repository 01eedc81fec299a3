"""Rows of parallelograms that pass the position in which all bars are in line, at many neighbouring tolerances.

    python benchmarks/singular_positions.py                      # 1600 runs: some minutes
    python benchmarks/singular_positions.py --rows 1 2 --neighbours 5 --errors 1e-6 1e-10

Each row of N, closed by revolutes or by INLINE, runs 5 s with SI2 and I3 at ERROR (1 + 0.03 k), k = 0, 1, ... A run
fails when it stops, and is on a wrong branch when the cranks do not stay parallel to 0.01 rad. The models are those of
tests/closed_form/test_singular_positions.py.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "closed_form"))
from test_singular_positions import row

from bellcrank.errors import BellcrankError
from bellcrank.model import Model, load_text


def passes(model: Model, n: int, error: float, formulation: str) -> str:
    """Either "good", "wrong branch", or the number of the message with which the run stopped."""
    try:
        run = model.simulate(5.0, 25, error=error, formulation=formulation)
    except BellcrankError as stopped:
        return stopped.report.messages[0].rule
    turns = np.array([run[f"PART_{p}.PSI"] + run[f"PART_{p}.PHI"] for p in range(100, 101 + n)])
    apart = float(np.abs(np.angle(np.exp(1j * (turns - turns[0])))).max())
    return "good" if apart < 1e-2 else "wrong branch"


def main() -> None:
    """Count and print."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--rows", nargs="+", type=int, default=[1, 2, 5, 10, 40])
    ask.add_argument("--errors", nargs="+", type=float, default=[1e-4, 1e-6, 1e-8, 1e-10])
    ask.add_argument("--neighbours", type=int, default=20)
    asked = ask.parse_args()
    runs = bad = 0
    for n in asked.rows:
        for inline in (False, True):
            model = load_text(row(n, inline))[0]
            for formulation in ("SI2", "I3"):
                for error in asked.errors:
                    began = time.process_time()
                    found = [passes(model, n, error * (1.0 + 0.03 * k), formulation) for k in range(asked.neighbours)]
                    runs, bad = runs + len(found), bad + len(found) - found.count("good")
                    what = ", ".join(f"{k}: {word}" for k, word in enumerate(found) if word != "good") or "all good"
                    name = f"N = {n:2d} {'INLINE' if inline else 'revolutes':9s} {formulation:3s} {error:.0e}"
                    print(f"{name}: {what} ({time.process_time() - began:.1f} s)", flush=True)
    print(f"{runs} runs, {bad} not good")


if __name__ == "__main__":
    main()
