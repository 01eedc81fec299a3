"""What a second process compiles while this one compiles the rest: half of the work on an empty cache."""

from __future__ import annotations

from bellcrank import kernel as kernels
from bellcrank import registry
from bellcrank.integrators import gstiff
from bellcrank.numerics import linear, set_up
from bellcrank.numerics.context import SIGNATURE
from bellcrank.system.builder import Builder

COMMON = (
    gstiff.advance, gstiff.begin, gstiff.restart_history, linear.factor, linear.solve_in_place, linear.solve_both
)  # fmt: skip
"""Kernels of every transient run."""


def start(builder: Builder) -> None:
    """Start the second process: joints, while this one has expressions to compile, then the integrator.

    The set-up of factorisations comes first for a large model, which needs it early, and last for a small one, which
    does without it today.
    """
    if not kernels.compiling():
        return
    names = sorted({use.name for use in builder.primitives}) if builder.expressions else []
    used = [registry.PRIMITIVES[name] for name in names]
    joints = [*(p.residual for p in used), *(p.matrix for p in used), *(p.second for p in used)]
    unknowns = 6 * len(builder.bodies) + len(builder.rows) + len(builder.diffs) + len(builder.variables)
    large, small = ([set_up.set_up], []) if unknowns > set_up.PLAIN else ([], [set_up.set_up])
    kernels.second_process.start([*large, *joints, *COMMON, *small], SIGNATURE)
