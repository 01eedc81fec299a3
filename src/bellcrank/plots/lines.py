"""`plot`: channels over time or over each other, their spectra, several runs on top of each other.

    plot(run, "PART_2.X", "PART_2.VX")                     two units: the second on the right axis
    plot(run, "PART_2.*")                                  more units: one panel each
    plot(run, "PART_2.Y", x="PART_2.X")                    a path; equal scales where the units are equal
    plot(run, "sqrt(J.FX**2+J.FY**2)", overlay=[other])    expressions; another run, its units converted
    plot(run, "PART_2.ACCX", kind="fft")                   amplitude spectrum; kind="psd": power density

Reactions that redundant constraints leave undetermined are dashed and say so in the legend.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import Message, ResultsError
from ..results import Results
from ..results.compare import match
from ..results.expression_units import unit_text
from ..results.expressions import channels_in
from ..results.noise import NOISE
from ..results.units import conversion
from . import spectrum
from .style import OVERLAY_DASHES, matplotlib, new_figure, pretty, quantity, save_figure, style, with_unit

Array = NDArray[np.float64]
MOST_EVENTS = 20
PANEL_HEIGHT = 2.2
LEGEND_WIDTH = 95
MOST_LOOKED_AT = 20_000_000
"""Numbers of a unit that are looked at to know what is rounding."""
"""Letters that fit above a panel."""


@dataclass(frozen=True)
class Trace:
    """One line of a picture."""

    label: str
    unit: str
    x: Array
    y: Array
    run: int
    doubtful: bool


def plot(
    run: Results,
    *channels: str,
    x: str = "",
    kind: str = "time",
    overlay: Sequence[Results] = (),
    names: Sequence[str] = (),
    title: str | None = None,
    path: str | Path | None = None,
    size: tuple[float, float] | None = None,
) -> Any:
    """Draw channels (names, patterns, expressions) and give the matplotlib figure; with `path` also write it.

    x:       what the horizontal axis shows instead of the time
    kind:    "time", "fft" (amplitudes) or "psd" (power density)
    overlay: further runs; names: what the legend calls the runs
    size:    width and height in inches; default 9 by 5.5, higher for many panels
    """
    if kind not in ("time", "fft", "psd"):
        raise ResultsError(Message("error", "E908", f"there is no plot of kind {kind!r}", cure="use time, fft or psd"))
    matplotlib()
    traces = collect(run, channels, x, overlay)
    traces = [replace(trace, y=_without_noise(run, trace)) for trace in traces]
    if kind != "time":
        traces = [_transformed(trace, kind, run.units("TIME")) for trace in traces]
    with style():
        figure = new_figure(size or (9.0, max(5.5, PANEL_HEIGHT * _panel_count(traces))))
        panels = _draw(figure, traces, [run, *overlay], names, kind)
        _label(panels, run, x, kind, traces)
        figure.suptitle(run.attrs.get("title", "") if title is None else title, fontsize=11.5, fontweight="bold")
        if path is not None:
            save_figure(figure, Path(path))
    return figure


def collect(run: Results, channels: Sequence[str], x: str, overlay: Sequence[Results]) -> list[Trace]:
    """The lines of all runs, in the units of the first."""
    wanted = run.select(channels or ("*",))
    traces = []
    for number, other in enumerate([run, *overlay]):
        horizontal = (
            _column(run, other, x)[0] if x else other.time * (conversion(other.units("TIME"), run.units("TIME")) or 1.0)
        )
        for channel in wanted:
            values, unit, doubtful = _column(run, other, channel)
            traces.append(Trace(channel, unit, horizontal, values, number, doubtful))
    return traces


def _column(run: Results, other: Results, expression: str) -> tuple[Array, str, bool]:
    """Values in the unit of the first run, that unit, and whether a reaction that is not unique is involved."""
    used = [expression] if expression in run.names else channels_in(expression)
    doubtful = any(name in other.names and _own(other, name) in other.non_unique for name in used)
    if expression not in run.names:
        return other.evaluate(expression), run.units(expression), doubtful
    unit = run.units(expression)
    if other is run or expression.upper() == "TIME":
        return other[expression], unit, doubtful
    pairs, missing, _ = match(run, other, [expression])
    if missing:
        other.names.column(expression)
    its = pairs[0][1]
    factor = conversion(other.units(its), unit) if unit and other.units(its) else 1.0
    if factor is None:
        what = f"{its} of the overlaid run is in {other.units(its)}, {expression} in {unit}"
        raise ResultsError(Message("error", "E908", what, why="the two cannot share an axis"))
    return other[its] * factor, unit, _own(other, its) in other.non_unique


def _without_noise(run: Results, trace: Trace) -> Array:
    """The values of a channel; zeros where they are what rounding has left of zero (results/noise.py)."""
    alike = [name for name in run.channels if run.units(name) == trace.unit]
    if trace.label not in run.names or len(run) * len(alike) > MOST_LOOKED_AT or not trace.y.size:
        return trace.y
    most = max((float(np.abs(run[name]).max()) for name in alike), default=0.0)
    return np.zeros_like(trace.y) if np.abs(trace.y).max() < NOISE * most else trace.y


def _own(run: Results, name: str) -> str:
    """The channel's own name."""
    column = run.names.column(name)
    return run.channels[column - 1] if column else "TIME"


