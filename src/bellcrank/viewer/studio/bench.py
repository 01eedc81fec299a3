"""A model on the bench: change a number, run it again, save it.

    bench = Bench(model, end=2.0, steps=400)
    bench.change({"spring.k": 90.0})        # a change that makes no sense is taken back
    scene = bench.run()

The model is lowered once; from then on a changed number is put into the tables of the compiled system.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bellcrank.analysis.changes import set_argument
from bellcrank.analysis.session import Session
from bellcrank.analysis.simulate import simulate
from bellcrank.errors import ConvergenceError, Message, ModelError, Report
from bellcrank.model.references import check_expressions
from bellcrank.scene import Scene, scene_from
from bellcrank.scene import contract as c
from bellcrank.viewer.studio import numbers
from bellcrank.viewer.studio.additions import End, added

if TYPE_CHECKING:
    from bellcrank.model import Model
    from bellcrank.results import Results

MOST_OUTPUTS = 20_000


class Bench:
    """See the module docstring. `sliders` are keys of numbers, with a range where the user gave one."""

    def __init__(
        self,
        model: Model,
        end: float,
        steps: int = 400,
        sliders: Mapping[str, tuple[float, float] | None] | None = None,
        folder: Path | None = None,
        name: str = "model",
    ) -> None:
        self.model, self.folder, self.name = model, folder or Path.cwd(), name
        self.set_times(end, steps)
        self.chosen: dict[str, tuple[float, float] | None] = {}
        """Keys of the numbers with sliders, and their ranges."""
        if sliders:
            self.chosen.update({numbers.find(model, key).key: span for key, span in sliders.items()})
        else:
            self.chosen.update({at.key: None for at in numbers.first_choice(model)})
        self.additions: list[list[Any]] = []
        """Elements that were added, with their markers, in their order."""
        self.results: Results | None = None

    def set_times(self, end: float, steps: int) -> None:
        """How long to simulate, with how many outputs."""
        if not (math.isfinite(end) and end > 0.0):
            raise ModelError(Message("error", "E104", f"The end time {end} is not after 0.", cure="give another one."))
        if not 1 <= steps <= MOST_OUTPUTS:
            cure = f"give 1 to {MOST_OUTPUTS}."
            raise ModelError(Message("error", "E104", f"{steps} outputs cannot be shown at once.", cure=cure))
        self.end, self.steps = float(end), int(steps)

    def change(self, values: Mapping[str, float]) -> None:
        """Give numbers other values; all of them or, where one makes no sense, none."""
        places = {numbers.find(self.model, key): float(value) for key, value in values.items()}
        before = {at.element: dict(at.element.__dict__) for at in places}
        try:
            for at, value in places.items():
                numbers.set_value(at, value)
            self._check(before)
        except ModelError:
            _take_back(before)
            raise

    def _check(self, changed: Mapping[Any, Any]) -> None:
        wrong = [
            message
            for element in changed
            for message in (*element.check(self.model), *check_expressions(element, self.model))
            if message.severity == "error"
        ]
        if wrong:
            raise ModelError(Report(wrong))

    def edit(self, element: str, argument: str, text: str) -> None:
        """Give any argument another value, as it would stand in a dataset."""
        set_argument(Session(self.model), f"{element}.{argument}={text}")

    def add(self, kind: str, ends: Sequence[End], values: Mapping[str, Any] | None = None) -> Any:
        """Put a spring, force or joint between two points of parts; the result is the element."""
        new = added(self.model, kind, ends, values or {})
        self.additions.append(new)
        return new[-1]

    def undo(self) -> None:
        """Take the last addition away."""
        if not self.additions:
            raise ModelError(Message("error", "E104", "Nothing was added.", cure="add something first."))
        self.model.remove(*reversed(self.additions.pop()))

    def run(self) -> Scene:
        """Simulate and give the picture; a run that fails on its way is shown up to there, and says so."""
        try:
            results = simulate(self.model, self.end, self.steps)
        except ConvergenceError as failure:
            if failure.results is None or not len(failure.results):
                raise
            results = failure.results
        self.results = results
        scene = scene_from(self.model, results)
        scene.header.studio = self.described()
        return scene

    def described(self, token: str = "") -> c.Studio:
        """The numbers as they are now."""
        found = [numbers.described(self.model, at, at.key in self.chosen) for at in numbers.addresses(self.model)]
        for number in found:
            span = self.chosen.get(number.key)
            if span is not None:
                number.low, number.high = span
        functions = list(numbers.functions(self.model))
        return c.Studio(token, f"{self.name}-studio.adm", self.end, self.steps, found, functions)

    def save(self, name: str, overwrite: bool = False) -> Path:
        """Write the model as a dataset into the folder of the model; a name, no path."""
        plain = Path(name.strip()).name
        if plain != name.strip() or plain.startswith(".") or Path(plain).suffix.lower() != ".adm":
            cure = "give a file name that ends in .adm, without a folder."
            raise ModelError(Message("error", "E104", f"{name!r} is no name for a dataset.", cure=cure))
        path = self.folder / plain
        if path.exists() and not overwrite:
            cure = "take another name, or overwrite it."
            raise FileExists(Message("error", "E104", f"{plain} is already there.", cure=cure))
        self.model.write(path)
        return path


class FileExists(ModelError):
    """The dataset would replace another file."""


def _take_back(before: Mapping[Any, dict[str, Any]]) -> None:
    for element, values in before.items():
        element.__dict__.clear()
        element.__dict__.update(values)
