"""Shell files of Adams (.shl).

first line: number of points, number of polygons [, number of corners, scale]; then one point per line;
then one polygon per line: how many corners, and their numbers counted from 1
"""

from __future__ import annotations

import numpy as np

from bellcrank.geometry.files.obj import fan
from bellcrank.geometry.mesh import Mesh
from bellcrank.geometry.orientation import oriented
from bellcrank.geometry.reading import Asked, Found, solid_file


@solid_file(".shl")
def read(data: bytes, asked: Asked) -> Found:
    """The polygons of a shell file as triangles."""
    lines = [line.split() for line in data.decode("latin-1").splitlines() if line.strip()]
    head = lines[0]
    n_points, n_polygons = int(head[0]), int(head[1])
    scale = float(head[3]) if len(head) > 3 else 1.0
    points = scale * np.array([[float(x) for x in words[:3]] for words in lines[1 : 1 + n_points]])
    corners: list[tuple[int, int, int]] = []
    for words in lines[1 + n_points : 1 + n_points + n_polygons]:
        corners += fan([int(word) - 1 for word in words[1 : 1 + int(words[0])]])
    return Found(oriented(Mesh.of(points, corners).welded()))
