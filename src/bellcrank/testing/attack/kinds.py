"""What is attacked. A kind is a function of a number: it makes a case and raises where something is wrong with it.

Whatever a mutated input gives, it must be a model or a message (BellcrankError), within five seconds.
"""

from __future__ import annotations

import contextlib
import functools
import io
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from bellcrank.errors import BellcrankError
from bellcrank.testing.attack.mutations import spoil_bytes
from bellcrank.testing.attack.reading import commands, dataset, robots, studies
from bellcrank.testing.attack.running import scripts, simulation
from bellcrank.testing.attack.solids import solids

SECONDS = 5.0
"""A case that takes longer hangs."""
SEALED = (".h5", ".nc", ".parquet", ".res")
"""Formats that notice every change."""
OPEN = (".csv", ".tab", ".txt", ".req", ".gra")
"""Formats without room for a checksum."""
MESSAGES = """
 command: SIMULATE/TRANSIENT, END=1, STEPS=2

Simulation      Step      Function     Cumulative   Integration        CPU
   Time         Size     Evaluations   Steps Taken      Order          time
==========================================================================
   0.00000E+00   1.00000E-03       0         0            1           0.00
   5.00000E-01   5.00000E-03      20        10            2           0.01
   1.00000E+00   5.00000E-03      40        20            3           0.02
"""


@functools.cache
def result_files() -> dict[str, tuple[bytes, np.ndarray]]:
    """A small run in every format, and one that was killed (`.killed`); with their numbers."""
    from bellcrank.results import Entity, Results, load
    from bellcrank.results.writer import ResultsWriter

    parts = [
        Entity(f"PART_{n}", "Part", n, ("X", "Y", "Z", "PSI", "THETA", "PHI"), ("mm",) * 3 + ("rad",) * 3)
        for n in (2, 3)
    ]
    entities = [*parts, Entity("REQ_1", "Request", 1, ("F2", "F3", "F4", "F6", "F7", "F8"), info={"kind": "function"})]
    rows = np.random.default_rng(1).normal(size=(600, 19))
    rows[:, 0] = np.arange(600) * 0.01
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for suffix in (*SEALED, *OPEN):
            path = Results(entities, rows, {"title": "attacked"}).save(Path(folder) / f"x{suffix}")
            found[suffix] = path.read_bytes(), load(path).values
        (Path(folder) / "x.msg").write_text(MESSAGES)
        found[".msg"] = MESSAGES.encode(), load(Path(folder) / "x.msg").values
        writer = ResultsWriter(Path(folder) / "killed.h5", entities, {"title": "attacked"})
        writer.append(rows)
        writer.flush()
        found[".killed"] = (Path(folder) / "killed.h5").read_bytes(), rows
        writer.finish()
    return found


def results(number: int) -> None:
    """A damaged result file breaks nothing, with and without `partial`; a sealed one is never taken as good."""
    from bellcrank.results import load

    chance = Random(f"results {number}")
    kinds = result_files()
    suffix = list(kinds)[number % len(kinds)]
    content, values = kinds[suffix]
    damaged = spoil_bytes(content, chance)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"x{'.h5' if suffix == '.killed' else suffix}"
        path.write_bytes(damaged)
        with contextlib.suppress(BellcrankError):
            load(path, partial=True)
        try:
            run = load(path)
        except BellcrankError:
            return
        if damaged != content and suffix in SEALED and not np.array_equal(run.values, values):
            raise AssertionError(f"a damaged {suffix} is taken as good")
        if suffix == ".killed" and run.attrs["finished"]:
            raise AssertionError("a run that was killed is taken as finished")


@functools.cache
def kernel_file() -> tuple[Any, bytes]:
    """A compiled kernel in a cache of our own."""
    from bellcrank import kernel
    from bellcrank.kernel.object_files import ObjectFile
    from bellcrank.numerics.context import SIGNATURE
    from bellcrank.system import assemble

    os.environ["BELLCRANK_CACHE"] = tempfile.mkdtemp()
    kernel.address(assemble.nothing, SIGNATURE)
    file = ObjectFile(assemble.nothing.py_func, SIGNATURE)
    assert file.path is not None and file.load()
    return file, file.path.read_bytes()


def cache(number: int) -> None:
    """A damaged file of the kernel cache is never linked."""
    file, content = kernel_file()
    damaged = spoil_bytes(content, Random(f"cache {number}"))
    file.path.write_bytes(damaged)
    if damaged != content and (file._content() is not None or file.load()):
        raise AssertionError("a damaged kernel is loaded")


KINDS: dict[str, Callable[[int], None]] = {
    "dataset": dataset, "commands": commands, "robots": robots, "studies": studies, "simulation": simulation,
    "scripts": scripts, "results": results, "cache": cache, "solids": solids,
}  # fmt: skip


def attempt(kind: str, number: int) -> str:
    """What is wrong with a case; empty where nothing is."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            KINDS[kind](number)
    except Exception as error:
        import traceback

        last = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})".replace("\n", " | ")[:500]
    return ""
