"""What is attacked. A kind is a function of a number: it makes a case and raises where something is wrong with it.

Whatever a mutated input gives, it must be a model or a message (BellcrankError), within five seconds.
"""

from __future__ import annotations

import contextlib
import functools
import io
import os
import tempfile
import time
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from bellcrank.errors import BellcrankError
from bellcrank.testing.attack.mutations import spoil_bytes, spoil_numbers, spoil_text
from bellcrank.testing.attack.solids import solids
from bellcrank.testing.everything import everything
from bellcrank.testing.sample import random_dataset

SECONDS = 5.0
"""A case that takes longer hangs."""
COMMANDS = """
file/model=pendulum
INTEGRATOR/GSTIFF, SI2, ERROR=1E-4
simulate/transient, end=0.1, steps=10
DEACTIVATE/MOTION, ID=1
ACTIVATE/MOTION, ID=1
simulate/dynamics, duration=0.1, dtout=0.01
PART/2, MASS=3
OUTPUT/REQSAVE
time
stop
"""


@functools.cache
def datasets() -> list[str]:
    """What mutations start from: the shipped examples, and a model with every kind of element."""
    shipped = [path for path in files("bellcrank").joinpath("examples").iterdir() if path.name.endswith(".adm")]
    texts = [path.read_text(encoding="utf-8") for path in sorted(shipped, key=lambda path: path.name)]
    return [text for text in texts if len(text) < 20_000] + [random_dataset(everything(), 1)]


def chosen(texts: list[str], chance: Random) -> str:
    """One of them; short ones more often, which are quicker."""
    return chance.choices(texts, [1.0 / len(text) for text in texts])[0]


def dataset(number: int) -> None:
    """Read, check, write, read: no exception, and what is written is read as the same model."""
    from bellcrank.model import load_text
    from bellcrank.model.checks import examine

    chance = Random(f"dataset {number}")
    model, report = load_text(spoil_text(chosen(datasets(), chance), chance), "x.adm")
    examine(model, report).render()
    text = model.text()
    if not report.errors:
        again, second = load_text(text, "y.adm")
        if second.errors:
            raise AssertionError(f"written and not readable: {second.errors[0].render()}")
        if again.text() != text:
            raise AssertionError("written and read is another text")


def commands(number: int) -> None:
    """A command file is read, and its changes are made to a model."""
    from bellcrank.model import load_text
    from bellcrank.model.commands import Change, parse_commands

    chance = Random(f"commands {number}")
    script, report = parse_commands(spoil_text(COMMANDS, chance), "x.acf")
    report.render()
    model = load_text(chosen(datasets(), chance), "x.adm")[0]
    for command in script.commands:
        if isinstance(command, Change):
            with contextlib.suppress(BellcrankError):
                command.apply(model)
    model.text()


def simulation(number: int) -> None:
    """A mutated model runs for a moment: an error, or numbers that are finite, to the end it was asked for."""
    from bellcrank.model import load_text

    chance = Random(f"simulation {number}")
    base = datasets()[:-1]
    model, report = load_text(spoil_numbers(chosen(base, chance), chance), "x.adm")
    if report.errors:
        return
    until = time.monotonic() + 0.4 * SECONDS

    def watch(progress: Any) -> None:
        if time.monotonic() > until:
            raise KeyboardInterrupt

    try:
        run = model.simulate(end=0.02, steps=4, watch=watch)
    except BellcrankError:
        return
    if not np.isfinite(run.values).all():
        raise AssertionError("a result is no number")
    if run.attrs["successful"] and run.time[-1] != 0.02 and "sensor" not in run.attrs["end_reason"].lower():
        raise AssertionError(f"told as a success, and ends at {run.time[-1]}: {run.attrs['end_reason']}")


SEALED = (".h5", ".nc", ".parquet", ".res")
"""Formats that notice every change."""
OPEN = (".csv", ".tab", ".req", ".gra", ".msg")


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
        for suffix in (*SEALED, *OPEN[:-1]):
            path = Results(entities, rows, {"title": "attacked"}).save(Path(folder) / f"x{suffix}")
            found[suffix] = path.read_bytes(), load(path).values
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
    "dataset": dataset, "commands": commands, "simulation": simulation, "results": results, "cache": cache,
    "solids": solids,
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
