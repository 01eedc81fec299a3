"""Writes small Parasolid transmit files, text and neutral binary, of solids whose volume is known.

Only what the reader reads is filled in: topology, geometry, names, density. A body is a list of faces; a face is a
surface with its sense and loops; a loop is a list of (edge, forward). Everything is in metres.
"""

from __future__ import annotations

import math
import struct
from typing import Any

from bellcrank.geometry.parasolid.schema import VARIABLE, Field, base

KEY = "SCH_3000000_30000_13006"
NULL = -3.14158e13
Vector = tuple[float, float, float]
O: Vector = (0.0, 0.0, 0.0)
X: Vector = (1.0, 0.0, 0.0)
Y: Vector = (0.0, 1.0, 0.0)
Z: Vector = (0.0, 0.0, 1.0)


class Transmit:
    """A file in the making."""

    def __init__(self) -> None:
        self.nodes: list[tuple[int, dict[str, Any], int]] = []

    def add(self, kind: int, length: int = 0, **values: Any) -> int:
        """A node; what is not given is 0, null, "+" or false. Its number, counted from 1."""
        self.nodes.append((kind, values, length))
        return len(self.nodes)

    def text(self) -> bytes:
        """The file as text, in lines of 80 characters."""
        pieces, seen = [f"T51 : TRANSMIT FILE created by modeller version 3000000{len(KEY)} {KEY}200 0 "], set[int]()
        for number, (kind, values, length) in enumerate(self.nodes, 1):
            fields = base()[0][kind]
            pieces.append(f"{kind} " + ("" if kind in seen else "255 "))
            seen.add(kind)
            pieces.append(f"{length} " if any(f.count == VARIABLE for f in fields) else "")
            pieces.append(f"{number} " + "".join(_text(f, values.get(f.name), length) for f in fields))
        data = "".join([*pieces, "1 0 "])
        lines = [data[k : k + 80] for k in range(0, len(data), 80)]
        return ("**PART1;\nMC=test;\n**END_OF_HEADER" + 60 * "*" + "\n" + "\n".join(lines) + "\n").encode("latin-1")

    def binary(self) -> bytes:
        """The file as neutral binary."""
        told = ": TRANSMIT FILE created by modeller version 3000000"
        out = [b"PS\0\0", struct.pack(">h", len(told)), told.encode(), struct.pack(">i", len(KEY)), KEY.encode()]
        out += [struct.pack(">hi", 200, 0)]
        seen = set[int]()
        for number, (kind, values, length) in enumerate(self.nodes, 1):
            fields = base()[0][kind]
            out.append(struct.pack(">h", kind) + (b"" if kind in seen else b"\xff"))
            seen.add(kind)
            out.append(struct.pack(">i", length) if any(f.count == VARIABLE for f in fields) else b"")
            out.append(_index(number) + b"".join(_binary(f, values.get(f.name), length) for f in fields))
        return b"**PART1;\n**END_OF_HEADER***\n" + b"".join(out) + struct.pack(">h", 1) + _index(0)

    # --- topology ---

    def vertex(self, at: Vector) -> int:
        """A vertex."""
        return self.add(18, point=self.add(29, pvec=at))

    def edge(self, curve: int, start: int = 0, end: int = 0) -> dict[str, int]:
        """An edge along a curve from vertex to vertex; a ring without."""
        return {"edge": self.add(16, curve=curve), "start": start, "end": end}

    def face(self, surface: int, *loops: list[tuple[dict[str, int], bool]], sense: str = "+") -> int:
        """A face; its loops run with the face on the left, seen against its normal."""
        first = 0
        for loop in reversed(loops):
            fins = [len(self.nodes) + 2 + k for k in range(len(loop))]
            first = self.add(15, halfedge=fins[0], next=first)
            for k, (edge, forward) in enumerate(loop):
                self._fin(edge, forward, first, fins[(k + 1) % len(fins)], fins[k - 1])
        return self.add(14, surface=surface, sense=sense, loop=first)

    def _fin(self, edge: dict[str, int], forward: bool, loop: int, after: int, before: int) -> None:
        vertex = edge["end"] if forward else edge["start"]
        sense = "+" if forward else "-"
        fin = self.add(17, loop=loop, forward=after, backward=before, vertex=vertex, edge=edge["edge"], sense=sense)
        held = self.nodes[edge["edge"] - 1][1]
        if held.get("halfedge"):
            self.nodes[fin - 1][1]["other"] = held["halfedge"]
            self.nodes[held["halfedge"] - 1][1]["other"] = fin
        else:
            held["halfedge"] = fin

    def body(self, faces: list[int], name: str = "", density: float | None = None, part: str = "") -> int:
        """A solid of faces."""
        for face, after in zip(faces, [*faces[1:], 0]):
            self.nodes[face - 1][1]["next"] = after
        edges = [k for k, (kind, v, _) in enumerate(self.nodes, 1) if kind == 16 and "owner" not in v]
        for edge, after in zip(edges, [*edges[1:], 0]):
            self.nodes[edge - 1][1].update(next=after, owner=0)
        region = self.add(19, type="S", shell=self.add(13, face=faces[0]))
        attributes = 0
        for definition, value in (("AdamsPartName", part), ("AdamsObjectName", name), ("SDL/TYSA_DENSITY", density)):
            if value:
                attributes = self._attribute(definition, value, attributes)
        return self.add(12, region=region, body_type=1, edge=edges[0] if edges else 0, attributes=attributes)

    def _attribute(self, definition: str, value: str | float, after: int) -> int:
        identifier = self.add(79, len(definition), string=definition)
        held = self.add(80, 1, identifier=identifier, fields=[3])
        if isinstance(value, str):
            field = self.add(84, len(value), values=value)
        else:
            field = self.add(83, 1, values=[value])
        return self.add(81, 1, definition=held, next=after, fields=[field])

    # --- geometry ---

    def plane(self, at: Vector, normal: Vector, x: Vector) -> int:
        """A plane."""
        return self.add(50, pvec=at, normal=normal, x_axis=x)

    def circle(self, at: Vector, radius: float, normal: Vector = Z, x: Vector = X) -> int:
        """A circle."""
        return self.add(31, centre=at, normal=normal, x_axis=x, radius=radius)

    def line(self, start: Vector, end: Vector) -> int:
        """A line through two points."""
        d = tuple(b - a for a, b in zip(start, end))
        n = math.sqrt(sum(c * c for c in d))
        return self.add(30, pvec=start, direction=tuple(c / n for c in d))

    def b_curve(
        self, degree: int, vertices: list[tuple[float, ...]], knots: list[float], mult: list[int], **more: bool
    ) -> int:
        """A B-curve; four numbers in a vertex are rational, already multiplied by the weight."""
        flat = [c for v in vertices for c in v]
        return self.add(134, nurbs=self.add(
            136, degree=degree, n_vertices=len(vertices), vertex_dim=len(vertices[0]), n_knots=len(knots),
            rational=len(vertices[0]) == 4, **more,
            bspline_vertices=self.add(45, len(flat), vertices=flat),
            knot_mult=self.add(127, len(mult), mult=mult), knots=self.add(128, len(knots), knots=knots),
        ))  # fmt: skip

    def b_surface(
        self, degrees: tuple[int, int], net: list[list[tuple[float, ...]]], knots: list[list[float]],
        mult: list[list[int]], closed: tuple[bool, bool] = (False, False),
    ) -> int:  # fmt: skip
        """A B-surface; net[u][v]."""
        flat = [c for line in net for v in line for c in v]
        lists: dict[str, int] = {}
        for name, values, counts in zip("uv", knots, mult):
            lists[f"{name}_knots"] = self.add(128, len(values), knots=values)
            lists[f"{name}_knot_mult"] = self.add(127, len(counts), mult=counts)
        return self.add(124, nurbs=self.add(
            126, u_degree=degrees[0], v_degree=degrees[1], n_u_vertices=len(net), n_v_vertices=len(net[0]),
            n_u_knots=len(knots[0]), n_v_knots=len(knots[1]), rational=len(net[0][0]) == 4, u_closed=closed[0],
            v_closed=closed[1], vertex_dim=len(net[0][0]), bspline_vertices=self.add(45, len(flat), vertices=flat),
            **lists,
        ))  # fmt: skip


