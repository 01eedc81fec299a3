"""`.msg`: the message file, read for its tables. (It is written line by line by `results/message_file.py`.)

The channels are the columns of the integration table: SOLVER.STEP_SIZE, EVALUATIONS, STEPS, ORDER, CPU over time, one
segment per simulation. attrs: title, commands, messages (warnings and errors), events (sensors), redundant (equation,
element), statics (iterations, imbalance), eigenvalues (cycles per unit of time), statistics (elapsed, cpu), end_reason.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np

from ...registry import FORMATS, entry
from ..entity import Entity, Segment
from ..files import Channels, Format, damaged, read_text
from ..message_file import clock_seconds
from ..results import Results

TABLE = Entity("SOLVER", "Solver", 0, ("STEP_SIZE", "EVALUATIONS", "STEPS", "ORDER", "CPU"), ("sec", "", "", "", "sec"))
REAL = r"-?\d\.\d+E[-+]\d+"
ROW = re.compile(rf"^ +({REAL}) +({REAL}) +(\d+) +(\d+) +(\d+) +([\d:.]+) *$")
SIMULATION = re.compile(r"Performing (\w+) Simulation")
KIND = {"Dynamic": "dynamic", "Kinematic": "kinematic", "Static": "static", "Quasi": "quasiStatic"}
MARKED = re.compile(r"---- START: (\w+) ----\n(.*?)\n+---- END", re.DOTALL)
TITLE = re.compile(r"\| +Model Title +\|\n\|=+\|\n(?:\| *\|\n)*\| *(.*?) *\|")
SENSOR = re.compile(r"^(Sensor/\d+) has become active at time = (\S+?)\.?$", re.MULTILINE)
REDUNDANT = re.compile(r"deactivating constraint equation +(\S+) in (\S+)")
STATIC = re.compile(rf"Static Solution converged in (\d+) iterations\s+Residual imbalance is less than ({REAL})")
EIGENVALUES = re.compile(r"E I G E N V A L U E S .*\n.*\n((?: +\d+ .*\n)+)")
TIMES = re.compile(r"Elapsed time = ([\d.]+)s, +CPU time = ([\d.]+)s")


def read(path: Path, channels: Channels, partial: bool) -> Results:
    """A message file of Adams or ours."""
    text = read_text(path).replace("\r\n", "\n")
    if " command: " not in text and "Begin Simulation" not in text and "Begin Static Solution" not in text:
        raise damaged(path, 1, "this is no message file: it has neither a command nor a simulation")
    rows, segments = _table(text)
    values = np.array(rows, dtype=float).reshape(len(rows), 1 + len(TABLE.components))
    run = Results([TABLE], values, _attributes(text), segments)
    return run if channels is None else run.pick(channels)


def _table(text: str) -> tuple[list[list[float]], list[Segment]]:
    rows: list[list[float]] = []
    segments: list[Segment] = []
    for line in text.split("\n"):
        begun = SIMULATION.search(line)
        if begun is not None:
            segments.append(Segment(KIND.get(begun[1], "other"), len(rows), len(rows)))
        found = ROW.match(line)
        if found is not None:
            rows.append([*(float(word) for word in found.groups()[:5]), clock_seconds(found[6])])
            last = segments.pop() if segments else Segment("other", 0, 0)
            segments.append(last._replace(stop=len(rows)))
    return rows, [s for s in segments if s.stop > s.start]


def _attributes(text: str) -> dict[str, Any]:
    title, times = TITLE.search(text), TIMES.search(text)
    statistics = {"elapsed": float(times[1]), "cpu": float(times[2])} if times else {}
    sensors = [
        {"time": float(t), "kind": "sensor", "element": name, "text": "active"} for name, t in SENSOR.findall(text)
    ]
    return {
        "title": title[1] if title else "",
        "commands": re.findall(r"^ command: (.*)$", text, re.MULTILINE),
        "messages": [{"severity": s.lower(), "text": body.strip()} for s, body in MARKED.findall(text)],
        "events": sensors,
        "redundant": [list(pair) for pair in REDUNDANT.findall(text)],
        "statics": [{"iterations": int(n), "imbalance": float(x)} for n, x in STATIC.findall(text)],
        "eigenvalues": [pair for block in EIGENVALUES.findall(text) for pair in _eigenvalues(block)],
        "statistics": statistics,
        "end_reason": "finished" if times else "the file ends before the run does",
    }


def _eigenvalues(block: str) -> list[tuple[float, float]]:
    """(real, imaginary) of every line; the imaginary part stands for a pair."""
    lines = [line.replace("+/-", " ").split() for line in block.splitlines()]
    return [(float(words[1]), float(words[2]) if len(words) > 2 else 0.0) for words in lines]


entry(FORMATS, ".msg")(Format("messages of a run (integration table)", read, None))
