"""Settings of the whole test suite."""

import os
import time
from collections.abc import Callable, Iterator

import pytest
from hypothesis import settings

from bellcrank import kernel

# A shared or loaded machine makes time limits per example meaningless; the suite as a whole is timed instead. The
# examples are the same in every run, so that a run tells about the change at hand; BELLCRANK_EXPLORE=1 tries new ones.
settings.register_profile("bellcrank", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile("explore" if os.environ.get("BELLCRANK_EXPLORE") else "bellcrank")


@pytest.fixture(autouse=True)
def kernels_start_as_python() -> Iterator[None]:
    """A simulation switches compilation on for good; the next test does not inherit it."""
    kernel.compile_mode(False)
    yield
    kernel.compile_mode(False)


@pytest.fixture
def compiled() -> Iterator[None]:
    """Kernels are compiled during the test; it is skipped where compilation is switched off (NUMBA_DISABLE_JIT)."""
    kernel.compile_mode(True)
    if not kernel.compiling():
        pytest.skip("compilation is switched off")
    yield
    kernel.compile_mode(False)


QUIET = 0.009
"""Processor seconds of `yardstick` on an idle core of the machine on which the limits of the tests were chosen."""


def yardstick() -> float:
    """Processor seconds of a little work that is always the same."""
    start = time.process_time()
    sum(i * i for i in range(200_000))
    return time.process_time() - start


@pytest.fixture
def cpu_seconds() -> Callable[[Callable[[], object]], float]:
    """`cpu_seconds(work)`: processor seconds, the best of three; on a slower or busy core as if it were idle."""

    def measure(work: Callable[[], object]) -> float:
        best = float("inf")
        for _ in range(3):
            before, start = yardstick(), time.process_time()
            work()
            seconds = time.process_time() - start
            best = min(best, seconds / max(1.0, (before + yardstick()) / 2 / QUIET))
        return best

    return measure
