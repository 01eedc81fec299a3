"""Results: named columns over time, with units.

    run.time; run["PART_2.X"]; run.units("PART_2.X"); run.channels; run.entities
    run.evaluate("sqrt(PART_2.VX**2 + PART_2.VY**2)")
    run.error("PART_2.X"); run.trust          # of a run with verify=True
    run.save("x.csv"); run.to_pandas(); run.to_xarray(); run.plot("PART_2.X"); run.view()

All values are one array of float64, one row per output time, the time in column 0. Those of a large file stay in the
file (`rows.FileRows`) until `values` is asked for; channels are read as they are needed.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import Message, ResultsError
from . import expressions
from .calculus import Extremes, extremes
from .entity import Entity, Event, Segment, distinct
from .estimate import Estimate, estimate_of
from .expression_units import unit_of
from .names import Names
from .rows import LARGE, FileRows, blocks, columns

if TYPE_CHECKING:
    import pandas
    import xarray

Array = NDArray[np.float64]


class Results:
    """The output of a run, or a file of results.

    entities: what the columns belong to, in column order
    values:   (n_rows, 1 + n_channels), time first
    attrs:    title, dataset (text of the model), units (length, mass, time, force, angle), analysis, statistics, audit,
              messages, end_reason, non_unique (channels whose reaction is not unique because of redundant constraints),
              input (one row: the model as read), events, verify (analysis/verify.py); all optional
    segments: rows of each analysis; default one
    """

    def __init__(
        self,
        entities: Sequence[Entity],
        values: ArrayLike | FileRows,
        attrs: Mapping[str, Any] | None = None,
        segments: Sequence[Segment] | None = None,
    ) -> None:
        self.entities = distinct(entities)
        self.names = Names(self.entities)
        self._rows: Array | FileRows = values if isinstance(values, FileRows) else np.asarray(values, dtype=float)
        if len(self._rows.shape) != 2 or self._rows.shape[1] != 1 + len(self.names.channels):
            raise ValueError(f"{1 + len(self.names.channels)} columns expected, the values are {self._rows.shape}")
        self._time: Array | None = None
        self.attrs: dict[str, Any] = dict(attrs or {})
        kind = str(self.attrs.get("analysis") or "dynamic")
        whole = [Segment(kind, 0, len(self._rows))] if len(self._rows) else []
        self.segments = [Segment(*s) for s in segments] if segments is not None else whole

    @property
    def rows(self) -> Array | FileRows:
        """The numbers, in memory or in their file."""
        return self._rows

    @property
    def values(self) -> Array:
        """All numbers as one array (n_rows, 1 + n_channels); a large file is read into memory here."""
        if isinstance(self._rows, FileRows):
            self._rows = self._rows.read(0, len(self._rows))
        return self._rows

    def blocks(self, start: int = 0, stop: int | None = None) -> Iterator[Array]:
        """The rows, some megabytes at a time."""
        return blocks(self._rows, start, stop)

    @property
    def time(self) -> Array:
        """The output times, ascending; a time repeats where one analysis follows another."""
        if not isinstance(self._rows, FileRows):
            return self._rows[:, 0]
        if self._time is None:
            self._time = columns(self._rows, [0])[:, 0]
        return self._time

    @property
    def channels(self) -> list[str]:
        """The names of all columns but the time."""
        return self.names.channels

    @property
    def events(self) -> list[Event]:
        """What happened during the run."""
        return [Event(e["time"], e["kind"], e["element"], e["text"]) for e in self.attrs.get("events", [])]

    @property
    def non_unique(self) -> set[str]:
        """The channels whose value redundant constraints leave undetermined."""
        return {str(name) for name in self.attrs.get("non_unique", ())}

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def __getitem__(self, name: str) -> Array:
        """The values of a channel at all times, or of an expression of channels."""
        if name not in self.names and any(sign in name for sign in "(+* ") and expressions.is_arithmetic(name):
            return self.evaluate(name)
        column = self.names.column(name)
        if isinstance(self._rows, FileRows):
            return columns(self._rows, [column])[:, 0] if column else self.time
        return self._rows[:, column]

    def __repr__(self) -> str:
        title = f"{self.attrs['title']!r}, " if self.attrs.get("title") else ""
        span = f"time {self.time[0]:g} to {self.time[-1]:g}" if len(self) else "no rows"
        return f"<Results {title}{len(self)} rows, {len(self.channels)} channels, {span}>"

    def _repr_html_(self) -> str:
        """The results in a notebook: what they are, and the range of the first channels."""
        from html import escape

        most = 12
        rows = "".join(
            f"<tr><td>{escape(e.name)}</td><td>{e.minimum:.6g}</td><td>{e.maximum:.6g}</td><td>{e.final:.6g}</td>"
            f"<td>{escape(e.units)}</td></tr>"
            for e in (self.summary(self.channels[:most]) if len(self) else ())
        )
        more = f"<p>and {len(self.channels) - most} more channels</p>" if len(self.channels) > most else ""
        head = "<tr><th>channel</th><th>min</th><th>max</th><th>last</th><th>unit</th></tr>"
        return f"<p>{escape(repr(self)[1:-1])}</p><table>{head}{rows}</table>{more}"

    @overload
    def at(self, time: float) -> dict[str, float]: ...

    @overload
    def at(self, time: float, channel: str) -> float: ...

    def at(self, time: float, channel: str | None = None) -> dict[str, float] | float:
        """The values at a time, by channel, or one of them; between outputs on a straight line.

        >>> run.at(0.5)["PART_2.X"], run.at(0.5, "PART_2.X")        # doctest: +SKIP
        """
        t = self.time
        if not isinstance(time, Real) or not len(t) or not t[0] <= time <= t[-1]:
            span = f"from {t[0]:g} to {t[-1]:g}" if len(t) else "nowhere, they are empty"
            cure = f"the results go {span}; the time comes first, then a channel."
            raise ResultsError(Message("error", "E908", f"There is no time {time!r}.", cure=cure))
        if channel is not None:
            return float(np.interp(time, t, self.evaluate(channel)))
        return {name: float(np.interp(time, t, self[name])) for name in self.channels}

    def units(self, name: str) -> str:
        """The unit of a channel or expression, as text ("mm/sec**2"); "" where it has none."""
        time = str(self.attrs.get("units", {}).get("time", "sec"))
        if name not in self.names and expressions.is_arithmetic(name):
            return unit_of(name, self.units, time)
        column = self.names.column(name)
        return self.names.units[column - 1] if column else time

    def evaluate(self, expression: str) -> Array:
        """The values of a channel, or of an arithmetic expression of channels, at all times."""
        if expression in self.names:
            return self[expression]
        return expressions.evaluate(expression, self.__getitem__, self.time)

    def pick(self, channels: Iterable[str], rows: NDArray[np.intp] | None = None) -> Results:
        """The same run with some channels only; patterns such as "PART_2.*" are understood. `rows`: and some rows."""
        wanted = {self.names.column(c) for c in self.names.select(channels)}
        entities, kept, first = [], [0], 1
        for entity in self.entities:
            keep = [k for k in range(len(entity.components)) if first + k in wanted]
            if keep:
                entities.append(entity.pick(keep))
                kept += [first + k for k in keep]
            first += len(entity.components)
        attrs = dict(self.attrs)
        if attrs.get("input") is not None:
            attrs["input"] = [attrs["input"][c] for c in kept]
        return Results(entities, columns(self._rows, kept, rows), attrs, self.segments if rows is None else None)

    @property
    def verdict(self) -> str:
        """What the audit of the run says, in one word: good, doubtful, wrong; "" for results without an audit."""
        return str((self.attrs.get("audit") or {}).get("verdict", "")).partition(":")[0]

    def error(self, name: str) -> Estimate:
        """The error of a channel of a run with verify=True: `.error` in its unit, `.time` of the largest, `.relative`.

        The true error is at most about twice that; see docs/theory/trust.md.
        """
        column = self.names.column(name)
        return estimate_of(self.attrs, self.channels[column - 1]) if column else Estimate(0.0, 0.0, 0.0)

    @property
    def trust(self) -> str:
        """What verifying the run has shown: "converged: ..." or "not converged: ..."; "" when it was not verified."""
        return str((self.attrs.get("verify") or {}).get("text", ""))

    def segment(self, number: int) -> Results:
        """The rows of one analysis, as results of their own."""
        part = self.segments[number]
        held = self._rows
        rows = held.read(part.start, part.stop) if isinstance(held, FileRows) else held[part.start : part.stop]
        return Results(self.entities, rows, dict(self.attrs, analysis=part.kind), [Segment(part.kind, 0, len(rows))])

    def summary(self, channels: Iterable[str] | None = None) -> list[Extremes]:
        """Minimum, maximum (and when), mean, root mean square and last value of channels; of all by default."""
        names = self.channels if channels is None else self.select(channels)
        if isinstance(self._rows, FileRows) and all(name in self.names for name in names):
            few = max(1, LARGE // (8 * max(len(self), 1)))  # channels that one pass over the file reads
            groups = [self.pick(names[k : k + few]) for k in range(0, len(names), few)]
            return [extremes(n, g.units(n), g.time, g[n]) for g in groups for n in g.channels]
        return [extremes(name, self.units(name), self.time, self.evaluate(name)) for name in names]

    def select(self, wanted: Iterable[str]) -> list[str]:
        """Channels named, channels meant by patterns such as "PART_2.*", and expressions as they are."""
        found: list[str] = []
        for text in wanted:
            arithmetic = text not in self.names and expressions.is_arithmetic(text)
            found += [text] if arithmetic else self.names.select([text])
        return list(dict.fromkeys(found))

    def save(self, path: str | Path, **options: Any) -> Path:
        """Write a file; the suffix decides the format (.h5, .csv, .parquet, .res, .req, .gra, .out)."""
        from .files import save

        return save(self, path, **options)

    def to_pandas(self) -> pandas.DataFrame:
        """A table with the time as index; `attrs["units"]` holds the unit of each column."""
        import pandas

        frame = pandas.DataFrame(self.values[:, 1:], index=pandas.Index(self.time, name="time"), columns=self.channels)
        frame.attrs["units"] = {name: self.units(name) for name in self.channels}
        return frame

    def to_xarray(self) -> xarray.Dataset:
        """A dataset with one variable per channel, each with its unit."""
        import xarray

        columns = {c: ("time", self[c], {"units": self.units(c)}) for c in self.channels}
        coordinates = {"time": ("time", self.time, {"units": self.units("TIME")})}
        return xarray.Dataset(columns, coordinates, {"title": self.attrs.get("title", "")})

    def plot(
        self,
        *channels: str,
        x: str = "",
        kind: str = "time",
        overlay: Sequence[Results] = (),
        names: Sequence[str] = (),
        title: str | None = None,
        path: str | Path | None = None,
        size: tuple[float, float] | None = None,
    ) -> Any:
        """A matplotlib figure of channels (names, patterns, expressions), which a notebook shows.

        x        what the horizontal axis shows instead of the time
        kind     "time", "fft" (amplitudes) or "psd" (power density)
        overlay  further runs; names: what the legend calls the runs
        path     also write it there (.png, .svg, .pdf)
        size     width and height in inches
        """
        draw = importlib.import_module("bellcrank.plots").plot
        return draw(
            self, *channels, x=x, kind=kind, overlay=overlay, names=names, title=title, path=path, size=size
        )  # fmt: skip

    def view(
        self,
        path: str | Path = "report.html",
        model: Any = None,
        *,
        height: int = 640,
        others: Mapping[str, Results] | None = None,
    ) -> Any:
        """The report: one page with animation and plots, written to `path`; a notebook shows it, `.open()` a browser.

        model   where the results hold no model of their own (files of other programs)
        height  pixels in a notebook
        others  further runs by name, to be compared with this one: `run.view(others={"stiff": run2})`
        """
        return importlib.import_module("bellcrank.viewer").view(self, path, model, height, others)

    def snapshot(
        self,
        path: str | Path = "run.png",
        times: int | Sequence[float] = 6,
        model: Any = None,
        *,
        angle: str = "best",
        size: tuple[int, int] | None = None,
        strobe: bool = False,
        seconds: float = 0.0,
        dark: bool = False,
    ) -> Path:
        """Frames of the mechanism as one picture (.png), or the run as an animation (.gif).

        times    chosen times, or a number of evenly spaced ones
        model    where the results hold no model of their own (files of other programs)
        angle    "best", "iso", "front", "right" or "top"
        size     pixels of one frame, width and height
        strobe   all frames in one picture, the earlier ones faint
        seconds  how long an animation lasts; 0: real time, within 1 to 10 seconds
        """
        draw = importlib.import_module("bellcrank.plots.pictures").draw
        written: Path = draw(
            self, path, times, model, angle=angle, size=size, strobe=strobe, seconds=seconds, dark=dark
        )  # fmt: skip
        return written
