"""A scene at one time as an image: lit surfaces, edges, floor, shadow, springs and force arrows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bellcrank.scene import contract as c
from bellcrank.scene.frames import along, matrix
from bellcrank.scene.raster import Camera, Canvas
from bellcrank.scene.scene import POSE, Scene
from bellcrank.scene.triangles import Surface, joined, moved, surface

Array = NDArray[np.float64]

ANGLE = 32.0
SAMPLES = 60
FINE = 2
"""Pictures are drawn so many times larger and averaged down."""
FAINT = 0.3
"""Opacity of the other frames of a strobe picture."""
FORCE, SPRING = "#d5571c", "#7a8796"


@dataclass(frozen=True)
class Theme:
    """Colours of a picture."""

    top: str = "#f7f9fb"
    bottom: str = "#d5dee8"
    grid: str = "#6c7b8c"
    ink: str = "#1b2430"
    shadow: float = 0.83


LIGHT = Theme()
DARK = Theme("#2c3644", "#14191f", "#93a4b8", "#e5ebf2", 0.62)


def rgb(color: str) -> Array:
    """A colour "#rrggbb" as three numbers from 0 to 1."""
    return np.array([int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)])


def nice_below(value: float) -> float:
    """The largest of 1, 2, 5 times a power of ten that is not above a value."""
    power = 10.0 ** math.floor(math.log10(value))
    return max(power * factor for factor in (1, 2, 5) if power * factor <= value * (1 + 1e-12))


@dataclass
class Painter:
    """Draws a scene from one place; made once, used for many times."""

    scene: Scene
    view: str = "best"
    theme: Theme = LIGHT
    parts: list[Surface] = field(init=False)
    backdrops: dict[tuple[int, int], Array] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        header, meshes = self.scene.header, self.scene.meshes
        size = self._first_guess()
        self.parts = [joined([surface(s, meshes, 0.02 * size) for s in part.shapes]) for part in header.parts]

    def _first_guess(self) -> float:
        origins = self.scene.poses.reshape(-1, POSE, self.scene.header.frames)[:, :3]
        return float(np.linalg.norm(np.ptp(origins, axis=(0, 2)))) or 1.0 if origins.size else 1.0

    @cached_property
    def up(self) -> Array:
        """The direction against gravity."""
        up = np.array(self.scene.header.up)
        return np.asarray(up / np.linalg.norm(up))

    @cached_property
    def box(self) -> Array:
        """Corners (2, 3) of the box of everything over the whole run."""
        frames = np.unique(np.linspace(0, max(self.scene.header.frames - 1, 0), SAMPLES).astype(int))
        points = [
            self._placed(k, int(f)) for k in range(len(self.parts)) for f in (frames if self._moves(k) else frames[:1])
        ]
        points += [self.marker(m, int(f))[None, :] for m in self._link_markers() for f in frames]
        all_points = np.concatenate([p.reshape(-1, 3) for p in points if p.size] or [np.zeros((1, 3))])
        low, high = all_points.min(axis=0), all_points.max(axis=0)
        return np.array([low, high if np.linalg.norm(high - low) > 0 else low + 1.0])

    def _moves(self, part: int) -> bool:
        return self.scene.header.parts[part].pose >= 0

    def _placed(self, part: int, frame: int) -> Array:
        """The corners of a part's own box, carried to a frame."""
        own = np.concatenate([self.parts[part].points.reshape(-1, 3), self.parts[part].lines.reshape(-1, 3)])
        if not len(own) or not self.scene.header.frames:
            return np.empty((0, 3))
        ends = np.array([own.min(axis=0), own.max(axis=0)])
        corners = np.array([[ends[k >> a & 1, a] for a in range(3)] for k in range(8)])
        pose = self.scene.pose(part, frame)
        return np.asarray(corners @ matrix(pose[3:]).T + pose[:3])

    def _link_markers(self) -> set[int]:
        lines = [[l.i, l.j] if isinstance(l, c.Spring) else l.markers for l in self.scene.header.lines]
        return {m for markers in lines for m in markers if m >= 0} if self.scene.header.frames else set()

    @cached_property
    def radius(self) -> float:
        """Half the diagonal of the box."""
        return float(np.linalg.norm(self.box[1] - self.box[0])) / 2

    @cached_property
    def direction(self) -> Array:
        """From the model towards the camera."""
        up = self.up
        front = np.array([0.0, -1.0, 0.0]) if abs(up[2]) > 0.9 else np.array([0.0, 0.0, 1.0])
        front = front - front.dot(up) * up
        front /= np.linalg.norm(front)
        right = np.cross(up, front)
        iso = front + 0.85 * right + 0.75 * up
        views = {"front": front, "right": right, "top": up + 1e-4 * front, "iso": iso}
        if self.view == "best":
            size = self.box[1] - self.box[0]
            depth, width = np.abs(front) @ size, np.abs(right) @ size
            flat = (
                front + 0.42 * right if depth < 0.4 * width else right + 0.42 * front if width < 0.4 * depth else None
            )
            views["best"] = iso if flat is None else flat + 0.34 * up
        chosen = views[self.view]
        return np.asarray(chosen / np.linalg.norm(chosen))

    def camera(self, aspect: float) -> Camera:
        """A camera that sees the whole box."""
        side = np.cross(self.up, self.direction)
        side /= np.linalg.norm(side)
        axes = np.array([side, np.cross(self.direction, side), self.direction])
        centre = self.box.mean(axis=0)
        corners = np.array([[self.box[k >> a & 1, a] for a in range(3)] for k in range(8)]) - centre
        tangent = math.tan(math.radians(ANGLE / 2))
        local = corners @ axes.T
        across = np.maximum(np.abs(local[:, 1]), np.abs(local[:, 0]) / aspect)
        distance = float((1.08 * across / tangent + local[:, 2]).max())
        return Camera(centre, axes, distance, tangent)

    def marker(self, marker: int, frame: int) -> Array:
        """The origin of a marker in ground."""
        own = self.scene.header.markers[marker]
        pose = self.scene.pose(own.part, frame)
        return np.asarray(pose[:3] + matrix(pose[3:]) @ np.array(own.frame[:3]))

    # --- drawing ---

    def draw(self, frame: int, width: int, height: int, ghosts: Sequence[int] = ()) -> Array:
        """The picture (height, width, 3), colours from 0 to 1, of a frame over faint ones of other frames."""
        camera = self.camera(width / height)
        canvas = Canvas(self._empty(FINE * width, FINE * height, camera))
        for ghost in ghosts:
            faint = Canvas(canvas.color)
            self._bodies(faint, camera, self._pieces(ghost))
            canvas.color += np.where(faint.near > 0.0, FAINT, 0.0)[..., None] * (faint.color - canvas.color)
        pieces = self._pieces(frame)
        self._shadow(canvas, camera, joined([piece for piece, _ in pieces]))
        self._bodies(canvas, camera, pieces)
        for points in self._springs(frame):
            lines = np.stack([points[:-1], points[1:]], axis=1)
            self._edges(canvas, camera, lines, rgb(SPRING), 1.0, 2 * FINE)
        return np.asarray(canvas.color.reshape(height, FINE, width, FINE, 3).mean(axis=(1, 3)))

    def _pieces(self, frame: int) -> list[tuple[Surface, str]]:
        """Surfaces in ground with their colours: parts and force arrows."""
        parts = [
            (moved(s, self.scene.pose(k, frame)), self.scene.header.parts[k].color) for k, s in enumerate(self.parts)
        ]
        return [*parts, *((arrow, FORCE) for arrow in self._arrows(frame))]

    def _bodies(self, canvas: Canvas, camera: Camera, pieces: list[tuple[Surface, str]]) -> None:
        for piece, color in pieces:
            corners = camera.project(piece.points, canvas.width, canvas.height)
            canvas.triangles(corners, self._lit(piece.normals, rgb(color)))
        for piece, color in pieces:
            self._edges(canvas, camera, piece.lines, 0.35 * rgb(color), 0.6)

    def _empty(self, w: int, h: int, camera: Camera) -> Array:
        """Sky and floor, the same for all frames of a size."""
        if (w, h) not in self.backdrops:
            share = np.linspace(0.0, 1.0, h)[:, None, None] ** 1.4
            sky = rgb(self.theme.top) * (1 - share) + rgb(self.theme.bottom) * share
            canvas = Canvas(np.broadcast_to(sky, (h, w, 3)))
            self._floor(canvas, camera)
            self.backdrops[w, h] = canvas.color
        return self.backdrops[w, h]

    @cached_property
    def sun(self) -> Array:
        """Towards the light: above, to the right and in front, as in the viewer."""
        side = np.cross(self.up, self.direction)
        light = 3.2 * self.up + 1.1 * side / np.linalg.norm(side) + 1.9 * self.direction
        return np.asarray(light / np.linalg.norm(light))

    def _lit(self, normals: Array, color: Array) -> Array:
        """Colours at corners: light of sky and sun, a lamp at the camera, a little gloss; both sides are lit."""
        facing = np.where((normals @ self.direction)[..., None] < 0.0, -normals, normals)
        sky = 0.5 + 0.5 * (facing @ self.up)
        sun = np.maximum(facing @ self.sun, 0.0)
        lamp = np.maximum(facing @ self.direction, 0.0)
        half = self.sun + self.direction
        gloss = np.maximum(facing @ (half / np.linalg.norm(half)), 0.0) ** 40
        light = 0.42 + 0.2 * sky + 0.4 * sun + 0.26 * lamp
        return np.asarray(np.clip(light[..., None] * color + 0.16 * gloss[..., None], 0.0, 1.0))

    @cached_property
    def _floor_point(self) -> Array:
        corners = np.array([[self.box[k >> a & 1, a] for a in range(3)] for k in range(8)])
        centre = self.box.mean(axis=0)
        return np.asarray(centre + ((corners @ self.up).min() - centre @ self.up - 0.002 * self.radius) * self.up)

    def _floor(self, canvas: Canvas, camera: Camera) -> None:
        cell, reach = nice_below(self.radius / 3), 4.0 * self.radius
        a = np.cross(self.up, (1.0, 0.0, 0.0) if abs(self.up[0]) < 0.9 else (0.0, 1.0, 0.0))
        a /= np.linalg.norm(a)
        b = np.cross(self.up, a)
        pieces = np.linspace(-reach, reach, 81)
        lines, weight = [], []
        for k in range(-int(reach / cell), int(reach / cell) + 1):
            for along_axis, across in ((a, b), (b, a)):
                points = self._floor_point + pieces[:, None] * along_axis + k * cell * across
                lines.append(np.stack([points[:-1], points[1:]], axis=1))
                away = np.hypot(pieces[:-1], k * cell) / reach
                weight.append((0.42 if k % 5 == 0 else 0.2) * np.clip(1.15 - 1.3 * away, 0.0, 1.0))
        ends = camera.project(np.concatenate(lines), canvas.width, canvas.height)
        canvas.lines(ends, np.broadcast_to(rgb(self.theme.grid), (len(ends), 3)), np.concatenate(weight))

    def _shadow(self, canvas: Canvas, camera: Camera, piece: Surface) -> None:
        height = (piece.points - self._floor_point) @ self.up
        ground = piece.points - (height / (self.sun @ self.up))[..., None] * self.sun
        canvas.shade(camera.project(ground, canvas.width, canvas.height), self.theme.shadow)

    def _edges(
        self, canvas: Canvas, camera: Camera, lines: Array, color: Array, opacity: float, width: int = 1
    ) -> None:
        ends = camera.project(lines, canvas.width, canvas.height)
        canvas.lines(ends, np.broadcast_to(color, (len(ends), 3)), np.full(len(ends), opacity), width)

    # --- things between parts ---

    def _springs(self, frame: int) -> list[Array]:
        """Coils and outlines as lines in ground."""
        found = []
        for line in self.scene.header.lines:
            if isinstance(line, c.Outline):
                found.append(np.array([self.marker(m, frame) for m in line.markers]))
            else:
                found.append(self._coil(line, self.marker(line.i, frame), self.marker(line.j, frame)))
        return found

    def _coil(self, spring: c.Spring, start: Array, end: Array) -> Array:
        place, length = along(start, end)
        radius = (spring.diameter or min(0.25 * length, 0.12 * self.radius)) / 2 if spring.coils else 0.0
        s = np.linspace(0.0, 1.0, 24 * max(spring.coils, 1) + 1)
        inside = np.clip((s - 0.08) / 0.84, 0.0, 1.0)
        grow = np.clip(4 * spring.coils * np.minimum(inside, 1 - inside), 0.0, 1.0) * radius
        turn = 2 * np.pi * spring.coils * inside
        local = np.stack([grow * np.cos(turn), grow * np.sin(turn), s * length], axis=1)
        return np.asarray(local @ matrix(place[3:]).T + place[:3])

    @cached_property
    def _largest_force(self) -> float:
        return max((float(self._force(f).max()) for f in self._shown()), default=0.0)

    def _shown(self) -> list[c.Force]:
        shown = [f for f in self.scene.header.forces if f.drawn or f.at is not None]
        return [f for f in shown if f.marker >= 0 and max(f.channels[:3]) >= 0]

    def _force(self, force: c.Force) -> Array:
        """Magnitude over time."""
        return np.asarray(np.linalg.norm([self.scene.channels[k] for k in force.channels[:3] if k >= 0], axis=0))

    def _arrows(self, frame: int) -> list[Surface]:
        """Arrows of the forces the model draws and of contacts, the longest of the run 0.6 of the radius."""
        found = []
        for force in self._shown():
            vector = np.array([self.scene.channels[k, frame] if k >= 0 else 0.0 for k in force.channels[:3]])
            length = 0.62 * self.radius * float(np.linalg.norm(vector)) / (self._largest_force or 1.0)
            if length < 0.02 * self.radius:
                continue
            start = self.marker(force.marker, frame)
            if force.at is not None:
                start = np.array([self.scene.channels[k, frame] for k in force.at])
            place, _ = along(start, start + force.sign * vector)
            thick, head = min(0.011 * self.radius, 0.12 * length), min(0.075 * self.radius, 0.5 * length)
            shaft = c.Frustum(length=length - head, bottom=thick, top=thick)
            cone = c.Frustum(frame=(0, 0, length - head, 0, 0, 0, 1), length=head, bottom=2.6 * thick, top=0.0)
            found.append(
                moved(joined([surface(shaft, b"", 0.0), surface(cone, b"", 0.0)]), place)._replace(
                    lines=np.empty((0, 2, 3))
                )
            )
        return found
