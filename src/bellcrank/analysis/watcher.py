"""A Watcher is told what happens during a run; the message file and the terminal are two of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bellcrank.analysis.eigen import Modes
from bellcrank.analysis.rest import Rest
from bellcrank.analysis.terms import Progress, Reason, TransientSettings
from bellcrank.errors import Message


@dataclass(frozen=True)
class Analysis:
    """An analysis about to run."""

    kind: str
    """Dynamic, ..."""
    start: float
    end: float
    step: float
    """The first step."""
    settings: TransientSettings
    tolerance: str
    """ERROR in words: of what it is a part."""
    outputs: int = 1
    """Output intervals, and their length where it is given."""
    dtout: float | None = None
    h_max: float = 0.0
    """The longest step."""


EASED = {
    ("REVOLUTE", "turning"): "SPHERICAL or UNIVERSAL",
    ("REVOLUTE", "moving"): "CYLINDRICAL",
    ("CYLINDRICAL", "turning"): "an INLINE primitive",
    ("TRANSLATIONAL", "turning"): "CYLINDRICAL or an INLINE primitive",
    ("TRANSLATIONAL", "moving"): "PLANAR or an INPLANE primitive",
    ("UNIVERSAL", "turning"): "SPHERICAL",
    ("HOOKE", "turning"): "SPHERICAL",
    ("SPHERICAL", "moving"): "an INLINE primitive",
    ("PLANAR", "turning"): "an INPLANE primitive",
    ("FIXED", "turning"): "REVOLUTE about that axis, or SPHERICAL",
    ("FIXED", "moving"): "TRANSLATIONAL along it",
}
"""Kind of a joint and what it need not resist -> joints that leave that free."""


@dataclass(frozen=True)
class Redundancy:
    """A constraint equation that follows from others and is left out."""

    equation: str
    """For instance Zi.Xj."""
    element: Any
    loop: tuple[Any, ...]
    """The elements it follows from; their reactions and that of `element` are not unique."""
    direction: str = ""
    """What all of them resist: turning about ground y."""

    def __str__(self) -> str:
        return self._told

    @cached_property
    def _told(self) -> str:
        titles = [other.title for other in self.loop if other is not self.element]
        source = "the other equations of the element" if self.loop else "nothing: it holds by itself"
        told = f"{self.element.title}, equation {self.equation}: follows from {', '.join(titles) or source}"
        told += " in every position" if titles else ""
        if not self.direction or not titles:
            return told
        load = "force" if self.direction.startswith("moving") else "torque"
        arbitrary = f"the {load} of each of them {self.direction.partition(' ')[2]} is arbitrary"
        return f"{told}; they already resist {self.direction}: {arbitrary}; {self.cure}"

    @property
    def cure(self) -> str:
        """Which joint to change, and into what."""
        kind = getattr(self.element, "kind", "")
        softer = EASED.get((kind, self.direction.split(" ")[0]))
        into = f" (make it {softer})" if softer else ""
        return f"let {self.element.title} leave that free{into}, or another joint of this loop"


class Watcher:
    """Every method may be left as it is: it does nothing."""

    def command(self, line: str) -> None:
        """A line of a command file was read."""

    def loaded(self, model: Any) -> None:
        """A model was read."""

    def say(self, message: Message) -> None:
        """Something is wrong or worth a word."""

    def text(self, lines: str) -> None:
        """An answer to a question (LIST, TIME, SHOW)."""

    def redundant(self, time: float, found: list[Redundancy]) -> None:
        """Constraint equations are left out."""

    def rested(self, rest: Rest) -> None:
        """A static equilibrium was found."""

    def linearised(self, modes: Modes) -> None:
        """Eigenvalues were found."""

    def begin(self, analysis: Analysis) -> None:
        """An analysis begins."""

    def progress(self, progress: Progress) -> None:
        """It goes on: every tenth of a second of computing. A KeyboardInterrupt raised here ends it cleanly."""

    def end(self, reason: Reason, progress: Progress) -> None:
        """It has ended."""
