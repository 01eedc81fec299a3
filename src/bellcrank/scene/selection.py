"""What of a large run goes into a picture, and what is plotted first."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bellcrank.scene.scene import Scene

MAX_FRAMES = 20000
MAX_VALUES = 9_000_000
"""Numbers in the channel block: about 7 MB in the report."""

LEAST_NEEDED = (
    re.compile(r"\.CM_"),
    re.compile(r"\.(WD[XYZ])$"),
    re.compile(r"\.(ACC[XYZ])$"),
    re.compile(r"\.(W[XYZ])$"),
    re.compile(r"\.(V[XYZ])$"),
    re.compile(r"\.(PSI|THETA|PHI)$"),
    re.compile(r"\.(T[XYZ])$"),
)
"""Channels left out first, group by group."""


def choose_frames(count: int, most: int = MAX_FRAMES) -> NDArray[np.intp]:
    """The rows shown: all, or evenly spaced ones with the first and the last."""
    if count <= most:
        return np.arange(count)
    return np.unique(np.linspace(0, count - 1, most).round().astype(np.intp))


def choose_channels(names: list[str], frames: int, most: int = MAX_VALUES) -> tuple[list[str], list[str]]:
    """Channels kept and channels left out, so that at most `most` numbers are stored."""
    room = most // max(frames, 1)
    kept = list(names)
    for pattern in LEAST_NEEDED:
        if len(kept) <= room:
            break
        kept = [name for name in kept if not pattern.search(name.upper())]
    kept = kept[:room] if len(kept) > room else kept
    chosen = set(kept)
    return kept, [name for name in names if name not in chosen]


def first_plots(scene: Scene, results: Any) -> list[list[int]]:
    """Two plots to begin with: of requests if there are any, else of the part that moves most and of a force."""
    objects: dict[str, list[int]] = {}
    for k, channel in enumerate(scene.header.channels):
        if _lively(scene.channels[k]):
            objects.setdefault(channel.name.rpartition(".")[0] or channel.name, []).append(k)
    requests = [e.name for e in getattr(results, "entities", []) if e.type in ("Request", "ADAMS_Variable")]
    found = [objects[name] for name in requests if name in objects][:2]
    if len(found) < 2:
        found += [group for group in (_most_moved(scene, objects), _forces(scene, objects)) if group][: 2 - len(found)]
    return [_one_unit(scene, group) for group in found]


def _lively(values: NDArray[np.float64]) -> bool:
    return (
        bool(len(values))
        and bool(np.isfinite(values).all())
        and float(np.ptp(values)) > 1e-9 * float(np.abs(values).max())
    )


def _one_unit(scene: Scene, group: list[int], most: int = 3) -> list[int]:
    """The first channels of a group that share the unit of its first one; where it has none, that one alone."""
    unit = scene.header.channels[group[0]].unit
    alike = [k for k in group if scene.header.channels[k].unit == unit] if unit else group[:1]
    widest = max(float(np.ptp(scene.channels[k])) for k in alike)
    return [k for k in alike if float(np.ptp(scene.channels[k])) > 1e-6 * widest][:most]


def _most_moved(scene: Scene, objects: dict[str, list[int]]) -> list[int]:
    """The position channels of the part with the largest displacement."""
    best: tuple[float, list[int]] = (0.0, [])
    for part in scene.header.parts:
        wanted = {f"{part.name}.{axis}".upper() for axis in "XYZ"}
        group = [k for k in objects.get(part.name, []) if scene.header.channels[k].name.upper() in wanted]
        way = sum(float(np.ptp(scene.channels[k])) for k in group)
        best = max(best, (way, group), key=lambda pair: pair[0])
    return best[1]


def _forces(scene: Scene, objects: dict[str, list[int]]) -> list[int]:
    """The force channels of the first applied force, or joint, that has any."""
    for link in sorted(scene.header.forces, key=lambda force: force.reaction):
        group = [k for k in link.channels if k >= 0 and k in objects.get(link.name, [])]
        if group:
            return group
    return []