def _transformed(trace: Trace, kind: str, time_unit: str) -> Trace:
    if kind == "fft":
        frequency, height = spectrum.amplitude(trace.x, trace.y)
        return replace(trace, x=frequency, y=height)
    frequency, height = spectrum.density(trace.x, trace.y)
    unit = unit_text({trace.unit: 2.0, time_unit: 1.0}) if trace.unit else time_unit
    return replace(trace, x=frequency, y=height, unit=unit)


def _panel_count(traces: list[Trace]) -> int:
    """Two units share a panel, more get one each."""
    units = len({trace.unit for trace in traces})
    return units if units > 2 else 1


def _draw(figure: Any, traces: list[Trace], runs: Sequence[Results], names: Sequence[str], kind: str) -> Any:
    """Lines and legends; gives the panels from top to bottom."""
    units = list(dict.fromkeys(trace.unit for trace in traces))
    panels = figure.subplots(_panel_count(traces), 1, sharex=True, squeeze=False)[:, 0]
    axes = dict(zip(units, panels, strict=False))
    if len(units) == 2:
        axes[units[1]] = panels[0].twinx()
        axes[units[1]].grid(False)
    colours: dict[str, str] = {}
    for group in [[unit] for unit in units] if len(panels) > 1 else [units]:
        labels = dict.fromkeys(t.label for t in traces if t.unit in group)
        colours |= {label: f"C{k % 8}" for k, label in enumerate(labels)}
    for trace in traces:
        dash = "--" if trace.doubtful else OVERLAY_DASHES[trace.run % len(OVERLAY_DASHES)]
        text = _legend_text(trace, runs, names)
        axes[trace.unit].plot(trace.x, trace.y, color=colours[trace.label], linestyle=dash, label=text)
    for unit, axis in axes.items():
        axis.set_ylabel(_axis_text(traces, unit, kind))
        if kind == "psd":
            axis.set_yscale("log")
    for panel in panels:
        handles = [h for axis in axes.values() if axis is panel or len(units) == 2 for h in axis.get_lines()]
        if len(handles) > 1 or any(t.doubtful for t in traces):
            _legend(panel, handles, _powers_of_ten(axes.values()))
    if len(units) == 2:
        for axis in axes.values():
            colour = {line.get_color() for line in axis.get_lines()}
            axis.yaxis.label.set_color(colour.pop() if len(colour) == 1 else "black")
    return panels


def _powers_of_ten(axes: Iterable[Any]) -> bool:
    """Whether a power of ten stands above an axis."""
    found = list(axes)
    found[0].figure.draw_without_rendering()
    return any(axis.yaxis.get_offset_text().get_text() for axis in found)


def _legend(panel: Any, handles: list[Any], lifted: bool = False) -> None:
    """The names of the lines above the panel, where they hide nothing, and above its power of ten (`lifted`)."""
    longest = max(len(h.get_label()) for h in handles)
    columns = max(1, min(len(handles), int(LEGEND_WIDTH / (longest + 6))))
    corner = (0.0, 1.06 if lifted else 1.0)
    place = {"loc": "lower left", "bbox_to_anchor": corner, "ncols": columns, "borderaxespad": 0.2}
    panel.legend(handles, [h.get_label() for h in handles], fontsize=9, **place)


def _legend_text(trace: Trace, runs: Sequence[Results], names: Sequence[str]) -> str:
    text = trace.label
    if len(runs) > 1:
        default = str(runs[trace.run].attrs.get("title") or f"run {trace.run + 1}")
        text += f" ({names[trace.run] if trace.run < len(names) else default})"
    return text + (", not unique" if trace.doubtful else "")


def _axis_text(traces: list[Trace], unit: str, kind: str) -> str:
    labels = list(dict.fromkeys(t.label for t in traces if t.unit == unit))
    name = labels[0] if len(labels) == 1 else quantity(unit)
    prefix = {"time": "", "fft": "amplitude of ", "psd": "power density of "}[kind]
    return with_unit(prefix + name if name else prefix.replace(" of ", ""), unit).strip()


def _label(panels: Any, run: Results, x: str, kind: str, traces: list[Trace]) -> None:
    """The horizontal axis, and thin lines where something happened."""
    last = panels[-1]
    if kind != "time":
        unit = pretty(run.units("TIME"))
        last.set_xlabel("frequency [Hz]" if unit == "s" else f"frequency [1/{unit}]")
        return
    unit = run.units(x or "TIME")
    last.set_xlabel(with_unit(x or "time", unit))
    if x and unit and {t.unit for t in traces} == {unit}:
        last.set_aspect("equal", adjustable="datalim")
    if not x and len(run.events) <= MOST_EVENTS:
        for event in run.events:
            for axis in panels:
                axis.axvline(event.time, color="#999999", linewidth=0.7, linestyle=":", zorder=0)
