"""What a picture of a run consists of: the contract between Python and the browser (its twin: viewer/src/types.ts).

A report holds one JSON header (the `Header` below) and a few binary blocks, each deflated and base64-encoded:

    time        float64 [frames]
    poses       column block (see columns.py): 7 columns x y z qx qy qz qw per moving part, 18 bits
    channels    column block: one column per entry of `Header.channels`, 20 bits
    meshes      vertices, normals, triangles and edges of the mesh shapes, at the offsets the shapes name

Frames: a `Frame` is (x, y, z, qx, qy, qz, qw): origin and orientation as a unit quaternion, in the part's frame for
shapes and markers. Lengths and angles are in the model's units; angles inside shapes are radians. Indices (`part`,
`marker`, `pose`, `channels`) count from 0 in the lists of the header, -1 means none.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

Frame: TypeAlias = tuple[float, float, float, float, float, float, float]
Vector: TypeAlias = tuple[float, float, float]
Row: TypeAlias = tuple[str, str]

IDENTITY: Frame = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
VERSION = 2


class Shape(msgspec.Struct, tag_field="kind", kw_only=True, omit_defaults=True):
    """Something solid or drawn that is fixed in a part."""

    name: str = ""
    frame: Frame = IDENTITY
    inferred: bool = False
    """True where the model has no graphics and the shape was guessed from inertia and markers."""


class Box(Shape, tag="box"):
    """A box with one corner at the frame origin and signed extents along its axes."""

    x: float
    y: float
    z: float


class Frustum(Shape, tag="frustum"):
    """A cone cut off: `bottom` radius at the frame origin, `top` radius at `length` along z (a cylinder if equal)."""

    length: float
    bottom: float
    top: float
    start: float = 0.0
    sweep: float = 6.283185307179586
    """Angles about z in radians: the surface begins at `start` and covers `sweep`."""


class Ellipsoid(Shape, tag="ellipsoid"):
    """An ellipsoid about the frame origin with full diameters along its axes."""

    x: float
    y: float
    z: float


class Torus(Shape, tag="torus"):
    """A ring about z: `major` from the centre to the middle of the ring, `minor` the radius of the ring itself."""

    major: float
    minor: float


class Arc(Shape, tag="arc"):
    """A line of a circle in the x-y plane, from the x axis over `sweep` radians (2 pi: a whole circle)."""

    radius: float
    sweep: float = 6.283185307179586


class Plate(Shape, tag="plate"):
    """A rectangle in the x-y plane."""

    xmin: float
    xmax: float
    ymin: float
    ymax: float


class Point(Shape, tag="point"):
    """A point, drawn as a small ball."""


class Polyline(Shape, tag="polyline"):
    """A line through points."""

    points: list[Vector]


class Extrusion(Shape, tag="extrusion"):
    """A profile in the x-y plane moved along z by `length`."""

    profile: list[tuple[float, float]]
    length: float


class Revolution(Shape, tag="revolution"):
    """A profile in the x-z plane (distance from z, height) turned about z by `sweep` radians."""

    profile: list[tuple[float, float]]
    sweep: float = 6.283185307179586


class Mesh(Shape, tag="mesh"):
    """Triangles in the block `meshes`.

    At byte `offset`: `vertices` x 3 float32; as many normals as int16 times 32767, filled up to four bytes;
    `triangles` x 3 uint32 corners; `edges` x 2 uint32 ends of the edges to be drawn.
    """

    offset: int
    vertices: int
    triangles: int
    edges: int = 0


AnyShape: TypeAlias = Box | Frustum | Ellipsoid | Torus | Arc | Plate | Point | Polyline | Extrusion | Revolution | Mesh


class Part(msgspec.Struct, omit_defaults=True):
    """A body; `pose` is the index of its columns in the block `poses`, -1 for ground."""

    name: str
    id: int
    keyword: str
    pose: int
    color: str
    shapes: list[AnyShape] = []
    cm: Vector | None = None
    info: list[Row] = []


class Marker(msgspec.Struct, omit_defaults=True):
    """A frame fixed in a part."""

    name: str
    id: int
    part: int
    frame: Frame = IDENTITY


class Joint(msgspec.Struct, omit_defaults=True):
    """A constraint between two markers; `kind` in lower case ("revolute", "inplane") picks the symbol."""

    name: str
    id: int
    keyword: str
    kind: str
    i: int
    j: int
    info: list[Row] = []


class Force(msgspec.Struct, omit_defaults=True):
    """An arrow at a marker: six channel indices FX FY FZ TX TY TZ in ground axes; `sign` is -1 on the J side."""

    name: str
    id: int
    keyword: str
    marker: int
    channels: tuple[int, int, int, int, int, int]
    sign: float = 1.0
    reaction: bool = False
    """True for joints and motions: shown only on demand."""
    drawn: bool = False
    """True where the model itself asks for the arrow (GRAPHICS, FORCE)."""
    at: tuple[int, int, int] | None = None
    """Of a contact: channels of the point in ground at which the force acts; the faces around it are tinted."""
    info: list[Row] = []


class Spring(msgspec.Struct, tag_field="kind", tag="spring", omit_defaults=True):
    """A coil from marker i to marker j; with `coils` 0 and tubes given, a damper. Diameters 0: chosen by the viewer."""

    name: str
    i: int
    j: int
    coils: int = 10
    diameter: float = 0.0
    ends: tuple[float, float] = (0.0, 0.0)
    """Straight pieces at i and j before the coil begins."""
    tubes: tuple[float, float] = (0.0, 0.0)
    """Diameters of the damper's tube at i and rod at j."""
    lengths: tuple[float, float] = (0.0, 0.0)
    """Lengths of the damper's tube and rod."""


