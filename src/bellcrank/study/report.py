"""The page of a study: points to look at from all sides, the table, and a click on a run opens its animation.

`page(table, title, ...)` is one HTML file without anything from elsewhere; the animations are files beside it, in the
folder `runs`. Texts of a stranger's model are data (JSON) that the page shows as text, never as HTML.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import json
import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from bellcrank.study.table import Table

PLACE, RULE = "<!--study:data-->", "<!--study:policy-->"
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def page(
    table: Table, title: str, file: str = "", animations: Mapping[int, str] | None = None, served: bool = False
) -> str:
    """The HTML text. `animations`: number of a run -> file; `served`: every run has one at runs/run-NNNNN.html."""
    data = {
        "title": title, "file": file, "summary": table.told(),
        "variables": table.variables, "responses": table.responses,
        "columns": {name: list(values) for name, values in table.columns.items()},
        "indices": table.indices, "best": table.best, "animations": dict(animations or {}), "served": served,
    }  # fmt: skip
    text = json.dumps(_plain(data), default=str).replace("<", "\\u003c")
    return _template().replace(RULE, policy()).replace(PLACE, text)


@functools.cache
def policy() -> str:
    """What the page may do (Content Security Policy): run its own program, and show the animations beside it."""
    (program,) = _SCRIPT.findall(_template())
    digest = base64.b64encode(hashlib.sha256(program.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; frame-src 'self' file:; "
        "base-uri 'none'; form-action 'none'"
    )


def _template() -> str:
    return Path(__file__).with_name("page.html").read_text(encoding="utf-8")


def name_of(run: int) -> str:
    """The file of the animation of a run, beside the page."""
    return f"runs/run-{run:05d}.html"


def interesting(table: Table, most: int) -> list[int]:
    """Numbers of runs to animate: the best one, the extremes of each response, then evenly spread ones."""
    found: dict[int, None] = {}
    if table.best is not None:
        found[table.best] = None
    for name in table.responses:
        values = table[name].astype(float)
        if np.isfinite(values).any():
            found[int(np.nanargmin(values)) + 1] = found[int(np.nanargmax(values)) + 1] = None
    there = [
        int(run) for run, status in zip(table.columns["run"], table.columns["status"], strict=True) if status == "done"
    ]
    for k in np.linspace(0, len(there) - 1, most) if there else ():
        found[there[int(k)]] = None
    return list(found)[:most]


def _plain(value: Any) -> Any:
    """JSON knows no infinity and no NaN: null."""
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [_plain(one) for one in value]
    return None if isinstance(value, (float, np.floating)) and not math.isfinite(value) else value
