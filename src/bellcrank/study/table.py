"""The table of a study: one row for each run, in the order of the points."""

from __future__ import annotations

import csv
import html
import importlib
import io
import math
import re
from collections import Counter
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
SHOWN = 20
"""Rows that are shown of a table."""
_NUMBER = re.compile(r"[-+]?\d+\.?\d*(?:e[-+]?\d+)?")


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
    units: dict[str, str] = field(default_factory=dict)
    """Of variables and responses, where they are known."""
    title: str = ""
    """Of the model."""

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

    def reasons(self) -> list[tuple[int, str]]:
        """Why runs failed: how many, and the message of the first of them; messages that differ only in numbers
        (the time of the stop) are one reason. The most frequent comes first.
        """
        messages = [str(text) for text in self.columns.get("message", ()) if text]
        kinds = [_NUMBER.sub("#", text) for text in messages]
        return [(count, messages[kinds.index(kind)]) for kind, count in Counter(kinds).most_common()]

    def told(self) -> str:
        """How many runs there are, how many failed, and why, in one line."""
        if not self.failed:
            return f"{len(self)} runs, none failed, {int(self['success'].sum())} successes"
        reasons = self.reasons()
        if self.failed == len(self) and len(reasons) == 1:
            return f"all {len(self)} runs failed for one reason: {reasons[0][1]}"
        why = "; ".join(f"{count}: {text}" for count, text in reasons[:3])
        good = int(self["success"].sum())
        return f"{len(self)} runs, {self.failed} failed ({why}), {good} successes"

    def plot(self, response: str = "", x: str = "", y: str = "", path: str | Path | None = None) -> Any:
        """A matplotlib figure, which a notebook shows: a response over a variable `x`, or over two as a map.

        Without a response all variables and responses against each other; "success" is the map of successes.

        path    also write it there (.png, .svg, .pdf)
        """
        known = [*self.variables, *self.responses]
        for name in (response, x, y):
            if name and name not in known and name != "success":
                raise wrong(f"The table has no variable or response {name!r}.", f"known: {', '.join(known)}.")
        draw = importlib.import_module("bellcrank.plots.study")
        return draw.success(self, x, y, path) if response == "success" else draw.draw(self, response, x, y, path)

    def __repr__(self) -> str:
        return f"<Table: {self.told()}; columns {', '.join(self.columns)}>"

    def __str__(self) -> str:
        """The first rows: variables, responses, constraints."""
        names = ["run", *self.variables, *self.responses, *self.constraints, *(["status"] if self.failed else [])]
        cells = [names, [self.units.get(name, "") for name in names]] if self.units else [names]
        for values in list(zip(*(self.columns[name] for name in names), strict=True))[:SHOWN]:
            cells.append([f"{v:.6g}" if isinstance(v, float) else str(v) for v in values])
        widths = [max(len(row[n]) for row in cells) for n in range(len(names))]
        lines = ["  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)) for row in cells]
        more = [f"and {len(self) - SHOWN} more rows"] if len(self) > SHOWN else []
        return "\n".join([*(line.rstrip() for line in lines), *more, self.told()])

    def _repr_html_(self) -> str:
        """What a notebook shows: a line and the first rows."""
        words = [f"{name} [{self.units[name]}]" if name in self.units else name for name in self.columns]
        head = "".join(f"<th>{html.escape(word)}</th>" for word in words)
        rows = [
            "".join(f"<td>{html.escape(f'{v:.6g}' if isinstance(v, float) else str(v))}</td>" for v in values)
            for values in list(zip(*self.columns.values(), strict=True))[:SHOWN]
        ]
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        more = f"<p>and {len(self) - SHOWN} more</p>" if len(self) > SHOWN else ""
        return f"<p>{html.escape(self.told())}</p><table><tr>{head}</tr>{body}</table>{more}"

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
