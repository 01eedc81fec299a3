"""A second run starts at once: what is slow to import stays out of a process whose kernels are in the cache.

Wall-clock times are measured by benchmarks/compile_time.py; here it is enough to look at what was imported.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

COMPILING = os.environ | {"NUMBA_DISABLE_JIT": "0"}
EXAMPLES = Path(__file__).resolve().parents[2] / "src" / "bellcrank" / "examples"
SLOW = {"numba", "scipy", "matplotlib", "pandas", "xarray", "rich", "asyncio", "importlib.metadata", "urllib.request"}
PYTHON = "import bellcrank as bc; bc.read({file!r}).simulate(end=0.1, steps=5)"
COMMAND = """
from bellcrank.cli import run
assert run(["run", {file!r}, "--end", "0.1", "--steps", "5"]) == 0
"""
WATCHED = """
import subprocess, sys
started = []
sys.addaudithook(lambda event, details: event == "subprocess.Popen" and started.append(details[0]))
{script}
print("compilers", started.count(sys.executable))
print("imported", *sys.modules)
"""


@pytest.fixture(scope="module", autouse=True)
def warm() -> str:
    """Everything is compiled once; what it said."""
    command = [sys.executable, "-m", "bellcrank", "warm", "--quiet"]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=COMPILING).stdout


def imported(script: str, folder: Path) -> set[str]:
    """The modules a fresh process has imported after a script; it may not start another to compile."""
    found = subprocess.run(
        [sys.executable, "-c", WATCHED.format(script=script)], capture_output=True, text=True, check=True, cwd=folder,
        env=COMPILING, timeout=600,
    )  # fmt: skip
    *_, compilers, modules = found.stdout.splitlines()
    assert compilers == "compilers 0"
    return set(modules.split()[1:])


@pytest.mark.parametrize("name", ["four-bar", "slider-crank", "pendulum"])
def test_a_warm_run_of_a_small_model_imports_nothing_slow(tmp_path, name):
    script = PYTHON.format(file=str(EXAMPLES / f"{name}.adm"))
    subprocess.run([sys.executable, "-c", script], check=True, cwd=tmp_path, env=COMPILING)
    assert not imported(script, tmp_path) & (SLOW | {"h5py", "click"})


def test_a_warm_run_at_the_command_line_imports_only_its_file_format_more(tmp_path):
    script = COMMAND.format(file=str(EXAMPLES / "four-bar.adm"))
    subprocess.run([sys.executable, "-c", script], check=True, cwd=tmp_path, capture_output=True, env=COMPILING)
    assert not imported(script, tmp_path) & SLOW


EVERYTHING = """
from bellcrank import kernel
from bellcrank.testing.everything import everything
from bellcrank.testing.sample import Sample
kernel.compile_mode(True)
sample = Sample(everything(), compiled=True)
sample.residual()
import bellcrank as bc
bc.read({file!r}).simulate(end=0.01, steps=2)
"""


def test_after_warm_no_model_compiles(tmp_path, warm):
    """`bellcrank warm` has made what a model with every kind of element needs."""
    assert "kernels are in" in warm
    for name in ("four-bar", "boom-docking"):
        assert "numba" not in imported(EVERYTHING.format(file=str(EXAMPLES / f"{name}.adm")), tmp_path)


EVERY_ANALYSIS = """
import contextlib
from bellcrank.errors import BellcrankError
from bellcrank.model import load_text
from bellcrank.registry import INTEGRATORS
from bellcrank.testing.attack.seeds import FRAME, PIECES, shipped

def analyses(model):
    yield lambda: model.statics()
    yield lambda: model.statics(0.01, steps=2)
    yield lambda: model.modes(at="input")
    yield lambda: model.linearize(at="input")
    yield lambda: model.kinematics(0.01, steps=2)
    for formulation in ("I3", "SI2", "complement"):
        yield lambda: model.simulate(end=0.01, steps=2, formulation=formulation)
    for method in ("auto", *sorted(set(INTEGRATORS) - {"KINEMATIC"})):
        yield lambda: model.simulate(end=0.01, steps=2, method=method)

done = 0
for number, text in enumerate([*shipped(), *(FRAME + piece + "\\nEND\\n" for piece in PIECES)]):
    model = load_text(text)[0]
    jobs = [lambda: model.simulate(end=0.001, steps=2)]
    if number % 9 == {part}:
        jobs += analyses(model)
    for job in jobs:
        with contextlib.suppress(BellcrankError):
            job()
            done += 1
        import sys
        if "numba" in sys.modules:
            raise SystemExit("compiled for " + text[:3000])
assert done > 80, done
"""


@pytest.mark.slow
@pytest.mark.parametrize("part", [1, 6])
def test_after_warm_no_analysis_of_any_model_compiles(tmp_path, part):
    """Every shipped example, every element, every analysis, every method: none of them imports Numba."""
    script = "import threading\n" + EVERY_ANALYSIS.replace("{part}", str(part))
    assert "numba" not in imported(script, tmp_path)
