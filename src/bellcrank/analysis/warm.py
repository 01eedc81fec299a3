"""Compiling ahead: what a second process does on an empty cache, and all there is (`bellcrank warm`)."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from bellcrank import kernel as kernels
from bellcrank import registry
from bellcrank.integrators import gstiff
from bellcrank.kernel.object_files import ObjectFile
from bellcrank.numerics import block_degree, linear, set_up
from bellcrank.numerics.context import SIGNATURE
from bellcrank.system import charts, motion, weights
from bellcrank.system.builder import Builder
from bellcrank.system.coordinates import count_unknowns

COMMON = (
    gstiff.advance, gstiff.begin, gstiff.restart, linear.factor, linear.solve_in_place, linear.solve_both,
    charts.encode, charts.decode, weights.note_paces, weights.start_paces, weights.first_step, motion.times_mass,
)  # fmt: skip
"""Kernels of every transient run, so many that both processes end at the same time."""


def start(builder: Builder) -> None:
    """Start the second process: joints, while this one has expressions to compile, then the integrator.

    The set-up of factorisations comes first for a large model, which needs it early, and last for a small one, which
    does without it today.
    """
    if not kernels.compiling():
        return
    used = [registry.KINDS[name] for name in sorted(builder.uses)] if builder.expressions else []
    joints = [*(p.residual for p in used), *(p.matrix for p in used), *(p.second for p in used if p.second)]
    unknowns = count_unknowns(builder)
    factorisations = [set_up.set_up, block_degree.minimum_degree]
    large, small = (factorisations, []) if unknowns > set_up.PLAIN else ([], factorisations)
    wanted = [f for f in (*large, *joints, *COMMON, *small) if not kernels.is_loaded(f, SIGNATURE)]
    if wanted:
        kernels.second_process.start(wanted, SIGNATURE)


def all_kernels() -> list[tuple[kernels.Kernel, str]]:
    """Every kernel that is called by its address, with its signature: those that no other calls by name, and a few."""
    from bellcrank import expression, functions, integrators, numerics, system
    from bellcrank.analysis.simulation import FUNCTIONS
    from bellcrank.expression import foreign

    for package in (expression, functions, integrators, numerics, system):
        registry.load_all(package)
    modules = [module for name, module in sorted(sys.modules.items()) if name.startswith("bellcrank.")]
    found = {thing: None for module in modules for thing in vars(module).values() if isinstance(thing, kernels.Kernel)}
    numbers = {declared.kernel: None for declared in registry.FUNCTIONS.values() if declared.kernel is not None}
    called = {thing for k in found for thing in called_by(k)} - set(FUNCTIONS.values())
    by_address = [k for k in found if k.py_func.__code__.co_argcount == 2 and k.py_func.__code__.co_varnames[0] == "c"]
    entries = [k for k in by_address if k not in called and k not in numbers]
    return [*((k, SIGNATURE) for k in entries), *((k, foreign.SIGNATURE) for k in numbers)]


def called_by(function: kernels.Kernel) -> set[kernels.Kernel]:
    """The kernels that a kernel calls by name: they are compiled into it."""
    names = map(function.py_func.__globals__.get, function.py_func.__code__.co_names)
    return {thing for thing in names if isinstance(thing, kernels.Kernel)}


def compile_all() -> Iterator[str]:
    """Put every kernel into the cache, with a second process; yields the name of each when it is there."""
    wanted = all_kernels()
    kernels.second_process.start([k for k, signature in wanted[1::2] if signature == SIGNATURE], SIGNATURE)
    for function, signature in sorted(wanted, key=lambda pair: kernels.second_process.is_ordered(*pair)):
        kernels.address(function, signature)
        yield function.py_func.__name__


def missing() -> list[str]:
    """The kernels that are not in the cache: the disk is full, or another process has held their locks for too long."""
    files = [ObjectFile(function.py_func, signature) for function, signature in all_kernels()]
    return [file.name for file in files if not file.is_there()]
