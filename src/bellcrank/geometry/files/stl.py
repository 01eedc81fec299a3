"""STL: triangles, each with its own corners, as text or binary.

Binary: 80 bytes of anything, the number of triangles, 50 bytes for each (normal, three corners as 32-bit reals, a
short). A file is binary where its length says so: many binary files begin with the word "solid" too.
"""

from __future__ import annotations

import numpy as np

from bellcrank.geometry.mesh import Mesh
from bellcrank.geometry.orientation import oriented
from bellcrank.geometry.reading import Asked, Found, solid_file

_FACET = np.dtype([("normal", "<f4", 3), ("points", "<f4", (3, 3)), ("attribute", "<u2")])


@solid_file(".stl")
def read(data: bytes, asked: Asked) -> Found:
    """The triangles of an STL file, equal points stored once."""
    count = int.from_bytes(data[80:84], "little") if len(data) >= 84 else -1
    if len(data) == 84 + 50 * count:
        with np.errstate(invalid="ignore"):  # what is no number is refused with the net
            points = np.frombuffer(data, _FACET, count, 84)["points"].reshape(-1, 3).astype(float)
    else:
        lines = (line.split() for line in data.decode("latin-1").splitlines())
        points = np.array([[float(x) for x in w[1:4]] for w in lines if w[:1] in (["vertex"], ["VERTEX"])])
    return Found(oriented(Mesh.of(points, np.arange(len(points.reshape(-1, 3)) // 3 * 3)).welded()))
