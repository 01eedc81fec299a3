"""A run ready to be drawn: the header and its numbers over time."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from bellcrank.scene.contract import Header

POSE = 7
"""Numbers of a pose: x y z qx qy qz qw."""


@dataclass
class Scene:
    """A header with the arrays it speaks of; one frame is one output time."""

    header: Header
    time: NDArray[np.float64]
    """(frames,)"""
    poses: NDArray[np.float64]
    """(7 n_moving, frames): x y z qx qy qz qw of every moving part in ground axes."""
    channels: NDArray[np.float64]
    """(n_channels, frames)"""
    meshes: bytes = field(default=b"", repr=False)
    """Vertices and triangles of the mesh shapes."""

    def pose(self, part: int, frame: int) -> NDArray[np.float64]:
        """x y z qx qy qz qw of a part (index in the header) at a frame."""
        row = self.header.parts[part].pose
        if row < 0:
            return np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0])
        return self.poses[POSE * row : POSE * (row + 1), frame]