class Outline(msgspec.Struct, tag_field="kind", tag="outline"):
    """A line through markers, on whatever parts they are."""

    name: str
    markers: list[int]


class Channel(msgspec.Struct, omit_defaults=True):
    """A column of numbers over time; `name` is "object.component"."""

    name: str
    unit: str = ""
    error: str = ""
    """Of a verified run: how far the channel is off and when, as text."""


class Note(msgspec.Struct, omit_defaults=True):
    """A message: severity "error", "warning" or "note"."""

    severity: str
    text: str
    where: str = ""
    rule: str = ""
    cure: str = ""


class Check(msgspec.Struct, omit_defaults=True):
    """One line of the audit: a quantity that should be small or kept, its value, and whether it is acceptable."""

    name: str
    value: str
    ok: bool | None = None
    why: str = ""


class Table(msgspec.Struct):
    """A block of the run summary."""

    title: str
    rows: list[Row]


class Units(msgspec.Struct):
    """Unit symbols of the model, "" where it has none; `seconds` is the length of the time unit in seconds."""

    length: str = ""
    mass: str = ""
    time: str = "s"
    force: str = ""
    angle: str = "rad"
    seconds: float = 1.0


class Number(msgspec.Struct, omit_defaults=True):
    """A number of the model that a slider can move; `key` names it (viewer/studio/numbers.py)."""

    key: str
    element: str
    argument: str
    value: float
    low: float
    high: float
    unit: str = ""
    words: str = ""
    """What the argument means."""
    text: str = ""
    """The function it stands in, and where."""
    place: int = 0
    chosen: bool = False
    """Whether it has a slider at the start."""


class Function(msgspec.Struct):
    """A function of the model that can be edited."""

    element: str
    """Its label, and statement and id: "motor", "SFORCE/1"."""
    statement: str
    argument: str
    text: str


class Studio(msgspec.Struct):
    """What a page needs that may run the model again."""

    token: str
    """Shown with every question, so that no other page can ask."""
    file: str
    """Proposed name for saving."""
    end: float
    steps: int
    numbers: list[Number] = []
    functions: list[Function] = []


class Mode(msgspec.Struct, omit_defaults=True):
    """A mode of a linear analysis, and the piece of the time axis in which it goes through one cycle."""

    number: int
    start: float
    end: float
    frequency: float
    damping: float
    motion: str
    rigid: bool = False


class Curve(msgspec.Struct, omit_defaults=True):
    """A line of a chart; null where there is none."""

    name: str
    values: list[float | None]
    dashed: bool = False
    points: bool = False


class Chart(msgspec.Struct, omit_defaults=True):
    """Curves over something that is not the time: a frequency, a speed, the number of a step."""

    title: str
    x: str
    y: str
    values: list[float]
    curves: list[Curve]
    logarithmic: bool = False


class Header(msgspec.Struct):
    """Everything of a scene but the numbers over time."""

    title: str
    frames: int
    units: Units = msgspec.field(default_factory=Units)
    version: int = VERSION
    up: Vector = (0.0, 1.0, 0.0)
    parts: list[Part] = []
    markers: list[Marker] = []
    joints: list[Joint] = []
    forces: list[Force] = []
    lines: list[Spring | Outline] = []
    channels: list[Channel] = []
    plots: list[list[int]] = []
    """Channels to show at the start, one list per plot."""
    summary: list[Table] = []
    audit: list[Check] = []
    messages: list[Note] = []
    modes: list[Mode] = []
    charts: list[Chart] = []
    """Of a linear analysis."""
    live: str = ""
    """Address of the stream of further frames, "" for a finished run."""
    studio: Studio | None = None
    """Only in the page of `bellcrank studio`."""