def _text(f: Field, value: Any, length: int) -> str:
    if f.count == VARIABLE:
        values = value if value is not None else [None] * length
        return "".join(_text(f._replace(count=0), v, 0) for v in values)
    if f.count:
        return "".join(_text(f._replace(count=0), v, 0) for v in (value or [None] * f.count))
    if f.code == "c":
        return value or "+"
    if f.code == "l":
        return "T" if value else "F"
    if f.code in "vh":
        return "?" if value is None else "".join(f"{c!r} " for c in value)
    if f.code in "ib":
        return (2 if f.code == "i" else 6) * "?"
    if f.code == "f":
        return "?" if value is None else f"{float(value)!r} "
    return f"{int(value or 0)} "


def _index(value: int) -> bytes:
    value += 1
    return struct.pack(">h", value) if value < 32767 else struct.pack(">hh", -(value % 32767), value // 32767)


def _binary(f: Field, value: Any, length: int) -> bytes:
    if f.count:
        values = value if value is not None else [None] * (length if f.count == VARIABLE else f.count)
        return b"".join(_binary(f._replace(count=0), v, 0) for v in values)
    if f.code == "c":
        return str(value or "+").encode("latin-1")
    if f.code in "lu":
        return struct.pack(">B", int(value or 0))
    if f.code == "p":
        return _index(int(value or 0))
    if f.code in "vhib":
        width = {"v": 3, "h": 3, "i": 2, "b": 6}[f.code]
        return struct.pack(f">{width}d", *(value or [NULL] * width))
    if f.code == "f":
        return struct.pack(">d", NULL if value is None else value)
    return struct.pack(">i" if f.code in "dt" else ">h", int(value or 0))
