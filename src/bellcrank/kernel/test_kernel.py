"""Kernels run as Python or compiled, and no compiled code outlives the text it came from."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from bellcrank import kernel as kernels
from bellcrank.kernel import PACKAGE, kernel, sources, stamp
from bellcrank.math.vec3 import dot
from bellcrank.numerics.context import SIGNATURE, view1
from bellcrank.system import assemble, bodies


@kernel
def length(a):
    """sqrt(a . a) of the first three numbers."""
    return np.sqrt(dot((a[0], a[1], a[2]), (a[0], a[1], a[2])))


@kernel(inline=True)
def power(x, n):
    """x^n"""
    return x**n


@kernel
def sum_of_powers(x):
    """x + x^2 + x^3."""
    return power(x, 1) + power(x, 2) + power(x, 3)


def test_a_kernel_is_python_until_compile_mode():
    assert not kernels.compiling()
    assert length([3.0, 4.0, 0.0]) == 5.0  # a list: Numba would not take it
    assert "outer" not in vars(length)


def test_a_kernel_runs_compiled_in_compile_mode(compiled):
    assert length(np.array([3.0, 4.0, 0.0])) == 5.0
    assert length.outer.signatures
    with kernels.plain():
        assert not kernels.compiling() and length([3.0, 4.0, 0.0]) == 5.0
    assert kernels.compiling()


def test_a_helper_is_compiled_once_for_all_numbers_written_in_calls(compiled):
    assert sum_of_powers(2.0) == 14.0
    sum_of_powers.inner.compile("(float64,)")  # what kernels call is never cached
    assert len(power.inner.signatures) == 1


def test_inlined_helpers_called_from_python_are_python(compiled):
    assert dot((1.0, 2.0, 3.0), [1.0, 1.0, 1.0]) == 6.0


def test_the_sources_of_a_kernel_are_all_files_it_can_reach():
    reached = {Path(path).relative_to(PACKAGE).as_posix() for path in sources(bodies.__file__)}
    assert {"system/bodies.py", "math/vec3.py", "kernel/__init__.py", "kernel/compiler.py"} <= reached
    assert {"numerics/context.py", "system/layout.py"} <= reached
    assert "system/forces.py" not in reached
    assert stamp(bodies.__file__) != stamp(assemble.__file__)


def test_numba_can_be_switched_off():
    script = "from bellcrank import kernel; kernel.compile_mode(True); print(kernel.compiling())"
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True)
    assert found.stdout == "False\n"


COMPILING = os.environ | {"NUMBA_DISABLE_JIT": "0"}
PROBE = """
from bellcrank.kernel import kernel
from bellcrank.math.vec3 import times
from bellcrank.numerics.context import view1

@kernel
def twice(c, k):
    x = view1(c, 0)
    x[0], x[1], x[2] = times(2.0, (x[0], x[1], x[2]))
