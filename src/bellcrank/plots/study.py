"""Pictures of a study: a response over one or two variables, the scatter matrix, the map of successes.

    draw(table, "peak", "k", path="peak.png")             over one variable; other variables by colour
    draw(table, "peak", "k", "m", path="map.png")         over two: a field where they form a grid, else coloured points
    draw(table, path="all.png")                           the scatter matrix of all variables and responses
    success(table, "speed", "latch", path="success.png")  which runs came to their end and met all constraints

`table` is a `bellcrank.study.Table`, or anything with `variables`, `responses` and columns by name.
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np

from .style import COLOURS, new_figure, save_figure, style, with_unit

FAILED = "#b0b0b0"
GOOD, BAD = COLOURS[2], COLOURS[1]


def draw(table: Any, response: str = "", x: str = "", y: str = "", path: str | Path | None = None) -> Any:
    """See the module docstring; returns the figure."""
    with style():
        if not response:
            return _finished(_matrix(table), path)
        x = x or table.variables[0]
        figure = new_figure((7.0, 4.6))
        axes = figure.subplots()
        if y:
            _field(figure, axes, table, response, x, y)
        else:
            _over_one(figure, axes, table, response, x)
        axes.set_xlabel(_label(table, x))
        axes.set_title(getattr(table, "title", ""))
        return _finished(figure, path)


def success(table: Any, x: str = "", y: str = "", path: str | Path | None = None) -> Any:
    """Successes, misses and failed runs over two variables (or one); returns the figure."""
    x, y = x or table.variables[0], y or (table.variables[1] if len(table.variables) > 1 else "")
    with style():
        figure = new_figure((6.4, 4.8))
        axes = figure.subplots()
        good, failed = table["success"].astype(bool), table["status"] != "done"
        up = table[y] if y else good.astype(float)
        size = float(np.clip(30000.0 / max(len(good), 1), 6.0, 120.0))
        for which, colour, word in (
            (good, GOOD, "success"),
            (~good & ~failed, BAD, "a constraint is missed"),
            (failed, FAILED, "failed"),
        ):
            if which.any():
                label = f"{word}: {int(which.sum())}"
                axes.scatter(table[x][which], up[which], s=size, marker="s", color=colour, label=label, linewidths=0)
        axes.set_xlabel(_label(table, x))
        axes.set_ylabel(_label(table, y) if y else "success")
        figure.legend(loc="outside upper center", ncols=3)
        return _finished(figure, path)


def _label(table: Any, name: str) -> str:
    """A name with its unit, where that is known."""
    return with_unit(name, getattr(table, "units", {}).get(name, ""))


def _finished(figure: Any, path: str | Path | None) -> Any:
    if path is not None:
        save_figure(figure, Path(path))
    return figure


def _over_one(figure: Any, axes: Any, table: Any, response: str, x: str) -> None:
    """Points over one variable; the first other variable gives the colour."""
    others = [name for name in table.variables if name != x]
    axes.set_ylabel(_label(table, response))
    if not others:
        order = np.argsort(table[x])
        axes.plot(table[x][order], table[response][order], "o-", color=COLOURS[0], markersize=3)
        return
    points = axes.scatter(table[x], table[response], c=table[others[0]], s=14, cmap="viridis")
    figure.colorbar(points, ax=axes, label=_label(table, others[0]))


def _field(figure: Any, axes: Any, table: Any, response: str, x: str, y: str) -> None:
    """A response over two variables."""
    a, b, values = table[x], table[y], table[response].astype(float)
    one, two = np.unique(a), np.unique(b)
    if len(one) * len(two) == len(values) and min(len(one), len(two)) > 1:
        field = np.full((len(two), len(one)), np.nan)
        field[np.searchsorted(two, b), np.searchsorted(one, a)] = values
        drawn = axes.pcolormesh(one, two, field, shading="nearest", cmap="viridis")
    else:
        drawn = axes.scatter(a, b, c=values, s=20, cmap="viridis")
    axes.set_ylabel(_label(table, y))
    figure.colorbar(drawn, ax=axes, label=_label(table, response))


def _matrix(table: Any) -> Any:
    """Every variable and response against every other; successes and others by colour."""
    names = [*table.variables, *table.responses][:7]
    n = len(names)
    figure = new_figure((1.6 * n + 0.6, 1.6 * n + 0.4))
    axes = figure.subplots(n, n, squeeze=False)
    colours = np.where(table["success"].astype(bool), GOOD, BAD)
    for row, column in itertools.product(range(n), range(n)):
        panel = axes[row, column]
        if row == column:
            values = table[names[row]].astype(float)
            panel.hist(values[np.isfinite(values)], bins=20, color=COLOURS[0])
        else:
            panel.scatter(table[names[column]], table[names[row]], s=4, c=colours, linewidths=0)
        panel.tick_params(labelsize=7, labelbottom=row == n - 1, labelleft=column == 0)
        if row == n - 1:
            panel.set_xlabel(_label(table, names[column]))
        if column == 0:
            panel.set_ylabel(_label(table, names[row]))
    return figure
