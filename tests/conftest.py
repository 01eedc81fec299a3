"""What the tests of whole models share: the models, the formulations, the reference data beside the project."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import bellcrank as bc
from bellcrank.analysis.simulate import simulate
from bellcrank.results import Results

MODELS = Path(__file__).resolve().parent / "models"
SHARED = Path(__file__).resolve().parents[1] / ".." / "shared"


@pytest.fixture(scope="session")
def model() -> Callable[[str], bc.Model]:
    """`model("four_bar")`: the dataset tests/models/four_bar.adm."""
    return lambda name: bc.read(MODELS / f"{name}.adm")


@pytest.fixture(scope="module", params=["SI2", "I3"])
def formulation(request: pytest.FixtureRequest) -> str:
    """Every model is integrated with both."""
    return str(request.param)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference data; it is not part of the project."""
    if not (SHARED / "reference" / "data").is_dir():
        pytest.skip("the reference data (../shared/reference/data) are not here")
    return SHARED


class Runs:
    """Runs of models, each made once: `runs("andrews", end=0.03, error=1e-9)`."""

    def __init__(self, formulation: str) -> None:
        self.formulation = formulation
        self._made: dict[tuple[object, ...], Results] = {}

    def __call__(self, name: str, end: float, steps: int, error: float) -> Results:
        key = (name, end, steps, error)
        if key not in self._made:
            model = bc.read(MODELS / f"{name}.adm")
            self._made[key] = simulate(model, end, steps, error=error, formulation=self.formulation)
        return self._made[key]


@pytest.fixture(scope="module")
def runs(formulation: str) -> Runs:
    """Runs of the models in tests/models with one formulation, shared by the tests of a file."""
    return Runs(formulation)


@pytest.fixture(scope="session")
def at() -> Callable[..., np.ndarray]:
    """`at(run, 0.5, "REQ_1.F2", "REQ_1.F3")`: values of channels at an output time."""

    def values(run: Results, time: float, *channels: str) -> np.ndarray:
        row = int(np.argmin(np.abs(run.time - time)))
        assert run.time[row] == pytest.approx(time, abs=1e-9), "not an output time"
        return np.array([run[channel][row] for channel in channels])

    return values
