"""What a transient analysis is asked for, and what it tells: settings, why it ended, what it cost, how far it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class Reason(Enum):
    """Why a run ended."""

    DONE = "the end time was reached"
    STOPPED = "stopped by the user"
    STEP_TOO_SMALL = "the step size fell below its smallest value"
    NOT_FINITE = "a function expression gave no number"
    SINGULAR = "the equations have no unique solution here"
    RETURNED = "a sensor ended the simulation"
    HALTED = "a sensor ended the run"


@dataclass(frozen=True)
class TransientSettings:
    """Settings of a transient analysis; None: from the model."""

    error: float = 1e-6
    absolute: bool = False
    """ERROR is that of an INTEGRATOR statement: in the file's own unit of length, not a part of a size."""
    formulation: str = "SI2"
    h_init: float | None = None
    h_max: float | None = None
    h_min: float | None = None
    k_max: int | None = None
    max_iterations: int = 10
    method: str = "GSTIFF"
    """Of registry.INTEGRATORS."""
    alpha: float = -0.3
    """HHT."""
    beta: float = 0.36
    gamma: float = 0.7
    """NEWMARK."""
    may_change: bool = False
    """The method is our choice: GSTIFF takes over where it is not the quickest any more."""
    instead_of: str = ""
    """The method that the dataset asks for where it is not there: GSTIFF integrates instead, with a warning."""

    @property
    def kinematic(self) -> bool:
        """Nothing is integrated: the constraints leave no freedom."""
        return self.method == "KINEMATIC"

    @property
    def places_only(self) -> bool:
        """ERROR of a dataset with HHT or NEWMARK and I3 counts for displacements alone, as in Adams."""
        return self.absolute and self.formulation == "I3" and self.method in ("HHT", "NEWMARK")

    @property
    def weights(self) -> tuple[float, float, float]:
        """f, g, b of integrators/newmark.py."""
        if self.method == "NEWMARK":
            return 0.0, self.gamma, self.beta
        return -self.alpha, 0.5 - self.alpha, 0.25 * (1.0 - self.alpha) ** 2

    def unit(self, length: float) -> float:
        """The length of which ERROR is a part: the model's, or one unit of the file where that is less."""
        return min(1.0, length) if self.absolute else length

    def relative(self, length: float) -> float:
        """ERROR as a part of the model's length."""
        return self.error * self.unit(length) / length

    def tolerance(self, length: float, label: str) -> str:
        """ERROR in words; `label` is the unit of length."""
        if self.kinematic:
            return "constraints closed to rounding"
        if not self.absolute:
            return f"error {self.error:.1e} of the size of each part (the model: {length:.3g} {label})"
        return f"error {self.error:.1e} {label} and rad (ERROR of INTEGRATOR)"


@dataclass
class Statistics:
    """What a run cost."""

    steps: int = 0
    rejected_error: int = 0
    rejected_newton: int = 0
    iterations: int = 0
    matrices: int = 0
    residuals: int = 0
    cpu: float = 0.0
    orders: list[int] = field(default_factory=lambda: [0] * 12)
    """Steps taken with order 1 to 12."""
    unsettled: int = 0
    """Rows of results whose accelerations and reactions did not settle."""


@dataclass
class Progress:
    """How far a run is."""

    time: float
    end: float
    step: float
    order: int
    statistics: Statistics
