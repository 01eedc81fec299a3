"""Threads of one process do not see each other's modes (item S4 of the safety review)."""

from __future__ import annotations

import subprocess
import sys
import threading

import numpy as np
import pytest

from bellcrank import kernel as kernels
from bellcrank.kernel.test_kernel import COMPILING, add_up
from bellcrank.numerics.context import Context, run_kernel
from bellcrank.numerics.triplets import ONE_THREAD, one_thread


def in_threads(count: int, work) -> list:
    """What `work(n)` returns in each of several threads that start together."""
    found: list = [None] * count
    barrier = threading.Barrier(count)

    def job(n: int) -> None:
        barrier.wait()
        found[n] = work(n)

    threads = [threading.Thread(target=job, args=(n,)) for n in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return found


def test_s4_a_mode_belongs_to_a_thread(compiled):
    """S4: `plain` in one thread does not change what the others run."""

    def work(n: int) -> set[bool]:
        kernels.compile_mode(n % 2 == 0)
        seen = set()
        for _ in range(200):
            with kernels.plain(n % 4 == 0):
                seen.add(kernels.compiling())
        return seen

    assert in_threads(8, work) == [{False}, {False}, {True}, {False}] * 2
    assert kernels.compiling()


def test_s4_a_context_keeps_the_mode_in_which_it_was_made(compiled):
    """S4: made in one thread, run in another."""
    x = np.array([1.0, 2.0, 4.0, 0.0])
    context = Context([x])
    (seen,) = in_threads(1, lambda n: (kernels.compiling(), run_kernel(add_up, context)))
    assert seen == (False, None) and x[3] == 7.0 and context.compiled


def test_s4_dense_algebra_is_put_back_as_it_was():
    """S4: the number of threads of NumPy's library is one for the process: the last one out restores it."""
    threadpoolctl = pytest.importorskip("threadpoolctl")
    count = lambda: [p["num_threads"] for p in threadpoolctl.threadpool_info() if p["user_api"] == "blas"]
    before, barrier = count(), threading.Barrier(2)

    def work(n: int) -> None:
        for _ in range(50):
            with one_thread(ONE_THREAD):
                if n < 2:
                    barrier.wait()

    in_threads(2, work)
    assert count() == before


EIGHT = """
import importlib.resources, threading, numpy as np
from bellcrank.model import load_text
text = (importlib.resources.files("bellcrank") / "examples" / "pendulum.adm").read_text()
found, start = [], threading.Barrier({threads})
def job():
    start.wait()
    for _ in range({runs}):
        found.append(load_text(text)[0].simulate(end=0.5, steps=20).values)
threads = [threading.Thread(target=job) for _ in range({threads})]
[t.start() for t in threads]; [t.join() for t in threads]
print(len(found), all(np.array_equal(found[0], other) for other in found))
"""


@pytest.mark.parametrize(
    ("threads", "runs", "place"),
    [
        (8, 1, "eight"),
        (8, 3, "eight"),
        (4, 3, "eight"),
        pytest.param(4, 1, "four", marks=pytest.mark.slow),
        pytest.param(4, 3, "four", marks=pytest.mark.slow),
    ],
    ids=["eight cold", "eight warm", "four warm", "four cold", "four warm of their own"],
)
def test_s4_threads_give_the_same_bits(tmp_path_factory, threads, runs, place):
    """S4: on a cold and on a warm cache; four threads on a cold one were a segmentation fault."""
    folder = tmp_path_factory.getbasetemp() / place
    assert place == "eight" or runs > 1 or not folder.exists(), "the cache is cold"
    environment = COMPILING | {"BELLCRANK_CACHE": str(folder)}
    script = EIGHT.format(runs=runs, threads=threads)
    found = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=False, timeout=900
    )
    assert (found.stdout, found.returncode) == (f"{threads * runs} True\n", 0), found.stderr[-2000:]
