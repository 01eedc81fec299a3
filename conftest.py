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


BY_THE_MACHINE = {"browser", "cpu_seconds"}
"""Fixtures of tests whose result is also the machine's: a browser without a graphics card, processor time."""
BY_OTHER_PROCESSES = {
    "test_attack.py",
    "test_big_res.py",
    "test_cache.py",
    "test_file_settings.py",
    "test_growth.py",
    "test_interrupted.py",
    "test_limits.py",
    "test_live.py",
    "test_memory.py",
    "test_peers.py",
    "test_real_files.py",
    "test_run_view.py",
    "test_sealed.py",
    "test_server.py",
    "test_simulate_again.py",
    "test_sizes.py",
    "test_spoiled_files.py",
    "test_stopping.py",
    "test_study.py",
    "test_warm_process.py",
}
"""Files with tests that kill, follow, time or weigh processes."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """On a loaded machine a clock may strike at any moment. A test that looks at one is tried twice more before it
    fails, and the summary names it (RERUN); numbers of mechanics have no second try."""
    for item in items:
        if BY_THE_MACHINE & set(getattr(item, "fixturenames", ())) or item.path.name in BY_OTHER_PROCESSES:
            item.add_marker(pytest.mark.flaky(reruns=2))


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
