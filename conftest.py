"""Settings of the whole test suite."""

import os
from collections.abc import Iterator

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
