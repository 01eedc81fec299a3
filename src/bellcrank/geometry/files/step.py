"""STEP (.step, .stp): read by Open CASCADE where it is installed (`pip install "bellcrank[step]"`).

Open CASCADE triangulates each face; a file is one solid here, in metres. Names of products are not looked at.
"""

from __future__ import annotations

import os
import tempfile
from typing import Any

import numpy as np

from bellcrank.geometry.mesh import Mesh
from bellcrank.geometry.reading import Asked, FileError, Found, solid_file

SAG = 1e-3
"""Largest distance between net and surface, as a part of the size."""


@solid_file(".step", ".stp")
def read(data: bytes, asked: Asked) -> Found:
    """The faces of all solids of a STEP file as one net."""
    shape = _shape(data)
    points: list[Any] = []
    corners: list[Any] = []
    faces: list[int] = []
    for number, (net, placement, reverse) in enumerate(_faces(shape, asked.angle)):
        first = len(points)
        for k in range(1, net.NbNodes() + 1):
            p = net.Node(k).Transformed(placement)
            points.append((p.X(), p.Y(), p.Z()))
        for k in range(1, net.NbTriangles() + 1):
            a, b, c = net.Triangle(k).Get()
            corners.append([first + n - 1 for n in ((a, c, b) if reverse else (a, b, c))])
            faces.append(number)
    rounded = np.round(np.array(points, dtype=float).reshape(-1, 3), 9)  # millimetres: neighbours share their points
    return Found(Mesh.of(1e-3 * rounded, corners, faces).welded(), metre=1.0)


def _shape(data: bytes) -> Any:
    try:
        from OCP.IFSelect import IFSelect_RetDone
        from OCP.STEPControl import STEPControl_Reader
    except ImportError:
        raise FileError('STEP files need Open CASCADE: pip install "bellcrank[step]"') from None
    handle, name = tempfile.mkstemp(suffix=".step")
    try:
        with open(handle, "wb") as file:
            file.write(data)
        reader = STEPControl_Reader()
        if reader.ReadFile(name) != IFSelect_RetDone:
            raise FileError("Open CASCADE cannot read it")
        reader.TransferRoots()
        return reader.OneShape()
    finally:
        os.unlink(name)


def _faces(shape: Any, angle: float) -> Any:
    """Net, placement and sense of all faces; Open CASCADE counts in millimetres."""
    from OCP.Bnd import Bnd_Box
    from OCP.BRep import BRep_Tool
    from OCP.BRepBndLib import BRepBndLib
    from OCP.BRepMesh import BRepMesh_IncrementalMesh
    from OCP.TopAbs import TopAbs_FACE, TopAbs_REVERSED
    from OCP.TopExp import TopExp_Explorer
    from OCP.TopLoc import TopLoc_Location
    from OCP.TopoDS import TopoDS

    if shape.IsNull():
        raise FileError("it holds no shape")
    box = Bnd_Box()
    BRepBndLib.Add_s(shape, box)
    BRepMesh_IncrementalMesh(shape, SAG * box.SquareExtent() ** 0.5, False, angle, False)
    explorer = TopExp_Explorer(shape, TopAbs_FACE)
    while explorer.More():
        face = explorer.Current()
        face = TopoDS.Face(face) if callable(getattr(TopoDS, "Face", None)) else TopoDS.Face_s(face)
        place = TopLoc_Location()
        net = BRep_Tool.Triangulation_s(face, place)
        if net is not None:
            yield net, place.Transformation(), face.Orientation() == TopAbs_REVERSED
        explorer.Next()
