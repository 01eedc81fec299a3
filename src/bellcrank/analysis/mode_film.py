"""Modes as a run that can be looked at: one cycle of each, one after the other; the time axis is the phase.

q = q_0 + a Re(shape exp(i phase)), phase from 0 to 2 pi; cycle n of the time axis is mode n, so that 2.25 is a quarter
of the third mode. a: the largest displacement is that part of the model's size, the largest rotation that of a radian.
The report of these results animates the modes; the table of them stands in its summary.
"""

from __future__ import annotations

import numpy as np

from bellcrank.analysis import columns
from bellcrank.analysis.eigen import Modes
from bellcrank.analysis.imbalance import Imbalance
from bellcrank.analysis.rest import row_at_rest
from bellcrank.results import Results
from bellcrank.results.writer import ResultsWriter
from bellcrank.system import layout

FRAMES = 48
"""Rows of a cycle."""
AMPLITUDE = 0.15


def film(modes: Modes, amplitude: float = AMPLITUDE, frames: int = FRAMES, most: int = 30) -> Results:
    """The first modes that move a part, as results with the positions of all parts."""
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
        for k in range(frames):
            phase = np.exp(2j * np.pi * k / frames)
            sim.state.put(start)
            balance.move(amplitude / size * (mode.shape * phase).real.ravel())
            sim.work.num[layout.T] = n + k / frames
            row = row_at_rest(sim)[:, places]
            writer.append(row)
    return writer.finish(
        {"end_reason": "all modes were shown", "messages": modes.table().split("\n"), "successful": True}
    )
