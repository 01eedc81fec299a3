"""Pictures of linear analyses: Campbell diagrams and frequency responses."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..results.units import cycles_per
from .style import COLOURS, new_figure, save_figure, style


def campbell(diagram: Any, path: str | Path | None = None, orders: Sequence[float] = (1.0,)) -> Any:
    """Frequencies over the speed, with the lines of its multiples."""
    with style():
        figure = new_figure((9.0, 5.5))
        axes = figure.add_subplot()
        for n, column in enumerate(diagram.frequencies.T):
            axes.plot(diagram.speeds, column, color=COLOURS[n % len(COLOURS)], marker=".", label=f"mode {n + 1}")
        top = float(np.nanmax(diagram.frequencies)) * 1.1 if diagram.frequencies.size else 1.0
        for order in orders:
            axes.plot(diagram.speeds, order * diagram.speeds / (2 * np.pi), "--", color="#888888", linewidth=1.0)
            axes.annotate(
                f"{order:g}x", (diagram.speeds[-1], order * diagram.speeds[-1] / (2 * np.pi)), color="#666666"
            )
        for order in orders:
            for speed in diagram.crossings(order):
                axes.plot([speed], [order * speed / (2 * np.pi)], "o", color="#000000", fillstyle="none")
        axes.set(xlabel=f"speed [rad/{diagram.per}]", ylabel=f"frequency [{cycles_per(diagram.per)}]", ylim=(0.0, top))
        axes.legend(loc="upper left", fontsize=8)
        if path is not None:
            save_figure(figure, Path(path))
    return figure


def response(linear: Any, omega: Any, path: str | Path | None = None) -> Any:
    """Magnitude and phase of every output for every input over the frequency."""
    omega = np.asarray(omega, float)
    found = linear.response(omega)
    with style():
        figure = new_figure((9.0, 6.0))
        upper, lower = figure.subplots(2, 1, sharex=True)
        pairs = [(o, i) for o in range(found.shape[1]) for i in range(found.shape[2])]
        for n, (o, i) in enumerate(pairs):
            colour, values = COLOURS[n % len(COLOURS)], found[:, o, i]
            upper.loglog(
                omega / (2 * np.pi), np.abs(values), color=colour, label=f"{linear.outputs[o]} / {linear.inputs[i]}"
            )
            lower.semilogx(omega / (2 * np.pi), np.degrees(np.unwrap(np.angle(values))), color=colour)
        upper.set(ylabel="magnitude")
        lower.set(ylabel="phase [deg]", xlabel="frequency [cycles per unit of time]")
        upper.legend(fontsize=8)
        if path is not None:
            save_figure(figure, Path(path))
    return figure
