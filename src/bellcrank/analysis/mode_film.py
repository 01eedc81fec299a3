"""Modes as a run that can be looked at: one cycle of each, one after the other; the time axis is the phase.

q = q_0 + a Re(shape exp(i phase)), phase from 0 to 2 pi; cycle n of the time axis is mode n, so that 2.25 is a quarter
of the third mode. a: the largest displacement is that part of the model's size, the largest rotation that of a radian.
The report of these results animates the modes, with a table to choose from; `charts` (Campbell diagrams, frequency
responses) stand below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bellcrank.analysis import columns
from bellcrank.analysis.eigen import Modes
from bellcrank.analysis.imbalance import Imbalance
from bellcrank.analysis.rest import row_at_rest
from bellcrank.results import Results
from bellcrank.results.units import cycles_per
from bellcrank.results.writer import ResultsWriter
from bellcrank.system import layout

FRAMES = 48
"""Rows of a cycle, and one more that closes it."""
CLOSING = 1e-6
"""The cycle of a mode ends so much before that of the next one begins."""
AMPLITUDE = 0.15


def film(
    modes: Modes, amplitude: float = AMPLITUDE, frames: int = FRAMES, most: int = 30, charts: Sequence[Any] = ()
) -> Results:
    """The first modes that move a part, as results with the positions of all parts.

    charts   Campbell diagrams, or pairs of a linear model and angular frequencies, for the report
    """
    moving = [mode for mode in modes if mode.sim is not None and mode.shape.any()][:most]
    if not moving or moving[0].sim is None:
        raise ValueError("there is no mode in which a part moves")
    sim = moving[0].sim.another()
    entities = [e for e in columns.shown(sim) if e.type in ("Part", "Point_Mass")]
    places = columns.places(sim, entities)
    units = sim.model.units
    labels = {d: units.label(d) for d in ("length", "mass", "time", "force")} | {"angle": "rad"}
    attrs = {
        "title": f"{sim.model.title.strip()}: modes", "dataset": sim.model.text(), "units": labels,
        "analysis": "linear",
        "input": columns.as_read(sim, entities), "linear": [modes.to_json()],
        "film": [{"number": m.number, "start": float(n), "end": n + 1.0 - CLOSING} for n, m in enumerate(moving)],
        "charts": [chart for given in charts for chart in charts_of(given)],
    }  # fmt: skip
    writer = ResultsWriter(None, entities, attrs)
    writer.begin("linear")
    balance = Imbalance(sim, 7.0)
    start = sim.state.copy()
    measure = np.array([1.0 / sim.length] * 3 + [1.0] * 3)
    for n, mode in enumerate(moving):
        size = float(np.abs(mode.shape * measure).max())
        words = f"mode {mode.number}: {mode.frequency:.5g} cycles, damping {mode.damping:.4f}"
        writer.event(float(n), "mode", modes.motion(mode), words)
        for k in range(frames + 1):
            phase = np.exp(2j * np.pi * k / frames)
            sim.state.put(start)
            balance.move(amplitude / size * (mode.shape * phase).real.ravel())
            sim.work.num[layout.T] = n + (k / frames if k < frames else 1.0 - CLOSING)
            row = row_at_rest(sim)[:, places]
            writer.append(row)
    return writer.finish(
        {"end_reason": "all modes were shown", "messages": modes.table().split("\n"), "successful": True}
    )


def charts_of(given: Any) -> list[dict[str, Any]]:
    """Charts of a Campbell diagram, or of a linear model over angular frequencies."""
    if isinstance(given, dict):
        return [given]
    if isinstance(given, tuple):
        linear, omega = given
        return response_charts(linear, np.asarray(omega, float))
    return [campbell_chart(given)]


def campbell_chart(diagram: Any) -> dict[str, Any]:
    """Frequencies over the speed, with the line of its own frequency."""
    curves = [_curve(f"branch {k + 1}", row) for k, row in enumerate(diagram.frequencies.T)]
    curves.append({**_curve("order 1", diagram.speeds / (2.0 * np.pi)), "dashed": True})
    return {"title": "Campbell diagram", "x": f"speed, rad/{diagram.per}", "y": f"frequency, {cycles_per(diagram.per)}",
            "values": diagram.speeds.tolist(), "curves": curves}  # fmt: skip


def response_charts(linear: Any, omega: np.ndarray) -> list[dict[str, Any]]:
    """Magnitude and phase of every output to every input."""
    found = linear.response(omega)
    pairs = [(f"{o} / {i}", found[:, a, b]) for a, o in enumerate(linear.outputs) for b, i in enumerate(linear.inputs)]
    x = {"x": "frequency, 1/time", "values": (omega / (2.0 * np.pi)).tolist()}
    return [
        {"title": "Frequency response, magnitude", "y": "", "logarithmic": True, **x,
         "curves": [_curve(name, np.abs(h)) for name, h in pairs]},
        {"title": "Frequency response, phase", "y": "degrees", **x,
         "curves": [_curve(name, np.degrees(np.angle(h))) for name, h in pairs]},
    ]  # fmt: skip


def _curve(name: str, values: np.ndarray) -> dict[str, Any]:
    return {"name": name, "values": [float(v) if np.isfinite(v) else None for v in values]}