"""
RUN_PROBE = """
import numpy as np
import bellcrank
from bellcrank import kernel
made = []
kernel.on_compile(made.append)
kernel.compile_mode(True)
from bellcrank.numerics.context import Context, run_kernel
from bellcrank.math.probe import twice
x = np.array([3.0, 1.0, 0.0])
run_kernel(twice, Context([x]))
print(bellcrank.__file__, len(made), *x)
"""


EDITED = """
from pathlib import Path
import bellcrank.math.vec3 as vec3
text = Path(vec3.__file__).read_text()
Path(vec3.__file__).write_text(text.replace("return s * a[0]", "return 3.0 * s * a[0]"))
"""


def test_an_edited_helper_is_compiled_anew(tmp_path):
    """A copy of the package: compile, take from the cache, change a helper in another file, compile again.

    Where it is changed while a process runs (S3), this one goes on with what it has imported, and keeps nothing: a
    process with old modules and new kernels was a segmentation fault.
    """
    folder = tmp_path / "package"
    left_out = shutil.ignore_patterns("test_*", "__pycache__", "*.html", "examples")
    shutil.copytree(PACKAGE, folder / "bellcrank", ignore=left_out)
    (folder / "bellcrank" / "math" / "probe.py").write_text(PROBE)
    environment = COMPILING | {"PYTHONPATH": str(folder), "BELLCRANK_CACHE": str(tmp_path / "cache")}

    def run(before: str = "") -> tuple[int, list[float]]:
        found = subprocess.run(
            [sys.executable, "-c", before + RUN_PROBE], capture_output=True, text=True, env=environment, check=False
        )
        assert found.stderr == ""
        place, made, *x = found.stdout.split()
        assert place.startswith(str(folder)), "not the copy"
        return int(made), [float(number) for number in x]

    made, x = run()
    assert made > 0 and x == [6.0, 2.0, 0.0]
    assert run() == (0, [6.0, 2.0, 0.0])
    helper = folder / "bellcrank" / "math" / "vec3.py"
    text = helper.read_text()
    old = "return s * a[0], s * a[1], s * a[2]"
    assert old in text
    helper.write_text(text.replace(old, "return 2.0 * s * a[0], s * a[1], s * a[2]"))
    made, x = run()
    assert made > 0 and x == [12.0, 2.0, 0.0]
    helper.write_text(text)
    assert run()[1] == [6.0, 2.0, 0.0] and run()[0] == 0
    made, x = run(EDITED)
    assert made > 0 and x == [6.0, 2.0, 0.0], "the text that was imported"
    made, x = run()
    assert made > 0 and x == [18.0, 2.0, 0.0], "nothing of the old text was kept as the new one's"


ADD_UP = """
import sys, numpy as np
from bellcrank import kernel
kernel.compile_mode(True)
from bellcrank.numerics.context import Context, run_kernel
from bellcrank.kernel.test_kernel import {name}
x = np.array([1.0, 2.0, 4.0, 0.0])
run_kernel({name}, Context([x]))
print(x[3], "compiled" if "numba" in sys.modules else "from the cache")
"""


@kernel
def add_up(c, k):
    """x[3] = sum of the others."""
    x = view1(c, 0)
    x[3] = x[0] + x[1] + x[2]


@kernel
def add_too_much(c, k):
    """Fails after the sum where indices are checked."""
    x = view1(c, 0)
    x[3] = x[0] + x[1] + x[2]
    x[x.shape[0]] = 1.0


SECOND = """
import sys, numpy as np
from bellcrank import kernel
kernel.compile_mode(True)
from bellcrank.numerics.context import SIGNATURE, Context, addresses, run_kernel
from bellcrank.kernel.test_kernel import add_too_much, add_up
{before}
kernel.second_process.start([add_up], SIGNATURE)
assert kernel.second_process.is_ordered(add_up, SIGNATURE)
x = np.array([1.0, 2.0, 4.0, 0.0])
run_kernel(add_up, Context([x]))
print(x[3], "here" if "numba" in sys.modules else "there")
assert addresses([add_up, add_too_much])[0] == kernel.address(add_up, SIGNATURE)
kernel.second_process.start([add_up], SIGNATURE)
assert not kernel.second_process.is_running()
"""


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one processor only")
@pytest.mark.parametrize(("before", "where"), [("", "there"), ("sys.executable = 'false'", "here")])
def test_a_second_process_compiles_what_it_is_asked_for(tmp_path, before, where):
    """Should it fail, the kernel is compiled by the one who needs it."""
    found = subprocess.run(
        [sys.executable, "-c", SECOND.format(before=before)], capture_output=True, text=True, check=False,
        env=COMPILING | {"BELLCRANK_CACHE": str(tmp_path)},
    )  # fmt: skip
    assert found.stdout == f"7.0 {where}\n", found.stderr
    assert found.returncode == 0, found.stderr


def fresh(name: str, cache: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a kernel in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", ADD_UP.format(name=name)], capture_output=True, text=True, check=False,
        env=COMPILING | {"BELLCRANK_CACHE": str(cache)} | environment,
    )  # fmt: skip


def test_a_kernel_in_the_cache_needs_no_numba(tmp_path):
    assert fresh("add_up", tmp_path).stdout == "7.0 compiled\n"
    assert fresh("add_up", tmp_path).stdout == "7.0 from the cache\n"


@pytest.mark.parametrize("damage", [b"", b"\xff\xfe", None])
def test_a_damaged_file_is_compiled_again(tmp_path, damage):
    fresh("add_up", tmp_path)
    (file,) = tmp_path.rglob("*.o")
    whole = file.read_bytes()
    file.write_bytes(whole[:200] if damage is None else damage)
    assert fresh("add_up", tmp_path).stdout == "7.0 compiled\n"
    assert file.read_bytes()[:64] == whole[:64]
    assert fresh("add_up", tmp_path).stdout == "7.0 from the cache\n"


def test_a_kernel_from_the_cache_still_tells_its_errors(tmp_path):
    """It calls C functions of Numba, which are loaded without the rest."""
    for _ in range(2):
        found = fresh("add_too_much", tmp_path, NUMBA_BOUNDSCHECK="1")
        assert "IndexError" in found.stderr and found.stdout.startswith("7.0")


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path):
    (tmp_path / "file").write_text("")
    assert fresh("add_up", tmp_path / "file").stdout == "7.0 compiled\n"


def test_a_closure_is_refused(compiled):
    factor = 2.0

    @kernel
    def double(c, k):
        view1(c, 0)[0] *= factor

    with pytest.raises(TypeError, match="double is a closure"):
        kernels.address(double, SIGNATURE)


SMALL = """
from bellcrank import kernel
from bellcrank.kernel.test_kernel import add_up
from bellcrank.numerics.context import SIGNATURE
kernel.address(add_up, SIGNATURE)
"""


def test_who_waits_for_the_compiler_is_told_and_later_runs_are_silent(tmp_path):
    """A script that compiles prints one line; one that finds everything in the cache prints nothing."""
    environment = COMPILING | {"BELLCRANK_CACHE": str(tmp_path)}
    said = [
        subprocess.run([sys.executable, "-c", SMALL], capture_output=True, text=True, env=environment, check=True)
        for _ in range(2)
    ]
    assert "`bellcrank warm`" in said[0].stderr and len(said[0].stderr.splitlines()) == 1
    assert said[1].stderr == ""
