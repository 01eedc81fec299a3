"""The table of a study: one row for each run, in the order of the points."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bellcrank.study.responses import Constraint
from bellcrank.study.task import DONE, Outcome
from bellcrank.study.variables import Point, wrong
from bellcrank.whole_files import write_whole

if TYPE_CHECKING:
    import pandas

OTHERS = ("success", "status", "time", "steps", "verdict", "message")
"""Columns behind variables, responses and constraints."""


@dataclass
class Table:
    """Columns by name: `run`, variables, responses, constraints, then OTHERS.

    success   the run came to its end and met all constraints
    """

    variables: list[str]
    responses: list[str]
    constraints: list[str]
    columns: dict[str, list[Any]] = field(default_factory=dict)
    indices: dict[str, Any] = field(default_factory=dict)
    """Sobol indices by response, where they were asked for."""
    best: int | None = None
    """The number of the best run of an optimisation."""

    @classmethod
    def of(
        cls, variables: Sequence[str], responses: Sequence[str], constraints: Mapping[str, str],
        points: Sequence[Point], outcomes: Sequence[Outcome],
    ) -> Table:  # fmt: skip
        """From points and what came out at them."""
        table = cls([*variables], [*responses], [*constraints])
        names = ["run", *table.variables, *table.responses, *table.constraints, *OTHERS]
        table.columns = {name: [] for name in names}
        rules = {name: Constraint(text) for name, text in constraints.items()}
        for n, (point, outcome) in enumerate(zip(points, outcomes, strict=True)):
            numbers = dict(zip(variables, point, strict=True))
            numbers |= {name: nan_of(outcome.values.get(name)) for name in responses}
            held = {name: outcome.status == DONE and rule.holds(numbers) for name, rule in rules.items()}
            success = outcome.status == DONE and all(held.values())
            others = (success, outcome.status, outcome.time, outcome.steps, outcome.verdict, outcome.message)
            for name, value in zip(names, (n + 1, *numbers.values(), *held.values(), *others), strict=True):
                table.columns[name].append(value)
        return table

    def __len__(self) -> int:
        return len(self.columns.get("run", ()))

    def __getitem__(self, name: str) -> np.ndarray:
        """A column."""
        if name not in self.columns:
            raise wrong(f"The table has no column {name!r}.", f"known: {', '.join(self.columns)}.")
        return np.array(self.columns[name])

    def rows(self) -> Iterator[dict[str, Any]]:
        """Row by row."""
        for values in zip(*self.columns.values(), strict=True):
            yield dict(zip(self.columns, values, strict=True))

    @property
    def failed(self) -> int:
        """How many runs failed."""
        return sum(status != DONE for status in self.columns.get("status", ()))

    def to_pandas(self) -> pandas.DataFrame:
        """As a table of pandas, runs as index."""
        import pandas

        return pandas.DataFrame(self.columns).set_index("run")

    def csv(self) -> str:
        """As text; numbers with all their digits."""
        file = io.StringIO()
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(self.columns)
        for values in zip(*self.columns.values(), strict=True):
            writer.writerow(["" if isinstance(v, float) and math.isnan(v) else v for v in values])
        return file.getvalue()

    def save(self, path: str | Path) -> Path:
        """Write a .csv or .parquet file."""
        path = Path(path)
        if path.suffix.lower() == ".csv":
            write_whole(path, self.csv().encode())
        elif path.suffix.lower() == ".parquet":
            write_whole(path, self._parquet())
        else:
            raise wrong(f"{path.name}: a table is written as .csv or .parquet.")
        return path

    def _parquet(self) -> bytes:
        try:
            import pyarrow
            import pyarrow.parquet as parquet
        except ImportError:
            raise wrong(
                "Parquet files need the package pyarrow.", "pip install bellcrank[data], or use .csv."
            ) from None
        file = io.BytesIO()
        parquet.write_table(pyarrow.table(self.columns), file, compression="zstd")
        return file.getvalue()


def nan_of(value: float | None) -> float:
    """A number that may be missing."""
    return math.nan if value is None else float(value)
