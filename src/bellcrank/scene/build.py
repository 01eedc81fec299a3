"""From a model and its results to a scene."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from bellcrank.results.noise import floors
from bellcrank.results.rows import FileRows
from bellcrank.scene import contract as c
from bellcrank.scene import words
from bellcrank.scene.bodies import GROUND, PALETTE, Bodies, draw_parts
from bellcrank.scene.frames import quaternions_313
from bellcrank.scene.graphics import Drawing
from bellcrank.scene.links import forces, joints, lines
from bellcrank.scene.scene import POSE, Scene
from bellcrank.scene.selection import choose_channels, choose_frames, first_plots

if TYPE_CHECKING:
    from bellcrank.model import Model

Array = NDArray[np.float64]

COORDINATES = ("X", "Y", "Z", "PSI", "THETA", "PHI")
SECONDS = {"MILLISECOND": 1e-3, "MICROSECOND": 1e-6, "NANOSECOND": 1e-9, "MINUTE": 60.0, "HOUR": 3600.0, "DAY": 86400.0}


def scene_from(model: Model | None, results: Any, everything: bool = False) -> Scene:
    """The scene of a run; a very large one is thinned (and says so) unless `everything` is asked for.

    model:   the model the results belong to; None: the dataset stored in the results is read, and where there is none
             the parts are drawn as small boxes
    results: bellcrank.results.Results (or anything with time, channels, units, attrs, entities and columns by name)
    """
    model = model if model is not None else stored_model(results)
    count = len(results.time)
    rows = np.arange(count) if everything else choose_frames(count)
    channels, left_out = (results.channels, []) if everything else choose_channels(results.channels, len(rows))
    if isinstance(getattr(results, "rows", None), FileRows):
        results, rows = _read_once(results, rows, channels), np.arange(len(rows))
    values = np.empty((len(channels), len(rows)))
    for k, name in enumerate(channels):
        values[k] = results[name][rows]
    sizes = np.maximum(values.max(axis=1, initial=0.0), -values.min(axis=1, initial=0.0))  # no copy: they are many
    values[sizes < floors([results.units(name) for name in channels], sizes)] = 0.0  # what rounding left of zero
    column = {name.upper(): k for k, name in enumerate(channels)}
    header = c.Header(
        title=plain_title(str(results.attrs.get("title") or (model.title if model else ""))),
        frames=len(rows),
        channels=[c.Channel(name, results.units(name), words.error(results, name)) for name in channels],
        summary=words.summary(results),
        modes=words.modes(results),
        charts=words.charts(results),
        audit=words.audit(results, model),
        messages=[*_left_out(count, len(rows), left_out), *words.messages(results)],
    )
    scene = Scene(
        header,
        np.asarray(results.time, dtype=float)[rows],
        np.empty((0, len(rows))),
        values,
    )
    if model is None:
        _bare(scene, results, rows)
    else:
        _fill(scene, model, results, rows, lambda name: column.get(name.upper(), -1))
    header.units = _units(model, results)
    header.plots = first_plots(scene, results)
    return scene


def _read_once(results: Any, rows: NDArray[np.intp], channels: list[str]) -> Any:
    """The rows and channels of a large file that are shown, and the poses of all parts, in one pass."""
    poses = [name for name in results.channels if name.upper().rpartition(".")[2] in COORDINATES]
    return results.pick(dict.fromkeys([*channels, *poses]), rows)


def plain_title(text: str) -> str:
    """The title without what programs put before it: "! ADAMS/View model name: four_bar" is four_bar."""
    return re.sub(r"^[\s!]*(adams[/ ]view model name:)?\s*", "", text, flags=re.IGNORECASE).strip() or "untitled run"


def stored_model(results: Any, beside: str = "") -> Model | None:
    """The model whose dataset the results carry, as far as it can be understood; its meshes lie `beside` a file."""
    text = results.attrs.get("dataset")
    if not text:
        return None
    from bellcrank.model import load_text

    return load_text(str(text), beside)[0]


def _fill(scene: Scene, model: Model, results: Any, rows: Any, column: Any) -> None:
    """Parts, markers, joints, forces and lines of a model."""
    header = scene.header
    bodies = Bodies(model)
    drawing = Drawing(model, bodies.size)
    poses: dict[int, int] = {}
    blocks: list[Array] = []
    still: list[str] = []
    for k, body in enumerate(bodies.elements):
        if bodies.is_ground(body):
            continue
        pose = pose_columns(results, body.label, rows)
        if pose is None:
            still.append(body.label)
            pose = _input_pose(model, body, len(rows))
        poses[k] = len(blocks)
        blocks.append(pose)
    if still:
        text = f"The results have no motion of {', '.join(still[:8])}{' and others' if len(still) > 8 else ''}."
        header.messages.append(c.Note("warning", f"{text} Drawn where the dataset puts them.", rule="V102"))
    scene.poses = np.concatenate(blocks) if blocks else scene.poses
    header.parts, notes = draw_parts(bodies, drawing, poses)
    header.messages += notes
    header.markers = bodies.markers
    header.joints = joints(bodies)
    header.forces = forces(bodies, column)
    header.lines = lines(bodies)
    header.up = up_of(model.gravity)
    scene.meshes, coarser = drawing.meshes.bytes()
    if coarser:
        text = f"{coarser} solids are drawn with fewer triangles than they have, to keep the report small."
        header.messages.append(c.Note("note", text, rule="V107"))


def pose_columns(results: Any, label: str, rows: Any) -> Array | None:
    """The seven pose columns of a part, from its position and 3-1-3 angles; None if the results have none."""
    names = [f"{label}.{k}" for k in COORDINATES]
    if not all(name in results for name in names[:3]):
        return None
    position = np.array([np.asarray(results[name], dtype=float)[rows] for name in names[:3]])
    if not all(name in results for name in names[3:]):
        turn = np.zeros((4, len(rows)))
        turn[3] = 1.0
    else:
        scale = math.pi / 180 if results.units(names[3]).lower().startswith("deg") else 1.0
        turn = quaternions_313(*(scale * np.asarray(results[name], dtype=float)[rows] for name in names[3:]))
    return np.asarray(np.nan_to_num(np.concatenate([position, turn])))


def frame_rows(scene: Scene, results: Any) -> Array:
    """Results of further times as rows (n, 1 + 7 moving parts + channels) for the frames after those of a scene."""
    rows = np.arange(len(results.time))
    columns = [np.asarray(results.time, dtype=float)[None, :]]
    for part in scene.header.parts:
        if part.pose >= 0:
            pose = pose_columns(results, part.name, rows)
            block = scene.poses[POSE * part.pose : POSE * (part.pose + 1)]
            columns.append(np.repeat(block[:, -1:], len(rows), axis=1) if pose is None else pose)
    columns += [np.asarray(results[channel.name], dtype=float)[None, :] for channel in scene.header.channels]
    return np.ascontiguousarray(np.concatenate(columns).T)


def _input_pose(model: Model, body: Any, frames: int) -> Array:
    from bellcrank.scene.frames import frame

    origin, axes = model.body_frame(body.id, body.keyword)
    place = frame(origin, np.reshape(axes, (3, 3)).tolist())
    return np.repeat(np.array(place)[:, None], frames, axis=1)


def _bare(scene: Scene, results: Any, rows: Any) -> None:
    """Parts without a model: a small box where each one is."""
    names = [e.name for e in results.entities if e.type in ("Part", "Point_Mass", "Flexible_Body")]
    found = [(name, pose) for name in names if (pose := pose_columns(results, name, rows)) is not None]
    places = np.array([pose[:3] for _, pose in found]).reshape(-1, 3, len(rows))
    size = float(np.linalg.norm(np.ptp(places, axis=(0, 2)))) or 1.0 if len(found) and len(rows) else 1.0
    d = 0.05 * size
    scene.header.parts = [c.Part("ground", 0, "PART", -1, GROUND)]
    for k, (name, _) in enumerate(found):
        box = c.Box(name="box", frame=(-d / 2, -d / 2, -d / 2, 0, 0, 0, 1), x=d, y=d, z=d, inferred=True)
        scene.header.parts.append(c.Part(name, k + 1, "PART", k, PALETTE[k % len(PALETTE)], [box]))
    scene.poses = np.concatenate([pose for _, pose in found]) if found else scene.poses
    text = "The results carry no dataset: parts are drawn as boxes. Give the model to see shapes, markers and joints."
    scene.header.messages.append(c.Note("note", text, rule="V103"))


def up_of(gravity: tuple[float, float, float]) -> c.Vector:
    """Against gravity, along an axis where it is near one; y where there is no gravity."""
    size = math.sqrt(sum(g * g for g in gravity))
    if size == 0.0:
        return (0.0, 1.0, 0.0)
    up = [-g / size for g in gravity]
    largest = max(range(3), key=lambda k: abs(up[k]))
    if abs(up[largest]) > 0.999:
        up = [math.copysign(1.0, up[largest]) if k == largest else 0.0 for k in range(3)]
    return (up[0], up[1], up[2])


def _units(model: Model | None, results: Any) -> c.Units:
    known = dict(results.attrs.get("units") or {})
    time = str(known.get("time") or results.units("TIME") or "")
    seconds = SECONDS.get(model.units.time, 1.0) if model is not None else 1.0
    if model is not None and model.units.known:
        label = model.units.label
        return c.Units(
            label("length"), label("mass"), label("time"), label("force"), str(known.get("angle") or "rad"), seconds
        )
    return c.Units(
        str(known.get("length") or ""),
        str(known.get("mass") or ""),
        time,
        str(known.get("force") or ""),
        str(known.get("angle") or "rad"),
        seconds,
    )


def _left_out(outputs: int, frames: int, channels: list[str]) -> list[c.Note]:
    """Notes about what a report leaves out to stay small."""
    notes = []
    if frames < outputs:
        text = (
            f"{frames} of {outputs} outputs are shown, evenly spaced. Peaks between them are only in the result file."
        )
        notes.append(c.Note("warning", text, rule="V104"))
    if channels:
        some = ", ".join(sorted({name.rpartition(".")[2] for name in channels})[:20])
        text = f"{len(channels)} channels are only in the result file, to keep the report small: {some}."
        notes.append(c.Note("note", text, rule="V105"))
    return notes
